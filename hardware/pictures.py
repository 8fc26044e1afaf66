"""Recordings: pictures in order, each with its time.

Knows how a folder of images and a video file hold their pictures. Refuses to know when a
picture is shown, and to whom.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CameraUnavailable, PictureMissing, PictureUnreadable
from hardware.decoded import SUFFIX, DecodedRecording

Picture = NDArray[np.uint8]
"""Height x width x 3, blue, green, red, 8 bit."""

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")
TIMES_FILE = "times.csv"
DEFAULT_FPS = 10.0
_PLAUSIBLE_FPS = (0.1, 1000.0)


class Recording(Protocol):
    """Pictures that can be had by number, with the time of each."""

    @property
    def times_s(self) -> Sequence[float]:
        """When each picture was taken: seconds, rising, the first is 0."""

    def picture(self, number: int) -> Picture:
        """The picture with that number, from 0. Raises PictureUnreadable."""

    def close(self) -> None:
        """Release the file; may be called twice."""


class FolderRecording:
    """A folder of images.

    With a file ``times.csv`` (header ``file,t_s``) the listed images at the listed seconds;
    without it all images by name, at a fixed rate.
    """

    def __init__(self, folder: Path, fps: float = DEFAULT_FPS) -> None:
        """Raises PictureMissing for no picture, CameraUnavailable for bad times."""
        listed = folder / TIMES_FILE
        if listed.is_file():
            self._files, self._times_s = _read_times(listed)
        else:
            self._files = sorted(
                file for file in folder.iterdir() if file.suffix.lower() in PICTURE_SUFFIXES
            )
            self._times_s = [number / fps for number in range(len(self._files))]
        if not self._files:
            raise PictureMissing(
                f"The folder {folder} holds no picture. Put JPEG or PNG files into it, "
                f"or name another folder."
            )

    @property
    def times_s(self) -> Sequence[float]:
        """When each picture was taken: seconds, rising, the first is 0."""
        return self._times_s

    def picture(self, number: int) -> Picture:
        """The picture with that number, from 0. Raises PictureUnreadable."""
        file = self._files[number]
        image = cv2.imread(str(file), cv2.IMREAD_COLOR)
        if image is None:
            raise PictureUnreadable(
                f"{file} of the recording is not a picture. Take it out or replace it."
            )
        return np.asarray(image, np.uint8)

    def close(self) -> None:
        """Nothing is held open."""


class VideoRecording:
    """A video file, read in order; going back reopens it."""

    def __init__(self, path: Path) -> None:
        """Raises PictureUnreadable when it is not a video or holds no frame."""
        self._path = path
        self._capture = cv2.VideoCapture(str(path))
        self._next = 0
        count = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        fps = float(self._capture.get(cv2.CAP_PROP_FPS))
        if not self._capture.isOpened() or count < 1:
            self._capture.release()
            raise PictureUnreadable(
                f"{path} is not a video that can be read. Use an MP4, AVI, MKV or WebM file."
            )
        if not _PLAUSIBLE_FPS[0] <= fps <= _PLAUSIBLE_FPS[1]:
            fps = DEFAULT_FPS
        self._times_s = [number / fps for number in range(count)]

    @property
    def times_s(self) -> Sequence[float]:
        """When each picture was taken: seconds, rising, the first is 0."""
        return self._times_s

    def picture(self, number: int) -> Picture:
        """The picture with that number, from 0. Raises PictureUnreadable."""
        if number < self._next:
            self._capture.release()
            self._capture = cv2.VideoCapture(str(self._path))
            self._next = 0
        while self._next < number and self._capture.grab():
            self._next += 1
        good, image = self._capture.read()
        self._next += 1
        if not good:
            raise PictureUnreadable(f"Frame {number} of {self._path} cannot be decoded.")
        return np.asarray(image, np.uint8)

    def close(self) -> None:
        """Release the file; may be called twice."""
        self._capture.release()


def open_recording(path: Path, fps: float = DEFAULT_FPS) -> Recording:
    """A recording from a folder of images, a video file or a file of decoded pictures.

    Raises PictureMissing, PictureUnreadable or CameraUnavailable, each with what to do.
    """
    if path.is_dir():
        return FolderRecording(path, fps)
    if not path.exists():
        raise PictureMissing(
            f"There is no recording at {path}. Name a folder of pictures or a video file."
        )
    if path.suffix.lower() == SUFFIX:
        return DecodedRecording(path)
    return VideoRecording(path)


def _read_times(listed: Path) -> tuple[list[Path], list[float]]:
    files: list[Path] = []
    times_s: list[float] = []
    with listed.open(encoding="utf-8", newline="") as rows:
        for line, row in enumerate(csv.DictReader(rows), start=2):
            try:
                file, t_s = listed.parent / row["file"], float(row["t_s"])
            except (KeyError, TypeError, ValueError):
                raise CameraUnavailable(
                    f"Line {line} of {listed} is not a file name and seconds. "
                    f"Write the header file,t_s and one picture a line."
                ) from None
            if not file.is_file():
                raise CameraUnavailable(
                    f"Line {line} of {listed} names {row['file']}, which is not in the folder."
                )
            if times_s and t_s <= times_s[-1]:
                raise CameraUnavailable(
                    f"Line {line} of {listed} goes back in time. Put the pictures in order."
                )
            files.append(file)
            times_s.append(t_s)
    first_s = times_s[0] if times_s else 0.0
    return files, [t_s - first_s for t_s in times_s]
