"""The pictures that the bench measures: one throw in front of the simulated camera.

Knows how to film a throw without waiting for it, on the tray that the reader is built for.
Refuses to know what is measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import DiceSpec, FaceValue
from companion.table.ports import Frame
from hardware.script import Script, SetThrow
from hardware.scripted import ScriptedCamera
from hardware.simulated.filmed import FilmedTray

WIDTH, HEIGHT = 1280, 960
LOOK = "black-tray"
FRAMES_PER_S = 15.0
THROWN_AT_S = 1.0
LENGTH_S = 5.0
JPEG_QUALITY = 90
LARGE_PX = (3280, 2464)
LARGE_NOISE = 6.0
LARGE_QUALITY = 93
"""Grey levels, and the quality that a Pi's camera program takes by itself: the file then has the
megabytes of a photograph taken indoors."""

Picture = NDArray[np.uint8]


@dataclass(slots=True)
class SteppedClock:
    """A clock that moves only when somebody waits for it."""

    passed_s: float = 0.0

    def now_s(self) -> float:
        """Seconds since the clock was made."""
        return self.passed_s

    def wall(self) -> datetime:
        """A day that never changes, and the seconds passed."""
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.passed_s)

    def sleep_s(self, seconds: float) -> None:
        """Let that many seconds pass at once."""
        self.passed_s += max(0.0, seconds)


def film(faces: Sequence[FaceValue]) -> tuple[Frame[Picture], ...]:
    """A throw of d6 that shows ``faces`` in the end: 1280 x 960, BGR, with sensor noise.

    The same faces give the same frames.
    """
    throw = SetThrow(THROWN_AT_S, DiceSpec.of({"d6": len(faces)}), tuple(faces))
    script = Script(
        width=WIDTH,
        height=HEIGHT,
        moving_fps=FRAMES_PER_S,
        still_fps=FRAMES_PER_S,
        throws=(throw,),
    )
    frames: list[Frame[Picture]] = []
    tray = FilmedTray(LOOK, WIDTH, HEIGHT, FRAMES_PER_S)
    with ScriptedCamera(script, tray, "bench", SteppedClock()) as camera:
        while not frames or frames[-1].t_s < LENGTH_S:
            frame = camera.latest(frames[-1].index if frames else -1, 1.0)
            if frame is not None:
                frames.append(frame)
    return tuple(frames)


def as_photograph(picture_bgr: Picture) -> Picture:
    """The picture as large as a Pi's camera takes it (3280 x 2464), with noise of its own."""
    large = cv2.resize(picture_bgr, LARGE_PX, interpolation=cv2.INTER_CUBIC)
    noise = np.random.default_rng(0).normal(0.0, LARGE_NOISE, large.shape)
    return np.asarray(np.clip(large + noise, 0, 255), np.uint8)


def as_jpeg(picture_bgr: Picture, quality: int = JPEG_QUALITY) -> NDArray[np.uint8]:
    """The picture as the bytes of a JPEG file, as a camera would give it."""
    _, encoded = cv2.imencode(".jpg", picture_bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(encoded, np.uint8)


def decoded(jpeg: NDArray[np.uint8]) -> Picture:
    """The inverse of ``as_jpeg``."""
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
