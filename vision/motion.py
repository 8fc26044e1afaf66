"""What changed between two pictures of the same tray, whatever the light does.

Knows how to shrink a picture, to take the light out of it and to find connected places
that differ. Refuses to know time, dice and what the change means.

The light is taken out by looking at edges alone, each as the contrast of two neighbouring
cells: a brighter lamp, a passing cloud or the glow of our own lights changes both cells
alike and leaves the contrast as it is. Means of a neighbourhood were tried first and spread
every bright die over the cells around it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Cells = NDArray[np.float32]
"""6 x rows x columns: contrast of each cell to the next one right (blue, green, red) and
below (the same), from -1 to 1."""
Mask = NDArray[np.bool_]

GRID_WIDTH = 160
"""Columns of the shrunk picture: a die of a 1/60 of the width still covers three cells."""
_CELL_PX = 4
"""A cell is at least so many pixels wide: fewer do not average enough noise away."""
_DARK = np.array([120.0, 40.0, 90.0], np.float32)[:, None, None]
"""Grey levels added below the line for blue, green and red, so that noise in dark places does
not look like contrast. JPEG pictures store colour coarsely, and its errors go into blue most."""
CHANGED = 0.08
"""A contrast that differs by this much has changed, in a picture without noise, where five of
nine neighbouring cells did: noise and the blocks of JPEG pictures change fewer of them."""
CHANGED_MUCH = 0.14
"""Where it differs by this much, three of nine are enough: the edge of something large is one
cell wide."""
_NOISE_FACTOR = 7.0
"""In a noisy picture: that many times the median difference of all cells."""
_FEW, _MANY = 3, 5
_FINGERS = 11
_SAME_AFTER_SHIFT = 0.65
"""A shift is believed when it explains a third of the difference; the rest is what sampling
between cells blurs."""
_CLEAR_PEAK = 0.3
"""And when phase correlation has a clear peak (1 for the same picture, 0 for another)."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """Where two pictures differ. Shares are of the whole picture, 0 to 1.

    ``cells`` marks the changed cells. ``largest`` is the share of the box around the
    largest connected change, ``at_border`` of the largest one that touches the picture's border.
    """

    cells: Mask
    share: float
    largest: float
    at_border: float

    @property
    def any(self) -> bool:
        """True when anything changed."""
        return self.share > 0.0


def contrast(image_bgr: Image) -> Cells:
    """The shrunk picture without its light: 160 columns at most, the same proportions."""
    height, width = image_bgr.shape[:2]
    columns = min(GRID_WIDTH, max(4, width // _CELL_PX))
    rows = max(1, round(height * columns / width))
    # Two rows of pixels per row of cells average enough noise away, at half the cost.
    step = max(1, height // (2 * rows))
    small = cv2.resize(image_bgr[::step], (columns, rows), interpolation=cv2.INTER_AREA)
    light = np.ascontiguousarray(small.transpose(2, 0, 1)).astype(np.float32)
    edges = np.zeros((6, rows, columns), np.float32)
    right, below = edges[:3, :, :-1], edges[3:, :-1, :]
    np.divide(light[:, :, 1:] - light[:, :, :-1], light[:, :, 1:] + light[:, :, :-1] + _DARK, right)
    np.divide(light[:, 1:] - light[:, :-1], light[:, 1:] + light[:, :-1] + _DARK, below)
    return edges


def changes(before: Cells, after: Cells, ignored: Mask | None = None) -> Change:
    """What changed from one picture to the other; ``ignored`` cells never count."""
    differs = np.abs(before - after).max(axis=0)
    median = float(np.median(differs[::2, ::2]))
    noise = _NOISE_FACTOR * median
    some = (differs > max(CHANGED, noise)).astype(np.uint8)
    if ignored is not None:
        some[ignored] = 0
    if not some.any():
        return Change(some.astype(bool), 0.0, 0.0, 0.0)
    much = (differs > max(CHANGED_MUCH, noise)).astype(np.uint8) & some
    cells = _crowded(some, _MANY) | _crowded(much, _FEW)
    share = float(cells.mean())
    largest, at_border = _largest(cells)
    return Change(cells, share, largest, at_border)


def shift(before: Cells, after: Cells, ignored: Mask) -> tuple[float, float] | None:
    """How far the background moved, in cells right and down; None when that is not certain.

    ``ignored`` cells (dice, then and now) do not take part. Phase correlation, accepted
    only when shifting back explains the difference.
    """
    first, second = (np.where(ignored, 0, np.abs(cells).max(axis=0)) for cells in (before, after))
    window = cv2.createHanningWindow((first.shape[1], first.shape[0]), cv2.CV_32F)
    (dx, dy), peak = cv2.phaseCorrelate(first.astype(np.float32), second.astype(np.float32), window)
    moved = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    size = (first.shape[1], first.shape[0])
    back = cv2.warpAffine(first.astype(np.float32), moved, size)
    seen = cv2.warpAffine(np.ones(first.shape, np.float32), moved, size) > 0.99
    seen &= ~ignored
    if not seen.any():
        return None
    unmoved = float(np.abs(first - second)[seen].mean())
    explained = float(np.abs(back - second)[seen].mean())
    sure = peak > _CLEAR_PEAK and explained < _SAME_AFTER_SHIFT * unmoved
    return (float(dx), float(dy)) if sure else None


def likeness(
    before: Cells, then: tuple[int, int, int, int], after: Cells, now: tuple[int, int, int, int]
) -> float:
    """How much a part of the picture looks like another one did before, up to 1.

    ``then`` and ``now`` are boxes of cells x0, y0, x1, y1, the latter the larger one: correlation
    at the best place in it. A turn by twenty degrees gives 0.6, noise and a shift over 0.9.
    """
    x0, y0, x1, y1 = then
    part = _blurred(before)[max(0, y0) : y1, max(0, x0) : x1]
    x0, y0, x1, y1 = now
    room = _blurred(after)[max(0, y0) : y1, max(0, x0) : x1]
    if part.size == 0 or room.shape[0] < part.shape[0] or room.shape[1] < part.shape[1]:
        return 0.0
    return float(cv2.matchTemplate(room, part, cv2.TM_CCOEFF_NORMED).max())


def _blurred(cells: Cells) -> NDArray[np.float32]:
    # Pips are as small as cells: places between cells must not decide.
    edges = cv2.GaussianBlur(np.abs(cells).max(axis=0), (0, 0), 0.8)
    return np.asarray(edges, np.float32)


def outline(cells: Mask) -> Mask:
    """The convex hull of the largest change: what lies there, seen by its edges alone.

    Edges that lie some cells apart, such as those of two fingers, are one thing.
    """
    reach = np.ones((_FINGERS, _FINGERS), np.uint8)
    joined = cv2.dilate(cells.astype(np.uint8), reach)
    whole = np.zeros(cells.shape, np.uint8)
    contours, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if contours:
        hulls = [cv2.convexHull(contour) for contour in contours]
        cv2.fillConvexPoly(whole, max(hulls, key=cv2.contourArea).astype(np.int32), (1.0,))
    return cv2.erode(whole, reach, borderType=cv2.BORDER_CONSTANT, borderValue=(1.0,)) > 0


def _crowded(marked: NDArray[np.uint8], least: int) -> Mask:
    """The marked cells of which at least so many stand in their square of nine."""
    crowd = cv2.boxFilter(marked, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray((crowd >= least) & (marked > 0), bool)


def _largest(cells: Mask) -> tuple[float, float]:
    # Edges of one thing lie a cell or two apart where its middle looks like the tray.
    joined = cv2.dilate(cells.astype(np.uint8), np.ones((5, 5), np.uint8))
    _, _, boxes, _ = cv2.connectedComponentsWithStats(joined)
    x, y, wide, high = boxes[1:, :4].T
    rows, columns = cells.shape
    touches = (x == 0) | (y == 0) | (x + wide == columns) | (y + high == rows)
    shares = wide * high / cells.size
    return float(shares.max(initial=0.0)), float(shares[touches].max(initial=0.0))
