"""An hour of play in some minutes, and what it wrote.

    python -m tests.card.hour FOLDER [--minutes 60] [--keep all] [--look green-felt-tray]

Knows a table with every part real but time, camera and people: rendered throws are read,
journalled and kept as pictures; people think, choose by chance, answer doubts, undo and
correct now and then. Refuses to guess: bytes are those of the kernel. Where FOLDER is a disk
of its own, such as a file mounted with ``-o loop``, what reached that disk is told as well,
with everything that the file system itself writes.

In a real hour ext4 writes down names and times of files every five seconds by itself, and the
kernel what was written to them after thirty; so they are told to as often by the clock here.
"""

from __future__ import annotations

import argparse
import ctypes
import os
from dataclasses import dataclass
from pathlib import Path
from random import Random

import cv2

from companion.boards.loading import PackagedBoards
from companion.cli.bench_film import SteppedClock
from companion.cli.serve import request_of
from companion.config import journal_file
from companion.runtime.eyes import Eyes
from companion.runtime.pictures import Keep, Shutter
from companion.table.evidence import EvidenceRing
from companion.table.journal import SqliteJournal
from companion.table.snapshot import MatchNow, Player
from companion.table.table import Table
from hardware.script import FLAT, Reactive, Script
from hardware.scripted import ScriptedCamera
from hardware.simulated.drawn import DrawnTray
from hardware.simulated.filmed import FilmedTray
from hardware.simulated.stage import Stage
from vision.dice.reading import DiceReader

PLAYERS = (Player("Lucy", "red"), Player("Ralph", "blue"), Player("Monica", "purple"))
GAME, BOARD = "roll_and_wall", "practice"
LOOK, SIZE = "green-felt-tray", (960, 720)
"""Pictures are kept no wider than that, whatever the camera's are."""
DRAWN_SIZE = (480, 360)
"""Of the look ``flat``, which is drawn in little time: for what is not a picture."""
FPS = 5.0
THINK_S = (3.0, 12.0)
"""How long people think before they do what the page asks them to."""
UNDONE, CORRECTED = 0.02, 0.02
SECTOR = 512
NAMES_EVERY_S, CONTENT_EVERY_S = 5.0, 30.0
"""How often ext4 and the kernel write by themselves."""


@dataclass(frozen=True, slots=True)
class Written:
    """What an hour wrote, in bytes. ``disk``: what reached the disk, None where that is shared.

    ``process`` is what the kernel counts for this process, ``journal`` the size of the file at
    the end, ``pictures`` the sum of their sizes.
    """

    minutes: float
    throws: int
    entries: int
    process: int
    disk: int | None
    journal: int
    pictures: int
    kept: int


def play(folder: Path, minutes: float, keep: Keep, seed: int = 1, look: str = LOOK) -> Written:
    """Play so long in that folder, by a clock that nobody waits for."""
    clock = SteppedClock()
    chance = Random(seed)
    size = DRAWN_SIZE if look == FLAT else SIZE
    people = Reactive(2.0, hand=0.1, cocked=0.04, short=0.03)
    script = Script(look, *size, FPS, FPS, noise=3, reactive=people)
    stage: Stage = DrawnTray(*size) if look == FLAT else FilmedTray(look, *size, FPS)
    own = _own_disk(folder)
    before, reached = _process_bytes(), _disk_bytes(folder)
    with SqliteJournal(journal_file(folder)) as journal:
        table = Table(journal, PackagedBoards(), clock)
        pictures = EvidenceRing(folder / "evidence", 200_000_000)
        with ScriptedCamera(
            script, stage, "hour", clock, lambda: request_of(table), seed
        ) as camera:
            shutter = Shutter(pictures, keeps=keep)
            eyes = Eyes(table, camera, DiceReader().read, shutter, clock)
            flush = _Flush(folder, clock)
            while clock.now_s() < 60.0 * minutes:
                _act(table, eyes, clock, chance)
                flush()
        throws = _throws(journal)
        entries = sum(len(journal.entries(match)) for match in journal.matches())
    _flush(folder)
    kept = [path.stat().st_size for path in (folder / "evidence").glob("*.jpg")]
    return Written(
        minutes,
        throws,
        entries,
        _process_bytes() - before,
        _disk_bytes(folder) - reached if own else None,
        journal_file(folder).stat().st_size,
        sum(kept),
        len(kept),
    )


