"""The picture as its owner wants it: turned, mirrored, cut.

Knows turns of a quarter, mirrors and margins. Refuses to know where the pictures come from.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from companion.errors import CameraUnavailable
from companion.table.ports import Frame, FrameSource
from hardware.pictures import Picture

_TURNS = {
    90: cv2.ROTATE_90_CLOCKWISE,
    180: cv2.ROTATE_180,
    270: cv2.ROTATE_90_COUNTERCLOCKWISE,
}
LEAST_SHARE = 0.1
"""Of width and height, what cutting must leave."""
_LEFT_RIGHT = 1


@dataclass(frozen=True, slots=True)
class Preparation:
    """What is done to each picture, in this order: turn, mirror, cut.

    ``rotation``: degrees clockwise, 0, 90, 180 or 270. ``mirror``: left and right change
    places. ``cut_left`` to ``cut_bottom``: the share of width or height taken off on that
    side of the picture as it is then, 0 to below 1.
    """

    rotation: int = 0
    mirror: bool = False
    cut_left: float = 0.0
    cut_right: float = 0.0
    cut_top: float = 0.0
    cut_bottom: float = 0.0

    def __post_init__(self) -> None:
        """Raises CameraUnavailable for another rotation, or when too little would be left."""
        if self.rotation not in (0, *_TURNS):
            raise CameraUnavailable(
                f"A picture is turned by 0, 90, 180 or 270 degrees, not {self.rotation}."
            )
        wide, high = 1 - self.cut_left - self.cut_right, 1 - self.cut_top - self.cut_bottom
        if min(wide, high) < LEAST_SHARE - 1e-9:
            raise CameraUnavailable(
                f"Cutting would leave {max(wide, 0):.0%} of the picture's width and "
                f"{max(high, 0):.0%} of its height; leave at least {LEAST_SHARE:.0%} of each."
            )

    def of(self, picture: Picture) -> Picture:
        """The picture as it is wanted; ``picture`` itself where nothing is to be done."""
        made: Picture = picture
        if self.rotation:
            made = np.asarray(cv2.rotate(made, _TURNS[self.rotation]), np.uint8)
        if self.mirror:
            made = np.asarray(cv2.flip(made, _LEFT_RIGHT), np.uint8)
        height, width = made.shape[:2]
        left, right = round(width * self.cut_left), round(width * (1 - self.cut_right))
        top, bottom = round(height * self.cut_top), round(height * (1 - self.cut_bottom))
        if (left, top, right, bottom) != (0, 0, width, height):
            made = np.ascontiguousarray(made[top:bottom, left:right])
        return made


AS_IT_IS = Preparation()


class PreparedCamera:
    """Any camera, its pictures prepared. Everything else is that camera's own."""

    def __init__(self, camera: FrameSource[Picture], preparation: Preparation) -> None:
        self._camera = camera
        self._preparation = preparation

    @property
    def name(self) -> str:
        """What the page calls this camera."""
        return self._camera.name

    @property
    def ended(self) -> bool:
        """As the camera says."""
        return self._camera.ended

    def latest(self, after: int, timeout_s: float) -> Frame[Picture] | None:
        """The newest picture; see FrameSource. Raises what the camera raises."""
        frame = self._camera.latest(after, timeout_s)
        if frame is None:
            return None
        return Frame(self._preparation.of(frame.image), frame.index, frame.t_s)

    def close(self) -> None:
        """Close the camera; may be called twice."""
        self._camera.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def prepared(camera: FrameSource[Picture], preparation: Preparation) -> FrameSource[Picture]:
    """The camera with its pictures prepared; the camera itself where nothing is to be done."""
    return camera if preparation == AS_IT_IS else PreparedCamera(camera, preparation)
