"""Whether the camera is well, in a sentence that says what to do.

Knows how long pictures may stay away, when they are black or all the same. Refuses to know
which camera it is and what it should see.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SILENT_AFTER_S = 5.0
"""A camera without a picture for so long is lost; the slowest gives one every second."""
FROZEN_AFTER_S = 10.0
"""A sensor has noise: pictures without any difference for so long come from a driver."""
BLACK_BELOW = 8.0
"""Mean grey level of a lens that is covered."""
_SAMPLED = 16
"""Every so many rows and columns are looked at."""


@dataclass(slots=True)
class CameraHealth:
    """What is known of the camera's last pictures. Times are monotonic seconds."""

    started_s: float
    frame_s: float | None = None
    lost: str | None = None
    ended: bool = False
    _sample: NDArray[np.uint8] | None = None
    _changed_s: float = 0.0
    _black: bool = False

    def saw(self, image: NDArray[np.uint8], now_s: float) -> None:
        """A new picture came."""
        self.frame_s, self.lost = now_s, None
        sample = image[::_SAMPLED, ::_SAMPLED]
        if self._sample is None or not np.array_equal(sample, self._sample):
            self._sample, self._changed_s = sample.copy(), now_s
        self._black = float(sample.mean()) < BLACK_BELOW

    def silent(self, now_s: float) -> bool:
        """True when pictures should have come and did not."""
        since_s = self.started_s if self.frame_s is None else self.frame_s
        return now_s - since_s > SILENT_AFTER_S

    def message(self, now_s: float) -> str:
        """What a person should know; empty when all is well."""
        if self.ended:
            return "The recording has ended. Start again to see it once more."
        if self.lost is not None:
            return self.lost
        if self.silent(now_s):
            return (
                "The camera gives no pictures. Check its cable; until it is back, "
                "enter dice by hand."
            )
        if self._black:
            return "The camera sees only black. Take off its cap or switch on a light."
        if self.frame_s is not None and self.frame_s - self._changed_s > FROZEN_AFTER_S:
            return "The picture does not change at all: the camera may hang. Unplug it once."
        return ""
