"""What the page and other programs see of an advanced match, and how it is said."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.protocol import Seat
from companion.games.roll_and_wall import refusal_words
from companion.games.roll_and_wall.actions import (
    AcceptFall,
    Action,
    BeginTurn,
    ChooseLedge,
    Dealt,
    Discard,
    Enter,
    FinishTurn,
    GiveUp,
    Grab,
    Keep,
    KeepEnergyBar,
    Packed,
    PlaceFlag,
    Rest,
    Spare,
    StopAndFall,
    ThrowFirst,
    UseTile,
)
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.naming import TILE_NAMES
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.advanced import BLACK, climb, climber, match, prepared
from tests.games.roll_and_wall.advanced_cases import (
    ADVANCED_CASES,
    choosing_colour,
    cursing,
    dealing,
    drafting,
    foreseen,
    giving_up,
    on_ledges,
    packing,
    rolling,
    sanding,
)
from tests.games.roll_and_wall.walls import GAME, Play, example_state, white

NAMES = ("Lucy", "Ralph")


def ending() -> Play:
    return match(climber("1a.b2", Tile.QUIET_ZONE)).do(Rest())


def falling() -> Play:
    return match(climber("2a.a4", Tile.AXE, Tile.HELMET)).do(StopAndFall())


def grabbing() -> Play:
    return match(climber("2a.c2", Tile.GRABBER)).do(climb("2a.c3", 1), white(3))


PROMPTS: tuple[tuple[Any, str, str], ...] = (
    (
        lambda: prepared(2),
        "flag_roll",
        "Throw the blue die for the flag in the top part between left and centre.",
    ),
    (
        choosing_colour,
        "flag_colour",
        "Which flag stands at number 3? Choose a colour together.",
    ),
    (rolling, "first_roll", "Lucy, throw 3 white dice: the highest total begins."),
    (
        dealing,
        "deal",
        "Deal four tiles face down; each enters their own: Lucy and Ralph.",
    ),
    (
        drafting,
        "draft",
        "Keep one tile each and pass the others to the left: Lucy and Ralph.",
    ),
    (
        packing,
        "pack",
        "Not everything fits: leave tiles behind until the rest does: Lucy and Ralph.",
    ),
    (
        sanding,
        "sand",
        "Ralph, your turn begins: throw sand at those below you, or begin?",
    ),
    (giving_up, "give_up", "Ralph, sand and wind cost you 2 dice: choose which."),
    (
        foreseen(4),
        "choose_space",
        "Lucy, the dice give 4: choose a space, or end your turn.",
    ),
    (
        foreseen(1),
        "choose_space",
        "Lucy, the dice give 1 and reach no space: use what helps, or end your turn.",
    ),
    (cursing, "voodoo", "Ralph: a voodoo doll against this throw?"),
    (falling, "falling", "Lucy, you fall: use the axe or the helmet, or fall?"),
    (on_ledges, "choose_ledge", "Lucy, choose the ledge on which your axe holds."),
    (
        ending,
        "ending",
        "Lucy, your turn ends: play wind or quiet zone now, or finish it.",
    ),
    (grabbing, "made", "Lucy, you made it: grab a flag here before you go, or climb."),
)


@pytest.mark.parametrize(("build", "code", "text"), PROMPTS)
def test_every_prompt_is_said(build: Any, code: str, text: str) -> None:
    state = build().state
    assert GAME.prompt(state).code == code
    assert GAME.prompt_text(state, NAMES) == text
    assert code in GAME.forms.prompts


def test_a_turn_without_a_way_says_so() -> None:
    play = match(climber("summit.left"), summit="open")
    assert GAME.prompt_text(play.state, NAMES) == (
        "Lucy, there is no space that you may enter: rest."
    )


def test_choices_have_short_labels() -> None:
    state = match(climber("2a.b2")).state
    labels: dict[Action, str] = {
        PlaceFlag(BLACK): "The black flag",
        Dealt(Tile.AXE): "I was dealt the axe",
        Keep(Tile.AXE): "Keep the axe",
        Discard(Tile.AXE): "Leave the axe behind",
        Packed(): "Everything is packed",
        BeginTurn(): "Begin without sand",
        GiveUp(1, 1): "Set aside 1 white die and 1 blue die",
        ThrowFirst(2, 0): "Look ahead with 2 white dice",
        Enter(SpaceId("2a.b3")): "Climb to the 5 in the centre",
        UseTile(Tile.VOODOO_DOLL): "Use the voodoo doll",
        Grab(BLACK): "Grab the black flag",
        KeepEnergyBar(): "Keep the energy bar",
        Spare(): "Let the throw be",
        AcceptFall(): "Fall",
        ChooseLedge(SpaceId("2a.a3")): "Hold on the ledge of the 3 in the centre",
        FinishTurn(): "Finish the turn",
    }
    for action, label in labels.items():
        assert GAME.action_text(state, action) == label


def test_every_tile_has_a_name() -> None:
    assert set(TILE_NAMES) == set(Tile)
    assert len(set(TILE_NAMES.values())) == len(Tile)


def test_every_case_of_the_advanced_variant_names_its_own_code() -> None:
    codes = [code for code, *_ in ADVANCED_CASES]
    assert len(set(codes)) == len(codes)
    assert set(codes) < set(refusal_words.REFUSALS)


def test_the_view_of_the_basic_variant_only_gains_keys() -> None:
    view = GAME.view(example_state(), None)
    assert view["variant"] == "basic"
    assert view["flags"] == []
    assert view["preparation"] is None
    climber_keys = {"seat", "space", "on_campsite", "tea", "pitons", "pitons_left", "tiles"}
    assert climber_keys < set(view["climbers"][0])
    turn_keys = {"seat", "phase", "dice_left", "dice_used", "dice_in_play", "declared", "targets"}
    assert turn_keys < set(view["turn"])


def test_the_view_shows_flags_where_they_stand() -> None:
    shown = GAME.view(match(climber("start")).state, None)["flags"]
    assert len(shown) == 6
    assert shown[0] == {
        "colour": "white",
        "edge": "left",
        "section": "top",
        "number": 1,
        "spaces": ["1a.c4", "2a.a4"],
        "at_mm": [90.0, 25.0],
    }


def test_the_view_shows_flags_penalties_and_used_tiles_of_each_climber() -> None:
    mine = climber("2a.c2", Tile.GRABBER, flags=(BLACK,), penalty=0)
    play = match(mine, climber("2a.b2", penalty=2), packed=((Tile.AXE, Tile.GRABBER), ()))
    first, second = GAME.view(play.state, None)["climbers"]
    assert first["flags"] == ["black"]
    assert second["penalty"] == 2
    used = [(tile["tile"], tile["used"]) for tile in first["backpack"]["tiles"]]
    assert used == [("axe", True), ("grabber", False)]
    assert first["backpack"]["tiles"][0]["cells"] is None  # the example's shapes are not known


def test_the_view_shows_what_sand_a_ball_and_a_quiet_zone_do() -> None:
    play = match(climber("1a.b2"), climber("2a.b2", Tile.CRYSTAL_BALL, penalty=2)).do(Rest())
    play.do(UseTile(Tile.CRYSTAL_BALL))
    turn = GAME.view(play.state, None)["turn"]
    assert turn["dice_lost"] == {"white": 2, "blue": 0}
    assert turn["crystal_ball"]
    assert not turn["quiet_zone"]
    play.do(ThrowFirst(2, 0), white(3, 4))
    turn = GAME.view(play.state, None)["turn"]
    assert turn["foreseen"] == 4
    assert turn["phase"] == "Choosing"
    last = GAME.view(play.state, None)["last"]
    assert (last["target"], last["needed"], last["success"]) == (None, None, False)


def test_the_view_of_the_preparation_says_who_is_waited_for() -> None:
    view = GAME.view(prepared(2).state, None)
    assert view["turn"] is None
    assert view["preparation"]["waiting_for"] == [0]
    assert view["preparation"]["flag"]["colours"] == ["black", "orange", "white"]
    rolls = GAME.view(rolling().do(white(1, 2, 3)).state, None)["preparation"]["rolls"]
    assert rolls == [{"seat": 0, "total": 6}, {"seat": 1, "total": None}]
    counts = GAME.view(dealing().do(Dealt(Tile.SHOES)).state, Seat(1))["preparation"]
    assert counts["counts"] == [1, 0]
    assert counts["hand"] == []


def test_the_chances_say_what_the_own_tiles_add() -> None:
    play = match(climber("2a.b2", Tile.SHOES, Tile.TALISMAN))
    target = GAME.view(play.state, None)["turn"]["targets"][0]
    two = next(each for each in target["chances"] if (each["white"], each["blue"]) == (2, 0))
    assert set(two["with"]) == {"shoes", "talisman", "talisman_and_shoes"}
    assert two["chance"] < two["with"]["shoes"] < two["with"]["talisman_and_shoes"]
