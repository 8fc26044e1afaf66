"""The faces of a tetrahedron, laid flat, and the numbers at its corners.

Knows how a face is unfolded, the small net that reads which number stands upright towards one of
its corners, and what all faces say together. Refuses to find corners: see four_corners.
"""

from __future__ import annotations

from itertools import permutations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import ALIASES_BELOW

Vector = NDArray[np.float64]

WIDE_PX, HIGH_PX = 32, 48
"""A face is shown upright, one of its corners up: the part around the line from this corner to
the middle of the far edge."""
SIDE_PX = 51.0
_RISE = 0.866 * SIDE_PX
_TOP = (HIGH_PX - 1 - _RISE) / 2
UPRIGHT = np.array(
    [
        ((WIDE_PX - 1) / 2, _TOP),
        ((WIDE_PX - 1) / 2 + SIDE_PX / 2, _TOP + _RISE),
        ((WIDE_PX - 1) / 2 - SIDE_PX / 2, _TOP + _RISE),
    ],
    np.float32,
)
"""Where the corner that is up, the one right below and the one left below are shown."""

ANSWERS = 5
"""1 to 4, and *none of them*."""
NONE = 4

LEAST_SHARE = 0.22
"""A face is asked from this part of the area that it has seen from straight above."""
_FROM_ABOVE = 0.144
"""Area of a side face seen from straight above, in squares of an edge."""

UNHEARD = 0.02
"""How far any answer is always doubted."""
ORDERS = np.array(list(permutations(range(4))))
"""(24, 4) numbers less one of the tip and of the foot's corners clockwise."""


def triples(points: Vector, below: bool) -> list[tuple[int, int, int]]:
    """Corners (up, right below, left below) of every face that is seen, each corner up once.

    ``points``: (4, 2) the tip and the foot's corners clockwise, see Corners.
    """
    if below:
        return [(1, 2, 3), (2, 3, 1), (3, 1, 2)]
    edge = float(np.mean([np.hypot(*(points[a] - points[b])) for a, b in ((1, 2), (2, 3), (3, 1))]))
    out = []
    for right, left in ((1, 2), (2, 3), (3, 1)):
        area = signed_area(points[0], points[right], points[left])
        if area >= LEAST_SHARE * _FROM_ABOVE * edge * edge:
            out += [(0, right, left), (right, left, 0), (left, 0, right)]
    return out


def signed_area(a: Vector, b: Vector, c: Vector) -> float:
    """Area of a triangle, positive where its corners are clockwise as seen, y down."""
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2


def unfolded(image_bgr: NDArray[np.uint8], corners: Vector) -> NDArray[np.uint8]:
    """(HIGH_PX, WIDE_PX, 3): the face with these corners ((3, 2): up, right, left) upright."""
    low = np.floor(corners.min(0)).astype(int) - 3
    high = np.ceil(corners.max(0)).astype(int) + 4
    height, width = image_bgr.shape[:2]
    x0, y0 = (int(v) for v in np.clip(low, 0, (width - 1, height - 1)))
    x1, y1 = (int(v) for v in np.clip(high, (x0 + 1, y0 + 1), (width, height)))
    part = image_bgr[y0:y1, x0:x1]
    places = corners - (x0, y0)
    longest = max(float(np.hypot(*(corners[a] - corners[b]))) for a, b in ((0, 1), (1, 2), (2, 0)))
    while SIDE_PX / longest < ALIASES_BELOW and min(part.shape[:2]) >= 4:
        even = part[: part.shape[0] // 2 * 2, : part.shape[1] // 2 * 2]
        size = (even.shape[1] // 2, even.shape[0] // 2)
        part = np.asarray(cv2.resize(even, size, interpolation=cv2.INTER_AREA), np.uint8)
        places = (places + 0.5) / 2 - 0.5
        longest /= 2
    way = cv2.getAffineTransform(places.astype(np.float32), UPRIGHT)
    flat = cv2.warpAffine(
        part, way, (WIDE_PX, HIGH_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8)


def agreed(ups: list[int], logits: Vector) -> Vector:
    """(4,) probabilities of the number at the tip, from what stands at each corner.

    ``ups``: the corner that was up in each look, 0 the tip; ``logits``: (n, ANSWERS). The four
    corners bear four different numbers: so each look at any corner says something of the tip.
    """
    shares = np.exp(logits - logits.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    numbers = shares[:, :NONE] + shares[:, NONE:] / 4
    logs = np.log((1 - UNHEARD) * numbers + UNHEARD / 4)
    of_order = np.zeros(len(ORDERS))
    for up, log in zip(ups, logs, strict=True):
        of_order += log[ORDERS[:, up]]
    chances = np.exp(of_order - of_order.max())
    chances /= chances.sum()
    return np.array([float(chances[ORDERS[:, 0] == tip].sum()) for tip in range(4)])
