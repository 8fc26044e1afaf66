"""How well a face that is a colour and nothing else agrees with a known one, whatever the lamp.

Knows what lamps and cameras do to a colour: level, the line from daylight to a bulb, a little green
or its opposite, a veil of glare; and that they do the same to the floor around the die. Refuses
to know outlines and prints.

A change of light moves face and floor alike. Where the floor looks as it did when the face was
taught, or changed as a lamp changes it, that tells the lamp; another floor tells nothing, and
then every usual lamp is possible. All lamps of a grid are tried and their probabilities summed.

Colours are linear light, blue, green, red, 0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.taught_align import CUT_PX
from vision.dice.taught_face import DARKEST, FACE_PX, linear_light

Array = NDArray[np.float32]
Vector = NDArray[np.float64]

BULB = (-1.2, 0.1, 1.1)
"""How a bulb's light differs from daylight's in logarithms, the level aside, where the camera does
not balance it: 6500 to 2700 kelvin in linear sRGB."""

GREEN = (-0.5, 1.0, -0.5)
"""What lies across that line: tubes and cheap lamps."""

USUALLY_BULB, SELDOM_BULB, SELDOM = 0.3, 0.7, 0.15
"""Deviations of the change along the line, in parts of it: mostly a camera balances the light; and
how often it does not."""

USUALLY_GREEN = 0.12
USUALLY_LEVEL = 0.5
APART = 0.25
"""Deviation of the level on the die against that on the floor: a die stands nearer to the lamp, or
in a shadow."""

VEILS = (0.0, 0.015, 0.05)
OFTEN = (0.8, 0.14, 0.06)
"""Light that is mirrored by the whole face, and how often so much is."""

FACE_OFF, FLOOR_OFF = 0.08, 0.12
"""Deviations in logarithms that remain, of each colour."""

BURNT, BURNT_OFF = 0.7, 0.5
"""From this light on a camera flattens its tones: so much a step above it is not to be trusted."""

SAME_FLOOR = 0.5
"""Probability, before the floor is looked at, that it is the one that a face was taught on."""

GREYISH, GREY_OFF = 0.5, 0.3
"""So many things in the world are nearly grey, within that deviation; the others are anything."""

DEPTH = 3.5
"""Logarithms from black to white."""

CENTRE = 0.3
"""Half width of the part of a face whose median is its colour, in sides."""

SPOTLESS = 0.36
"""Radius of the part that is looked over for spots, in sides."""

ANOTHER_COLOUR = 0.25
"""Difference of logarithms from which a part of a face has another colour than the rest."""

ONE_COLOUR = -4.4
"""Logarithm of a smoothed face's variance below which it is a colour and nothing else."""

NEXT_TO_NOTHING = 0.02
"""Spots on a larger part of it are a print."""

GRAIN = 0.06
"""Logarithms by which a body of one colour varies anyway."""

FLOOR = (0.78, 0.99)
"""Where the floor is looked for: half widths of a square ring, in sides."""

PARTS = 12
ALIKE_PARTS = 5
"""The ring's parts; the one most like so many others is floor: the rest may be shadow, the
die's own sides, or neighbours."""


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """A plain face as seen: ``face`` and ``floor`` (3,) linear; ``spots``: part of the face that
    has another colour; ``linear`` (CUT_PX, CUT_PX, 3): the upright picture."""

    face: Vector
    floor: Vector
    spots: float
    linear: Array


@dataclass(frozen=True, slots=True, eq=False)
class Expected:
    """How a colour looks under every lamp: ``logs`` (veils, lamps, levels, 3) and their
    deviations ``off``; ``odds`` (veils, 1, 1): logarithms of how often."""

    logs: Array
    off: Array
    odds: Vector


@dataclass(frozen=True, slots=True, eq=False)
class KnownSide:
    """A taught plain face, prepared."""

    side: Side
    face: Expected
    floor: Expected


