"""From a box and a choice of tiles to a wall.

Knows the seam rule, which sections join, how holds are numbered and how tiles are dealt by
a number. Refuses to know where that number comes from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from companion.games.fields import Point
from companion.games.outlines import Interval, border_at, touch_length
from companion.games.rocodromo.planar import centre_of, shifted, turned, turned_shape
from companion.games.rocodromo.wall import Face, Hold, Kit, Layout, Placed, Section, Wall

EDGE_TOLERANCE_MM = 1.0
"""A side this near to a tile's edge lies on it: outlines are tapped by hand."""

SHORTEST_TOUCH_MM = 0.5
"""Sections that share less than this of a seam meet only at a corner."""

MOST_TRIALS = 20_000
"""So many tiles are tried in a place before dealing gives up: some boxes allow no wall."""

Edge = tuple[tuple[int, str, tuple[Interval, ...]], ...]
"""The sections along an edge: index on the face, colour, and where they meet the edge."""

Seam = tuple[int, int]
"""Two places, counted as in ``Layout.places``, whose tiles meet."""


@lru_cache(maxsize=256)
def build(kit: Kit, placed: tuple[Placed, ...], joined: bool) -> Wall:
    """The wall of these tiles, one for each place.

    ``joined``: sections of one colour that meet across an upright seam are one section.
    """
    layout = kit.layout
    sections: list[Section] = []
    holds: list[Hold] = []
    firsts: list[int] = []
    for place, (here, tile) in enumerate(zip(layout.places(), placed, strict=True)):
        face, corner = face_of(kit, tile), layout.corner(*here)
        size = (layout.tile_width_mm, layout.tile_height_mm)
        firsts.append(len(sections))
        for each in face.sections:
            points = (turned(point, tile.quarters, *size) for point in each.outline)
            outline = tuple((x + corner[0], y + corner[1]) for x, y in points)
            sections.append(Section(place, each.colour, outline, len(sections)))
        for hold in face.holds:
            shape = shifted(turned_shape(hold.shape, tile.quarters, *size), corner)
            holds.append(Hold(shape, centre_of(shape), firsts[-1] + hold.section, place))
    if joined:
        sections = _joined(kit, placed, sections, firsts)
    holds.sort(key=lambda hold: (-hold.centre[1], hold.centre[0]))
    content = repr((kit.fingerprint, placed, joined))
    fingerprint = hashlib.sha256(content.encode()).hexdigest()
    return Wall(kit, placed, tuple(sections), tuple(holds), fingerprint)


def face_of(kit: Kit, tile: Placed) -> Face:
    """The face that a placed tile shows."""
    return next(face for face in kit.faces if (face.tile, face.side) == (tile.tile, tile.side))


def clashes(kit: Kit, placed: Sequence[Placed]) -> tuple[tuple[Seam, str], ...]:
    """Every level seam across which a colour meets itself, with that colour (RO1).

    ``placed`` may be the beginning of a wall: the first places only.
    """
    return tuple(
        (seam, colour)
        for seam in level_seams(kit.layout)
        if max(seam) < len(placed)
        for colour in _clashing(kit, placed, seam)
    )


@lru_cache(maxsize=64)
def level_seams(layout: Layout) -> tuple[Seam, ...]:
    """Pairs of places, lower first, that lie one above the other."""
    places, width = layout.places(), layout.tile_width_mm
    lefts = [layout.corner(*place)[0] for place in places]
    return tuple(
        (low, high)
        for low, (level, _) in enumerate(places)
        for high, (above, _) in enumerate(places)
        if above == level + 1 and abs(lefts[low] - lefts[high]) < width - SHORTEST_TOUCH_MM
    )


def bridges(wall: Wall, areas: tuple[int, int]) -> Iterator[tuple[Point, ...]]:
    """Where a rope may lie over the gap between two levels: from section to section of these.

    Tiles one above the other are neighbours, however thick the support is between them.
    """
    layout, places = wall.kit.layout, wall.kit.layout.places()
    if not layout.gap_mm:
        return
    for low, high in level_seams(layout):
        (x_low, top), (x_high, y_high) = layout.corner(*places[low]), layout.corner(*places[high])
        bottom = y_high + layout.tile_height_mm
        below, above = ([s.area for s in wall.sections if s.place == i] for i in (low, high))
        for i, _, runs in _edges(wall.kit, wall.placed[low])[0]:
            for j, _, others in _edges(wall.kit, wall.placed[high])[1]:
                if below[i] not in areas or above[j] not in areas:
                    continue
                for (a, b), (c, d) in product(_moved(runs, x_low), _moved(others, x_high)):
                    if (left := max(a, c)) < (right := min(b, d)):
                        yield ((left, bottom), (right, bottom), (right, top), (left, top))


