"""Sets of dice with all kinds of faces, and the tables they lie on.

Knows how such dice, lamps and cameras differ. Refuses to know the matcher.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from hardware.simulated.scene.camera import looking_at
from hardware.simulated.scene.icons import ICONS
from hardware.simulated.scene.light import Light
from hardware.simulated.scene.looks import LOOKS, Look
from hardware.simulated.scene.paint import Colour, Paint, Pips
from hardware.simulated.scene.sensor import Sensor
from hardware.simulated.scene.solid import RoundedCube
from hardware.simulated.scene.stage import Stage

SIGNS = (*sorted(ICONS), "cloud")
LETTERS = tuple("ABCDEFGHJKLMNPQRSTUVWXYZ234578?!&#%@$+=*")
"""No I, O, 0, 1, 6 and 9: those are alike when turned."""

BLANK = " "
BODIES: tuple[Colour, ...] = (
    (0.82, 0.85, 0.86), (0.52, 0.72, 0.80), (0.015, 0.013, 0.012), (0.03, 0.03, 0.5),
    (0.42, 0.10, 0.02), (0.08, 0.32, 0.05), (0.03, 0.55, 0.8), (0.35, 0.05, 0.25),
)  # fmt: skip
INKS: tuple[Colour, ...] = (
    (0.012, 0.012, 0.012), (0.85, 0.86, 0.86), (0.03, 0.02, 0.55), (0.80, 0.42, 0.10),
    (0.30, 0.05, 0.015), (0.05, 0.35, 0.06), (0.04, 0.6, 0.85), (0.03, 0.25, 0.8),
    (0.4, 0.06, 0.35),
)  # fmt: skip
SIDES: tuple[Colour, ...] = (
    (0.82, 0.85, 0.86), (0.02, 0.02, 0.02), (0.03, 0.02, 0.55), (0.60, 0.16, 0.02),
    (0.06, 0.38, 0.05), (0.03, 0.60, 0.85), (0.02, 0.25, 0.85), (0.4, 0.05, 0.3),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Style:
    """One kind of die: its paint, and what its six faces are called, in the paint's order."""

    kind: str
    paint: Paint
    names: tuple[str, ...]
    body: RoundedCube
    edge_mm: float = 16.0


def style(kind: str, rng: np.random.Generator) -> Style:
    """A random die of a kind: signs, letters, numerals, inks, sides, pips or high_risk."""
    body = BODIES[int(rng.integers(len(BODIES)))]
    look = Paint(
        body=body,
        gloss=float(rng.uniform(0.1, 0.9)),
        rough=float(rng.uniform(0.08, 0.3)),
        grain=float(rng.choice([0.0, 0.03, 0.08])),
        specks=float(rng.choice([0.0, 0.0, 0.1])),
    )
    inks = [ink for ink in INKS if _apart(ink, body) > 1.2]
    one = inks[int(rng.integers(len(inks)))]
    match kind:
        case "signs":
            names = _drawn(rng, SIGNS, 6)
            own = [inks[int(rng.integers(len(inks)))] for _ in names]
            paint = replace(look, marks=names, inks=tuple(own if rng.random() < 0.6 else [one] * 6))
        case "letters":
            names = _drawn(rng, LETTERS, 6)
            paint = replace(look, marks=names, pip=one)
        case "numerals":
            names = ("2", "5", "3", "4", "1", "6")
            paint = replace(look, marks=names, pip=one)
        case "inks":  # one sign in several colours
            sign = SIGNS[int(rng.integers(len(SIGNS)))]
            order = rng.permutation(len(inks))[:6]
            names = tuple(f"ink {INKS.index(inks[int(k)])}" for k in np.resize(order, 6))
            own = [inks[int(k)] for k in np.resize(order, 6)]
            paint = replace(look, marks=(sign,) * 6, inks=tuple(own))
        case "sides":
            order = rng.permutation(len(SIDES))[:6]
            names = tuple(f"side {k}" for k in order)
            paint = replace(
                look,
                body=(0.9, 0.9, 0.9),
                marks=(BLANK,) * 6,
                sides=tuple(SIDES[int(k)] for k in order),
            )
        case "pips":
            names = ("2", "5", "3", "4", "1", "6")
            pips = Pips(radius=float(rng.uniform(0.06, 0.11)), layout=int(rng.integers(6)))
            paint = replace(look, pip=one, pips=pips)
        case "high_risk":
            marks = ("lightning", "mountain", "lightning", "cloud", "lightning", "mountain")
            names = marks
            red, light, dark = INKS[2], INKS[3], INKS[4]
            paint = replace(
                look, body=BODIES[0], marks=marks, inks=(red, light, red, dark, red, light)
            )
        case _:
            raise ValueError(f"There is no style {kind!r}.")
    solid = RoundedCube(float(rng.uniform(0.06, 0.16)))
    return Style(kind, paint, names, solid, float(rng.uniform(12, 20)))


def rig(rng: np.random.Generator, tilt_deg: float, side_px: float, edge_mm: float) -> Stage:
    """A table under a camera in which dice of that edge are about ``side_px`` large."""
    look = list(LOOKS.values())[int(rng.integers(len(LOOKS)))]
    return stage_of(look, rng, tilt_deg, side_px, edge_mm)


def stage_of(
    look: Look, rng: np.random.Generator, tilt_deg: float, side_px: float, edge_mm: float
) -> Stage:
    """The table of a look under another lamp, sensor and camera."""
    size = (round(float(np.clip(side_px * 6.4, 120, 1200))),) * 2
    view_mm = size[0] / side_px * edge_mm
    camera = looking_at(
        size,
        view_mm,
        height_mm=float(rng.uniform(300, 600)),
        tilt=math.radians(tilt_deg),
        heading=float(rng.uniform(0, 2 * math.pi)),
        roll=float(rng.uniform(0, 2 * math.pi)),
    )
    tint = np.exp(rng.normal(0, 0.12, 3))
    strength = float(np.exp(rng.normal(0, 0.25)))
    lamp = strength * tint * np.array(look.light.key)
    light = Light(
        azimuth=float(rng.uniform(0, 2 * math.pi)),
        elevation=float(rng.uniform(0.6, 1.4)),
        distance_mm=float(rng.uniform(600, 1200)),
        key=(float(lamp[0]), float(lamp[1]), float(lamp[2])),
        room=look.light.room,
        softness=float(rng.uniform(0.03, 0.3)),
        glare=float(rng.uniform(0.0, 0.8)),
    )
    sensor = Sensor(
        exposure=float(np.exp(rng.normal(0, 0.2))),
        blur_px=float(rng.uniform(0.4, 1.0)) * (1 + 1.2 * float(rng.random() < 0.2)),
        noise=float(rng.uniform(0.8, 4.0)),
        vignette=float(rng.uniform(0, 0.3)),
    )
    return Stage(camera, light, look.table, sensor)


def _drawn(rng: np.random.Generator, pool: Sequence[str], count: int) -> tuple[str, ...]:
    return tuple(pool[int(k)] for k in rng.permutation(len(pool))[:count])


def _apart(a: Colour, b: Colour) -> float:
    return float(np.abs(np.log(np.array(a) + 0.03) - np.log(np.array(b) + 0.03)).max())
