"""What each action of Roll & Wall does.

Knows which part of the rules carries an action out. Refuses to know what is allowed
(``legal``): every action here is legal already.
"""

from __future__ import annotations

from dataclasses import replace

from companion.dice import Rolled
from companion.games.protocol import Seat
from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall import preparation
from companion.games.roll_and_wall.actions import (
    AcceptFailure,
    AcceptFall,
    Action,
    BeginTurn,
    ChooseLedge,
    ChoosePiton,
    Dealt,
    Declare,
    Discard,
    EndTurn,
    Enter,
    FinishTurn,
    GiveUp,
    Grab,
    Keep,
    KeepEnergyBar,
    Packed,
    PlaceFlag,
    PlacePiton,
    Rest,
    Spare,
    StopAndFall,
    ThrowFirst,
    UseTile,
)
from companion.games.roll_and_wall.board import START
from companion.games.roll_and_wall.fall import catching_pitons
from companion.games.roll_and_wall.flow import (
    Outcome,
    after_bar,
    climb,
    end_turn,
    fail,
    fall,
    finish_turn,
    foresee,
    hold_by_axe,
    judge,
    land,
    lose_dice,
    offer_bar,
    settle_penalty,
    spent,
    spot,
    succeed,
    then,
    with_phase,
)
from companion.games.roll_and_wall.handful import handful
from companion.games.roll_and_wall.phases import (
    Choosing,
    ChoosingLedge,
    Cursing,
    Ending,
    Falling,
    Free,
    Throwing,
)
from companion.games.roll_and_wall.state import Judged, Position, Terms, is_preparing, mover
from companion.games.roll_and_wall.tile_use import grab, place_piton, use
from companion.games.roll_and_wall.windows import climber_of, cursers


def apply(terms: Terms, before: Position, seat: Seat, action: Action) -> Outcome:
    """The position after a legal action of that seat, and what happened in order."""
    match action:
        case Rolled():
            if is_preparing(before):
                return preparation.apply(terms, before, seat, action)
            return _thrown(terms, before, action)
        case Declare(target, white, blue):
            dice = handful(white, blue)
            declared = e.Declared(seat, spot(terms, target), dice)
            return with_phase(before, Throwing(target, dice)), (declared,)
        case PlaceFlag() | Dealt() | Keep() | Discard() | Packed():
            return preparation.apply(terms, before, seat, action)
        case ThrowFirst(white, blue):
            dice = handful(white, blue)
            return with_phase(before, Throwing(None, dice)), (e.ThrownFirst(seat, dice),)
        case Enter(target):
            assert before.last is not None
            entered = replace(before.last, target=target)
            judged = e.RollJudged(
                seat, spot(terms, target), True, entered.best, terms.wall.spaces[target].number
            )
            return then(judged, succeed(terms, with_phase(before, Choosing(), entered)))
        case UseTile(tile):
            return use(terms, before, seat, tile)
        case Grab(colour):
            return grab(terms, before, colour)
        case AcceptFailure():
            return fail(terms, before)
        case KeepEnergyBar():
            return after_bar(terms, before)
        case Spare():
            return _spare(terms, before, seat)
        case PlacePiton():
            return place_piton(terms, before)
        case Rest() | StopAndFall() | EndTurn():
            return _stop(terms, before, action)
        case AcceptFall():
            return _land(terms, before)
        case ChoosePiton(space):
            assert isinstance(before.phase, Falling)
            return land(terms, before, space, helmet=before.phase.helmet)
        case ChooseLedge(space):
            assert isinstance(before.phase, ChoosingLedge)
            return hold_by_axe(terms, before, space, helmet=before.phase.helmet)
        case BeginTurn():
            return settle_penalty(terms, with_phase(before, Free()))
        case GiveUp(white, blue):
            return lose_dice(terms, before, handful(white, blue))
        case FinishTurn():
            assert isinstance(before.phase, Ending)
            return finish_turn(terms, before, tea=before.phase.tea)


def _thrown(terms: Terms, before: Position, rolled: Rolled) -> Outcome:
    phase = before.phase
    assert isinstance(phase, Throwing)
    last = Judged(
        mover(terms, before), phase.target, rolled, phase.shoes, phase.talisman, phase.bar
    )
    return foresee(terms, before, last) if phase.target is None else judge(terms, before, last)


def _spare(terms: Terms, before: Position, seat: Seat) -> Outcome:
    phase = before.phase
    assert isinstance(phase, Cursing)
    assert terms.house is not None
    spared = tuple(sorted((*phase.spared, seat)))
    if cursers(terms, before, spared):
        return with_phase(before, Cursing(spared)), ()
    return climb(terms, before) if terms.house.bar_before_doll else offer_bar(terms, before)


def _stop(terms: Terms, before: Position, action: Rest | StopAndFall | EndTurn) -> Outcome:
    """The turn ends by choice; dice thrown with a crystal ball are set aside first."""
    after = before
    if isinstance(before.phase, Choosing):
        assert before.last is not None
        after = spent(before, before.last.dice)
    after = with_phase(after, Free())
    if isinstance(action, StopAndFall):
        return fall(terms, after)
    if isinstance(action, EndTurn):
        return end_turn(terms, after)
    space = terms.wall.spaces[climber_of(terms, after).space]
    rested = e.Rested(mover(terms, after), e.Spot.of(space), space.ledge)
    return then(rested, end_turn(terms, after))


def _land(terms: Terms, before: Position) -> Outcome:
    assert isinstance(before.phase, Falling)
    catching = catching_pitons(terms, climber_of(terms, before))
    return land(terms, before, catching[0] if catching else START, helmet=before.phase.helmet)
