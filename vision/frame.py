"""Files to frames: pictures and videos decoded safely into 8 bit BGR arrays.

Knows formats, orientation, bit depths and what can be wrong with a file; every fault becomes one
sentence that says what to do. Refuses to know dice.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError

from companion.errors import (
    PictureMissing,
    PictureTooLarge,
    PictureTooSmall,
    PictureUnreadable,
)

LEAST_SIDE_PX = 16
MOST_PIXELS = 150_000_000

QUARTER_TURNS = (5, 6, 7, 8)
"""EXIF orientations of pictures taken with the camera on its side."""

WHOLE_JPEG_END = b"\xff\xd9"
"""Last bytes of a JPEG file that is not cut short, and holds nothing behind its picture."""

REDUCING = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""How OpenCV is told to decode one of so many pixels along each side."""

PICTURE_SUFFIXES = frozenset(
    {".bmp", ".gif", ".jfif", ".jp2", ".jpe", ".jpeg", ".jpg", ".mpo"}
    | {".pbm", ".pgm", ".png", ".ppm", ".tif", ".tiff", ".webp"}
)
"""Files of a folder that are taken for pictures."""

_LONGEST_GAP_S = 3600.0
_MOST_FRAMES = 1e8
_MISSING = 0.1
"""Share of a video's frames that may be missing: some containers only estimate their number."""
_VIDEO_SIGNS = (
    *((0, b"\x1aE\xdf\xa3"), (4, b"ftyp"), (8, b"AVI "), (0, b"\x00\x00\x01\xba")),
    *((0, b"\x00\x00\x00\x01"), (0, b"OggS"), (0, b"FLV\x01"), (0, b"0&\xb2u")),
)
"""Offset and first bytes of Matroska or WebM, MP4 or MOV, AVI, MPEG, bare H.264 as a Raspberry
Pi records it, Ogg, Flash and Windows Media."""


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder by name, not deeper.

    Raises PictureMissing where there is none, PictureUnreadable where it cannot be listed.
    """
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES)
    except OSError as fault:
        raise PictureUnreadable(
            f"The folder {folder} cannot be listed ({fault.strerror}). Check its permissions."
        ) from fault
    if not found:
        raise PictureMissing(
            f"The folder {folder} holds no picture. Put JPEG or PNG files there, or name a file."
        )
    return found


def is_video(path: Path) -> bool:
    """Whether a file begins like a video; False where it cannot be opened."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            start = file.read(16)
    except OSError:
        return False
    if start[4:8] == b"ftyp" and start[8:12] in (b"avif", b"heic", b"mif1"):
        return False
    return any(start[at : at + len(sign)] == sign for at, sign in _VIDEO_SIGNS)


