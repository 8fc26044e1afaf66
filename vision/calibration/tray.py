"""What is known of one set-up: the floor of the tray, its scale and how it looks empty.

Knows whether a die lies in the tray, at its edge or outside. Refuses to know how any of this
was found, files and games.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import TrayUnusable
from vision.calibration.floor import Shape
from vision.values import Box, Point, View

DIE_MM = 16.0
"""Edge of the commonest die; used for millimetres where nothing better is known."""

REFERENCE_PX = 320
"""Longer side of the kept picture of the empty tray."""

RIM_SIDES = 1.4
"""A die whose foot is farther than this outside of the floor, in sides, lies beside the tray:
nearer, it may lie on the rim, which is high and so seen farther out, or lean over the wall. A
die that is left out is lost without a word, so this is generous."""

TOUCHING_SIDES = 0.64
"""A die nearer to the floor's edge than this touches the wall: half a side for one that lies
along it, up to 0.7 for one that touches with a corner."""

SAME_SHAPE = 0.02
"""Pictures whose width to height differs by more than this part are not of the same camera."""

Matrix = NDArray[np.float64]


class Where(StrEnum):
    """Where a die lies: on the floor, against the wall, on the rim, or beside the tray.

    AT_WALL touches no value. ON_RIM is neither in nor out.
    """

    INSIDE = "inside"
    AT_WALL = "at_wall"
    ON_RIM = "on_rim"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True, eq=False)
class Tray:
    """One camera over one tray.

    ``size_px``: width and height of its pictures. ``outline_px``: edge of the floor, n x 2 in
    order. ``lean``: by how many pixels a point moves in the picture for each pixel of height
    over the floor, x and y; 0, 0 seen from straight above. ``die_side_px``: side of a top
    face. ``to_mm``: 3 x 3, pixels (after ``bulge`` is taken out) to millimetres of the floor.
    ``bulge``: first radial coefficient of the lens, in half diagonals of the picture.
    ``turn_deg``: how far the picture is turned, -180 to 180; 0 where the mat's top is up.
    ``sharpness``: see focus.sharpness. ``reference_bgr``: the empty tray, longer side at most
    REFERENCE_PX. None: not known.
    """

    size_px: tuple[int, int]
    shape: Shape
    outline_px: NDArray[np.float64]
    view: View = View.ABOVE
    lean: Point = (0.0, 0.0)
    die_side_px: float | None = None
    to_mm: Matrix | None = None
    bulge: float | None = None
    turn_deg: float | None = None
    sharpness: float | None = None
    reference_bgr: NDArray[np.uint8] | None = None

    @property
    def box_px(self) -> Box:
        """x0, y0, x1, y1 around the floor, inside the picture."""
        low = np.maximum(self.outline_px.min(axis=0), 0)
        high = np.minimum(self.outline_px.max(axis=0), np.array(self.size_px) - 1.0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    @property
    def mm_per_px(self) -> float | None:
        """Millimetres per pixel in the middle of the floor; from the dice without a mat."""
        if self.to_mm is not None:
            middle = self.outline_px.mean(axis=0)
            near = middle + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
            at = cv2.perspectiveTransform(near[None], self.to_mm)[0]
            right, down = at[1] - at[0], at[2] - at[0]
            return float(np.sqrt(abs(right[0] * down[1] - right[1] * down[0])))
        return DIE_MM / self.die_side_px if self.die_side_px else None

    def edge_px(self, x: float, y: float) -> float:
        """Distance of a point of the floor to the floor's edge; negative outside."""
        outline = self.outline_px.astype(np.float32)
        return float(cv2.pointPolygonTest(outline, (float(x), float(y)), True))

    def where(self, x: float, y: float, side: float) -> Where:
        """Where a die lies, given the centre and side of its top face in pixels."""
        foot = (x - self.lean[0] * side, y - self.lean[1] * side)
        inside = self.edge_px(*foot) / side
        if inside < -RIM_SIDES:
            return Where.OUTSIDE
        if inside < 0:
            return Where.ON_RIM
        return Where.AT_WALL if inside < TOUCHING_SIDES else Where.INSIDE

    def moved(self, affine: Matrix) -> Tray:
        """The same tray where a bumped camera sees it; ``affine`` 2 x 3, pixels to pixels."""
        outline = self.outline_px @ affine[:, :2].T + affine[:, 2]
        to_mm = None
        if self.to_mm is not None:
            to_mm = self.to_mm @ np.linalg.inv(np.vstack([affine, [0.0, 0.0, 1.0]]))
        return replace(self, outline_px=outline, to_mm=to_mm)

    def fitted(self, width: int, height: int) -> Tray:
        """The same tray in pictures of another size. Raises TrayUnusable for another shape."""
        if (width, height) == self.size_px:
            return self
        x_scale, y_scale = width / self.size_px[0], height / self.size_px[1]
        if abs(x_scale / y_scale - 1) > SAME_SHAPE:
            raise TrayUnusable(
                f"The tray was set up with pictures of {self.size_px[0]} x {self.size_px[1]}"
                f" pixels, and this one is {width} x {height}. Set the tray up again with"
                " `companion calibrate`, or leave it out."
            )
        scale = np.array([x_scale, y_scale])
        to_mm = None
        if self.to_mm is not None:
            shrink = np.diag([1 / x_scale, 1 / y_scale, 1.0])
            shrink[:2, 2] = 0.5 / scale - 0.5
            to_mm = self.to_mm @ shrink
        return replace(
            self,
            size_px=(width, height),
            outline_px=(self.outline_px + 0.5) * scale - 0.5,
            die_side_px=self.die_side_px and self.die_side_px * float(np.sqrt(x_scale * y_scale)),
            to_mm=to_mm,
        )
