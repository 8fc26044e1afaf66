"""What lens and sensor make of the light: blur, noise, tone.

Knows how linear light becomes an 8-bit picture. Refuses to know what is in it.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.scene.pose import Array

Picture = npt.NDArray[np.uint8]
"""(h, w, 3) uint8, blue, green, red."""


_SHIFTS = 256
"""In how many places, along each axis, the noise may start."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """``exposure``: factor on the light; ``blur_px``: deviation of the lens blur; ``noise``:
    deviation in 8-bit steps; ``vignette``: darkening of the corners, 0 to 0.6; ``haze``:
    light spilled over the whole picture, 0 to 0.3."""

    exposure: float = 1.0
    blur_px: float = 0.6
    noise: float = 1.6
    vignette: float = 0.12
    haze: float = 0.0


def expose(light: Array, sensor: Sensor, rng: np.random.Generator) -> Picture:
    """(h, w, 3) linear light to an 8-bit picture; the noise comes from ``rng`` alone."""
    height, width = light.shape[:2]
    out = light * (_vignette(width, height, sensor.vignette) * np.float32(sensor.exposure))
    if sensor.haze:
        out += np.float32(sensor.haze)
    if sensor.blur_px > 0.05:
        out = cv2.GaussianBlur(out, (0, 0), sensor.blur_px)
    steps = np.clip(out * np.float32(2047), 0, 4095).astype(np.uint16)
    tones = _curve()[steps]
    if sensor.noise > 0:
        y, x = (int(v) for v in rng.integers(0, _SHIFTS, 2))
        noise = _noise(width + _SHIFTS, height + _SHIFTS)[y : y + height, x : x + width]
        tones += noise * np.float32(sensor.noise)
    return np.asarray(np.clip(tones + np.float32(0.5), 0, 255).astype(np.uint8))


@functools.lru_cache(maxsize=1)
def _curve() -> Array:
    """4096 tones for linear light 0 to 2: the sRGB curve with a soft shoulder."""
    x = np.arange(4096, dtype=np.float64) / 2047
    knee = 0.75
    x = np.where(x < knee, x, 1 - (1 - knee) * np.exp(-(x - knee) / (1 - knee)))
    tones = np.where(x < 0.0031308, 12.92 * x, 1.055 * np.maximum(x, 1e-9) ** (1 / 2.4) - 0.055)
    return (tones * 255).astype(np.float32)


@functools.lru_cache(maxsize=2)
def _noise(width: int, height: int) -> Array:
    """(height, width, 3) unit noise, repeated from one tile; drawing it anew costs too much."""
    tile = np.random.default_rng(7).standard_normal((509, 521, 3), dtype=np.float32)
    rows, columns = (
        -(-side // period) for side, period in zip((height, width), tile.shape[:2], strict=True)
    )
    return np.ascontiguousarray(np.tile(tile, (rows, columns, 1))[:height, :width])


@functools.lru_cache(maxsize=8)
def _vignette(width: int, height: int, amount: float) -> Array:
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    x = np.linspace(-1, 1, width, dtype=np.float32)[None]
    return np.asarray((1 - np.float32(amount) * (x * x + y * y) / 2)[..., None], np.float32)
