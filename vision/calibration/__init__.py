"""A known tray: where its floor lies in the picture, how large dice are, how it looks empty.

Knows how such knowledge is found, kept as text and compared with a new picture. Refuses to
know files, cameras and games.
"""

from vision.calibration.floor import Floor, Shape, found_floor
from vision.calibration.tray import Tray, Where

__all__ = ["Floor", "Shape", "Tray", "Where", "found_floor"]
