"""How a turn of Roll & Wall runs on by itself.

Knows judging, climbing, failing, falling, landing, the end of a turn and the start of the
next. Refuses to know what is allowed (``legal``) and what tiles do (``tile_use``).

Each function gives the position and the events in order; it stops where a player has
something to decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.board import START, SpaceId, Wall
from companion.games.roll_and_wall.fall import catching_pitons
from companion.games.roll_and_wall.flags import COLOURS, Colour, between
from companion.games.roll_and_wall.handful import NO_DICE, Handful
from companion.games.roll_and_wall.phases import (
    Choosing,
    Cursing,
    Ending,
    Falling,
    Free,
    GivingUp,
    Made,
    Missed,
    Phase,
    Starting,
)
from companion.games.roll_and_wall.state import (
    Climber,
    Judged,
    Position,
    Terms,
    dice_left,
    dice_pool,
    is_final_round,
    is_over,
    mover,
    winners,
)
from companion.games.roll_and_wall.tiles import Tile
from companion.games.roll_and_wall.windows import (
    blank_is_failure,
    can_mend,
    can_throw_sand,
    climber_of,
    cursers,
    ending_tiles,
    enterable,
    falling_tiles,
    grabbable,
)

Outcome = tuple[Position, tuple[e.Event, ...]]

TWO_DICE = 2
"""Sand and wind each cost two dice."""


def judge(terms: Terms, before: Position, last: Judged) -> Outcome:
    """A throw for a space is judged, or judged again after shoes."""
    assert last.target is not None
    needed, best = terms.wall.spaces[last.target].number, last.best
    success = best >= needed
    judged = e.RollJudged(last.seat, spot(terms, last.target), success, best, needed)
    if success:
        return then(judged, succeed(terms, with_phase(before, Made(), last)))
    # A bar that was played before a doll is wasted when the repeated throw fails (D29).
    last = replace(last, bar=False) if last.bar else last
    after = with_phase(before, Missed(), last)
    if can_mend(terms, after):
        return after, (judged,)
    return then(judged, fail(terms, after))


def foresee(terms: Terms, before: Position, last: Judged) -> Outcome:
    """A crystal ball's throw lies there: a space may be chosen, where it enters one."""
    after = with_phase(before, Choosing(), last)
    return then(e.Foreseen(last.seat, last.best), settle_foreseen(terms, after))


def settle_foreseen(terms: Terms, before: Position) -> Outcome:
    """The mover chooses, unless the throw enters nothing and nothing is left to decide (D26)."""
    last = before.last
    assert last is not None
    if enterable(terms, before) or can_mend(terms, before):
        return before, ()
    if blank_is_failure(terms, before):
        return fail(terms, before)
    if climber_of(terms, before).space == START:
        return end_turn(terms, spent(before, last.dice))
    return before, ()


def succeed(terms: Terms, before: Position) -> Outcome:
    """The last throw is a success: dolls, then the energy bar, or by house rule the reverse."""
    bar_first = terms.house is not None and terms.house.bar_before_doll
    if not bar_first and cursers(terms, before, ()):
        return with_phase(before, Cursing(())), ()
    return offer_bar(terms, before)


def offer_bar(terms: Terms, before: Position) -> Outcome:
    """The mover may eat an energy bar, or use a grabber before moving away (D23)."""
    last = before.last
    assert last is not None
    after = before if isinstance(before.phase, Made) else with_phase(before, Made())
    held = before.climbers[last.seat].tiles
    bar = Tile.ENERGY_BAR in held and not last.bar
    grab = Tile.GRABBER in held and grabbable(terms, after)
    return (after, ()) if bar or grab else after_bar(terms, after)


def after_bar(terms: Terms, before: Position) -> Outcome:
    """The energy bar is decided."""
    if terms.house is not None and terms.house.bar_before_doll and cursers(terms, before, ()):
        return with_phase(before, Cursing(())), ()
    return climb(terms, before)


