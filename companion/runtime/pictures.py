"""The newest picture of the tray for the page, not more often than it is wanted.

Knows sizes, rates and JPEG. Refuses to know what is in the picture and who looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.values import TrayReading

Picture = NDArray[np.uint8]
"""Height x width x 3, blue, green, red, 8 bit."""
Overlay = Callable[[Picture, TrayReading], Picture]
"""Draws a reading on a copy of its picture."""

SHOWN_WIDTH = 960
"""Pixels; a page shows the tray no wider, and half the bytes go over the air."""
JPEG_QUALITY = 80
MOVING_EVERY_S = 0.2
STILL_EVERY_S = 2.0


class Keep(StrEnum):
    """Which throws leave a picture behind: those that people doubted, or more or less."""

    ALL = "all"
    DOUBTS = "doubts"
    NONE = "none"


class Gallery(Protocol):
    """Where pictures go."""

    def show(self, jpeg: bytes) -> None:
        """From now on this is the newest picture."""

    def asked(self) -> bool:
        """Whether anybody has wanted the newest picture since it was shown."""

    def keep(self, jpeg: bytes) -> str | None:
        """Keep this picture as evidence; its name, None when it cannot be kept."""

    def hold(self, jpeg: bytes) -> str | None:
        """Keep this picture for a while, in memory; its name."""

    def store(self, name: str) -> None:
        """Keep what is held under that name for good."""

    @property
    def trouble(self) -> str | None:
        """Why the last picture could not be kept, and what to do; None when it was."""


def plain(picture: Picture, reading: TrayReading) -> Picture:
    """No overlay at all."""
    return picture


class Shutter:
    """Decides when the page gets a new picture, and makes it."""

    def __init__(self, gallery: Gallery, overlay: Overlay = plain, keeps: Keep = Keep.ALL) -> None:
        self._gallery = gallery
        self._keeps = keeps
        self._overlay = overlay
        self._shown_s = float("-inf")
        self._shows_still = False

    @property
    def trouble(self) -> str | None:
        """Why the last picture could not be kept as evidence; None when all is well."""
        return self._gallery.trouble

    def pass_by(self, picture: Picture, t_s: float, moving: bool, news: bool) -> None:
        """Show this picture if it is time; ``news``: the state of the tray has changed.

        Of a tray that lies still one picture is enough until somebody looks.
        """
        still = not moving and not news
        every_s = STILL_EVERY_S if still else MOVING_EVERY_S
        # Frames do not come to the microsecond: one that is almost due is shown.
        if t_s - self._shown_s < 0.9 * every_s:
            return
        if still and self._shows_still and not self._gallery.asked():
            return
        self._shown_s, self._shows_still = t_s, still
        self._gallery.show(_jpeg(picture))

    def keep(self, picture: Picture, reading: TrayReading, t_s: float) -> str | None:
        """Show what was read, and keep it with the reading drawn in; the name, None if not kept.

        The page draws the dice itself, where they can be tapped.
        """
        self._shown_s, self._shows_still = t_s, True
        self._gallery.show(_jpeg(picture))
        match self._keeps:
            case Keep.ALL:
                return self._gallery.keep(_jpeg(self._overlay(picture, reading)))
            case Keep.DOUBTS:
                return self._gallery.hold(_jpeg(self._overlay(picture, reading)))
            case Keep.NONE:
                return None

    def doubted(self, names: Iterable[str]) -> None:
        """Throws of these pictures became a question or were corrected: they are worth keeping."""
        if self._keeps is Keep.DOUBTS:
            for name in names:
                self._gallery.store(name)


def _jpeg(picture: Picture) -> bytes:
    height, width = picture.shape[:2]
    if width > SHOWN_WIDTH:
        size = (SHOWN_WIDTH, max(1, round(height * SHOWN_WIDTH / width)))
        shown = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    else:
        shown = picture
    good, coded = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not good:
        raise ValueError(f"A picture of {width} x {height} pixels cannot be written as JPEG.")
    return coded.tobytes()
