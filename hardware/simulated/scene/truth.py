"""What is true of a rendered picture, computed and not measured.

Knows values, places and shares of dice in a picture. Refuses to know readers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.scene.camera import Camera
from hardware.simulated.scene.die import Die
from hardware.simulated.scene.draw import Layer
from hardware.simulated.scene.pose import Array

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DieTruth:
    """One die. Pixels count from the centre of the top left pixel.

    ``value``: the face that looks up most; ``centre_px``: middle of that face; ``outline_px``:
    its four corners; ``box_px``: x0, y0, x1, y1 around it; ``size_px``: an edge facing the
    camera would be that long; ``visible``: share of the top face that is in the picture and
    not behind another die, 0 to 1; ``front``: area of the face over that of a face that
    looks straight at the camera, 0 to about 1; ``moving``: smeared by motion.
    """

    kind: str
    value: int | str
    centre_px: Point
    outline_px: tuple[Point, ...]
    box_px: tuple[float, float, float, float]
    size_px: float
    visible: float
    front: float
    cocked_deg: float
    moving: bool


def truth_of(camera: Camera, die: Die, layer: Layer | None, cover: Array | None = None) -> DieTruth:
    """What is true of one die in the picture of a camera.

    ``cover``: (h, w) 0 to 1, what a hand hides.
    """
    corners = camera.project(die.top_face_mm())
    centre = camera.project(die.top_mm()[None])[0]
    width, height = camera.size_px
    frame = np.array(
        [[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]],
        np.float32,
    )
    area = abs(float(cv2.contourArea(corners))) + 1e-3
    inside = float(cv2.intersectConvexConvex(corners, frame)[0]) if area > 1 else 0.0
    size = die.edge_mm * camera.focal_px / max(camera.depth_mm(die.pose.centre_mm), 1e-3)
    low, high = corners.min(axis=0), corners.max(axis=0)
    return DieTruth(
        kind=die.kind,
        value=die.value,
        centre_px=(float(centre[0]), float(centre[1])),
        outline_px=tuple((float(x), float(y)) for x, y in corners),
        box_px=(float(low[0]), float(low[1]), float(high[0]), float(high[1])),
        size_px=float(size),
        visible=min(1.0, inside / area) * _seen(layer, cover),
        front=area / (size * size),
        cocked_deg=die.cocked_deg,
        moving=die.moving_px != (0.0, 0.0),
    )


def truths(
    camera: Camera,
    dice: Sequence[Die],
    layers: Sequence[Layer | None],
    cover: Array | None = None,
) -> tuple[DieTruth, ...]:
    """The same for all dice, in their order."""
    return tuple(
        truth_of(camera, die, layer, cover) for die, layer in zip(dice, layers, strict=True)
    )


def _seen(layer: Layer | None, cover: Array | None) -> float:
    """Share of a die that neither other dice nor a hand hide."""
    if layer is None:
        return 0.0
    if cover is None:
        return layer.top_share
    x, y = layer.corner_px
    part = cover[y : y + layer.cover.shape[0], x : x + layer.cover.shape[1]]
    hidden = float((part * layer.cover).sum() / max(1e-3, float(layer.cover.sum())))
    return layer.top_share * (1 - hidden)
