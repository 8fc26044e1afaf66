"""The loop of the camera: frame, stillness, reading, table.

Knows the order in which a frame passes the stages and what the table is told. Refuses to
know how dice are read and what a throw means.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.errors import CameraLost
from companion.runtime.health import CameraHealth
from companion.runtime.pace import Pace
from companion.runtime.pictures import Picture, Shutter
from companion.table.cues import TrayState
from companion.table.ports import Clock, Frame, FrameSource
from companion.table.snapshot import LogLine
from companion.table.table import Table
from vision.dice.settle import Phase, Settle, SettleRules
from vision.values import SettledRoll, TrayReading

FRAME_TIMEOUT_S = 0.5
"""How long to wait for a frame: a stop is noticed within this time."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 8.0
"""After a failure the loop waits, each time twice as long."""
LIVE_RULES = SettleRules(any_count_for_s=1.0, report_found=False)
"""At a live table dice may arrive one by one, and may lie there from the game before."""
NOTHING_NEW = frozenset({Phase.WAITING, Phase.REPORTED, Phase.COVERED})
DOUBTED = frozenset({"correction", "unasked"})
"""Kinds of lines of the log whose picture somebody may want to see, as that of a question."""
LATEST_LINES = 12

_log = logging.getLogger(__name__)


Read = Callable[[Picture], TrayReading]
"""Reads the dice in a picture."""


@runtime_checkable
class Ahead(Protocol):
    """A reader that is shown frames before the dice in them are to be read."""

    def lies(self, image_bgr: Picture) -> None:
        """Nothing has moved since the frame before; a reading is near."""

    def moved(self) -> None:
        """Something moves, or there is nothing to read."""


def ahead_of(read: object) -> Ahead | None:
    """The reader, if it wants to be shown frames before; None for one that does not."""
    return read if isinstance(read, Ahead) else None


@dataclass(frozen=True, slots=True)
class Awaited:
    """How many dice the game waits for (None: any number), and whether it waits at all."""

    count: int | None
    asked: bool


