"""Positions of High Risk to JSON and back.

Knows the documented form and every fault of a position that somebody has written by hand.
Refuses to mend one, but for the order of a player's climbers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.errors import CorruptState
from companion.games.codec import Codec
from companion.games.high_risk.board import BASECAMP
from companion.games.high_risk.state import (
    CLIMBERS,
    DICE,
    HighRiskState,
    Phase,
    Position,
    Terms,
    winner,
)

VERSION = 1

_POSITIONS: Codec[Position] = Codec(Position)


def dump(position: Position) -> dict[str, Any]:
    """JSON-ready; terms come from the set-up."""
    return {"version": VERSION, **_POSITIONS.dump(position)}


def load(plain: Any, terms: Terms) -> HighRiskState:
    """Raises CorruptState for anything but a position that fits the terms."""
    version = plain.get("version") if isinstance(plain, dict) else None
    if type(version) is not int or version != VERSION:
        raise CorruptState(f"A High Risk position has 'version' {VERSION}.")
    position = _POSITIONS.load({k: v for k, v in plain.items() if k != "version"})
    ordered = tuple(tuple(sorted(zones, reverse=True)) for zones in position.climbers)
    state = HighRiskState(terms, replace(position, climbers=ordered))
    problem = _fault(state)
    if problem:
        raise CorruptState(f"This is no High Risk position: {problem}.")
    return state


def _fault(state: HighRiskState) -> str | None:
    terms, position = state.terms, state.position
    if len(position.climbers) != terms.seats:
        return f"'climbers' must hold {terms.seats} players"
    for seat, zones in enumerate(position.climbers):
        if len(zones) != CLIMBERS[terms.seats]:
            return f"player {seat} must have {CLIMBERS[terms.seats]} climbers"
        if not all(BASECAMP <= zone <= terms.mountain.summit for zone in zones):
            return f"the zones go from {BASECAMP} to {terms.mountain.summit}"
    if not 0 <= position.turn < terms.seats:
        return "the player at turn is not at the table"
    everybody = [zone for zones in position.climbers for zone in zones]
    crowded = [zone for zone in terms.mountain.cliffs if everybody.count(zone) > 1]
    if crowded:
        return f"zone {crowded[0]} is a cliff and holds more than one climber"
    return _dice_fault(position) or _end_fault(state)


def _dice_fault(position: Position) -> str | None:
    if min(position.ascension, position.weather) < 0:
        return "'ascension' and 'weather' cannot be negative"
    aside = position.ascension + position.weather
    match position.phase:
        case Phase.ROLL if aside >= DICE:
            return "no die is left to roll"
        case Phase.CHOOSE if not 0 < aside < DICE:
            return "there is a choice only while some dice are aside and some show Danger"
        case Phase.ADVANCE if not position.ascension or aside > DICE:
            return f"an advance needs a mountain aside, and at most {DICE} dice in all"
        case _:
            return None


def _end_fault(state: HighRiskState) -> str | None:
    summit, position = state.terms.mountain.summit, state.position
    finished = [seat for seat, zones in enumerate(position.climbers) if zones[-1] == summit]
    if len(finished) > 1:
        return "two players cannot both have finished"
    won = winner(state)
    fresh = position.phase is Phase.ROLL and not position.ascension + position.weather
    if won is not None and not (fresh and position.turn == won):
        return "in a finished match the winner is at turn, with no dice aside"
    return None
