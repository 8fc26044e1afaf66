"""What reading a picture of dice gives: plain values.

Knows dice, troubles, confidences and pixels. Refuses to know arrays, cameras and games.

Pixels count from the centre of the top left pixel, x to the right, y down, after EXIF
rotation. Confidences are probabilities from 0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Point = tuple[float, float]
Box = tuple[float, float, float, float]


class DieKind(StrEnum):
    """What kind of die is seen."""

    D6 = "d6"
    D6_NUMERAL = "d6_numeral"
    D4 = "d4"
    SYMBOL = "symbol"
    UNKNOWN = "unknown"


class View(StrEnum):
    """Where the camera stands: above the tray, or below a clear floor."""

    ABOVE = "above"
    BELOW = "below"


class Status(StrEnum):
    """OK: every die in view is read with certainty. EMPTY: certain that there is none."""

    OK = "ok"
    UNSURE = "unsure"
    EMPTY = "empty"


class TroubleCode(StrEnum):
    """Named reasons for doubt, each with a place in the picture."""

    COCKED = "cocked"
    STACKED = "stacked"
    AT_EDGE = "at_edge"
    CUT_OFF = "cut_off"
    BLURRED = "blurred"
    GLARE = "glare"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    OUT_OF_FOCUS = "out_of_focus"
    FOREIGN_OBJECT = "foreign_object"
    UNKNOWN_DIE = "unknown_die"
    WRONG_COUNT = "wrong_count"
    WRONG_KIND = "wrong_kind"


class TrayFit(StrEnum):
    """Whether a picture shows the known tray where it was when it was set up.

    MATCHES: nothing moved. MOVED: the camera was bumped, and by how much is known. UNLIKE: another
    scene, or one that something covers: nobody knows where the floor is. UNKNOWN: the empty
    tray is too plain to be recognised, or there is no picture of it.
    """

    MATCHES = "matches"
    MOVED = "moved"
    UNLIKE = "unlike"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another value that the die may show, with its probability."""

    value: int | str
    confidence: float


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die: ``value`` is None where a die is seen but not read.

    ``box_px`` is x0, y0, x1, y1 around the top face; ``alternatives`` are the next
    likeliest values, likeliest first.
    """

    kind: DieKind
    value: int | str | None
    confidence: float
    alternatives: tuple[Alternative, ...]
    centre_px: Point
    box_px: Box


@dataclass(frozen=True, slots=True)
class Trouble:
    """A named doubt; ``centre_px`` None means the whole picture."""

    code: TroubleCode
    centre_px: Point | None = None


@dataclass(frozen=True, slots=True)
class TrayReading:
    """All dice of one picture. ``confidence``: probability that the whole multiset is right.

    ``tray``: whether the known tray was seen where it was; None where none is known.
    """

    status: Status
    confidence: float
    dice: tuple[DieReading, ...]
    trouble: tuple[Trouble, ...] = ()
    tray: TrayFit | None = None


@dataclass(frozen=True, slots=True)
class SettledRoll:
    """One throw that came to rest, reported once.

    ``frame`` is the index and ``t_s`` the time in seconds of the first frame at rest.
    """

    frame: int
    t_s: float
    reading: TrayReading
