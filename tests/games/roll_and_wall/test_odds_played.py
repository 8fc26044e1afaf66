"""The odds of a climb against the game itself: every throw is played, and every tile tried."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from companion.dice import Rolled, throws, ways
from companion.games.protocol import Seat
from companion.games.roll_and_wall.actions import Declare, Spare, UseTile
from companion.games.roll_and_wall.events import RollJudged
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.phases import Cursing, Free, Made, Missed, Throwing
from companion.games.roll_and_wall.state import WallState
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.advanced import climb, climber, match
from tests.games.roll_and_wall.walls import GAME, Play

SHOES, CHALK, TALISMAN, DOLL = Tile.SHOES, Tile.CHALK, Tile.TALISMAN, Tile.VOODOO_DOLL
MENDING = (CHALK, SHOES)


def played(state: WallState) -> Fraction:
    """The chance of success under the best use of tiles, from the awaited throw on."""
    dice = GAME.prompt(state).dice
    assert dice is not None
    thrown = [(ways(rolled), after(state, Seat(0), rolled)) for rolled in throws(dice)]
    return sum((n * good for n, good in thrown), Fraction(0)) / sum(n for n, _ in thrown)


def after(state: WallState, seat: Seat, action: Any) -> Fraction:
    """The chance of success once that is done."""
    step = GAME.apply(state, seat, action)
    judged = [event for event in step.events if isinstance(event, RollJudged)]
    if judged:
        if judged[-1].success:
            return Fraction(1)
        if not isinstance(step.state.position.phase, Missed):
            return Fraction(0)
    if isinstance(step.state.position.phase, Throwing):
        return played(step.state)
    assert isinstance(step.state.position.phase, Missed), step.state.position.phase
    uses = [
        (who, use)
        for who, use in GAME.legal_actions(step.state)
        if isinstance(use, UseTile) and use.tile in MENDING
    ]
    return max((after(step.state, who, use) for who, use in uses), default=Fraction(0))


HANDS = [
    (SHOES,),
    (SHOES, SHOES),
    (CHALK,),
    (CHALK, CHALK),
    (CHALK, SHOES),
    (CHALK, SHOES, SHOES),
    (CHALK, CHALK, SHOES),
]
RULES: list[dict[str, Any]] = [
    {},
    {"shoes_on_one_throw": "one"},
    {"shoes_then_chalk": "kept"},
    {"shoes_on_one_throw": "one", "shoes_then_chalk": "kept"},
]


def told(play: Play) -> dict[str, Fraction | None]:
    return {each.of: each.chance for each in GAME.choice_odds(play.state) if each.action is None}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("tiles", HANDS)
@pytest.mark.parametrize("talisman", [False, True])
def test_all_tiles_together_are_counted_exactly(
    tiles: tuple[Tile, ...], rules: dict[str, Any], talisman: bool
) -> None:
    held = (*tiles, TALISMAN) if talisman else tiles
    play = match(climber("2a.b2", *held), **rules).do(climb("2a.b3", 2))
    if talisman:
        play.do(UseTile(TALISMAN))
    figures = told(play)
    assert figures[list(figures)[-1]] == played(play.state)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("tiles", HANDS)
def test_so_they_are_before_the_dice_are_declared(
    tiles: tuple[Tile, ...], rules: dict[str, Any]
) -> None:
    play = match(climber("2a.b2", *tiles), **rules)
    action = climb("2a.b3", 2)
    figures = [each.chance for each in GAME.choice_odds(play.state) if each.action == action]
    play.do(action)
    assert figures[-1] == played(play.state)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("tiles", HANDS)
def test_shoes_that_stay_for_a_dolls_repeat_are_counted_there_and_not_beyond(
    tiles: tuple[Tile, ...], rules: dict[str, Any]
) -> None:
    """Lucy misses by 1, adds shoes and succeeds; Ralph's doll repeats the throw."""
    play = match(climber("2a.b2", SHOES, *tiles), climber("start", DOLL), **rules)
    play.do(climb("2a.b3", 1), Rolled.of("d6", [4]), UseTile(SHOES))
    assert isinstance(play.state.position.phase, Cursing)
    again = GAME.apply(play.state, Seat(1), UseTile(DOLL)).state
    assert isinstance(again.position.phase, Throwing)
    assert again.position.phase.shoes == 1
    play.state = again
    figures = told(play)
    assert figures["success"] == Fraction(1, 2)
    assert figures[list(figures)[-1]] == played(again)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("tiles", [hand for hand in HANDS if CHALK in hand])
def test_a_missed_throw_has_the_odds_of_its_repeat(
    tiles: tuple[Tile, ...], rules: dict[str, Any]
) -> None:
    play = match(climber("2a.b2", *tiles), **rules)
    play.do(climb("2a.b3", 2), Rolled.of("d6", [1, 1]))
    assert isinstance(play.state.position.phase, Missed)
    figures = [each for each in GAME.choice_odds(play.state) if each.action == UseTile(CHALK)]
    assert figures[0].of == "success"
    assert figures[0].chance == Fraction(20, 36)
    assert figures[-1].chance == after(play.state, Seat(0), UseTile(CHALK))


def test_shoes_that_close_the_gap_are_certain() -> None:
    play = match(climber("2a.b2", SHOES, SHOES))
    play.do(climb("2a.b3", 1), Rolled.of("d6", [3]))
    figures = {each.of: each.chance for each in GAME.choice_odds(play.state)}
    assert figures == {"success": Fraction(0), "success_with_tiles": Fraction(1)}
    play.do(UseTile(SHOES))
    assert {each.of: each.chance for each in GAME.choice_odds(play.state)} == {
        "success": Fraction(1)
    }


def test_a_voodoo_doll_has_the_odds_of_spoiling_the_throw() -> None:
    play = match(climber("2a.b2"), climber("start", DOLL), climber("start", DOLL))
    play.do(climb("2a.b3", 2), Rolled.of("d6", [5, 1]))
    first = GAME.choice_odds(play.state)
    assert [(each.seat, each.action, each.of) for each in first] == [
        (Seat(1), UseTile(DOLL), "failure")
    ]
    assert first[0].chance == Fraction(16, 36)
    assert "44.4 %" in first[0].text
    play.state = GAME.apply(play.state, Seat(1), Spare()).state
    assert [each.seat for each in GAME.choice_odds(play.state)] == [Seat(2)]


def test_the_view_counts_tiles_as_the_odds_do() -> None:
    play = match(climber("2a.b2", CHALK, SHOES))
    view = GAME.view(play.state, None)
    figures = {
        (each.action, each.of): each.chance
        for each in GAME.choice_odds(play.state)
        if isinstance(each.action, Declare)
    }
    seen = 0
    for target in view["turn"]["targets"]:
        for row in target["chances"]:
            action = Declare(target["space"], row["white"], row["blue"])
            for name, shown in row["with"].items():
                assert shown == round(float(figures[action, f"success_with_{name}"] or 0), 6)
                seen += 1
    assert seen > 10


def test_nobody_is_told_odds_in_a_phase_without_dice() -> None:
    play = match(climber("2a.b2", Tile.ENERGY_BAR)).do(climb("2a.b3", 2))
    play.do(Rolled.of("d6", [6, 1]))
    assert isinstance(play.state.position.phase, Made)
    assert GAME.choice_odds(play.state) == ()
    assert not isinstance(replace(play.state.position, aside=Handful()).phase, Free)
