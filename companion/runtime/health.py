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
STUCK_AFTER_S = 20.0
"""A turn waits half a second for a picture and reads it, at most some seconds on a slow
machine; after a failure it pauses for at most eight. Longer is for ever."""
HUNG_AFTER_S = 30.0
"""A camera that gave pictures and then neither a picture nor an error for so long: its driver
hangs, and only a new process gets rid of that."""
BLACK_BELOW = 8.0
"""Mean grey level of a lens that is covered."""
_SAMPLED = 16
"""Every so many rows and columns are looked at."""


@dataclass(slots=True)
class CameraHealth:
    """What is known of the camera's last pictures. Times are monotonic seconds."""

    started_s: float
    turned_s: float | None = None
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

    def turned(self, now_s: float) -> None:
        """The camera's loop has come round once more, with a picture or without."""
        self.turned_s = now_s

    def hangs(self, now_s: float) -> str:
        """What a new process would mend; empty when there is nothing of the kind.

        A camera that is gone and says so is none of that, nor one that never gave a picture
        since the start: starting again would not bring it back, and the game goes on by hand.
        """
        if self.ended:
            return ""
        turned_s = self.started_s if self.turned_s is None else self.turned_s
        if now_s - turned_s > STUCK_AFTER_S:
            return f"The camera's loop has stood still for {now_s - turned_s:.0f} s."
        if self.lost is None and self.frame_s is not None and now_s - self.frame_s > HUNG_AFTER_S:
            return (
                f"The camera has given neither a picture nor an error "
                f"for {now_s - self.frame_s:.0f} s."
            )
        return ""

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
