"""What may be done in Rocódromo now, and why not.

Knows every choice and the reason against everything else. Refuses to know what follows, and
never measures a climb: choices must not tell what nobody may measure yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from companion.games.protocol import Refusal, Seat
from companion.games.rocodromo.actions import (
    Action,
    ChooseRope,
    Declare,
    EndTurn,
    JudgeClimb,
    JudgeEnd,
    Prepare,
    StartOn,
)
from companion.games.rocodromo.checking import height_mm
from companion.games.rocodromo.state import (
    MOST_ROPES,
    SAME_HEIGHT_MM,
    Choosing,
    Climbed,
    Consoling,
    Declared,
    Ended,
    JudgingClimb,
    JudgingEnd,
    Phase,
    RocodromoState,
    Started,
    available,
    left_over,
    taken_lengths,
)
from companion.games.rocodromo.wall import LENGTHS, Rope

Choices = tuple[tuple[Seat, Action], ...]


def legal_actions(state: RocodromoState) -> Choices:
    """Every choice of the player at turn; nobody else ever has one."""
    seat = state.position.turn
    return tuple([(seat, action) for action in _choices(state)])


def refusal(state: RocodromoState, seat: Seat, action: Action) -> Refusal | None:
    """Why not; the action is well formed."""
    position = state.position
    if isinstance(position.phase, Ended):
        return _no("over", "RO21")
    if type(seat) is not int or not 0 <= seat < state.terms.seats:
        return _no("no_such_seat", "table")
    if seat != position.turn:
        return _no("not_your_turn", "turn", seat=position.turn)
    match action, position.phase:
        case Prepare(), Choosing() | Consoling():
            return _refuse_prepare(state, action)
        case StartOn(hold), Choosing():
            return _refuse_start(state, hold)
        case Declare(hold), Choosing() | Started() | Climbed():
            return _refuse_declare(state, hold)
        case ChooseRope(rope), Declared(hold, _):
            return _refuse_rope(state, rope, hold)
        case (JudgeClimb(), JudgingClimb()) | (JudgeEnd(), JudgingEnd()) | (EndTurn(), Climbed()):
            return None
        case _:
            return _out_of_turn(position.phase, action)


def start_holds(state: RocodromoState) -> tuple[int, ...]:
    """The lowest empty hold of each tile of the first level; equal ones are all named (RO17)."""
    wall, taken = state.terms.wall, set(state.position.holds)
    found: list[int] = []
    for place in range(len(wall.kit.layout.levels[0])):
        empty = [
            number
            for number, hold in enumerate(wall.holds)
            if hold.place == place and number not in taken
        ]
        if empty:
            lowest = min(height_mm(wall, number) for number in empty)
            found += [n for n in empty if height_mm(wall, n) <= lowest + SAME_HEIGHT_MM]
    return tuple(sorted(found))


def destinations(state: RocodromoState, start: int | None = None) -> tuple[int, ...]:
    """The empty holds for whose colour a rope is in hand (RO6 to RO8); ``start`` is taken."""
    wall, position = state.terms.wall, state.position
    colours = {rope.colour for rope in position.hands[position.turn]}
    taken = {*position.holds, start}
    return tuple(
        number
        for number in range(len(wall.holds))
        if number not in taken and wall.colour(number) in colours
    )


def taken_rope(state: RocodromoState, action: Prepare) -> tuple[Rope, tuple[Rope, ...]]:
    """The rope that a legal ``Prepare`` takes, and those that it skips (RO2)."""
    ropes = available(state, action.colour, action.give_back)
    return ropes[action.skip], ropes[: action.skip]


def _choices(state: RocodromoState) -> Iterator[Action]:
    position = state.position
    hand, hold = position.hands[position.turn], position.holds[position.turn]
    match position.phase:
        case Choosing():
            yield from _prepares(state)
            if hand and hold is None:
                yield from (StartOn(each) for each in start_holds(state) if _leads_on(state, each))
            elif hand:
                yield from map(Declare, destinations(state))
        case Started():
            yield from map(Declare, destinations(state))
        case Climbed():
            yield from map(Declare, destinations(state))
            yield EndTurn()
        case Declared(target, _):
            colour = state.terms.wall.colour(target)
            yield from (ChooseRope(rope) for rope in hand if rope.colour == colour)
        case JudgingClimb():
            yield from (JudgeClimb(True), JudgeClimb(False))
        case Consoling():
            yield from _prepares(state)
        case JudgingEnd():
            yield from (JudgeEnd(True), JudgeEnd(False))
        case Ended():
            return


def _prepares(state: RocodromoState) -> list[Prepare]:
    position = state.position
    hand = position.hands[position.turn]
    returns: tuple[Rope | None, ...] = hand if len(hand) == MOST_ROPES else (None,)
    most = min(position.carabiners[position.turn], LENGTHS - 1)
    barred = position.phase.barred if isinstance(position.phase, Consoling) else None
    again = state.terms.same_rope_again
    taken = taken_lengths(state)
    found: list[Prepare] = []
    for given in returns:
        for colour in state.terms.wall.kit.ropes.colours:
            lengths = taken.get(colour, 0)
            if given is not None and given.colour == colour:
                lengths &= ~(1 << given.length)
            found += _prepares_of(colour, lengths, most, given, barred, again)
    return found


@lru_cache(maxsize=1 << 14)
def _prepares_of(
    colour: str, taken: int, most: int, given: Rope | None, barred: Rope | None, again: bool
) -> tuple[Prepare, ...]:
    """The ropes of one colour that may be taken: the same few lists in every match."""
    return tuple(
        Prepare(colour, skip, given)
        for skip, rope in enumerate(left_over(colour, taken)[: most + 1])
        if not _barred(rope, given, barred, again)
    )


def _refuse_prepare(state: RocodromoState, action: Prepare) -> Refusal | None:
    position = state.position
    hand, given = position.hands[position.turn], action.give_back
    if action.colour not in state.terms.wall.kit.ropes.colours:
        return _no("no_such_colour", "RO2")
    if given is None and len(hand) == MOST_ROPES:
        return _no("give_back_first", "RO4", most=MOST_ROPES)
    if given is not None and len(hand) < MOST_ROPES:
        return _no("keep_your_ropes", "RO4", most=MOST_ROPES)
    if given is not None and given not in hand:
        return _no("not_in_hand", "RO4")
    ropes = available(state, action.colour, given)
    if not ropes:
        return _no("colour_used_up", "RO5", colour=action.colour)
    if not 0 <= action.skip < len(ropes):
        return _no("no_such_rope", "RO2", colour=action.colour, left=len(ropes))
    if action.skip > position.carabiners[position.turn]:
        have = position.carabiners[position.turn]
        return _no("too_few_carabiners", "RO2", needed=action.skip, have=have)
    rope = ropes[action.skip]
    if _is_barred(state, rope, given):
        code, rule = ("same_rope", "RO4") if rope == given else ("just_used", "RO13")
        return _no(code, rule)
    return None


def _is_barred(state: RocodromoState, rope: Rope, given: Rope | None) -> bool:
    phase = state.position.phase
    barred = phase.barred if isinstance(phase, Consoling) else None
    return _barred(rope, given, barred, state.terms.same_rope_again)


def _barred(rope: Rope, given: Rope | None, barred: Rope | None, again: bool) -> bool:
    return rope == barred or (rope == given and not again)


def _refuse_start(state: RocodromoState, hold: int) -> Refusal | None:
    wall, position = state.terms.wall, state.position
    if position.holds[position.turn] is not None:
        return _no("already_on_wall", "RO17")
    if not position.hands[position.turn]:
        return _no("no_rope", "RO18")
    if not 0 <= hold < len(wall.holds):
        return _no("no_such_hold", "wall", last=len(wall.holds))
    if wall.holds[hold].place >= len(wall.kit.layout.levels[0]):
        return _no("not_first_level", "RO17")
    if hold in position.holds:
        return _no("occupied", "RO17")
    if hold not in start_holds(state):
        return _no("not_lowest", "RO17")
    return None if _leads_on(state, hold) else _no("no_destination", "RO7")


def _refuse_declare(state: RocodromoState, hold: int) -> Refusal | None:
    wall, position = state.terms.wall, state.position
    hand, mine = position.hands[position.turn], position.holds[position.turn]
    if not hand:
        return _no("no_rope", "RO18")
    if mine is None:
        return _no("start_first", "RO17")
    if not 0 <= hold < len(wall.holds):
        return _no("no_such_hold", "wall", last=len(wall.holds))
    if hold == mine:
        return _no("already_there", "RO6")
    if hold in position.holds:
        return _no("occupied", "RO6")
    if wall.colour(hold) not in {rope.colour for rope in hand}:
        return _no("no_rope_of_colour", "RO7", colour=wall.colour(hold))
    return None


def _refuse_rope(state: RocodromoState, rope: Rope, target: int) -> Refusal | None:
    position, colour = state.position, state.terms.wall.colour(target)
    if rope not in position.hands[position.turn]:
        return _no("not_in_hand", "RO6")
    return None if rope.colour == colour else _no("other_colour", "RO6", colour=colour)


def _leads_on(state: RocodromoState, start: int) -> bool:
    return bool(destinations(state, start))


def _out_of_turn(phase: Phase, action: Action) -> Refusal:
    """The thing to be done now, for an action of another moment."""
    match phase:
        case Choosing() | Ended():
            code, rule = ("prepare_or_climb", "turn")
        case Started():
            code, rule = ("declare_first", "RO17")
        case Climbed():
            code, rule = ("climb_or_end", "RO12")
        case Declared():
            code, rule = ("choose_rope_first", "RO6")
        case JudgingClimb():
            code, rule = ("judge_climb_first", "RO9")
        case Consoling():
            code, rule = ("take_rope_first", "RO13")
        case JudgingEnd():
            code, rule = ("measure_first", "RO20")
    if isinstance(action, ChooseRope) and isinstance(phase, Choosing | Started | Climbed):
        code, rule = ("declare_before_rope", "RO6")
    return _no(code, rule)


def _no(code: str, rule: str, **facts: Any) -> Refusal:
    return Refusal(code, rule, tuple(facts.items()))
