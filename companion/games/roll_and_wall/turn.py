"""What each action of Roll & Wall does.

Knows how a turn runs: throw, judge, tiles, move, fall, rest, next player. Refuses to know
what is allowed (``legal``): every action here is legal already.
"""

from __future__ import annotations

from dataclasses import replace

from companion.dice import Rolled
from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.actions import (
    AcceptFailure,
    Action,
    ChoosePiton,
    Declare,
    EndTurn,
    KeepEnergyBar,
    PlacePiton,
    Rest,
    StopAndFall,
    UseTile,
)
from companion.games.roll_and_wall.board import START, SpaceId
from companion.games.roll_and_wall.fall import catching_pitons
from companion.games.roll_and_wall.state import (
    Climber,
    Falling,
    Free,
    Handful,
    Judged,
    Made,
    Missed,
    Phase,
    Position,
    Terms,
    Throwing,
    Tile,
    dice_in_play,
    dice_left,
    is_final_round,
    is_over,
    mover,
    winners,
)

Outcome = tuple[Position, tuple[e.Event, ...]]


def apply(terms: Terms, before: Position, action: Action) -> Outcome:
    """The position after a legal action of the mover, and what happened in order."""
    match action:
        case Declare(target, white, blue):
            dice = Handful(white, blue)
            declared = e.Declared(mover(terms, before), _spot(terms, target), dice)
            return _with_phase(before, Throwing(target, dice)), (declared,)
        case Rolled():
            return _thrown(terms, before, action)
        case UseTile(tile):
            return _use(terms, before, tile)
        case AcceptFailure():
            return _fail(terms, before)
        case KeepEnergyBar():
            return _climb(terms, before, spend=dice_in_play(before))
        case PlacePiton():
            return _place_piton(terms, before)
        case Rest():
            space = terms.wall.spaces[_climber(terms, before).space]
            rested = e.Rested(mover(terms, before), e.Spot.of(space), space.ledge)
            return _then(rested, _end_turn(terms, before))
        case StopAndFall():
            return _fall(terms, before)
        case EndTurn():
            return _end_turn(terms, before)
        case ChoosePiton(caught_at):
            return _land(terms, before, caught_at)


def helpful_tiles(terms: Terms, position: Position) -> tuple[Tile, ...]:
    """The tiles that the mover holds and that could still mend the last, failed throw.

    Chalk always can; shoes only where they close the gap.
    """
    assert position.last is not None
    gap = terms.wall.spaces[position.last.target].number - position.last.best
    held = _climber(terms, position).tiles
    closing = (Tile.SHOES,) if gap <= 1 else ()
    return tuple(tile for tile in (Tile.CHALK, *closing) if tile in held)


def _thrown(terms: Terms, before: Position, rolled: Rolled) -> Outcome:
    phase = before.phase
    assert isinstance(phase, Throwing)
    return _judge(terms, before, Judged(mover(terms, before), phase.target, rolled, 0))


def _judge(terms: Terms, before: Position, last: Judged) -> Outcome:
    needed = terms.wall.spaces[last.target].number
    success = last.best >= needed
    target = _spot(terms, last.target)
    judged = e.RollJudged(last.seat, target, success, last.best, needed)
    after = _with_phase(before, Made() if success else Missed(), last)
    if success and Tile.ENERGY_BAR not in _climber(terms, after).tiles:
        return _then(judged, _climb(terms, after, spend=dice_in_play(after)))
    if not success and not helpful_tiles(terms, after):
        return _then(judged, _fail(terms, after))
    return after, (judged,)


def _use(terms: Terms, before: Position, tile: Tile) -> Outcome:
    seat, last = mover(terms, before), before.last
    assert last is not None
    climber = _climber(terms, before)
    kept = tuple(each for each in climber.tiles if each is not tile)
    after = _with_climber(before, seat, replace(climber, tiles=kept))
    used, dice = e.TileUsed(seat, tile), dice_in_play(before)
    match tile:
        case Tile.CHALK:
            return _with_phase(after, Throwing(last.target, dice)), (used,)
        case Tile.SHOES:
            return _then(used, _judge(terms, after, replace(last, shoes=last.shoes + 1)))
        case Tile.ENERGY_BAR:
            back = e.DiceReturned(seat, dice)
            return _then(used, _then(back, _climb(terms, after, spend=Handful())))


