"""Free roll: any dice, totals, a log for each player."""

from __future__ import annotations

from typing import Any

import pytest

from companion.dice import DiceSpec, Rolled, RolledDie
from companion.errors import BoardError, CorruptState
from companion.games.free_roll import words
from companion.games.free_roll.game import FreeRoll
from companion.games.free_roll.state import (
    LOG_LENGTH,
    MatchEnded,
    PassTurn,
    SetDice,
    Stop,
    TakeTurn,
    Thrown,
    TurnStarted,
)
from companion.games.protocol import OptionValue, Seat, Setup

GAME = FreeRoll()
NAMES = ["Ann", "Ben", "Lucy"]


class Play:
    def __init__(self, seats: int = 2, **options: OptionValue) -> None:
        self.setup = Setup(seats, tuple(options.items()))
        self.state = GAME.initial(self.setup)
        self.events: tuple[Any, ...] = ()

    def do(self, seat: int, action: Any) -> Play:
        assert GAME.refusal(self.state, Seat(seat), action) is None
        step = GAME.apply(self.state, Seat(seat), action)
        self.state, self.events = step.state, step.events
        return self

    def refused(self, seat: int, action: Any) -> str:
        refusal = GAME.refusal(self.state, Seat(seat), action)
        assert refusal is not None
        assert GAME.refusal_text(refusal).endswith(".")
        return refusal.code

    def totals(self) -> list[int]:
        return [player["total"] for player in GAME.view(self.state, None)["players"]]

    @property
    def roller(self) -> int | None:
        return GAME.view(self.state, None)["roller"]  # type: ignore[no-any-return]


def test_each_throw_is_added_up_and_the_dice_go_on() -> None:
    play = Play().do(0, Rolled.of("d6", [3, 5]))
    assert play.events == (
        Thrown(Seat(0), Rolled.of("d6", [3, 5]), sum=8, total=8),
        TurnStarted(Seat(1)),
    )
    play.do(1, Rolled.of("d6", [1, 1])).do(0, Rolled.of("d6", [6, 6]))
    assert play.totals() == [20, 2]


def test_the_log_keeps_every_players_throws() -> None:
    play = Play().do(0, Rolled.of("d6", [3, 5])).do(1, Rolled.of("d6", [1, 1]))
    assert GAME.view(play.state, None)["log"] == [
        {"seat": 0, "dice": [["d6", 3], ["d6", 5]], "sum": 8},
        {"seat": 1, "dice": [["d6", 1], ["d6", 1]], "sum": 2},
    ]


def test_the_log_in_the_state_is_bounded_and_the_totals_are_not() -> None:
    play = Play(1, dice="1d6")
    for _ in range(LOG_LENGTH + 7):
        play.do(0, Rolled.of("d6", [2]))
    assert len(GAME.view(play.state, None)["log"]) == LOG_LENGTH
    assert play.totals() == [2 * (LOG_LENGTH + 7)]
    assert GAME.load_state(GAME.dump_state(play.state), play.setup) == play.state


def test_the_dice_can_be_chosen_for_each_throw() -> None:
    play = Play(dice="2d6").do(0, SetDice("d20", 1)).do(0, SetDice("d6", 0))
    assert GAME.prompt(play.state).dice == DiceSpec.parse("1d20")
    play.do(0, Rolled.of("d20", [17]))
    assert GAME.prompt(play.state).dice == DiceSpec.parse("1d20")
    assert play.totals() == [17, 0]


def test_with_no_dice_chosen_none_are_awaited() -> None:
    play = Play(dice="1d6").do(0, SetDice("d6", 0))
    assert GAME.prompt(play.state).dice is None
    assert play.refused(0, Rolled(())) == "no_dice_chosen"
    assert GAME.prompt_text(play.state, NAMES).startswith("Ann, choose the dice")


def test_a_turn_may_have_several_throws_or_be_passed() -> None:
    play = Play(throws_per_turn=2, dice="1d4")
    play.do(0, Rolled.of("d4", [4]))
    assert play.roller == 0
    play.do(0, Rolled.of("d4", [4]))
    assert play.roller == 1
    assert play.do(1, PassTurn()).roller == 0


def test_without_a_limit_a_turn_lasts_until_it_is_passed() -> None:
    play = Play(throws_per_turn=0, dice="1d4")
    for _ in range(9):
        play.do(0, Rolled.of("d4", [1]))
    assert play.roller == 0
    assert play.do(0, PassTurn()).roller == 1


