"""A lamp mirrored in the face of a die: which pips it may hide, and which it may pass for.

Knows that mirrored light is added to what a face shows: a dark pip vanishes in it only where the
picture is burnt out or the pip no larger than the image, and on a dark body a small image looks
like a light pip, but brighter. Refuses to change a value: it tells whether another face would look
the same.

Method: the face is laid straight by the lattice's pose. Each of its nine cells holds a pip, or is
bare, or nobody can tell, because something else is seen there; the face is certain where no other
has its pips in those cells and such. Where the lattice did not find the face that is read, any
patch that is large enough to matter is a doubt.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import cut
from vision.dice.middle import least_channel
from vision.dice.pips import Pattern
from vision.dice.straight import (
    AROUND,
    BEYOND,
    CORES,
    OUTER,
    PIP_PX,
    PIPS,
    SQUARE,
    UNIT_PX,
    WAYS,
    Mask,
    Tones,
    faces_that_agree,
    outlines,
    shares,
    spots,
    straight,
    weights,
)

BURNT_LEVEL = 247
"""Level of the darkest channel from which a pixel shows nothing any more."""

CUT_FACE_PX, CUT_PX = 40, 72
"""Side of a face, and of the small picture around it, before it is laid straight."""

TRUSTED_FIT = 0.93
TRUSTED_FIT_OF_ONE, STEP_OF_ONE = 0.85, 0.24
"""Fit of the lattice from which its cells lie where pips do; and for a one, whose middle alone must
be known, the step of its cells in sides."""

LEAST_STEP, LARGEST_SQUASH = 0.2, 1.35
"""Step of the lattice in sides, and its length to width, beyond which two or three pips that are
seen of a four or six may pass for a two or three."""

GLANCE = 0.42
"""Radius, in sides, of the disc that lies on the face however it is turned."""

LIGHT_BODY = 100
"""Level of the darkest channel above which a body is lighter than its pips."""

SMALL_PATCH, GLARING = 0.012, 235.0
"""Part of that disc from which a patch matters, and the grey level from which it is one though a
channel is not burnt out: lamps have colours."""

PIP_FACES, SPOT = 0.028, 0.3
"""Area of a pip in faces; and part of it from which a dark spot is one."""

LOW, DARK_BODY, MUCH_LIGHTER = 0.4, 120.0, 65.0
"""Grey level, at this share from the darkest, below which a body is so dark that lamps look like
pips, and by how much lighter they are."""

BURNT_BODY, CLEAR_OF_BURNT = 0.7, 232.0
"""A face that is burnt out to this part is a light body in too much light; a body whose darkest
channel is above this level cannot be told from a burnt patch on it."""

STRANGE, STRANGE_SPREADS = 25.0, 5.0
"""Levels in any channel, and how often the body's own spread, from which a place that should be
bare shows something: what is left of a pip in a lamp's image, or the image itself."""

COVERED = 0.3
"""Part of a cell that shows something from which it is not surely bare."""

WHOLE, SURROUNDED, CROSSED = 0.9, 0.5, 0.3
"""A pip of which this part is dark shows through a lamp's image that fills this part of the ring
around it, or whose outline takes in this part of the pip."""

RING_UNITS = (0.1, 0.28)
"""How far from a pip's edge that ring begins and ends, in steps of the lattice."""

PIP_TONE = 0.45
"""Part of the way from body to pip from which a pixel is a pip's."""

LIGHTER, BRIGHTER, LARGER = 25.0, 18.0, 1.6
"""Grey levels above the body from which a light pip is seen; levels, in any channel, by which a
mirrored lamp outshines the faintest pip; and how much larger than the smallest it looks."""

BLOTCHED, UNEXPLAINED = 0.5, 0.4
"""Part of the ring around a light pip that is bright where a patch reaches beyond it; area, in
pips, of what may be seen beside the pips of a face."""

OPPOSITE = 0.6
"""Area, in pips, of what is burnt on both sides of a one alike: two more pips may lie there."""

TONE_STEP = 12
"""Grey levels in which the body's tone is looked for."""


@dataclass(frozen=True, slots=True)
class Mirrored:
    """``doubtful``: another face would look the same; ``shows_through``: a dark pip is seen whole
    within a patch, so that pips of such dice do not vanish in it."""

    doubtful: bool
    shows_through: bool = False