def climb(terms: Terms, before: Position) -> Outcome:
    """The pawn moves; its dice are set aside unless a bar brings them back."""
    last = before.last
    assert last is not None
    assert last.target is not None
    seat, climber, spots = last.seat, before.climbers[last.seat], _spots(terms.wall)
    happened: tuple[e.Event, ...] = (e.DiceReturned(seat, last.dice),) if last.bar else ()
    aside = before.aside if last.bar else before.aside.plus(last.dice)
    happened += (e.Moved(seat, spots[climber.space], spots[last.target]),)
    taken = _flags_passed(terms, before, climber, last.target)
    flags = climber.flags
    if taken:
        happened += tuple(e.FlagTaken(seat, colour) for colour in taken)
        flags = tuple(sorted((*flags, *taken)))
    moved = _at(climber, last.target, flags)
    climbers = changed(before.climbers, seat, moved)
    after = Position(before.turns, climbers, aside, Free(), last, before.advanced)
    if not terms.wall.spaces[last.target].summit:
        return after, happened
    if terms.house is not None and len(flags) < len(COLOURS):
        happened += (e.Stranded(seat),)
        return _and_then(happened, end_turn(terms, after))
    used = aside.total
    topped = with_climber(after, seat, replace(moved, topped_with=used))
    happened += (e.SummitReached(seat, used),)
    if not is_final_round(before):
        happened += (e.FinalRound(),)
    return _and_then(happened, end_turn(terms, topped))


def fail(terms: Terms, before: Position) -> Outcome:
    """The last throw has failed for good: its dice are set aside, and the climber falls."""
    last = before.last
    assert last is not None
    aside = before.aside.plus(last.dice)
    after = Position(before.turns, before.climbers, aside, Free(), last, before.advanced)
    if climber_of(terms, before).space != START:
        return fall(terms, after)
    failed = e.FailedOnGround(mover(terms, before), dice_left(terms, after).total)
    return then(failed, go_on(terms, after))


def fall(terms: Terms, before: Position) -> Outcome:
    """A climber falls; the dice of the throw are set aside already."""
    catching = catching_pitons(terms, climber_of(terms, before))
    if len(catching) > 1 or falling_tiles(terms, before):
        return with_phase(before, Falling()), ()
    return land(terms, before, catching[0] if catching else START)


def land(terms: Terms, before: Position, space: SpaceId, *, helmet: bool = False) -> Outcome:
    """The fall ends at an own piton or on the ground."""
    seat, climber = mover(terms, before), climber_of(terms, before)
    fell = e.Fell(seat, spot(terms, climber.space), spot(terms, space))
    after = with_climber(before, seat, _at(climber, space, climber.flags))
    if helmet:
        return then(fell, _with_helmet(terms, after))
    if space != START:
        return then(fell, end_turn(terms, after))
    return then(fell, then(e.TeaOwed(seat), end_turn(terms, after, tea=True)))


def hold_by_axe(terms: Terms, before: Position, ledge: SpaceId, *, helmet: bool) -> Outcome:
    """The axe stops the fall on a ledge and ends the turn, unless a helmet lifts that (D5)."""
    seat, climber = mover(terms, before), climber_of(terms, before)
    held = e.HeldByAxe(seat, spot(terms, climber.space), spot(terms, ledge))
    after = with_climber(before, seat, _at(climber, ledge, climber.flags))
    return then(held, _with_helmet(terms, after) if helmet else end_turn(terms, after))


def go_on(terms: Terms, before: Position) -> Outcome:
    """The turn goes on; on the ground with no dice there is nothing left in it (RW5)."""
    after = _free(before)
    if climber_of(terms, after).space == START and not dice_left(terms, after).total:
        return end_turn(terms, after)
    return after, ()


def _free(before: Position) -> Position:
    return before if isinstance(before.phase, Free) else with_phase(before, Free())


def end_turn(terms: Terms, before: Position, *, tea: bool = False) -> Outcome:
    """A turn ends; wind and quiet zone may still be played."""
    if ending_tiles(terms, before):
        return with_phase(before, Ending(tea)), ()
    return finish_turn(terms, before, tea=tea)


def finish_turn(terms: Terms, before: Position, *, tea: bool) -> Outcome:
    """A turn is over: tea is settled and the next player begins."""
    seat = mover(terms, before)
    climbers, climber = before.climbers, before.climbers[seat]
    if climber.tea != tea:
        climbers = changed(climbers, seat, _with_tea(climber, tea))
    turns, advanced = before.turns + 1, before.advanced
    if advanced is not None:
        quiet = advanced.quiet_until
        quiet = quiet if quiet is not None and quiet >= turns else None
        if advanced.lost.total or advanced.crystal_ball or quiet != advanced.quiet_until:
            advanced = replace(advanced, lost=NO_DICE, quiet_until=quiet, crystal_ball=False)
    after = Position(turns, climbers, NO_DICE, Free(), before.last, advanced)
    ended = e.TurnEnded(seat)
    if is_over(terms, after):
        return after, (ended, e.MatchEnded(winners(terms, after)))
    return then(ended, start_turn(terms, after))


