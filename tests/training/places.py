"""Finds the places of dice on photographs that are labelled with values or rough boxes.

python -m tests.training.places --photos DIR --weights base.pt --out photos.json

Knows the three sets that may be trained on: ``tables`` (values), ``webcam_boxes`` (boxes of
whole dice) and ``tower`` (places by eye in ``tower.json``). Refuses doubtful photographs. A
place comes from a net that has seen rendered dice only; the value always from the label.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import cv2
import numpy as np
import torch

from hardware.simulated.scene.pose import Array
from hardware.simulated.scene.sensor import Picture
from tests.training.labels import CLASSES, IGNORE
from tests.training.net import STRIDE, DiceNet

LONG_SIDES_PX = (320, 448, 640, 896, 1152)
"""Sizes at which each photograph is looked at; the one with dice nearest ``BEST_PX`` counts."""
BEST_PX = 56.0
FAINTEST = 0.05
"""Heat below which a place is not kept."""
UNBOXED = 0.7
"""Heat from which a place without a box may be a die that the boxes' author left out."""
CLEAR_GAP = 1.6
LIKE = 0.6
"""The faintest die must be so much hotter than any other place of about the same size."""


class Photo(TypedDict):
    """A photograph as ``photos.py`` reads it."""

    set: str
    file: str
    dice: list[list[float]]


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A place that may be a die, in pixels of the photograph; ``beliefs``: (6,) of the values."""

    x: float
    y: float
    size: float
    heat: float
    beliefs: Array


def main() -> None:
    """Write the list of photographs with the places of their dice."""
    parser = argparse.ArgumentParser(description="Find the places of dice on labelled photos.")
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net = DiceNet()
    net.load_state_dict(torch.load(options.weights))
    net.eval()
    found = [*_tables(net, options.photos), *_boxes(net, options.photos), *_tower(options.photos)]
    options.out.write_text(json.dumps({"photos": found}))
    for name in ("tables", "webcam_boxes", "tower"):
        dice = [photo["dice"] for photo in found if photo["set"] == name]
        print(name, len(dice), "photos", sum(map(len, dice)), "dice")


def look(net: DiceNet, picture: Picture) -> list[Place]:
    """All places of a photograph at the size that suits its dice, hottest first."""
    best, error = None, float("inf")
    for long_side in LONG_SIDES_PX:
        scale = long_side / max(picture.shape[:2])
        hot = [p.size for p in _places(_answers(net, picture, scale)[:1], picture) if p.heat > 0.4]
        if hot:
            off = abs(float(np.log(np.median(hot) * scale / BEST_PX)))
            if off < error:
                best, error = scale, off
    if best is None:
        return []
    return _places(_answers(net, picture, best, turned=True), picture)


def _answers(net: DiceNet, picture: Picture, scale: float, turned: bool = False) -> Array:
    """(n, 15, h, w) at a scale: upright, and if ``turned`` mirrored three ways, put back."""
    height, width = (max(16, round(v * scale / 16) * 16) for v in picture.shape[:2])
    small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    batch = np.stack([small, small[:, ::-1], small[::-1], small[::-1, ::-1]][: 4 if turned else 1])
    with torch.no_grad():
        x = torch.from_numpy(np.ascontiguousarray(batch)).permute(0, 3, 1, 2).float() / 255 - 0.5
        out = np.asarray(net(x).numpy(), np.float32)
    ways = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    return np.stack([o[:, ::dy, ::dx] for o, (dy, dx) in zip(out, ways, strict=False)])


def _places(answers: Array, picture: Picture) -> list[Place]:
    """Peaks of the mean of some answers, hottest first."""
    out = answers.mean(axis=0)
    step_x = picture.shape[1] / out.shape[2]
    step_y = picture.shape[0] / out.shape[1]
    heat = 1 / (1 + np.exp(-out[0]))
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    places = []
    for row, column in np.argwhere((heat >= top) & (heat > FAINTEST)):
        logits = out[1:7, row, column]
        beliefs = np.exp(logits - logits.max())
        dx, dy = _offset(heat, int(row), int(column))
        places.append(
            Place(
                (column + dx + 0.5) * step_x - 0.5,
                (row + dy + 0.5) * step_y - 0.5,
                float(np.exp(out[1 + CLASSES, row, column])) * 32 * step_x / STRIDE,
                float(heat[row, column]),
                np.asarray(beliefs / beliefs.sum(), np.float32),
            )
        )
    places.sort(key=lambda p: -p.heat)
    return _apart(places)


def _offset(heat: Array, row: int, column: int) -> tuple[float, float]:
    """Where in its cell the peak is: mean of the logarithm's parabola, at most half a cell."""
    out = []
    for line, at in ((heat[row], column), (heat[:, column], row)):
        if 0 < at < len(line) - 1:
            a, b, c = (float(np.log(v + 1e-6)) for v in line[at - 1 : at + 2])
            out.append(float(np.clip(0.5 * (a - c) / (a - 2 * b + c - 1e-9), -0.5, 0.5)))
        else:
            out.append(0.0)
    return out[0], out[1]