def mirrored(
    image_bgr: NDArray[np.uint8], place: tuple[float, float, float], value: int, pattern: Pattern
) -> Mirrored:
    """What a lamp may do to a face (x, y, side in pixels) that is read as ``value``."""
    x, y, side = place
    enough = TRUSTED_FIT_OF_ONE if value == 1 else TRUSTED_FIT
    trusted = pattern.value == value and pattern.fit >= enough
    # One lamp no larger than a pip, too weak to burn, hides the middle one of a three or five.
    if trusted and value not in (2, 4) and _is_plain(image_bgr, place):
        return Mirrored(False)
    small = cut(image_bgr, (x, y), CUT_FACE_PX / side, CUT_PX)
    if not trusted:
        return _at_a_glance(small.image, value, pattern)
    pose = pattern.pose
    if value == 1:  # one pip tells no step
        pose = np.column_stack([np.eye(2) * STEP_OF_ONE * side, pose[:, 2]])
    found = _judged(straight(small, pose), value)
    if found is None:
        return _at_a_glance(small.image, value, pattern)
    step = float(np.sqrt(abs(np.linalg.det(pose[:, :2])))) / side
    squashed = pattern.squash > LARGEST_SQUASH or step < LEAST_STEP
    if value in (2, 3) and squashed and not (found.doubtful or found.shows_through):
        return _at_a_glance(small.image, value, pattern)
    return found


