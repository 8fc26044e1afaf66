"""Numerals in many hands: system fonts, OpenCV's line fonts, and drawn strokes.

Knows how to draw a short text as a bitmap and which families are kept back for judging.
Refuses to know dice.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from hardware.simulated.scene.icons import ICONS, mark
from hardware.simulated.scene.pose import Array
from tests.training.chance import Chance

SIDE = 96
TALL = 70
"""Height of a numeral in its bitmap, in pixels."""

HELD_OUT = (
    "liberationsans", "urwgothic", "dosis", "caladea", "comicneue", "jura", "leaguespartan",
    "vollkorn", "dejavusanscondensed",
)  # fmt: skip
"""Font families that no training picture shows: the judging uses these alone."""
UNFIT = ("symbols", "isabella", "notocoloremoji")
"""Families without plain numerals."""

_STROKES = {
    "1": (((0.3, 0.25), (0.55, 0.0), (0.55, 1.0)),),
    "2": (((0.1, 0.25), (0.3, 0.0), (0.7, 0.0), (0.9, 0.28), (0.1, 1.0), (0.95, 1.0)),),
    "3": (((0.1, 0.05), (0.85, 0.05), (0.45, 0.42), (0.9, 0.7), (0.6, 1.0), (0.1, 0.92)),),
    "4": (((0.65, 1.0), (0.65, 0.0), (0.05, 0.7), (0.98, 0.7)),),
    "5": (((0.85, 0), (0.2, 0), (0.15, 0.45), (0.6, 0.38), (0.9, 0.7), (0.6, 1), (0.1, 0.93)),),
    "6": (((0.75, 0), (0.2, 0.5), (0.15, 0.8), (0.5, 1), (0.88, 0.8), (0.8, 0.5), (0.2, 0.62)),),
}  # fmt: skip
"""Numerals as an engraver with a straight tool writes them; x right, y down, 0 to 1."""


def font_files(folders: Sequence[Path], held_out: bool) -> list[Path]:
    """Font files below the folders, of the families for judging or of all others."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() in (".ttf", ".otf") and path.is_file():
                found.setdefault(path.stem.lower(), path)
    names = [name for name in found if not name.startswith(UNFIT)]
    return [found[name] for name in names if name.startswith(HELD_OUT) == held_out]


class Glyphs:
    """Draws texts; ``held_out``: with the hands that are kept back for judging."""

    def __init__(self, folders: Sequence[Path], held_out: bool = False) -> None:
        self._fonts = font_files(folders, held_out)
        self._families: dict[str, list[Path]] = {}
        for path in self._fonts:
            self._families.setdefault(_family(path), []).append(path)
        self._lines = (2, 4) if held_out else (0, 1, 3, 5, 6, 7)
        self._strokes = not held_out

    def hand(self, chance: Chance) -> str:
        """One way of writing: all marks of a die are written in the same."""
        kind = chance.rng.random()
        if kind < 0.15 or not self._fonts:
            return (
                f"line {self._lines[chance.whole(0, len(self._lines) - 1)]} {chance.whole(5, 13)}"
            )
        if kind < 0.22 and self._strokes:
            return f"stroke {chance.whole(6, 13)}"
        families = list(self._families.values())
        files = families[chance.whole(0, len(families) - 1)]
        return f"font {files[chance.whole(0, len(files) - 1)]}"

    def draw(self, text: str, hand: str) -> Array:
        """(SIDE, SIDE) bitmap of 0 to 1, the text TALL pixels high in the middle."""
        return _draw(text, hand)


def pips(value: int, chance: Chance) -> Array:
    """(SIDE, SIDE) bitmap of pips instead of a numeral."""
    spots = {1: "c", 2: "ai", 3: "aci", 4: "agci", 5: "agciE", 6: "adgcfi"}[value]
    canvas = np.zeros((SIDE, SIDE), np.uint8)
    far, radius = chance.between(22, 30), chance.whole(7, 12)
    places = {"a": (-1, -1), "d": (-1, 0), "g": (-1, 1), "c": (1, -1), "f": (1, 0), "i": (1, 1)}
    places["E"] = (0, 0)
    if value in (1, 3):
        places["c"] = (0, 0)
    for spot in spots:
        x, y = places[spot]
        centre = (round(SIDE / 2 + far * x), round(SIDE / 2 + far * y))
        cv2.circle(canvas, centre, radius, (255.0,), -1, cv2.LINE_AA)
    return np.asarray(canvas.astype(np.float32) / 255)


def icon(chance: Chance) -> Array:
    """(SIDE, SIDE) bitmap of a picture as symbol dice have it."""
    names = (*ICONS, "cloud")
    return mark(names[chance.whole(0, len(names) - 1)])


def _family(path: Path) -> str:
    return path.stem.lower().split("-")[0].split(" ")[0]


@functools.lru_cache(maxsize=6000)
def _draw(text: str, hand: str) -> Array:
    kind, rest = hand.split(" ", 1)
    plain = text.rstrip("._")
    if kind == "font":
        canvas = _by_font(plain, rest)
    elif kind == "stroke" and plain in _STROKES:
        canvas = _by_strokes(plain, int(rest))
    else:
        font, _, wide = rest.partition(" ")
        canvas = _by_lines(plain, int(font) % 8 if wide else 0, int(wide or 8))
    return _with_foot(_fitted(canvas), text[len(plain) :])


def _by_font(text: str, file: str) -> Array:
    font = ImageFont.truetype(file, 110)
    picture = Image.new("L", (420, 260))
    ImageDraw.Draw(picture).text((60, 50), text, font=font, fill=255)
    return np.asarray(picture, np.float32) / np.float32(255)


def _by_lines(text: str, font: int, wide: int) -> Array:
    canvas = np.zeros((260, 420), np.uint8)
    cv2.putText(canvas, text, (60, 180), font, 4.5, (255.0,), wide, cv2.LINE_AA)
    return canvas.astype(np.float32) / np.float32(255)


def _by_strokes(text: str, wide: int) -> Array:
    canvas = np.zeros((260, 420), np.uint8)
    for stroke in _STROKES[text]:
        points = (np.array(stroke) * (66, 110) + 60).astype(np.int32)
        cv2.polylines(canvas, [points], False, (255.0,), wide, cv2.LINE_AA)
    return canvas.astype(np.float32) / np.float32(255)


def _fitted(canvas: Array) -> Array:
    """The text TALL high (less where it is wide) in the middle of the bitmap."""
    rows, columns = np.flatnonzero(canvas.max(1) > 0.2), np.flatnonzero(canvas.max(0) > 0.2)
    out = np.zeros((SIDE, SIDE), np.float32)
    if not rows.size:
        return out
    part = canvas[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = min(TALL / part.shape[0], (SIDE - 8) / part.shape[1])
    size = (max(2, round(part.shape[1] * scale)), max(2, round(part.shape[0] * scale)))
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    top, left = (SIDE - size[1]) // 2, (SIDE - size[0]) // 2
    out[top : top + size[1], left : left + size[0]] = small
    return out


def _with_foot(glyph: Array, foot: str) -> Array:
    """A six or nine with the dot or bar that tells it from the other."""
    columns = np.flatnonzero(glyph.max(0) > 0.2)
    if not foot or not columns.size:
        return glyph
    out = np.array(glyph)
    low = SIDE - 7
    if foot == ".":
        x = min(SIDE - 6, int(columns[-1]) + 8)
        cv2.circle(out, (x, low - 8), 5, (1.0,), -1)
    else:
        cv2.rectangle(out, (int(columns[0]), low - 1), (int(columns[-1]), low + 5), (1.0,), -1)
    return out
