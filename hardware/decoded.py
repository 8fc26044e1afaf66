"""Recordings whose pictures are decoded already: an array in a file.

Knows how such a file holds its pictures. Refuses to know when a picture is shown, and to whom.

A camera of a Raspberry Pi hands out decoded pictures; a recording of JPEG files costs a decoding
for each. With this one a table without a camera works as hard as one that has it, no harder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.errors import PictureUnreadable

SUFFIX = ".npy"
DECODED_FPS = 30.0
"""Such a file holds no times: pictures come as fast as a camera's usual mode gives them."""


class DecodedRecording:
    """An array N x H x W x 3, 8 bit, blue, green, red, in a file of NumPy's; never copied."""

    def __init__(self, path: Path, fps: float = DECODED_FPS) -> None:
        """Raises PictureUnreadable for a file that holds no such array."""
        try:
            pictures = np.load(path, mmap_mode="r")
        except (OSError, ValueError, EOFError) as fault:
            raise PictureUnreadable(
                f"{path} is not a file of decoded pictures that can be read ({fault})."
                " Write it with numpy.save."
            ) from fault
        if pictures.dtype != np.uint8 or pictures.ndim != 4 or pictures.shape[3] != 3:
            raise PictureUnreadable(
                f"{path} holds {pictures.dtype} of shape {pictures.shape}, where 8 bit pictures"
                " in the shape (number, height, width, 3) are wanted. Save them so."
            )
        if 0 in pictures.shape:
            raise PictureUnreadable(f"{path} holds no picture. Save at least one.")
        self._pictures: NDArray[np.uint8] = np.asarray(pictures)
        self._times_s = [number / fps for number in range(len(pictures))]

    @property
    def times_s(self) -> Sequence[float]:
        """When each picture was taken: seconds, rising, the first is 0."""
        return self._times_s

    def picture(self, number: int) -> NDArray[np.uint8]:
        """The picture with that number, from 0; it cannot be written to."""
        return np.asarray(self._pictures[number], np.uint8)

    def close(self) -> None:
        """Nothing is held open but the array, which ends with its last picture."""
