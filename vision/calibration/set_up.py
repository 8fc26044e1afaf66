"""From some pictures of an empty tray to a known tray, or to what must be mended first.

Knows the order in which things are looked for and which faults forbid to go on. Refuses to know
cameras, files, and how dice are read: whoever calls says which dice were seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.advice import Advice, Topic, of_focus, of_framing, of_light
from vision.calibration.corners import check_corners
from vision.calibration.floor import Floor, Outline, Shape, found_floor, outline_mask
from vision.calibration.focus import blur_of
from vision.calibration.mat import (
    LEAST_MARKERS,
    MARKERS,
    FoundMat,
    bent_px,
    found_mat,
    seen_markers,
)
from vision.calibration.posture import lean_from_circle, lean_from_scale
from vision.calibration.reference import emptied
from vision.calibration.tray import Matrix, Tray
from vision.motion import changes, contrast
from vision.values import Point, View

MOVING_SHARE = 0.004
"""Part of the picture that changes between pictures of a tray that nobody touches."""

UPSIDE_DOWN_DEG = 120.0
"""A picture turned by more than this shows the tray upside down."""

SAME_FLOOR = 0.97
"""Overlap of two floors from which the camera did not move between them."""

BENT_PX_PART = 0.006
"""Bend of the lens at the corners, as part of the width, that is worth a word."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """``view``: where the camera stands. ``outline_px``: the floor's corners as a person gave
    them. ``floor_mm``: known width and height of the floor, the diameter twice for a round one.
    ``die_side_px``: side of dice, where some were seen before."""

    view: View = View.ABOVE
    outline_px: tuple[tuple[float, float], ...] | None = None
    floor_mm: tuple[float, float] | None = None
    die_side_px: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SetUp:
    """``tray`` is None where a fault must be mended first. ``advice``: faults first."""

    tray: Tray | None
    advice: tuple[Advice, ...]
    floor: Floor | None = None
    mat: FoundMat | None = None

    @property
    def faults(self) -> tuple[Advice, ...]:
        """What must be mended before the tray can be used."""
        return tuple(one for one in self.advice if one.fault)


def set_up(
    pictures: Sequence[NDArray[np.uint8]], wishes: Wishes, dice_px: Sequence[Point] = ()
) -> SetUp:
    """Set a tray up from pictures of one size (H x W x 3, 8 bit), the newest last.

    ``dice_px``: where a reader sees dice in the newest; those beside the tray do not matter.
    Raises ValueError without a picture, TrayUnusable for corners that enclose no floor.
    """
    if not pictures:
        raise ValueError("Setting up needs a picture of the tray.")
    image = pictures[-1]
    height, width = image.shape[:2]
    floor = _floor(image, wishes)
    said = of_light(image, floor.outline_px if floor else None)
    unseen = any(one.fault for one in said)
    if not unseen:
        said += of_focus(image)
        said += _of_stillness(pictures)
    inside = [at for at in dice_px if floor is None or _is_in(floor, at)]
    if not unseen and found_mat(image) is not None:  # whose markers can pass for dice
        said.append(_mat_in_tray())
    elif inside:
        said.append(_dice_in_tray(len(inside)))
    if floor is None and not unseen:
        said.append(
            Advice(
                Topic.NO_TRAY,
                "No tray was found: let the camera see its whole edge, on a table of another"
                " colour, or give its corners with --corners. Without a tray all dice in view"
                " are read, which needs no set-up.",
                fault=True,
            )
        )
    side = wishes.die_side_px
    if floor is not None:
        said += of_framing((width, height), floor.outline_px, floor.cut, side)
    said.sort(key=lambda one: not one.fault)
    if floor is None or any(one.fault for one in said):
        return SetUp(None, tuple(said), floor)
    return SetUp(_tray(pictures, floor, wishes), tuple(said), floor)


def measure_mat(pictures: Sequence[NDArray[np.uint8]], tray: Tray, view: View) -> SetUp:
    """What a mat in a tray that is set up tells: millimetres, turn and lens.

    Raises ValueError without a picture, TrayUnusable where they are not of the tray's shape.
    """
    if not pictures:
        raise ValueError("Measuring needs a picture of the mat.")
    image = pictures[-1]
    known = tray.fitted(image.shape[1], image.shape[0])
    said = of_light(image)
    mat = None
    if not any(one.fault for one in said):
        said += [*of_focus(image), *_of_stillness(pictures)]
        mat, about = _mat(image, view)
        said += about
    said.sort(key=lambda one: not one.fault)
    if mat is None or any(one.fault for one in said):
        return SetUp(None, tuple(said), None, mat)
    measured = replace(
        known,
        to_mm=mat.to_mm,
        bulge=mat.bulge,
        turn_deg=mat.turn_deg,
        lean=_lean(view, mat.to_mm, known.size_px, known.outline_px.mean(axis=0), None),
    )
    return SetUp(measured, tuple(said), None, mat)


def still_true(old: Tray, new: Tray) -> Tray:
    """The new tray with what was measured before, where the camera did not move in between."""
    same = old.size_px == new.size_px and old.view is new.view
    if not same or not _alike(old, new):
        return new
    return replace(
        new,
        lean=old.lean if old.to_mm is not None and new.to_mm is None else new.lean,
        die_side_px=new.die_side_px or old.die_side_px,
        to_mm=old.to_mm if new.to_mm is None else new.to_mm,
        bulge=old.bulge if new.bulge is None else new.bulge,
        turn_deg=old.turn_deg if new.turn_deg is None else new.turn_deg,
    )


def _alike(old: Tray, new: Tray) -> bool:
    first, second = (outline_mask(one.outline_px, one.size_px) > 0 for one in (old, new))
    return bool((first & second).sum() > SAME_FLOOR * (first | second).sum())


def _tray(pictures: Sequence[NDArray[np.uint8]], floor: Floor, wishes: Wishes) -> Tray:
    height, width = pictures[-1].shape[:2]
    to_mm = _known_size(floor, wishes.floor_mm)
    at = floor.outline_px.mean(axis=0)
    grey = np.asarray(cv2.cvtColor(pictures[-1], cv2.COLOR_BGR2GRAY), np.uint8)
    blur = blur_of(grey, max(3.0, width / 200))
    return Tray(
        size_px=(width, height),
        shape=floor.shape,
        outline_px=floor.outline_px,
        view=wishes.view,
        lean=_lean(wishes.view, to_mm, (width, height), at, floor),
        die_side_px=wishes.die_side_px,
        to_mm=to_mm,
        sharpness=None if blur is None else 1 / blur.least_px,
        reference_bgr=emptied(pictures),
    )


def _lean(
    view: View, to_mm: Matrix | None, size_px: tuple[int, int], at: Outline, floor: Floor | None
) -> tuple[float, float]:
    if view is View.BELOW:  # the face that is seen lies on the floor
        return 0.0, 0.0
    if to_mm is not None:
        return lean_from_scale(to_mm, size_px, (float(at[0]), float(at[1])))
    return (0.0, 0.0) if floor is None else lean_from_circle(floor)


def _floor(image: NDArray[np.uint8], wishes: Wishes) -> Floor | None:
    if wishes.outline_px is None:
        return found_floor(image)
    outline = np.array(wishes.outline_px, np.float64)
    check_corners(outline, (image.shape[1], image.shape[0]))
    return Floor(Shape.QUAD if len(outline) == 4 else Shape.POLYGON, outline, 1.0, 0.0)


def _is_in(floor: Floor, at: Point) -> bool:
    return cv2.pointPolygonTest(floor.outline_px.astype(np.float32), at, False) >= 0


def _known_size(floor: Floor, floor_mm: tuple[float, float] | None) -> Matrix | None:
    """Pixels to millimetres from the floor's own size, its middle at 0, 0."""
    if floor_mm is None or floor.shape is Shape.POLYGON:
        return None
    wide, high = floor_mm
    if floor.shape is Shape.QUAD:
        corners = _from_top_left(floor.outline_px)
        real = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
        found = cv2.getPerspectiveTransform(corners.astype(np.float32), real.astype(np.float32))
        return np.asarray(found, np.float64)
    (x, y), axes, turn = cv2.fitEllipse(floor.outline_px.astype(np.float32))
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    turned = np.array([[c, s], [-s, c]])
    squeezed = turned.T @ np.diag([wide / axes[0], high / axes[1]]) @ turned
    out = np.eye(3)
    out[:2, :2] = squeezed
    out[:2, 2] = -squeezed @ np.array([x, y])
    return out