@lru_cache(maxsize=256)
def dealt(kit: Kit, number: int) -> tuple[Placed, ...]:
    """Tiles, sides and turns by a number: the same number always gives the same wall.

    Raises ValueError when no wall without clashes is found.
    """
    trials = iter(range(MOST_TRIALS))
    found = _deal(kit, number, (), trials)
    if found is None:
        raise ValueError(
            "With these tiles no wall was found on which equal colours keep apart between"
            " the levels. Lay the tiles by hand, or take another number."
        )
    return found


def _deal(
    kit: Kit, number: int, placed: tuple[Placed, ...], trials: Iterator[int]
) -> tuple[Placed, ...] | None:
    if len(placed) == len(kit.layout.places()):
        return placed
    used = {each.tile for each in placed}
    choices = [
        Placed(face.tile, face.side, quarters)
        for face in kit.faces
        if face.tile not in used
        for quarters in kit.layout.quarters
    ]
    choices.sort(key=lambda each: _lot(number, len(placed), each))
    for choice in choices:
        if next(trials, None) is None:
            return None
        longer = (*placed, choice)
        if any(max(seam) == len(placed) for seam, _ in clashes(kit, longer)):
            continue
        whole = _deal(kit, number, longer, trials)
        if whole is not None:
            return whole
    return None


def _lot(number: int, place: int, tile: Placed) -> bytes:
    """A lot for each tile, side and turn: a hash is the same on every machine."""
    return hashlib.sha256(repr((number, place, tile)).encode()).digest()


def _clashing(kit: Kit, placed: Sequence[Placed], seam: Seam) -> tuple[str, ...]:
    low, high = seam
    lower, upper = _edges(kit, placed[low])[0], _edges(kit, placed[high])[1]
    left = kit.layout.corner(*kit.layout.places()[low])[0]
    shift = kit.layout.corner(*kit.layout.places()[high])[0] - left
    found = [
        colour
        for _, colour, runs in lower
        for _, other, above in upper
        if colour == other and touch_length(runs, _moved(above, shift)) > SHORTEST_TOUCH_MM
    ]
    return tuple(dict.fromkeys(found))


def _moved(runs: tuple[Interval, ...], by: float) -> tuple[Interval, ...]:
    return tuple((low + by, high + by) for low, high in runs)


@lru_cache(maxsize=1024)
def _edges(kit: Kit, tile: Placed) -> tuple[Edge, Edge, Edge, Edge]:
    """What meets the top, bottom, left and right edge of a placed tile."""
    width, height = kit.layout.tile_width_mm, kit.layout.tile_height_mm
    outlines = [
        (i, each.colour, [turned(point, tile.quarters, width, height) for point in each.outline])
        for i, each in enumerate(face_of(kit, tile).sections)
    ]

    def edge(at: float, upright: bool) -> Edge:
        runs = (
            (i, colour, border_at(outline if upright else _swapped(outline), at, EDGE_TOLERANCE_MM))
            for i, colour, outline in outlines
        )
        return tuple(run for run in runs if run[2])

    return edge(0.0, False), edge(height, False), edge(0.0, True), edge(width, True)


def _swapped(outline: list[Point]) -> list[Point]:
    return [(y, x) for x, y in outline]


def _joined(
    kit: Kit, placed: tuple[Placed, ...], sections: list[Section], firsts: list[int]
) -> list[Section]:
    """The same sections, with one area for those that meet across an upright seam."""
    area = list(range(len(sections)))
    places = kit.layout.places()
    for west, east in zip(range(len(places)), range(1, len(places)), strict=False):
        apart = kit.layout.corner(*places[east])[0] - kit.layout.corner(*places[west])[0]
        if places[west][0] != places[east][0]:
            continue
        if apart > kit.layout.tile_width_mm + EDGE_TOLERANCE_MM:
            continue
        for i, colour, runs in _edges(kit, placed[west])[3]:
            for j, other, beside in _edges(kit, placed[east])[2]:
                if colour == other and touch_length(runs, beside) > SHORTEST_TOUCH_MM:
                    old, new = area[firsts[east] + j], area[firsts[west] + i]
                    area = [new if each == old else each for each in area]
    return [
        Section(section.place, section.colour, section.outline, area[i])
        for i, section in enumerate(sections)
    ]
