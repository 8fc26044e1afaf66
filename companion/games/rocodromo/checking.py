"""Climbs and ends measured on a wall.

Knows which question a climb puts to ``reach`` and how near a climber is to the finish, each
answered once for a wall. Refuses to know whose turn it is.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from companion.games.rocodromo.assembly import bridges
from companion.games.rocodromo.planar import Disc, Shape, gap_to_box, shifted, top_of
from companion.games.rocodromo.reach import (
    TOLERANCE_MM,
    Question,
    Reach,
    Reason,
    Region,
    Verdict,
    check,
    is_too_short,
    region,
)
from companion.games.rocodromo.wall import Rope, Wall

_CACHED_CLIMBS = 1 << 15
"""A base wall of 30 holds has 30 x 29 x 4 climbs: room for several walls."""


class EndPoint(StrEnum):
    """From which point of the climber the way to the finish is measured (RO20)."""

    TOKEN = "token"
    NOSE = "nose"
    HOLD = "hold"


def climb(wall: Wall, source: int, target: int, rope: Rope) -> Reach:
    """Whether that rope leads from hold to hold (RO9, RO10); other climbers count as air (RO11).

    The colour is not looked at: a rope of a wrong colour is refused before.
    """
    ropes = wall.kit.ropes
    return _measured(wall, source, target, ropes.length_mm(rope), ropes.width_mm)


@lru_cache(maxsize=_CACHED_CLIMBS)
def _measured(wall: Wall, source: int, target: int, length_mm: float, width_mm: float) -> Reach:
    nose = shifted(wall.kit.token.nose, wall.holds[source].centre)
    question = Question(nose, wall.holds[target].shape, length_mm, width_mm)
    if is_too_short(question):  # most are, and then no sections need to be put together
        return Reach(Verdict.NO, None, Reason.TOO_SHORT)
    return check(_allowed(wall, *sorted((wall.area(source), wall.area(target)))), question)


@lru_cache(maxsize=4096)
def _allowed(wall: Wall, one: int, other: int) -> Region:
    """The two areas together, over the gap between two levels too."""
    inside = tuple(each.outline for each in wall.sections if each.area in (one, other))
    inside += tuple(bridges(wall, (one, other)))
    outside = tuple(each.outline for each in wall.sections if each.area not in (one, other))
    return region(inside, outside)


@lru_cache(maxsize=4096)
def gap_mm(wall: Wall, hold: int, end_point: EndPoint) -> float:
    """How far a climber on that hold is from the finish: its tiles, or the wall's top edge."""
    kit = wall.kit
    around: Shape
    match end_point:
        case EndPoint.TOKEN:
            around = kit.token.body
        case EndPoint.NOSE:
            around = kit.token.nose
        case EndPoint.HOLD:
            around = Disc((0.0, 0.0), 0.0)
    shape = shifted(around, wall.holds[hold].centre)
    if kit.layout.finish:
        return min(gap_to_box(shape, box) for box in kit.layout.finish)
    return max(0.0, top_of(shape) - kit.layout.top_mm)


def is_near(wall: Wall, hold: int, end_point: EndPoint) -> bool | None:
    """Whether that is less than a carabiner; None where it is too close to call."""
    spare = wall.kit.carabiner_mm - gap_mm(wall, hold, end_point)
    return None if abs(spare) <= TOLERANCE_MM else spare > 0


@lru_cache(maxsize=64)
def heights_mm(wall: Wall) -> tuple[float, ...]:
    """The height of each hold above the foot of the wall."""
    layout = wall.kit.layout
    foot = layout.corner(0, 0)[1] + layout.tile_height_mm
    return tuple(foot - hold.centre[1] for hold in wall.holds)
