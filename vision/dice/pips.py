"""The second opinion: which pattern of pips stands at a place, without any learning.

Knows the nine cells that pips of a d6 can fill and how to lay that lattice over a small
picture of one place, turned, stretched and shifted, until light and dark fit best. Refuses to
know the net: only the place and the side of the face are given, so that both fail differently.

Method: every pose of the lattice is sampled at its nine cells and at eight points where a face
is always bare; the samples are correlated with the twelve patterns of full and empty cells.
Correlation does not care how bright or how contrasty the picture is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import cut
from vision.values import Point

Array = NDArray[np.float32]

FACE_PX = 40
"""Side to which a face is scaled before the lattice is laid: pips are then about 8 wide."""

CROP_PX = 72
"""Side of the small picture of a place; 1.8 faces, so that the border of the body is in it."""

NOISE_LEVELS = 3.0
"""Grey levels below which a difference between cells is noise, of 255."""

CELLS: tuple[Point, ...] = tuple(product((-1.0, 0.0, 1.0), (-1.0, 0.0, 1.0)))
"""The nine cells of the lattice that the pips of some pattern fill."""

COARSE_POINTS: tuple[Point, ...] = (
    *CELLS,
    *((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)),
    *((1.55, 0.0), (-1.55, 0.0), (0.0, 1.55), (0.0, -1.55)),
)
"""Cells, and points between and around them that no pip of any pattern touches."""

_STEPS = (-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5)
FINE_POINTS: tuple[Point, ...] = (
    *product(_STEPS, _STEPS),
    *((0.75, 0.0), (-0.75, 0.0), (0.0, 0.75), (0.0, -0.75)),
)
"""A net of points over the whole face: every pip must be explained by the pattern."""

PIP_REACH = 0.6
"""Points nearer than this to a full cell, in lattice units, may be pip or body."""

CELL_WEIGHT = 4.0
"""Cells speak louder than the points between them: they tell the patterns apart."""

FOLLOWED = 8
"""Patterns of the twelve that are followed from the coarse poses."""

REACHES = (1.2, 0.9, 0.65, 0.4)
"""Sizes of the nudges, round by round, while a pose is followed."""

ROWS_OF_SIX = ((0.24, 0.19), (0.3, 0.18), (0.34, 0.18))
"""Steps along and half across the rows of a six, in sides; makers differ most in this."""

SQUASH_OF_SIX = 1.5
"""Length to width that the lattice of a six has without any slant of the camera."""

LARGEST_SQUASH = 2.2
"""Length to width of a face beyond which the camera would look along it, not at it."""

FITS_WELL = 0.955
"""Fit below which another try may help: the side may be wrong, or a shadow lies across."""

OTHER_SIDES = (0.86, 1.16)

PIP_WINDOW_PX = 15
"""Wider than any pip of a face of FACE_PX, narrower than the body."""

BROAD_SQUASH = 1.3
"""The same for the broad 1, which else would swallow two close pips."""

_CORNERS = frozenset({(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)})
_ONE_WAY = frozenset({(-1.0, -1.0), (1.0, 1.0)})
_OTHER_WAY = _CORNERS - _ONE_WAY
_CENTRE = frozenset({(0.0, 0.0)})
_CLOSE_ONE_WAY = frozenset({(-0.5, -0.5), (0.5, 0.5)})
_CLOSE_OTHER_WAY = frozenset({(-0.5, 0.5), (0.5, -0.5)})
_BROAD = _CENTRE | frozenset(product((-0.5, 0.5), (-0.5, 0.5)))
PATTERNS: tuple[tuple[int, frozenset[Point]], ...] = (
    (1, _CENTRE),
    (1, _BROAD),
    (2, _ONE_WAY),
    (2, _OTHER_WAY),
    (2, _CLOSE_ONE_WAY),
    (2, _CLOSE_OTHER_WAY),
    (3, _ONE_WAY | _CENTRE),
    (3, _OTHER_WAY | _CENTRE),
    (4, _CORNERS),
    (5, _CORNERS | _CENTRE),
    (6, _CORNERS | {(0.0, -1.0), (0.0, 1.0)}),
    (6, _CORNERS | {(-1.0, 0.0), (1.0, 0.0)}),
)
"""Each face's full cells, also after a quarter turn; a 1 may be broad, a 2 may be close."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """The pattern that fits a place best.

    ``fits`` are six correlations, one for each value 1 to 6 (1 is perfect). ``contrast`` is the
    difference of body and pips in grey levels, positive for dark pips. ``faintest_pip`` is how
    full the emptiest full cell is and ``darkest_bare`` how full the fullest empty one is, both
    0 for body tone and 1 for pip tone. ``border`` is the part of rays from the face outwards
    that leave the body's tone. ``squash`` is the length to width of the lattice, 1 seen from
    straight above.
    """

    value: int
    fits: NDArray[np.float64]
    contrast: float
    faintest_pip: float
    darkest_bare: float
    border: float
    squash: float

    @property
    def fit(self) -> float:
        """How well the best value fits."""
        return float(self.fits.max())

    @property
    def lead(self) -> float:
        """By how much the best value fits better than the next."""
        ordered = np.sort(self.fits)
        return float(ordered[-1] - ordered[-2])


def read_patterns(
    image_bgr: NDArray[np.uint8],
    places: Sequence[tuple[float, float, float]],
    persist: Sequence[bool] | None = None,
) -> list[Pattern]:
    """The best pattern at each place, given as x, y and side of the face in pixels.

    ``persist`` tells for each place whether it is worth a second try, with other sides and
    with shadows evened out, where nothing fits well at once; None for all.
    """
    found = []
    for k, (x, y, side) in enumerate(places):
        tone = _tone(cut(image_bgr, (x, y), FACE_PX / side, CROP_PX).image)
        pattern = _fitted(tone)
        if pattern.fit < FITS_WELL and (persist is None or persist[k]):
            again = [_fitted(_evened(tone))]
            for factor in OTHER_SIDES:
                other = cut(image_bgr, (x, y), FACE_PX / (side * factor), CROP_PX)
                again.append(_fitted(_tone(other.image)))
            pattern = max(pattern, *again, key=lambda one: one.fit)
        found.append(pattern)
    return found


def rough_fits(
    image_bgr: NDArray[np.uint8], places: Sequence[tuple[float, float, float]]
) -> list[float]:
    """How well any pattern fits each place at a coarse pose: a quick first opinion."""
    found = []
    for x, y, side in places:
        tone = _tone(cut(image_bgr, (x, y), FACE_PX / side, CROP_PX).image)
        fits = _correlate(tone.ravel()[_poses().index], _templates(COARSE_POINTS))
        found.append(float(np.abs(fits).max()))
    return found


def _fitted(tone: Array) -> Pattern:
    poses = _poses()
    fits = np.abs(_correlate(tone.ravel()[poses.index], _templates(COARSE_POINTS)))
    return _refined(tone, fits.max(0), poses.affine[fits.argmax(0)])


@dataclass(frozen=True, slots=True, eq=False)
class _Poses:
    affine: Array  # P x 2 x 3, lattice units to crop pixels
    index: NDArray[np.int32]  # P x 17, into the flat crop


@dataclass(frozen=True, slots=True, eq=False)
class _Templates:
    """For each point (rows) and pattern (columns): weight, and weighted target less its mean."""

    weight: Array
    target: Array
    length: Array

    def only(self, patterns: NDArray[np.intp]) -> _Templates:
        """Some of the patterns, in that order."""
        return _Templates(self.weight[:, patterns], self.target[:, patterns], self.length[patterns])


@cache
def _templates(points: tuple[Point, ...]) -> _Templates:
    weights, targets, lengths = [], [], []
    for _, full in PATTERNS:
        weight, target = np.ones(len(points)), np.ones(len(points))
        for k, point in enumerate(points):
            nearest = min(np.hypot(point[0] - x, point[1] - y) for x, y in full)
            if nearest < 0.01:
                target[k], weight[k] = 0.0, CELL_WEIGHT
            elif nearest < PIP_REACH:
                weight[k] = 0.0
            elif nearest > 0.9 and point in CELLS:
                weight[k] = CELL_WEIGHT
        centred = target - np.average(target, weights=weight)
        weights.append(weight)
        targets.append(weight * centred)
        lengths.append(np.sqrt((weight * centred**2).sum()))
    return _Templates(
        np.array(weights, np.float32).T.copy(),
        np.array(targets, np.float32).T.copy(),
        np.array(lengths, np.float32),
    )


@cache
def _poses() -> _Poses:
    """Coarse poses: turns, spacings and shifts; squashed by a tilted camera or a row of six."""
    shifts = np.array([-0.14, -0.07, 0.0, 0.07, 0.14]) * FACE_PX
    centre = (CROP_PX - 1) / 2
    square = product(((0.2, 0.2), (0.24, 0.24), (0.28, 0.28)), ((1, 1), (1, 0.78), (0.78, 1)))
    rows_of_six = (*ROWS_OF_SIX, *((down, along) for along, down in ROWS_OF_SIX))
    affine = []
    for turn, (lattice, camera) in product(
        np.arange(12) * np.pi / 24, (*square, *product(rows_of_six, ((1, 1),)))
    ):
        cos, sin = np.cos(turn), np.sin(turn)
        linear = np.diag(camera) @ np.array([[cos, -sin], [sin, cos]]) @ np.diag(lattice)
        for dx, dy in product(shifts, shifts):
            affine.append(np.column_stack([linear * FACE_PX, (centre + dx, centre + dy)]))
    matrices = np.array(affine, np.float32)
    return _Poses(matrices, _index(matrices, COARSE_POINTS))


def _index(affine: Array, points: tuple[Point, ...]) -> NDArray[np.int32]:
    """Where the points fall in the flat crop, for each of P poses: P x points."""
    lattice = np.column_stack([np.array(points, np.float32), np.ones(len(points), np.float32)])
    places = (affine.reshape(-1, 3) @ lattice.T + 0.5).clip(0, CROP_PX - 1).astype(np.int32)
    places = places.reshape(-1, 2, len(points))
    return np.asarray(places[:, 1] * CROP_PX + places[:, 0])


def _correlate(samples: Array, templates: _Templates) -> Array:
    """Weighted correlation of samples (P x points) with each pattern; noise counts against."""
    samples = samples - samples.mean(1, keepdims=True)
    total = templates.weight.sum(0)
    mean = samples @ templates.weight / total
    spread = (samples**2) @ templates.weight / total - mean**2 + NOISE_LEVELS**2
    return np.asarray(
        samples @ templates.target / (np.sqrt(spread * total) * templates.length), np.float32
    )


def _tone(crop_bgr: NDArray[np.uint8]) -> Array:
    """The crop in the one tone in which its middle has most contrast, averaged over a pip.

    Coloured pips on white are dark in the least colour, white pips on a coloured body are
    bright in it, and black pips on a coloured body show in the greatest.
    """
    soft = cv2.blur(crop_bgr, (5, 5))
    blue, green, red = cv2.split(soft)
    tones = (
        cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY),
        cv2.min(cv2.min(blue, green), red),
        cv2.max(cv2.max(blue, green), red),
    )
    reach = int(0.36 * FACE_PX)
    middle = slice(CROP_PX // 2 - reach, CROP_PX // 2 + reach)
    contrasts = [float(cv2.meanStdDev(tone[middle, middle])[1][0, 0]) for tone in tones]
    contrasts[0] *= 1.1  # brightness has the least noise
    return np.asarray(tones[int(np.argmax(contrasts))], np.float32)


def _evened(tone: Array) -> Array:
    """The tone relative to the body around: a shadow across the face is evened out."""
    middle = tone[CROP_PX // 4 : -CROP_PX // 4, CROP_PX // 4 : -CROP_PX // 4]
    dark_body = float(np.median(middle)) < 110
    light = 255 - tone if dark_body else tone
    window = np.ones((PIP_WINDOW_PX, PIP_WINDOW_PX), np.uint8)
    body = cv2.blur(cv2.morphologyEx(light, cv2.MORPH_CLOSE, window), (5, 5))
    return np.asarray(200 * light / np.maximum(body, 16), np.float32)


@cache
def _nudges() -> Array:
    """Small changes of a pose: 6 numbers each, drawn once from a fixed seed."""
    draws = np.random.default_rng(6).normal(size=(32, 6)).astype(np.float32)
    draws[0] = 0
    return draws


def _refined(tone: Array, fits: Array, affines: Array) -> Pattern:
    """Follow the likelier patterns from their coarse to their best pose, over the whole face."""
    flat = tone.ravel()
    followed = np.argsort(-fits)[:FOLLOWED]
    templates = _templates(FINE_POINTS).only(followed)
    limits = np.array(
        [BROAD_SQUASH if PATTERNS[k][1] is _BROAD else LARGEST_SQUASH for k in followed]
    )
    affines = affines[followed]
    scores = np.zeros(FOLLOWED)
    for reach in REACHES:
        nudges = _nudges() * reach
        tried = np.repeat(affines[:, None], len(nudges), 1)
        tried[..., :2] += nudges[:, :4].reshape(-1, 2, 2) * (0.02 * FACE_PX)
        tried[..., 2] += nudges[:, 4:] * (0.03 * FACE_PX)
        poses = tried.reshape(-1, 2, 3)
        samples = flat[_index(poses, FINE_POINTS)].reshape(FOLLOWED, len(nudges), -1)
        found = np.abs(_correlate_own(samples, templates))
        found[_squash(poses).reshape(found.shape) > limits[:, None]] = 0
        best = found.argmax(1)
        scores = found.max(1)
        affines = tried[np.arange(FOLLOWED), best]
    by_value = np.zeros(6)
    for pattern, score in zip(followed, scores, strict=True):
        value = PATTERNS[pattern][0]
        by_value[value - 1] = max(by_value[value - 1], score)
    winner = int(scores.argmax())
    return _described(tone, by_value, int(followed[winner]), affines[winner])


def _correlate_own(samples: Array, templates: _Templates) -> Array:
    """As _correlate, where each of V patterns has its own samples: V x N x points to V x N."""
    samples = samples - samples.mean(2, keepdims=True)
    total = templates.weight.sum(0)[:, None]
    weight = templates.weight.T[:, :, None]
    mean = (samples @ weight)[..., 0] / total
    spread = ((samples**2) @ weight)[..., 0] / total - mean**2 + NOISE_LEVELS**2
    match = (samples @ templates.target.T[:, :, None])[..., 0]
    return np.asarray(match / (np.sqrt(spread * total) * templates.length[:, None]), np.float32)


def _squash(affine: Array) -> Array:
    """Length to width of the lattice of each pose (P x 2 x 3)."""
    a, b, c, d = affine[:, 0, 0], affine[:, 0, 1], affine[:, 1, 0], affine[:, 1, 1]
    total = a * a + b * b + c * c + d * d
    root = np.sqrt(np.maximum(total**2 - 4 * (a * d - b * c) ** 2, 0))
    return np.asarray(np.sqrt((total + root) / np.maximum(total - root, 1e-6)), np.float32)


def _described(tone: Array, fits: NDArray[np.float64], pattern: int, affine: Array) -> Pattern:
    value, pips = PATTERNS[pattern]
    samples = tone.ravel()[_index(affine[None], COARSE_POINTS)[0]]
    full = np.array([point in pips for point in COARSE_POINTS])
    empty = _templates(COARSE_POINTS).weight[:, pattern] > 0
    empty &= ~full
    body = float(np.median(samples[empty]))
    contrast = body - float(np.median(samples[full]))
    unit = contrast if abs(contrast) > 1 else 1.0
    fullness = (body - samples) / unit
    squash = float(_squash(affine[None])[0])
    return Pattern(
        value=value,
        fits=fits,
        contrast=contrast,
        faintest_pip=float(fullness[full].min()),
        darkest_bare=float(np.abs(fullness[empty]).max()),
        border=_border(tone, affine, body, abs(contrast)),
        squash=max(1.0, squash / SQUASH_OF_SIX if value == 6 else squash),
    )


def _border(tone: Array, affine: Array, body: float, contrast: float) -> float:
    """The part of rays, three over each side of the face, that leave the body's tone."""
    steps = np.linspace(1.7, 3.2, 10)
    across = (-0.7, 0.0, 0.7)
    rays = [
        [(sign * step, t) if axis == 0 else (t, sign * step) for step in steps]
        for axis, sign, t in product((0, 1), (-1, 1), across)
    ]
    points = np.array(rays, np.float32)
    places = points @ affine[:, :2].T + affine[:, 2]
    near = np.clip(np.rint(places), 0, CROP_PX - 1).astype(np.intp)
    seen = tone[near[..., 1], near[..., 0]]
    leaves = np.abs(seen - body) > max(10.0, 0.2 * contrast)
    return float(leaves.any(1).mean())
