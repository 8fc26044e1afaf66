"""Positions of the advanced variant that are loaded: sound ones pass, others are corrupt."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.errors import CorruptState
from companion.games.protocol import Setup
from companion.games.roll_and_wall.actions import (
    Dealt,
    Keep,
    PlaceFlag,
    Rest,
    StopAndFall,
    ThrowFirst,
    UseTile,
)
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.advanced import (
    ALL_FLAGS,
    BLACK,
    WHITE,
    climb,
    climber,
    match,
    prepared,
    wide_top,
)
from tests.games.roll_and_wall.walls import GAME, Play, example_setup, white, with_blue

Dump = dict[str, Any]
Build = Callable[[], Play]


def setup(**options: Any) -> Setup:
    return example_setup(2, variant="advanced", **options)


def free() -> Play:
    return match(climber("2a.b2", Tile.CHALK, Tile.SHOES), climber("start", Tile.VOODOO_DOLL))


def throwing() -> Play:
    return free().do(climb("2a.b3", 1))


def repeating() -> Play:
    return missed().do(UseTile(Tile.CHALK))


def cursed() -> Play:
    return cursing().do(UseTile(Tile.VOODOO_DOLL))


def missed() -> Play:
    return throwing().do(white(1))


def cursing() -> Play:
    return throwing().do(white(5))


def choosing() -> Play:
    play = match(climber("2a.b2", Tile.CRYSTAL_BALL)).do(UseTile(Tile.CRYSTAL_BALL))
    return play.do(ThrowFirst(1, 0), white(4))


def falling() -> Play:
    return match(climber("2a.a4", Tile.AXE)).do(StopAndFall())


def starting() -> Play:
    return match(climber("1a.b2"), climber("2a.b4", Tile.SAND)).do(Rest())


def giving_up() -> Play:
    return match(climber("1a.b2"), climber("start", tea=True, penalty=2)).do(Rest())


def ending() -> Play:
    return match(climber("1a.b2", Tile.QUIET_ZONE)).do(Rest())


def flag_roll() -> Play:
    return prepared(2)


def flag_colour() -> Play:
    return prepared(2).do(with_blue(3))


def first_roll() -> Play:
    play = prepared(2)
    for _ in range(2):
        play.do(with_blue(3), PlaceFlag(WHITE), with_blue(1), PlaceFlag(BLACK), with_blue(2))
    return play


def dealing() -> Play:
    return first_roll().do(white(6, 6, 6), white(1, 1, 1), Dealt(Tile.SHOES))


def drafting() -> Play:
    play = dealing().do(*[Dealt(Tile.SHOES)] * 3, *[Dealt(Tile.CHALK)] * 4)
    return play.do(Keep(Tile.SHOES))


def packing() -> Play:
    play = drafting().do(Keep(Tile.CHALK))
    play.do(Keep(Tile.CHALK), Keep(Tile.SHOES))
    return play.do(Keep(Tile.SHOES), Keep(Tile.CHALK))


EVERY = (
    free, throwing, repeating, cursed, missed, cursing, choosing, falling, starting,
    giving_up, ending, flag_roll, flag_colour, first_roll, dealing, drafting, packing,
)  # fmt: skip


@pytest.mark.parametrize("build", EVERY)
def test_every_phase_can_be_loaded(build: Build) -> None:
    play = build()
    assert GAME.load_state(GAME.dump_state(play.state), setup()) == play.state


def test_a_choice_of_ledges_can_be_loaded() -> None:
    play = match(climber("2a.b4", Tile.AXE), board=wide_top())
    play.do(StopAndFall(), UseTile(Tile.AXE))
    board = GAME.parse_board(wide_top(), "example")
    wide = replace(setup(), board=board)
    assert GAME.load_state(GAME.dump_state(play.state), wide) == play.state


def at(*path: Any, value: Any) -> Callable[[Dump], None]:
    def change(dump: Dump) -> None:
        holder: Any = dump
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = value

    return change


def mover(field: str, value: Any) -> Callable[[Dump], None]:
    return at("climbers", 0, field, value=value)


def adv(*path: Any, value: Any) -> Callable[[Dump], None]:
    return at("advanced", *path, value=value)


def phase(*path: Any, value: Any) -> Callable[[Dump], None]:
    return at("phase", *path, value=value)


FAULTS: tuple[tuple[Build, Callable[[Dump], None], str], ...] = (
    (free, at("advanced", value=None), "another variant"),
    (free, adv("first", value=2), "first player does not sit"),
    (free, lambda d: d["advanced"]["flags"].pop(), "flags are missing"),
    (free, lambda d: d["advanced"]["flags"].reverse(), "one in each section"),
    (free, lambda d: d["advanced"]["flags"].append(d["advanced"]["flags"][0]), "more than six"),
    (free, adv("flags", 0, "place", "number", value=5), "one in each section"),
    (free, adv("flags", 1, "colour", value="white"), "twice on one edge"),
    (free, lambda d: d["advanced"]["packed"].pop(), "every backpack"),
    (free, adv("packed", 0, value=["shoes", "chalk"]), "order of their names"),
    (free, adv("packed", 0, value=["chalk"] * 5), "every backpack"),
    (free, adv("packed", 1, value=["axe", "axe"]), "more tiles of a kind"),
    (free, adv("lost", "white", value=7), "more dice are lost"),
    (free, adv("lost", "blue", value=1), "more dice are spent"),
    (free, adv("quiet_until", value=-1), "quiet zone"),
    (free, adv("quiet_until", value=3), "quiet zone"),
    (free, mover("tiles", ["axe"]), "not packed"),
    (free, mover("tiles", ["shoes", "chalk"]), "order of their names"),
    (free, mover("flags", ["white", "black"]), "different ones in order"),
    (free, mover("flags", ["white", "white"]), "different ones in order"),
    (free, mover("penalty", 1), "two dice for each"),
    (free, mover("penalty", -2), "two dice for each"),
    (free, mover("penalty", 100), "two dice for each"),
    (repeating, phase("repeated_by", value="shoes"), "only chalk and voodoo dolls"),
    (repeating, at("last", value=None), "repeated is the mover's last one"),
    (repeating, phase("dice", "white", value=2), "with the same dice"),
    (cursed, at("last", "seat", value=1), "repeated is the mover's last one"),
    (free, mover("pitons", ["2a.a1", "2a.a2", "2a.a3", "2a.a4"]), "too many pitons"),
    (free, mover("space", "summit.left"), "exactly those on the summit"),
    (free, phase(value={"type": "Starting"}), "no sand"),
    (free, phase(value={"type": "GivingUp", "count": 2}), "no choice of dice"),
    (free, phase(value={"type": "Ending", "tea": False}), "no tile can be played"),
    (free, phase(value={"type": "ChoosingLedge", "helmet": False}), "no choice of ledges"),
    (free, phase(value={"type": "Falling", "helmet": False}), "no choice of pitons or tiles"),
    (free, phase(value={"type": "FlagRoll"}), "nobody has moved"),
    (throwing, phase("target", value=None), "exactly with a crystal ball"),
    (throwing, phase("shoes", value=5), "more than there is"),
    (missed, at("last", "target", value=None), "a space must be chosen"),
    (missed, mover("tiles", []), "no tile that could help"),
    (missed, at("last", "shoes", value=5), "more than there is"),
    (cursing, phase("spared", value=[1]), "nobody is left"),
    (cursing, phase("spared", value=[0]), "nobody is left"),
    (cursing, at("last", "rolled", "dice", 0, "value", value=1), "judged wrongly"),
    (choosing, adv("crystal_ball", value=False), "with a crystal ball only"),
    (choosing, at("last", "target", value="2a.b3"), "with a crystal ball only"),
    (falling, mover("tiles", []), "no choice of pitons or tiles"),
    (starting, at("aside", "white", value=1), "with all its dice"),
    (starting, at("climbers", 1, "tiles", value=[]), "no sand"),
    (giving_up, phase("count", value=4), "no choice of dice"),
    (giving_up, at("climbers", 1, "tea", value=False), "no choice of dice"),
    (ending, phase("tea", value=True), "tea is for those on the ground"),
    (flag_roll, at("turns", value=1), "nobody has moved"),
    (flag_roll, mover("tiles", ["axe"]), "nobody has moved"),
    (flag_roll, adv("packed", value=[[], []]), "nothing is in force"),
    (flag_roll, adv("crystal_ball", value=True), "no crystal ball"),
    (flag_colour, phase("number", value=0), "number from 1 to 4"),
    (first_roll, phase("contenders", value=[1]), "not different players"),
    (first_roll, phase("contenders", value=[1, 0]), "not different players"),
    (first_roll, phase("totals", value=[2]), "three dice"),
    (first_roll, phase("totals", value=[3, 3]), "three dice"),
    (first_roll, lambda d: d["advanced"]["flags"].pop(), "flags are placed first"),
    (dealing, phase("hands", 0, value=["axe", "axe"]), "more tiles of a kind"),
    (dealing, phase("hands", value=[["chalk"] * 4, ["shoes"] * 4]), "some are missing"),
    (dealing, phase("hands", value=[[]]), "some are missing"),
    (drafting, phase("hands", 0, value=["chalk"]), "four together"),
    (drafting, phase("kept", value=[["chalk"], []]), "equally many"),
    (drafting, phase("chosen", value=["axe", None]), "not in the hand"),
    (drafting, phase("chosen", value=["shoes", "chalk"]), "all have chosen"),
    (drafting, phase("chosen", value=["shoes"]), "a choice for each player"),
    (packing, phase("done", value=[True, True]), "somebody who is not finished"),
    (packing, phase("kept", 0, value=["chalk"] * 5), "more than four"),
)


@pytest.mark.parametrize(("build", "change", "words"), FAULTS)
def test_a_position_that_cannot_be_is_corrupt(
    build: Build, change: Callable[[Dump], None], words: str
) -> None:
    plain = copy.deepcopy(GAME.dump_state(build().state))
    change(plain)
    with pytest.raises(CorruptState, match=words):
        GAME.load_state(plain, setup())


def test_an_advanced_position_does_not_fit_a_basic_set_up() -> None:
    for build in (free, flag_roll):
        with pytest.raises(CorruptState, match="another variant"):
            GAME.load_state(GAME.dump_state(build().state), example_setup(2))
    basic = GAME.dump_state(GAME.initial(example_setup(2)))
    with pytest.raises(CorruptState, match="another variant"):
        GAME.load_state(basic, setup())


def test_a_basic_position_has_no_phase_of_the_advanced_variant() -> None:
    for kind in ({"type": "Starting"}, {"type": "Ending", "tea": False}, {"type": "FlagRoll"}):
        plain = GAME.dump_state(GAME.initial(example_setup(2)))
        plain["phase"] = kind
        with pytest.raises(CorruptState, match=r"advanced variant|no preparation"):
            GAME.load_state(plain, example_setup(2))


def test_nobody_is_at_the_top_without_flags_unless_the_table_allows_it() -> None:
    play = match(climber("2a.b4"), summit="open").do(climb("summit.centre", 1), white(4))
    plain = GAME.dump_state(play.state)
    assert GAME.load_state(plain, setup(summit="open")) == play.state
    with pytest.raises(CorruptState, match="exactly those on the summit"):
        GAME.load_state(plain, setup())


def test_a_winner_in_the_last_window_of_the_turn_can_be_loaded() -> None:
    play = match(climber("2a.b4", Tile.QUIET_ZONE, flags=ALL_FLAGS), climber("start"))
    play.do(climb("summit.centre", 1), white(4))
    assert GAME.load_state(GAME.dump_state(play.state), setup()) == play.state
    assert not GAME.standings(play.state).over
