"""Where a falling climber stops.

Knows pitons, heights and levels. Refuses to know why somebody falls.
"""

from __future__ import annotations

from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.state import Climber, Terms


def catching_pitons(terms: Terms, climber: Climber) -> tuple[SpaceId, ...]:
    """The spaces of own pitons that could catch the fall; empty means the ground.

    The highest own piton that is not above the level fallen from (RW11, RW12), also the one
    in the same space (RW13); several only where they hang on one level (RW11, RW15).
    """
    heights = {space: terms.wall.spaces[space].height_mm for space in climber.pitons}
    fallen_from = terms.wall.spaces[climber.space].height_mm
    below = {space: h for space, h in heights.items() if h <= fallen_from + terms.level_mm}
    if not below:
        return ()
    highest = max(below.values())
    return tuple(space for space, h in below.items() if h >= highest - terms.level_mm)