class Eyes:
    """Watches the tray through one camera and tells the table what happens in it."""

    def __init__(
        self,
        table: Table,
        camera: FrameSource[Picture],
        read: Read,
        shutter: Shutter,
        clock: Clock,
        rules: SettleRules = LIVE_RULES,
        quiet: Callable[[], None] = lambda: None,
    ) -> None:
        """``quiet`` is called after a while without anything new, and now and then from then on."""
        self._table = table
        self._camera = camera
        self._read = read
        self._ahead = ahead_of(read)
        self._shutter = shutter
        self._clock = clock
        self._settle = Settle(rules)
        self._pace = Pace(quiet)
        self._pause_s = FIRST_PAUSE_S
        self._state = TrayState.NO_CAMERA
        self._failing = False
        self._loss = ""
        self._called = ("", "")
        self._told: dict[str, str | None] = {}
        self._log: tuple[LogLine, ...] = ()
        self.health = CameraHealth(clock.now_s())

    def run(self, stop: threading.Event) -> None:
        """Look until ``stop`` is set. Whatever goes wrong is said on the page, never raised."""
        self._tell(self._shutter.trouble, "evidence")
        while not stop.is_set() and not self.health.ended:
            try:
                self.look()
            except Exception as fault:
                self._failed(fault)
                stop.wait(self._pause_s)
                self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
            self.health.turned(self._clock.now_s())

    def look(self) -> None:
        """One turn: wait for a frame and pass it on. Raises what the stages raise."""
        try:
            frame = self._camera.latest(self._pace.after(), FRAME_TIMEOUT_S)
        except CameraLost as loss:
            self.health.lost = str(loss)
            if self.health.frame_s is not None:
                # One that never gave a picture was not lost: the game is played without.
                self._name(TrayState.CAMERA_LOST)
            else:
                self._call("", str(loss))
            raise
        now_s = self._clock.now_s()
        if frame is not None:
            self._call(self._camera.name)
            self.health.saw(frame.image, now_s)
            self._pass_on(frame)
            self._recovered()
        elif self._camera.ended:
            self.health.ended = True
            self._name(TrayState.NO_CAMERA)
        elif self.health.silent(now_s):
            self._name(TrayState.CAMERA_LOST)
        # The end of a recording is no fault.
        self._tell("" if self.health.ended else self.health.message(now_s), "health")

    def _pass_on(self, frame: Frame[Picture]) -> None:
        awaited = self._awaited()
        watched = self._settle.watch(frame.image, frame.index, frame.t_s, awaited.count)
        self._pace.saw(frame.index, frame.t_s, watched.phase in NOTHING_NEW and not watched.read)
        if self._ahead is not None and not watched.read:
            self._ahead.lies(frame.image) if watched.settles else self._ahead.moved()
        before = self._state
        if watched.read:
            self._name(TrayState.READING)
            roll = self._settle.take(self._read(frame.image))
            if roll is not None:
                self._report(roll, frame)
            self._name(TrayState.SETTLED)
            if roll is not None:
                return
        else:
            self._name(self._named(watched.phase, awaited.asked))
        moving = watched.phase in (Phase.ROLLING, Phase.HAND_IN_VIEW, Phase.SETTLING)
        self._shutter.pass_by(frame.image, frame.t_s, moving, self._state is not before)

    def _report(self, roll: SettledRoll, frame: Frame[Picture]) -> None:
        height, width = frame.image.shape[:2]
        evidence = self._shutter.keep(frame.image, roll.reading, frame.t_s)
        self._tell(self._shutter.trouble, "evidence")
        self._table.rolled(roll, (width, height), evidence)

    def _awaited(self) -> Awaited:
        snapshot = self._table.snapshot()
        match = snapshot.match
        question = snapshot.tray.question
        if question is not None and question.evidence is not None:
            self._shutter.doubted([question.evidence])
        if match is not None and match.log is not self._log:
            self._log = match.log
            latest = [line for line in match.log[-LATEST_LINES:] if line.kind in DOUBTED]
            self._shutter.doubted(line.evidence for line in latest if line.evidence)
        dice = match.awaits if match else None
        return Awaited(dice.total if dice and dice.total else None, dice is not None)

    def _named(self, phase: Phase, asked: bool) -> TrayState:
        match phase:
            case Phase.WAITING:
                return TrayState.WAITING
            case Phase.ROLLING:
                return TrayState.ROLLING
            case Phase.HAND_IN_VIEW:
                return TrayState.HAND_IN_VIEW
            case Phase.AT_REST | Phase.REPORTED:
                return TrayState.SETTLED
            case Phase.COVERED:
                return TrayState.TOWER_DOWN if asked else TrayState.HAND_IN_VIEW
            case Phase.SETTLING:
                # Too short to be worth a name of its own: what was goes on.
                lost = self._state in (TrayState.NO_CAMERA, TrayState.CAMERA_LOST)
                return TrayState.WAITING if lost else self._state

    def _name(self, state: TrayState) -> None:
        if state is not self._state:
            self._state = state
            self._table.tray(state)

    def _call(self, name: str, note: str = "") -> None:
        """Name the camera on the page; another may have taken its place."""
        if (name, note) != self._called:
            self._called = (name, note)
            self._table.camera(name, note)

    def _tell(self, text: str | None, topic: str) -> None:
        """Say it on the page when it is news; asking at every frame must not wait for the disk."""
        note = text or None
        if note != self._told.get(topic):
            self._told[topic] = note
            self._table.message(note, topic)

    def _failed(self, fault: Exception) -> None:
        if isinstance(fault, CameraLost):
            text = str(fault)
            if text != self._loss:
                # A camera may be away for months: one line is enough.
                self._loss = text
                _log.warning("%s", text)
            if self._state is TrayState.NO_CAMERA:
                return
        else:
            _log.error("The camera's loop failed and goes on.", exc_info=fault)
            text = (
                f"The last picture could not be dealt with ({type(fault).__name__}: {fault}). "
                f"Enter the dice by hand if this goes on; the log says more."
            )
        self._failing = True
        self._table.message(text)

    def _recovered(self) -> None:
        self._pause_s = FIRST_PAUSE_S
        self._loss = ""
        if self._failing:
            self._failing = False
            self._table.message(None)
