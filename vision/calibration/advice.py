"""What a person should change about light, camera and tray, in a player's words.

Knows what to look for in a picture of the tray and how to say it. Refuses to know how the tray
was found and what is done with a fault.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.floor import Outline, outline_mask
from vision.calibration.focus import blur_of
from vision.calibration.reference import reduced

DIM_LEVEL = 45.0
"""Grey level that even the brighter half of the picture does not reach: a dim room."""

DARK_LEVEL = 28.0
"""Brightest hundredth of a picture that shows next to nothing."""

BURNT_LEVEL = 250
BURNT_PART = 0.02
"""A part of the floor that is burnt out from which a lamp is mirrored in it."""

CLIPPED_PART = 0.3
"""A part of the floor with a colour at the end of its range from which white dice burn out."""

UNEVEN = 2.2
"""Brightness of the brightest side of the floor over that of the darkest: light from a side."""

SOFT_PART = 1 / 330
"""Blur, as part of the picture's longer side, at which dice of usual size lose their pips."""

LEAST_SIDE_PX = 24.0
"""Side of a die's face below which reading begins to suffer."""

LEAST_FLOOR_PX = 8 * LEAST_SIDE_PX
"""Width of a floor below which its dice are too small: even a small tray is eight dice wide."""

CUT_PART = 0.10
"""Part of the floor's edge on the picture's border from which dice may lie out of view."""

SMALL_PART = 0.12
"""Part of the picture that the floor fills, below which the camera is too far away."""

SIDES = ("the right", "below", "the left", "above")
"""Where in the picture light comes from, by quarter turns from the right."""


class Topic(StrEnum):
    """What an advice is about."""

    NO_TRAY = "no_tray"
    DICE_IN_TRAY = "dice_in_tray"
    DARK = "dark"
    BRIGHT = "bright"
    BLURRED = "blurred"
    CUT = "cut"
    FAR = "far"
    UNEVEN = "uneven"
    MIRRORED_LAMP = "mirrored_lamp"
    SMALL_DICE = "small_dice"
    UPSIDE_DOWN = "upside_down"
    MAT_IN_TRAY = "mat_in_tray"
    MAT_MISSING = "mat_missing"
    MAT_PARTLY = "mat_partly"
    MAT_MIRRORED = "mat_mirrored"
    LENS = "lens"
    MOVING = "moving"
    GLARE = "glare"
    COCKED = "cocked"
    EDGE = "edge"
    DOUBTS = "doubts"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Advice:
    """One sentence that says what was seen and what to do. ``fault``: must be mended first."""

    topic: Topic
    text: str
    fault: bool = False


def of_light(image_bgr: NDArray[np.uint8], outline_px: Outline | None = None) -> list[Advice]:
    """What to say about the light of a picture, and of the floor where that is known."""
    small = reduced(image_bgr)
    bright = small.max(axis=2)
    if np.percentile(bright, 99) < DARK_LEVEL:
        return [
            Advice(
                Topic.DARK,
                "The picture is black: take the cap off the lens, switch on a lamp, or let the"
                " camera expose longer.",
                fault=True,
            )
        ]
    said = []
    if np.percentile(bright, 75) < DIM_LEVEL:
        said.append(
            Advice(Topic.DARK, "It is too dark here: switch on a lamp near the tray.", fault=True)
        )
    if (small.min(axis=2) >= BURNT_LEVEL).mean() > 0.5:
        said.append(
            Advice(
                Topic.BRIGHT,
                "The picture is burnt out: let the camera expose less, or move the lamp away.",
                fault=True,
            )
        )
    if outline_px is None:
        return said
    height, width = small.shape[:2]
    floor = outline_mask(outline_px, (width, height), width / image_bgr.shape[1]) > 0
    if not floor.any():
        return said
    if (small.min(axis=2)[floor] >= BURNT_LEVEL).mean() > BURNT_PART and not said:
        said.append(
            Advice(
                Topic.MIRRORED_LAMP,
                "A lamp is mirrored in the floor of the tray: move the lamp aside, or lay felt"
                " into the tray.",
            )
        )
    elif (small.max(axis=2)[floor] >= BURNT_LEVEL).mean() > CLIPPED_PART and not said:
        said.append(
            Advice(
                Topic.BRIGHT,
                "The floor is nearly as bright as the camera can see, so that light dice burn out:"
                " let the camera expose less, or move the lamp away.",
            )
        )
    side = light_side(image_bgr, outline_px)
    if side is not None:
        said.append(
            Advice(
                Topic.UNEVEN,
                f"The light comes from one side, from {side} of the picture: put the lamp higher"
                " or add one on the other side, so that dice cast short shadows.",
            )
        )
    return said