def _from_top_left(corners: Outline) -> Outline:
    """Four corners clockwise as seen, the one nearest to the picture's top left first."""
    middle = corners.mean(axis=0)
    angle = np.arctan2(*(corners - middle).T[::-1])
    ordered = corners[np.argsort(angle)]
    return np.roll(ordered, -int(ordered.sum(axis=1).argmin()), axis=0)


def _of_stillness(pictures: Sequence[NDArray[np.uint8]]) -> list[Advice]:
    if len(pictures) < 2:
        return []
    first, *rest = (contrast(one) for one in pictures)
    if all(changes(first, one).share <= MOVING_SHARE for one in rest):
        return []
    return [
        Advice(
            Topic.MOVING,
            "Something moved in the picture: keep hands away and the table still for a moment.",
            fault=True,
        )
    ]


def _dice_in_tray(count: int) -> Advice:
    what = "A die lies" if count == 1 else f"{count} dice lie"
    them = "it" if count == 1 else "them"
    return Advice(
        Topic.DICE_IN_TRAY,
        f"{what} in the tray: take {them} out, so that the empty tray is known.",
        fault=True,
    )


def _mat_in_tray() -> Advice:
    return Advice(
        Topic.MAT_IN_TRAY,
        "The printed mat lies in the tray: take it out, so that the empty tray is known. After"
        " that lay it in again and add --mat.",
        fault=True,
    )