def told(written: Written) -> str:
    """The figures in a line or two."""
    disk = "shared" if written.disk is None else f"{written.disk / 1e6:.2f} MB"
    return (
        f"{written.minutes:.0f} min: {written.throws} throws, {written.entries} entries; "
        f"process {written.process / 1e6:.2f} MB, disk {disk}; "
        f"journal {written.journal / 1e6:.2f} MB, "
        f"{written.kept} pictures of {written.pictures / 1e6:.2f} MB"
    )


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description="What an hour of play writes.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--keep", type=Keep, choices=list(Keep), default=Keep.ALL)
    parser.add_argument("--look", default=LOOK, help="how the tray is filmed; flat: drawn")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(told(play(options.folder, options.minutes, options.keep, look=options.look)))


def _act(table: Table, eyes: Eyes, clock: SteppedClock, chance: Random) -> None:
    """One thing that people do, or a picture that the camera takes."""
    snapshot = table.snapshot()
    match, question = snapshot.match, snapshot.tray.question
    if match is None or match.standings.over:
        clock.sleep_s(60.0)
        table.new_match(GAME, PLAYERS, {}, BOARD)
    elif question is not None:
        clock.sleep_s(chance.uniform(*THINK_S))
        if question.suggestions:
            table.answer(question.id, question.suggestions[0].dice, match.version, "page")
        else:
            table.dismiss(question.id)
    elif match.awaits is not None:
        eyes.look()
    elif match.choices:
        clock.sleep_s(chance.uniform(*THINK_S))
        _choose(table, match, chance)


def _choose(table: Table, match: MatchNow, chance: Random) -> None:
    drawn = chance.random()
    if drawn < UNDONE and match.can_undo:
        table.undo(match.version, "page")
    elif drawn < UNDONE + CORRECTED and match.last_roll is not None:
        kind = match.last_roll.dice[0][0]
        dice = [(kind, 2), *match.last_roll.dice[1:]]
        table.correct(match.version, dice, "page")
    else:
        choice = chance.choice(match.choices)
        table.submit(choice.seat, choice.action, match.version, "page")


def _throws(journal: SqliteJournal) -> int:
    """Throws that the camera saw come to rest."""
    return sum(
        entry.reading is not None and entry.kind.value in ("action", "doubt", "unasked")
        for match in journal.matches()
        for entry in journal.entries(match)
    )


class _Flush:
    """Lets the file system write down what it has, as often as it would by itself."""

    def __init__(self, folder: Path, clock: SteppedClock) -> None:
        self._folder = folder
        self._clock = clock
        self._names_s = self._content_s = clock.now_s()

    def __call__(self) -> None:
        now_s = self._clock.now_s()
        if now_s - self._content_s >= CONTENT_EVERY_S:
            self._names_s = self._content_s = now_s
            _flush(self._folder)
        elif now_s - self._names_s >= NAMES_EVERY_S:
            self._names_s = now_s
            log = journal_file(self._folder)
            handle = os.open(log.with_name(log.name + "-wal"), os.O_RDWR)
            os.fsync(handle)
            os.close(handle)


def _flush(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        ctypes.CDLL(None).syncfs(handle)
    finally:
        os.close(handle)


def _process_bytes() -> int:
    lines = Path("/proc/self/io").read_text("ascii").splitlines()
    return int(next(line for line in lines if line.startswith("write_bytes")).split()[1])


def _block(folder: Path) -> Path:
    number = folder.stat().st_dev
    return Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}")


def _own_disk(folder: Path) -> bool:
    """Whether nobody else writes there: a file that is mounted as a disk."""
    return (_block(folder) / "loop").is_dir()


def _disk_bytes(folder: Path) -> int:
    try:
        return int((_block(folder) / "stat").read_text("ascii").split()[6]) * SECTOR
    except OSError:
        return 0


if __name__ == "__main__":
    main()