def light_side(image_bgr: NDArray[np.uint8], outline_px: Outline) -> str | None:
    """The side of the picture where the floor is clearly brighter; None where it is even.

    Dice do not matter: each of eight sectors is told by its median.
    """
    small = reduced(image_bgr)
    height, width = small.shape[:2]
    scale = width / image_bgr.shape[1]
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    linear = (grey / 255) ** 2.2
    mask = cv2.erode(outline_mask(outline_px, (width, height), scale), np.ones((9, 9), np.uint8))
    rows, columns = np.nonzero(mask)
    if len(rows) < 200:
        return None
    middle = outline_px.mean(axis=0) * scale
    angle = np.arctan2(rows - middle[1], columns - middle[0])
    sector = np.round(angle / (np.pi / 2)).astype(int) % 4
    levels = [
        float(np.median(linear[rows, columns][sector == k])) if (sector == k).sum() > 30 else None
        for k in range(4)
    ]
    known = [level for level in levels if level is not None]
    if len(known) < 4 or max(known) < UNEVEN * max(min(known), 1e-4):
        return None
    return SIDES[int(np.argmax(known))]


def of_focus(image_bgr: NDArray[np.uint8]) -> list[Advice]:
    """What to say about the sharpness of a picture; nothing where it has no edges to judge by."""
    blur = blur_of(
        np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), np.uint8),
        SOFT_PART * max(image_bgr.shape[:2]) * 2,
    )
    if blur is None or blur.least_px < max(1.6, SOFT_PART * max(image_bgr.shape[:2])):
        return []
    return [
        Advice(
            Topic.BLURRED,
            "The picture is not sharp: turn the lens, or set the camera's focus, until print laid"
            " into the tray can be read.",
            fault=True,
        )
    ]


def of_framing(
    size_px: tuple[int, int], outline_px: Outline, cut: float, die_side_px: float | None
) -> list[Advice]:
    """What to say about where the camera stands. ``cut``: see Floor."""
    said = []
    if cut > CUT_PART:
        said.append(
            Advice(
                Topic.CUT,
                "A part of the tray lies outside of the picture: raise the camera or move the"
                " tray, so that a die at the edge is seen whole.",
            )
        )
    area = abs(float(cv2.contourArea(outline_px.astype(np.float32))))
    if area < SMALL_PART * size_px[0] * size_px[1]:
        said.append(Advice(Topic.FAR, "The tray is small in the picture: move the camera closer."))
    elif die_side_px is None and _width_px(outline_px) < LEAST_FLOOR_PX:
        said.append(
            Advice(
                Topic.SMALL_DICE,
                f"The tray is only {_width_px(outline_px):.0f} pixels wide (the picture is"
                f" {size_px[0]} x {size_px[1]}), so that dice are too small to be read well: set"
                " the camera to larger pictures.",
            )
        )
    if die_side_px is not None and die_side_px < LEAST_SIDE_PX:
        said.append(
            Advice(
                Topic.SMALL_DICE,
                f"Dice are only {die_side_px:.0f} pixels wide: move the camera closer, or set it to"
                " larger pictures.",
            )
        )
    return said


def _width_px(outline_px: Outline) -> float:
    """The floor's shorter side."""
    _, sides, _ = cv2.minAreaRect(outline_px.astype(np.float32))
    return float(min(sides))
