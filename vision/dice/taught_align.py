"""Lays known faces on an unknown one: which turn, place, size and slant fit best.

Knows a coarse search over places and sizes, in which all turns are compared at once, and a
fine one that follows the slope to the best affine pose. Refuses to judge how good a fit is.

The coarse search samples the face in rings about many centres: a turn is then a shift along
the ring, and all shifts are compared by one Fourier transform (the Fourier-Mellin idea). The
fine search is the inverse compositional method of Baker and Matthews (2004), with a level for
each channel and one contrast fitted along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.taught_face import ANGLES, FACE_PX, RINGS, ROOM, disc, rings, softened

Array = NDArray[np.float32]
Double = NDArray[np.float64]

COARSE_PX = 24
"""Side of a face in the coarse search; finer than its samples lie."""

SCALES = (0.72, 0.85, 1.0, 1.18, 1.39)
"""Sizes tried: a finder of dice may misjudge a side by that much, in either picture."""

SHIFT_STEP = 0.075
SHIFT_STEPS = 3
"""Centres tried, in sides of a face: a disc of so many steps around the given one."""

KEPT = 3
"""Poses of each face that the coarse search hands on."""

ROUNDS = (8, 8)
"""Steps of the fine search at half and at full size."""

FARTHEST = 0.4
"""A centre that moves further, in sides, has left the die."""

MOST_SQUASH = 1.75
"""Ratio of the two sides of a slanted face from which it is no face seen from above."""

SIZES = (0.55, 1.8)
"""Sizes, relative to the given one, that the fine search may end at."""

HOPELESS = 0.25
"""A face that is so much less like at half size than the best is not followed further."""

STILL = 0.002
"""A step of less, in sides, is no step: a tenth of a pixel."""

DAMPING = 1e-3
"""Keeps the fine search still where a face has nothing to hold on to, such as a plain one."""


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """A known face at one size: ``weights`` (pixels, 3) of sum 1; ``to_step`` (10, 3 pixels)
    turns a difference into a step of the six numbers of a pose, then of light."""

    face: Array
    weights: Array
    to_step: Array


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """A known face prepared for both searches.

    ``face``: (FACE_PX, FACE_PX, 3) logarithms of light; ``spectrum``: (ANGLES/2+1, 3 RINGS)
    of its rings; ``levels``: at half and at full size.
    """

    face: Array
    spectrum: NDArray[np.complex64]
    levels: tuple[Level, Level]


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """One face laid on a cut-out: ``pose`` (2, 3) maps face to cut-out, both in sides from
    their centres; ``seen`` is the cut-out as it looks there, like a template's face."""

    pose: Double
    seen: Array
    likeness: float


def template(face: Array) -> Template:
    """Prepare a face, (FACE_PX, FACE_PX, 3) logarithms of light."""
    half = cv2.resize(face, (COARSE_PX, COARSE_PX), interpolation=cv2.INTER_AREA)
    coarse = softened(np.asarray(half, np.float32), 0.7)
    samples = _sampled(coarse, _grid(1.0, 0.0, 0.0)[None], COARSE_PX)
    spectrum = _spectra(samples)[:, 0]
    fine = softened(face, 0.7)
    return Template(face, spectrum, (_level(coarse), _level(fine)))


