"""Small pictures of one die each, with class, place and size: what the net of numerals sees.

Knows a quick way of drawing: each face by its homography, soft edges by blurring the shades.
A picture takes about two milliseconds; the pictures of the product's own renderer, which
draws by rays, are for judging. Refuses to know nets.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.scene import brush
from hardware.simulated.scene.paint import Colour
from hardware.simulated.scene.pose import Array, about
from hardware.simulated.scene.sensor import Picture
from tests.training.chance import Chance, shaded
from tests.training.digits.bodies import OTHER
from tests.training.digits.canvas import Laid, faces_camera, fill, filled, lay, noise, projected
from tests.training.digits.dice import DiceBox, Posed
from tests.training.digits.glyphs import SIDE as GLYPH
from tests.training.digits.glyphs import TALL, Glyphs
from tests.training.exposures import expose_any
from tests.training.grounds import Grounds

SIDE = 96
"""Side of a picture in pixels."""
RADIUS = 36.0
"""Radius in pixels of the circle around a die that is shown as it should be."""
EXPOSURES = 3
"""Pictures of one lit die: to expose it again is cheaper than to draw another."""
_FINE = 1.5
"""Pictures are drawn so much larger, then averaged down."""
_RIM = 6
_BANK = 150


Seen = tuple[float, float, float, float, int]
STRANGE = 7


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """``image_bgr``: (SIDE, SIDE, 3); ``kind``: class; ``box``: x and y of the die's middle from
    the picture's middle in RADIUS, logarithm of its radius over RADIUS; 0 0 0 without a die;
    ``seen``: every mark that faces the camera: x and y in pixels, x and y of the way up, of
    length 1, and its sign: 1 to 6, or STRANGE for any other."""

    image_bgr: Picture
    kind: int
    box: tuple[float, float, float]
    seen: tuple[Seen, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """Where the camera stands: (3, 3) world to camera, distance, and the way to the lamp."""

    rotation: Array
    far: float
    lamp: Array


class Shots:
    """Draws pictures one after the other, ``side`` pixels long (at most 160).

    ``hard``: share of pictures that a camera spoils, 0 to 1. A net that has learnt nothing yet
    learns ten times faster from clear ones.
    """

    def __init__(
        self, rng: np.random.Generator, glyphs: Glyphs, side: int = SIDE, hard: float = 0.55
    ) -> None:
        self.chance = Chance(rng)
        self._side = side
        self._hard = hard
        self._seen: list[Seen] = []
        self.laid: Laid | None = None
        self._wide = round(side * _FINE)
        self._glyphs = glyphs
        self._box = DiceBox(self.chance, glyphs)
        self._grounds = Grounds(self.chance)
        self._bank = [self._ground() for _ in range(_BANK // 5)]
        self._clouds = [noise(rng, k, self._wide) for k in (3, 6, 12, 24)]

    def draw(self) -> list[Shot]:
        """One die near the middle as EXPOSURES pictures. In one of thirty there is no die."""
        chance = self.chance
        rough = chance.happens(0.9 * self._hard)
        scale = chance.scale(0.6, 1.55) if rough else chance.scale(0.86, 1.16)
        slip = 14.0 if rough else 5.0
        at = (chance.between(-slip, slip), chance.between(-slip, slip))
        light, kind = self.lit(at, RADIUS * scale)
        box = (at[0] / RADIUS, at[1] / RADIUS, math.log(scale))
        if kind is None:
            kind, box = OTHER, (0.0, 0.0, 0.0)
        seen = tuple(self._seen)
        return [
            Shot(self.exposed(light, RADIUS * scale), kind, box, seen) for _ in range(EXPOSURES)
        ]

    def lit(
        self, at: tuple[float, float], radius: float, kinds: Sequence[str] = ()
    ) -> tuple[Array, int | None]:
        """(side, side, 3) linear light of a die ``at`` pixels from the middle, and its class.

        ``kinds``: the die is one of these, see DiceBox; of none, any or no die.
        """
        chance = self.chance
        self._seen.clear()
        light, view = self._floor(), self._view()
        posed = None
        if kinds or not chance.happens(0.03):
            posed = self._box.draw(kinds)
        if chance.happens(0.55 * self._hard):
            self._neighbour(light, view, radius)
        if posed is not None:
            self._paint(light, posed, view, at, radius)
        elif chance.happens(0.5):
            self._print(light)
        size = (self._side, self._side)
        small = brush.resized(light, size, cv2.INTER_AREA)
        return small, None if posed is None else posed.kind

    def exposed(self, light: Array, radius: float) -> Picture:
        """Perhaps from a picture in which the die is smaller, then as a camera shows it."""
        chance = self.chance
        if chance.happens(0.9 * self._hard):
            least = max(16, round(self._side * chance.scale(0.33, 1.0)))
            few = brush.resized(light, (least, least), cv2.INTER_AREA)
            light = brush.resized(few, (self._side, self._side))
        if chance.happens(self._hard):
            soft = 1.22 * min(RADIUS, radius)
            return expose_any(np.asarray(light, np.float32), soft, chance)
        return self._mild(np.asarray(light, np.float32))

    def _mild(self, light: Array) -> Picture:
        """As a camera in fair light shows it."""
        chance = self.chance
        if chance.happens(0.5):
            light = brush.blurred(light, chance.between(0.3, 0.9))
        cast = [chance.between(0.85, 1.15), 1.0, chance.between(0.85, 1.15)]
        light = light * np.array(cast, np.float32) * np.float32(chance.scale(0.7, 1.4))
        shown: Array = np.power(np.clip(light, 0, 1.02), np.float32(chance.between(0.4, 0.55)))
        noise = chance.rng.standard_normal(shown.shape, dtype=np.float32)
        shown = shown + noise * np.float32(chance.between(0, 0.02))
        return np.asarray(np.clip(shown, 0, 1) * 255, np.uint8)

    def _ground(self) -> Array:
        return self._grounds.draw(256, plain=self.chance.happens(0.6)).astype(np.float16)

    def _floor(self) -> Array:
        chance = self.chance
        if chance.happens(0.05):
            if len(self._bank) >= _BANK:
                self._bank.pop(chance.whole(0, _BANK - 1))
            self._bank.append(self._ground())
        ground = self._bank[chance.whole(0, len(self._bank) - 1)]
        wide = self._wide
        x, y = chance.whole(0, 256 - wide), chance.whole(0, 256 - wide)
        part = np.rot90(ground[y : y + wide, x : x + wide], chance.whole(0, 3))
        tone = chance.between(0.5, 1.1)
        if chance.happens(0.12):
            tone *= 0.08  # a black tray
        return np.ascontiguousarray(part, np.float32) * np.float32(tone)

    def _view(self) -> _View:
        chance = self.chance
        tilt = math.radians(min(abs(float(chance.rng.normal(0, 18))), 44))
        rotation = about((1.0, 0.0, 0.0), -tilt) @ about((0.0, 0.0, 1.0), chance.between(0, 6.283))
        roll = about((0.0, 0.0, 1.0), chance.between(0, 6.283))
        low, turn = chance.between(0.35, 1.5), chance.between(0, 6.283)
        lamp = (math.cos(low) * math.cos(turn), math.cos(low) * math.sin(turn), math.sin(low))
        return _View(
            np.asarray(roll @ rotation, np.float32),
            chance.scale(5, 45),
            np.array(lamp, np.float32),
        )

    def _neighbour(self, light: Array, view: _View, radius: float) -> None:
        chance = self.chance
        turn, reach = chance.between(0, 6.283), radius * chance.between(1.85, 2.4)
        at = (reach * math.cos(turn), reach * math.sin(turn))
        self._paint(light, self._box.draw(), view, at, radius * chance.between(0.85, 1.15))

    def _print(self, light: Array) -> None:
        """A numeral that is printed flat on the table."""
        chance = self.chance
        glyph = self._glyphs.draw(str(chance.whole(1, 6)), self._glyphs.hand(chance))
        middle = (GLYPH / 2, GLYPH / 2)
        turn = np.asarray(cv2.getRotationMatrix2D(middle, chance.between(0, 360), 0.8), np.float64)
        turn[:, 2] += self._wide / 2 - GLYPH / 2
        flat = cv2.warpAffine(glyph, turn, (self._wide, self._wide))
        ink = np.asarray(flat, np.float32)[..., None]
        light[:] = light * (1 - ink) + ink * np.array(chance.colour(), np.float32)

    def _paint(
        self, light: Array, posed: Posed, view: _View, at: tuple[float, float], radius: float
    ) -> None:
        """Draw a die over the lit floor, ``at`` pixels from the picture's middle."""
        to_camera = np.asarray(view.rotation @ posed.rotation, np.float32)
        flat = projected(posed.body.points, to_camera, view.far)
        (middle_x, middle_y), reach = cv2.minEnclosingCircle(flat)
        zoom = radius * _FINE / reach
        shift = np.array(
            [
                (self._side / 2 + at[0]) * _FINE - middle_x * zoom - 0.5,
                (self._side / 2 + at[1]) * _FINE - middle_y * zoom - 0.5,
            ],
            np.float32,
        )
        outline = flat * np.float32(zoom) + shift
        self.laid = Laid(posed, to_camera, view.far, zoom, shift, _FINE)
        self._shadow(light, posed, view, zoom, shift)
        low = np.floor(outline.min(0)).astype(int) - _RIM
        high = np.ceil(outline.max(0)).astype(int) + _RIM
        (left, top), (right, bottom) = np.clip((low, high), 0, self._wide)
        if right - left < 4 or bottom - top < 4:
            return
        window = light[top:bottom, left:right]
        corner = np.array([left, top], np.float32)
        outline, shift = outline - corner, shift - corner
        lamp = np.asarray(view.rotation @ view.lamp, np.float32)
        shape = (int(bottom - top), int(right - left))
        cover, shade = self._shades(posed, to_camera, outline, lamp, view.far, zoom, shape)
        ink = self._inks(posed, to_camera, view.far, zoom, shift, shape, corner)
        lay(window, cover, self._colours(cover, shade, ink, outline, zoom))

    def _shadow(self, light: Array, posed: Posed, view: _View, zoom: float, shift: Array) -> None:
        chance = self.chance
        if not chance.happens(0.8):
            return
        points = posed.body.points @ posed.rotation.T
        low = float(points[:, 2].min())
        fall = (points[:, 2] - low)[:, None] * (view.lamp[:2] / max(0.3, float(view.lamp[2])))
        cast = np.column_stack([points[:, :2] - fall, np.full(len(points), low, np.float32)])
        flat = projected(np.asarray(cast, np.float32), view.rotation, view.far)
        mask = filled(flat * np.float32(zoom) + shift, light.shape[:2])
        mask = brush.blurred(mask, chance.between(1, 9))
        light *= (1 - np.float32(chance.between(0.2, 0.8)) * mask)[..., None]

    def _shades(
        self,
        posed: Posed,
        to_camera: Array,
        outline: Array,
        lamp: Array,
        far: float,
        zoom: float,
        shape: tuple[int, int],
    ) -> tuple[Array, Array]:
        """Cover and light of a die, each of ``shape``."""
        chance = self.chance
        room = chance.between(0.2, 0.75)
        shades = np.zeros(shape, np.float32)
        normals = posed.body.normals @ to_camera.T
        for face, corners in enumerate(posed.body.faces):
            if not faces_camera(posed, face, normals[face], to_camera, far):
                continue
            bright = room + (1 - room) * max(0.0, float(normals[face] @ lamp))
            bright *= chance.between(0.93, 1.07)
            fill(shades, outline[list(corners)], bright)
        cover = filled(outline, shape)
        soft = zoom * chance.between(0.012, 0.07)
        wide = cv2.GaussianBlur(cover, (0, 0), soft)
        shade = cv2.GaussianBlur(shades * cover, (0, 0), soft) / np.maximum(wide, 0.02)
        edge = np.clip((cv2.GaussianBlur(cover, (0, 0), 0.7 * soft) - 0.5) * 6 + 0.5, 0, 1)
        return np.minimum(edge, cv2.GaussianBlur(cover, (0, 0), 0.7)), np.asarray(shade, np.float32)

    def _inks(
        self,
        posed: Posed,
        to_camera: Array,
        far: float,
        zoom: float,
        shift: Array,
        shape: tuple[int, int],
        corner: Array,
    ) -> Array:
        """How much ink lies where, of ``shape``, in a window at ``corner``."""
        ink = np.zeros(shape, np.float32)
        normals = posed.body.normals @ to_camera.T
        half = GLYPH / 2
        corners = np.array([[0, 0], [GLYPH, 0], [GLYPH, GLYPH], [0, GLYPH]], np.float32)
        for mark, glyph in zip(posed.marks, posed.bitmaps, strict=True):
            if not faces_camera(posed, mark.face, normals[mark.face], to_camera, far):
                continue
            right = np.cross(mark.up, posed.body.normals[mark.face])
            step = (corners - half) * np.float32(mark.tall / TALL)
            places = mark.centre + step[:, :1] * right - step[:, 1:] * mark.up
            flat = projected(np.asarray(places, np.float32), to_camera, far)
            there = flat * np.float32(zoom) + shift
            if cv2.contourArea(there) < 9:
                continue
            self._note(there + corner, mark.text)
            low = np.clip(np.floor(there.min(0)).astype(int), 0, None)
            high = np.minimum(np.ceil(there.max(0)).astype(int) + 1, (shape[1], shape[0]))
            if (high - low < 2).any():
                continue
            # Corners count from the middle of pixels, the bitmap's from their edge.
            way = cv2.getPerspectiveTransform(corners - 0.5, there - low.astype(np.float32))
            size = (int(high[0] - low[0]), int(high[1] - low[1]))
            part = ink[low[1] : high[1], low[0] : high[0]]
            np.maximum(part, cv2.warpPerspective(glyph, way, size), out=part)
        return ink

    def _note(self, corners: Array, text: str) -> None:
        """Remember a mark whose bitmap has these corners in the large picture."""
        x, y = (corners.mean(0) + 0.5) / _FINE - 0.5
        up = (corners[0] + corners[1] - corners[2] - corners[3]) / 2
        length = float(np.hypot(*up)) + 1e-6
        sign = int(text) if text in tuple("123456") else STRANGE
        way = (float(up[0]) / length, float(up[1]) / length)
        self._seen.append((float(x), float(y), *way, sign))

    def _colours(
        self, cover: Array, shade: Array, ink: Array, outline: Array, zoom: float
    ) -> Array:
        """(h, w, 3) light that comes from the die."""
        chance = self.chance
        body = self._body_colour()
        colour = np.array(body, np.float32) * shade[..., None]
        if chance.happens(0.25):
            cloud = self._cloud(cover.shape)[..., None] * np.float32(chance.between(0.2, 1.0))
            other = np.array(self._body_colour(), np.float32) * shade[..., None]
            colour = colour * (1 - cloud) + other * cloud
        written = np.array(self._ink_colour(body), np.float32)
        if chance.happens(0.3):
            ink = ink * np.clip(self._cloud(cover.shape) * chance.between(1.2, 4), 0.15, 1)
        ink = ink * np.float32(chance.between(0.55, 1.0) if chance.happens(0.4) else 1.0)
        if chance.happens(0.4):
            step = chance.whole(1, 2)
            relief = np.roll(ink, (step, step), (0, 1)) - np.roll(ink, (-step, -step), (0, 1))
            colour = colour * (1 + relief * np.float32(chance.between(-0.4, 0.4)))[..., None]
        inked = written * np.minimum(1.0, 0.4 + 0.6 * shade)[..., None]
        colour = colour * (1 - ink[..., None]) + inked * ink[..., None]
        if chance.happens(0.45):
            colour = colour + self._glare(cover, outline, zoom)[..., None]
        return np.asarray(np.maximum(colour, 0), np.float32)

    def _glare(self, cover: Array, outline: Array, zoom: float) -> Array:
        """Highlights: a spot somewhere on the die, and lines along its outline."""
        chance = self.chance
        spot = np.zeros(cover.shape, np.float32)
        centre = outline.mean(0) + chance.rng.normal(0, 0.35 * zoom, 2)
        axes = (round(zoom * chance.between(0.03, 0.4)), round(zoom * chance.between(0.03, 0.2)))
        place = (round(float(centre[0])), round(float(centre[1])))
        cv2.ellipse(spot, place, axes, chance.between(0, 180), 0, 360, (1.0,), -1)
        spot = brush.blurred(spot, zoom * chance.between(0.01, 0.12))
        return np.asarray(spot * np.float32(chance.between(0.1, 1.2)) * cover, np.float32)

    def _cloud(self, shape: tuple[int, ...]) -> Array:
        field = self._clouds[self.chance.whole(0, len(self._clouds) - 1)]
        y = self.chance.whole(0, self._wide - shape[0])
        x = self.chance.whole(0, self._wide - shape[1])
        return field[y : y + shape[0], x : x + shape[1]]

    def _body_colour(self) -> Colour:
        chance = self.chance
        kind = chance.rng.random()
        if kind < 0.22:
            return chance.grey(0.75, 1.0, 0.06)
        if kind < 0.34:
            return chance.grey(0.02, 0.22)
        if kind < 0.55:  # the blue d4 and its like
            return chance.hue(chance.between(190, 250), (0.35, 1), (0.25, 1.0))
        return chance.hue(chance.between(0, 360), (0.4, 1), (0.2, 1.0))

    def _ink_colour(self, body: Colour) -> Colour:
        chance = self.chance
        for _ in range(12):
            kind = chance.rng.random()
            if kind < 0.5:
                ink = chance.grey(0.8, 1.0, 0.05)
            elif kind < 0.75:
                ink = chance.grey(0.0, 0.2, 0.1)
            elif kind < 0.85:
                ink = chance.hue(chance.between(35, 55), (0.5, 0.9), (0.6, 1.0))
            else:
                ink = chance.hue(chance.between(0, 360), (0.4, 1), (0.2, 1.0))
            if abs(_tone(ink) - _tone(body)) > 0.2:
                return ink
        return shaded(body, 0.1) if _tone(body) > 0.4 else (0.9, 0.9, 0.9)


def _tone(colour: Colour) -> float:
    return float((0.1 * colour[0] + 0.6 * colour[1] + 0.3 * colour[2]) ** 0.45)
