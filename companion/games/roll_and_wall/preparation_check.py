"""Whether the advanced part of a loaded position can stand on a table.

Knows what must hold for flags, tiles and each phase of the preparation. Refuses to know how
a position came about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games.roll_and_wall.board import FLAG_NUMBERS
from companion.games.roll_and_wall.flags import Flag, colours_left, slots
from companion.games.roll_and_wall.handful import WHITE_DICE, Handful
from companion.games.roll_and_wall.phases import (
    Dealing,
    Drafting,
    FirstRoll,
    FlagColour,
    FlagRoll,
    Packing,
    Tiles,
)
from companion.games.roll_and_wall.preparation import HAND, beginning, fits
from companion.games.roll_and_wall.state import Advanced, Position, Terms, is_preparing
from companion.games.roll_and_wall.tiles import in_order

THREE_DICE = range(3, 19)


def advanced_fault(terms: Terms, position: Position) -> str | None:
    """What cannot be in the advanced part of a position; None for the basic variant."""
    advanced = position.advanced
    if advanced is None or terms.house is None:
        same = advanced is None and terms.house is None
        return None if same else "it is of another variant than the set-up"
    if not 0 <= advanced.first < terms.seats:
        return "the first player does not sit at the table"
    fault = _flags_fault(advanced.flags)
    if fault:
        return fault
    if is_preparing(position):
        return _untouched_fault(terms, position, advanced) or _phase_fault(terms, position)
    if len(advanced.flags) < len(slots()):
        return "flags are missing on the wall"
    return _packed_fault(terms, advanced.packed) or _turn_fault(terms, position, advanced)


def _flags_fault(flags: tuple[Flag, ...]) -> str | None:
    if len(flags) > len(slots()):
        return "there are more than six flags"
    for i, flag in enumerate(flags):
        place = flag.place
        if (place.edge, place.section) != slots()[i] or place.number not in FLAG_NUMBERS:
            return "the flags are not one in each section, from top to bottom and left to right"
        if flag.colour not in colours_left(flags[:i], place.edge):
            return "a colour is twice on one edge"
    return None


def _packed_fault(terms: Terms, packed: tuple[Tiles, ...]) -> str | None:
    if len(packed) != terms.seats or any(len(tiles) > HAND for tiles in packed):
        return "every backpack holds up to four tiles"
    if not all(fits(terms, tiles) for tiles in packed):
        return "tiles do not fit into a backpack"
    return _stack_fault(terms, packed)


def _stack_fault(terms: Terms, hands: Iterable[Tiles]) -> str | None:
    assert terms.house is not None
    hands = tuple(hands)
    if any(tiles != in_order(tiles) for tiles in hands):
        return "tiles are not in the order of their names"
    used = Counter(tile for tiles in hands for tile in tiles)
    if used - Counter(dict(terms.house.stack)):
        return "there are more tiles of a kind than in the box"
    return None


def _turn_fault(terms: Terms, position: Position, advanced: Advanced) -> str | None:
    lost, quiet = advanced.lost, advanced.quiet_until
    if not 0 <= lost.white <= WHITE_DICE or not 0 <= lost.blue <= 1:
        return "more dice are lost than there are"
    if quiet is not None and not position.turns <= quiet <= position.turns + terms.seats:
        return "the quiet zone is over or lasts longer than a round"
    return None


def _untouched_fault(terms: Terms, position: Position, advanced: Advanced) -> str | None:
    start = beginning(terms)
    fresh = (start.turns, start.climbers, start.aside, start.last)
    if (position.turns, position.climbers, position.aside, position.last) != fresh:
        return "the match is being prepared, so nobody has moved yet"
    if (advanced.packed, advanced.lost, advanced.quiet_until) != ((), Handful(), None):
        return "the match is being prepared, so nothing is in force yet"
    if advanced.crystal_ball:
        return "the match is being prepared, so no crystal ball is in use"
    placing = isinstance(position.phase, FlagRoll | FlagColour)
    if placing != (len(advanced.flags) < len(slots())):
        return "flags are placed first, and exactly six"
    return None


def _phase_fault(terms: Terms, position: Position) -> str | None:
    assert position.advanced is not None
    flags = position.advanced.flags
    match position.phase:
        case FlagColour(number):
            if number not in FLAG_NUMBERS:
                return "a flag goes to a number from 1 to 4"
            edge, _ = slots()[len(flags)]
            one = len(colours_left(flags, edge)) < 2
            return "the last colour of an edge needs no choice" if one else None
        case FirstRoll(contenders, totals):
            return _first_fault(terms, tuple(contenders), totals)
        case Dealing(hands):
            sizes = [len(hand) for hand in hands]
            if len(hands) != terms.seats or max(sizes) > HAND or min(sizes) == HAND:
                return "four tiles are being dealt to each player, and some are missing"
            return _stack_fault(terms, hands)
        case Drafting():
            return _draft_fault(terms, position.phase)
        case Packing(kept, done):
            return _packing_fault(terms, kept, done)
        case _:
            return None


def _first_fault(terms: Terms, contenders: tuple[int, ...], totals: tuple[int, ...]) -> str | None:
    known = all(0 <= seat < terms.seats for seat in contenders)
    if not known or len(contenders) < 2 or list(contenders) != sorted(set(contenders)):
        return "those who roll for first player are not different players in order"
    if len(totals) >= len(contenders) or any(total not in THREE_DICE for total in totals):
        return "the totals for first player are not those of three dice, with one missing"
    return None


def _draft_fault(terms: Terms, phase: Drafting) -> str | None:
    parts = (phase.hands, phase.kept, phase.chosen)
    if any(len(part) != terms.seats for part in parts):
        return "the draft needs a hand, kept tiles and a choice for each player"
    taken = len(phase.kept[0])
    if taken > HAND - 2 or any(len(tiles) != taken for tiles in phase.kept):
        return "all players have kept equally many tiles"
    if any(len(hand) != HAND - taken for hand in phase.hands):
        return "a hand and kept tiles are four together"
    pairs = zip(phase.chosen, phase.hands, strict=True)
    if any(tile is not None and tile not in hand for tile, hand in pairs):
        return "a chosen tile is not in the hand"
    if None not in phase.chosen:
        return "all have chosen, so the hands are passed on"
    return _stack_fault(terms, (*phase.kept, *phase.hands)) or _stack_fault(terms, phase.kept)


def _packing_fault(terms: Terms, kept: tuple[Tiles, ...], done: tuple[bool, ...]) -> str | None:
    assert terms.house is not None
    if len(kept) != terms.seats or len(done) != terms.seats or all(done):
        return "packing needs kept tiles of each player, and somebody who is not finished"
    if any(len(tiles) > HAND for tiles in kept):
        return "nobody keeps more than four tiles"
    pairs = zip(kept, done, strict=True)
    if terms.house.shapes is not None and any(
        fits(terms, tiles) != ready for tiles, ready in pairs
    ):
        return "exactly those whose tiles fit are finished"
    return _stack_fault(terms, kept)