def align(cut: Array, known: Sequence[Template]) -> list[Fit]:
    """The best pose of each known face in a cut-out, (ROOM FACE_PX square, 3) of log light."""
    small = cv2.resize(cut, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    coarse = softened(np.asarray(small, np.float32), 0.7)
    halves = [
        _at_half(coarse, face, poses)
        for face, poses in zip(known, _coarse(coarse, known), strict=True)
    ]
    best = max(like for _, like in halves)
    fine = softened(cut, 0.7)
    fits = []
    for face, (pose, like) in zip(known, halves, strict=True):
        full = None
        if like > best - HOPELESS:
            full = _refined(fine, face.levels[1], pose, ROUNDS[1], FACE_PX)
        pose, like = full or (pose, like)
        fits.append(Fit(pose, warped(cut, pose, FACE_PX), like))
    return fits


def _at_half(coarse: Array, face: Template, poses: Sequence[Double]) -> tuple[Double, float]:
    """The best that becomes of some poses at half size, and its likeness; -1 where none stays."""
    ends = [_refined(coarse, face.levels[0], pose, ROUNDS[0], COARSE_PX) for pose in poses]
    good = [end for end in ends if end is not None]
    return max(good, key=lambda end: end[1]) if good else (poses[0], -1.0)


def warped(cut: Array, pose: Double, side_px: int) -> Array:
    """The part of a cut-out that a face of that side covers in a pose."""
    middle, own = (cut.shape[0] - 1) / 2, (side_px - 1) / 2
    linear = pose[:, :2]
    shift = middle + side_px * pose[:, 2] - linear @ np.array([own, own])
    seen = cv2.warpAffine(
        cut,
        np.column_stack([linear, shift]),
        (side_px, side_px),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(seen, np.float32)


def _grid(scale: float, x: float, y: float) -> Array:
    """(RINGS, ANGLES, 2) places of the samples about a centre, in sides."""
    ring_x, ring_y, _ = rings()
    return np.stack([scale * ring_x + x, scale * ring_y + y], axis=-1)


def _tries() -> list[tuple[float, float, float]]:
    steps = range(-SHIFT_STEPS, SHIFT_STEPS + 1)
    return [
        (scale, SHIFT_STEP * column, SHIFT_STEP * row)
        for scale in SCALES
        for row in steps
        for column in steps
        if row * row + column * column <= SHIFT_STEPS**2 + 1
    ]


_TRIES = _tries()
_GRIDS = np.stack([_grid(*one) for one in _TRIES])


def _sampled(image: Array, grids: Array, side_px: int) -> Array:
    """(n, RINGS, ANGLES, 3) of a picture at grids (n, RINGS, ANGLES, 2) in sides."""
    middle = (image.shape[0] - 1) / 2
    at = (grids * np.float32(side_px) + np.float32(middle)).reshape(-1, ANGLES, 2)
    x, y = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32).reshape(*grids.shape[:3], 3)


def _spectra(samples: Array) -> NDArray[np.complex64]:
    """(ANGLES/2+1, n, 3 RINGS): each sampled disc without its mean colour, of length 1."""
    weights = rings()[2][..., None]
    plain = samples - (samples * weights).sum((1, 2), keepdims=True)
    plain *= np.sqrt(weights)
    length = np.sqrt((plain * plain).sum((1, 2, 3), keepdims=True))
    plain /= np.maximum(length, 1e-3)
    turned = np.fft.rfft(plain, axis=2).astype(np.complex64)
    return np.ascontiguousarray(turned.transpose(2, 0, 1, 3)).reshape(
        ANGLES // 2 + 1, samples.shape[0], 3 * RINGS
    )


def _coarse(image: Array, known: Sequence[Template]) -> list[list[Double]]:
    """The likeliest poses of each known face, best first."""
    seen = _spectra(_sampled(image, _GRIDS, COARSE_PX))
    wanted = np.stack([face.spectrum for face in known], axis=2)
    product = np.matmul(seen, wanted.conj())
    likeness = np.fft.irfft(product, n=ANGLES, axis=0)
    found = []
    for number in range(len(known)):
        own = likeness[:, :, number]
        poses: list[Double] = []
        turns: list[int] = []
        own = own.copy()
        while len(poses) < KEPT:
            turn, which = np.unravel_index(int(own.argmax()), own.shape)
            scale, x, y = _TRIES[which]
            angle = 2 * np.pi * float(turn) / ANGLES
            cos, sin = scale * np.cos(angle), scale * np.sin(angle)
            poses.append(np.array([[cos, -sin, x], [sin, cos, y]]))
            turns.append(int(turn))
            near = (np.arange(ANGLES) - turn) % ANGLES
            own[np.minimum(near, ANGLES - near) <= 2] = -2.0
        found.append(poses)
    return found


def _level(face: Array) -> Level:
    side = face.shape[0]
    weights = np.repeat(disc(side).reshape(-1, 1), 3, axis=1)
    weights = weights / weights.sum()
    at = (np.arange(side) + 0.5) / side - 0.5
    x, y = np.meshgrid(at, at)
    # Slopes per side of a face; Sobel sums to 8 per pixel.
    right = cv2.Sobel(face, cv2.CV_32F, 1, 0) * (side / 8)
    down = cv2.Sobel(face, cv2.CV_32F, 0, 1) * (side / 8)
    columns = [right * x[..., None], right * y[..., None], right]
    columns += [down * x[..., None], down * y[..., None], down]
    columns += [np.broadcast_to(np.eye(3)[channel], face.shape) for channel in range(3)]
    columns += [face - np.average(face.reshape(-1, 3), axis=0, weights=weights[:, 0])]
    slopes = np.stack([column.reshape(-1) for column in columns], axis=1).astype(np.float64)
    heavy = slopes * weights.reshape(-1, 1)
    normal = slopes.T @ heavy
    normal[np.diag_indices(10)] += DAMPING * np.array([1.0] * 6 + [1e-3] * 4)
    to_step = np.linalg.solve(normal, heavy.T)
    return Level(face, weights.astype(np.float32), to_step.astype(np.float32))


def _refined(
    image: Array, level: Level, pose: Double, rounds: int, side_px: int
) -> tuple[Double, float] | None:
    """Follow the slope; the end's pose and likeness, None where it left the die.

    Where the way ends no better than it began, the beginning is kept.
    """
    start, first = pose, likeness(warped(image, pose, side_px), level.face, level.weights)
    for _ in range(rounds):
        seen = warped(image, pose, side_px)
        step = level.to_step @ (seen - level.face).reshape(-1)
        pose = _composed(pose, step)
        if not _is_sane(pose):
            return (start, first) if _is_sane(start) else None
        if float(np.abs(step[:6]).max()) < STILL:
            break
    last = likeness(warped(image, pose, side_px), level.face, level.weights)
    return (pose, last) if last >= first else (start, first)


def likeness(seen: Array, face: Array, weights: Array) -> float:
    """Correlation of two pictures over all channels, -1 to 1, each channel's mean taken away."""
    a, b = seen.reshape(-1, 3), face.reshape(-1, 3)
    total = weights[:, :1].sum()
    a = a - weights[:, 0] @ a / total
    b = b - weights[:, 0] @ b / total
    heavy = (a * weights).ravel()
    both = float(heavy @ b.ravel())
    own = float(heavy @ a.ravel()) * float((b * weights).ravel() @ b.ravel())
    return both / (float(np.sqrt(own)) + 1e-6)


def _composed(pose: Double, step: Array) -> Double:
    """The pose after the inverse of a step of the face's own frame."""
    move = np.clip(step[:6].astype(np.float64), -0.25, 0.25).reshape(2, 3)
    linear = pose[:, :2] @ np.linalg.inv(np.eye(2) + move[:, :2])
    return np.column_stack([linear, pose[:, 2] - linear @ move[:, 2]])


def _is_sane(pose: Double) -> bool:
    """Whether a face seen from above, near the place it was sought at, can lie so."""
    (a, b, x), (c, d, y) = pose.tolist()
    area, spread = a * d - b * c, a * a + b * b + c * c + d * d
    if area <= 0 or not SIZES[0] ** 2 <= area <= SIZES[1] ** 2:
        return False
    # With r the ratio of the two sides, spread over area is r + 1 / r.
    square = spread / area <= MOST_SQUASH + 1 / MOST_SQUASH
    return bool(square and x * x + y * y <= FARTHEST**2)


CUT_PX = round(ROOM * FACE_PX)
"""Side of the cut-outs that are searched."""
