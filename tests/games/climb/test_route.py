"""Building the route and changing it: CL1, CL2, CL20, CL24."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.climb.actions import AcceptFall, ChooseHand, GiveUp, Hand, PlaceCard, UseRoute
from companion.games.climb.board import Placed
from companion.games.climb.layout import laid_out
from companion.games.climb.route import Side, count_holds, open_sides, swapped, with_card
from companion.games.climb.state import Building, Extending, Readying
from companion.games.protocol import Seat
from tests.games.climb.routes import (
    GAME,
    LUCY,
    MONICA,
    NAMES,
    RALPH,
    ROUTE,
    SMALL,
    after,
    chimney,
    done,
    laid,
    refused,
    start,
)


def test_cl1_a_card_touches_the_last_one_but_never_from_below() -> None:
    state = after(start(1), PlaceCard(1, Side.ABOVE, 0), PlaceCard(2, Side.RIGHT, 3))
    assert state.position.route == (Placed(1, 0, 0, 0), Placed(2, 1, 0, 3))
    assert open_sides(state.position.route) == (Side.ABOVE, Side.RIGHT)
    assert refused(state, PlaceCard(3, Side.LEFT, 0)).code == "spot_taken"
    assert set(Side) == {"left", "above", "right"}
    above = after(state, PlaceCard(3, Side.ABOVE, 0), PlaceCard(4, Side.LEFT, 0))
    assert above.position.route[-2:] == (Placed(3, 1, 1, 0), Placed(4, 0, 1, 0))


def test_cl1_every_free_card_may_lie_on_every_open_side_in_every_way() -> None:
    state = laid(start(1), 1, 2)
    listed = [action for _, action in GAME.legal_actions(state)]
    assert len(listed) == len(set(listed)) == 40 * 3 * 4
    assert PlaceCard(3, Side.LEFT, 2) in listed
    for problem, action in (
        ("no_such_card", PlaceCard(43, Side.ABOVE, 0)),
        ("card_lies_already", PlaceCard(2, Side.ABOVE, 0)),
        ("bad_turn", PlaceCard(3, Side.ABOVE, 4)),
        ("bad_turn", PlaceCard(3, Side.ABOVE, -1)),
    ):
        assert refused(state, action).code == problem


def test_cl1_building_ends_at_ten_holds_and_the_summit_lies_above_the_last_card() -> None:
    state = laid(start(2), 1, 2, 3, 4)
    assert isinstance(state.position.phase, Building)
    assert count_holds(SMALL, state.position.route) == 9
    state, events = done(state, PlaceCard(7, Side.LEFT, 1), LUCY)
    assert isinstance(state.position.phase, Readying)
    texts = [GAME.event_text(event, NAMES) for event in events]
    assert texts[0] == "Lucy lays card 7; the route has 10 holds."
    assert texts[1] == "The Summit lies above card 7."


def test_cl2_a_hole_for_two_fingers_is_one_hold() -> None:
    assert len(SMALL.cards[6].holds) == 2
    assert count_holds(SMALL, chimney(6)) == 2
    state = laid(start(1), 6, 1, 2)
    assert GAME.view(state, None)["holds"] == 7


def test_cl24_the_longest_fingers_lay_first_then_the_list_from_the_second_player_on() -> None:
    state = start(3, first=MONICA)
    order = []
    for card in (1, 2, 3, 4, 5):
        (seat,) = GAME.prompt(state).seats
        order.append(seat)
        others = {Seat(0), Seat(1), Seat(2)} - {seat}
        for other in others:
            assert refused(state, PlaceCard(card, Side.ABOVE, 0), other).code == "not_your_turn"
        state = GAME.apply(state, seat, PlaceCard(card, Side.ABOVE, 0)).state
    assert order == [MONICA, RALPH, MONICA, LUCY, RALPH]
    assert refused(start(1), PlaceCard(1, Side.LEFT, 0)).code == "first_above_base"


def test_a_saved_route_is_built_at_once_before_the_first_card_only() -> None:
    state = after(start(2), UseRoute("Chimney"))
    assert state.position.route == chimney(1, 2, 3, 4, 5)
    assert isinstance(state.position.phase, Readying)
    assert refused(start(2), UseRoute("Gully")).code == "no_such_route"
    assert refused(laid(start(1), 7), UseRoute("Chimney")).code == "route_begun"
    long = replace(SMALL.routes["Chimney"], name="Long", cards=chimney(*range(1, 42)))
    deck = replace(SMALL, routes={"Long": long}, fingerprint="long")
    assert refused(start(2, deck=deck), UseRoute("Long")).code == "too_few_cards_left"
    assert after(start(1, deck=deck), UseRoute("Long")).position.route == long.cards


def test_cl20_the_ends_change_places_and_a_card_is_added_at_the_last_position() -> None:
    state = after(start(1, solo="three_rounds"), UseRoute("Chimney"), ChooseHand(Hand.LEFT))
    state, events = done(state, GiveUp())
    assert isinstance(state.position.phase, Extending)
    assert state.position.route == chimney(5, 2, 3, 4, 1)
    assert "Cards 5 and 1 change places" in GAME.event_text(events[-1], NAMES)
    assert refused(state, ChooseHand(Hand.LEFT)).code == "lay_card_first"
    assert refused(state, UseRoute("Chimney")).code == "route_begun"
    sides = {a.side for _, a in GAME.legal_actions(state) if isinstance(a, PlaceCard)}
    assert sides == {Side.LEFT, Side.ABOVE, Side.RIGHT}
    state = after(state, PlaceCard(8, Side.RIGHT, 0))
    assert state.position.route[-1] == Placed(8, 1, 4, 0)
    assert isinstance(state.position.phase, Readying)


def test_cl20_cards_change_places_as_they_lie() -> None:
    route = with_card(with_card((), 1, Side.ABOVE, 3), 2, Side.RIGHT, 1)
    assert swapped(route) == (Placed(2, 0, 0, 1), Placed(1, 1, 0, 3))
    assert swapped(route[:1]) == route[:1]
    assert swapped(swapped(ROUTE)) == ROUTE


def test_a_card_is_turned_clockwise_with_its_holds() -> None:
    # Card 1 has its first hold 10 mm from the left and 30 mm from the top of 60 mm.
    for turn, centre in (
        (0, (10.0, 30.0)),
        (1, (30.0, 10.0)),
        (2, (50.0, 30.0)),
        (3, (30.0, 50.0)),
    ):
        laid_holds = laid_out(SMALL, (Placed(1, 0, 0, turn),)).holds
        x, y = laid_holds[0].centre_mm
        # Summit card and zone lie above: 60 + 40 mm.
        assert (x, y - 100.0) == centre
        assert laid_holds[0].turn_deg == 90 * turn


def test_base_camp_and_summit_zone_are_the_spaces_between_the_cards() -> None:
    route = with_card(with_card((), 1, Side.ABOVE, 0), 2, Side.LEFT, 0)
    layout = laid_out(SMALL, route)
    assert layout.size_mm == (120.0, 260.0)
    assert layout.camp_mm == (60.0, 160.0, 60.0, 40.0)
    assert layout.base_mm == (60.0, 200.0, 60.0, 60.0)
    assert layout.zone_mm == (0.0, 60.0, 60.0, 40.0)
    assert layout.summit_mm == (0.0, 0.0, 60.0, 60.0)
    empty = laid_out(SMALL, ())
    assert empty.zone_mm is None
    assert empty.summit_mm is None
    assert min(empty.base_mm) == 0 == min(empty.camp_mm[:2])


@pytest.mark.parametrize(("levels", "highest"), [("beginner", 14), ("up_to_intermediate", 28)])
def test_only_cards_of_the_chosen_levels_are_in_play(levels: str, highest: int) -> None:
    state = start(1, levels=levels)
    cards = {a.card for _, a in GAME.legal_actions(state) if isinstance(a, PlaceCard)}
    assert cards == set(range(1, highest + 1))
    assert refused(state, PlaceCard(highest + 1, Side.ABOVE, 0)).code == "card_not_in_play"


def test_nothing_else_can_be_done_while_the_route_is_built() -> None:
    assert refused(start(1), AcceptFall()).code == "lay_card_first"
    assert refused(start(1), "T base").code == "lay_card_first"
