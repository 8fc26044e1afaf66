"""Dice of plain coloured sides, taught and asked about, and things that only look like one.

Knows lamps from daylight to a bulb, and what lies on tables in the colours of such dice. Refuses
to know the matcher.

    python -m tests.tuning.taught.colours FILE.npz --sets 48 --seed 21
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.scene.die import Die, pip_die
from hardware.simulated.scene.light import Light
from hardware.simulated.scene.paint import Colour, Paint
from hardware.simulated.scene.pose import CUBE_FACES, Array
from hardware.simulated.scene.solid import RoundedCube
from hardware.simulated.scene.stage import Stage
from tests.tuning.taught.cases import COLUMNS, NONE, PLACE_OFF, SIDE_OFF, beside
from tests.tuning.taught.worlds import SIDES, Style, rig, style
from vision.dice.crop import cut
from vision.dice.taught_align import CUT_PX
from vision.dice.taught_face import FACE_PX

BULB = np.array([-1.2, 0.1, 1.1])
"""Blue, green, red: how a bulb's light differs from daylight's in logarithms, level aside, where
the camera does not balance it (6500 to 2700 kelvin in linear sRGB)."""

LAMPS = 5
"""So many lamps over the table where a die was taught, and as many tables elsewhere."""

THINGS = ("button", "patch", "small cube", "cube", "check", "pips", "floor")
"""What is no face of the set: see ``_thing``."""

Draw = Callable[[Array], None]


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture, the place that a finder would give in it, and its side in pixels."""

    image_bgr: NDArray[np.uint8]
    x: float
    y: float
    side: float


def main() -> None:
    """Render what the command line asks for."""
    parser = argparse.ArgumentParser(description="Render dice of coloured sides.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--sets", type=int, default=48)
    parser.add_argument("--seed", type=int, default=21)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    np.savez_compressed(options.file, **render(options.sets, options.seed))


def render(sets: int, seed: int) -> dict[str, NDArray[np.generic]]:
    """Columns as those of ``cases``; ``q_kind``: home, elsewhere, untaught or one of THINGS."""
    rows: dict[str, list[object]] = {key: [] for key in COLUMNS}
    for number in range(sets):
        rng = np.random.default_rng((seed, number))
        die = _unlike_others(style("sides", rng), rng)
        names = [str(name) for name in rng.permutation(list(die.names))]
        left_out = set(names[: int(rng.integers(0, 3))])
        side = float(np.exp(rng.uniform(np.log(28), np.log(80))))
        home = rig(rng, float(rng.uniform(0, 15)), side, die.edge_mm)
        for name in names:
            for _ in range(int(rng.integers(1, 3)) if name not in left_out else 0):
                shown = _die(home, die, name, rng, 0.6)
                _add(rows, "t", cut=_cut(shown), set=number, label=name, side=shown.side)
        for kind, tilt, label, shown in _asked(home, die, names, left_out, rng):
            row = {"cut": _cut(shown), "set": number, "label": label, "side": shown.side}
            _add(rows, "q", **row, tilt=tilt, kind=kind)
    return {key: np.array(value) for key, value in rows.items()}


def _unlike_others(die: Style, rng: np.random.Generator) -> Style:
    """The die in colours a little of its own: no two makers' reds are the same."""
    assert die.paint.sides
    sides = []
    for side in die.paint.sides:
        blue, green, red = np.clip(np.array(side) * np.exp(rng.normal(0, 0.15, 3)), 0.01, 0.92)
        sides.append((float(blue), float(green), float(red)))
    return replace(die, paint=replace(die.paint, sides=tuple(sides)))


def under(stage: Stage, warmth: float, green: float, level: float) -> Stage:
    """The table under another lamp; ``warmth`` 1: a bulb in place of daylight, unbalanced."""
    change = np.exp(warmth * BULB + green * np.array([-0.5, 1.0, -0.5]) + level)

    def times(colour: Colour) -> Colour:
        blue, green, red = (float(c * k) for c, k in zip(colour, change, strict=True))
        return (blue, green, red)

    light = stage.light
    return stage.with_light(replace(light, key=times(light.key), room=times(light.room)))


def _asked(
    home: Stage, die: Style, names: list[str], left_out: set[str], rng: np.random.Generator
) -> Iterator[tuple[str, float, str, Shown]]:
    """Kind, tilt, true label and picture of everything that is asked about for one set."""
    for _ in range(LAMPS):
        warmth, green, level = (float(rng.normal(0, sd)) for sd in (0.35, 0.06, 0.3))
        tilt = float(rng.uniform(0, 35)) if rng.random() < 0.7 else 0.0
        wide = float(np.exp(rng.uniform(np.log(20), np.log(70))))
        tables = (
            ("home", 0.0, under(_lit_anew(home, rng), warmth, green, level)),
            ("elsewhere", tilt, rig(rng, tilt, wide, die.edge_mm)),
        )
        for where, leaning, table in tables:
            for name in names:
                label = NONE if name in left_out else name
                kind = where if label else "untaught"
                yield kind, leaning, label, _die(table, die, name, rng)
            for thing in THINGS:
                yield thing, leaning, NONE, _thing(thing, table, die, rng)


def _lit_anew(stage: Stage, rng: np.random.Generator) -> Stage:
    """The lamp somewhere else."""
    light: Light = stage.light
    moved = replace(
        light,
        azimuth=float(rng.uniform(0, 2 * math.pi)),
        elevation=float(rng.uniform(0.6, 1.4)),
        softness=float(rng.uniform(0.03, 0.3)),
    )
    return stage.with_light(moved)


