"""Roll & Wall's two white d6 and its blue d4 before the camera: each kind of d4 as it comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from companion.boards.loading import PackagedBoards
from companion.runtime.eyes import Eyes
from companion.runtime.pictures import Picture, Shutter
from companion.table.evidence import EvidenceRing
from companion.table.journal import SqliteJournal
from companion.table.ports import Frame
from companion.table.snapshot import Choice, MatchNow, Player
from companion.table.table import Table
from hardware.simulated.scene.looks import LOOKS
from tests.fixtures.numerals import numeral_pictures
from tests.hardware.clocks import FakeClock
from vision.dice.reading import DiceReader
from vision.frame import load_picture

MUST_COUNT = ("climb-barrel",)
"""Throws that a person reads at a glance."""

THROWS = {picture.name: picture for picture in numeral_pictures() if "climb" in picture.name}
PLAYERS = (Player("Ann", "red"), Player("Ben", "blue"))


class StillCamera:
    """Gives pictures one by one, a tenth of a second apart."""

    name = "stills"

    def __init__(self, clock: FakeClock, pictures: list[Picture]) -> None:
        self._clock = clock
        self._pictures = pictures
        self._next = 0

    def latest(self, after: int, timeout_s: float) -> Frame[Picture] | None:
        self._clock.sleep_s(0.1)
        if self.ended:
            return None
        self._next += 1
        return Frame(self._pictures[self._next - 1], self._next - 1, self._clock.now_s())

    @property
    def ended(self) -> bool:
        return self._next >= len(self._pictures)

    def close(self) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def stills(name: str) -> list[Picture]:
    """An empty table for a while, then the throw at rest."""
    look = LOOKS["white-table" if name == "climb-base" else "green-felt-tray"]
    empty = replace(look, view_mm=150.0).stage((640, 480)).shoot((), 7).image_bgr
    return [empty] * 12 + [load_picture(THROWS[name].file)] * 40


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    made = SqliteJournal(tmp_path / "journal.sqlite3")
    yield made
    made.close()


def climbing(table: Table) -> MatchNow:
    """A match of Roll & Wall in which two white d6 and the blue d4 are awaited.

    The blue die is there for whoever had tea, after a fall to the ground.
    """
    table.new_match("roll_and_wall", PLAYERS, {}, "practice")
    for _ in range(60):
        match = table.snapshot().match
        assert match is not None
        wanted = [one for one in match.choices if _dice(one.action) == (2, 1)]
        if match.awaits is not None:
            pips = [{"kind": kind, "value": 6} for kind, n in match.awaits.counts for _ in range(n)]
            rolled = {"type": "Rolled", "dice": pips}
            table.submit(match.prompt_seats[0], rolled, match.version, "page")
        else:
            choice = wanted[0] if wanted else min(match.choices, key=_rank)
            table.submit(choice.seat, choice.action, match.version, "page")
        if wanted:
            match = table.snapshot().match
            assert match is not None
            assert str(match.awaits) == "1d4+2d6"
            return match
    raise AssertionError("nobody had tea")


def _dice(action: Mapping[str, object]) -> tuple[object, object]:
    return action.get("white"), action.get("blue")


def _rank(choice: Choice) -> int:
    """What makes a climber fall soonest."""
    order = ("StopAndFall", "Declare", "EndTurn")
    kind = str(choice.action["type"])
    return order.index(kind) if kind in order else len(order)


@pytest.mark.parametrize("name", THROWS)
def test_two_white_dice_and_the_blue_one_count_or_are_asked_about(
    name: str, journal: SqliteJournal, tmp_path: Path
) -> None:
    clock = FakeClock()
    table = Table(journal, PackagedBoards(), clock)
    before = climbing(table)
    gallery = EvidenceRing(tmp_path / "evidence", 10_000_000)
    camera = StillCamera(clock, stills(name))
    eyes = Eyes(table, camera, DiceReader().read, Shutter(gallery), clock)
    while not camera.ended:
        eyes.look()
    after, tray = table.snapshot().match, table.snapshot().tray
    assert after is not None
    truth = sorted((str(die["kind"]), int(str(die["value"]))) for die in THROWS[name].dice)
    if tray.question is None:
        assert after.version == before.version + 1
        assert after.last_roll is not None
        assert sorted(after.last_roll.dice) == truth
    else:
        assert name not in MUST_COUNT
        assert after.last_roll == before.last_roll
        assert str(after.awaits) == "1d4+2d6"
