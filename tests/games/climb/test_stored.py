"""Positions written by hand: what loads, and what is named as wrong."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from companion.errors import CorruptState
from companion.games.climb.actions import AcceptFall, ChooseHand, GiveUp, Hand, UseRoute
from companion.games.climb.state import ClimbState, Readying
from companion.games.protocol import Seat
from tests.games.climb.routes import GAME, LUCY, as_setup, climbing, done, laid, start

Damage = Callable[[dict[str, Any]], object]
MIDWAY = ("T base", "R 1b", "L 1c", "done", "-T", "-L", "M 2a")


def midway() -> dict[str, Any]:
    """Lucy alone in her second move, by hand: the example of the rulebook."""
    plain = copy.deepcopy(GAME.dump_state(climbing(*MIDWAY, seats=1)))
    assert plain["phase"]["attempt"] == {
        "hand": "right",
        "down": [["middle", "2a"], ["ring", "1b"]],
        "placed": ["middle"],
        "last_rest": ["thumb"],
        "left": [["1c", "little"]],
        "moves": [3],
        "notices": [],
    }
    return plain


def loaded(plain: Any, **options: Any) -> ClimbState:
    return GAME.load_state(plain, as_setup(start(1), **options))


def test_a_position_written_by_hand_goes_on_like_the_one_that_was_played() -> None:
    state = loaded(midway())
    assert state == climbing(*MIDWAY, seats=1)
    assert done(state, "done")[0].position.phase.attempt.moves == (3, 2)  # type: ignore[union-attr]


def test_fingers_and_holds_may_be_written_in_any_order() -> None:
    plain = midway()
    plain["phase"]["attempt"]["down"].reverse()
    assert loaded(plain) == climbing(*MIDWAY, seats=1)


def attempt(**changes: Any) -> Damage:
    return lambda plain: plain["phase"]["attempt"].update(changes)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda p: p.update(version=2), "has 'version' 1"),
        (lambda p: p.update(starter=1), "the starter is not at the table"),
        (lambda p: p["route"][0].update(card=99), "the deck has no card 99"),
        (lambda p: p["route"][0].update(turn=4), "turned by 0 to 3 quarters"),
        (lambda p: p["route"][0].update(row=-1), "the first card lies in column 0, row 0"),
        (lambda p: p["route"][1].update(card=1), "a card lies twice"),
        (lambda p: p["route"][2].update(column=1), "each card must lie left of, right of"),
        (lambda p: p.update(route=p["route"][:3]), "too few holds to climb"),
        (lambda p: p["phase"].update(type="Extending", attempt=0), "unknown|fields"),
        (attempt(down=[["middle", "2a"], ["middle", "1b"]]), "a finger is named twice"),
        (attempt(down=[["middle", "9z"], ["ring", "1b"]]), "in no place of this route"),
        (attempt(placed=["index"]), "'placed' names fingers that are down"),
        (attempt(left=[["1c", "little"]] * 2), "a hold is left twice by one finger"),
        (attempt(left=[["9z", "little"]]), "'left' names holds of this route"),
        (attempt(left=[["1c", "thumb"]]), "left by a finger of another colour"),
        (attempt(left=[["2a", "middle"]]), "in a hold that it has left"),
        (attempt(moves=[6]), "a move ends with 2 to 5 fingers"),
        (attempt(notices=[{"breach": "beside", "finger": "index", "place": "beside",
                           "card": None, "tenths_mm": None}]), "only where the referee advises"),
        (attempt(down=[["middle", "2b"], ["ring", "1b"]]), "middle finger is in a hold of"),
        (attempt(down=[["middle", "beside"], ["ring", "1b"]]), "no finger is beside"),
        (attempt(down=[["middle", "2a"], ["ring", "summit"]]), "was placed in this move"),
        (attempt(down=[["middle", "2a"], ["ring", "base"]]), "only the first finger is in"),
        (
            attempt(
                down=[["index", "summit"], ["middle", "summit"], ["ring", "1b"]],
                placed=["index", "middle"],
            ),
            "one finger counts in the Summit Zone",
        ),
        (attempt(placed=["middle", "ring"]), "a finger always stays on the table"),
        (attempt(placed=[], last_rest=[]), "one finger rested in the move before"),
        (attempt(last_rest=["ring"]), "another finger must rest"),
        (attempt(down=[["index", "2b"], ["middle", "2a"], ["ring", "1b"]]), "one finger stays"),
        (attempt(moves=[]), "in the first move the finger in the Base Camp rests"),
        (
            attempt(down=[["middle", "4a"], ["ring", "4a"]]),
            "two fingers are in a hold for one",
        ),
        (
            attempt(down=[["middle", "4a"], ["ring", "1b"]], left=[["4a", "ring"]]),
            "a finger is in a hold that is closed",
        ),
        (attempt(down=[], placed=[], left=[], moves=[], last_rest=["thumb"]), "begins in the Base"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_named(damage: Damage, words: str) -> None:
    plain = midway()
    damage(plain)
    with pytest.raises(CorruptState, match=words):
        loaded(plain)


def result(seat: int, *moves: int, **changes: Any) -> dict[str, Any]:
    plain = {"seat": seat, "hand": "left", "moves": list(moves), "summit": True, "breach": None}
    return {**plain, **changes}


@pytest.mark.parametrize(
    ("results", "phase", "words"),
    [
        ([result(2, 2)], "Readying", "not at the table"),
        ([result(1, 7)], "Readying", "a move ends with 2 to 5"),
        ([result(1)], "Readying", "the Summit is reached by a move"),
        ([result(1, 2, summit=False, breach="beside")], "Readying", "beside ends no attempt"),
        ([result(1, 2), result(1, 2)], "Extending", "one after the other"),
        ([result(1, 2), result(0, 3), result(1, 2)], "Readying", "the best of a round begins"),
        ([result(1, 2)], "Extending", "only between two rounds"),
        ([result(1, 2)], "Pausing", "nobody pauses"),
        ([result(1, 2)], "Ended", "after the last attempt"),
        ([result(1, 2)], "Building", "while the route is built"),
        ([result(1, 2), result(0, 2)] * 3, "Readying", "all attempts are made"),
        ([result(1, 2), result(0, 2)] * 4, "Ended", "more than 3 rounds"),
        ([result(0, 2)], "Readying", "'starter' must be 0"),
    ],
)
def test_results_that_cannot_be_are_named(
    results: list[dict[str, Any]], phase: str, words: str
) -> None:
    state = laid(start(2), 1, 2, 4, 5, 3)
    plain = {**GAME.dump_state(state), "starter": 1, "results": results, "phase": {"type": phase}}
    with pytest.raises(CorruptState, match=words):
        GAME.load_state(plain, as_setup(state))


def test_a_call_that_cannot_be_is_named() -> None:
    state = climbing("T base", "M 2b")
    plain = GAME.dump_state(state)
    assert GAME.load_state(plain, as_setup(state)) == state
    for changes, words in (
        ({"judge": 0}, "a judge is an opponent"),
        ({"judge": 1}, "a judge names one of the four falls, and nothing else"),
        ({"fault": {**plain["phase"]["fault"], "breach": "beside"}}, "does not call that"),
        ({"fault": {**plain["phase"]["fault"], "finger": None}}, "names a finger and a place"),
        ({"fault": {**plain["phase"]["fault"], "card": 1}}, "no card has moved"),
        ({"fault": {**plain["phase"]["fault"], "breach": "card_moved"}}, "moved card is one of"),
        ({"attempt": {**plain["phase"]["attempt"], "down": []}}, "nobody falls who has not begun"),
    ):
        with pytest.raises(CorruptState, match=words):
            GAME.load_state({**plain, "phase": {**plain["phase"], **changes}}, as_setup(state))
    with pytest.raises(CorruptState, match="does not call that"):
        GAME.load_state(plain, as_setup(state, judge="off"))


def test_a_route_that_leaves_too_few_cards_is_named() -> None:
    state = laid(start(2, levels="beginner"), 1, 2, 3, 4, 5)
    plain = GAME.dump_state(state)
    plain["route"] = [{"card": n, "column": 0, "row": n - 1, "turn": 0} for n in range(1, 14)]
    with pytest.raises(CorruptState, match="too few cards are left"):
        GAME.load_state(plain, as_setup(state, levels="beginner"))


def test_every_phase_of_a_match_alone_survives_a_dump() -> None:
    state = GAME.apply(start(1), LUCY, UseRoute("Chimney")).state
    assert isinstance(state.position.phase, Readying)
    for action in (ChooseHand(Hand.LEFT), GiveUp()):
        state = GAME.apply(state, Seat(0), action).state
        assert GAME.load_state(GAME.dump_state(state), as_setup(state)) == state
    assert AcceptFall() not in [action for _, action in GAME.legal_actions(state)]
