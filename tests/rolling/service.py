"""How long after rest a throw reaches the table in the service's own loop.

    python -m tests.rolling.service

Knows the scripted camera, the loop and a table with free roll on it. Refuses to wait: the
clock is moved on by what the loop asks for and by the time of the processor that it takes.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import cv2

from companion.cli.bench_film import SteppedClock
from companion.dice import DiceSpec
from companion.games.registry import GAMES
from companion.runtime.eyes import Eyes, Read
from companion.runtime.pictures import Picture, Shutter
from companion.table.snapshot import Player
from companion.table.table import Table
from hardware.script import Script, SetThrow
from hardware.scripted import ScriptedCamera
from hardware.simulated.drawn import DrawnTray
from hardware.simulated.filmed import FilmedTray
from hardware.simulated.stage import Motion, Stage, Throwing
from tests.runtime.fakes import FakeGallery
from tests.table.fakes import FakeBoards, MemoryJournal
from vision.dice.reading import DiceReader
from vision.values import TrayReading

EVERY_S = 5.0
PLAYERS = (Player("Lucy", "red"), Player("Ralph", "blue"))


@dataclass(slots=True)
class _Noted:
    """A stage that notes when its throws will have come to rest."""

    stage: Stage
    clock: SteppedClock
    rests_s: list[float] = field(default_factory=list)

    def still(self) -> Picture:
        return self.stage.still()

    def throw(self, throwing: Throwing) -> Motion:
        motion = self.stage.throw(throwing)
        self.rests_s.append(self.clock.now_s() + motion.duration_s)
        return motion

    def hand(self, seed: int) -> Motion:
        return self.stage.hand(seed)


def delays_s(
    fps: float, read: Read, throws: int = 3, look: str = "", cost: bool = False
) -> list[float]:
    """Seconds from the rest of each throw of two dice to the table's being told.

    ``look``: one of the renderer's, else drawn; ``cost``: a reading takes the time that the
    processor needs for it, as on a machine that does nothing else.
    """
    size = (640, 480)
    clock = SteppedClock()
    script = Script(
        width=size[0],
        height=size[1],
        moving_fps=fps,
        still_fps=fps,
        throws=tuple(SetThrow(1.0 + EVERY_S * n, DiceSpec.of({"d6": 2})) for n in range(throws)),
    )
    stage: Stage = FilmedTray(look, *size, fps) if look else DrawnTray(*size)
    noted = _Noted(stage, clock)

    def timed(picture: Picture) -> TrayReading:
        begin = time.process_time()
        reading = read(picture)
        clock.sleep_s(time.process_time() - begin)
        return reading

    table = Table(MemoryJournal(), FakeBoards(), clock, GAMES)
    table.new_match("free_roll", PLAYERS, {"dice": "2d6"}, None)
    gallery = FakeGallery()
    told_s: list[float] = []
    with ScriptedCamera(script, noted, "scripted", clock, seed=4) as camera:
        eyes = Eyes(table, camera, timed if cost else read, Shutter(gallery), clock)
        while len(told_s) < throws and not camera.ended:
            eyes.look()
            if len(gallery.kept) > len(told_s):
                told_s.append(clock.now_s())
    return [told - rest for told, rest in zip(told_s, noted.rests_s, strict=True)]


def main() -> None:
    cv2.setNumThreads(1)
    reader = DiceReader()
    for look in ("", "green-felt-tray"):
        for fps in (15.0, 30.0):
            found = delays_s(fps, reader.read, 3, look, cost=True)
            print(look or "drawn", fps, " ".join(f"{v:.3f}" for v in found), flush=True)


if __name__ == "__main__":
    main()
