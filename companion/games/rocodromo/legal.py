"""What may be done in Rocódromo now, and why not.

Knows every choice and the reason against everything else. Refuses to know what follows, and
never measures a climb: choices must not tell what nobody may measure yet.
"""

from __future__ import annotations

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
from companion.games.rocodromo.checking import heights_mm
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
from companion.games.rocodromo.wall import LENGTHS, Rope, Wall

Choices = tuple[tuple[Seat, Action], ...]


def legal_actions(state: RocodromoState) -> Choices:
    """Every choice of the player at turn; nobody else ever has one."""
    position = state.position
    seat = position.turn
    hand, hold = position.hands[seat], position.holds[seat]
    match position.phase:
        case Choosing():
            climbs = _starts(state) if hold is None else _declares(state)
            return _prepares(state) + climbs
        case Started():
            return _declares(state)
        case Climbed():
            return (*_declares(state), (seat, EndTurn()))
        case Declared(target, _):
            colour = state.terms.wall.colour(target)
            return tuple([(seat, ChooseRope(rope)) for rope in hand if rope.colour == colour])
        case JudgingClimb():
            return (seat, JudgeClimb(True)), (seat, JudgeClimb(False))
        case Consoling():
            return _prepares(state)
        case JudgingEnd():
            return (seat, JudgeEnd(True)), (seat, JudgeEnd(False))
        case Ended():
            return ()


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
    taken = state.position.holds
    found: list[int] = []
    for ladder in _ladders(state.terms.wall):
        empty = [(height, number) for height, number in ladder if number not in taken]
        found += [n for height, n in empty if height <= empty[0][0] + SAME_HEIGHT_MM]
    return tuple(sorted(found))


def destinations(state: RocodromoState) -> tuple[int, ...]:
    """The empty holds for whose colour a rope is in hand (RO6 to RO8)."""
    wall, position = state.terms.wall, state.position
    colours = tuple(dict.fromkeys([rope.colour for rope in position.hands[position.turn]]))
    taken = position.holds
    return tuple([number for number in _holds_in(wall, colours) if number not in taken])


def taken_rope(state: RocodromoState, action: Prepare) -> tuple[Rope, tuple[Rope, ...]]:
    """The rope that a legal ``Prepare`` takes, and those that it skips (RO2)."""
    ropes = available(state, action.colour, action.give_back)
    return ropes[action.skip], ropes[: action.skip]


def _starts(state: RocodromoState) -> Choices:
    seat, targets = state.position.turn, destinations(state)
    return tuple([(seat, StartOn(n)) for n in start_holds(state) if _leads_on(n, targets)])


def _declares(state: RocodromoState) -> Choices:
    told = _declaring(state.position.turn, len(state.terms.wall.holds))
    return tuple([told[number] for number in destinations(state)])


@lru_cache(maxsize=64)
def _declaring(seat: Seat, holds: int) -> Choices:
    return tuple((seat, Declare(number)) for number in range(holds))


def _prepares(state: RocodromoState) -> Choices:
    position = state.position
    seat = position.turn
    hand = position.hands[seat]
    returns: tuple[Rope | None, ...] = hand if len(hand) == MOST_ROPES else (None,)
    most = min(position.carabiners[seat], LENGTHS - 1)
    barred = position.phase.barred if isinstance(position.phase, Consoling) else None
    taken = taken_lengths(state)
    found: list[tuple[Seat, Action]] = []
    for given in returns:
        back = None if given is None else (given.colour, given.length)
        for colour in state.terms.wall.kit.ropes.colours:
            lengths, bars = taken.get(colour, 0), 0
            if barred is not None and barred.colour == colour:
                bars = 1 << barred.length
            if given is not None and given.colour == colour:
                lengths &= ~(1 << given.length)
                bars |= 0 if state.terms.same_rope_again else 1 << given.length
            found += _prepares_of(seat, colour, lengths, most, back, bars)
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _prepares_of(
    seat: Seat, colour: str, taken: int, most: int, back: tuple[str, int] | None, bars: int
) -> Choices:
    """The ropes of one colour that may be taken: the same few lists in every match.

    ``taken`` and ``bars`` are lengths as bits. ``back``: the rope that is given back, by what
    is hashed faster.
    """
    given = None if back is None else Rope(*back)
    return tuple(
        (seat, Prepare(colour, skip, given))
        for skip, rope in enumerate(left_over(colour, taken)[: most + 1])
        if not bars & 1 << rope.length
    )


@lru_cache(maxsize=64)
def _ladders(wall: Wall) -> tuple[tuple[tuple[float, int], ...], ...]:
    """For each tile of the first level the heights of its holds with their numbers, sorted."""
    heights = heights_mm(wall)
    return tuple(
        tuple(sorted((heights[n], n) for n, hold in enumerate(wall.holds) if hold.place == place))
        for place in range(len(wall.kit.layout.levels[0]))
    )


@lru_cache(maxsize=1024)
def _holds_in(wall: Wall, colours: tuple[str, ...]) -> tuple[int, ...]:
    """The holds of these colours."""
    return tuple(n for n in range(len(wall.holds)) if wall.colour(n) in colours)


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
    if isinstance(phase, Consoling) and rope == phase.barred:
        return True
    return rope == given and not state.terms.same_rope_again


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
    return None if _leads_on(hold, destinations(state)) else _no("no_destination", "RO7")


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


def _leads_on(start: int, targets: tuple[int, ...]) -> bool:
    """Whether there is a destination left for who stands there."""
    return bool(targets) and targets != (start,)


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