@dataclass(frozen=True, slots=True, eq=False)
class _Lamps:
    """``change`` (lamps, levels, 3): factors on the light; ``usual`` (lamps, levels) and
    ``apart`` (levels of the face, levels of the floor): logarithms of probabilities."""

    change: Vector
    usual: Vector
    apart: Vector


def side_of(upright_bgr: NDArray[np.uint8]) -> Side:
    """The colours of a plain face: CUT_PX square, 8 bit, the face upright in its middle."""
    linear = linear_light(upright_bgr)
    centre, disc, ring = _parts()
    face = np.median(linear[centre], axis=0).astype(np.float64)
    even = cv2.blur(linear, (3, 3))[disc]
    differs = np.abs(np.log(even + DARKEST) - np.log(face + DARKEST)).max(axis=1)
    parts = np.array([np.median(linear[part], axis=0) for part in ring], np.float64)
    logs = np.log(parts + DARKEST)
    far = np.abs(logs[:, None] - logs[None]).sum(axis=2)
    alike = np.sort(far, axis=1)[:, 1 : 1 + ALIKE_PARTS].mean(axis=1)
    floor = parts[int(alike.argmin())]
    return Side(face, floor, float((differs > ANOTHER_COLOUR).mean()), linear)


def is_one_colour(picture_bgr: NDArray[np.uint8]) -> bool:
    """Whether a face is a colour and nothing else: CUT_PX square, 8 bit, turned at will."""
    linear = linear_light(picture_bgr)
    _, disc, _ = _parts()
    logs = np.log(cv2.blur(linear, (5, 5))[disc] + DARKEST)
    off = logs - np.median(logs, axis=0)
    varies = float(np.log((off * off).sum(axis=1).mean() + GRAIN**2))
    return varies < ONE_COLOUR and side_of(picture_bgr).spots < NEXT_TO_NOTHING


def known_side(side: Side) -> KnownSide:
    """Prepare a taught face."""
    return KnownSide(
        side,
        _expected(side.face, FACE_OFF, VEILS, OFTEN),
        _expected(side.floor, FLOOR_OFF, VEILS[:1], (1.0,)),
    )


def agreement(seen: Side, known: KnownSide) -> tuple[float, Vector]:
    """How much likelier the seen colours are if it is that face than if it is anything.

    The logarithm of the ratio, and (3,) the factors of the likeliest lamp.
    """
    lamps = _lamps()
    face = _density(np.log(seen.face + DARKEST), known.face)
    floor = _density(np.log(seen.floor + DARKEST), known.floor)
    lit = lamps.usual + _through(face, lamps.apart)
    same = _summed(lit + floor)
    other = _anything(seen.floor)
    if_known = np.logaddexp(
        np.log(SAME_FLOOR) + same, np.log(1 - SAME_FLOOR) + other + _summed(lit)
    )
    if_none = np.logaddexp(
        np.log(SAME_FLOOR) + _summed(lamps.usual + floor), np.log(1 - SAME_FLOOR) + other
    )
    which = np.unravel_index(int((lamps.usual + face).argmax()), face.shape)
    return float(if_known - if_none - _anything(seen.face)), lamps.change[which]


def elsewhere(side: Side, warmth: float, known: KnownSide) -> float:
    """The same for a side on another floor, where nothing tells which lamp hangs there.

    ``warmth``: of the lamp that does, in parts of the way from daylight to a bulb.
    """
    seen = np.minimum(side.face * np.exp(warmth * np.array(BULB)), 1.0)
    face = _density(np.log(seen + DARKEST), known.face)
    lamps = _lamps()
    return _summed(lamps.usual + _through(face, lamps.apart)) - _anything(seen)


