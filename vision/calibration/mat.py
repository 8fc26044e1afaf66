"""A printed sheet with sixteen markers that gives millimetres, the camera's turn and its lens.

Knows the layout of the sheet and how it is found in a picture, also where some of it is
covered. Refuses to know printers and files: see mat_sheet.

Markers are those of ArUco (Garrido-Jurado and others, 2014), which OpenCV finds. The lens is
taken to bend radially by one coefficient (Fitzgibbon's and Brown's first term): with its
bend taken out, a plane is seen by a homography, and what is left over tells the coefficient.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.tray import Matrix

Points = NDArray[np.float64]

COLUMNS = ROWS = 4
MARKERS = COLUMNS * ROWS
MARKER_MM = 20.0
GAP_MM = 7.5
SHEET_MM = COLUMNS * MARKER_MM + (COLUMNS - 1) * GAP_MM
"""Width and height of all markers together: small enough for the floor of a small tray."""

LEAST_MARKERS = 4
"""Markers that must be seen: three could lie in one row, and then nothing is known across."""

MOST_BULGE = 0.35
"""Strongest bend that is looked for, at the picture's corners; beyond it is a fisheye."""

TELLING = 0.8
"""The bend is believed where it leaves less than this part of the error that there was."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundMat:
    """``markers`` seen of MARKERS. ``to_mm``: 3 x 3, pixels (bend taken out) to millimetres from
    the sheet's middle, x right and y down on the sheet. ``bulge``: bend of the lens at the
    picture's corners, as part of half the diagonal, outwards positive; None where the sheet is
    too small in the picture to tell. ``error_px``: what is left over, root mean square.
    ``turn_deg``: how far the sheet's top is turned clockwise from up in the picture, -180 to
    180. ``mirrored``: seen from behind, as through a mirror.
    """

    markers: int
    to_mm: Matrix
    bulge: float | None
    error_px: float
    turn_deg: float
    mirrored: bool


def dictionary() -> cv2.aruco.Dictionary:
    """The markers' dictionary: 4 x 4 cells, fifty markers, of which the sheet has sixteen."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def marker_corners_mm(number: int) -> Points:
    """4 x 2: corners of a marker, in order from its top left, from the sheet's middle."""
    row, column = divmod(number, COLUMNS)
    step = MARKER_MM + GAP_MM
    x, y = column * step - SHEET_MM / 2, row * step - SHEET_MM / 2
    return np.array(
        [[x, y], [x + MARKER_MM, y], [x + MARKER_MM, y + MARKER_MM], [x, y + MARKER_MM]]
    )


def seen_markers(image_bgr: NDArray[np.uint8]) -> dict[int, Points]:
    """The sheet's markers in a picture: number to 4 x 2 corners in pixels."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary(), settings).detectMarkers(grey)
    if not corners:
        return {}
    return {
        int(number): np.asarray(four, np.float64).reshape(4, 2)
        for number, four in zip(numbers.ravel(), corners, strict=True)
        if int(number) < MARKERS
    }


def found_mat(image_bgr: NDArray[np.uint8]) -> FoundMat | None:
    """The sheet in a picture (H x W x 3, 8 bit); None with fewer than LEAST_MARKERS seen.

    A sheet seen from behind is found in the mirrored picture.
    """
    height, width = image_bgr.shape[:2]
    seen, mirrored = seen_markers(image_bgr), False
    if len(seen) < LEAST_MARKERS:
        seen = seen_markers(np.ascontiguousarray(image_bgr[:, ::-1]))
        seen = {n: np.column_stack([width - 1 - c[:, 0], c[:, 1]]) for n, c in seen.items()}
        mirrored = True
    if len(seen) < LEAST_MARKERS:
        return None
    real = np.concatenate([marker_corners_mm(number) for number in seen])
    pixels = _without_bleeding(np.stack(list(seen.values())), real)
    bulge, to_mm, error = _lens(pixels, real, (width, height))
    back = np.linalg.inv(to_mm)
    ends = np.array([[[0.0, 0.0], [0.0, -SHEET_MM / 2]]])
    middle, top = cv2.perspectiveTransform(ends, back)[0]
    turn = float(np.degrees(np.arctan2(top[0] - middle[0], middle[1] - top[1])))
    return FoundMat(len(seen), to_mm, bulge, error, turn, mirrored)


def straightened(points_px: Points, size_px: tuple[int, int], bulge: float) -> Points:
    """Pixels with the lens's bend taken out; ``size_px`` is width and height."""
    centre = (np.array(size_px, np.float64) - 1) / 2
    half = float(np.hypot(*size_px)) / 2
    away = (points_px - centre) / half
    grown = away * (1 + bulge * (away * away).sum(axis=1, keepdims=True))
    return np.asarray(centre + half * grown, np.float64)


def bent_px(size_px: tuple[int, int], bulge: float) -> float:
    """How far the lens moves the picture's corners, in pixels."""
    return abs(bulge) * float(np.hypot(*size_px)) / 2


def _without_bleeding(fours: Points, real: Points) -> Points:
    """Corners (4n x 2) of n x 4 x 2, moved back by as much as white paper bleeds into black ink.

    All markers look smaller than they are by the same part of a pixel: light is averaged before
    the camera bends it to its tones. The mean of what the sheet is off tells by how much.
    """
    away = fours - fours.mean(axis=1, keepdims=True)
    away /= np.linalg.norm(away, axis=2, keepdims=True)
    pixels, out = fours.reshape(-1, 2), away.reshape(-1, 2)
    for _ in range(3):
        back = np.linalg.inv(_homography(pixels, real))
        off = cv2.perspectiveTransform(real[None], back)[0] - pixels
        pixels = pixels + out * float((off * out).sum(axis=1).mean())
    return np.asarray(pixels, np.float64)


def _lens(
    pixels: Points, real: Points, size_px: tuple[int, int]
) -> tuple[float | None, Matrix, float]:
    """The bend that makes the sheet flattest, searched by thirds; None where nothing is gained."""
    low, high = -MOST_BULGE, MOST_BULGE
    for _ in range(28):
        third = (high - low) / 3
        if _error(pixels, real, size_px, low + third) < _error(pixels, real, size_px, high - third):
            high -= third
        else:
            low += third
    bulge = (low + high) / 2
    straight, bent = _error(pixels, real, size_px, 0.0), _error(pixels, real, size_px, bulge)
    if bent > TELLING * straight:
        return None, _homography(pixels, real), straight
    return bulge, _homography(straightened(pixels, size_px, bulge), real), bent


def _homography(pixels: Points, real: Points) -> Matrix:
    found, _ = cv2.findHomography(pixels, real, 0)
    return np.asarray(found, np.float64)


def _error(pixels: Points, real: Points, size_px: tuple[int, int], bulge: float) -> float:
    """Root mean square of what the sheet is off in the picture, in pixels."""
    straight = straightened(pixels, size_px, bulge)
    back = np.linalg.inv(_homography(straight, real))
    seen = cv2.perspectiveTransform(real[None], back)[0]
    return float(np.sqrt(((seen - straight) ** 2).sum(axis=1).mean()))
