"""How high the official cameras must hang, from their fields of view.

Knows the cameras' angles, pictures of 4 to 3 and dice in pixels. Refuses to know light.

Source of angles and sensors: the Raspberry Pi documentation, "Camera", table of camera
modules; of the High Quality camera the width of its sensor, 6.287 mm, and the focal length.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

WIDTH_PX = 1280
SHAPE = 4 / 3
"""Pictures are 1280 x 960; a sensor of another shape is cut to this one."""
MARGIN = 1.1
"""The tray's rim and some play for the camera's place."""
DICE_MM = (16.0, 12.0)
LEAST_PX, MOST_PX = 40.0, 80.0
TRAYS_MM = ((200, 150), (200, 200), (300, 220), (400, 300))


@dataclass(frozen=True, slots=True)
class Lens:
    """``across``, ``down``: degrees seen along the longer and shorter side of the sensor."""

    name: str
    across: float
    down: float


HQ_WIDTH_MM, HQ_HEIGHT_MM, HQ_FOCAL_MM = 6.287, 4.712, 6.0


def _angle(side_mm: float, focal_mm: float) -> float:
    return math.degrees(2 * math.atan(side_mm / (2 * focal_mm)))


LENSES = (
    Lens("Camera Module 2", 62.2, 48.8),
    Lens("Camera Module 3", 66.0, 41.0),
    Lens("Camera Module 3 Wide", 102.0, 67.0),
    Lens(
        "High Quality Camera, 6 mm lens",
        _angle(HQ_WIDTH_MM, HQ_FOCAL_MM),
        _angle(HQ_HEIGHT_MM, HQ_FOCAL_MM),
    ),
)


@dataclass(frozen=True, slots=True)
class Hung:
    """A camera over a tray: lens above the tray's floor, width seen there, pixels per mm."""

    height_mm: float
    seen_mm: float

    @property
    def px_per_mm(self) -> float:
        """Of the picture, on the floor of the tray."""
        return WIDTH_PX / self.seen_mm


def seen_per_height(lens: Lens) -> float:
    """Width of the 4 to 3 picture on the floor, per height of the lens."""
    across, down = (2 * math.tan(math.radians(angle) / 2) for angle in (lens.across, lens.down))
    return min(across, SHAPE * down)


def hung(lens: Lens, tray_mm: tuple[float, float]) -> Hung:
    """The lowest place from which the whole tray is seen with its margin."""
    seen_mm = MARGIN * max(tray_mm[0], SHAPE * tray_mm[1])
    return Hung(seen_mm / seen_per_height(lens), seen_mm)


def table() -> str:
    """Heights for all cameras and trays, in Markdown."""
    sizes = " | ".join(f"{size:g} mm die" for size in DICE_MM)
    names = " | ".join(lens.name for lens in LENSES)
    rows = [
        f"| tray inside | {names} | {sizes} |",
        "|---|" + "---:|" * (len(LENSES) + len(DICE_MM)),
    ]
    for tray in TRAYS_MM:
        heights = " | ".join(f"{round(hung(lens, tray).height_mm, -1):.0f} mm" for lens in LENSES)
        px = [size * hung(LENSES[0], tray).px_per_mm for size in DICE_MM]
        dice = " | ".join(_judged(value) for value in px)
        rows.append(f"| {tray[0]} × {tray[1]} mm | {heights} | {dice} |")
    return "\n".join(rows)


def _judged(die_px: float) -> str:
    if die_px < LEAST_PX:
        return f"{die_px:.0f} px: too small"
    return f"{die_px:.0f} px" + (": more than needed" if die_px > MOST_PX else "")
