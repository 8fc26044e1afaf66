"""Where dice might lie that the net did not mark, found without any learning.

Knows two signs: pip-like spots close together, and blobs of the colour and size of the dice
that were found. Refuses to decide: a rumour is a place to look at closely, nothing more.

A die that is left out entirely is the usual silent error of a dice reader, so this search is
generous; what it proposes is judged by the same evidence as everything else.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import Pyramid
from vision.dice.middle import median_colour
from vision.values import Point

Place = tuple[float, float, float]
"""x, y and side of a face, in pixels of the picture."""

FACE_PX = 20
"""Side of a face in the small picture that is searched; a pip is then about 4 wide."""

SPOT_LEVELS = 7
"""Grey levels by which a spot must differ from its surroundings."""

MOST_SPOT_LEVELS = 40
"""A spot that differs by more counts no more: one glint is no group of pips."""

OWN_REACH = 0.72
"""Within this many sides of a known die, spots and colours are that die's own."""

BODY_FACES = (0.6, 1.9)
"""Areas, in faces, that the body of a die can show: its top face and what is seen beside it."""

COLOUR_REACH = 22.0
"""Distance in Lab within which a pixel has the colour of a known die."""


def pip_rumours(picture: Pyramid, side: float, known: Sequence[Place], most: int) -> list[Place]:
    """Places, away from known dice, with most pip-like spots for dice of that side."""
    to, scale = _shrunk(picture, side)
    if min(to) < FACE_PX // 2:
        return []
    fine = picture.soft_at(*to)
    wide = cv2.blur(picture.at(*to), (9, 9))
    blue, green, red = cv2.split(cv2.absdiff(fine, wide))
    differs = cv2.max(cv2.max(blue, green), red)
    spots = np.asarray(cv2.subtract(differs, np.full_like(differs, SPOT_LEVELS)), np.uint8)
    np.minimum(spots, MOST_SPOT_LEVELS, out=spots)
    _forget(spots, known, scale, OWN_REACH)
    # Where the middle of such a group lies is asked at half the size: that is exact enough.
    to = (spots.shape[1] // 2, spots.shape[0] // 2)
    half = cv2.resize(spots, to, interpolation=cv2.INTER_AREA).astype(np.float32)
    reach = int(0.36 * FACE_PX) | 1
    mass = cv2.GaussianBlur(half, (reach, reach), FACE_PX / 10)
    top = cv2.dilate(mass, np.ones((FACE_PX // 4 | 1, FACE_PX // 4 | 1), np.uint8))
    rows, columns = np.nonzero((mass >= top) & (mass > 1.0))
    order = np.argsort(-mass[rows, columns], kind="stable")[:most]
    return [
        (*_picture_point(2 * int(columns[k]) + 0.5, 2 * int(rows[k]) + 0.5, scale), side)
        for k in order
    ]


def body_rumours(picture: Pyramid, side: float, known: Sequence[Place], most: int) -> list[Place]:
    """Places of compact blobs, away from known dice, of a known die's colour and size."""
    if not known:
        return []
    to, scale = _shrunk(picture, side)
    lab = np.asarray(cv2.cvtColor(picture.soft_at(*to), cv2.COLOR_BGR2LAB), np.uint8)
    mask = np.zeros(lab.shape[:2], np.uint8)
    for colour in _body_colours(lab, known, scale):
        bright, a, b = (
            cv2.absdiff(plane, np.full_like(plane, level))
            for plane, level in zip(cv2.split(lab), colour, strict=True)
        )
        hue = cv2.add(a, b)
        mask |= cv2.add(bright, cv2.add(hue, hue)) < 2 * COLOUR_REACH
    _forget(mask, known, scale, OWN_REACH)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    for outline in outlines:
        area = float(cv2.contourArea(outline))
        (x, y), (width, height), _ = cv2.minAreaRect(outline)
        if not BODY_FACES[0] < area / FACE_PX**2 < BODY_FACES[1]:
            continue
        if max(width, height) < 1.5 * min(width, height) and area > 0.75 * width * height:
            found.append((area, (*_picture_point(x, y, scale), side)))
    found.sort(key=lambda one: abs(one[0] - FACE_PX**2))
    return [place for _, place in found[:most]]


def _shrunk(picture: Pyramid, side: float) -> tuple[tuple[int, int], Point]:
    """Width and height of the picture with faces FACE_PX wide, and its pixels per pixel."""
    width, height = picture.size
    scale = FACE_PX / side
    to = (max(2, round(width * scale)), max(2, round(height * scale)))
    return to, (to[0] / width, to[1] / height)


def _picture_point(x: float, y: float, scale: Point) -> Point:
    return (float(x) + 0.5) / scale[0] - 0.5, (float(y) + 0.5) / scale[1] - 0.5


def _forget(mask: NDArray[np.uint8], known: Sequence[Place], scale: Point, reach: float) -> None:
    for x, y, side in known:
        centre = (round((x + 0.5) * scale[0] - 0.5), round((y + 0.5) * scale[1] - 0.5))
        cv2.circle(mask, centre, round(reach * side * scale[0]), (0,), -1)


def _body_colours(
    lab: NDArray[np.uint8], known: Sequence[Place], scale: Point
) -> list[NDArray[np.int16]]:
    """The colour of each known die's body, dice of like colour once."""
    colours: list[NDArray[np.int16]] = []
    for x, y, side in known:
        reach = max(1, round(0.3 * side * scale[0]))
        column, row = round(x * scale[0]), round(y * scale[1])
        part = lab[
            max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1
        ]
        if part.size:
            colour = median_colour(part.reshape(-1, 3)).astype(np.int16)
            if all(np.abs(colour - other).sum() > COLOUR_REACH / 2 for other in colours):
                colours.append(colour)
    return colours[:8]
