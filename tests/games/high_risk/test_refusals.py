"""Every refusal of High Risk: its code, its sentence and where the rule stands."""

from __future__ import annotations

import pytest

from companion.dice import Rolled, RolledDie
from companion.games.high_risk.actions import Action, Advance, RollAgain, Stop
from companion.games.high_risk.state import HighRiskState
from companion.games.high_risk.words import REFUSALS, RULEBOOK
from companion.games.protocol import Seat
from tests.games.high_risk.mountains import ANN, BEN, GAME, after, refused, rolled, standing, start

CHOOSING = after(standing([5, 3, 0, 0], [0, 0, 0, 0]), "AAWDDD")
AGAIN = after(CHOOSING, RollAgain())
STOPPED = after(CHOOSING, Stop())
BOOST = after(start(), "AAAAAA")
WON = standing([10] * 4, [0] * 4)

CASES: list[tuple[str, str, HighRiskState, Action, Seat]] = [
    ("over", "HR5", WON, Stop(), ANN),
    ("no_such_seat", "table", start(), rolled("DDDDDD"), Seat(2)),
    ("no_such_seat", "table", start(), rolled("DDDDDD"), Seat(-1)),
    ("not_your_turn", "turn", start(), rolled("DDDDDD"), BEN),
    ("say_first", "turn", CHOOSING, rolled("DDD"), ANN),
    ("advance_first", "HR8", STOPPED, rolled("DDD"), ANN),
    ("advance_first", "HR8", STOPPED, Stop(), ANN),
    ("other_dice", "turn", start(), Rolled.of("d6", [1] * 6), ANN),
    ("wrong_count", "first_roll", start(), rolled("DDD"), ANN),
    ("wrong_count", "HR1", AGAIN, rolled("DD"), ANN),
    ("no_such_face", "dice", start(), Rolled.of("symbol", ["sun"] * 6), ANN),
    ("turn_is_ending", "HR8", STOPPED, RollAgain(), ANN),
    ("turn_is_ending", "HR4", BOOST, RollAgain(), ANN),
    ("roll_now", "turn", AGAIN, RollAgain(), ANN),
    ("roll_now", "turn", start(), RollAgain(), ANN),
    ("roll_now", "turn", start(), Advance(0), ANN),
    ("must_roll", "first_roll", start(), Stop(), ANN),
    ("dice_picked_up", "HR1", AGAIN, Stop(), ANN),
    ("stop_first", "turn", CHOOSING, Advance(5), ANN),
    (
        "at_the_summit",
        "HR9",
        after(standing([10, 5, 0, 0], [0] * 4), "ADDDDD", Stop()),
        Advance(10),
        ANN,
    ),
    ("no_climber_there", "HR9", STOPPED, Advance(4), ANN),
]


@pytest.mark.parametrize(("code", "rule", "state", "action", "seat"), CASES)
def test_what_is_not_allowed_is_refused_with_its_reason(
    code: str, rule: str, state: HighRiskState, action: Action, seat: Seat
) -> None:
    refusal = refused(state, action, seat)
    assert (refusal.code, refusal.rule) == (code, rule)
    sentence = GAME.refusal_text(refusal)
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert rule in ("table",) or RULEBOOK[rule] in sentence
    with pytest.raises(ValueError, match=r"\w"):
        GAME.apply(state, seat, action)


def test_every_sentence_for_a_refusal_is_met_by_a_case() -> None:
    assert {code for code, *_ in CASES} | {"unknown_action"} == REFUSALS.keys()


def test_a_die_of_another_kind_among_the_right_number_is_named() -> None:
    mixed = Rolled((*rolled("DDDDD").dice, RolledDie("d6", 3)))
    assert refused(start(), mixed).code == "other_dice"


def test_what_is_no_action_is_refused_in_words() -> None:
    refusal = GAME.refusal(start(), ANN, "Stop")  # type: ignore[arg-type]
    assert refusal is not None
    assert "High Risk" in GAME.refusal_text(refusal)