def _anything(colour: Vector) -> float:
    """Logarithm of how often things have about that colour, per cubed logarithm."""
    logs = np.log(colour + DARKEST)
    off = logs - logs.mean()
    grey = -0.5 * float(off @ off) / GREY_OFF**2
    grey -= float(np.log(2 * np.pi * GREY_OFF**2 * DEPTH * np.sqrt(3)))
    strong = np.log(1 - GREYISH) - 3 * np.log(DEPTH)
    return float(np.logaddexp(strong, np.log(GREYISH) + grey))


def _expected(
    colour: Vector, off: float, veils: tuple[float, ...], often: tuple[float, ...]
) -> Expected:
    change = _lamps().change
    strength = np.exp(np.log(change).mean(axis=-1, keepdims=True))
    light = np.stack([colour * change + veil * strength for veil in veils])
    light = np.minimum(light, 1.0)
    offs = off + BURNT_OFF * np.maximum(light - BURNT, 0)
    logs = np.log(light + DARKEST)
    odds = np.log(np.array(often))[:, None, None]
    return Expected(logs.astype(np.float32), offs.astype(np.float32), odds)


def _density(seen_logs: Vector, expected: Expected) -> Vector:
    """(lamps, levels): logarithms of the density of a colour under each lamp."""
    far = (seen_logs.astype(np.float32) - expected.logs) / expected.off
    each = -0.5 * (far * far).sum(axis=-1, dtype=np.float64)
    each -= np.log(expected.off).sum(axis=-1, dtype=np.float64) + 1.5 * np.log(2 * np.pi)
    return np.asarray(np.logaddexp.reduce(each + expected.odds, axis=0), np.float64)


def _through(face: Vector, apart: Vector) -> Vector:
    """(lamps, levels of the floor): over all levels of the face that go with one of the floor."""
    most = float(face.max())
    return np.asarray(np.log(np.exp(face - most) @ np.exp(apart) + 1e-300) + most, np.float64)


def _summed(logs: Vector) -> float:
    most = float(logs.max())
    return float(np.log(np.exp(logs - most).sum())) + most


@cache
def _lamps() -> _Lamps:
    warmth, green = np.linspace(-1.2, 1.2, 21), np.linspace(-0.3, 0.3, 5)
    level = np.linspace(-1.35, 1.35, 19)
    tints = warmth[:, None, None] * np.array(BULB) + green[None, :, None] * np.array(GREEN)
    logs = tints.reshape(-1, 1, 3) + level[None, :, None]
    along = np.logaddexp(
        np.log((1 - SELDOM) / USUALLY_BULB) + _bell(warmth, USUALLY_BULB),
        np.log(SELDOM / SELDOM_BULB) + _bell(warmth, SELDOM_BULB),
    )
    tint = (along[:, None] + _bell(green, USUALLY_GREEN)[None]).reshape(-1, 1)
    usual = tint + _bell(level, USUALLY_LEVEL)[None]
    apart = _bell(level[:, None] - level[None], APART)
    apart -= np.logaddexp.reduce(apart, axis=0, keepdims=True)
    return _Lamps(np.exp(logs), usual - np.logaddexp.reduce(usual, axis=None), apart)


def _bell(x: Vector, off: float) -> Vector:
    return np.asarray(-0.5 * (x / off) ** 2, np.float64)


@cache
def _parts() -> tuple[NDArray[np.bool_], NDArray[np.bool_], list[NDArray[np.bool_]]]:
    """Which pixels are a face's centre, its disc, and the parts of the ring around it."""
    at = (np.arange(CUT_PX) - (CUT_PX - 1) / 2) / FACE_PX
    x, y = np.meshgrid(at, at)
    wide = np.maximum(np.abs(x), np.abs(y))
    ring = (wide > FLOOR[0]) & (wide < FLOOR[1])
    part = ((np.arctan2(y, x) / (2 * np.pi) + 0.5) * PARTS).astype(int) % PARTS
    return wide < CENTRE, np.hypot(x, y) < SPOTLESS, [ring & (part == k) for k in range(PARTS)]
