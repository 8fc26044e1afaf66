"""Every refusal: seeded illegal actions, each with its code and its own sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.dice import Rolled, RolledDie
from companion.games.protocol import Refusal, Seat
from companion.games.roll_and_wall import refusal_words
from companion.games.roll_and_wall.actions import (
    AcceptFailure,
    ChoosePiton,
    Declare,
    EndTurn,
    KeepEnergyBar,
    PlacePiton,
    Rest,
    StopAndFall,
    UseTile,
)
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.tiles import BASIC_TILES, Tile
from tests.games.roll_and_wall.advanced_cases import ADVANCED_CASES
from tests.games.roll_and_wall.walls import (
    GAME,
    Play,
    example_state,
    placed,
    white,
    with_aside,
)

TOP = SpaceId("summit.left")


def at_start() -> Play:
    return Play(example_state(seats=2))


def on_wall(*pitons: str, aside: int = 0) -> Play:
    state = placed(example_state(seats=2), 0, "2a.b2", pitons=pitons, tiles=BASIC_TILES)
    return Play(with_aside(state, white=aside))


def declared() -> Play:
    return at_start().do(climb("1a.low", 2))


def missed(value: int = 1) -> Play:
    return on_wall().do(climb("2a.b3", 1), white(value))


def made() -> Play:
    return on_wall().do(climb("2a.b3", 1), white(5))


def falling() -> Play:
    return on_wall("2a.b1", "2a.c1").do(StopAndFall())


def over() -> Play:
    state = example_state(seats=2)
    for seat in (0, 1):
        state = placed(state, seat, "1a.b4")
    return Play(state).do(climb(TOP, 1), white(4), climb(TOP, 1), white(4))


def climb(space: str, whites: int, blues: int = 0) -> Declare:
    return Declare(SpaceId(space), whites, blues)


Case = tuple[str, Callable[[], Play], Any, int]

CASES: tuple[Case, ...] = (
    *ADVANCED_CASES,
    ("over", over, EndTurn(), 0),
    ("no_such_seat", at_start, EndTurn(), 7),
    ("no_such_seat", at_start, EndTurn(), -1),
    ("not_your_turn", at_start, EndTurn(), 1),
    ("unknown_action", at_start, "EndTurn", 0),
    ("unknown_action", at_start, None, 0),
    ("unknown_action", at_start, EndTurn, 0),
    ("unknown_action", at_start, climb("1a.low", True), 0),
    ("unknown_action", at_start, Declare(5, 1, 0), 0),  # type: ignore[arg-type]
    ("unknown_action", at_start, UseTile("shoes"), 0),  # type: ignore[arg-type]
    ("unknown_action", declared, Rolled((RolledDie("d6", None), RolledDie("d6", 2))), 0),  # type: ignore[arg-type]
    ("throw_first", declared, EndTurn(), 0),
    ("throw_first", declared, climb("1a.low", 2), 0),
    ("energy_bar_first", made, Rest(), 0),
    ("energy_bar_first", made, UseTile(Tile.CHALK), 0),
    ("choose_piton_first", falling, Rest(), 0),
    ("failure_first", missed, climb("2a.b3", 1), 0),
    ("failure_first", missed, white(5), 0),
    ("piton_does_not_catch", falling, ChoosePiton(SpaceId("2a.a1")), 0),
    ("end_turn_on_ground", at_start, Rest(), 0),
    ("nothing_to_rest_on", on_wall, Rest(), 0),
    ("nothing_to_fall_from", at_start, StopAndFall(), 0),
    ("safe_here", lambda: on_wall("2a.b2"), StopAndFall(), 0),
    ("rest_or_fall", on_wall, EndTurn(), 0),
    ("no_throw_awaited", at_start, white(3), 0),
    ("tile_gone", lambda: missed().do(UseTile(Tile.CHALK), white(4)), UseTile(Tile.CHALK), 0),
    ("only_after_success", missed, UseTile(Tile.ENERGY_BAR), 0),
    ("only_after_success", on_wall, UseTile(Tile.ENERGY_BAR), 0),
    ("only_after_failure", on_wall, UseTile(Tile.CHALK), 0),
    ("no_failed_throw", on_wall, AcceptFailure(), 0),
    ("no_successful_throw", on_wall, KeepEnergyBar(), 0),
    ("no_fall", on_wall, ChoosePiton(SpaceId("2a.b1")), 0),
    ("no_such_space", at_start, climb("9z.low", 1), 0),
    ("already_there", on_wall, climb("2a.b2", 1), 0),
    ("never_down", on_wall, climb("2a.b1", 1), 0),
    ("not_beside", at_start, climb("2a.b4", 1), 0),
    ("no_dice_left", lambda: on_wall(aside=6), climb("2a.b3", 1), 0),
    ("no_dice_chosen", at_start, climb("1a.low", 0), 0),
    ("no_blue_die", at_start, climb("1a.low", 1, 1), 0),
    ("too_many_dice", at_start, climb("1a.low", 7), 0),
    ("wrong_dice", declared, white(3), 0),
    ("no_such_face", declared, white(3, 7), 0),
    ("shoes_too_small", missed, UseTile(Tile.SHOES), 0),
    ("too_late_for_piton", missed, PlacePiton(), 0),
    ("too_late_to_stop", missed, Rest(), 0),
    ("no_piton_on_ground", at_start, PlacePiton(), 0),
    ("no_piton_left", lambda: on_wall("2a.a1", "2a.a2", "2a.a3"), PlacePiton(), 0),
    ("piton_already_here", lambda: on_wall("2a.b2"), PlacePiton(), 0),
)


@pytest.mark.parametrize(("code", "build", "action", "seat"), CASES)
def test_an_illegal_action_is_refused_with_its_code_and_changes_nothing(
    code: str, build: Callable[[], Play], action: Any, seat: int
) -> None:
    play = build()
    refusal = GAME.refusal(play.state, Seat(seat), action)
    assert refusal is not None
    assert refusal.code == code
    with pytest.raises(ValueError, match=r".+"):
        GAME.apply(play.state, Seat(seat), action)


@pytest.mark.parametrize(("code", "build", "action", "seat"), CASES)
def test_every_refusal_is_one_whole_sentence(
    code: str, build: Callable[[], Play], action: Any, seat: int
) -> None:
    refusal = GAME.refusal(build().state, Seat(seat), action)
    assert refusal is not None
    text = GAME.refusal_text(refusal)
    assert text.endswith(".")
    assert text[0].isupper()
    assert "{" not in text


def test_every_code_is_seeded_and_has_a_sentence_of_its_own() -> None:
    sentences = refusal_words.REFUSALS
    assert {code for code, *_ in CASES} == set(sentences)
    assert len(set(sentences.values())) == len(sentences)


def test_a_seat_that_is_no_number_is_refused() -> None:
    refusal = GAME.refusal(at_start().state, "0", EndTurn())  # type: ignore[arg-type]
    assert refusal == Refusal("no_such_seat", "setup")
    assert GAME.refusal(at_start().state, True, EndTurn()) is not None  # type: ignore[arg-type]
