"""Every refusal of Rocódromo: its code, its sentence and where the rule stands."""

from __future__ import annotations

import pytest

from companion.games.protocol import Seat
from companion.games.rocodromo.actions import (
    Action,
    ChooseRope,
    Declare,
    EndTurn,
    JudgeClimb,
    JudgeEnd,
    Prepare,
    StartOn,
)
from companion.games.rocodromo.state import (
    Climbed,
    Consoling,
    Ended,
    JudgingEnd,
    RocodromoState,
)
from companion.games.rocodromo.wall import Rope
from companion.games.rocodromo.words import REFUSALS, RULEBOOK
from tests.games.rocodromo.walls import (
    ANN,
    BEN,
    GAME,
    after,
    placed,
    refused,
    rope,
    start,
)

FRESH = start()
FULL = placed(FRESH, ("red1 red2 blue4", None), ("", None))
STRICT = placed(start(same_rope_again=False), ("red1 red2 blue4", None), ("", None))
ON = placed(FRESH, ("blue3 red3", 0), ("red1", 4))
STARTED = after(FULL, StartOn(2))
SAID = after(ON, Declare(1))
CLIMBED = after(SAID, ChooseRope(rope("blue3")))
JUDGING = after(
    placed(start(checking="table"), ("blue3", 0), ("", None), measured=(False, None)),
    Declare(1),
    ChooseRope(rope("blue3")),
)
CONSOLING = placed(FRESH, ("", 0), ("", 7), phase=Consoling(rope("blue1")))
MEASURING = placed(start(end_point="hold"), ("yellow1", 8), ("", None), phase=JudgingEnd())
OVER = placed(FRESH, ("", 9), ("", None), ending=True, phase=Ended())
EMPTY_RED = placed(FRESH, ("red1 red2", None), ("red3 red4", None))
POOR = placed(FRESH, ("", None), ("red1", None), carabiners=(0, 4))
BARE = placed(FRESH, ("", None), ("", 7))
VIOLET = placed(FRESH, ("violet1", None), ("", 0))
BLUE = placed(FRESH, ("blue1", 0), ("", 4))

CASES: list[tuple[str, str, RocodromoState, Action, Seat]] = [
    ("over", "RO21", OVER, EndTurn(), ANN),
    ("no_such_seat", "table", FRESH, EndTurn(), Seat(2)),
    ("not_your_turn", "turn", FRESH, Prepare("red", 0, None), BEN),
    ("prepare_or_climb", "turn", FRESH, EndTurn(), ANN),
    ("prepare_or_climb", "turn", FRESH, JudgeEnd(True), ANN),
    ("declare_first", "RO17", STARTED, Prepare("red", 0, None), ANN),
    ("declare_first", "RO17", STARTED, StartOn(0), ANN),
    ("declare_before_rope", "RO6", ON, ChooseRope(rope("blue3")), ANN),
    ("declare_before_rope", "RO6", STARTED, ChooseRope(rope("blue4")), ANN),
    ("climb_or_end", "RO12", CLIMBED, Prepare("red", 0, None), ANN),
    ("climb_or_end", "RO12", CLIMBED, JudgeClimb(True), ANN),
    ("choose_rope_first", "RO6", SAID, Declare(5), ANN),
    ("judge_climb_first", "RO9", JUDGING, EndTurn(), ANN),
    ("take_rope_first", "RO13", CONSOLING, EndTurn(), ANN),
    ("measure_first", "RO20", MEASURING, EndTurn(), ANN),
    ("no_such_colour", "RO2", FRESH, Prepare("grey", 0, None), ANN),
    ("give_back_first", "RO4", FULL, Prepare("red", 0, None), ANN),
    ("keep_your_ropes", "RO4", ON, Prepare("red", 0, rope("red3")), ANN),
    ("not_in_hand", "RO4", FULL, Prepare("red", 0, rope("red4")), ANN),
    ("not_in_hand", "RO6", SAID, ChooseRope(rope("blue4")), ANN),
    ("colour_used_up", "RO5", EMPTY_RED, Prepare("red", 0, None), ANN),
    ("no_such_rope", "RO2", FRESH, Prepare("red", 4, None), ANN),
    ("no_such_rope", "RO2", FRESH, Prepare("red", -1, None), ANN),
    ("too_few_carabiners", "RO2", POOR, Prepare("blue", 1, None), ANN),
    ("same_rope", "RO4", STRICT, Prepare("red", 0, rope("red1")), ANN),
    ("just_used", "RO13", CONSOLING, Prepare("blue", 0, None), ANN),
    ("already_on_wall", "RO17", ON, StartOn(2), ANN),
    ("no_rope", "RO18", FRESH, StartOn(0), ANN),
    ("no_rope", "RO18", placed(FRESH, ("", 0), ("", None)), Declare(1), ANN),
    ("no_such_hold", "wall", FULL, StartOn(10), ANN),
    ("no_such_hold", "wall", ON, Declare(-1), ANN),
    ("not_first_level", "RO17", FULL, StartOn(8), ANN),
    ("occupied", "RO17", placed(FRESH, ("red1", None), ("", 0)), StartOn(0), ANN),
    ("occupied", "RO6", ON, Declare(4), ANN),
    ("not_lowest", "RO17", FULL, StartOn(5), ANN),
    ("no_destination", "RO7", VIOLET, StartOn(1), ANN),
    ("start_first", "RO17", FULL, Declare(5), ANN),
    ("already_there", "RO6", ON, Declare(0), ANN),
    ("no_rope_of_colour", "RO7", BLUE, Declare(5), ANN),
    ("other_colour", "RO6", SAID, ChooseRope(rope("red3")), ANN),
    ("no_rope", "RO18", BARE, Declare(1), ANN),
]


@pytest.mark.parametrize(("code", "rule", "state", "action", "seat"), CASES)
def test_what_is_not_allowed_is_refused_with_its_reason(
    code: str, rule: str, state: RocodromoState, action: Action, seat: Seat
) -> None:
    refusal = refused(state, action, seat)
    assert (refusal.code, refusal.rule) == (code, rule)
    sentence = GAME.refusal_text(refusal)
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert rule in ("table", "wall") or RULEBOOK[rule] in sentence
    with pytest.raises(ValueError, match=r"\w"):
        GAME.apply(state, seat, action)


def test_every_sentence_for_a_refusal_is_met_by_a_case() -> None:
    assert {code for code, *_ in CASES} | {"unknown_action"} == REFUSALS.keys()


def test_players_count_holds_from_one() -> None:
    sentence = GAME.refusal_text(refused(ON, Declare(99)))
    assert "from 1 to 10" in sentence


def test_what_is_no_action_is_refused_in_words() -> None:
    for nothing in ("EndTurn", Declare("5"), ChooseRope(Rope("red", True))):  # type: ignore[arg-type]
        refusal = GAME.refusal(FRESH, ANN, nothing)  # type: ignore[arg-type]
        assert refusal is not None
        assert "Rocódromo" in GAME.refusal_text(refusal)


def test_choices_never_depend_on_what_measuring_would_tell() -> None:
    """Holds that no rope of the hand reaches are open to be declared like all others."""
    state = placed(FRESH, ("blue1", 0), ("", None))
    assert [each for _, each in GAME.legal_actions(state) if isinstance(each, Declare)] == [
        Declare(1),
        Declare(3),
        Declare(4),
    ]
    assert isinstance(CLIMBED.position.phase, Climbed)
