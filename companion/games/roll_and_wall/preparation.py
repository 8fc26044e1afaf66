"""Getting an advanced match ready: flags, first player, deal, draft, packing.

Knows what may be done in each phase of the preparation and what it does. Refuses to know
luck: dice and dealt tiles come in as actions.

Flags and colours are entered by the seat that the set-up names first; everybody rolls,
enters the own tiles, drafts and packs for themselves, the last three in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from companion.dice import DiceSpec, Rolled, throws
from companion.games.protocol import Seat
from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.actions import (
    Action,
    Dealt,
    Discard,
    Keep,
    Packed,
    PlaceFlag,
)
from companion.games.roll_and_wall.backpack import Shape, pack
from companion.games.roll_and_wall.board import START, FlagPlace
from companion.games.roll_and_wall.flags import Colour, Flag, colours_left, slots
from companion.games.roll_and_wall.flow import Outcome, start_turn, then, with_phase
from companion.games.roll_and_wall.handful import BLUE, WHITE, Handful
from companion.games.roll_and_wall.phases import (
    Dealing,
    Drafting,
    FirstRoll,
    FlagColour,
    FlagRoll,
    Free,
    Packing,
    Tiles,
)
from companion.games.roll_and_wall.state import (
    Advanced,
    Climber,
    Position,
    Terms,
    pitons_owned,
)
from companion.games.roll_and_wall.tiles import Tile, in_order, without

HAND = 4
"""Tiles dealt to each player, and tiles that each keeps."""

FLAG_DIE = DiceSpec.of({BLUE: 1})
FIRST_DICE = DiceSpec.of({WHITE: 3})

Choices = tuple[tuple[Seat, Action], ...]

V = TypeVar("V")


def beginning(terms: Terms) -> Position:
    """The position before the first flag is placed."""
    climber = Climber(START, (), (), tea=False, topped_with=None)
    advanced = Advanced(terms.first, (), (), Handful(), None, False)
    return Position(0, (climber,) * terms.seats, Handful(), FlagRoll(), None, advanced)


def awaited(terms: Terms, position: Position) -> tuple[tuple[Seat, ...], DiceSpec | None]:
    """Who must do something, and with which dice."""
    match position.phase:
        case FlagRoll():
            return (terms.first,), FLAG_DIE
        case FlagColour():
            return (terms.first,), None
        case FirstRoll(contenders, totals):
            return (contenders[len(totals)],), FIRST_DICE
        case Dealing(hands):
            return _seats(len(hand) < HAND for hand in hands), None
        case Drafting(_, _, chosen):
            return _seats(tile is None for tile in chosen), None
        case Packing(_, done):
            return _seats(not finished for finished in done), None
        case _:
            return (), None


def choices(terms: Terms, position: Position) -> Choices:
    """Every choice of the preparation, throws included."""
    seats, dice = awaited(terms, position)
    if dice is not None:
        return tuple((seats[0], rolled) for rolled in throws(dice))
    found: list[tuple[Seat, Action]] = []
    for seat in seats:
        found += [(seat, action) for action in _choices_of(terms, position, seat)]
    return tuple(found)


def left_in_stack(terms: Terms, position: Position) -> Counter[Tile]:
    """The tiles that are not dealt yet, by kind: what a dealer may still deal."""
    assert terms.house is not None
    assert isinstance(position.phase, Dealing)
    dealt = Counter(tile for hand in position.phase.hands for tile in hand)
    return Counter(dict(terms.house.stack)) - dealt


def next_to_be_dealt(terms: Terms, position: Position) -> Seat:
    """Whose tile a dealer deals next: one round after another, from the first player on."""
    assert isinstance(position.phase, Dealing)
    assert position.advanced is not None
    hands, first = position.phase.hands, position.advanced.first
    seats = [Seat((first + i) % terms.seats) for i in range(terms.seats)]
    return min(seats, key=lambda seat: len(hands[seat]))


def shapes_of(terms: Terms, tiles: Tiles) -> tuple[Shape, ...] | None:
    """The shapes of these tiles, None where the board does not say."""
    assert terms.house is not None
    if terms.house.shapes is None:
        return None
    known = dict(terms.house.shapes)
    return tuple(known[tile] for tile in tiles)


def fits(terms: Terms, tiles: Tiles) -> bool:
    """Whether the tiles are proven to fit into a backpack; True where nobody knows."""
    shapes = shapes_of(terms, tiles)
    return shapes is None or pack(shapes) is not None


def apply(terms: Terms, before: Position, seat: Seat, action: Action) -> Outcome:
    """The position after a legal action of the preparation."""
    phase = before.phase
    match action, phase:
        case Rolled(), FlagRoll():
            return _flag_rolled(terms, before, int(action.values[0]))
        case PlaceFlag(colour), FlagColour(number):
            return _flag_placed(terms, before, number, colour)
        case Rolled(), FirstRoll():
            return _first_rolled(terms, before, phase, seat, sum(map(int, action.values)))
        case Dealt(tile), Dealing(hands):
            return _dealt(terms, before, hands, seat, tile)
        case Keep(tile), Drafting():
            return _kept(terms, before, phase, seat, tile)
        case Discard(tile), Packing(kept, done):
            left = _swapped(kept, seat, without(kept[seat], tile))
            finished = terms.house is not None and terms.house.shapes is not None
            done = _swapped(done, seat, finished and fits(terms, left[seat]))
            discarded = e.TileDiscarded(seat, tile)
            return then(discarded, _packed(terms, before, Packing(left, done)))
        case Packed(), Packing(kept, done):
            return _packed(terms, before, Packing(kept, _swapped(done, seat, True)))
        case _:
            raise ValueError(f"{action!r} is no action of this preparation")


def _choices_of(terms: Terms, position: Position, seat: Seat) -> tuple[Action, ...]:
    match position.phase:
        case FlagColour():
            assert position.advanced is not None
            edge, _ = slots()[len(position.advanced.flags)]
            return tuple(map(PlaceFlag, colours_left(position.advanced.flags, edge)))
        case Dealing():
            return tuple(Dealt(tile) for tile in sorted(left_in_stack(terms, position)))
        case Drafting(hands, _, _):
            return tuple(Keep(tile) for tile in dict.fromkeys(hands[seat]))
        case Packing(kept, _):
            discards = tuple(Discard(tile) for tile in dict.fromkeys(kept[seat]))
            known = terms.house is not None and terms.house.shapes is not None
            return discards if known else (Packed(), *discards)
        case _:
            return ()


def _flag_rolled(terms: Terms, before: Position, number: int) -> Outcome:
    """The place is known; the last colour of an edge needs no choice."""
    assert before.advanced is not None
    rolled = e.FlagNumberRolled(number)
    colours = colours_left(before.advanced.flags, slots()[len(before.advanced.flags)][0])
    if len(colours) == 1:
        return then(rolled, _flag_placed(terms, before, number, colours[0]))
    return with_phase(before, FlagColour(number)), (rolled,)


def _flag_placed(terms: Terms, before: Position, number: int, colour: Colour) -> Outcome:
    advanced = before.advanced
    assert advanced is not None
    edge, section = slots()[len(advanced.flags)]
    flag = Flag(FlagPlace(edge, section, number), colour)
    after = replace(before, advanced=replace(advanced, flags=(*advanced.flags, flag)))
    everybody = tuple(Seat(i) for i in range(terms.seats))
    ready = len(advanced.flags) + 1 == len(slots())
    phase = FirstRoll(everybody, ()) if ready else FlagRoll()
    return with_phase(after, phase), (e.FlagPlaced(flag),)


def _first_rolled(
    terms: Terms, before: Position, phase: FirstRoll, seat: Seat, total: int
) -> Outcome:
    totals = (*phase.totals, total)
    rolled = e.FirstRolled(seat, total)
    if len(totals) < len(phase.contenders):
        return with_phase(before, FirstRoll(phase.contenders, totals)), (rolled,)
    pairs = zip(phase.contenders, totals, strict=True)
    best = tuple(each for each, n in pairs if n == max(totals))
    assert terms.house is not None
    assert before.advanced is not None
    if len(best) > 1 and not terms.house.seat_order_breaks_ties:
        return with_phase(before, FirstRoll(best, ())), (rolled, e.FirstTied(best))
    advanced = replace(before.advanced, first=best[0])
    after = replace(before, phase=Dealing(((),) * terms.seats), advanced=advanced)
    return after, (rolled, e.FirstFound(best[0]))


def _dealt(
    terms: Terms, before: Position, hands: tuple[Tiles, ...], seat: Seat, tile: Tile
) -> Outcome:
    hands = _swapped(hands, seat, in_order((*hands[seat], tile)))
    dealt = e.TileDealt(seat)
    if any(len(hand) < HAND for hand in hands):
        return with_phase(before, Dealing(hands)), (dealt,)
    nothing: tuple[Tiles, ...] = ((),) * terms.seats
    return with_phase(before, Drafting(hands, nothing, (None,) * terms.seats)), (dealt,)


def _kept(terms: Terms, before: Position, phase: Drafting, seat: Seat, tile: Tile) -> Outcome:
    chosen = _swapped(phase.chosen, seat, tile)
    kept_one = e.TileKept(seat)
    picks = [tile for tile in chosen if tile is not None]
    if len(picks) < terms.seats:
        return with_phase(before, Drafting(phase.hands, phase.kept, chosen)), (kept_one,)
    kept = tuple(in_order((*old, new)) for old, new in zip(phase.kept, picks, strict=True))
    rests = [without(hand, new) for hand, new in zip(phase.hands, picks, strict=True)]
    # To the player on the left: clockwise, to the next seat.
    hands = tuple(rests[i - 1] for i in range(terms.seats))
    happened = (kept_one, e.HandsPassed())
    if len(hands[0]) > 1:
        return with_phase(before, Drafting(hands, kept, (None,) * terms.seats)), happened
    kept = tuple(in_order((*old, *last)) for old, last in zip(kept, hands, strict=True))
    known = terms.house is not None and terms.house.shapes is not None
    done = tuple(known and fits(terms, tiles) for tiles in kept)
    after, later = _packed(terms, before, Packing(kept, done))
    return after, (*happened, *later)


def _packed(terms: Terms, before: Position, phase: Packing) -> Outcome:
    """The match begins when everybody's backpack is packed."""
    if not all(phase.done):
        return with_phase(before, phase), ()
    assert before.advanced is not None
    climbers = tuple(
        replace(climber, tiles=tiles)
        for climber, tiles in zip(before.climbers, phase.kept, strict=True)
    )
    after = replace(
        before,
        climbers=climbers,
        phase=Free(),
        advanced=replace(before.advanced, packed=phase.kept),
    )
    packed = tuple(
        e.BackpackPacked(Seat(i), tiles, pitons_owned(terms, after, i))
        for i, tiles in enumerate(phase.kept)
    )
    after, later = start_turn(terms, after)
    return after, (*packed, *later)


def _swapped(old: tuple[V, ...], seat: int, new: V) -> tuple[V, ...]:
    return (*old[:seat], new, *old[seat + 1 :])


def _seats(acting: Iterable[bool]) -> tuple[Seat, ...]:
    return tuple(Seat(i) for i, yes in enumerate(acting) if yes)
