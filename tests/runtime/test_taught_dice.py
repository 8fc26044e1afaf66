"""Taught dice before a camera to a legal step of High Risk: every part is the real one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.boards.loading import PackagedBoards
from companion.cli.serve import request_of
from companion.dice import DiceSpec
from companion.dice_sets.keeping import keep
from companion.dice_sets.loading import DiceSets
from companion.dice_sets.values import DiceSet
from companion.runtime.eyes import Eyes
from companion.runtime.pictures import Picture, Shutter
from companion.runtime.taught import TaughtReaders
from companion.table.evidence import EvidenceRing
from companion.table.journal import SqliteJournal
from companion.table.snapshot import MatchNow, Player
from companion.table.table import Table
from hardware.script import Reactive, Script
from hardware.scripted import ScriptedCamera
from hardware.simulated.filmed import FilmedTray
from tests.dice_sets.samples import dice_set
from tests.hardware.clocks import FakeClock
from tests.runtime.test_spine import TruthfulStage
from vision.dice.reading import DiceReader
from vision.values import DieKind, TrayReading

SIX_SYMBOLS = DiceSpec.parse("6symbol")
MOST_S = 30.0


class Evening:
    """A table for High Risk with dice taught from two pictures a face."""

    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock()
        self.journal = SqliteJournal(folder / "journal.sqlite3")
        self.table = Table(self.journal, PackagedBoards(), self.clock)
        sets = DiceSets(folder / "dice")
        keep(sets, dice_set("lightning", "mountain", "cloud", pictures=2))
        self.told: list[str | None] = []
        self.readers = TaughtReaders(DiceReader(), sets, "auto", self.told.append)
        script = Script(
            width=640, height=480, moving_fps=6.0, still_fps=4.0, reactive=Reactive(after_s=0.5)
        )
        self.stage = TruthfulStage(FilmedTray("black-tray", 640, 480, 6.0))
        self.camera = ScriptedCamera(
            script, self.stage, "evening", self.clock, lambda: request_of(self.table), seed=4
        )
        pictures = EvidenceRing(folder / "evidence", 10_000_000)
        self.eyes = Eyes(self.table, self.camera, self.read, Shutter(pictures), self.clock)

    def read(self, image: Picture) -> TrayReading:
        return self.readers.for_dice(self.match().awaits).read(image)

    def match(self) -> MatchNow:
        match = self.table.snapshot().match
        assert match is not None
        return match


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.camera.close()
    made.journal.close()


def test_a_whole_throw_of_high_risk_is_read_right(evening: Evening) -> None:
    evening.table.new_match(
        "high_risk", (Player("Ann", "red"), Player("Ben", "blue")), {}, "practice"
    )
    awaited = evening.match().awaits
    assert awaited == SIX_SYMBOLS
    version, end_s = evening.match().version, evening.clock.now_s() + MOST_S
    while evening.match().version == version:
        evening.eyes.look()
        assert evening.clock.now_s() < end_s, "the throw was not met"
    assert evening.table.snapshot().tray.question is None
    last = evening.match().last_roll
    assert last is not None
    assert last.source == "camera"
    assert len(last.dice) == 6
    assert sorted(str(value) for _, value in last.dice) == evening.stage.thrown[0]
    assert {kind for kind, _ in last.dice} == {"symbol"}


class TestReaders:
    @pytest.fixture
    def sets(self, tmp_path: Path) -> DiceSets:
        return DiceSets(tmp_path / "dice")

    def test_taught_dice_are_read_only_where_the_game_awaits_them(self, sets: DiceSets) -> None:
        plain = DiceReader()
        readers = TaughtReaders(plain, sets, "auto", lambda text: None)
        assert readers.for_dice(None) is plain
        assert readers.for_dice(DiceSpec.parse("2d6")) is plain
        assert readers.for_dice(SIX_SYMBOLS) is not plain
        assert TaughtReaders(plain, sets, "none", print).for_dice(SIX_SYMBOLS) is plain

    def test_a_set_taught_meanwhile_is_read_from_then_on(self, sets: DiceSets) -> None:
        readers = TaughtReaders(DiceReader(), sets, "auto", lambda text: None)
        practice = readers.for_dice(SIX_SYMBOLS)
        assert readers.for_dice(SIX_SYMBOLS) is practice, "made once"
        keep(sets, dice_set("cloud", "mountain"))
        own = readers.for_dice(SIX_SYMBOLS)
        assert own is not practice
        keep(sets, dice_set("cloud", "mountain", "lightning"))
        assert readers.for_dice(SIX_SYMBOLS) is not own

    def test_faces_that_the_game_does_not_know_are_left_out(self, sets: DiceSets) -> None:
        plain = DiceReader()
        keep(sets, dice_set("2", "3", numerals=True))
        readers = TaughtReaders(plain, sets, "mine", lambda text: None)
        assert readers.for_dice(SIX_SYMBOLS) is not plain, "it was asked for by name"
        auto = TaughtReaders(plain, sets, "auto", lambda text: None)
        auto.for_dice(SIX_SYMBOLS)
        assert [dice.name for dice in auto.sets_in_use] == ["practice-high-risk"]

    def test_a_set_that_cannot_be_used_is_told_once_and_left_aside(self, sets: DiceSets) -> None:
        told: list[str | None] = []
        plain = DiceReader()
        readers = TaughtReaders(plain, sets, "gone", told.append)
        for _ in range(3):
            assert readers.for_dice(SIX_SYMBOLS) is plain
        (said,) = told
        assert said is not None
        assert "gone" in said
        keep(sets, dice_set("cloud", name="gone"))
        assert readers.for_dice(SIX_SYMBOLS) is not plain
        assert told[-1] is None

    def test_a_set_of_another_kind_is_not_mixed_in(self, sets: DiceSets) -> None:
        face = dice_set("cloud").examples[0]
        six = DiceSet("six", "Six", DieKind.D6, ()).with_example(
            type(face)(5, face.image_bgr, face.side_px)
        )
        keep(sets, six)
        plain = DiceReader()
        readers = TaughtReaders(plain, sets, "six", lambda text: None)
        assert readers.for_dice(SIX_SYMBOLS) is plain
        assert readers.for_dice(DiceSpec.parse("2d6")) is not plain
