"""One picture of a tray to one reading.

Knows the order of the steps: look, measure the scale, look again, join. Refuses to know
cameras, files and games.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.locate import SHOWN_SIDE_PX, Sighting, apart, look, typical_side
from vision.dice.model import DiceModel
from vision.values import (
    Alternative,
    DieKind,
    DieReading,
    Status,
    TrayReading,
    View,
)


class DiceReader:
    """Reads d6 in a picture; the same picture always gives the same reading.

    ``model_path`` None means the model that ships with the package, loaded on first use.
    """

    def __init__(self, model_path: Path | None = None) -> None:
        self.model = DiceModel(model_path)

    def read(self, image_bgr: NDArray[np.uint8], view: View = View.ABOVE) -> TrayReading:
        """Read a picture: H x W x 3, 8 bit, BGR, at least 16 x 16.

        From below, the value of a d6 is seven minus the face that is seen.
        """
        longest = max(image_bgr.shape[:2])
        first = look(self.model, image_bgr, min(1.0, 640 / longest))
        side = typical_side([s for s in first if s.heat > 0.3])
        if side is None:
            return TrayReading(Status.EMPTY, 0.9, ())
        scale = min(SHOWN_SIDE_PX / side, 1500 / longest, 2.0)
        main = look(self.model, image_bgr, scale)
        other = look(self.model, image_bgr, scale * 0.75, quarter_turns=1)
        dice = []
        sure = all(o.heat < 0.5 or any(apart(o, m) < 0.5 for m in main) for o in other)
        for seen in (m for m in main if m.heat > 0.4):
            second = [o for o in other if apart(o, seen) < 0.4]
            sure &= any(o.value == seen.value for o in second)
            sure &= seen.value is not None
            dice.append(_die(seen, view))
        status = Status.OK if dice and sure else Status.UNSURE
        return TrayReading(status, 0.95 if sure else 0.5, tuple(dice))


def _die(seen: Sighting, view: View) -> DieReading:
    def shown(face: int) -> int:
        return 7 - face if view is View.BELOW else face

    order = np.argsort(-seen.faces[:6])
    half = seen.side / 2
    return DieReading(
        kind=DieKind.D6,
        value=None if seen.value is None else shown(seen.value),
        confidence=float(seen.faces.max()),
        alternatives=tuple(
            Alternative(shown(int(face) + 1), float(seen.faces[face])) for face in order[1:3]
        ),
        centre_px=(seen.x, seen.y),
        box_px=(seen.x - half, seen.y - half, seen.x + half, seen.y + half),
    )
