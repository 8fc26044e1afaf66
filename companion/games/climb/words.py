"""Climb! in plain sentences.

Knows how prompts, refusals, events and choices are said. Refuses to know the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.climb import events as e
from companion.games.climb.actions import (
    AcceptFall,
    Action,
    CallFall,
    CardMoved,
    ChooseHand,
    ClimbAgain,
    Done,
    FingerDown,
    FingerUp,
    Finish,
    GiveUp,
    Overrule,
    PlaceCard,
    UseRoute,
)
from companion.games.climb.board import BASE, BESIDE, ENOUGH_HOLDS, SUMMIT, Finger, Place
from companion.games.climb.judging import has_begun
from companion.games.climb.refusals import REFUSALS, RULEBOOK
from companion.games.climb.rounds import at_turn, points_of_move, winners
from companion.games.climb.route import Side, count_holds
from companion.games.climb.state import (
    Attempt,
    Breach,
    Building,
    Climbing,
    ClimbState,
    Ended,
    Extending,
    Fault,
    Judging,
    Pausing,
    Readying,
)
from companion.games.phrases import count_words, join_names
from companion.games.protocol import Refusal, Seat

_SIDES: Mapping[Side, str] = {
    Side.LEFT: "on the left of",
    Side.ABOVE: "above",
    Side.RIGHT: "on the right of",
}
_TURNS = ("upright", "turned right", "upside down", "turned left")

PROMPTS: Mapping[str, str] = {
    "building": "a card is to be laid",
    "extending": "the ends of the route are to be swapped, and a card to be added",
    "readying": "the climber chooses a hand",
    "climbing": "the climb is observed",
    "judging": "a fall is called: let it stand or overrule it",
    "pausing": "climb again, or finish",
    "over": "the match is over",
}
"""What every code of prompt asks for."""

BREACHES: Mapping[Breach, str] = {
    Breach.NO_TOUCH: "no finger touches the table",
    Breach.WRONG_COLOUR: "a finger is in a hold of another colour",
    Breach.RETURNED: "a finger is back in a hold that it had left",
    Breach.CARD_MOVED: "a card of the route has moved",
    Breach.BESIDE: "a finger is beside the holds",
    Breach.BACK_TO_BASE: "a finger is back in the Base Camp",
    Breach.TWO_IN_ONE: "two fingers are in a hold for one",
    Breach.CLOSED_HOLD: "a finger is in a hold that another one had left",
    Breach.SUMMIT_TAKEN: "a second finger is in the Summit Zone",
    Breach.LIFT_MORE: "more than one finger stayed from the move before",
    Breach.SAME_REST: "the same finger rests as in the move before",
    Breach.REST_LIFTED: "the resting finger was lifted before the move was finished",
    Breach.HALF_DOUBLE: "a hold for two has only one finger in it",
}
"""What each breach is, as a clause."""


def prompt_text(state: ClimbState, names: Sequence[str]) -> str:
    """What is to be done now, as one sentence."""
    deck, position = state.terms.deck, state.position
    if isinstance(position.phase, Ended):
        return _ending(winners(state), names)
    name = names[at_turn(state)]
    match position.phase:
        case Building():
            holds = count_holds(deck, position.route)
            where = f"beside or above card {position.route[-1].card}" if holds else "above the Base"
            return f"{name}, lay a card {where}; the route has {holds} of {ENOUGH_HOLDS} holds."
        case Extending():
            first, last = position.route[0].card, position.route[-1].card
            return (
                f"{name}, swap the ends so that card {first} is the first and card {last} the"
                f" last, then lay one more card beside or above card {last}."
            )
        case Readying():
            return f"{name}, choose the hand that climbs."
        case Climbing(attempt):
            return _climbing_text(name, attempt)
        case Judging(_, fault, _):
            return f"{name} falls because {_clause(fault)}: let it stand, or overrule it?"
        case Pausing():
            return f"{name}, climb again or finish."


def refusal_text(refusal: Refusal) -> str:
    """Why not, what to do and where the rule stands, as one sentence."""
    facts: dict[str, Any] = {key: _fact(value) for key, value in refusal.data}
    sentence = REFUSALS.get(refusal.code, REFUSALS["unknown_action"]).format(**facts)
    place = RULEBOOK.get(refusal.rule)
    return f"{sentence[:-1]} (rulebook: {place})." if place else sentence


def event_text(event: e.Event, names: Sequence[str]) -> str:
    """What happened, as one sentence."""
    match event:
        case e.CardLaid(seat, card, _, holds):
            return f"{names[seat]} lays card {card}; the route has {_holds(holds)}."
        case e.RouteUsed(seat, name, holds):
            return f"{names[seat]} builds the route {name} with {_holds(holds)}."
        case e.SummitPlaced(card):
            return f"The Summit lies above card {card}."
        case e.EndsSwapped(seat, first, last):
            return (
                f"Cards {first} and {last} change places, now first and last;"
                f" {names[seat]} begins the next round."
            )
        case e.HandChosen(seat, hand):
            return f"{names[seat]} climbs with the {hand.value} hand."
        case e.FingerPlaced(seat, finger, place):
            return f"{names[seat]} puts {_finger(finger)} {place_words(place)}."
        case e.FingerLifted(seat, finger, place):
            return f"{names[seat]} lifts {_finger(finger)}, which was {place_words(place)}."
        case e.ShiftMeasured(_, card, tenths_mm, moved):
            meaning = "it has moved" if moved else "too little to count"
            return f"Card {card} lies {tenths_mm / 10:.1f} mm from its place: {meaning}."
        case e.MoveFinished(seat, fingers, points, total):
            return (
                f"{names[seat]} has {fingers} fingers on the table:"
                f" {count_words(points, 'point', 'points')}, {total} in all."
            )
        case e.Noticed(seat, fault):
            return f"Judges, look at {names[seat]}: {_clause(fault)}."
        case e.FallCalled(seat, fault, judge):
            who = "The referee" if judge is None else names[judge]
            return f"{who} calls a fall of {names[seat]}: {_clause(fault)}."
        case e.Overruled(judge, seat, fault):
            return f"{names[judge]} overrules the call ({_clause(fault)}): {names[seat]} climbs on."
        case e.Fell(seat, breach, points):
            return f"{names[seat]} falls, because {BREACHES[breach]}, with {_points(points)}."
        case e.GaveUp(seat, points):
            return f"{names[seat]} gives up with {_points(points)}."
        case e.SummitReached(seat, points):
            return f"{names[seat]} reaches the Summit with {_points(points)}."
        case e.TurnStarted(seat):
            return f"{names[seat]} climbs next."
        case e.MatchEnded(seats, points):
            return f"{_ending(seats, names)[:-1]} with {_points(points)}."


def action_text(action: Action) -> str:
    """A choice as a short label."""
    match action:
        case PlaceCard(card, side, turn):
            way = _TURNS[turn] if turn in range(4) else "turned"
            return f"Card {card} {side.value}, {way}"
        case UseRoute(name):
            return f"Build the route {name}"
        case ChooseHand(hand):
            return f"{hand.value.capitalize()} hand"
        case FingerDown(finger, place):
            return f"{finger.value.capitalize()} {place_words(place)}"
        case FingerUp(finger):
            return f"{finger.value.capitalize()} up"
        case CardMoved(card, tenths_mm):
            return f"Card {card} moved {tenths_mm / 10:.1f} mm"
        case Done():
            return "Done"
        case GiveUp():
            return "Give up"
        case CallFall(rule):
            return f"Fall: {BREACHES[Breach(rule.value)]}"
        case AcceptFall():
            return "Let it stand"
        case Overrule():
            return "Overrule"
        case ClimbAgain():
            return "Climb again"
        case Finish():
            return "Finish"


def place_words(place: Place) -> str:
    """A place as people say it: ``in hold 4a``."""
    words = {
        BASE: "in the Base Camp",
        SUMMIT: "in the Summit Zone",
        BESIDE: "beside the holds",
    }
    return words.get(place, f"in hold {place}")


def _climbing_text(name: str, attempt: Attempt) -> str:
    if not has_begun(attempt):
        return f"{name}, put one finger in the Base Camp."
    if attempt.placed:
        fingers = len(attempt.down)
        worth = _points(points_of_move(fingers))
        return f"{name}, go on, or say done: {fingers} fingers are worth {worth}."
    if len(attempt.down) > 1:
        rested = " or ".join(map(_finger, attempt.last_rest))
        other = f", not {rested}" if rested else ""
        return f"{name}, lift all fingers but one{other}."
    return f"{name}, place one to four more fingers."


def _clause(fault: Fault) -> str:
    words = BREACHES[fault.breach]
    if fault.breach is Breach.NO_TOUCH:
        return words
    if fault.finger is not None and fault.place is not None:
        return f"{words} ({_finger(fault.finger)} {place_words(fault.place)})"
    if fault.card is not None and fault.tenths_mm is not None:
        return f"{words} (card {fault.card}, by {fault.tenths_mm / 10:.1f} mm)"
    return words


def _fact(value: object) -> object:
    return _finger(value).removeprefix("the ") if isinstance(value, Finger) else value


def _finger(finger: Finger) -> str:
    return "the thumb" if finger is Finger.THUMB else f"the {finger.value} finger"


def _holds(holds: int) -> str:
    return count_words(holds, "hold", "holds")


def _points(points: int) -> str:
    return count_words(points, "point", "points")


def _ending(seats: Sequence[Seat], names: Sequence[str]) -> str:
    people = join_names([names[seat] for seat in seats])
    verb = "wins" if len(seats) == 1 else "share the glory"
    return f"The match is over: {people} {verb}."