def start_turn(terms: Terms, before: Position) -> Outcome:
    """The next player begins, with the chance to throw sand before anything else."""
    seat = mover(terms, before)
    started = e.TurnStarted(seat, before.climbers[seat].tea)
    if terms.house is None:
        return before, (started,)
    if can_throw_sand(terms, before):
        return with_phase(before, Starting()), (started,)
    return then(started, settle_penalty(terms, before))


def settle_penalty(terms: Terms, before: Position) -> Outcome:
    """The mover's dice for sand and wind are set aside (D41, D42)."""
    climber = climber_of(terms, before)
    if not climber.penalty:
        return _free(before), ()
    pool = dice_pool(terms, before)
    count = min(climber.penalty, pool.total)
    if pool.blue and count < pool.total:
        return with_phase(before, GivingUp(count)), ()
    return lose_dice(terms, before, pool if count == pool.total else Handful(count, 0))


def lose_dice(terms: Terms, before: Position, dice: Handful) -> Outcome:
    """These dice are lost for this turn."""
    seat, climber, advanced = mover(terms, before), climber_of(terms, before), before.advanced
    assert advanced is not None
    after = with_climber(before, seat, replace(climber, penalty=0))
    after = replace(after, advanced=replace(advanced, lost=dice))
    return then(e.DiceLost(seat, dice), go_on(terms, after))


def with_phase(before: Position, phase: Phase, last: Judged | None = None) -> Position:
    """The same position in another phase, with another last throw where one is given."""
    return Position(
        before.turns, before.climbers, before.aside, phase, last or before.last, before.advanced
    )


def with_climber(before: Position, seat: int, climber: Climber) -> Position:
    """The same position with another climber."""
    climbers = changed(before.climbers, seat, climber)
    return Position(
        before.turns, climbers, before.aside, before.phase, before.last, before.advanced
    )


def _at(climber: Climber, space: SpaceId, flags: tuple[Colour, ...]) -> Climber:
    """The climber in another space, perhaps with more flags."""
    return Climber(
        space,
        climber.pitons,
        climber.tiles,
        climber.tea,
        climber.topped_with,
        flags,
        climber.penalty,
    )


def _with_tea(climber: Climber, tea: bool) -> Climber:
    return Climber(
        climber.space,
        climber.pitons,
        climber.tiles,
        tea,
        climber.topped_with,
        climber.flags,
        climber.penalty,
    )


def changed(climbers: tuple[Climber, ...], seat: int, climber: Climber) -> tuple[Climber, ...]:
    """The climbers with one of them replaced."""
    return (*climbers[:seat], climber, *climbers[seat + 1 :])


def spent(before: Position, dice: Handful) -> Position:
    """The same position with more dice set aside."""
    aside = before.aside.plus(dice)
    return Position(
        before.turns, before.climbers, aside, before.phase, before.last, before.advanced
    )


def spot(terms: Terms, space: SpaceId) -> e.Spot:
    """A space as people call it."""
    return _spots(terms.wall)[space]


@lru_cache(maxsize=64)
def _spots(wall: Wall) -> Mapping[SpaceId, e.Spot]:
    return {number: e.Spot.of(space) for number, space in wall.spaces.items()}


def then(event: e.Event, outcome: Outcome) -> Outcome:
    """The outcome with an event before its own."""
    return outcome[0], (event, *outcome[1])


def _and_then(happened: tuple[e.Event, ...], outcome: Outcome) -> Outcome:
    return outcome[0], (*happened, *outcome[1])


def _with_helmet(terms: Terms, before: Position) -> Outcome:
    goes_on = e.GoesOn(mover(terms, before), dice_left(terms, before).total)
    return then(goes_on, go_on(terms, before))


def _flags_passed(
    terms: Terms, before: Position, climber: Climber, target: SpaceId
) -> tuple[Colour, ...]:
    """The colours that a move across an inner edge brings (RW22)."""
    if before.advanced is None:
        return ()
    passed = between(terms.wall, before.advanced.flags, climber.space, target)
    return tuple(colour for colour in dict.fromkeys(passed) if colour not in climber.flags)
