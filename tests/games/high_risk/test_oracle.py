"""The movement rules against a second, naive implementation."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.high_risk.climbing import after_ascent, ascent, fall, may_advance, moved
from companion.games.high_risk.state import CLIMBERS, HighRiskState
from companion.games.protocol import Seat
from tests.games.high_risk import naive
from tests.games.high_risk.mountains import THREE_WALLS, TWO_WALLS, standing


@st.composite
def positions(draw: st.DrawFn) -> HighRiskState:
    """Any position of any number of players on either mountain."""
    seats = draw(st.integers(2, 4))
    board = draw(st.sampled_from([TWO_WALLS, THREE_WALLS]))
    mountain = standing(*[(0,) * CLIMBERS[seats]] * seats, board=board).terms.mountain
    taken: set[int] = set()
    teams: list[list[int]] = [[] for _ in range(seats)]
    for team in teams:
        for _ in range(CLIMBERS[seats]):
            zone = draw(st.sampled_from([z for z in range(11) if z not in taken]))
            team.append(zone)
            if zone in mountain.cliffs:
                taken.add(zone)
    return standing(*teams, board=board)


@given(state=positions(), data=st.data())
@settings(max_examples=300)
def test_falls_are_those_of_the_naive_rules(state: HighRiskState, data: st.DataObject) -> None:
    """HR13 to HR18."""
    climbers, mountain = state.position.climbers, state.terms.mountain
    seat = Seat(data.draw(st.integers(0, len(climbers) - 1)))
    kinds = [zone.kind.value for zone in mountain.zones]
    zones = naive.peopled(kinds, climbers)
    naive.fall(kinds, zones, seat)
    drop = fall(mountain, climbers, seat)
    found = climbers if drop is None else moved(climbers, seat, drop.source, drop.target)
    assert found == naive.teams_on(zones, len(climbers))


@given(state=positions(), data=st.data())
@settings(max_examples=300)
def test_advances_and_knocks_are_those_of_the_naive_rules(
    state: HighRiskState, data: st.DataObject
) -> None:
    """HR9 to HR12."""
    climbers, mountain = state.position.climbers, state.terms.mountain
    seat = Seat(data.draw(st.integers(0, len(climbers) - 1)))
    sources = may_advance(mountain, climbers[seat])
    if not sources:
        return
    source, steps = data.draw(st.sampled_from(sources)), data.draw(st.integers(1, 6))
    kinds = [zone.kind.value for zone in mountain.zones]
    zones = naive.peopled(kinds, climbers)
    naive.advance(kinds, zones, seat, source, steps)
    move = ascent(mountain, climbers, source, steps)
    assert after_ascent(climbers, seat, move) == naive.teams_on(zones, len(climbers))
