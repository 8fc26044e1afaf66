"""Falls on the rope and climbers who knock others off, ruling by ruling."""

from __future__ import annotations

import pytest

from companion.games.high_risk.events import KnockedOff
from tests.games.high_risk.mountains import (
    ANN,
    BEN,
    THREE_WALLS,
    advancing,
    after,
    done,
    standing,
)

FALL = "DDDDDD"
HOME = (0, 0, 0, 0)


def test_hr12_whoever_stands_on_the_cliff_drops_to_the_next_open_zone() -> None:
    """HR-T9: the next cliff below if it is free, else the bivouac."""
    state = advancing(standing([1, 0, 0, 0], [3, 0, 0, 0]), 1, 2)
    assert state.position.climbers == ((3, 0, 0, 0), (2, 0, 0, 0))
    state = advancing(standing([1, 0, 0, 0], [3, 2, 0, 0]), 1, 2)
    assert state.position.climbers == ((3, 0, 0, 0), (2, 1, 0, 0))


def test_hr12_the_zone_that_the_mover_left_is_open() -> None:
    state = advancing(standing([2, 0, 0, 0], [3, 0, 0, 0]), 2, 1)
    assert state.position.climbers == ((3, 0, 0, 0), (2, 0, 0, 0))


def test_hr12_an_own_climber_is_knocked_off_too() -> None:
    before = standing([4, 2, 0, 0], HOME)
    state = advancing(before, 2, 2)
    assert state.position.climbers[ANN] == (4, 3, 0, 0)


def test_hr12_a_climber_who_is_knocked_off_knocks_off_nobody() -> None:
    before = standing([1, 0, 0, 0], [4, 3, 2, 0])
    state = advancing(before, 1, 3)
    assert state.position.climbers == ((4, 0, 0, 0), (3, 2, 1, 0))


def test_hr12_bivouacs_have_room_for_all() -> None:
    state = advancing(standing([2, 0, 0, 0], [5, 5, 0, 0]), 2, 3)
    assert state.position.climbers == ((5, 0, 0, 0), (5, 5, 0, 0))


def test_hr13_the_highest_falls_to_the_first_open_zone_below_the_next_own_climber() -> None:
    """HR-T3."""
    state = after(standing([7, 3, 0, 0], HOME), FALL)
    assert state.position.climbers[ANN] == (3, 2, 0, 0)
    state = after(standing([7, 3, 0, 0], [2, 0, 0, 0]), FALL)
    assert state.position.climbers[ANN] == (3, 1, 0, 0)


def test_hr13_on_the_other_mountain_the_bivouac_lies_elsewhere() -> None:
    state = after(standing([8, 6, 0, 0], [5, 3, 0, 0], board=THREE_WALLS), FALL)
    assert state.position.climbers[ANN] == (6, 4, 0, 0)


def test_hr14_of_two_in_one_bivouac_one_falls_below_it() -> None:
    state = after(standing([5, 5, 0, 0], [4, 0, 0, 0]), FALL)
    assert state.position.climbers[ANN] == (5, 3, 0, 0)


@pytest.mark.parametrize("team", [(7, 0, 0, 0), (10, 7, 0, 0), (10, 10, 10, 7)])
def test_hr15_without_another_own_climber_on_the_route_it_is_all_the_way_down(
    team: tuple[int, ...],
) -> None:
    """HR-T4; those at the Summit hold no rope."""
    state = after(standing(team, [3, 1, 0, 0]), FALL)
    fallen = [0 if zone == 7 else zone for zone in team]
    assert state.position.climbers[ANN] == tuple(sorted(fallen, reverse=True))


@pytest.mark.parametrize("team", [HOME, (10, 0, 0, 0), (10, 10, 10, 0)])
def test_hr16_with_nobody_between_basecamp_and_summit_nothing_happens(
    team: tuple[int, ...],
) -> None:
    before = standing(team, [3, 1, 0, 0])
    state = after(before, FALL)
    assert state.position.climbers == before.position.climbers
    assert state.position.turn == BEN


def test_hr17_a_fall_passes_every_occupied_cliff_and_disturbs_nobody() -> None:
    before = standing([8, 5, 0, 0], [4, 3, 2, 0])
    state, events = done(before, FALL)
    assert state.position.climbers == ((5, 1, 0, 0), (4, 3, 2, 0))
    assert not any(isinstance(event, KnockedOff) for event in events)


def test_hr18_whoever_is_at_the_summit_is_safe() -> None:
    state = after(standing([10, 6, 5, 0], HOME), FALL)
    assert state.position.climbers[ANN] == (10, 5, 4, 0)
