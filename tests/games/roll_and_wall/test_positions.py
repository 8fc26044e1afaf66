"""Positions that are loaded: sound ones may be written by hand, others are corrupt."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.errors import CorruptState
from companion.games.protocol import OptionValue
from companion.games.roll_and_wall.actions import Declare, StopAndFall
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.tiles import BASIC_TILES
from tests.games.roll_and_wall.walls import (
    GAME,
    Play,
    example_setup,
    example_state,
    placed,
    white,
)

Dump = dict[str, Any]


def climb(space: str, whites: int, blues: int = 0) -> Declare:
    return Declare(SpaceId(space), whites, blues)


def on_wall(**more: Any) -> Play:
    return Play(placed(example_state(), 0, "2a.b2", tiles=BASIC_TILES, **more))


def free() -> Play:
    return on_wall(pitons=("2a.b1", "2a.c1"))


def throwing() -> Play:
    return free().do(climb("2a.b3", 2))


def missed() -> Play:
    return throwing().do(white(1, 4))


def made() -> Play:
    return throwing().do(white(1, 5))


def falling() -> Play:
    return free().do(StopAndFall())


def on_top() -> Play:
    return Play(placed(example_state(), 0, "1a.b4")).do(climb("summit.left", 1), white(4))


def over() -> Play:
    play = on_top()
    for seat in (1, 2):
        play.state = placed(play.state, seat, "1a.b4")
        play.do(climb("summit.left", 2), white(4, 4))
    return play


@pytest.mark.parametrize("build", [free, throwing, missed, made, falling, on_top, over])
def test_every_phase_can_be_loaded(build: Callable[[], Play]) -> None:
    play = build()
    assert GAME.load_state(GAME.dump_state(play.state), example_setup()) == play.state


def at(*path: Any, value: Any) -> Callable[[Dump], None]:
    def change(dump: Dump) -> None:
        holder: Any = dump
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = value

    return change


def mover(field: str, value: Any) -> Callable[[Dump], None]:
    return at("climbers", 0, field, value=value)


def other(field: str, value: Any) -> Callable[[Dump], None]:
    return at("climbers", 1, field, value=value)


DIE = {"kind": "d6", "value": 1}

FAULTS: tuple[tuple[Callable[[], Play], Callable[[Dump], None], str], ...] = (
    (free, lambda d: d["climbers"].pop(), "needs 3 climbers"),
    (free, at("turns", value=-3), "a number of turns"),
    (free, mover("space", "9z.low"), "the pawn's space is not on this wall"),
    (free, mover("topped_with", 3), "exactly those on the summit"),
    (on_top, mover("topped_with", None), "exactly those on the summit"),
    (on_top, mover("topped_with", 8), "more dice were used than there are"),
    (on_top, at("turns", value=3 + 3), ""),
    (on_top, lambda d: d["climbers"].reverse(), "a turn that is not yet played"),
    (free, mover("pitons", ["start"]), "a piton is not on the wall"),
    (free, mover("pitons", ["summit.left"]), "a piton is not on the wall"),
    (free, mover("pitons", ["2a.a1", "2a.a2", "2a.a3", "2a.a4"]), "too many pitons"),
    (free, mover("pitons", ["2a.a2", "2a.a1"]), "not in order"),
    (free, mover("pitons", ["2a.a1", "2a.a1"]), "two own pitons are in one space"),
    (free, mover("tiles", ["shoes", "shoes"]), "not some of the basic tiles"),
    (free, mover("tiles", ["shoes", "chalk"]), "not some of the basic tiles"),
    (free, lambda d: d["climbers"][1].update(space="2a.b1", tea=True), "tea is for those"),
    (free, at("aside", "white", value=7), "more dice are spent"),
    (free, at("aside", "white", value=-1), "more dice are spent"),
    (free, at("aside", "blue", value=1), "more dice are spent"),
    (throwing, at("aside", "white", value=5), "more dice are spent"),
    (throwing, at("phase", "dice", "white", value=0), "with no dice"),
    (throwing, at("phase", "dice", value={"white": 7, "blue": -1}), "more dice are spent"),
    (throwing, at("phase", "target", value="2a.b1"), "cannot be entered"),
    (missed, at("last", value=None), "there is none"),
    (missed, at("last", "seat", value=1), "not the mover's"),
    (missed, at("last", "seat", value=9), "nobody's"),
    (missed, at("last", "target", value="start"), "no space of this wall"),
    (missed, at("last", "target", value="2a.b1"), "not the mover's"),
    (missed, at("last", "rolled", "dice", 1, "value", value=6), "judged wrongly"),
    (missed, at("last", "rolled", "dice", 1, "value", value=7), "what no dice can"),
    (missed, at("last", "rolled", "dice", value=[]), "what no dice can"),
    (missed, at("last", "rolled", "dice", value=[DIE] * 7), "more than there is"),
    (missed, at("last", "shoes", value=2), "more than there is"),
    (missed, mover("tiles", []), "no tile that could help"),
    (made, mover("tiles", []), "no energy bar"),
    (made, at("last", "shoes", value=1), "shoes were used but are still there"),
    (falling, mover("pitons", ["2a.b1"]), "no choice of pitons"),
    (falling, mover("space", "start"), "no choice of pitons"),
    (over, at("aside", "white", value=1), "the match is over"),
    (over, at("phase", value={"type": "Falling", "helmet": False}), "the match is over"),
    (free, at("version", value=1), "version"),
    (free, at("phase", "type", value="Climbing"), "one of"),
)


@pytest.mark.parametrize(("build", "change", "words"), FAULTS)
def test_a_position_that_cannot_be_is_corrupt(
    build: Callable[[], Play], change: Callable[[Dump], None], words: str
) -> None:
    plain = copy.deepcopy(GAME.dump_state(build().state))
    change(plain)
    if not words:  # a round later the first round's summit ends the match: this one is sound
        assert GAME.load_state(plain, example_setup()) is not None
        return
    with pytest.raises(CorruptState, match=words):
        GAME.load_state(plain, example_setup())


def test_a_turn_on_the_ground_without_dice_cannot_be() -> None:
    plain = GAME.dump_state(example_state())
    plain["aside"]["white"] = 6
    with pytest.raises(CorruptState, match="is over"):
        GAME.load_state(plain, example_setup())


@pytest.mark.parametrize("option", [("young_players", (0,)), ("doubled_pitons", True)])
def test_what_is_sound_depends_on_the_set_up(option: tuple[str, OptionValue]) -> None:
    play = free()
    plain = GAME.dump_state(play.state)
    four = option[0] == "young_players"
    pitons = ["2a.a1", "2a.a2", "2a.a3", "2a.a4"] if four else ["2a.a1", "2a.a1"]
    plain["climbers"][0]["pitons"] = pitons
    with pytest.raises(CorruptState):
        GAME.load_state(plain, example_setup())
    assert GAME.load_state(plain, replace(example_setup(), options=(option,))) is not None


def test_a_position_written_by_hand_can_be_played_on() -> None:
    nobody = {
        "pitons": [],
        "tiles": [],
        "tea": False,
        "topped_with": None,
        "flags": [],
        "penalty": 0,
    }
    plain = {
        "version": 3,
        "type": "Position",
        "turns": 7,
        "climbers": [
            {**nobody, "space": "start"},
            {**nobody, "space": "2a.c2", "pitons": ["2a.c1"]},
            {**nobody, "space": "start", "tea": True},
        ],
        "aside": {"white": 3, "blue": 0},
        "phase": {"type": "Free"},
        "last": None,
        "advanced": None,
    }
    play = Play(GAME.load_state(plain, example_setup()))
    play.do(climb("2a.c3", 3), white(3, 1, 1))
    assert play.climber(1).space == "2a.c3"
    assert play.dice_left() == (0, 0)
