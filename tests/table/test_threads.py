"""Many at one table at the same time."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from companion.errors import StaleVersion
from companion.table.cues import TrayState
from companion.table.journal import SqliteJournal
from companion.table.snapshot import Player
from companion.table.table import Table
from tests.table.fakes import (
    GAMES,
    PICTURE_SIZE,
    PLAYERS,
    FakeBoards,
    FakeClock,
    accepted,
    die,
    settled,
    version,
)

THREADS = 12
ROUNDS = 20
LONG_S = 60.0
FOREVER_S = 10 * LONG_S
"""Whoever sleeps through a change wakes only after the test has called it a fault."""


def together(count: int, what: Callable[[int], None]) -> None:
    """Run ``what(number)`` in that many threads, begun at one moment; re-raise the first error."""
    barrier = threading.Barrier(count)
    errors: list[BaseException] = []

    def run(number: int) -> None:
        try:
            barrier.wait(LONG_S)
            what(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(n,), daemon=True) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG_S)
        assert not thread.is_alive(), "the table hangs"
    if errors:
        raise errors[0]


def test_of_many_with_the_same_version_exactly_one_wins(path: Path) -> None:
    with SqliteJournal(path) as journal:
        table = Table(journal, FakeBoards(), FakeClock(), GAMES)
        table.new_match("ladder", PLAYERS, {}, None)
        for _ in range(ROUNDS):
            seen = version(table)
            won: Counter[str] = Counter()

            def act(number: int, seen: int = seen, won: Counter[str] = won) -> None:
                try:
                    if seen % 2 == 0:
                        accepted(table.undo(seen, "page"))
                    else:
                        action = {"type": "Declare", "count": 1 + number % 3}
                        accepted(table.submit(0, action, seen, "page"))
                except StaleVersion:
                    won["stale"] += 1
                else:
                    won["accepted"] += 1

            together(THREADS, act)
            assert won == {"accepted": 1, "stale": THREADS - 1}
            assert version(table) == seen + 1
        assert len(journal.entries("1")) == ROUNDS + 1


def test_whoever_waits_misses_no_change(path: Path) -> None:
    """Each of several watchers ends on the last snapshot; none sleeps through it."""
    with SqliteJournal(path) as journal:
        table = Table(journal, FakeBoards(), FakeClock(), GAMES)
        table.new_match("ladder", PLAYERS, {}, None)
        last_version = 41
        seen: list[list[int]] = [[] for _ in range(4)]

        def act(number: int) -> None:
            if number == 4:
                for done in range(1, last_version):
                    if done % 2:
                        declare = {"type": "Declare", "count": 1}
                        accepted(table.submit(0, declare, done, "page"))
                    else:
                        accepted(table.undo(done, "page"))
                return
            serial = 0
            while True:
                changed = table.wait(serial, FOREVER_S)
                assert changed is not None, "a change was slept through"
                serial = changed.serial
                seen[number].append(serial)
                if changed.match and changed.match.version == last_version:
                    return

        together(5, act)
        for serials in seen:
            assert serials == sorted(set(serials))


def test_camera_page_and_lists_do_not_hinder_each_other(path: Path) -> None:
    with SqliteJournal(path) as journal:
        table = Table(journal, FakeBoards(), FakeClock(), GAMES)
        table.new_match("ladder", PLAYERS, {}, None)

        def act(number: int) -> None:
            for turn in range(15):
                match number % 4:
                    case 0:
                        table.rolled(settled(die(2 + turn % 5)), PICTURE_SIZE, None)
                    case 1:
                        table.tray(list(TrayState)[turn % len(TrayState)])
                    case 2:
                        try:
                            match_now = table.snapshot().match
                            assert match_now is not None
                            if match_now.choices:
                                choice = match_now.choices[0]
                                table.submit(
                                    choice.seat,
                                    choice.action,
                                    match_now.version,
                                    "page",
                                    match=match_now.info.id,
                                )
                        except StaleVersion:
                            continue
                    case _:
                        assert table.matches()
                        if turn == 7:
                            table.new_match("ladder", [Player("Ann", "green")], {}, None)

        together(8, act)
        shown = table.snapshot().match
        assert shown is not None
        again = Table(journal, FakeBoards(), FakeClock(), GAMES)
        assert again.snapshot().match == shown
