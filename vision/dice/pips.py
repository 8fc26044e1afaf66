"""The second opinion: which pattern of pips stands at a place, without any learning.

Knows how to lay the lattice of nine cells over a small picture of one place, turned, stretched
and shifted, until light and dark fit best. Refuses to know the net: only the place and the side
of the face are given, so that both fail differently.

Method: every pose of the lattice is sampled at its nine cells and at eight points where a face
is always bare; the samples are correlated with the twelve patterns of full and empty cells.
Correlation does not care how bright or how contrasty the picture is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import Cut, cut
from vision.dice.lattice import (
    COARSE_POINTS,
    CROP_PX,
    FACE_PX,
    FINE_POINTS,
    NEAR_SHIFTS,
    PATTERNS,
    ROUGH_SHIFTS,
    SHIFTS,
    SQUASH_OF_SIX,
    Array,
    Templates,
    coarse_poses,
    flat_index,
    squash_limits,
    squashes,
    templates_at,
)
from vision.dice.middle import median
from vision.values import Point

NOISE_LEVELS = 3.0
"""Grey levels below which a difference between cells is noise, of 255."""

ROUNDS = ((1.2, 8, COARSE_POINTS), (0.8, 4, FINE_POINTS), (0.45, 3, FINE_POINTS))
"""Round by round: size of the nudges of a pose, how many patterns are still followed, and at how
many points they are compared."""

PLAIN_LEVELS = 1.5
"""Grey levels by which bare floor varies: no pip is as faint as that."""

FITS_WELL = 0.955
"""Fit below which another try may help: the side may be wrong, or a shadow lies across."""

FITS_FAIRLY = 0.9
"""The same where the net's looks all see that very face."""

OTHER_SIDES = (0.86, 1.16)

FITTED_AT_ONCE = 6
"""Places refined together: their samples stay in the cache, and the matrix products on the thread
that asks for them."""

NUDGES = 32
"""Changes of each pose that are tried in a round."""

_VALUES = np.array([value for value, _ in PATTERNS])

