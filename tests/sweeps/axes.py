"""What is swept: floor, light, camera, focus, noise and dice, each step by step.

Knows the steps of each axis and the plain scene in their middle. Refuses to read a picture.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from hardware.simulated.scene import Light, Look, Paint, Sensor, Surface, Table
from hardware.simulated.scene.looks import rgb

Colour = tuple[float, float, float]

PLAIN = Look(
    "plain",
    Table(Surface("smooth", rgb("#5d6a5f"), 0.06), seed=29),
    Light(0.9, 1.0, 900.0, (0.5, 0.53, 0.55), (0.32, 0.32, 0.31), 0.14, 0.5),
    area_mm=(92.0, 62.0),
    round_area=False,
)
"""White dice on an even grey-green floor, under a lamp and the light of a room."""


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One step of an axis: what it is called, and the scene."""

    name: str
    look: Look


FLOORS: tuple[tuple[str, Surface], ...] = (
    ("black", Surface("smooth", rgb("#15161a"), 0.04)),
    ("dark wood", Surface("wood", rgb("#4a3020"), 0.25, grain_mm=0.5)),
    ("green felt", Surface("felt", rgb("#2f6b3c"), 0.14)),
    ("plain", PLAIN.table.surface),
    ("red cloth", Surface("cloth", rgb("#8c2b2b"), 0.18, grain_mm=0.45)),
    ("carpet", Surface("carpet", rgb("#8d8379"), 0.26, grain_mm=0.6)),
    ("planks", Surface("planks", rgb("#b08a5c"), 0.22)),
    ("pale wood", Surface("wood", rgb("#dcc6a4"), 0.14, grain_mm=0.7)),
    ("white", Surface("smooth", rgb("#e8e7e3"), 0.015)),
)

LIGHTS: tuple[tuple[str, Colour], ...] = (
    ("candle", (0.22, 0.5, 0.9)),
    ("bulb", (0.4, 0.6, 0.82)),
    ("plain", (1.0, 1.0, 1.0)),
    ("overcast", (0.86, 0.76, 0.66)),
    ("blue hour", (1.0, 0.62, 0.4)),
    ("green lamp", (0.35, 0.9, 0.4)),
    ("red lamp", (0.2, 0.25, 1.0)),
)
"""Factors on blue, green and red of the plain scene's light."""

LEVELS = (0.08, 0.15, 0.3, 0.6, 1.0, 1.5, 2.0, 2.8)
VIEWS_MM = (150.0, 200.0, 260.0, 340.0, 450.0, 600.0, 800.0)
"""Width of what the camera sees: a die of 16 mm is 68 to 13 pixels wide in 640."""

BLURS_PX = (0.3, 0.6, 1.2, 1.8, 2.4, 3.0, 4.0)
TILTS_DEG = (0.0, 10.0, 20.0, 30.0, 40.0, 50.0)
NOISES = (0.5, 1.6, 4.0, 8.0, 12.0, 18.0)

BODIES: tuple[tuple[str, str, str], ...] = (
    ("white, black pips", "#f4f1ea", "#151515"),
    ("ivory, black pips", "#e6d8b4", "#151515"),
    ("black, white pips", "#1b1b1d", "#f0f0f0"),
    ("red, white pips", "#b3202a", "#f4f0ea"),
    ("blue, white pips", "#1f4fb0", "#f4f0ea"),
    ("green, white pips", "#1f7a3d", "#f4f0ea"),
    ("yellow, black pips", "#e6c22a", "#151515"),
    ("purple, gold pips", "#5a2a7a", "#d8b44a"),
    ("white, red pips", "#f4f1ea", "#c02020"),
    ("white, blue pips", "#f4f1ea", "#2038b0"),
    ("grey, white pips", "#8a8d90", "#f4f4f4"),
    ("wood, dark pips", "#b98d5a", "#3a2416"),
)


def axes() -> Mapping[str, tuple[Step, ...]]:
    """Every axis with its steps; the plain scene is one of them."""
    return {
        "floor": tuple(Step(name, _floored(surface)) for name, surface in FLOORS),
        "light colour": tuple(Step(name, _tinted(colour)) for name, colour in LIGHTS),
        "light level": tuple(Step(f"{level:g}", _lit(level)) for level in LEVELS),
        "camera height": tuple(Step(f"{view:.0f} mm wide", _farther(view)) for view in VIEWS_MM),
        "focus": tuple(Step(f"{blur:g} px", _sensed(blur_px=blur)) for blur in BLURS_PX),
        "camera tilt": tuple(
            Step(f"{tilt:.0f}°", replace(PLAIN, tilt=math.radians(tilt))) for tilt in TILTS_DEG
        ),
        "noise": tuple(Step(f"{noise:g} levels", _sensed(noise=noise)) for noise in NOISES),
        "dice": tuple(Step(name, _painted(body, pip)) for name, body, pip in BODIES),
    }


def _floored(surface: Surface) -> Look:
    return replace(PLAIN, table=replace(PLAIN.table, surface=surface))


def _tinted(colour: Colour) -> Look:
    light = PLAIN.light
    blue, green, red = colour
    tint = replace(
        light,
        key=(light.key[0] * blue, light.key[1] * green, light.key[2] * red),
        room=(light.room[0] * blue, light.room[1] * green, light.room[2] * red),
    )
    return replace(PLAIN, light=tint)


def _lit(level: float) -> Look:
    # A camera makes up for little light, and pays with noise.
    return _sensed(exposure=level, noise=1.6 / math.sqrt(min(level, 1.0)))


def _farther(view_mm: float) -> Look:
    near = min(1.0, view_mm / PLAIN.view_mm)
    wide, high = PLAIN.area_mm
    return replace(
        PLAIN,
        view_mm=view_mm,
        height_mm=PLAIN.height_mm * view_mm / PLAIN.view_mm,
        area_mm=(wide * near, high * near),
    )


def _sensed(**changes: float) -> Look:
    return replace(PLAIN, sensor=replace(Sensor(), **changes))


def _painted(body: str, pip: str) -> Look:
    return replace(PLAIN, paints=(Paint(body=rgb(body), pip=rgb(pip)),))