def load_picture(path: Path) -> NDArray[np.uint8]:
    """Decode a picture into H x W x 3, BGR, 8 bit, turned as its EXIF orientation says.

    Grey, 16 bit, palette, alpha (dropped) and CMYK are converted. The size is read from the
    header and refused before anything is decoded. Raises PictureMissing, PictureTooSmall,
    PictureTooLarge or PictureUnreadable.
    """
    return load_reduced(path, None).image_bgr


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A decoded picture, and how many pixels of the file's picture each of its pixels stands for.

    ``image_bgr`` as load_picture gives it; ``reduced`` along x and y, 1 for the whole picture.
    """

    image_bgr: NDArray[np.uint8]
    reduced: tuple[float, float]


def load_reduced(path: Path, least_px: int | None) -> Loaded:
    """As load_picture, but a large JPEG is decoded to a half, quarter or eighth of its size.

    Its longer side stays at least ``least_px`` (None: always the whole picture). That leaves out
    most of the time that decoding takes. Raises the same errors.
    """
    _check_file(path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the decoder's own bomb warning: see _check_size
        try:
            with Image.open(path) as picture:
                _check_size(path, picture.width, picture.height)
                return _decoded(path, picture, least_px)
        except PictureUnreadable:
            raise
        except Image.DecompressionBombError as fault:
            raise _too_large(path, "more than 170 million pixels") from fault
        except PermissionError as fault:
            raise PictureUnreadable(
                f"The picture {path} may not be read. Check its permissions."
            ) from fault
        except UnidentifiedImageError as fault:
            raise PictureUnreadable(
                f"The file {path} is not a picture or video of a known format."
                " Give a JPEG, PNG, WebP or TIFF picture or an MP4, AVI or MKV video."
            ) from fault
        except Exception as fault:  # decoders raise anything on damaged files
            raise PictureUnreadable(
                f"The picture {path} is damaged or cut short and cannot be decoded."
                " Copy it again or take another."
            ) from fault


def video_frames(path: Path) -> Iterator[tuple[float, NDArray[np.uint8]]]:
    """Time in seconds and frame (H x W x 3, BGR, 8 bit) of each frame of a video.

    The times are the recording's own, rising from 0 and uneven where its rate is. Raises the
    same errors as load_picture at the first frame, and PictureUnreadable after the last one
    that could be decoded where many that the file promises are missing.
    """
    _check_file(path)
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    try:
        width = int(capture.get(cv2.CAP_PROP_FRAME_WIDTH))
        height = int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        rate = capture.get(cv2.CAP_PROP_FPS)
        rate = rate if 0.1 < rate < 1000 else 30.0
        promised = capture.get(cv2.CAP_PROP_FRAME_COUNT)
        if not capture.isOpened() or width <= 0 or height <= 0:
            raise _no_frame(path)
        _check_size(path, width, height)
        count, first_s, last_s = 0, 0.0, -1.0 / rate
        while True:
            good, frame = capture.read()
            if not good:
                break
            told_s = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
            if count == 0:
                first_s = told_s
            passed_s = told_s - first_s
            # Some files tell no times, or the same one twice: then the usual rate counts.
            last_s = passed_s if last_s < passed_s < last_s + _LONGEST_GAP_S else last_s + 1 / rate
            yield last_s, np.asarray(frame, np.uint8)
            count += 1
        if count == 0:
            raise _no_frame(path)
        if promised < _MOST_FRAMES and promised - count > max(2.0, _MISSING * promised):
            raise PictureUnreadable(
                f"The video {path} is damaged or cut short: {count} of {promised:.0f} frames could"
                " be decoded, and what came after is not read. Copy it again."
            )
    finally:
        capture.release()


def _check_file(path: Path) -> None:
    try:
        if not path.exists():
            raise PictureMissing(f"There is no file {path}. Check the name.")
        if not path.is_file():
            raise PictureUnreadable(
                f"{path} is neither a file nor a folder of pictures. Name a picture or a video."
            )
    except PermissionError as fault:
        raise PictureUnreadable(f"{path} may not be read. Check its permissions.") from fault
    except (OSError, ValueError) as fault:  # names too long, or with a zero byte
        if isinstance(fault, PictureUnreadable | PictureMissing):
            raise
        raise PictureMissing(
            f"There can be no file named {str(path)!r}. Check the name."
        ) from fault


def _check_size(path: Path, width: int, height: int) -> None:
    if min(width, height) < LEAST_SIDE_PX:
        raise PictureTooSmall(
            f"The picture {path} is {width} x {height} pixels;"
            f" at least {LEAST_SIDE_PX} x {LEAST_SIDE_PX} are needed. Give a larger picture."
        )
    if width * height > MOST_PIXELS:
        raise _too_large(path, f"{width} x {height} pixels")


def _too_large(path: Path, size: str) -> PictureTooLarge:
    return PictureTooLarge(
        f"The picture {path} has {size}; at most {MOST_PIXELS // 1_000_000} million are read."
        " Make it smaller first."
    )


def _no_frame(path: Path) -> PictureUnreadable:
    return PictureUnreadable(
        f"The video {path} is damaged or of an unknown format: no frame can be decoded."
        " Copy it again or record it as MP4."
    )


def _decoded(path: Path, picture: Image.Image, least_px: int | None) -> Loaded:
    width, height = picture.size
    if least_px is not None and max(width, height) >= 2 * least_px:
        part = least_px / max(width, height)
        picture.draft(None, (math.ceil(width * part), math.ceil(height * part)))
    x_y = width / picture.width, height / picture.height
    orientation = picture.getexif().get(ExifTags.Base.Orientation, 1)
    quick = _quick_jpeg(path, picture, round(x_y[0])) if orientation == 1 else None
    if quick is not None:
        return Loaded(quick, x_y)
    # Turning copies the picture even where there is nothing to turn.
    image_bgr = _bgr(picture if orientation == 1 else ImageOps.exif_transpose(picture))
    # A turn by a quarter swaps the axes.
    return Loaded(image_bgr, (x_y[1], x_y[0]) if orientation in QUARTER_TURNS else x_y)


def _quick_jpeg(path: Path, picture: Image.Image, times: int) -> NDArray[np.uint8] | None:
    """The pixels that Pillow would give, by OpenCV in half of the time; None where it may not.

    OpenCV fills up a file that is cut short without a word, so only whole files come here.
    ``times``: pixels of the file along a side for each one of ``picture``.
    """
    if picture.format != "JPEG" or picture.mode not in ("L", "RGB"):
        return None
    code = path.read_bytes()
    if not code.endswith(WHOLE_JPEG_END):
        return None
    how = REDUCING[times] | cv2.IMREAD_IGNORE_ORIENTATION
    found = cv2.imdecode(np.frombuffer(code, np.uint8), how)
    # Nothing was decoded, or not what was promised: that is left to Pillow, which names the fault.
    if np.shape(found)[:2] != (picture.height, picture.width):
        return None
    return np.asarray(found, np.uint8)


def _bgr(picture: Image.Image) -> NDArray[np.uint8]:
    if picture.mode in ("I", "F") or picture.mode.startswith("I;16"):
        return cv2.cvtColor(_eight_bit(np.asarray(picture)), cv2.COLOR_GRAY2BGR).astype(np.uint8)
    rgb = np.asarray(picture if picture.mode == "RGB" else picture.convert("RGB"))
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)


def _eight_bit(deep: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Grey of more than 8 bits to 8: integers are taken as 16 bit, fractions as 0 to 1."""
    values = np.nan_to_num(deep.astype(np.float32))
    full = 65535.0 if np.issubdtype(deep.dtype, np.integer) else 1.0
    if full == 1.0 and values.max(initial=0.0) > 1.0:
        full = 255.0 if values.max() <= 255.0 else 65535.0
    return np.asarray(np.clip(values * (255.0 / full), 0, 255), np.uint8)
