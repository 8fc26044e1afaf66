"""Illegal actions of the advanced variant, one for each refusal code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.roll_and_wall.actions import (
    BeginTurn,
    ChooseLedge,
    Dealt,
    Discard,
    EndTurn,
    Enter,
    FinishTurn,
    GiveUp,
    Grab,
    Keep,
    Packed,
    PlaceFlag,
    PlacePiton,
    Rest,
    Spare,
    StopAndFall,
    ThrowFirst,
    UseTile,
)
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.advanced import (
    BLACK,
    ORANGE,
    WHITE,
    climb,
    climber,
    match,
    prepared,
    wide_top,
)
from tests.games.roll_and_wall.walls import Play, white, with_blue

Build = Callable[[], Play]
Case = tuple[str, Build, Any, int]

B2 = "2a.b2"


def at(*tiles: Tile, space: str = B2, **options: Any) -> Build:
    """The mover there with these tiles, the other player on the ground."""
    return lambda: match(climber(space, *tiles), **options)


def placing() -> Play:
    return prepared(2)


def choosing_colour() -> Play:
    return placing().do(with_blue(3))


def second_flag() -> Play:
    return choosing_colour().do(PlaceFlag(WHITE), with_blue(1))


def rolling() -> Play:
    play = second_flag().do(PlaceFlag(BLACK), with_blue(2))
    return play.do(with_blue(1), PlaceFlag(WHITE), with_blue(1), PlaceFlag(BLACK), with_blue(1))


def dealing() -> Play:
    return rolling().do(white(6, 6, 6), white(1, 1, 1))


def one_dealt() -> Play:
    return dealing().do(*[Dealt(Tile.SHOES)] * 4)


def drafting() -> Play:
    return one_dealt().do(*[Dealt(Tile.CHALK)] * 4)


def one_kept() -> Play:
    return drafting().do(Keep(Tile.SHOES))


def packing() -> Play:
    play = one_kept().do(Keep(Tile.CHALK))
    return play.do(*[Keep(Tile.CHALK), Keep(Tile.SHOES)], *[Keep(Tile.SHOES), Keep(Tile.CHALK)])


def one_packed() -> Play:
    return packing().do(Packed())


def sanding() -> Play:
    return match(climber("1a.b2"), climber("2a.b4", Tile.SAND)).do(Rest())


def giving_up() -> Play:
    return match(climber("1a.b2"), climber("start", tea=True, penalty=2)).do(Rest())


def foreseen(*values: int, tiles: tuple[Tile, ...] = (), space: str = B2, **options: Any) -> Build:
    def build() -> Play:
        play = match(climber(space, Tile.CRYSTAL_BALL, *tiles), **options)
        return play.do(UseTile(Tile.CRYSTAL_BALL), ThrowFirst(len(values), 0), white(*values))

    return build


def cursing() -> Play:
    play = match(climber(B2), climber("start", Tile.VOODOO_DOLL))
    return play.do(climb("2a.b3", 1), white(5))


def falling(*tiles: Tile, **options: Any) -> Build:
    return lambda: match(climber("2a.a4", *tiles), **options).do(StopAndFall())


def missing(*values: int, tiles: tuple[Tile, ...], **options: Any) -> Build:
    return lambda: match(climber(B2, *tiles), **options).do(
        climb("2a.b3", len(values)), white(*values)
    )


def on_ledges() -> Play:
    play = match(climber("2a.b4", Tile.AXE), board=wide_top())
    return play.do(StopAndFall(), UseTile(Tile.AXE))


def with_helmet(*more: Tile) -> Build:
    """Falling with a helmet, two pitons on one level waiting."""
    hung = ("2a.b1", "2a.c1")
    return lambda: match(climber("2a.a4", Tile.HELMET, *more, pitons=hung)).do(
        StopAndFall(), UseTile(Tile.HELMET)
    )


def shod() -> Play:
    tiles = (Tile.CHALK, Tile.SHOES, Tile.SHOES)
    play = match(climber(B2, *tiles), climber("start", Tile.VOODOO_DOLL), shoes_on_one_throw="one")
    play.do(climb("2a.b3", 1), white(4), UseTile(Tile.SHOES), UseTile(Tile.VOODOO_DOLL))
    return play.do(white(3))


BALL = UseTile(Tile.CRYSTAL_BALL)
B3, SUMMIT = SpaceId("2a.b3"), SpaceId("summit.left")

ADVANCED_CASES: tuple[Case, ...] = (
    ("roll_for_flag", placing, EndTurn(), 0),
    ("choose_colour", choosing_colour, with_blue(3), 0),
    ("colour_on_edge", second_flag, PlaceFlag(WHITE), 0),
    ("roll_for_first", rolling, EndTurn(), 0),
    ("deal_first", dealing, EndTurn(), 0),
    ("none_of_that_tile_left", one_dealt, Dealt(Tile.SHOES), 1),
    ("hand_is_full", one_dealt, Dealt(Tile.CHALK), 0),
    ("draft_first", drafting, EndTurn(), 0),
    ("not_in_hand", drafting, Keep(Tile.AXE), 0),
    ("chosen_already", one_kept, Keep(Tile.SHOES), 0),
    ("pack_first", packing, EndTurn(), 0),
    ("not_among_yours", packing, Discard(Tile.AXE), 0),
    ("packed_already", one_packed, Packed(), 0),
    ("prepared_already", at(), PlaceFlag(WHITE), 0),
    ("sand_first", sanding, Rest(), 1),
    ("give_up_first", giving_up, EndTurn(), 1),
    ("wrong_give_up", giving_up, GiveUp(1, 0), 1),
    ("no_dice_to_give", at(), GiveUp(1, 0), 0),
    ("turn_has_begun", at(), BeginTurn(), 0),
    ("throw_before_choosing", lambda: at(Tile.CRYSTAL_BALL)().do(BALL), climb(B3, 1), 0),
    ("choose_before_throwing", at(), ThrowFirst(1, 0), 0),
    (
        "nowhere_to_go",
        lambda: at(Tile.CRYSTAL_BALL, space=SUMMIT, summit="open")().do(BALL),
        ThrowFirst(1, 0),
        0,
    ),
    ("no_throw_to_use", at(), Enter(B3), 0),
    ("choose_space_first", foreseen(5), climb(B3, 1), 0),
    ("too_high", foreseen(4), Enter(B3), 0),
    ("failed_throw_first", foreseen(1, tiles=(Tile.CHALK,), space="start"), EndTurn(), 0),
    ("flags_missing", at(space="2a.b4"), climb("summit.centre", 1), 0),
    ("doll_first", cursing, EndTurn(), 1),
    ("wait_for_dolls", cursing, Rest(), 0),
    ("no_doll_asked", at(), Spare(), 0),
    ("fall_first", falling(Tile.HELMET), Rest(), 0),
    ("choose_ledge_first", on_ledges, Rest(), 0),
    ("ledge_not_below", on_ledges, ChooseLedge(B3), 0),
    ("finish_first", lambda: at(Tile.QUIET_ZONE, space="1a.b2")().do(Rest()), Rest(), 0),
    ("turn_not_ending", at(), FinishTurn(), 0),
    ("only_before_declaring", lambda: at(Tile.CRYSTAL_BALL)().do(climb(B3, 1)), BALL, 0),
    ("crystal_ball_on", lambda: at(*[Tile.CRYSTAL_BALL] * 2)().do(BALL), BALL, 0),
    (
        "nothing_to_foresee",
        lambda: match(climber(B2, Tile.CRYSTAL_BALL), aside=Handful(6, 0)),
        BALL,
        0,
    ),
    ("only_before_throw", at(Tile.TALISMAN), UseTile(Tile.TALISMAN), 0),
    (
        "talisman_on",
        lambda: at(*[Tile.TALISMAN] * 2)().do(climb(B3, 1), UseTile(Tile.TALISMAN)),
        UseTile(Tile.TALISMAN),
        0,
    ),
    (
        "dice_seen_already",
        lambda: missing(1, tiles=(Tile.CHALK, Tile.TALISMAN))().do(UseTile(Tile.CHALK)),
        UseTile(Tile.TALISMAN),
        0,
    ),
    ("name_the_flag", at(Tile.GRABBER), UseTile(Tile.GRABBER), 0),
    ("no_time_to_grab", falling(Tile.HELMET, Tile.GRABBER), Grab(WHITE), 0),
    (
        "flag_held",
        lambda: match(climber("2a.c2", Tile.GRABBER, flags=(BLACK,))),
        Grab(BLACK),
        0,
    ),
    ("no_flag_beside", at(Tile.GRABBER), Grab(ORANGE), 0),
    ("nothing_to_clip", at(Tile.QUICKDRAW), UseTile(Tile.QUICKDRAW), 0),
    (
        "too_late_to_clip",
        missing(1, tiles=(Tile.CHALK, Tile.QUICKDRAW)),
        UseTile(Tile.QUICKDRAW),
        0,
    ),
    ("too_late_after_look", foreseen(5, crystal_ball_piton="too_late"), PlacePiton(), 0),
    ("only_when_falling", at(Tile.AXE), UseTile(Tile.AXE), 0),
    (
        "no_ledge_below",
        lambda: at(Tile.AXE, Tile.HELMET, space="2a.b4")().do(StopAndFall()),
        UseTile(Tile.AXE),
        0,
    ),
    ("axe_or_helmet", with_helmet(Tile.AXE), UseTile(Tile.AXE), 0),
    ("helmet_on", with_helmet(Tile.HELMET), UseTile(Tile.HELMET), 0),
    ("only_against_others", at(Tile.VOODOO_DOLL), UseTile(Tile.VOODOO_DOLL), 0),
    ("only_at_beginning", at(Tile.SAND), UseTile(Tile.SAND), 0),
    ("only_at_end", at(Tile.WIND_AMULET), UseTile(Tile.WIND_AMULET), 0),
    (
        "nobody_above",
        lambda: at(Tile.QUIET_ZONE, Tile.WIND_AMULET, space="1a.b2")().do(Rest()),
        UseTile(Tile.WIND_AMULET),
        0,
    ),
    ("nothing_missed", foreseen(6, tiles=(Tile.CHALK,)), UseTile(Tile.CHALK), 0),
    (
        "enters_already",
        foreseen(4, tiles=(Tile.CHALK,), crystal_ball_mending="strict"),
        UseTile(Tile.CHALK),
        0,
    ),
    ("shoes_on", shod, UseTile(Tile.SHOES), 0),
    ("quiet_zone", lambda: match(climber(B2), quiet_until=0), PlacePiton(), 0),
    (
        "piton_for_quickdraw",
        lambda: match(
            climber(B2, Tile.QUICKDRAW, pitons=("2a.a1", "2a.b1", "2a.c1")),
            fourth_piton="quickdraw_only",
        ),
        PlacePiton(),
        0,
    ),
    ("no_piton_on_summit", at(space=SUMMIT, summit="open"), PlacePiton(), 0),
)
