"""Free roll in plain sentences.

Knows how prompts, refusals, events and choices are said. Refuses to know the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.dice import Rolled
from companion.games.free_roll.rules import is_over, winners
from companion.games.free_roll.state import (
    Action,
    DiceChosen,
    Event,
    FreeRollState,
    MatchEnded,
    Order,
    PassTurn,
    SetDice,
    Stop,
    TakeTurn,
    Thrown,
    TurnStarted,
)
from companion.games.phrases import dice_words, join_names
from companion.games.protocol import Refusal, Seat

PROMPTS: Mapping[str, str] = {
    "throw": "throw the awaited dice",
    "choose_dice": "choose the dice, for none are chosen",
    "over": "nothing; the match has ended",
}
"""What every code of prompt asks for."""

REFUSALS: Mapping[str, str] = {
    "over": "This match is over; start a new one.",
    "no_such_seat": "Nobody sits there; choose one of the players at the table.",
    "unknown_action": "That cannot be done in free roll; choose one of the actions on offer.",
    "not_your_turn": "Another player has the dice; wait for your turn.",
    "in_turn_only": "In this match the dice go round; wait until they come to you.",
    "already_yours": "You already have the dice; throw them.",
    "unknown_dice": "There is no kind of die called {kind}; choose from {known}.",
    "too_many_of_a_kind": "Choose from 0 to {most} dice of one kind.",
    "too_many_dice": "At most {most} dice fit in one throw; put some away first.",
    "same_dice": "The number of {kind} dice is {count} already; throw them.",
    "no_dice_chosen": "No dice are chosen yet; choose some before you throw.",
    "wrong_dice": "Throw {expected}, not {got}.",
    "no_such_face": "A {kind} has no face {value}; enter what the die shows.",
}


def prompt_text(state: FreeRollState, names: Sequence[str]) -> str:
    """What is to be done now, as one sentence."""
    if is_over(state):
        return _ending(winners(state), names)
    roller, dice = names[state.position.roller], state.position.dice
    if not dice.total:
        return f"{roller}, choose the dice that you want to throw."
    if state.terms.order is Order.ANYONE:
        return f"{roller}, throw {dice_words(dice)}, or let somebody else take the dice."
    return f"{roller}, throw {dice_words(dice)}, or pass."


def refusal_text(refusal: Refusal) -> str:
    """Why not and what to do, as one sentence."""
    template = REFUSALS.get(refusal.code, REFUSALS["unknown_action"])
    return template.format(**dict(refusal.data))


def event_text(event: Event, names: Sequence[str]) -> str:
    """What happened, as one sentence."""
    match event:
        case DiceChosen(seat, dice):
            return f"{names[seat]} will throw {dice_words(dice)}."
        case Thrown(seat, rolled, gained, total):
            shown = ", ".join(str(v) for v in rolled.values)
            return f"{names[seat]} threw {shown}: {gained} more, {total} in all."
        case TurnStarted(seat):
            return f"The dice go to {names[seat]}."
        case MatchEnded(seats):
            return _ending(seats, names)


def action_text(action: Action) -> str:
    """A choice as a short label."""
    match action:
        case SetDice(kind, count):
            return f"{count} × {kind}"
        case Rolled():
            return "Threw " + ", ".join(str(v) for v in action.values)
        case PassTurn():
            return "Pass"
        case TakeTurn():
            return "Take the dice"
        case Stop():
            return "End the match"


def _ending(seats: tuple[Seat, ...], names: Sequence[str]) -> str:
    if not seats:
        return "The match is over."
    people = join_names([names[seat] for seat in seats])
    return f"The match is over: {people} {'wins' if len(seats) == 1 else 'share the win'}."
