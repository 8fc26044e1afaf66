"""Things that are no dice, as cut-out pictures: hands, cups, towers, cards, a phone.

Knows how each looks from above, in many colours. Refuses to know where it is and what it does.
Everything is drawn by chance from a seeded generator; nothing is a photograph.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]
Colour = tuple[float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """``bgra``: (h, w, 4) uint8, colour times cover and cover; ``origin_px``: the point that is
    placed; ``px_per_mm``: its own scale; ``high_mm``: how far over the table it is, for shade."""

    bgra: Image
    origin_px: tuple[float, float]
    px_per_mm: float
    high_mm: float


class Gesture(StrEnum):
    """How the fingers are held."""

    POINT = "point"
    FLAT = "flat"
    PINCH = "pinch"
    FIST = "fist"


PX_PER_MM = 3.0
_FINGER_MM = 15.0
_SKINS: tuple[Colour, ...] = (
    (150, 178, 226),
    (128, 160, 214),
    (98, 132, 190),
    (66, 92, 146),
    (42, 58, 96),
)
_SLEEVES: tuple[Colour | None, ...] = (
    None,
    (60, 50, 45),
    (200, 200, 205),
    (110, 60, 40),
    (50, 50, 170),
    (70, 120, 70),
)
_SPREAD = {
    Gesture.POINT: ((-0.3, 0.0), (0.75, 4.3), (1.6, 4.6), (2.3, 4.9)),
    Gesture.FLAT: ((-2.4, 0.9), (-0.8, 0.1), (0.7, 0.0), (2.1, 0.8)),
    Gesture.PINCH: ((-0.7, 0.2), (0.2, 0.0), (0.9, 0.4), (1.7, 1.6)),
    Gesture.FIST: ((-1.5, 3.9), (-0.5, 3.6), (0.5, 3.7), (1.5, 4.1)),
}
"""For each finger how far it lies to the side and how far its tip is drawn back, in fingers."""


@dataclass(frozen=True, slots=True)
class Person:
    """Colours of ``skin`` and ``sleeve`` (None: bare arm), ``scale`` of the hand, ``seed`` of
    its details."""

    skin: Colour
    sleeve: Colour | None
    scale: float
    seed: int


def person(rng: np.random.Generator) -> Person:
    """Somebody at the table."""
    return Person(
        _SKINS[int(rng.integers(len(_SKINS)))],
        _SLEEVES[int(rng.integers(len(_SLEEVES)))],
        float(rng.uniform(0.8, 1.15)),
        int(rng.integers(2**31)),
    )


def hand(who: Person, gesture: Gesture, die: bool = False) -> Sprite:
    """A hand that reaches to the left, its finger tips at the origin; perhaps it holds a die."""
    rng = np.random.default_rng(who.seed)
    unit = _FINGER_MM * who.scale * PX_PER_MM
    width, height = int(30 * unit), int(10 * unit)
    tip = (1.5 * unit, height / 2)

    def at(along: float, across: float) -> tuple[float, float]:
        return tip[0] + along * unit, tip[1] + across * unit

    rise = np.full((height, width), -1.0, np.float32)
    jitter = rng.uniform(-0.15, 0.15, 8)
    bones = []
    for number, (across, back) in enumerate(_SPREAD[gesture]):
        side = across + float(jitter[number])
        knuckle = at(5.6, -1.7 + 1.15 * number)
        middle = at(max(back + 1.4, 3.0), side * 0.95)
        bones += [(at(back, side), middle, 0.42, 0.5), (middle, knuckle, 0.5, 0.62)]
    thumb = at(1.2, -1.4) if gesture is Gesture.PINCH else at(3.6, -3.0 + float(jitter[6]))
    bones += [(thumb, at(5.4, -2.6), 0.48, 0.6), (at(5.4, -2.6), at(8.6, -1.2), 0.6, 0.9)]
    bones += [(at(5.8, -1.7 + 1.15 * n), at(9.0, -0.9 + 0.6 * n), 0.75, 1.0) for n in range(4)]
    _raise(rise, [(a, b, r * unit, s * unit) for a, b, r, s in bones])
    arm = np.full_like(rise, -1.0)
    _raise(arm, [(at(9.2, 0.0), at(29.0, 0.6), 1.35 * unit, 2.3 * unit)])
    cuff = 11.5 if who.sleeve else 99.0
    sleeve = np.full_like(rise, -1.0)
    if who.sleeve:
        _raise(sleeve, [(at(cuff, 0.0), at(29.0, 0.6), 1.9 * unit, 3.1 * unit)])
    skin_up = np.maximum(rise, arm)
    out = np.zeros((height, width, 4), np.float32)
    _paint(out, skin_up, who.skin, rng, unit, 3.0)
    for number, (across, back) in enumerate(_SPREAD[gesture]):
        if gesture is not Gesture.FIST:
            nail = at(back + 0.1, across + float(jitter[number]))
            colour = tuple(min(255.0, c * 1.12 + 14) for c in who.skin)
            axes = (int(0.3 * unit), int(0.2 * unit))
            cv2.ellipse(out, _whole(nail), axes, 0, 0, 360, (*colour, 255.0), -1, cv2.LINE_AA)
    if who.sleeve:
        _paint(out, sleeve, who.sleeve, rng, unit, 9.0)
    if die:
        _held_die(out, at(-0.25, -0.35), 16 * PX_PER_MM, rng)
    return Sprite(_bytes(out), tip, PX_PER_MM, 45.0)


def cup(rng: np.random.Generator, upturned: bool = False, dice: int = 0) -> Sprite:
    """A dice cup from above: its mouth, perhaps with dice in it, or its bottom."""
    radius = float(rng.uniform(34, 44)) * PX_PER_MM
    side = int(2 * radius + 12)
    middle = (side / 2, side / 2)
    colour = (rng.uniform(20, 70), rng.uniform(30, 80), rng.uniform(50, 130))
    rise = np.full((side, side), -1.0, np.float32)
    _raise(rise, [(middle, middle, radius, radius)])
    out = np.zeros((side, side, 4), np.float32)
    _paint(out, rise, colour, rng, radius / 3, 7.0)
    centre = _whole(middle)
    if upturned:
        ring = tuple(c * 0.7 for c in colour)
        cv2.circle(out, centre, int(radius * 0.8), (*ring, 255.0), int(radius * 0.05), cv2.LINE_AA)
    else:
        cv2.circle(out, centre, int(radius * 0.86), (18.0, 22.0, 30.0, 255.0), -1, cv2.LINE_AA)
        for _ in range(dice):
            angle, far = rng.uniform(0, 2 * math.pi), rng.uniform(0.1, 0.5) * radius
            place = (middle[0] + far * math.cos(angle), middle[1] + far * math.sin(angle))
            _held_die(out, place, 13 * PX_PER_MM, rng, 0.45)
    return Sprite(_bytes(out), middle, PX_PER_MM, 70.0)


def tower(rng: np.random.Generator) -> Sprite:
    """A dice tower seen from above: an open box with baffles; its mouth is at the origin."""
    wide, deep = int(90 * PX_PER_MM), int(75 * PX_PER_MM)
    base = np.array([rng.uniform(30, 120), rng.uniform(50, 140), rng.uniform(70, 180)], np.float32)
    grain = rng.normal(0, 9, (1, wide)).astype(np.float32)
    out = np.zeros((deep, wide, 4), np.float32)
    out[..., :3] = base + cv2.GaussianBlur(grain, (0, 0), 2)[..., None]
    out[..., 3] = 255
    wall = int(6 * PX_PER_MM)
    cv2.rectangle(out, (wall, wall), (wide - wall, deep - 3 * wall), (15, 18, 22, 255), -1)
    tone = tuple(float(v) for v in base * 0.6)
    cv2.rectangle(out, (wall, 2 * wall), (wide - wall, deep // 2), (*tone, 255.0), -1)
    cv2.line(out, (0, deep - 2 * wall), (wide, deep - 2 * wall), (*tone, 255.0), 3)
    return Sprite(_bytes(out), (wide / 2, deep - 1), PX_PER_MM, 60.0)


def card(rng: np.random.Generator) -> Sprite:
    """A playing card with up to nine marks in rows, as card makers set them, or a pattern."""
    wide, high = int(63 * PX_PER_MM), int(88 * PX_PER_MM)
    out = np.zeros((high, wide, 4), np.float32)
    cv2.rectangle(out, (2, 2), (wide - 3, high - 3), (225.0, 230.0, 232.0, 255.0), -1, cv2.LINE_AA)
    ink = (30.0, 30.0, 180.0, 255.0) if rng.random() < 0.5 else (35.0, 30.0, 30.0, 255.0)
    if rng.random() < 0.3:  # the back
        for step in range(0, wide + high, 18):
            cv2.line(
                out,
                (max(0, step - high), min(high, step)),
                (min(wide, step), max(0, step - wide)),
                ink,
                3,
            )
        cv2.rectangle(out, (2, 2), (wide - 3, high - 3), (225.0, 230.0, 232.0, 255.0), 14)
    else:
        rows = {2: (1, 1), 3: (1, 1, 1), 4: (2, 2), 5: (2, 1, 2), 6: (2, 2, 2), 9: (2, 2, 1, 2, 2)}
        layout = rows[int(rng.choice(list(rows)))]
        for row, count in enumerate(layout):
            for column in range(count):
                x = wide * (0.5 if count == 1 else 0.3 + 0.4 * column)
                y = high * (0.16 + 0.68 * row / (len(layout) - 1))
                _mark(out, (x, y), 0.1 * wide, ink)
        cv2.putText(out, "5", (8, 34), cv2.FONT_HERSHEY_SIMPLEX, 1.0, ink, 3, cv2.LINE_AA)
    return Sprite(_bytes(out), (wide / 2, high / 2), PX_PER_MM, 1.0)


def phone(rng: np.random.Generator) -> Sprite:
    """A telephone that lies with its picture up."""
    wide, high = int(70 * PX_PER_MM), int(145 * PX_PER_MM)
    out = np.zeros((high, wide, 4), np.float32)
    out[:] = (25, 24, 24, 255)
    screen = rng.uniform(60, 250, (9, 5, 3)).astype(np.float32)
    shown = cv2.resize(screen, (wide - 24, high - 60), interpolation=cv2.INTER_NEAREST)
    out[30:-30, 12:-12, :3] = shown
    return Sprite(_bytes(out), (wide / 2, high / 2), PX_PER_MM, 8.0)


def _mark(out: Field, place: tuple[float, float], size: float, ink: Sequence[float]) -> None:
    x, y = place
    heart = np.array([[x - size, y - size * 0.2], [x + size, y - size * 0.2], [x, y + size * 1.1]])
    cv2.fillPoly(out, [heart.round().astype(np.int32)], ink, cv2.LINE_AA)
    for side in (-1, 1):
        centre = _whole((x + side * size * 0.48, y - size * 0.35))
        cv2.circle(out, centre, int(size * 0.56), ink, -1, cv2.LINE_AA)


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def _held_die(
    out: Field,
    place: tuple[float, float],
    side: float,
    rng: np.random.Generator,
    light: float = 0.9,
) -> None:
    angle, value = rng.uniform(0, 2 * math.pi), int(rng.integers(1, 7))
    c, s = math.cos(angle), math.sin(angle)

    def at(u: float, v: float) -> tuple[float, float]:
        return place[0] + side * (u * c - v * s), place[1] + side * (u * s + v * c)

    corners = np.array([at(u, v) for u, v in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))])
    body = tuple(light * v for v in (225.0, 230.0, 235.0))
    cv2.fillConvexPoly(out, corners.round().astype(np.int32), (*body, 255.0), cv2.LINE_AA)
    for u, v in _PIPS[value]:
        spot = (25.0 * light, 25.0 * light, 25.0 * light, 255.0)
        cv2.circle(out, _whole(at(0.27 * u, 0.27 * v)), int(0.09 * side), spot, -1, cv2.LINE_AA)


def _raise(
    rise: Field, bones: Sequence[tuple[tuple[float, float], tuple[float, float], float, float]]
) -> None:
    """Capsules as heights over the table, in place; below zero there is nothing."""
    y, x = np.mgrid[0 : rise.shape[0], 0 : rise.shape[1]].astype(np.float32)
    for (ax, ay), (bx, by), start, stop in bones:
        dx, dy = bx - ax, by - ay
        along = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy + 1e-6), 0, 1)
        gap = np.hypot(x - ax - along * dx, y - ay - along * dy)
        radius = start + along * (stop - start)
        up = np.sqrt(np.maximum(radius * radius - gap * gap, 0))
        np.maximum(rise, np.where(gap < radius, up, -1.0), out=rise)


def _paint(
    out: Field,
    rise: Field,
    colour: Sequence[float],
    rng: np.random.Generator,
    unit: float,
    grain: float,
) -> None:
    """Colour the raised part, lit from the upper left, over what is there."""
    cover = cv2.GaussianBlur((rise >= 0).astype(np.float32), (0, 0), 0.8)
    smooth = cv2.GaussianBlur(np.maximum(rise, 0), (0, 0), max(1.0, 0.06 * unit))
    slope_x = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.125)
    slope_y = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.125)
    shade = (1.0 + 0.45 * slope_x + 0.45 * slope_y) / np.sqrt(1 + slope_x**2 + slope_y**2)
    cells = rng.normal(0, grain, (rise.shape[0] // 4 + 1, rise.shape[1] // 4 + 1, 1))
    skin = cv2.resize(cells.astype(np.float32), (rise.shape[1], rise.shape[0]))
    lit = np.array(colour, np.float32) * np.clip(shade, 0.3, 1.2)[..., None] + skin[..., None]
    full = np.dstack([np.clip(lit, 4, 255), np.full_like(rise, 255.0)])
    out += (full - out) * cover[..., None]


def _bytes(out: Field) -> Image:
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def _whole(place: tuple[float, float]) -> tuple[int, int]:
    return round(place[0]), round(place[1])
