"""Which of the dice in a picture lie in the known tray.

Knows how a picture is laid over what is known of the tray, and which dice are left out. Refuses
to read dice and to name troubles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.calibration.familiar import familiar, is_dim
from vision.calibration.reference import Compared, compared
from vision.calibration.strange import Thing, things
from vision.calibration.tray import Matrix, Tray, Where
from vision.dice.joining import Judged
from vision.values import TrayFit


@dataclass(frozen=True, slots=True, eq=False)
class InTray:
    """The known tray as it lies in one picture.

    ``here``: None where nobody knows where it is; then all dice in view are read.
    """

    known: Tray
    seen: Compared
    here: Tray | None

    @property
    def fit(self) -> TrayFit:
        """Whether the camera still looks where it did."""
        return self.seen.fit

    def kept(self, places: Sequence[Judged]) -> list[Judged]:
        """Those that do not lie beside the tray."""
        if self.here is None:
            return list(places)
        return [one for one in places if self.here.where(*one.seen.place) is not Where.OUTSIDE]

    def new(self, image_bgr: NDArray[np.uint8], places: Sequence[Judged]) -> list[Judged]:
        """Those that are no part of the tray: nothing lay there when it was empty."""
        if self.fit not in (TrayFit.MATCHES, TrayFit.MOVED):
            return list(places)
        seen = [one.seen.place for one in places]
        known = familiar(self.known, image_bgr, seen, self._affine)
        return [one for one, old in zip(places, known, strict=True) if not old]

    def is_dim(self, image_bgr: NDArray[np.uint8]) -> bool:
        """Whether it is so dark, beside the tray as it was set up, that dice may be overlooked."""
        return is_dim(self.known, image_bgr)

    def things(self, image_bgr: NDArray[np.uint8], dice: Sequence[Judged]) -> list[Thing]:
        """What lies in the tray besides these dice; nothing where that cannot be known."""
        if self.fit not in (TrayFit.MATCHES, TrayFit.MOVED):
            return []
        return things(self.known, image_bgr, [die.seen.place for die in dice], self._affine)

    @property
    def _affine(self) -> Matrix | None:
        return self.seen.affine if self.fit is TrayFit.MOVED else None


def in_tray(tray: Tray, image_bgr: NDArray[np.uint8], dice: Sequence[Judged]) -> InTray:
    """Lay what is known of a tray over a picture, the dice found in it left aside.

    Raises TrayUnusable for a picture of another shape.
    """
    height, width = image_bgr.shape[:2]
    known = tray.fitted(width, height)
    seen = compared(known, image_bgr, [die.seen.place for die in dice])
    if seen.fit is TrayFit.UNLIKE and dice:
        # The tray itself, a bolt in it, may have passed for one large die.
        whole = compared(known, image_bgr)
        seen = whole if whole.fit is TrayFit.MATCHES else seen
    match seen.fit:
        case TrayFit.MATCHES | TrayFit.UNKNOWN:
            here: Tray | None = known
        case TrayFit.MOVED:
            here = known.moved(seen.affine)
        case TrayFit.UNLIKE:
            here = None
    return InTray(known, seen, here)
