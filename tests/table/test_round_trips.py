"""Whatever is done at a table: the same entries give the same match, and undo leads back.

The walks run over the tests' own game and over every game that can be played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.boards.loading import PackagedBoards
from companion.dice import FACES
from companion.games import registry
from companion.games.protocol import Game
from companion.table.match import replay
from companion.table.ports import Boards
from companion.table.snapshot import MatchNow
from companion.table.table import Accepted, Table
from tests.table.fakes import (
    GAMES,
    PICTURE_SIZE,
    PLAYERS,
    FakeBoards,
    FakeClock,
    MemoryJournal,
    accepted,
    die,
    doubtful,
    settled,
    version,
)

EVERY_GAME: Mapping[str, Game[Any, Any]] = {**registry.GAMES, **GAMES}
STEPS_AT_MOST = 25


@dataclass
class Walk:
    """A table, and beside it what the match must be: the views after each step in force."""

    table: Table
    journal: MemoryJournal
    boards: Boards
    in_force: list[tuple[int, Any]] = field(default_factory=list)

    @property
    def now(self) -> MatchNow:
        match = self.table.snapshot().match
        assert match is not None
        return match

    def did(self, outcome: object) -> None:
        if isinstance(outcome, Accepted):
            self.in_force.append((self.now.version, self.view()))

    def view(self) -> Any:
        now = self.now
        return (now.view, now.standings.lines, now.prompt_text, now.awaits, now.choices)


def begun(name: str) -> Walk:
    game = EVERY_GAME[name]
    boards: Boards = FakeBoards() if name in GAMES else PackagedBoards()
    names = boards.names(name)
    players = PLAYERS[: max(game.seats.start, 1)] if 2 not in game.seats else PLAYERS
    journal = MemoryJournal()
    table = Table(journal, boards, FakeClock(), EVERY_GAME)
    table.new_match(name, players, {}, names[0] if names else None)
    walk = Walk(table, journal, boards)
    walk.in_force.append((1, walk.view()))
    return walk


def throw(walk: Walk, data: st.DataObject) -> list[tuple[str, Any]] | None:
    awaits = walk.now.awaits
    if awaits is None:
        return None
    return [
        (kind, data.draw(st.sampled_from(FACES[kind])))
        for kind, count in awaits.counts
        for _ in range(count)
    ]


def act(walk: Walk, data: st.DataObject) -> None:
    """Go on with the match: the awaited throw, from a hand or a camera, or a choice."""
    table, now = walk.table, walk.now
    dice = throw(walk, data)
    if dice is None or (now.choices and data.draw(st.booleans())):
        if now.choices:
            choice = data.draw(st.sampled_from(now.choices))
            walk.did(accepted(table.submit(choice.seat, choice.action, now.version, "page")))
        return
    seen = [die(value) for kind, value in dice if kind == "d6"]
    if len(seen) == len(dice) and data.draw(st.booleans()):
        table.rolled(settled(*seen), PICTURE_SIZE, None)
        assert walk.now.version > now.version
        assert walk.now.last_roll is not None
        walk.in_force.append((walk.now.version, walk.view()))
    else:
        walk.did(accepted(table.throw(dice, now.version, "page")))


def undo(walk: Walk, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 3))
    possible = len(walk.in_force) - 1
    outcome = walk.table.undo(walk.now.version, "page", count)
    assert isinstance(outcome, Accepted) == (count <= possible)
    if isinstance(outcome, Accepted):
        del walk.in_force[-count:]
        assert walk.view() == walk.in_force[-1][1]


def correct(walk: Walk, data: st.DataObject) -> None:
    last = walk.now.last_roll
    if last is None:
        return
    dice = [(kind, data.draw(st.sampled_from(FACES[kind]))) for kind, _ in last.dice]
    outcome = accepted(walk.table.correct(walk.now.version, dice, "page"))
    del walk.in_force[_place(walk, last.entry) :]
    walk.did(outcome)


def _place(walk: Walk, entry: int) -> int:
    """Where among the steps in force the one of that entry is. An end that came with a step
    made the version one higher."""
    return next(i for i, (at, _) in enumerate(walk.in_force) if at >= entry)


def doubt(walk: Walk, data: st.DataObject) -> None:
    dice = throw(walk, data)
    walk.table.rolled(doubtful(die(3, 0.5)), PICTURE_SIZE, None)
    question = walk.table.snapshot().tray.question
    assert (question is not None) == (dice is not None)
    assert walk.view() == walk.in_force[-1][1]
    if question is None or dice is None:
        return
    if data.draw(st.booleans()):
        walk.table.dismiss(question.id)
        assert walk.view() == walk.in_force[-1][1]
    else:
        walk.did(accepted(walk.table.answer(question.id, dice, version(walk.table), "page")))


def restart(walk: Walk, data: st.DataObject) -> None:
    before = walk.table.snapshot()
    walk.table = Table(walk.journal, walk.boards, FakeClock(), EVERY_GAME)
    after = walk.table.snapshot()
    assert after.match == before.match
    assert after.tray.question == before.tray.question


@pytest.mark.parametrize("name", sorted(EVERY_GAME))
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_undo_correction_doubt_and_restart_keep_the_match_whole(
    name: str, data: st.DataObject
) -> None:
    walk = begun(name)
    what = st.sampled_from([act, act, act, act, undo, correct, doubt, restart])
    for _ in range(data.draw(st.integers(1, STEPS_AT_MOST))):
        data.draw(what)(walk, data)
        now = walk.now
        assert now.version == len(walk.journal.written)
        assert now.can_undo == (len(walk.in_force) > 1)
        assert walk.view() == walk.in_force[-1][1]
    played = replay(EVERY_GAME, walk.journal.entries("1"))
    assert played.version == walk.now.version
    assert len(played.applied) == len(walk.in_force) - 1
