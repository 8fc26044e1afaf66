"""From what stands over the table to the pictures that a service gets.

Knows cut-outs laid over a picture, light that changes, noise, JPEG and the times of pictures.
Refuses to know dice.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from tests.rolling.places import Place, Stream
from tests.rolling.sprites import Field, Image, Sprite

_SHEETS = 12
_ROOM = 64


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A cut-out in the picture: where its origin is, its turn in radians, its size in the
    picture over that on the table (nearer things are larger), and how far it moves in pixels
    while the shutter is open."""

    sprite: Sprite
    at_px: tuple[float, float]
    turn: float = 0.0
    grown: float = 1.0
    moving_px: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Glow:
    """Light beside the room's: a factor on all, and a coloured lamp (blue, green, red, added
    as factors) at a place, with a reach in shares of the width."""

    factor: float = 1.0
    colour: tuple[float, float, float] = (0.0, 0.0, 0.0)
    at: tuple[float, float] = (0.5, 0.0)
    reach: float = 0.5


PLAIN = Glow()


class Lens:
    """Makes the pictures of one place."""

    def __init__(self, place: Place, rng: np.random.Generator) -> None:
        self._place = place
        self._rng = rng
        width, height = place.size_px
        sheet = rng.normal(0, place.stream.noise, (height + _ROOM, width + _ROOM, 3))
        self._noise = np.asarray(np.rint(sheet), np.int16)
        key = place.stage.light.towards(np.zeros(3, np.float32)) @ place.stage.camera.axes
        self._lamp = (float(key[0]), float(key[1]))

    def laid_over(self, image: Image, thing: Laid) -> Image:
        """The picture with a cut-out over it, and its shade; a new array."""
        width = self._place.size_px[0]
        scale = self._place.px_per_mm / thing.sprite.px_per_mm * thing.grown
        far = thing.sprite.high_mm * self._place.px_per_mm * 0.6
        part = self._part(thing, scale, far)
        if part is None:
            return image
        x0, y0, x1, y1 = part
        steps = 2 if math.hypot(*thing.moving_px) > width / 100 else 1
        seen: list[Image] = []
        for step in range(steps):
            move = self._matrix(thing, scale, (step + 0.5) / steps - 0.5)
            move[:, 2] -= (x0, y0)
            how = cv2.INTER_AREA if scale < 0.5 else cv2.INTER_LINEAR
            warped = cv2.warpAffine(thing.sprite.bgra, move, (x1 - x0, y1 - y0), flags=how)
            seen.append(np.asarray(warped, np.uint8))
        bgra = (
            seen[0]
            if steps == 1
            else np.asarray(cv2.addWeighted(seen[0], 0.5, seen[-1], 0.5, 0), np.uint8)
        )
        cover = np.ascontiguousarray(bgra[..., 3])
        keep = cv2.multiply(255 - cover, self._shade(cover, far), scale=1 / 255)
        out = image.copy()
        below = cv2.multiply(out[y0:y1, x0:x1], cv2.merge([keep] * 3), scale=1 / 255)
        out[y0:y1, x0:x1] = cv2.add(below, np.ascontiguousarray(bgra[..., :3]))
        return out

    def taken(self, image: Image, glow: Glow = PLAIN) -> Image:
        """The picture as it comes out of the camera."""
        out = self._lit(image, glow) if glow is not PLAIN else image
        height, width = image.shape[:2]
        y, x = (int(v) for v in self._rng.integers(0, _ROOM, 2))
        grainy = cv2.add(out, self._noise[y : y + height, x : x + width], dtype=cv2.CV_8U)
        quality = self._place.stream.jpeg
        if quality is None:
            return np.asarray(grainy, np.uint8)
        _, coded = cv2.imencode(".jpg", grainy, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)

    def _part(self, thing: Laid, scale: float, far: float) -> tuple[int, int, int, int] | None:
        """The part of the picture that it and its shade can reach: x0, y0, x1, y1."""
        high, wide = thing.sprite.bgra.shape[:2]
        corners = np.array([[0, 0, 1], [wide, 0, 1], [wide, high, 1], [0, high, 1]], np.float32)
        at = corners @ self._matrix(thing, scale, 0.0).T
        reach = far * 1.6 + 0.5 * math.hypot(*thing.moving_px) + 8
        size = np.array(self._place.size_px)
        low = np.clip(np.floor(at.min(axis=0) - reach), 0, size).astype(int)
        top = np.clip(np.ceil(at.max(axis=0) + reach), 0, size).astype(int)
        if (top - low < 16).any():
            return None
        return int(low[0]), int(low[1]), int(top[0]), int(top[1])

    def _matrix(self, thing: Laid, scale: float, part: float) -> Field:
        c, s = scale * math.cos(thing.turn), scale * math.sin(thing.turn)
        (x, y), (ox, oy) = thing.at_px, thing.sprite.origin_px
        x, y = x + part * thing.moving_px[0], y + part * thing.moving_px[1]
        return np.array([[c, -s, x - c * ox + s * oy], [s, c, y - s * ox - c * oy]], np.float32)

    def _shade(self, cover: Image, far: float) -> Image:
        """What a thing so far over the table leaves of the light around it, 0 to 255."""
        high, wide = cover.shape
        size = (max(1, wide // 8), max(1, high // 8))
        small = cv2.resize(cover, size, interpolation=cv2.INTER_AREA)
        move = np.array(
            [[1, 0, -self._lamp[0] * far / 8], [0, 1, -self._lamp[1] * far / 8]], np.float32
        )
        soft = cv2.GaussianBlur(cv2.warpAffine(small, move, size), (0, 0), max(0.7, far / 32))
        left = np.asarray(255 - 0.45 * soft, np.uint8)
        return np.asarray(cv2.resize(left, (wide, high), interpolation=cv2.INTER_LINEAR), np.uint8)

    def _lit(self, image: Image, glow: Glow) -> Image:
        if glow.colour == (0.0, 0.0, 0.0):
            return np.asarray(cv2.convertScaleAbs(image, alpha=glow.factor), np.uint8)
        width, height = self._place.size_px
        y, x = np.mgrid[0:60, 0:80].astype(np.float32)
        far = ((x / 80 - glow.at[0]) ** 2 + (y / 60 - glow.at[1]) ** 2) / (2 * glow.reach**2)
        near = np.exp(-far)[..., None] * np.array(glow.colour, np.float32) + glow.factor
        lamp = cv2.resize(near.astype(np.float32), (width, height))
        return np.asarray(np.clip(image * lamp, 0, 255), np.uint8)


class Clock:
    """When the pictures of a stream are taken and when they arrive, in seconds."""

    def __init__(self, stream: Stream, rng: np.random.Generator) -> None:
        self._stream = stream
        self._rng = rng
        self._taken_s = 0.0
        self._told_s = -1.0

    def next_s(self) -> tuple[float, float]:
        """When the next picture is taken and the time that it is given."""
        step = 1.0 / self._stream.fps
        if not self._stream.uneven:
            self._taken_s += step
            return self._taken_s, self._taken_s
        if self._rng.random() < 0.03:
            step *= float(self._rng.uniform(2, 8))  # a hole
        self._taken_s += step * float(self._rng.uniform(0.5, 1.5))
        late = self._taken_s + float(self._rng.exponential(0.4)) / self._stream.fps
        self._told_s = max(self._told_s + 0.001, late)
        return self._taken_s, self._told_s