def _die(stage: Stage, die: Style, name: str, rng: np.random.Generator, care: float = 1.0) -> Shown:
    face = die.names.index(name)
    value = CUBE_FACES[face // 2][face % 2]
    solid = pip_die(
        value, _place(stage, rng), float(rng.uniform(0, 6.28)), die.paint, die.body, die.edge_mm
    )
    return _found(stage, solid, rng, care)


def _thing(kind: str, stage: Stage, die: Style, rng: np.random.Generator) -> Shown:
    """Something that is no face of the die: half of the time in the colour of one.

    ``button``: a disc; ``patch``: a square of paper; ``small cube``: a wooden piece; ``cube``:
    one of any size in a colour that no side has; ``check``: a cloth of squares; ``pips``: a
    pip die; ``floor``: nothing at all.
    """
    assert die.paint.sides
    own = die.paint.sides[int(rng.integers(len(die.paint.sides)))]
    hue = _any_colour(rng)
    colour = own if rng.random() < 0.5 else hue
    x, y = _place(stage, rng)
    turn = float(rng.uniform(0, 6.28))
    if kind in ("small cube", "cube", "pips"):
        edge = die.edge_mm * float(rng.uniform(0.45, 0.7) if kind == "small cube" else 1.0)
        edge *= float(np.exp(rng.normal(0, 0.05 if kind == "pips" else 0.15)))
        blank = kind != "pips"
        paint = Paint(
            body=hue if kind == "cube" else colour,
            pip=(0.85, 0.86, 0.86) if max(colour) < 0.7 else (0.01, 0.01, 0.01),
            marks=(" ",) * 6 if blank else (),
            gloss=float(rng.uniform(0.0, 0.8)),
        )
        solid = pip_die(
            int(rng.integers(1, 7)), (x, y), turn, paint,
            RoundedCube(float(rng.uniform(0.04, 0.14))), edge,
        )  # fmt: skip
        return _found(stage, solid, rng)
    scale = stage.camera.focal_px / float(np.linalg.norm(stage.camera.place_mm))
    side = die.edge_mm * scale * float(np.exp(rng.normal(0, 0.25)))
    width, height = stage.camera.size_px
    at = (0.5 * width + x * scale, 0.5 * height + y * scale)

    def draw(picture: Array) -> None:
        if kind == "button":
            cv2.ellipse(picture, (at, (side, side), 0.0), colour, -1, cv2.LINE_AA)
        elif kind == "patch":
            _square(picture, at, side, turn, colour)
        elif kind == "check":
            for row in range(-4, 5):
                for column in range(-4, 5):
                    if (row + column) % 2 == 0:
                        c, s = math.cos(turn) * side, math.sin(turn) * side
                        there = (at[0] + c * column - s * row, at[1] + s * column + c * row)
                        _square(picture, there, side, turn, colour)

    image = stage.strewn(draw).shoot((), int(rng.integers(2**31))).image_bgr
    return _off(image, at, side, rng)


def _square(picture: Array, at: tuple[float, float], side: float, turn: float, c: Colour) -> None:
    corners = cv2.boxPoints((at, (side, side), math.degrees(turn)))
    cv2.fillConvexPoly(picture, (corners * 16).astype(np.int32), c, cv2.LINE_AA, 4)


def _any_colour(rng: np.random.Generator) -> Colour:
    """A colour that things have, and no side of a set: pale, dark or strong, of any hue."""
    hsv = np.array([[[rng.uniform(0, 360), rng.uniform(0.1, 1) ** 0.5, rng.uniform(0.15, 0.95)]]])
    blue, green, red = cv2.cvtColor(hsv.astype(np.float32), cv2.COLOR_HSV2BGR)[0, 0] ** 2.2
    colour = (float(blue), float(green), float(red))
    near = [float(np.abs(np.log(np.add(colour, 0.03) / np.add(s, 0.03))).max()) for s in SIDES]
    return colour if min(near) > 0.5 else _any_colour(rng)


def _place(stage: Stage, rng: np.random.Generator) -> tuple[float, float]:
    """Somewhere on the table in view, millimetres from its middle."""
    reach = 0.2 * stage.camera.size_px[0]
    reach *= float(np.linalg.norm(stage.camera.place_mm)) / stage.camera.focal_px
    return (float(rng.uniform(-reach, reach)), float(rng.uniform(-reach, reach)))


def _found(stage: Stage, solid: Die, rng: np.random.Generator, care: float = 1.0) -> Shown:
    picture = stage.shoot((solid, *beside(solid, rng)), int(rng.integers(2**31)))
    truth = picture.truth[0]
    return _off(picture.image_bgr, truth.centre_px, truth.size_px, rng, care)


def _off(
    image: NDArray[np.uint8],
    at: tuple[float, float],
    side: float,
    rng: np.random.Generator,
    care: float = 1.0,
) -> Shown:
    """The place as badly measured as a finder measures it."""
    found = side * float(np.exp(rng.normal(0.02, care * SIDE_OFF)))
    dx, dy = (float(v) for v in rng.normal(0, care * PLACE_OFF * side, 2))
    return Shown(image, at[0] + dx, at[1] + dy, found)


def _cut(shown: Shown) -> NDArray[np.uint8]:
    return cut(shown.image_bgr, (shown.x, shown.y), FACE_PX / shown.side, CUT_PX).image


def _add(rows: dict[str, list[object]], prefix: str, **columns: object) -> None:
    for key, value in columns.items():
        rows[f"{prefix}_{key}"].append(value)


if __name__ == "__main__":
    main()
