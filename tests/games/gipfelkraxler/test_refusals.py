"""Every refusal of Gipfelkraxler: its code, its sentence and where the rule stands."""

from __future__ import annotations

import pytest

from companion.dice import Rolled
from companion.games.gipfelkraxler.actions import Action, Move, Pass, PushUp, Reroll, SetBack
from companion.games.gipfelkraxler.board import SpaceId
from companion.games.gipfelkraxler.state import IbexState
from companion.games.gipfelkraxler.words import REFUSALS, RULEBOOK
from companion.games.protocol import Seat
from tests.games.gipfelkraxler.herds import (
    BROOK,
    FERN,
    GAME,
    GENTIAN,
    GREY,
    LEFT,
    LUCY,
    NEEDLE,
    RALPH,
    START,
    SUMMIT,
    THYME,
    after,
    refused,
    rolled,
    standing,
    start,
)

FITS = after(start(), "1-2-3-4-4")
NOTHING = after(standing([LEFT, SUMMIT], [], arrivals=(1, 0)), "1-3-4-4-6")
THIRD = after(NOTHING, Reroll((6,)), "6", Reroll((6,)), "6")
ROLLING = after(FITS, Reroll((4, 4)))
PUSHING = after(standing([BROOK, GREY], []), "3-3-3-5-5", Move(BROOK, GREY))
CROWD = after(standing([GENTIAN, LEFT, LEFT], []), "1-2-2-3-4", Move(GENTIAN, LEFT))
WON = after(standing([NEEDLE, SUMMIT], [], arrivals=(1, 0)), "6-6-6-6-6", Move(NEEDLE, SUMMIT))
JOKER = after(standing([SUMMIT], [], arrivals=(1, 0)), "6-6-6-6-6")

CASES: list[tuple[str, str, IbexState, Action, Seat]] = [
    ("over", "GK18", WON, Pass(), LUCY),
    ("no_such_seat", "table", start(), rolled("1-1-1-1-1"), Seat(2)),
    ("not_your_turn", "turn", start(), rolled("1-1-1-1-1"), RALPH),
    ("roll_first", "GK1", start(), Move(START, GENTIAN), LUCY),
    ("roll_first", "GK1", ROLLING, Reroll((4,)), LUCY),
    ("other_dice", "dice", start(), Rolled.of("d8", [1] * 5), LUCY),
    ("wrong_count", "GK1", start(), rolled("1-1-1-1"), LUCY),
    ("wrong_count", "GK1", ROLLING, rolled("1-1-1"), LUCY),
    ("no_such_face", "dice", start(), rolled("1-1-1-1-7"), LUCY),
    ("push_first", "GK10", PUSHING, Pass(), LUCY),
    ("push_first", "GK11", CROWD, Move(START, GENTIAN), LUCY),
    ("no_path", "GK10", PUSHING, PushUp(NEEDLE), LUCY),
    ("no_path", "GK3", FITS, Move(START, LEFT), LUCY),
    ("say_which", "GK1", FITS, rolled("1-1"), LUCY),
    ("no_rolls_left", "GK1", THIRD, Reroll((6,)), LUCY),
    ("no_rolls_left", "GK1", THIRD, rolled("6"), LUCY),
    ("nothing_picked_up", "GK1", FITS, Reroll(()), LUCY),
    ("not_among_dice", "GK1", FITS, Reroll((6,)), LUCY),
    ("nobody_to_push", "GK10", FITS, PushUp(GREY), LUCY),
    ("must_move", "GK2", FITS, Pass(), LUCY),
    ("must_move", "GK2", FITS, SetBack(START), LUCY),
    ("must_set_back", "GK9", NOTHING, Pass(), LUCY),
    ("no_such_space", "board", FITS, Move(START, SpaceId("Kitchen")), LUCY),
    ("no_such_space", "board", FITS, Move(SpaceId("Kitchen"), START), LUCY),
    ("no_ibex_there", "GK3", FITS, Move(FERN, GREY), LUCY),
    ("no_ibex_there", "GK9", NOTHING, SetBack(GREY), LUCY),
    ("stays_on_summit", "GK20", NOTHING, SetBack(SUMMIT), LUCY),
    ("stays_on_summit", "GK8", JOKER, Move(SUMMIT, START), LUCY),
    ("task_not_met", "tasks", FITS, Move(START, THYME), LUCY),
    ("already_at_start", "GK9", NOTHING, SetBack(START), LUCY),
]


@pytest.mark.parametrize(("code", "rule", "state", "action", "seat"), CASES)
def test_what_is_not_allowed_is_refused_with_its_reason(
    code: str, rule: str, state: IbexState, action: Action, seat: Seat
) -> None:
    refusal = refused(state, action, seat)
    assert (refusal.code, refusal.rule) == (code, rule)
    sentence = GAME.refusal_text(refusal)
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert rule in ("table", "board") or RULEBOOK[rule] in sentence
    with pytest.raises(ValueError, match=r"\w"):
        GAME.apply(state, seat, action)


def test_every_sentence_for_a_refusal_is_met_by_a_case() -> None:
    assert {code for code, *_ in CASES} | {"unknown_action"} == REFUSALS.keys()


def test_a_path_that_does_not_fit_is_named_by_what_it_asks_for() -> None:
    sentence = GAME.refusal_text(refused(FITS, Move(START, THYME)))
    assert "at least 20 in all" in sentence


def test_what_is_no_action_is_refused_in_words() -> None:
    refusal = GAME.refusal(start(), LUCY, "Pass")  # type: ignore[arg-type]
    assert refusal is not None
    assert "Gipfelkraxler" in GAME.refusal_text(refusal)