PIP_WINDOW_PX = 15
"""Wider than any pip of a face of FACE_PX, narrower than the body."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """The pattern that fits a place best.

    ``fits`` are six correlations, one for each value 1 to 6 (1 is perfect). ``contrast`` is the
    difference of body and pips in grey levels, positive for dark pips. ``faintest_pip`` is how
    full the emptiest full cell is and ``darkest_bare`` how full the fullest empty one is, both
    0 for body tone and 1 for pip tone. ``border`` is the part of rays from the face outwards
    that leave the body's tone. ``squash`` is the length to width of the lattice, 1 seen from
    straight above. ``pose`` (2 x 3) takes places of the lattice to pixels of the picture.
    """

    value: int
    fits: NDArray[np.float64]
    contrast: float
    faintest_pip: float
    darkest_bare: float
    border: float
    squash: float
    pose: NDArray[np.float64]

    @property
    def fit(self) -> float:
        """How well the best value fits."""
        return float(self.fits.max())

    @property
    def lead(self) -> float:
        """By how much the best value fits better than the next."""
        ordered = np.sort(self.fits)
        return float(ordered[-1] - ordered[-2])


_UNKNOWN = Pattern(1, np.zeros(6), 0.0, 0.0, 0.0, 0.0, 1.0, np.zeros((2, 3)))


def read_patterns(
    image_bgr: NDArray[np.uint8],
    places: Sequence[tuple[float, float, float]],
    persist: Sequence[bool] | None = None,
    agreed: Sequence[int | None] | None = None,
) -> list[Pattern]:
    """The best pattern at each place, given as x, y and side of the face in pixels.

    ``persist`` tells for each place whether it is firm: its centre is well known, and it is
    worth a second try, with other sides, farther shifts and shadows evened out, where nothing
    fits well at once; None for all. ``agreed`` is the face that every look of the net saw: where
    that pattern fits fairly, no second try is worth its time.
    """
    cuts = [cut(image_bgr, (x, y), FACE_PX / side, CROP_PX) for x, y, side in places]
    tones = [_tone(one.image) for one in cuts]
    firm = [True] * len(places) if persist is None else list(persist)
    found: list[Pattern] = [_UNKNOWN] * len(places)
    for shifts, wanted in ((NEAR_SHIFTS, True), (SHIFTS, False)):
        chosen = [k for k in range(len(places)) if firm[k] == wanted]
        for k, pattern in zip(chosen, _fitted([tones[k] for k in chosen], shifts), strict=True):
            found[k] = _placed(pattern, cuts[k])
    again: list[int] = []
    others: list[Array] = []
    from_cuts: list[Cut] = []
    for k, (x, y, side) in enumerate(places):
        seen = None if agreed is None else agreed[k]
        enough = FITS_FAIRLY if seen == found[k].value else FITS_WELL
        if firm[k] and found[k].fit < enough:
            again += [k] * (1 + len(OTHER_SIDES))
            others.append(_evened(tones[k]))
            from_cuts.append(cuts[k])
            for factor in OTHER_SIDES:
                other = cut(image_bgr, (x, y), FACE_PX / (side * factor), CROP_PX)
                others.append(_tone(other.image))
                from_cuts.append(other)
    for k, pattern, seen_in in zip(again, _fitted(others, SHIFTS), from_cuts, strict=True):
        found[k] = max(found[k], _placed(pattern, seen_in), key=lambda one: one.fit)
    return found


def _placed(pattern: Pattern, seen_in: Cut) -> Pattern:
    """The pattern with its pose in the picture instead of in the small picture of the place."""
    to_picture = cv2.invertAffineTransform(seen_in.affine)
    pose = to_picture[:, :2] @ pattern.pose
    pose[:, 2] += to_picture[:, 2]
    return replace(pattern, pose=pose)


def rough_fits(
    image_bgr: NDArray[np.uint8], places: Sequence[tuple[float, float, float]]
) -> list[float]:
    """How well any pattern fits each place at a coarse pose: a quick opinion; 0 where plain."""
    found = []
    for x, y, side in places:
        tone = _tone(cut(image_bgr, (x, y), FACE_PX / side, CROP_PX).image)
        spread = float(cv2.meanStdDev(tone)[1][0, 0])
        found.append(float(_coarse(tone, ROUGH_SHIFTS)[0].max()) if spread > PLAIN_LEVELS else 0.0)
    return found


def _fitted(tones: Sequence[Array], shifts: tuple[float, ...]) -> list[Pattern]:
    """The best pattern of each tone; some at a time, so that they stay in the cache."""
    found: list[Pattern] = []
    for start in range(0, len(tones), FITTED_AT_ONCE):
        some = tones[start : start + FITTED_AT_ONCE]
        fits, best = zip(*(_coarse(tone, shifts) for tone in some), strict=True)
        found += _refined(np.array(some), np.array(fits), coarse_poses(shifts).affine[list(best)])
    return found


def _coarse(tone: Array, shifts: tuple[float, ...] = SHIFTS) -> tuple[Array, NDArray[np.intp]]:
    """How well each pattern fits at its best coarse pose, and which pose that is."""
    flat, templates = tone.ravel(), templates_at(COARSE_POINTS)
    fits, best, start = [], [], 0
    for index in coarse_poses(shifts).blocks:
        found = _correlate(flat.take(index, mode="clip"), templates)
        np.abs(found, out=found)
        at = found.argmax(1)
        fits.append(found[np.arange(len(found)), at])
        best.append(at + start)
        start += index.shape[1]
    block = np.argmax(fits, 0)
    pattern = np.arange(len(block))
    return np.array(fits)[block, pattern], np.array(best)[block, pattern]


def _correlate(samples: Array, templates: Templates) -> Array:
    """Weighted correlation of each pattern with samples (points x P); noise counts against."""
    samples -= samples.mean(0)
    total = templates.total[:, None]
    match = templates.match @ samples
    mean = templates.share @ samples
    spread = templates.weight @ np.square(samples, out=samples)
    np.square(mean, out=mean)
    mean *= total
    spread -= mean
    spread += total * NOISE_LEVELS**2
    match /= np.sqrt(spread, out=spread)
    return match


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
    draws = np.random.default_rng(6).normal(size=(NUDGES, 6)).astype(np.float32)
    draws[0] = 0
    return draws


def _refined(tones: Array, fits: Array, affines: Array) -> list[Pattern]:
    """Follow the likelier patterns from their coarse to their best pose, over the whole face.

    ``tones`` is T x CROP_PX x CROP_PX, ``fits`` T x patterns, ``affines`` T x patterns x 2 x 3.
    """
    count = len(tones)
    by_value = np.zeros((count, 6))
    followed = np.tile(np.arange(len(PATTERNS)), (count, 1))
    scores = fits
    for reach, most, points in ROUNDS:
        kept = np.argsort(-scores, axis=1, kind="stable")[:, :most]
        followed = np.take_along_axis(followed, kept, 1)
        affines = np.take_along_axis(affines, kept[..., None, None], 1)
        nudges = _nudges() * reach
        tried = np.repeat(affines[:, :, None], len(nudges), 2)
        tried[..., :2] += nudges[:, :4].reshape(-1, 2, 2) * (0.02 * FACE_PX)
        tried[..., 2] += nudges[:, 4:] * (0.03 * FACE_PX)
        found = _fits_own(tones, tried, followed, points)
        found[_squashed(tried, followed)] = 0
        best = found.argmax(2)
        scores = found.max(2)
        affines = np.take_along_axis(tried, best[..., None, None, None], 2)[:, :, 0]
        if points is not FINE_POINTS:  # what is compared later on is compared over the whole face
            fine = _fits_own(tones, affines[:, :, None], followed, FINE_POINTS)[:, :, 0]
            scores = np.where(scores > 0, fine, 0)
        values = _VALUES[followed] - 1
        np.put_along_axis(by_value, values, 0, 1)  # what is followed no further keeps its last fit
        np.maximum.at(by_value, (np.arange(count)[:, None], values), scores)
    winners = scores.argmax(1)
    return [
        _described(tones[k], by_value[k], int(followed[k, winner]), affines[k, winner])
        for k, winner in enumerate(winners)
    ]


def _fits_own(
    tones: Array, poses: Array, followed: NDArray[np.intp], points: tuple[Point, ...]
) -> Array:
    """How well each of T x V followed patterns fits in each of its N poses: T x V x N."""
    index = flat_index(poses.reshape(-1, 2, 3), points).reshape(*poses.shape[:3], -1)
    index += (np.arange(len(tones)) * CROP_PX**2)[:, None, None, None]
    samples = tones.ravel().take(index, mode="clip")
    found = _correlate_own(samples, templates_at(points), followed)
    return np.abs(found, out=found)


def _squashed(poses: Array, followed: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which of T x V x N poses look along the face rather than at it."""
    squash = squashes(poses.reshape(-1, 2, 3)).reshape(poses.shape[:3])
    return np.asarray(squash > squash_limits()[followed][..., None], np.bool_)


