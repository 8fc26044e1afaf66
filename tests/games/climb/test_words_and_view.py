"""Sentences and the picture of a match."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from companion.games.climb import refusals, words
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
    Hand,
    Overrule,
    PlaceCard,
    Rule,
    UseRoute,
)
from companion.games.climb.board import BASE, BESIDE, SUMMIT, Finger, Place
from companion.games.climb.events import Fell, Noticed, SummitReached
from companion.games.climb.route import Side
from companion.games.climb.state import Breach, Fault
from companion.games.protocol import Mood, Refusal
from tests.games.climb.routes import (
    GAME,
    LUCY,
    NAMES,
    RALPH,
    after,
    attempt_of,
    climbing,
    laid,
    start,
)


def test_every_choice_has_a_short_label() -> None:
    labels: dict[Action, str] = {
        PlaceCard(4, Side.LEFT, 1): "Card 4 left, turned right",
        UseRoute("Chimney"): "Build the route Chimney",
        ChooseHand(Hand.LEFT): "Left hand",
        FingerDown(Finger.RING, Place("4a")): "Ring in hold 4a",
        FingerDown(Finger.THUMB, BASE): "Thumb in the Base Camp",
        FingerDown(Finger.INDEX, SUMMIT): "Index in the Summit Zone",
        FingerDown(Finger.LITTLE, BESIDE): "Little beside the holds",
        FingerUp(Finger.MIDDLE): "Middle up",
        CardMoved(7, 12): "Card 7 moved 1.2 mm",
        Done(): "Done",
        GiveUp(): "Give up",
        CallFall(Rule.NO_TOUCH): "Fall: no finger touches the table",
        AcceptFall(): "Let it stand",
        Overrule(): "Overrule",
        ClimbAgain(): "Climb again",
        Finish(): "Finish",
    }
    for action, label in labels.items():
        assert GAME.action_text(start(), action) == label
    assert {type(action) for action in labels} == set(get_args(GAME.forms.action))


@pytest.mark.parametrize(
    ("actions", "text"),
    [
        ((), "Lucy, put one finger in the Base Camp."),
        (("T base",), "Lucy, place one to four more fingers."),
        (("T base", "R 1b"), "Lucy, go on, or say done: 2 fingers are worth 1 point."),
        (
            ("T base", "R 1b", "L 1c", "done"),
            "Lucy, lift all fingers but one, not the thumb.",
        ),
        (("T base", "M 2b"), "Lucy falls because a finger is in a hold of another colour"),
    ],
)
def test_the_prompt_says_what_comes_next(actions: tuple[str, ...], text: str) -> None:
    assert GAME.prompt_text(climbing(*actions), NAMES).startswith(text)


def test_the_prompt_counts_holds_while_the_route_is_built() -> None:
    assert "0 of 10 holds" in GAME.prompt_text(start(), NAMES)
    assert "beside or above card 2; the route has 5 of 10" in GAME.prompt_text(
        laid(start(), 1, 2), NAMES
    )


def test_every_breach_has_words_and_every_slip_a_sentence() -> None:
    assert words.BREACHES.keys() == set(Breach)
    slips = {breach.value for breach in Breach} - {rule.value for rule in Rule}
    assert slips <= refusals.REFUSALS.keys()
    for breach in Breach:
        fault = Fault(breach, Finger.RING, Place("1b"))
        assert GAME.event_text(Noticed(LUCY, fault), NAMES).startswith("Judges, look at Lucy: ")


def test_a_refusal_says_where_the_rule_stands() -> None:
    text = GAME.refusal_text(Refusal("same_rest", "CL5", (("finger", Finger.RING),)))
    assert "keep the ring finger down" in text
    assert text.endswith("(rulebook: Moves, second note).")


def test_moods_are_those_of_a_climber() -> None:
    assert GAME.event_mood(Fell(LUCY, Breach.RETURNED, 3)) is Mood.FALL
    assert GAME.event_mood(SummitReached(LUCY, 5)) is Mood.SUCCESS
    assert GAME.event_mood(Noticed(LUCY, Fault(Breach.BESIDE))) is None


def test_the_view_holds_a_route_that_can_be_drawn() -> None:
    view = dict(GAME.view(climbing("T base", "R 1b"), None))
    assert json.loads(json.dumps(view)) == view
    route = view["route"]
    width, height = route["size_mm"]
    assert len(route["cards"]) == 6
    assert len(route["holds"]) == 13
    for box in [route["base_mm"], route["camp_mm"], route["zone_mm"], route["summit_mm"]]:
        left, top, across, down = box
        assert left >= 0
        assert top >= 0
        assert left + across <= width
        assert top + down <= height
    for hold in route["holds"]:
        x, y = hold["centre_mm"]
        card = next(c for c in route["cards"] if hold["place"].startswith(str(c["card"])))
        left, top, across, down = card["box_mm"]
        assert left < x < left + across
        assert top < y < top + down


def test_the_view_follows_a_climb() -> None:
    view = GAME.view(climbing("T base", "R 1b", "L 1c", "done", "-T", "M 2a", judge="off"), None)
    attempt = view["attempt"]
    assert attempt["points"] == 3
    assert attempt["worth_now"] == 3
    assert {"finger": "ring", "place": "1b"} in attempt["down"]
    assert attempt["may_not_rest"] == ["thumb"]
    assert {"finger": "thumb", "place": "3a"} in attempt["open"]
    assert {"finger": "thumb", "place": "base"} not in attempt["open"]
    assert view["judges"] == [RALPH]
    fall = GAME.view(climbing("T base", CardMoved(2, 15)), None)["verdict"]
    assert (fall["breach"], fall["card"], fall["shift_mm"], fall["judge"]) == (
        "card_moved", 2, 1.5, None,
    )  # fmt: skip


def test_the_view_shows_the_cards_that_may_be_laid() -> None:
    laying = GAME.view(laid(start(), 1, 2), None)["laying"]
    assert len(laying["cards"]) == 40
    assert laying["sides"] == ["left", "above", "right"]
    assert laying["saved_routes"] == []
    assert GAME.view(start(), None)["laying"]["saved_routes"] == [{"name": "Chimney", "target": 17}]


def test_notices_are_shown() -> None:
    state = after(climbing("T base", judge="advise"), "M 2b")
    notices = GAME.view(state, None)["attempt"]["notices"]
    assert notices[0]["breach"] == "wrong_colour"
    assert len(attempt_of(state).notices) == 1
