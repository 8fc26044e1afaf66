"""Reads a throw while it is still waited for: each frame at rest does a part of the work.

Knows when the answer of a known rig may stand for that of the whole reader, and when not.
Refuses to know how frames are read and when dice are at rest.

Dice must lie for a while before they are read; by then the frames of that while have been read.
Only what is certain and awaited is taken from them: everything else is read anew, as a whole.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable

from companion.dice import DiceSpec
from companion.errors import TrayUnusable
from companion.runtime.pictures import Picture
from companion.table.observe import mismatch
from vision.calibration.tray import Tray
from vision.dice.reading import DiceReader
from vision.dice.rig import Rig, RigReader
from vision.values import DieKind, Status, TrayFit, TrayReading, View

SEEN_AS_SET_UP = (None, TrayFit.MATCHES, TrayFit.UNKNOWN)
"""What must be known of the tray where only its neighbourhood was looked at."""

SURELY_ALIKE = 0.95
"""Confidence below which the whole reader is asked too: its looks may disagree where those at
frames happened to agree."""


class ReadsAhead:
    """Reads like the reader that ``reader`` gives for what is ``awaited``, but sooner.

    The size of the dice is known from the last certain reading, or from the tray's set-up.
    """

    def __init__(
        self,
        reader: Callable[[DiceSpec | None], DiceReader],
        awaited: Callable[[], DiceSpec | None],
        view: View = View.ABOVE,
    ) -> None:
        self._reader = reader
        self._awaited = awaited
        self._view = view
        self._side: tuple[tuple[int, int], float] | None = None
        self._rig: tuple[RigReader, DiceReader, tuple[int, int]] | None = None
        self._early: TrayReading | None = None
        self.spared = 0
        """Readings that the frames before them had done."""

    def moved(self) -> None:
        """What was seen so far is worth nothing."""
        self._rig = self._early = None

    def lies(self, image_bgr: Picture, tray: Tray | None) -> None:
        """Do a part of the work on a frame in which nothing has moved since the one before."""
        self._see(image_bgr, tray, self._reader(self._awaited()))

    def read(self, image_bgr: Picture, tray: Tray | None) -> TrayReading:
        """The reading of a picture of dice at rest. Raises TrayUnusable."""
        awaited = self._awaited()
        reader = self._reader(awaited)
        if self._rig is not None:
            self._see(image_bgr, tray, reader)
        reading = self._early
        self.moved()
        if reading is not None and certain(reading, awaited):
            self.spared += 1
        else:
            reading = reader.read(image_bgr, self._view, tray)
        self._learn(image_bgr, reading)
        return reading

    def _see(self, image_bgr: Picture, tray: Tray | None, reader: DiceReader) -> None:
        size = (image_bgr.shape[1], image_bgr.shape[0])
        if self._rig is not None and self._rig[1:] != (reader, size):
            self.moved()
        if self._early is not None:
            return
        if self._rig is None:
            rig = self._known_rig(size, tray)
            if rig is None:
                return
            self._rig = (RigReader(reader, rig, self._view, tray), reader, size)
        self._early = self._rig[0].see(image_bgr)

    def _known_rig(self, size: tuple[int, int], tray: Tray | None) -> Rig | None:
        """What is known for pictures of that size; None where the dice's size is not."""
        try:
            here = None if tray is None else tray.fitted(*size)
        except TrayUnusable:  # said when the dice are read
            return None
        side_px = here.die_side_px if here is not None else None
        if self._side is not None and self._side[0] == size:
            side_px = self._side[1]
        return None if side_px is None else Rig.over(size, side_px, here)

    def _learn(self, image_bgr: Picture, reading: TrayReading) -> None:
        sides = [die.box_px[2] - die.box_px[0] for die in reading.dice if die.kind is DieKind.D6]
        if reading.status is Status.OK and sides:
            size = (image_bgr.shape[1], image_bgr.shape[0])
            self._side = (size, statistics.median(sides))


def certain(reading: TrayReading, awaited: DiceSpec | None) -> bool:
    """Whether a reading may stand for that of the whole reader: nothing about it is odd."""
    if reading.status is not Status.OK or reading.trouble or reading.tray not in SEEN_AS_SET_UP:
        return False
    if reading.confidence < SURELY_ALIKE:
        return False
    return awaited is None or mismatch(awaited, reading.dice) is None
