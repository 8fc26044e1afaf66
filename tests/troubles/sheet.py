"""The printed mat lying on a rendered table.

Knows how the sheet looks from any camera. Refuses to know how it is found.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from hardware.simulated.scene.pose import Array
from hardware.simulated.scene.stage import Stage
from hardware.simulated.scene.table import table_points
from vision.calibration.mat import GAP_MM, SHEET_MM
from vision.calibration.mat_sheet import MIDDLE_MM, black_boxes

TEXEL_MM = 0.25
PAPER, INK = 0.72, 0.02
HALF_MM = SHEET_MM / 2 + GAP_MM


def with_mat(
    stage: Stage, xy_mm: tuple[float, float] = (0.0, 0.0), turn: float = 0.0, covered: float = 0.0
) -> Stage:
    """The stage with the mat on the table.

    ``turn``: radians counterclockwise seen from above; ``covered``: part of it, from its left,
    under a grey cloth.
    """
    sheet = _sheet()
    sheet[:, : round(covered * sheet.shape[1])] = 0.2

    def draw(albedo: Array) -> None:
        x_mm, y_mm = table_points(stage.camera)
        c, s = math.cos(turn), math.sin(turn)
        dx, dy = x_mm - np.float32(xy_mm[0]), y_mm - np.float32(xy_mm[1])
        right, down = c * dx + s * dy, -(c * dy - s * dx)
        u = ((right + HALF_MM) / TEXEL_MM - 0.5).astype(np.float32)
        v = ((down + HALF_MM) / TEXEL_MM - 0.5).astype(np.float32)
        paper = cv2.remap(sheet, u, v, cv2.INTER_LINEAR, borderValue=(-1.0,))
        inside = (np.abs(right) < HALF_MM) & (np.abs(down) < HALF_MM)
        albedo[inside] = paper[inside, None]

    return stage.strewn(draw)


def _sheet() -> Array:
    side = round(2 * HALF_MM / TEXEL_MM)
    out = np.full((side, side), PAPER, np.float32)
    for x, y, width, height in black_boxes():
        left, top = x - MIDDLE_MM[0] + HALF_MM, y - MIDDLE_MM[1] + HALF_MM
        rows = slice(round(top / TEXEL_MM), round((top + height) / TEXEL_MM))
        columns = slice(round(left / TEXEL_MM), round((left + width) / TEXEL_MM))
        out[rows, columns] = INK
    return out
