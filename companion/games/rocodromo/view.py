"""What a page needs to show a match of Rocódromo.

Knows the JSON-ready form of a state; nothing in this game is hidden, but nothing is
measured before a rope is laid. Refuses to know how it is drawn.

Points are ``[x, y]`` in mm, y down: they go straight into an SVG.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.games.fields import Point
from companion.games.rocodromo.checking import climb, gap_mm, heights_mm
from companion.games.rocodromo.legal import destinations, start_holds
from companion.games.rocodromo.planar import Disc, Shape, shifted
from companion.games.rocodromo.state import (
    Checking,
    Choosing,
    Climbed,
    Declared,
    Ended,
    JudgingClimb,
    RocodromoState,
    Started,
    available,
    is_highest,
    near_end,
    winners,
)
from companion.games.rocodromo.wall import LENGTHS, Kit, Rope, Wall
from companion.games.rocodromo.words import way_to_end_text


def view(state: RocodromoState) -> dict[str, Any]:
    """The whole match. Holds are numbers from 0; players read them as 1, 2, 3."""
    terms, position = state.terms, state.position
    over = isinstance(position.phase, Ended)
    return {
        "game": "rocodromo",
        "turn": None if over else position.turn,
        "phase": _phase(state),
        "last": _last(state),
        "wall": wall_view(terms.wall),
        "climbers": [_climber(state, seat) for seat in range(terms.seats)],
        "players": [
            {
                "seat": seat,
                "ropes": [_rope(terms.wall.kit, rope) for rope in position.hands[seat]],
                "carabiners": position.carabiners[seat],
            }
            for seat in range(terms.seats)
        ],
        "supply": _supply(state),
        "ending": position.ending,
        "over": over,
        "winners": list(winners(state)),
    }


def wall_view(wall: Wall) -> dict[str, Any]:
    """The wall alone: tiles, sections, holds, finish and ropes, with what it measures."""
    kit, layout = wall.kit, wall.kit.layout
    size = (layout.tile_width_mm, layout.tile_height_mm)
    corners = [layout.corner(*place) for place in layout.places()]
    boxes = [(x, y, x + size[0], y + size[1]) for x, y in corners] + list(layout.finish)
    return {
        "title": kit.title,
        "note": kit.note,
        "shape": layout.shape,
        "lies_flat": layout.lies_flat,
        "width_mm": max(right for _, _, right, _ in boxes),
        "height_mm": max(bottom for _, _, _, bottom in boxes),
        "carabiner_mm": kit.carabiner_mm,
        "tiles": [
            {
                "place": place,
                "level": level + 1,
                "tile": f"{tile.tile}{tile.side}",
                "quarters": tile.quarters,
                "box_mm": list(boxes[place]),
            }
            for place, ((level, _), tile) in enumerate(
                zip(layout.places(), wall.placed, strict=True)
            )
        ],
        "finish": [list(box) for box in layout.finish],
        "sections": [
            {
                "place": section.place,
                "colour": section.colour,
                "area": section.area,
                "outline_mm": _points(section.outline),
            }
            for section in wall.sections
        ],
        "holds": [
            {
                "hold": number,
                "label": str(number + 1),
                "colour": wall.colour(number),
                "section": hold.section,
                "place": hold.place,
                "centre_mm": list(hold.centre),
                "height_mm": round(height, 2),
                **_shape(hold.shape),
            }
            for number, (hold, height) in enumerate(zip(wall.holds, heights_mm(wall), strict=True))
        ],
    }


def _phase(state: RocodromoState) -> dict[str, Any]:
    """Its name with what belongs to it: ``targets`` to declare, the rope laid, a best try."""
    position = state.position
    hold = position.holds[position.turn]
    kit = state.terms.wall.kit
    told: dict[str, Any] = {"name": type(position.phase).__name__, "starts": [], "targets": []}
    match position.phase:
        case Choosing() if hold is None and position.hands[position.turn]:
            told["starts"] = list(start_holds(state))
        case Choosing() | Started() | Climbed() if hold is not None:
            told["targets"] = list(destinations(state))
        case Declared(target, first):
            told |= {"target": target, "first": first}
        case JudgingClimb(target, first, rope):
            told |= {"target": target, "first": first, "rope": _rope(kit, rope), "try_mm": None}
            if state.terms.checking is Checking.BOARD and hold is not None:
                placement = climb(state.terms.wall, hold, target, rope).placement
                told["try_mm"] = placement and _points(placement)
        case _:
            pass
    return told


def _last(state: RocodromoState) -> dict[str, Any] | None:
    """The climb tried last: ``placement_mm`` is the rope as it lies or could best lie.

    ``touched`` are the nose that it left from and the hold that it leads to. Nothing is
    measured where the table checks.
    """
    terms, last = state.terms, state.position.last
    if last is None:
        return None
    wall = terms.wall
    reach = None
    if terms.checking is Checking.BOARD:
        reach = climb(wall, last.source, last.target, last.rope)
    nose = shifted(wall.kit.token.nose, wall.holds[last.source].centre)
    return {
        "seat": last.seat,
        "source": last.source,
        "target": last.target,
        "rope": _rope(wall.kit, last.rope),
        "valid": last.valid,
        "measured": None if reach is None else reach.verdict.value,
        "reason": reach and reach.reason and reach.reason.value,
        "placement_mm": reach and reach.placement and _points(reach.placement),
        "touched": [_shape(nose), _shape(wall.holds[last.target].shape)],
    }


def _climber(state: RocodromoState, seat: int) -> dict[str, Any]:
    terms, hold = state.terms, state.position.holds[seat]
    told: dict[str, Any] = {"seat": seat, "hold": hold, "highest": is_highest(state, seat)}
    if hold is None:
        return told
    centre, token = terms.wall.holds[hold].centre, terms.wall.kit.token
    return {
        **told,
        "centre_mm": list(centre),
        "nose": _shape(shifted(token.nose, centre)),
        "body": _shape(shifted(token.body, centre)),
        "gap_mm": round(gap_mm(terms.wall, hold, terms.end_point), 1),
        "near_end": near_end(state, seat),
        "way_to_end": way_to_end_text(state, seat),
    }


def _supply(state: RocodromoState) -> list[dict[str, Any]]:
    """Every slot of the supply by colour and length, with the carabiners on its rope."""
    kit, hanging = state.terms.wall.kit, dict(state.position.hanging)
    return [
        {
            "colour": colour,
            "slots": [
                {
                    **_rope(kit, Rope(colour, length)),
                    "there": Rope(colour, length) in available(state, colour),
                    "carabiners": hanging.get(Rope(colour, length), 0),
                }
                for length in range(1, LENGTHS + 1)
            ],
        }
        for colour in kit.ropes.colours
    ]


def _rope(kit: Kit, rope: Rope) -> dict[str, Any]:
    return {
        "colour": rope.colour,
        "length": rope.length,
        "length_mm": kit.ropes.length_mm(rope),
        "width_mm": kit.ropes.width_mm,
    }


def _shape(shape: Shape) -> dict[str, Any]:
    if isinstance(shape, Disc):
        return {"disc_mm": [*shape.centre, shape.radius_mm]}
    return {"patch_mm": _points(shape.outline)}


def _points(outline: Iterable[Point]) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in outline]
