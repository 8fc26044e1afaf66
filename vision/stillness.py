"""A cheap first question about each frame: does anything at all differ from one looked at before?

Knows how to sample a picture sparsely and when two samples differ by no more than noise. Refuses
to say what changed: whatever is not plainly the same is left to motion.

A tray at rest is what a table's camera sees nearly all the time, so most frames end here, after
a small part of the time that decoding them took.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

SAMPLES_ACROSS = 160
"""Pixels sampled along the longer side: the smallest die that is watched covers three."""

LEAST_LEVELS = 2.0
"""Grey levels, over nine neighbouring samples, that may differ in a picture without noise."""

NOISE_FACTOR = 3.0
"""And as many times the median by which samples differ from their neighbours: noise averages
out over nine."""

LONGEST_S = 0.5
"""After so long a frame is looked at whatever the samples say."""


class Stillness:
    """Remembers one frame and tells whether later ones are plainly the same."""

    def __init__(self) -> None:
        self._sample: NDArray[np.uint8] | None = None
        self._size = (0, 0)
        self._t_s = 0.0

    def remember(self, image_bgr: Image, t_s: float) -> None:
        """From now on compare with this frame (H x W x 3, 8 bit), looked at ``t_s`` seconds."""
        self._sample, self._t_s = _sampled(image_bgr), t_s
        self._size = (image_bgr.shape[0], image_bgr.shape[1])

    def forget(self) -> None:
        """Nothing is the same until a frame is remembered again."""
        self._sample = None

    def same(self, image_bgr: Image, t_s: float) -> bool:
        """Whether a frame shows nothing new; False also when the last look is too long ago."""
        if self._sample is None or image_bgr.shape[:2] != self._size:
            return False
        if not 0.0 <= t_s - self._t_s < LONGEST_S:
            return False
        differs = cv2.subtract(_sampled(image_bgr), self._sample, dtype=cv2.CV_16S)
        smooth = cv2.blur(differs, (3, 3))
        noise = float(np.median(cv2.absdiff(differs, smooth)[::3, ::3]))
        most = max(smooth.max(), -smooth.min())
        return bool(most <= LEAST_LEVELS + NOISE_FACTOR * noise)


def _sampled(image_bgr: Image) -> NDArray[np.uint8]:
    """Every so many pixels, no averages: reading them all would take as long as decoding."""
    height, width = image_bgr.shape[:2]
    shrink = max(1.0, max(height, width) / SAMPLES_ACROSS)
    to = (max(1, round(width / shrink)), max(1, round(height / shrink)))
    return np.asarray(cv2.resize(image_bgr, to, interpolation=cv2.INTER_NEAREST), np.uint8)
