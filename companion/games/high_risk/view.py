"""What a page needs to show a match of High Risk.

Knows the JSON-ready form of a state; nothing in this game is hidden. Refuses to know how
it is drawn.
"""

from __future__ import annotations

from typing import Any

from companion.games.high_risk.board import Mountain, ZoneKind
from companion.games.high_risk.climbing import ascent, fall, may_advance
from companion.games.high_risk.state import (
    DICE,
    HighRiskState,
    Phase,
    danger_dice,
    winner,
)
from companion.games.high_risk.telling import odds


def view(state: HighRiskState) -> dict[str, Any]:
    """The whole match. Zones are numbers from 0, the Basecamp; points in mm, y down."""
    position = state.position
    won = winner(state)
    return {
        "game": "high_risk",
        "turn": None if won is not None else position.turn,
        "phase": None if won is not None else position.phase.value,
        "dice": {
            "to_roll": danger_dice(position) if position.phase is Phase.ROLL else 0,
            "danger": 0 if _is_fresh(state) else danger_dice(position),
            "ascension": position.ascension,
            "weather": position.weather,
        },
        "players": [
            {
                "seat": seat,
                "climbers": list(zones),
                "at_summit": zones.count(state.terms.mountain.summit),
            }
            for seat, zones in enumerate(position.climbers)
        ],
        "advances": _advances(state) if won is None else [],
        "fall": _fall(state) if won is None else None,
        "odds": odds(state),
        "board": board_view(state.terms.mountain),
        "over": won is not None,
        "winner": won,
    }


def board_view(mountain: Mountain) -> dict[str, Any]:
    """The board alone: sizes, and the zones from the Basecamp to the Summit."""
    return {
        "title": mountain.title,
        "note": mountain.note,
        "width_mm": mountain.width_mm,
        "height_mm": mountain.height_mm,
        "zones": [
            {
                "zone": number,
                "name": zone.name,
                "kind": zone.kind.value,
                "shape": "circle" if zone.kind is ZoneKind.CLIFF else "rectangle",
                "centre_mm": list(zone.centre_mm),
                "width_mm": zone.width_mm,
                "height_mm": zone.height_mm,
            }
            for number, zone in enumerate(mountain.zones)
        ],
    }


def _is_fresh(state: HighRiskState) -> bool:
    return danger_dice(state.position) == DICE


def _advances(state: HighRiskState) -> list[dict[str, Any]]:
    """What stopping now would allow: each climber's target and who is knocked to where."""
    position, mountain = state.position, state.terms.mountain
    if not position.ascension:
        return []
    moves = [
        ascent(mountain, position.climbers, zone, position.ascension)
        for zone in may_advance(mountain, position.climbers[position.turn])
    ]
    return [
        {
            "zone": move.source,
            "target": move.target,
            "knocked": None
            if move.knocked is None
            else {"seat": move.knocked, "target": move.knocked_to},
        }
        for move in moves
    ]


def _fall(state: HighRiskState) -> dict[str, int] | None:
    """Where the highest climber would land, None where nobody would fall."""
    position = state.position
    drop = fall(state.terms.mountain, position.climbers, position.turn)
    return None if drop is None else {"source": drop.source, "target": drop.target}
