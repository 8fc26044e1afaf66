"""Why something may not be done while a match is being prepared.

Knows every refusal of the preparation. Refuses to know what the preparation does.
"""

from __future__ import annotations

from companion.dice import Rolled, is_face
from companion.games.phrases import dice_words
from companion.games.protocol import Refusal, Seat
from companion.games.roll_and_wall.actions import Action, Dealt, Discard, Keep, Packed, PlaceFlag
from companion.games.roll_and_wall.phases import (
    Dealing,
    Drafting,
    FirstRoll,
    FlagColour,
    FlagRoll,
    Packing,
)
from companion.games.roll_and_wall.preparation import awaited, choices
from companion.games.roll_and_wall.refuse_tiles import no
from companion.games.roll_and_wall.state import Position, Terms


def refuse_preparation(
    terms: Terms, position: Position, seat: Seat, action: Action
) -> Refusal | None:
    """Why that seat may not do that in this phase of the preparation."""
    seats, dice = awaited(terms, position)
    if isinstance(action, Rolled) and dice is not None and seat in seats:
        if action.spec != dice:
            expected, got = dice_words(dice), dice_words(action.spec)
            return no("wrong_dice", "rule 2", expected=expected, got=got)
        wrong = [die for die in action.dice if not is_face(die.kind, die.value)]
        if wrong:
            return no("no_such_face", "rule 2", kind=wrong[0].kind, value=wrong[0].value)
        return None
    if (seat, action) in choices(terms, position):
        return None
    return _reason(position, action, seat in seats)


def _reason(position: Position, action: Action, awaited_here: bool) -> Refusal:
    match position.phase, action:
        case FlagRoll(), _:
            return no("roll_for_flag", "RW25")
        case FlagColour(), PlaceFlag() if awaited_here:
            return no("colour_on_edge", "RW25")
        case FlagColour(), _:
            return no("choose_colour", "RW25")
        case FirstRoll(), _:
            return no("roll_for_first", "RW26")
        case Dealing(), Dealt() if awaited_here:
            return no("none_of_that_tile_left", "RW27")
        case Dealing(), Dealt():
            return no("hand_is_full", "RW27")
        case Dealing(), _:
            return no("deal_first", "RW27")
        case Drafting(), Keep() if awaited_here:
            return no("not_in_hand", "RW27")
        case Drafting(), Keep():
            return no("chosen_already", "RW27")
        case Drafting(), _:
            return no("draft_first", "RW27")
        case Packing(), Discard() if awaited_here:
            return no("not_among_yours", "RW28")
        case Packing(), Discard() | Packed() if not awaited_here:
            return no("packed_already", "RW28")
        case _:
            return no("pack_first", "RW28")
