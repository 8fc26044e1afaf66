"""Decks, routes and climbs written down shortly, for the tests.

Knows a small deck of its own and the practice deck. Refuses to know any rule.

The small deck has one card for each sort of hold; its holds are called like ``1a``:
1 thumb, ring, little (the example's holds); 2 middle and index; 4 one hold for middle or ring
and one for the little finger; 6 one hold for index and middle and one for the ring finger;
7 to 42 one for each finger in turn.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.games.climb.actions import (
    Action,
    ChooseHand,
    Done,
    FingerDown,
    FingerUp,
    Hand,
    PlaceCard,
)
from companion.games.climb.board import Deck, Finger, Place, Placed, Route
from companion.games.climb.game import Climb
from companion.games.climb.route import Side
from companion.games.climb.state import Attempt, Climbing, ClimbState, Readying
from companion.games.protocol import OptionValue, Refusal, Seat, Setup
from tests.games.walking import board_of

GAME = Climb()
LUCY, RALPH, MONICA = Seat(0), Seat(1), Seat(2)
NAMES = ("Lucy", "Ralph", "Monica", "Alex", "Ann")
COLOURS = ("black", "blue", "green", "yellow", "red")
T, I, M, R, L = Finger  # noqa: E741 - thumb, index, middle, ring, little

_HOLDS: dict[int, list[tuple[str, ...]]] = {
    1: [("black",), ("yellow",), ("red",)],
    2: [("green",), ("blue",)],
    3: [("black",), ("green",)],
    4: [("green", "yellow"), ("red",)],
    5: [("blue",), ("yellow",)],
    6: [("blue", "green"), ("yellow",)],
}


def hold(x_mm: float, colours: tuple[str, ...], border: str) -> dict[str, Any]:
    """A hold as a board file has it."""
    return {
        "x_mm": x_mm,
        "y_mm": 30.0,
        "width_mm": 16.0,
        "height_mm": 16.0,
        "shape": "round",
        "border": border,
        "colours": list(colours),
    }


def plain_deck() -> dict[str, Any]:
    """The small deck as a parsed file, to be damaged at will."""
    cards = []
    for number in range(1, 43):
        holds = _HOLDS.get(number, [(COLOURS[number % 5],)])
        border = {1: "single", 2: "double" if number == 6 else "either"}
        cards.append(
            {
                "number": number,
                "holds": [
                    hold(10.0 + 20.0 * i, colours, border[len(colours)])
                    for i, colours in enumerate(holds)
                ],
            }
        )
    route = [{"card": n, "column": 0, "row": i, "turn": 0} for i, n in enumerate((1, 2, 3, 4, 5))]
    return {
        "game": "climb",
        "format": 1,
        "title": "Small deck",
        "card_mm": 60.0,
        "gap_mm": 40.0,
        "cards": cards,
        "routes": [{"name": "Chimney", "cards": route, "target": 17}],
    }


SMALL: Deck = GAME.parse_board(plain_deck(), "small")


def damaged_deck(**changes: Any) -> dict[str, Any]:
    """The small deck as a parsed file with other values at the top."""
    return {**copy.deepcopy(plain_deck()), **changes}


def start(seats: int = 2, first: Seat = LUCY, deck: Deck = SMALL, **options: Any) -> ClimbState:
    """A fresh match."""
    return GAME.initial(Setup(seats, tuple(options.items()), deck, first))


def practice() -> Deck:
    """The practice deck."""
    deck = board_of(GAME)
    assert isinstance(deck, Deck)
    return deck


def chimney(*cards: int) -> Route:
    """Cards one above the other, upright."""
    return tuple(Placed(card, 0, row, 0) for row, card in enumerate(cards))


ROUTE = chimney(1, 2, 3, 4, 5, 6)
"""3 + 2 + 2 + 2 + 2 + 2 = 13 holds."""


def climbing(
    *actions: Action | str, seats: int = 2, route: Route = ROUTE, **options: Any
) -> ClimbState:
    """Lucy climbs with the right hand; texts are observations as ``seen`` reads them."""
    fresh = start(seats, **options)
    position = replace(fresh.position, route=route, phase=Readying())
    state = GAME.apply(replace(fresh, position=position), LUCY, ChooseHand(Hand.RIGHT)).state
    return after(state, *actions)


def seen(text: str) -> Action:
    """``T base`` thumb down, ``-T`` thumb up, ``done``."""
    letters = dict(zip("TIMRL", Finger, strict=True))
    if text == "done":
        return Done()
    if text.startswith("-"):
        return FingerUp(letters[text[1]])
    finger, place = text.split()
    return FingerDown(letters[finger], Place(place))


def after(state: ClimbState, *actions: Action | str, seat: Seat = LUCY) -> ClimbState:
    """The state when that seat has done all that."""
    for action in actions:
        state = done(state, action, seat)[0]
    return state


def done(
    state: ClimbState, action: Action | str, seat: Seat = LUCY
) -> tuple[ClimbState, tuple[Any, ...]]:
    """The state and the events when that seat does that; it must also be listed."""
    taken = seen(action) if isinstance(action, str) else action
    assert (seat, GAME.listed_for(state, taken)) in GAME.legal_actions(state)
    step = GAME.apply(state, seat, taken)
    return step.state, step.events


def refused(state: ClimbState, action: Action | str, seat: Seat = LUCY) -> Refusal:
    """Why that seat may not do that; it must be refused and not be listed."""
    taken = seen(action) if isinstance(action, str) else action
    refusal = GAME.refusal(state, seat, taken)
    assert refusal is not None
    assert (seat, GAME.listed_for(state, taken)) not in GAME.legal_actions(state)
    assert GAME.refusal_text(refusal)[-1] == "."
    return refusal


def attempt_of(state: ClimbState) -> Attempt:
    """The attempt under way."""
    phase = state.position.phase
    assert isinstance(phase, Climbing)
    return phase.attempt


def laid(state: ClimbState, *cards: int) -> ClimbState:
    """Whoever is at turn lays these cards one above the other."""
    for card in cards:
        (seat,) = GAME.prompt(state).seats
        state = GAME.apply(state, seat, PlaceCard(card, Side.ABOVE, 0)).state
    return state


def as_setup(state: ClimbState, **options: OptionValue) -> Setup:
    """The set-up of a match on the small deck."""
    return Setup(state.terms.seats, tuple(options.items()), state.terms.deck, state.terms.first)


Spec = tuple[str, ...]
"""A hold in letters: ``("T",)`` single, ``("M", "R")`` either, ``("I", "M", "&")`` double."""


def deck_of(specs: Sequence[Spec]) -> Deck:
    """The small deck, but with one of these holds on each of its first cards."""
    plain = plain_deck()
    plain["routes"] = []
    colours = dict(zip("TIMRL", COLOURS, strict=True))
    for card, spec in zip(plain["cards"], specs, strict=False):
        letters = [letter for letter in spec if letter != "&"]
        border = "double" if "&" in spec else "single" if len(letters) == 1 else "either"
        names = tuple(colours[letter] for letter in letters)
        card["holds"] = [{**hold(30.0, names, border)}]
    return GAME.parse_board(plain, "made up")
