"""An hour at the table needs no more memory than its first minutes.

The frames are real ones from memory, at the pace of a clock that is moved on: a throw every twenty
seconds, still frames with noise in between, all of it through the loop, the reader and the journal.
"""

from __future__ import annotations

import gc
import os
import tracemalloc
from collections.abc import Callable
from functools import cache
from itertools import cycle
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np
import pytest

from companion.dice import DiceSpec
from companion.games.registry import GAMES
from companion.runtime.ahead import ReadsAhead
from companion.runtime.eyes import Eyes
from companion.runtime.known_tray import KnownTray
from companion.runtime.pictures import Picture, Shutter
from companion.table.evidence import EvidenceRing
from companion.table.journal import SqliteJournal
from companion.table.ports import Frame
from companion.table.snapshot import Player
from companion.table.table import Table
from hardware.simulated.scene import LOOKS, throw
from tests.hardware.clocks import FakeClock
from tests.table.fakes import FakeBoards
from vision.dice.reading import DiceReader

FPS = 30
EVERY_S = 20
ROLLS_S = 0.6
THROWS = ((2, 5), (3, 6), (1, 4), (4, 6))
SHOTS = 4
PAGE = os.sysconf("SC_PAGE_SIZE")


@cache
def shots(faces: tuple[int, ...]) -> tuple[Picture, ...]:
    """One throw at rest, each picture with its own noise."""
    look, chance = LOOKS["black-tray"], np.random.default_rng(sum(faces))
    thrown = throw(faces, look, chance, size_px=(640, 480))
    return tuple(thrown.stage.shoot(thrown.rest, k).image_bgr for k in range(SHOTS))


class TableCamera:
    """A throw every twenty seconds for as long as somebody looks."""

    name = "table"
    ended = False

    def __init__(self, clock: FakeClock) -> None:
        self._clock = clock
        self._number = -1
        self._noise = cycle(range(SHOTS))

    def latest(self, after: int, timeout_s: float) -> Frame[Picture] | None:
        skipped = max(self._number, after) + 1 - self._number
        self._clock.sleep_s(skipped / FPS)
        self._number += skipped
        count, frame = divmod(self._number, EVERY_S * FPS)
        now = shots(THROWS[count % len(THROWS)])
        if frame < ROLLS_S * FPS:  # the picture moves by a die's width from frame to frame
            image = np.roll(now[frame % SHOTS], 30 * (frame % 5 - 2), axis=(0, 1)[frame % 2])
        else:
            image = now[next(self._noise)]
        # A camera hands out memory of its own with every picture.
        return Frame(image.copy(), self._number, self._clock.now_s())

    def close(self) -> None:
        """Nothing is open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Evening:
    """The parts of the service that see, with a table of free roll."""

    def __init__(self, folder: Path) -> None:
        cv2.setNumThreads(1)
        self.clock = FakeClock()
        self.journal = SqliteJournal(folder / "journal.sqlite3")
        self.table = Table(self.journal, FakeBoards(), self.clock, GAMES)
        people = (Player("Ann", "red"), Player("Ben", "blue"))
        self.table.new_match("free_roll", people, {"dice": "2d6"}, None)
        reader = DiceReader()
        ahead = ReadsAhead(lambda awaited: reader, self.awaited)
        self.ahead = ahead
        read = KnownTray(ahead.read, None, lambda text: None, ahead)
        shutter = Shutter(EvidenceRing(folder / "evidence", 2_000_000))
        self.eyes = Eyes(self.table, TableCamera(self.clock), read, shutter, self.clock)

    def awaited(self) -> DiceSpec | None:
        match = self.table.snapshot().match
        return match.awaits if match else None

    def look(self, minutes: float) -> None:
        until_s = self.clock.now_s() + 60 * minutes
        while self.clock.now_s() < until_s:
            self.eyes.look()

    @property
    def version(self) -> int:
        match = self.table.snapshot().match
        assert match is not None
        return match.version


def resident_bytes() -> int:
    """Memory that the process has in the machine."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def traced_bytes() -> int:
    """Memory that Python and numpy have taken since tracing began."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def grown(evening: Evening, minutes: int, measure: Callable[[], int]) -> list[int]:
    """Bytes at the start and after each minute."""
    found = [measure()]
    for _ in range(minutes):
        evening.look(1)
        found.append(measure())
    return found


def test_three_minutes_take_no_memory_that_the_first_two_did_not(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    tracemalloc.start()
    try:
        evening.look(2)
        before = evening.version
        taken = grown(evening, 3, traced_bytes)
    finally:
        tracemalloc.stop()
    assert evening.version >= before + 3 * 60 // EVERY_S, "no throws, no test"
    # A picture of this camera has 900 kB; what grows is the match that is remembered.
    assert taken[-1] - taken[0] < 300_000
    evening.journal.close()


@pytest.mark.long
def test_an_hour_takes_no_memory_that_its_first_ten_minutes_did_not(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    evening = Evening(tmp_path)
    evening.look(10)
    before = evening.version
    taken = grown(evening, 50, resident_bytes)
    record_property("megabytes", " ".join(f"{size / 1e6:.1f}" for size in taken[::5]))
    record_property("throws", evening.version)
    record_property("read_ahead", evening.ahead.spared)
    assert evening.version >= before + 50 * 60 // EVERY_S
    assert taken[-1] - taken[0] < 8_000_000
    evening.journal.close()
