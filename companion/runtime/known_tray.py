"""Reads with the known tray, and tells when the camera no longer sees it where it was.

Knows what is said on the page about a bumped camera. Refuses to know how dice are read and
where the tray is kept.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from companion.errors import TrayUnusable
from companion.runtime.pictures import Picture
from vision.calibration.tray import Tray
from vision.values import TrayFit, TrayReading

_log = logging.getLogger(__name__)

ReadInTray = Callable[[Picture, Tray | None], TrayReading]
"""Reads a picture, with what is known of the tray."""


class AheadInTray(Protocol):
    """Is shown frames before the dice in them are to be read; see Ahead."""

    def lies(self, image_bgr: Picture, tray: Tray | None) -> None:
        """Nothing has moved since the frame before; a reading is near."""

    def moved(self) -> None:
        """Something moves, or there is nothing to read."""


Tell = Callable[[str | None], None]
"""Says something on the page, or takes it back with None."""

WORDS = {
    TrayFit.MOVED: "The camera was bumped. The tray was found again where it is now; set it up"
    " anew with `companion calibrate` when the game is over.",
    TrayFit.UNLIKE: "The camera does not see the tray as it was set up: one of them was moved, or"
    " something covers it. Until then all dice in view are read, and every throw must be"
    " confirmed. Put it back, or set the tray up again with `companion calibrate`.",
}
"""What is said; the other facts need no word."""


class KnownTray:
    """Reads with a tray and tells, once, what changed about it; ``ahead`` knows the tray too."""

    def __init__(
        self,
        read: ReadInTray,
        tray: Tray | None,
        tell: Tell,
        ahead: AheadInTray | None = None,
        rest: Callable[[], None] = lambda: None,
    ) -> None:
        """``rest`` lets go of what readings took."""
        self._rest = rest
        self._read = read
        self._ahead = ahead
        self._tray = tray
        self._tell = tell
        self._told: str | None = None

    def __call__(self, image_bgr: Picture) -> TrayReading:
        """Read a picture. A tray that does not fit the camera's pictures is left aside."""
        try:
            reading = self._read(image_bgr, self._tray)
        except TrayUnusable as fault:
            _log.warning("%s", fault)
            self._tray = None
            self._say(str(fault))
            return self._read(image_bgr, None)
        if reading.tray is not None:
            self._say(WORDS.get(reading.tray))
        return reading

    def lies(self, image_bgr: Picture) -> None:
        """Nothing has moved since the frame before; a reading is near."""
        if self._ahead is not None:
            self._ahead.lies(image_bgr, self._tray)

    def moved(self) -> None:
        """Something moves, or there is nothing to read."""
        if self._ahead is not None:
            self._ahead.moved()

    def rest(self) -> None:
        """Let go of what readings took; none is near."""
        self._rest()

    def _say(self, text: str | None) -> None:
        if text != self._told:
            self._told = text
            self._tell(text)