def _mat(image: NDArray[np.uint8], view: View) -> tuple[FoundMat | None, list[Advice]]:
    mat = found_mat(image)
    if mat is None:
        count = len(seen_markers(image))
        if count == 0:
            return None, [
                Advice(
                    Topic.MAT_MISSING,
                    "The mat was not found: lay the printed sheet flat into the tray, face up.",
                    fault=True,
                )
            ]
        return None, [
            Advice(
                Topic.MAT_PARTLY,
                f"Only {count} of the mat's {MARKERS} markers can be seen, and {LEAST_MARKERS} are"
                " needed: take away what covers it, or move the lamp that is mirrored in it.",
                fault=True,
            )
        ]
    said = []
    if mat.markers < MARKERS:
        said.append(
            Advice(
                Topic.MAT_PARTLY,
                f"{MARKERS - mat.markers} of the mat's {MARKERS} markers are covered; the rest is"
                " enough, but the lens is judged best by all of them.",
            )
        )
    if mat.mirrored != (view is View.BELOW):
        said.append(
            Advice(
                Topic.MAT_MIRRORED,
                "The mat is seen from behind: for a camera below a clear floor add --view below;"
                " for one above turn the sheet over."
                if mat.mirrored
                else "The mat is seen from its front, but the camera is said to stand below: lay"
                " the sheet face up on the clear floor, or leave out --view below.",
                fault=True,
            )
        )
    if abs(mat.turn_deg) > UPSIDE_DOWN_DEG:
        said.append(
            Advice(
                Topic.UPSIDE_DOWN,
                "The camera sees the tray upside down: turn the camera, or the sheet if its TOP"
                " does not point away from you. Dice are read all the same.",
            )
        )
    size_px = (image.shape[1], image.shape[0])
    if mat.bulge is not None and bent_px(size_px, mat.bulge) > BENT_PX_PART * size_px[0]:
        said.append(
            Advice(
                Topic.LENS,
                f"The lens bends straight lines: corners are off by"
                f" {bent_px(size_px, mat.bulge):.0f} pixels. This is taken into account.",
            )
        )
    return mat, said
