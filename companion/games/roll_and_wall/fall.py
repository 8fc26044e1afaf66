"""Who stands above whom, and where a falling climber stops.

Knows pitons, ledges, heights and levels. Refuses to know why somebody falls.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.outlines import extent
from companion.games.roll_and_wall.board import START, SpaceId, Wall
from companion.games.roll_and_wall.state import Climber, Terms

BELOW_OVERLAP_MM = 3.0
"""A ledge that shares less than this of a space's width does not lie below it."""


def catching_pitons(terms: Terms, climber: Climber) -> tuple[SpaceId, ...]:
    """The spaces of own pitons that could catch the fall; empty means the ground.

    The highest own piton that is not above the level fallen from (RW11, RW12), also the one
    in the same space (RW13); several only where they hang on one level (RW11, RW15).
    """
    if not climber.pitons:
        return ()
    heights = {space: terms.wall.spaces[space].height_mm for space in climber.pitons}
    fallen_from = terms.wall.spaces[climber.space].height_mm
    below = {space: h for space, h in heights.items() if h <= fallen_from + terms.level_mm}
    if not below:
        return ()
    highest = max(below.values())
    return tuple(space for space, h in below.items() if h >= highest - terms.level_mm)


def is_lower(terms: Terms, one: SpaceId, other: SpaceId) -> bool:
    """Whether the first space is strictly below the second: not on its level (RW15, D41).

    The ground is below everything on the wall.
    """
    if other == START:
        return False
    if one == START:
        return True
    spaces = terms.wall.spaces
    return spaces[one].height_mm < spaces[other].height_mm - terms.level_mm


def axe_ledges(terms: Terms, space: SpaceId) -> tuple[SpaceId, ...]:
    """Where an axe stops a fall from that space; empty where it cannot (D.1 AXE, D49).

    The space itself where it has a ledge, else the highest ledge straight below in the same
    section; several only where they lie on one level.
    """
    if space == START:
        return ()
    if terms.wall.spaces[space].ledge:
        return (space,)
    by_centre = terms.house is not None and terms.house.axe_below_centre
    below = _ledges_below(terms.wall, space, by_centre)
    if not below:
        return ()
    spaces = terms.wall.spaces
    highest = max(spaces[ledge].height_mm for ledge in below)
    return tuple(each for each in below if spaces[each].height_mm >= highest - terms.level_mm)


@lru_cache(maxsize=1024)
def _ledges_below(wall: Wall, space: SpaceId, by_centre: bool) -> tuple[SpaceId, ...]:
    here = wall.spaces[space]
    left, _, right, _ = extent(here.outline)
    found = []
    for other in wall.spaces.values():
        if other.ledge and other.place is here.place and other.height_mm < here.height_mm:
            x0, _, x1, _ = extent(other.outline)
            centred = x0 <= here.centre_mm[0] <= x1
            overlaps = min(right, x1) - max(left, x0) >= BELOW_OVERLAP_MM
            found += [other.id] if (centred if by_centre else overlaps) else []
    return tuple(found)
