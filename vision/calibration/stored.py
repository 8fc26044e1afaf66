"""A known tray as text and a small picture, and back.

Knows the format and everything that can be wrong with it. Refuses to know where it is kept.

The text is JSON with a version; the picture of the empty tray is a PNG beside it, named by the
text with its digest, so that the two can never be mixed up.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import TrayUnusable
from vision.calibration.floor import Shape
from vision.calibration.tray import REFERENCE_PX, Tray
from vision.values import View

FORMAT = "table-companion tray"
VERSION = 1
MOST_CORNERS = 1000
AGAIN = "Set the tray up again with `companion calibrate`."


def dumped(tray: Tray) -> tuple[str, bytes | None]:
    """The text and the PNG of a tray; the PNG is None where no empty picture is known."""
    png = None if tray.reference_bgr is None else _png(tray.reference_bgr)
    written = {
        "format": FORMAT,
        "version": VERSION,
        "size_px": list(tray.size_px),
        "view": str(tray.view),
        "shape": str(tray.shape),
        "outline_px": [[round(float(x), 2), round(float(y), 2)] for x, y in tray.outline_px],
        "lean": [round(float(v), 5) for v in tray.lean],
        "die_side_px": tray.die_side_px,
        "to_mm": None if tray.to_mm is None else [list(map(float, row)) for row in tray.to_mm],
        "bulge": tray.bulge,
        "turn_deg": tray.turn_deg,
        "sharpness": tray.sharpness,
        "reference": None if png is None else picture_name(png),
    }
    rows = ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in written.items())
    return f"{{\n{rows}\n}}\n", png


def picture_name(png: bytes) -> str:
    """The file name of a picture: it tells when the picture is another one."""
    return f"tray-{hashlib.sha256(png).hexdigest()[:16]}.png"


def reference_of(text: str, source: str) -> str | None:
    """The file name of the picture that belongs to a text. Raises TrayUnusable."""
    name = _parsed(text, source).get("reference")
    if name is None:
        return None
    plain = isinstance(name, str) and name.startswith("tray-") and name.endswith(".png")
    if not plain or "/" in str(name) or "\\" in str(name):
        raise _damaged(source, "its reference is not the name of a picture")
    return str(name)


def loaded(text: str, png: bytes | None, source: str) -> Tray:
    """The tray of a text and its picture; ``source`` names it in messages.

    Raises TrayUnusable, one sentence, for anything that is damaged, and for a newer version.
    """
    written = _parsed(text, source)
    try:
        tray = _tray(written)
    except (KeyError, TypeError, ValueError, OverflowError) as fault:
        raise _damaged(source, f"{type(fault).__name__}: {fault}") from fault
    name = reference_of(text, source)
    if name is None:
        return tray
    if png is None or picture_name(png) != name:
        raise TrayUnusable(
            f"The picture {name} of the empty tray that belongs to {source} is missing or another"
            f" one. {AGAIN}"
        )
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise _damaged(source, "its picture cannot be decoded")
    return _with_reference(tray, np.asarray(picture, np.uint8), source)


def _with_reference(tray: Tray, picture: NDArray[np.uint8], source: str) -> Tray:
    height, width = picture.shape[:2]
    if max(height, width) > REFERENCE_PX:
        raise _damaged(source, "its picture is too large")
    return replace(tray, reference_bgr=picture)


def _parsed(text: str, source: str) -> Mapping[str, Any]:
    try:
        written = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise _damaged(source, "it is not JSON") from fault
    if not isinstance(written, dict) or written.get("format") != FORMAT:
        raise TrayUnusable(f"{source} is not the file of a tray. {AGAIN}")
    version = written.get("version")
    if type(version) is not int or version < 1:
        raise _damaged(source, "it has no version")
    if version > VERSION:
        raise TrayUnusable(
            f"{source} was written by a newer version of this program. Update, or set the tray"
            " up again with `companion calibrate`."
        )
    return written


def _tray(written: Mapping[str, Any]) -> Tray:
    width, height = (_whole(v, 16, 100_000) for v in _row(written["size_px"], 2))
    corners = written["outline_px"]
    if not isinstance(corners, list) or not 3 <= len(corners) <= MOST_CORNERS:
        raise ValueError("its outline needs 3 corners or more")
    outline = np.array([[_number(v) for v in _row(corner, 2)] for corner in corners])
    if abs(cv2.contourArea(outline.astype(np.float32))) < 1:
        raise ValueError("its outline encloses nothing")
    to_mm = None
    if written["to_mm"] is not None:
        to_mm = np.array([[_number(v) for v in _row(row, 3)] for row in _row(written["to_mm"], 3)])
        if abs(float(np.linalg.det(to_mm))) < 1e-12:
            raise ValueError("its scale is degenerate")
    x, y = (_number(v) for v in _row(written["lean"], 2))
    side = _optional(written["die_side_px"])
    if side is not None and side <= 0:
        raise ValueError("its dice have no size")
    return Tray(
        size_px=(width, height),
        shape=Shape(written["shape"]),
        outline_px=outline,
        view=View(written["view"]),
        lean=(x, y),
        die_side_px=side,
        to_mm=to_mm,
        bulge=_optional(written["bulge"]),
        turn_deg=_optional(written["turn_deg"]),
        sharpness=_optional(written["sharpness"]),
    )


def _row(value: Any, length: int) -> Sequence[Any]:
    if not isinstance(value, list) or len(value) != length:
        raise ValueError(f"{value!r} is not a row of {length}")
    return value


def _whole(value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{value!r} is not a whole number from {low} to {high}")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        raise ValueError(f"{value!r} is not a number")
    return float(value)


def _optional(value: Any) -> float | None:
    return None if value is None else _number(value)


def _png(picture: NDArray[np.uint8]) -> bytes:
    good, code = cv2.imencode(".png", picture)
    if not good:
        raise ValueError("The picture of the empty tray cannot be coded as PNG.")
    return bytes(code.tobytes())


def _damaged(source: str, what: str) -> TrayUnusable:
    return TrayUnusable(f"{source}, which tells where the tray is, is damaged ({what}). {AGAIN}")