def _is_plain(image_bgr: NDArray[np.uint8], place: tuple[float, float, float]) -> bool:
    """Whether a face is of a light body, and nothing of it burnt out: a quick look."""
    x, y, side = place
    reach, step = side / 2, max(1, int(side / CUT_FACE_PX))
    rows = slice(max(0, int(y - reach)), int(y + reach) + 1, step)
    columns = slice(max(0, int(x - reach)), int(x + reach) + 1, step)
    darkest = least_channel(image_bgr[rows, columns])
    # Its corners may be table.
    down, along = (length // 6 for length in darkest.shape)
    levels = darkest[down : len(darkest) - down, along : darkest.shape[1] - along].ravel()
    low = int(LOW * levels.size)
    return bool(darkest.max() < BURNT_LEVEL and np.partition(levels, low)[low] > LIGHT_BODY)


def _at_a_glance(small: NDArray[np.uint8], value: int, pattern: Pattern) -> Mirrored:
    """A face whose cells are not known: any patch is a doubt, and on a dark body what is light but
    no pip by its area, or unlike the rest of it, or another face to the lattice."""
    grey = np.asarray(small.astype(np.float32) @ _GREY, np.float32)
    low = float(np.quantile(grey[_DISC], LOW))
    face_px = np.count_nonzero(_DISC)
    lamp = (least_channel(small) >= BURNT_LEVEL) | ((grey > GLARING) & (grey > low + LIGHTER))
    if np.count_nonzero(lamp & _DISC) > SMALL_PATCH * face_px:
        return Mirrored(not (value == 6 and _dark_spots(grey, low) >= 6))
    light = _DISC & (grey > low + MUCH_LIGHTER)
    if low > DARK_BODY or np.count_nonzero(light) < SMALL_PATCH * face_px:
        return Mirrored(False)
    if pattern.value != value:
        return Mirrored(True)
    certain = small[cv2.erode(light.astype(np.uint8), _CROSS, iterations=2) > 0]
    unlike = certain.size and float(np.ptp(np.percentile(certain, (10, 90), axis=0), axis=0).max())
    larger = np.count_nonzero(light) > LARGER * value * PIP_FACES * CUT_FACE_PX**2
    return Mirrored(larger or unlike > BRIGHTER)


def _dark_spots(grey: Tones, body: float) -> int:
    """How many dark pips are seen: no lamp makes one, and no face has more than a six."""
    dark = (_DISC & (grey < body - MUCH_LIGHTER)).astype(np.uint8)
    areas = cv2.connectedComponentsWithStats(dark, connectivity=4)[2][1:, cv2.CC_STAT_AREA]
    return int((areas > SPOT * PIP_FACES * CUT_FACE_PX**2).sum())


def _judged(face: NDArray[np.uint8], value: int) -> Mirrored | None:
    """What the cells of a straight face say; None where its pips are not in them alone."""
    tones = face.astype(np.float32)
    grey = np.asarray(tones @ _GREY, np.float32)
    burnt = least_channel(face) >= BURNT_LEVEL
    # The plainer of the two ways in which a two, three or six can lie is the true one.
    pips, bare = min(WAYS[value], key=lambda way: float(cv2.meanStdDev(grey[way[1]])[1][0, 0]))
    body = _body(tones, grey, burnt, bare)
    away = grey - float(body @ _GREY)
    tone = float(np.median(shares(away, CORES[pips])))
    if abs(tone) < LIGHTER:
        return (
            None  # the two pips of a close two, or what is left of a three, lie between the cells
        )
    if tone > 0:
        return Mirrored(_among_light_pips(tones - body, away, burnt, pips))
    dark = away < PIP_TONE * tone
    if np.count_nonzero(dark & bare) > UNEXPLAINED * PIP_PX:
        return None
    if CLEAR_OF_BURNT < float(body.min()) < 255:
        burnt = np.zeros_like(burnt)
    differs = np.abs(tones - body).max(axis=2)
    return Mirrored(
        _may_hide_more(differs, burnt, pips, bare),
        bool(burnt.any()) and _shows_through(dark, burnt, pips),
    )


def _may_hide_more(differs: Tones, burnt: Mask, pips: Mask, bare: Mask) -> bool:
    """Whether dark pips may be hidden that would make it another face."""
    if pips.sum() == 1:
        near = cv2.dilate(burnt.astype(np.uint8), _ABOUT) > 0
        both = burnt & near[::-1, ::-1] & OUTER
        return bool(np.count_nonzero(both) > OPPOSITE * PIP_PX)
    level = max(STRANGE, STRANGE_SPREADS * float(np.median(differs[bare])))
    hidden = shares(burnt | (differs > level), PIPS)[:, 0] > COVERED
    return faces_that_agree(pips, hidden) > 1


def _shows_through(dark: Mask, patch: Mask, pips: Mask) -> bool:
    """Whether a whole pip is seen dark within a patch."""
    there = pips & (shares(dark, CORES)[:, 0] > WHOLE)
    if not there.any():
        return False
    area = float(np.median(np.count_nonzero(AROUND[there] & dark, axis=(1, 2))))
    reach = float(np.sqrt(area / np.pi)) / UNIT_PX
    rings = weights(spots(reach + RING_UNITS[0], reach + RING_UNITS[1])[there])
    crossed = shares(outlines(patch) & dark, PIPS[there])
    return bool((shares(patch, rings) > SURROUNDED).any() or (crossed > CROSSED).any())


def _among_light_pips(over: Tones, away: Tones, burnt: Mask, pips: Mask) -> bool:
    """Whether one of the light pips may be a lamp, or a lamp cover one."""
    tones = shares(over, CORES[pips])
    light = shares(away, CORES[pips])[:, 0]
    faintest = int(light.argmin())
    if len(light) == 1:
        if shares(burnt, CORES[pips])[0, 0] > COVERED:
            return True  # nothing on this face tells a lamp from a pip
    elif (tones - tones[faintest]).max() > BRIGHTER:
        return True
    bright = SQUARE & (away > max(LIGHTER, PIP_TONE * float(light[faintest])))
    areas = np.count_nonzero(AROUND[pips] & bright, axis=(1, 2))
    if areas.max() > LARGER * areas.min() or (shares(bright, BEYOND[pips]) > BLOTCHED).any():
        return True
    beside = bright & ~AROUND[pips].any(axis=0)
    return bool(np.count_nonzero(beside) > UNEXPLAINED * PIP_PX)


def _body(tones: Tones, grey: Tones, burnt: Mask, bare: Mask) -> Tones:
    """The commonest tone of what is bare and not burnt; white where next to all is."""
    rest = bare & ~burnt
    levels = grey[rest]
    if levels.size < (1 - BURNT_BODY) * np.count_nonzero(bare):
        return np.full(3, 255, np.float32)
    counts = np.bincount((levels / TONE_STEP).astype(int), minlength=24)
    common = TONE_STEP * (int((counts[:-1] + counts[1:]).argmax()) + 1)
    near = tones[rest][np.abs(levels - common) <= TONE_STEP]
    return np.asarray(np.median(near, axis=0), np.float32)


_GREY = np.array([0.114, 0.587, 0.299], np.float32)
_ABOUT = np.ones((7, 7), np.uint8)
_CROSS = np.ones((3, 3), np.uint8)
_AWAY = np.arange(CUT_PX) - (CUT_PX - 1) / 2
_DISC: Mask = np.hypot(_AWAY[:, None], _AWAY) < GLANCE * CUT_FACE_PX