def test_rounds_end_the_match_and_the_highest_total_wins() -> None:
    play = Play(rounds=1).do(0, Rolled.of("d6", [3, 5])).do(1, Rolled.of("d6", [6, 6]))
    standings = GAME.standings(play.state)
    assert (standings.over, standings.winners) == (True, (1,))
    assert [line.rank for line in standings.lines] == [2, 1]
    assert play.events[-1] == MatchEnded((Seat(1),))
    assert play.refused(0, Stop()) == "over"
    assert GAME.prompt_text(play.state, NAMES) == "The match is over: Ben wins."


@pytest.mark.parametrize(
    ("ranking", "winners"), [("highest", (0,)), ("lowest", (1,)), ("nobody", ())]
)
def test_what_wins_is_a_setting(ranking: str, winners: tuple[int, ...]) -> None:
    play = Play(ranking=ranking).do(0, Rolled.of("d6", [3, 5])).do(1, Rolled.of("d6", [1, 1]))
    play.do(1, Stop())
    assert GAME.standings(play.state).winners == winners


def test_equal_totals_share_the_win() -> None:
    play = Play(rounds=1).do(0, Rolled.of("d6", [3, 5])).do(1, Rolled.of("d6", [4, 4]))
    assert GAME.standings(play.state).winners == (0, 1)


def test_a_match_without_a_throw_has_no_winner() -> None:
    assert GAME.standings(Play().do(1, Stop()).state).winners == ()


def test_where_anyone_may_throw_the_dice_can_be_taken() -> None:
    play = Play(3, order="anyone").do(2, TakeTurn())
    assert play.roller == 2
    assert play.refused(2, TakeTurn()) == "already_yours"
    assert play.do(2, Rolled.of("d6", [1, 2])).totals() == [0, 0, 3]
    assert Play().refused(1, TakeTurn()) == "in_turn_only"


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (1, Rolled.of("d6", [1, 2]), "not_your_turn"),
        (1, PassTurn(), "not_your_turn"),
        (5, Stop(), "no_such_seat"),
        (0, Rolled.of("d6", [1]), "wrong_dice"),
        (0, Rolled.of("d6", [1, 7]), "no_such_face"),
        (0, SetDice("d7", 1), "unknown_dice"),
        (0, SetDice("symbol", 1), "unknown_dice"),
        (0, SetDice("d6", 11), "too_many_of_a_kind"),
        (0, SetDice("d6", -1), "too_many_of_a_kind"),
        (0, SetDice("d6", 2), "same_dice"),
        (0, SetDice("d6", True), "unknown_action"),
        (0, Rolled((RolledDie("d6", 1.5), RolledDie("d6", 2))), "unknown_action"),  # type: ignore[arg-type]
        (0, "Stop", "unknown_action"),
    ],
)
def test_what_cannot_be_done_is_refused_with_its_code(seat: int, action: Any, code: str) -> None:
    assert Play().refused(seat, action) == code


def test_at_most_twenty_dice_are_thrown() -> None:
    play = Play(dice="10d6+9d4")
    assert play.refused(0, SetDice("d8", 2)) == "too_many_dice"
    play.do(0, SetDice("d8", 1))


@pytest.mark.parametrize("dice", ["", "d", "30d6", "11d6", "1symbol", "2d7", "10d6+10d8+1d4"])
def test_dice_that_cannot_be_thrown_are_refused_at_set_up(dice: str) -> None:
    with pytest.raises(ValueError, match=r"\."):
        Play(dice=dice)


def test_there_is_no_board() -> None:
    GAME.parse_board({}, "none")
    with pytest.raises(BoardError, match="no board"):
        GAME.parse_board({"title": "x"}, "x")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("roller", 2),
        ("turns", -1),
        ("thrown", 1),
        ("dice", {"counts": [["d6", 2], ["d4", 1]]}),
        ("dice", {"counts": [["d6", 11]]}),
        ("dice", {"counts": [["d7", 1]]}),
        ("tallies", []),
        ("tallies", [{"total": -1, "throws": 0}, {"total": 0, "throws": 0}]),
        ("tallies", [{"total": 5, "throws": 1}, {"total": 0, "throws": 0}]),
        ("log", [{"seat": 0, "rolled": {"dice": []}}]),
        ("version", 2),
    ],
)
def test_a_position_that_cannot_be_is_corrupt(field: str, value: Any) -> None:
    play = Play()
    with pytest.raises(CorruptState):
        GAME.load_state({**GAME.dump_state(play.state), field: value}, play.setup)


def test_every_refusal_has_a_sentence_of_its_own() -> None:
    assert len(set(words.REFUSALS.values())) == len(words.REFUSALS)
