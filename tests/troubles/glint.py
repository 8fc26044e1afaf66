"""The mirror image of a lamp in the polished top of a die.

Knows where on the face it lies and what it hides. Refuses to know readers.

The renderer's lamps light a flat face evenly, as a frosted lamp does; a bare bulb or a window
shows as a patch with an edge. The patch is laid over the finished picture.
"""

from __future__ import annotations

import cv2
import numpy as np

from hardware.simulated.scene.sensor import Picture
from hardware.simulated.scene.truth import DieTruth


def with_glint(
    image_bgr: Picture,
    die: DieTruth,
    at: tuple[float, float],
    radius: float,
    strength: float = 1.0,
) -> Picture:
    """A copy with a patch on the top face of a die.

    ``at``: its middle in the face, -0.5 to 0.5 along both edges; ``radius`` in sides;
    ``strength``: 1 hides what lies below.
    """
    scale = 64
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    patch = np.column_stack([at[0] + radius * np.cos(angle), at[1] + 0.8 * radius * np.sin(angle)])
    canvas = np.zeros((scale, scale), np.uint8)
    cv2.fillPoly(canvas, [np.rint((patch + 0.5) * scale).astype(np.int32)], (255,))
    canvas = np.asarray(cv2.GaussianBlur(canvas, (0, 0), 1.5), np.uint8)
    corners = np.array([[0, 0], [scale, 0], [scale, scale], [0, scale]], np.float32) - 0.5
    onto = cv2.getPerspectiveTransform(corners, np.array(die.outline_px, np.float32))
    size = (image_bgr.shape[1], image_bgr.shape[0])
    cover = cv2.warpPerspective(canvas, onto, size)[..., None].astype(np.float32) / 255 * strength
    lit = image_bgr.astype(np.float32) + (255.0 - image_bgr) * cover
    return np.asarray(np.clip(lit + 0.5, 0, 255), np.uint8)
