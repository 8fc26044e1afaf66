"""The ``[framing]`` section: how the picture of the tray is had from the camera.

Knows its settings with default, bounds and meaning. Refuses to know cameras.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.config.rules import setting

_MOST_CUT = 0.9


@dataclass(frozen=True, slots=True)
class FramingSettings:
    """Applied in this order, to whichever camera: turn, mirror, cut."""

    rotation: int = setting(
        0,
        "choice",
        "degrees by which the picture is turned, clockwise",
        choices=(0, 90, 180, 270),
    )
    mirror: bool = setting(
        False, "switch", "left and right change places, as for a camera that looks into a mirror"
    )
    cut_left: float = setting(
        0.0, "number", "share of the width that is cut off on the left", low=0.0, high=_MOST_CUT
    )
    cut_right: float = setting(
        0.0, "number", "share of the width that is cut off on the right", low=0.0, high=_MOST_CUT
    )
    cut_top: float = setting(
        0.0, "number", "share of the height that is cut off at the top", low=0.0, high=_MOST_CUT
    )
    cut_bottom: float = setting(
        0.0, "number", "share of the height that is cut off at the bottom", low=0.0, high=_MOST_CUT
    )
    hold_exposure: bool = setting(
        True,
        "switch",
        "exposure, white balance and focus stay as they are once they have settled, until the "
        "light changes for good; the Raspberry Pi's own camera only",
    )
