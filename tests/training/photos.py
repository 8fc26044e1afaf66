"""Crops of labelled photographs for fine-tuning.

Knows photographs whose licence permits training, with the places of their dice. Refuses to
know how the places were found (``places.py``).

The list is JSON: ``{"photos": [{"set": "tables", "file": "…", "dice": [[x, y, size, class]]}]}``
with pixels of the file and a class of ``labels.py``; no dice: a photograph without any.
That all dice on these photographs lie flat is not told to the net: it could learn that dice on
photographs always do.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.scene import brush
from hardware.simulated.scene.sensor import Picture
from tests.training.chance import Chance
from tests.training.labels import IGNORE, UNTOLD, Label
from tests.training.worlds import LARGE, LARGEST, SIDE, SMALL

Matrix = npt.NDArray[np.float64]
LONGEST_PX = 1400
"""Photographs are kept no longer than that, and no larger than dice of ``BIGGEST_PX``."""
BIGGEST_PX = 110
RARE = frozenset({"tower"})
RARE_SHARE = 0.1
"""Sets of few photographs are drawn less often, or they would be learnt by heart."""


class PhotoCrops:
    """Random crops: a set first, then a photograph of it, then a place and scale."""

    def __init__(self, listing: Path, chance: Chance, leave_out: frozenset[str]) -> None:
        self._chance = chance
        self._sets: dict[str, list[tuple[Picture, list[Label]]]] = {}
        for item in json.loads(listing.read_text())["photos"]:
            if item["set"] in leave_out:
                continue
            picture = np.asarray(cv2.imread(item["file"]), np.uint8)
            labels = [_label(*die) for die in item["dice"]]
            shrink = min(1.0, LONGEST_PX / max(picture.shape[:2]))
            if labels:
                shrink = min(shrink, BIGGEST_PX / float(np.median([d.size for d in labels])))
            if shrink < 1:
                picture = _shrunk(picture, shrink)
            labels = [_label(d.x * shrink, d.y * shrink, d.size * shrink, d.kind) for d in labels]
            self._sets.setdefault(item["set"], []).append((picture, labels))

    def draw(self) -> tuple[Picture, list[Label]]:
        """One crop (SIDE, SIDE, 3) with its labels."""
        chance = self._chance
        names = sorted(name for name in self._sets if name not in RARE)
        if chance.happens(RARE_SHARE) and RARE & self._sets.keys():
            names = sorted(RARE & self._sets.keys())
        photos = self._sets[names[chance.whole(0, len(names) - 1)]]
        picture, labels = photos[chance.whole(0, len(photos) - 1)]
        height, width = picture.shape[:2]
        place = (chance.between(0, width), chance.between(0, height))
        zoom = chance.scale(0.2, 1)
        if labels:
            zoom = chance.scale(16, 95) / float(np.median([d.size for d in labels]))
            if chance.happens(0.85):
                die = labels[chance.whole(0, len(labels) - 1)]
                place = (die.x, die.y)
        matrix = self._matrix(place, zoom)
        return self._tinted(self._cut(picture, matrix, zoom, bool(labels))), [
            moved for die in labels if (moved := _moved(die, matrix, zoom)) is not None
        ]

    def _matrix(self, place: tuple[float, float], zoom: float) -> Matrix:
        chance = self._chance
        turn = chance.whole(0, 3) * math.pi / 2
        if chance.happens(0.6):
            turn = chance.between(0, 2 * math.pi)
        c, s = math.cos(turn), math.sin(turn)
        squash = math.exp(float(chance.rng.normal(0, 0.06)))
        linear = zoom * np.array([[c * squash, -s], [s * squash, c]])
        middle = np.array([SIDE / 2 + chance.between(-90, 90) for _ in range(2)])
        return np.column_stack([linear, middle - linear @ np.array(place)])

    def _cut(self, picture: Picture, matrix: Matrix, zoom: float, framed: bool) -> Picture:
        border = tuple(float(v) for v in self._chance.rng.integers(0, 255, 3))
        mode = cv2.BORDER_CONSTANT if framed else cv2.BORDER_REFLECT
        matrix = matrix.copy()
        if zoom < 0.6:
            first = zoom * 1.5
            picture = _shrunk(picture, first)
            matrix[:, :2] /= first
        return np.asarray(
            cv2.warpAffine(picture, matrix, (SIDE, SIDE), borderMode=mode, borderValue=border),
            np.uint8,
        )

    def _tinted(self, picture: Picture) -> Picture:
        chance = self._chance
        gain = chance.rng.uniform(0.75, 1.25, 3) * 0.5 + 0.5 * chance.between(0.7, 1.3)
        out = picture.astype(np.float32) / 255 * gain.astype(np.float32)
        if chance.happens(0.4):
            out = np.power(np.clip(out, 0, 1), np.float32(chance.between(0.75, 1.35)))
        if chance.happens(0.3):
            out = brush.blurred(out, chance.between(0.4, 1.3))
        if chance.happens(0.3):
            noise = chance.rng.standard_normal(out.shape, dtype=np.float32)
            out = out + noise * np.float32(chance.between(0, 0.03))
        if chance.happens(0.08):
            out = 1 - out if chance.happens(0.3) else out[..., ::-1]
        return (np.clip(out, 0, 1) * 255).astype(np.uint8)


def _moved(die: Label, matrix: Matrix, zoom: float) -> Label | None:
    """A die in the crop; ignored where the crop cuts it, None far outside or too large."""
    x, y = matrix[:, :2] @ np.array([die.x, die.y]) + matrix[:, 2]
    size, kind = die.size * zoom, die.kind
    inside = min(x, y, SIDE - x, SIDE - y)
    if inside < -0.6 * size or size > LARGEST:
        return None
    if inside < 0.6 * size or size > LARGE or size < SMALL:
        kind = IGNORE
    last = SIDE - 1
    return _label(float(np.clip(x, 0, last)), float(np.clip(y, 0, last)), size, kind)


def _label(x: float, y: float, size: float, kind: float) -> Label:
    return Label(x, y, size, int(kind), cocked_deg=math.nan, stacked=UNTOLD)


def _shrunk(picture: Picture, share: float) -> Picture:
    out = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(out, np.uint8)