def _correlate_own(samples: Array, templates: Templates, followed: NDArray[np.intp]) -> Array:
    """As _correlate, where each of T x V followed patterns has its own samples.

    T x V x N x points to T x V x N.
    """
    samples -= samples.mean(-1, keepdims=True)
    total = templates.total[followed][..., None]
    match, mean = np.moveaxis(samples @ templates.both[followed], -1, 0)
    spread = (np.square(samples, out=samples) @ templates.weight[followed][..., None])[..., 0]
    spread += total * (NOISE_LEVELS**2 - mean**2)
    return np.asarray(match / np.sqrt(spread, out=spread), np.float32)


def _described(tone: Array, fits: NDArray[np.float64], pattern: int, affine: Array) -> Pattern:
    value, full, empty = PATTERNS[pattern][0], *_cells()[pattern]
    samples = tone.ravel()[flat_index(affine[None], COARSE_POINTS)[0]]
    body = median(samples[empty])
    contrast = body - median(samples[full])
    unit = contrast if abs(contrast) > 1 else 1.0
    fullness = (body - samples) / unit
    squash = float(squashes(affine[None])[0])
    return Pattern(
        value=value,
        fits=fits,
        contrast=contrast,
        faintest_pip=float(fullness[full].min()),
        darkest_bare=float(np.abs(fullness[empty]).max()),
        border=_border(tone, affine, body, abs(contrast)),
        squash=max(1.0, squash / SQUASH_OF_SIX if value == 6 else squash),
        pose=np.asarray(affine, np.float64),
    )


@cache
def _cells() -> tuple[tuple[NDArray[np.bool_], NDArray[np.bool_]], ...]:
    """For each pattern which coarse points are full, and which are surely bare."""
    weight = templates_at(COARSE_POINTS).weight
    full = [np.array([point in pips for point in COARSE_POINTS]) for _, pips in PATTERNS]
    return tuple((pips, (weight[k] > 0) & ~pips) for k, pips in enumerate(full))


def _border(tone: Array, affine: Array, body: float, contrast: float) -> float:
    """The part of rays, three over each side of the face, that leave the body's tone."""
    places = _rays() @ affine[:, :2].T
    places += affine[:, 2]
    np.rint(places, out=places)
    np.maximum(places, 0, out=places)
    np.minimum(places, CROP_PX - 1, out=places)
    near = places.astype(np.intp)
    seen = tone[near[..., 1], near[..., 0]]
    leaves = (np.abs(seen - body) > max(10.0, 0.2 * contrast)).any(1)
    return np.count_nonzero(leaves) / len(leaves)


@cache
def _rays() -> Array:
    """Points of the rays, in lattice units: rays x steps x 2."""
    steps = np.linspace(1.7, 3.2, 10)
    rays = [
        [(sign * step, t) if axis == 0 else (t, sign * step) for step in steps]
        for axis, sign, t in product((0, 1), (-1, 1), (-0.7, 0.0, 0.7))
    ]
    return np.array(rays, np.float32)