def _apart(places: Sequence[Place]) -> list[Place]:
    kept: list[Place] = []
    for place in places:
        if all(np.hypot(place.x - k.x, place.y - k.y) > 0.55 * k.size for k in kept):
            kept.append(place)
    return kept


def _tables(net: DiceNet, photos: Path) -> list[Photo]:
    out: list[Photo] = []
    with (photos / "labels.csv").open(newline="") as rows:
        for row in csv.DictReader(rows):
            if not row["file"].startswith("tables"):
                continue
            path = photos / "images" / row["file"]
            values = [int(v) for v in row["values"].split()]
            dice = assigned(look(net, _read(path)), values)
            if dice is not None:
                out.append({"set": "tables", "file": str(path), "dice": dice})
    return out


def assigned(places: Sequence[Place], values: Sequence[int]) -> list[list[float]] | None:
    """The strongest places with the values of the label; None where that is doubtful."""
    count = len(values)
    if len(places) < count:
        return None
    chosen = list(places[:count])
    usual = float(np.median([p.size for p in chosen])) if chosen else 1.0
    others = [p.heat for p in places[count:] if LIKE < p.size / usual < 1 / LIKE]
    if chosen and chosen[-1].heat / max([FAINTEST, *others]) < CLEAR_GAP:
        return None
    beliefs = np.log(np.array([p.beliefs for p in chosen]) + 1e-4)
    given = _best(beliefs, list(values))
    wrong = sum(int(np.argmax(row)) + 1 != value for row, value in zip(beliefs, given, strict=True))
    if wrong > max(1, count // 3):
        return None
    return [[p.x, p.y, p.size, float(value - 1)] for p, value in zip(chosen, given, strict=True)]


def _best(beliefs: Array, values: list[int]) -> list[int]:
    """One value for each place: the most certain first, then swapped while that helps."""
    left, given = list(values), [0] * len(values)
    for place in np.argsort(-beliefs.max(axis=1)):
        value = max(left, key=lambda v: float(beliefs[place, v - 1]))
        given[int(place)] = value
        left.remove(value)
    better = True
    while better:
        better = False
        for i in range(len(given)):
            for j in range(i):
                now = beliefs[i, given[i] - 1] + beliefs[j, given[j] - 1]
                if beliefs[i, given[j] - 1] + beliefs[j, given[i] - 1] > now + 1e-6:
                    given[i], given[j] = given[j], given[i]
                    better = True
    return given


def _boxes(net: DiceNet, photos: Path) -> list[Photo]:
    """Boxes, some around a face and some around its pips only: their middle says which die.

    A box without a place is ignored (a few are mistakes of their author), and so is a hot
    place without a box.
    """
    out: list[Photo] = []
    for path in sorted((photos / "webcam_boxes").glob("*.jpg")):
        picture = _read(path)
        height, width = picture.shape[:2]
        free = look(net, picture)
        dice = []
        for line in path.with_suffix(".txt").read_text().splitlines():
            value, x, y, w, h = (float(v) for v in line.split())
            x, y, size = x * width, y * height, max(w * width, h * height)
            held = [p for p in free if _holds(p, x, y, size)]
            if held and held[0].heat > 0.2:
                dice.append([held[0].x, held[0].y, held[0].size, value])
                free.remove(held[0])
            else:
                dice.append([x, y, size, float(IGNORE)])
        dice += [[p.x, p.y, p.size, float(IGNORE)] for p in free if p.heat > UNBOXED]
        out.append({"set": "webcam_boxes", "file": str(path), "dice": dice})
    return out


def _holds(place: Place, x: float, y: float, size: float) -> bool:
    """The place is the face whose pips, or outline, a box of that middle and size holds."""
    return float(np.hypot(place.x - x, place.y - y)) < 0.35 * place.size and place.size > 0.7 * size


def _tower(photos: Path) -> list[Photo]:
    listed = json.loads(Path(__file__).with_name("tower.json").read_text())
    return [
        {"set": "tower", "file": str(photos / "images" / name), "dice": dice}
        for name, dice in listed.items()
    ]


def _read(path: Path) -> Picture:
    return np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)


if __name__ == "__main__":
    main()
