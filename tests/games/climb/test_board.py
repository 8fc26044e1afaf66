"""Decks: the practice deck, and every fault in a player's words."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from companion.errors import BoardError
from companion.games.climb.board import Border, Colour, Finger, Level
from companion.games.climb.solver import best_line
from companion.games.protocol import Setup
from tests.games.climb.routes import GAME, SMALL, damaged_deck, hold, plain_deck, practice

Damage = Callable[[dict[str, Any]], object]


def faults(damage: Damage) -> tuple[str, ...]:
    """What is wrong with the small deck after some damage."""
    plain = copy.deepcopy(plain_deck())
    damage(plain)
    with pytest.raises(BoardError) as caught:
        GAME.parse_board(plain, "mine")
    assert all(fault[-1] == "." for fault in caught.value.faults)
    return caught.value.faults


def card(plain: dict[str, Any], number: int) -> dict[str, Any]:
    """That card of the file."""
    found: dict[str, Any] = plain["cards"][number - 1]
    return found


def test_the_practice_deck_is_whole_and_keeps_to_what_the_rulebook_says_of_two_cards() -> None:
    deck = practice()
    assert list(deck.cards) == list(range(1, 43))
    assert "Practice" in deck.title
    assert "invented" in deck.note
    either = next(h for h in deck.cards[4].holds if h.border is Border.EITHER)
    assert either.fingers == (Finger.MIDDLE, Finger.RING)
    double = next(h for h in deck.cards[6].holds if h.border is Border.DOUBLE)
    assert double.fingers == (Finger.INDEX, Finger.MIDDLE)


def test_the_practice_deck_has_every_colour_and_border_and_smaller_holds_on_harder_cards() -> None:
    holds = [h for each in practice().cards.values() for h in each.holds]
    assert {colour for h in holds for colour in h.colours} == set(Colour)
    assert {h.border for h in holds} == set(Border)
    heights = [
        [
            h.height_mm
            for n, each in practice().cards.items()
            for h in each.holds
            if Level.of(n) is level
        ]
        for level in Level
    ]
    assert min(heights[0]) > max(heights[1]) > min(heights[1]) > max(heights[2])


def test_fourteen_cards_are_of_each_level() -> None:
    levels = [Level.of(number) for number in range(1, 43)]
    assert levels == [Level.BEGINNER] * 14 + [Level.INTERMEDIATE] * 14 + [Level.EXPERT] * 14


def test_the_saved_practice_routes_can_be_climbed() -> None:
    routes = practice().routes
    assert len(routes) >= 2
    for saved in routes.values():
        line = best_line(practice(), saved.cards)
        assert line is not None
        assert saved.target == line.points


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda p: p.update(game="chess"), "'game' must be one of climb"),
        (lambda p: p.update(format=2), "'format' must be a whole number"),
        (lambda p: p.pop("title"), "'title' is missing"),
        (lambda p: p.update(card_mm=5), "'card_mm' must be a length of at least 20 mm"),
        (lambda p: p.update(gap_mm="wide"), "'gap_mm' must be a length"),
        (lambda p: p.update(extra=1), "'extra' is not known here"),
        (lambda p: p["cards"].pop(11), "enter card 12 too, or write lost cards in 'missing'"),
        (lambda p: p.update(missing=[7]), "Card 7: it is in the file and also among the missing"),
        (lambda p: p.update(missing=[43]), "card numbers from 1 to 42"),
        (lambda p: p.update(missing="none"), "card numbers from 1 to 42"),
        (lambda p: card(p, 8).update(number=9), "Card 9: it is in the file 2 times"),
        (lambda p: card(p, 8).update(number=50), "'number' must be a whole number from 1 to 42"),
        (lambda p: card(p, 3).update(holds=[]), "Card 3: a card has 1 to 3 holds, not 0"),
        (lambda p: card(p, 3).pop("holds"), "Card 3: 'holds' is missing"),
        (
            lambda p: card(p, 3).update(holds=[hold(10.0, ("red",), "single")] * 4),
            "Card 3: a card has 1 to 3 holds, not 4",
        ),
        (
            lambda p: card(p, 3)["holds"][1].update(colours=["pink"]),
            "Card 3, hold b: 'pink' is no colour of a border; use black, blue",
        ),
        (lambda p: card(p, 3)["holds"][0].update(shape="star"), "hold a: 'shape' must be one of"),
        (lambda p: card(p, 3)["holds"][0].update(border="thick"), "'border' must be one of"),
        (lambda p: card(p, 3)["holds"][0].update(x_mm=-1), "'x_mm' must be a length"),
        (lambda p: card(p, 3)["holds"][0].update(x_mm=2.0), "Hold 3a: it does not lie wholly on"),
        (lambda p: card(p, 3)["holds"][0].update(x_mm=29.0), "Holds 3a and 3b: they lie over"),
        (
            lambda p: card(p, 3)["holds"][0].update(border="double"),
            "Hold 3a: a border of the kind double has two colours, not 1",
        ),
        (
            lambda p: card(p, 6)["holds"][0].update(border="single"),
            "Hold 6a: a border of the kind single has one colour, not 2",
        ),
        (
            lambda p: p["routes"][0]["cards"][1].update(column=2),
            "Route Chimney: card 2 must lie left of, right of or above card 1",
        ),
        (lambda p: p["routes"][0]["cards"][1].update(card=1), "Route Chimney: card 1 lies there 2"),
        (
            lambda p: p["routes"][0]["cards"][1].update(row=0),
            "Route Chimney: 2 cards lie in column 0, row 0",
        ),
        (
            lambda p: p["routes"][0]["cards"][0].update(column=1),
            "the first card lies in column 0, row 0",
        ),
        (lambda p: p["routes"][0].update(cards=[]), "it has 0 holds; a route has at least 10"),
        (lambda p: p["routes"][0].update(target=0), "'target' must be a whole number from 1"),
        (lambda p: p["routes"][0]["cards"][0].update(turn=4), "'turn' must be a whole number"),
        (lambda p: p["routes"].append(p["routes"][0]), "2 routes are called so; name them apart"),
    ],
)
def test_every_fault_is_named(damage: Damage, words: str) -> None:
    assert any(words in fault for fault in faults(damage)), faults(damage)


def test_all_faults_are_named_at_once() -> None:
    def damage(plain: dict[str, Any]) -> None:
        card(plain, 3)["holds"][0].update(x_mm=2.0)
        card(plain, 9)["holds"][0].update(border="either")
        plain["cards"].pop(20)

    assert len(faults(damage)) == 3


def test_a_route_with_a_lost_card_is_named() -> None:
    plain = damaged_deck(missing=[2])
    plain["cards"].pop(1)
    with pytest.raises(BoardError, match="Route Chimney: the deck has no card 2"):
        GAME.parse_board(plain, "mine")


def test_lost_cards_may_be_left_out_as_long_as_twelve_are_there() -> None:
    plain = damaged_deck(missing=list(range(13, 43)))
    plain["cards"] = plain["cards"][:12]
    deck = GAME.parse_board(plain, "mine")
    assert len(deck.cards) == 12
    assert GAME.initial(Setup(5, (), deck)).terms.cards == tuple(range(1, 13))
    plain["cards"].pop()
    plain["missing"].append(12)
    with pytest.raises(BoardError, match="11 cards are too few for three rounds"):
        GAME.parse_board(plain, "mine")


def test_too_few_cards_of_the_chosen_levels_are_named_at_set_up() -> None:
    plain = damaged_deck(missing=[7, 8, 9])
    plain["cards"] = [each for each in plain["cards"] if each["number"] not in (7, 8, 9)]
    deck = GAME.parse_board(plain, "mine")
    with pytest.raises(ValueError, match="11 cards of these levels are too few"):
        GAME.initial(Setup(2, (("levels", "beginner"),), deck))
    more = GAME.initial(Setup(2, (("levels", "up_to_intermediate"),), deck))
    assert len(more.terms.cards) == 25


def test_equal_decks_are_equal_and_others_are_not() -> None:
    assert GAME.parse_board(plain_deck(), "again") == SMALL
    assert hash(GAME.parse_board(plain_deck(), "again")) == hash(SMALL)
    assert GAME.parse_board(damaged_deck(title="Other"), "other") != SMALL
    assert object() != SMALL
