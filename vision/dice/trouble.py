"""Named reasons for doubt about a picture, each with its place.

Knows what makes a die or a picture hard to read. Refuses to change a reading: a trouble
explains, the joined evidence decides.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import cut, resized
from vision.dice.joining import Judged
from vision.values import Trouble, TroubleCode

FACE_PX = 40
CROP_PX = 56

DARK_LEVEL = 28
"""A picture whose brightest hundredth is below this grey level shows next to nothing."""

BRIGHT_LEVEL = 252
BRIGHT_PART = 0.6
"""A picture with this part of its pixels burnt out has lost its pips."""

SOFT_EDGE = 0.14
"""Steepest change per pixel, as a part of the face's contrast, below which edges are soft."""

GLARE_PART = 0.12
"""Part of a face that is burnt out, where the rest of it is not, that counts as glare."""

SUSPECT = 0.05
"""Presence from which a place that is no die is named."""


def troubles(
    image_bgr: NDArray[np.uint8],
    dice: Sequence[Judged],
    others: Sequence[Judged],
    *,
    sure: bool,
) -> tuple[Trouble, ...]:
    """The troubles of a picture; of a sure reading only those that touch no value."""
    height, width = image_bgr.shape[:2]
    found = [Trouble(code) for code in _of_light(image_bgr)]
    soft = 0
    for die in dice:
        at = (die.seen.x, die.seen.y)
        half = die.seen.side / 2
        if min(*at, width - 1 - at[0], height - 1 - at[1]) < 0.8 * half:
            found.append(Trouble(TroubleCode.CUT_OFF, at))
        if sure:
            continue
        face = cut(image_bgr, at, FACE_PX / die.seen.side, CROP_PX).image
        if _is_soft(face):
            soft += 1
            found.append(Trouble(TroubleCode.BLURRED, at))
        if die.face_confidence < 0.9:
            if _has_glare(face):
                found.append(Trouble(TroubleCode.GLARE, at))
            if die.face_confidence < 0.5:
                found.append(Trouble(_unread(die), at))
    if soft > len(dice) / 2 and soft > 1:
        found = [one for one in found if one.code is not TroubleCode.BLURRED]
        found.append(Trouble(TroubleCode.OUT_OF_FOCUS))
    found += [
        Trouble(TroubleCode.FOREIGN_OBJECT, (one.seen.x, one.seen.y))
        for one in others
        if one.presence >= SUSPECT and not sure
    ]
    return tuple(found)


def _of_light(image_bgr: NDArray[np.uint8]) -> list[TroubleCode]:
    step = 1 + min(image_bgr.shape[:2]) // 400  # every few pixels tell the light of all
    to = (image_bgr.shape[1] // step, image_bgr.shape[0] // step)
    some = np.asarray(cv2.resize(image_bgr, to, interpolation=cv2.INTER_NEAREST), np.uint8)
    sample = resized(some, 96, 96).max(2)
    if np.percentile(sample, 99) < DARK_LEVEL:
        return [TroubleCode.TOO_DARK]
    if (sample >= BRIGHT_LEVEL).mean() > BRIGHT_PART:
        return [TroubleCode.TOO_BRIGHT]
    return []


def _is_soft(face: NDArray[np.uint8]) -> bool:
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
    low, high = np.percentile(grey, (3, 97))
    steepest = np.percentile(
        np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)), 98
    )
    return bool(high - low > 8 and steepest / 8 < SOFT_EDGE * (high - low))


def _has_glare(face: NDArray[np.uint8]) -> bool:
    burnt = (face.min(2) >= BRIGHT_LEVEL).mean()
    return bool(GLARE_PART < burnt < 0.7)


def _unread(die: Judged) -> TroubleCode:
    """A lattice that fits well without a common face is a tilted die; else it is no known one."""
    return TroubleCode.COCKED if die.seen.pattern.fit > 0.93 else TroubleCode.UNKNOWN_DIE
