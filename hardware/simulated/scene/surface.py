"""Surfaces of tables and trays as tone fields.

Knows how felt, wood, cloth, carpet and the like vary from place to place. Refuses to know
colour, light and cameras.

A tone field is (1024, 1024) float32 of mean 0 and deviation 1, cut at 3; it repeats by
reflection.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

import cv2
import numpy as np

from hardware.simulated.scene.pose import Array

SIDE = 1024


def octaves(
    rng: np.random.Generator,
    base: float,
    decay: float,
    stretch: tuple[float, float] = (1.0, 1.0),
    levels: int = 6,
    side: int = SIDE,
) -> Array:
    """(side, side) sum of smooth noises, ``base`` cells across first, halved in size each time."""
    out = np.zeros((side, side), np.float32)
    for level in range(levels):
        cells = base * 2**level
        shape = (
            int(np.clip(cells * stretch[1], 2, side)),
            int(np.clip(cells * stretch[0], 2, side)),
        )
        tile = rng.standard_normal(shape, dtype=np.float32)
        out += cv2.resize(tile, (side, side), interpolation=cv2.INTER_CUBIC) * np.float32(
            decay**level
        )
    return out


def _felt(rng: np.random.Generator) -> Array:
    return octaves(rng, 96, 0.95, levels=4) + 0.35 * octaves(rng, 3, 0.6, levels=3)


def _smooth(rng: np.random.Generator) -> Array:
    return octaves(rng, 2, 0.4, levels=4) + 0.25 * octaves(rng, 200, 0.9, levels=3)


def _wood(rng: np.random.Generator) -> Array:
    bend = octaves(rng, 2, 0.45, (0.5, 2.0), 4)
    rows = np.linspace(0, rng.uniform(7, 16), SIDE, dtype=np.float32)[:, None]
    rings = np.sin((rows + 0.45 * bend) * 6.283) + 0.35 * np.sin((rows * 3.1 + bend) * 6.283)
    fibre = octaves(rng, 5, 0.8, (0.6, 40.0), 5)
    return np.asarray(0.55 * rings + 0.75 * fibre, np.float32)


def _planks(rng: np.random.Generator) -> Array:
    out = _wood(rng) * 0.7
    edges = np.sort(rng.choice(np.arange(40, SIDE - 40, 90), 6, replace=False))
    for top, low in zip([0, *edges], [*edges, SIDE], strict=True):
        out[top:low] += rng.normal(0, 0.7)
        out[max(0, low - 3) : low] -= 2.5
    return out


def _cloth(rng: np.random.Generator) -> Array:
    pitch = rng.uniform(80, 130)
    line = np.sin(np.arange(SIDE, dtype=np.float32) / SIDE * np.float32(pitch * 6.283))
    weave = line[None] * line[:, None]
    warp = octaves(rng, 8, 0.8, (40.0, 0.3), 3) + octaves(rng, 8, 0.8, (0.3, 40.0), 3)
    return np.asarray(1.2 * weave + 0.25 * warp + 0.3 * octaves(rng, 3, 0.6, levels=3), np.float32)


def _carpet(rng: np.random.Generator) -> Array:
    knots = octaves(rng, 55, 0.8, (1.0, 0.7), 3)
    return np.asarray(np.tanh(knots * 0.9) * 1.5 + 0.5 * octaves(rng, 170, 0.9, levels=2))


def _leather(rng: np.random.Generator) -> Array:
    cells = np.abs(octaves(rng, 70, 0.6, levels=2))
    return np.asarray(np.minimum(cells, 1.2) + 0.3 * octaves(rng, 4, 0.6, levels=4), np.float32)


def _cork(rng: np.random.Generator) -> Array:
    bits = (rng.random((SIDE, SIDE)) < 0.0012).astype(np.float32)
    spots = cv2.GaussianBlur(bits, (0, 0), 2.2) * 60
    return np.asarray(octaves(rng, 45, 0.8, levels=4) - 1.5 * spots, np.float32)


def _streaks(rng: np.random.Generator) -> Array:
    return octaves(rng, 3, 0.8, (0.15, 14.0), 6)


SURFACES: Mapping[str, Callable[[np.random.Generator], Array]] = {
    "felt": _felt,
    "smooth": _smooth,
    "wood": _wood,
    "planks": _planks,
    "cloth": _cloth,
    "carpet": _carpet,
    "leather": _leather,
    "cork": _cork,
    "streaks": _streaks,
}


@functools.lru_cache(maxsize=24)
def tone(kind: str, seed: int) -> Array:
    """The tone field of a kind of surface. KeyError when the kind is not in ``SURFACES``."""
    field = SURFACES[kind](np.random.default_rng(seed))
    field = field - field.mean()
    field = np.clip(field / (field.std() + 1e-6), -3, 3).astype(np.float32)
    field.setflags(write=False)
    return np.asarray(field, np.float32)
