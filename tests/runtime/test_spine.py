"""Dice before a camera to a legal step in the journal: every part is the real one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.boards.loading import PackagedBoards
from companion.cli.serve import request_of
from companion.dice import FaceValue
from companion.runtime.eyes import Eyes
from companion.runtime.pictures import Shutter
from companion.table.evidence import EvidenceRing
from companion.table.journal import SqliteJournal
from companion.table.snapshot import MatchNow, Player
from companion.table.table import Table
from hardware.pictures import Picture
from hardware.script import Reactive, Script
from hardware.scripted import ScriptedCamera
from hardware.simulated.filmed import FilmedTray
from hardware.simulated.stage import Motion, Throwing
from tests.hardware.clocks import FakeClock
from vision.dice.reading import DiceReader

PLAYERS = (Player("Ann", "red"), Player("Ben", "blue"))
LOOK = "green-felt-tray"


@dataclass
class TruthfulStage:
    """The rendered tray, remembering what really was thrown."""

    tray: FilmedTray
    thrown: list[list[FaceValue]] = field(default_factory=list)

    def still(self) -> Picture:
        return self.tray.still()

    def throw(self, throwing: Throwing) -> Motion:
        self.thrown.append(sorted((die.value for die in throwing.dice), key=str))
        return self.tray.throw(throwing)

    def hand(self, seed: int) -> Motion:
        return self.tray.hand(seed)


class Evening:
    """A table with a camera that throws what the game asks for."""

    def __init__(self, folder: Path, reactive: Reactive, seed: int) -> None:
        self.clock = FakeClock()
        self.journal = SqliteJournal(folder / "journal.sqlite3")
        self.table = Table(self.journal, PackagedBoards(), self.clock)
        self.pictures = EvidenceRing(folder / "evidence", 10_000_000)
        script = Script(width=640, height=480, moving_fps=6.0, still_fps=4.0, reactive=reactive)
        self.stage = TruthfulStage(FilmedTray(LOOK, 640, 480, 6.0))
        self.camera = ScriptedCamera(
            script, self.stage, "evening", self.clock, lambda: request_of(self.table), seed
        )
        self.eyes = Eyes(
            self.table, self.camera, DiceReader().read, Shutter(self.pictures), self.clock
        )

    def match(self) -> MatchNow:
        match = self.table.snapshot().match
        assert match is not None
        return match

    def until_answered(self, most_s: float = 30.0) -> None:
        """Look until the throw that the game waits for counts or becomes a question."""
        version = self.match().version
        end_s = self.clock.now_s() + most_s
        while self.match().version == version:
            self.eyes.look()
            assert self.clock.now_s() < end_s, "the throw was not met"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path, Reactive(after_s=0.5), seed=4)
    yield made
    made.camera.close()
    made.journal.close()


def sorted_values(dice: Sequence[tuple[str, FaceValue]]) -> list[FaceValue]:
    return sorted((value for _, value in dice), key=str)


def entered(match: MatchNow) -> list[FaceValue]:
    assert match.last_roll is not None
    return sorted_values(match.last_roll.dice)


def test_dice_thrown_before_the_camera_count_in_free_roll(evening: Evening) -> None:
    evening.table.new_match("free_roll", PLAYERS, {"dice": "2d6"}, None)
    right_at_once = 0
    for number in range(3):
        evening.until_answered()
        assert len(evening.stage.thrown) == number + 1
        truth = evening.stage.thrown[-1]
        question = evening.table.snapshot().tray.question
        if question is None:
            assert entered(evening.match()) == truth, "a wrong throw was counted"
            right_at_once += 1
        else:
            likeliest = sorted_values(question.suggestions[0].dice)
            right_at_once += likeliest == truth
            pairs = [("d6", value) for value in truth]
            evening.table.answer(question.id, pairs, evening.match().version, "page")
    assert right_at_once >= 2, "clear pictures of two dice: the first answer is the right one"


def test_a_climb_is_declared_and_the_dice_before_the_camera_decide_it(evening: Evening) -> None:
    evening.table.new_match("roll_and_wall", PLAYERS, {}, "practice")
    for _ in range(40):
        match = evening.match()
        if match.awaits is not None:
            break
        choice = match.choices[0]
        evening.table.submit(choice.seat, choice.action, match.version, "page")
    awaited = evening.match().awaits
    assert awaited is not None
    evening.until_answered()
    assert len(evening.stage.thrown[0]) == awaited.total
    match, question = evening.match(), evening.table.snapshot().tray.question
    if question is None:
        assert entered(match) == evening.stage.thrown[0]
        assert match.last_roll is not None
        assert match.last_roll.source == "camera"
    kept = [line.evidence for line in match.log if line.evidence]
    evidence = kept[-1] if question is None else question.evidence
    assert evidence is not None
    assert evening.pictures.evidence(evidence) is not None


def test_a_die_that_is_missing_is_asked_about_and_never_counted(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Reactive(after_s=0.5, short=1.0), seed=1)
    evening.table.new_match("free_roll", PLAYERS, {"dice": "2d6"}, None)
    evening.until_answered()
    question = evening.table.snapshot().tray.question
    assert question is not None
    assert question.code == "wrong_count"
    assert evening.match().last_roll is None
    evening.camera.close()
    evening.journal.close()
