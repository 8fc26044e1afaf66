"""Positions of Gipfelkraxler to JSON and back.

Knows the documented form and every fault of a position that somebody has written by hand.
Refuses to mend one, but for the order of ibexes and dice.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.errors import CorruptState
from companion.games.codec import Codec
from companion.games.gipfelkraxler.pushing import ROOM_FOR_OWN
from companion.games.gipfelkraxler.state import (
    ARRIVALS_TO_WIN,
    FRESH,
    IBEXES,
    ROLLS,
    Choosing,
    FreedSpace,
    IbexState,
    Phase,
    Position,
    Pushing,
    Rolling,
    Terms,
    winner,
)
from companion.games.gipfelkraxler.tasks import DICE, Dice

VERSION = 1

_POSITIONS: Codec[Position] = Codec(Position)


def dump(position: Position) -> dict[str, Any]:
    """JSON-ready; terms come from the set-up."""
    return {"version": VERSION, **_POSITIONS.dump(position)}


def load(plain: Any, terms: Terms) -> IbexState:
    """Raises CorruptState for anything but a position that fits the terms."""
    version = plain.get("version") if isinstance(plain, dict) else None
    if type(version) is not int or version != VERSION:
        raise CorruptState(f"A Gipfelkraxler position has 'version' {VERSION}.")
    position = _POSITIONS.load({k: v for k, v in plain.items() if k != "version"})
    herds = tuple(tuple(sorted(spaces)) for spaces in position.herds)
    state = IbexState(terms, replace(position, herds=herds, phase=_ordered(position.phase)))
    problem = _fault(state)
    if problem:
        raise CorruptState(f"This is no Gipfelkraxler position: {problem}.")
    return state


def _ordered(phase: Phase) -> Phase:
    match phase:
        case Rolling(rolls, kept):
            return Rolling(rolls, tuple(sorted(kept)))
        case Choosing(rolls, dice):
            return Choosing(rolls, tuple(sorted(dice)))
        case Pushing():
            return phase


def _fault(state: IbexState) -> str | None:
    terms, position = state.terms, state.position
    if len(position.herds) != terms.seats or len(position.arrivals) != terms.seats:
        return f"'herds' and 'arrivals' must each hold {terms.seats} players"
    if not 0 <= position.turn < terms.seats:
        return "the player at turn is not at the table"
    for seat, spaces in enumerate(position.herds):
        if len(spaces) != IBEXES:
            return f"player {seat} must have {IBEXES} ibexes"
        foreign = [space for space in spaces if space not in terms.graph.spaces]
        if foreign:
            return f"there is no space {foreign[0]}"
    return _phase_fault(state) or _room_fault(state) or _summit_fault(state)


def _phase_fault(state: IbexState) -> str | None:
    match state.position.phase:
        case Rolling(rolls, kept):
            if not 0 <= rolls < ROLLS:
                return f"'rolls' must be from 0 to {ROLLS - 1} before a roll"
            if len(kept) >= DICE or (kept and not rolls):
                return "at least one die is to be rolled, and in the first roll all are"
            return _dice_fault(kept)
        case Choosing(rolls, dice):
            if not 1 <= rolls <= ROLLS:
                return f"'rolls' must be from 1 to {ROLLS} after a roll"
            return f"{DICE} dice must lie" if len(dice) != DICE else _dice_fault(dice)
        case Pushing():
            return _push_fault(state, state.position.phase)


def _dice_fault(dice: Dice) -> str | None:
    return None if all(1 <= value <= 6 for value in dice) else "dice show 1 to 6"


def _push_fault(state: IbexState, phase: Pushing) -> str | None:
    graph, own = state.terms.graph, state.position.herds[state.position.turn]
    if phase.source not in graph.spaces or phase.freed not in graph.spaces:
        return "'source' and 'freed' must be spaces"
    if phase.source in (graph.start, graph.summit) or phase.freed == graph.summit:
        return "nobody is pushed up from the start or the summit"
    if graph.legs[phase.freed] >= graph.legs[phase.source] and not _leads(state, phase):
        return "the mover must have come from below"
    small = phase.source in graph.small
    if small and own.count(phase.source) != 2:
        return f"two own ibexes must stand on {phase.source}"
    if not small and own.count(phase.source) <= ROOM_FOR_OWN:
        return f"more than {ROOM_FOR_OWN} own ibexes must stand on {phase.source}"
    return None


def _leads(state: IbexState, phase: Pushing) -> bool:
    """Whether some way up leads from the space that was left to the crowded one."""
    above = state.terms.graph.above
    waiting, seen = [phase.freed], {phase.freed}
    while waiting:
        for target in above[waiting.pop()]:
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return phase.source in seen and phase.source != phase.freed


def _room_fault(state: IbexState) -> str | None:
    position = state.position
    everybody = [space for spaces in position.herds for space in spaces]
    for space in sorted(state.terms.graph.small):
        crowd = isinstance(position.phase, Pushing) and position.phase.source == space
        if everybody.count(space) > (2 if crowd else 1):
            return f"{space} is small and holds more than one ibex"
    phase = position.phase
    if isinstance(phase, Pushing) and phase.freed in state.terms.graph.small:
        taken = state.terms.freed_space is FreedSpace.TAKEN and phase.freed in everybody
        if taken:
            return f"{phase.freed} counts as taken until the turn ends, and must be empty"
    return None


def _summit_fault(state: IbexState) -> str | None:
    position, summit = state.position, state.terms.graph.summit
    if not all(0 <= n <= ARRIVALS_TO_WIN for n in position.arrivals):
        return f"'arrivals' must be from 0 to {ARRIVALS_TO_WIN}"
    if position.arrivals.count(ARRIVALS_TO_WIN) > 1:
        return "two players cannot both have won"
    there = [spaces.count(summit) for spaces in position.herds]
    won = winner(state)
    if any(there) != any(position.arrivals):
        return "once somebody has arrived, one ibex stands on the summit, and never before"
    for seat, n in enumerate(there):
        if n > position.arrivals[seat] or (n > 1 and seat != won):
            return "nobody stands on the summit without having arrived"
    if won is None:
        return "only one ibex stands on the summit" if sum(there) > 1 else None
    if there[won] != sum(there):
        return "at the end only the winner stands on the summit"
    if position.turn != won or position.phase != FRESH:
        return "in a finished match the winner is at turn, in a fresh turn"
    return None
