"""What a page needs to show a match of Climb!.

Knows the JSON-ready form of a state; nothing in this game is hidden. Refuses to know how
it is drawn.
"""

from __future__ import annotations

from typing import Any

from companion.games.climb.actions import FingerDown
from companion.games.climb.board import SUMMIT, Deck, Finger, Hold, Level, Route
from companion.games.climb.judging import fault_of, has_begun
from companion.games.climb.layout import Box, laid_out
from companion.games.climb.legal import spare_cards
from companion.games.climb.rounds import (
    at_turn,
    climber,
    judges,
    points_of,
    points_of_move,
    round_number,
    score_of,
    scores,
    winners,
)
from companion.games.climb.route import count_holds, holds_on, open_sides
from companion.games.climb.state import (
    ROUNDS,
    Attempt,
    Building,
    Climbing,
    ClimbState,
    Ended,
    Extending,
    Fault,
    Judging,
)


def view(state: ClimbState) -> dict[str, Any]:
    """The whole match. Places by their names; points and boxes in mm, y down."""
    terms, position = state.terms, state.position
    over = isinstance(position.phase, Ended)
    return {
        "game": "climb",
        "phase": type(position.phase).__name__.lower(),
        "turn": None if over else at_turn(state),
        "judges": [] if over else list(judges(terms, position)),
        "judge_mode": terms.judge.value,
        "round": round_number(state),
        "rounds": None if terms.free_solo else ROUNDS,
        "starter": position.starter,
        "holds": count_holds(terms.deck, position.route),
        "route": route_view(terms.deck, position.route),
        "laying": _laying(state),
        "attempt": _attempt(state),
        "verdict": _verdict(state),
        "players": _players(state),
        "over": over,
        "winners": list(winners(state)),
    }


def route_view(deck: Deck, route: Route) -> dict[str, Any]:
    """The route alone, ready to be drawn; without a card only the Base card."""
    layout = laid_out(deck, route)
    return {
        "title": deck.title,
        "note": deck.note,
        "size_mm": list(layout.size_mm),
        "base_mm": list(layout.base_mm),
        "camp_mm": list(layout.camp_mm),
        "zone_mm": _box(layout.zone_mm),
        "summit_mm": _box(layout.summit_mm),
        "cards": [
            {
                "card": placed.card,
                "level": Level.of(placed.card).value,
                "column": placed.column,
                "row": placed.row,
                "turn": placed.turn,
                "box_mm": list(box),
            }
            for placed, box in layout.cards
        ],
        "holds": [
            {
                **_hold(laid.hold),
                "centre_mm": list(laid.centre_mm),
                "width_mm": laid.width_mm,
                "height_mm": laid.height_mm,
                "turn_deg": laid.turn_deg,
            }
            for laid in layout.holds
        ],
    }


def card_view(deck: Deck, number: int) -> dict[str, Any]:
    """One card as it lies upright, for choosing it."""
    return {
        "card": number,
        "level": Level.of(number).value,
        "size_mm": deck.card_mm,
        "holds": [
            {
                **_hold(hold),
                "centre_mm": list(hold.centre_mm),
                "width_mm": hold.width_mm,
                "height_mm": hold.height_mm,
                "turn_deg": 0,
            }
            for hold in deck.cards[number].holds
        ],
    }


def _hold(hold: Hold) -> dict[str, Any]:
    return {
        "place": hold.place,
        "shape": hold.shape.value,
        "border": hold.border.value,
        "colours": [colour.value for colour in hold.colours],
        "fingers": [finger.value for finger in hold.fingers],
    }


def _box(box: Box | None) -> list[float] | None:
    return None if box is None else list(box)


def _laying(state: ClimbState) -> dict[str, Any] | None:
    terms, position = state.terms, state.position
    if not isinstance(position.phase, Building | Extending):
        return None
    return {
        "sides": [side.value for side in open_sides(position.route)],
        "cards": [card_view(terms.deck, n) for n in spare_cards(terms, position.route)],
        "saved_routes": [
            {"name": saved.name, "target": saved.target} for saved in terms.deck.routes.values()
        ]
        if not position.route
        else [],
    }


def _attempt(state: ClimbState) -> dict[str, Any] | None:
    phase = state.position.phase
    if not isinstance(phase, Climbing | Judging):
        return None
    attempt = phase.attempt
    fingers = len(attempt.down)
    return {
        "seat": climber(state.terms, state.position),
        "hand": attempt.hand.value,
        "begun": has_begun(attempt),
        "down": [{"finger": f.value, "place": p} for f, p in attempt.down],
        "placed": [finger.value for finger in attempt.placed],
        "may_not_rest": [finger.value for finger in attempt.last_rest],
        "left": [{"place": place, "finger": finger.value} for place, finger in attempt.left],
        "moves": [{"fingers": n, "points": points_of_move(n)} for n in attempt.moves],
        "points": points_of(attempt.moves),
        "worth_now": points_of_move(fingers) if attempt.placed and fingers > 1 else 0,
        "at_summit": any(place == SUMMIT for _, place in attempt.down),
        "open": _open(state, attempt),
        "notices": [_fault(fault) for fault in attempt.notices],
    }


def _open(state: ClimbState, attempt: Attempt) -> list[dict[str, Any]]:
    """Where each lifted finger may go without a breach."""
    if not has_begun(attempt):
        return []
    places = (SUMMIT, *holds_on(state.terms.deck, state.position.route))
    down = dict(attempt.down)
    return [
        {"finger": finger.value, "place": place}
        for finger in Finger
        if finger not in down
        for place in places
        if fault_of(state, attempt, FingerDown(finger, place)) is None
    ]


def _verdict(state: ClimbState) -> dict[str, Any] | None:
    match state.position.phase:
        case Judging(_, fault, judge):
            return {**_fault(fault), "judge": judge}
        case _:
            return None


def _fault(fault: Fault) -> dict[str, Any]:
    return {
        "breach": fault.breach.value,
        "finger": None if fault.finger is None else fault.finger.value,
        "place": fault.place,
        "card": fault.card,
        "shift_mm": None if fault.tenths_mm is None else fault.tenths_mm / 10,
    }


def _players(state: ClimbState) -> list[dict[str, Any]]:
    totals = scores(state)
    return [
        {
            "seat": seat,
            "total": totals[seat],
            "attempts": [
                {
                    "hand": result.hand.value,
                    "moves": list(result.moves),
                    "points": score_of(state.terms, result),
                    "summit": result.summit,
                    "breach": None if result.breach is None else result.breach.value,
                }
                for result in state.position.results
                if result.seat == seat
            ],
        }
        for seat in range(state.terms.seats)
    ]