def _climb(terms: Terms, before: Position, spend: Handful) -> Outcome:
    seat, climber, last = mover(terms, before), _climber(terms, before), before.last
    assert last is not None
    spent = _spent(before, spend)
    moved = e.Moved(seat, _spot(terms, climber.space), _spot(terms, last.target))
    if not terms.wall.spaces[last.target].summit:
        after = _with_climber(spent, seat, replace(climber, space=last.target))
        return _with_phase(after, Free()), (moved,)
    used = spent.aside.total
    topped = _with_climber(spent, seat, replace(climber, space=last.target, topped_with=used))
    happened: tuple[e.Event, ...] = (moved, e.SummitReached(seat, used))
    if not is_final_round(before):
        happened += (e.FinalRound(),)
    after, later = _end_turn(terms, topped)
    return after, (*happened, *later)


def _fail(terms: Terms, before: Position) -> Outcome:
    spent = _with_phase(_spent(before, dice_in_play(before)), Free())
    if _climber(terms, before).space != START:
        return _fall(terms, spent)
    left = dice_left(terms, spent).total
    failed = e.FailedOnGround(mover(terms, before), left)
    return (spent, (failed,)) if left else _then(failed, _end_turn(terms, spent))


def _fall(terms: Terms, before: Position) -> Outcome:
    catching = catching_pitons(terms, _climber(terms, before))
    if len(catching) > 1:
        return _with_phase(before, Falling()), ()
    return _land(terms, before, catching[0] if catching else START)


def _land(terms: Terms, before: Position, space: SpaceId) -> Outcome:
    seat, climber = mover(terms, before), _climber(terms, before)
    fell = e.Fell(seat, _spot(terms, climber.space), _spot(terms, space))
    after = _with_climber(before, seat, replace(climber, space=space))
    if space != START:
        return _then(fell, _end_turn(terms, after))
    return _then(fell, _then(e.TeaOwed(seat), _end_turn(terms, after, tea=True)))


def _place_piton(terms: Terms, before: Position) -> Outcome:
    seat, climber = mover(terms, before), _climber(terms, before)
    pitons = tuple(sorted((*climber.pitons, climber.space)))
    left = terms.pitons[seat] - len(pitons)
    placed = e.PitonPlaced(seat, _spot(terms, climber.space), left)
    return _with_climber(before, seat, replace(climber, pitons=pitons)), (placed,)


def _end_turn(terms: Terms, before: Position, *, tea: bool = False) -> Outcome:
    seat = mover(terms, before)
    climber = _climber(terms, before)
    if climber.tea != tea:
        climber = replace(climber, tea=tea)
    climbers = _changed(before.climbers, seat, climber)
    after = Position(before.turns + 1, climbers, Handful(), Free(), before.last)
    ended = e.TurnEnded(seat)
    if is_over(terms, after):
        return after, (ended, e.MatchEnded(winners(terms, after)))
    following = mover(terms, after)
    return after, (ended, e.TurnStarted(following, after.climbers[following].tea))


def _spent(before: Position, dice: Handful) -> Position:
    old = before.aside
    aside = Handful(old.white + dice.white, old.blue + dice.blue)
    return Position(before.turns, before.climbers, aside, before.phase, before.last)


def _climber(terms: Terms, position: Position) -> Climber:
    return position.climbers[mover(terms, position)]


def _with_climber(before: Position, seat: int, climber: Climber) -> Position:
    climbers = _changed(before.climbers, seat, climber)
    return Position(before.turns, climbers, before.aside, before.phase, before.last)


def _changed(climbers: tuple[Climber, ...], seat: int, climber: Climber) -> tuple[Climber, ...]:
    return (*climbers[:seat], climber, *climbers[seat + 1 :])


def _with_phase(before: Position, phase: Phase, last: Judged | None = None) -> Position:
    return Position(before.turns, before.climbers, before.aside, phase, last or before.last)


def _spot(terms: Terms, space: SpaceId) -> e.Spot:
    return e.Spot.of(terms.wall.spaces[space])


def _then(event: e.Event, outcome: Outcome) -> Outcome:
    return outcome[0], (event, *outcome[1])
