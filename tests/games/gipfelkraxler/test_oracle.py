"""The pushes against a second, naive implementation with ibexes that act by themselves."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.gipfelkraxler.actions import Move, PushUp
from companion.games.gipfelkraxler.board import SpaceId
from companion.games.gipfelkraxler.state import IbexState, Pushing
from tests.games.gipfelkraxler.herds import START, SUMMIT, after, choices, standing, start
from tests.games.gipfelkraxler.naive import Mountain

GRAPH = start().terms.graph
BIG = frozenset(GRAPH.spaces) - GRAPH.small - {SUMMIT}


@st.composite
def crowded(draw: st.DrawFn) -> IbexState:
    """Any position with many ibexes on the small spaces, before a joker."""
    seats = draw(st.integers(2, 4))
    free = [space for space in GRAPH.spaces if space not in (START, SUMMIT)]
    herds: list[list[SpaceId]] = [[] for _ in range(seats)]
    for herd in herds:
        for _ in range(draw(st.integers(0, 5))):
            if free:
                space = draw(st.sampled_from(free))
                herd.append(space)
                if space in GRAPH.small:
                    free.remove(space)
    arrivals = [0] * seats
    there = draw(st.integers(-1, seats - 1))
    if there >= 0:
        herds[there] = [*herds[there][:4], SUMMIT]
        arrivals[there] = 1
    freed = draw(st.sampled_from(["empty", "taken"]))
    return standing(*herds, arrivals=tuple(arrivals), freed_space=freed)


@given(state=crowded(), data=st.data())
@settings(max_examples=400)
def test_every_chain_is_that_of_the_naive_rules(state: IbexState, data: st.DataObject) -> None:
    """GK10 to GK14, GK16, GK17 and GK19."""
    before = state.position
    state = after(state, "6-6-6-6-6")
    move = data.draw(st.sampled_from(choices(state, Move)))
    assert isinstance(move, Move)
    state = after(state, move)
    pushes: list[str] = []
    while isinstance(state.position.phase, Pushing):
        push = data.draw(st.sampled_from(choices(state)))
        assert isinstance(push, PushUp)
        pushes.append(push.target)
        state = after(state, push)
        assert len(pushes) < len(GRAPH.spaces)
    mountain = Mountain(BIG, GRAPH.streams, pushes)  # type: ignore[arg-type]
    mountain.people(before.herds)
    taken = state.terms.freed_space.value == "taken" and move.source in GRAPH.small
    mountain.skipped = move.source if taken else None
    mover = next(i for i in mountain.ibexes if i.colour == 0 and i.place == move.source)
    mountain.climb(mover, move.target)
    assert mountain.choices == []
    assert state.position.herds == mountain.herds()
    gained = [new - old for new, old in zip(state.position.arrivals, before.arrivals, strict=True)]
    assert gained == [mountain.arrivals[seat] for seat in range(len(gained))]


def test_the_naive_rules_agree_on_the_example_of_the_long_chain() -> None:
    """So that the oracle itself is seen to work."""
    mountain = Mountain(BIG, GRAPH.streams, [])  # type: ignore[arg-type]
    mountain.people([["Brook Meadow", "White Slab", "Fern Meadow"], ["Grey Slab"]])
    mountain.climb(mountain.ibexes[0], "Grey Slab")
    assert mountain.herds() == (
        ("Fern Meadow", "Fern Meadow", "Grey Slab"),
        ("White Slab",),
    )
