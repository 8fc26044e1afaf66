"""Three faces put side by side make a wall.

Knows which spaces touch across the inner edges and where everything lies. Refuses to know
how the faces were chosen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from companion.games.fields import Point
from companion.games.outlines import border_at, centroid, extent, touch_length
from companion.games.roll_and_wall.board import (
    EDGES,
    FLAG_NUMBERS,
    FLAG_SECTIONS,
    SECTION_PLACES,
    START,
    SUMMIT_NUMBER,
    BoardBox,
    Edge,
    Face,
    FlagPlace,
    FlagSection,
    Frame,
    Place,
    Space,
    SpaceId,
    Wall,
)

EDGE_TOLERANCE_MM = 1.0
"""A side this near to a section's edge lies on it: outlines are tapped by hand."""

SHORTEST_TOUCH_MM = 3.0
"""Spaces that share less than this of an inner edge meet only at a corner."""

Links = dict[SpaceId, list[SpaceId]]


def assemble(box: BoardBox, face_ids: tuple[str, str, str]) -> Wall:
    """The wall with these faces from left to right. Raises ValueError, in a player's words."""
    faces = _chosen_faces(box, face_ids)
    spaces = [_start(box.frame)]
    above: Links = {START: []}
    left: Links = {}
    right: Links = {}
    for column, face in enumerate(faces):
        spaces += _section_spaces(box, face, column)
        above[START].append(_id(face, face.lowest))
        for space in face.spaces:
            here = _id(face, space.id)
            above[here] = [_id(face, each) for each in space.above]
            left[here] = [_id(face, each) for each in space.left]
            right[here] = [_id(face, each) for each in space.right]
        if box.extra_summits:
            summit = _summit(box, column)
            spaces.append(summit)
            for each in face.top:
                above[_id(face, each)].append(summit.id)
    flags: dict[FlagPlace, tuple[SpaceId, SpaceId]] = {}
    for edge, west, east in zip(EDGES, faces[:2], faces[1:], strict=True):
        for a, b in crossings(box, west, east):
            right[_id(west, a)].append(_id(east, b))
            left[_id(east, b)].append(_id(west, a))
        for (section, number), (a, b) in flag_pairs(box, west, east).items():
            flags[FlagPlace(edge, section, number)] = (_id(west, a), _id(east, b))
    return _wall(box, face_ids, spaces, (above, left, right), flags)


def crossings(box: BoardBox, west: Face, east: Face) -> tuple[tuple[str, str], ...]:
    """Which space of the west face touches which of the east face, from top to bottom.

    As the owner has listed them, else by how far their borders run side by side.
    """
    for join in box.joins:
        if (join.left_face, join.right_face) == (west.id, east.id):
            return join.pairs
    found = []
    for a in west.spaces:
        border = border_at(a.outline, box.frame.width_mm, EDGE_TOLERANCE_MM)
        for b in east.spaces:
            beside = border_at(b.outline, 0.0, EDGE_TOLERANCE_MM)
            if touch_length(border, beside) >= SHORTEST_TOUCH_MM:
                found.append((a.id, b.id))
    return tuple(found)


def flag_pairs(
    box: BoardBox, west: Face, east: Face
) -> dict[tuple[FlagSection, int], tuple[str, str]]:
    """The neighbouring spaces between which each flag place lies, where there are such.

    As the owner has listed them, else by which borders run along the edge at its height.
    """
    listed = {
        (section, number): (a, b)
        for join in box.joins
        if (join.left_face, join.right_face) == (west.id, east.id)
        for section, number, a, b in join.flags
    }
    neighbours = set(crossings(box, west, east))
    found: dict[tuple[FlagSection, int], tuple[str, str]] = {}
    for section, heights in zip(FLAG_SECTIONS, box.flag_heights or (), strict=False):
        for number, y in zip(FLAG_NUMBERS, heights, strict=True):
            pair = (_at(west, box.frame.width_mm, y), _at(east, 0.0, y))
            if pair[0] is not None and pair[1] is not None and pair in neighbours:
                found[section, number] = (pair[0], pair[1])
    return found | {key: pair for key, pair in listed.items() if pair in neighbours}


def face_height_mm(frame: Frame, outline: tuple[Point, ...]) -> float:
    """How high an outline's centre lies above the lower edge of its section."""
    return frame.height_mm - centroid(outline)[1]


def _chosen_faces(box: BoardBox, face_ids: tuple[str, str, str]) -> tuple[Face, Face, Face]:
    sections = [face_id[0] for face_id in face_ids]
    for face_id, section in zip(face_ids, sections, strict=True):
        if sections.count(section) > 1:
            raise ValueError(
                f"Wall section {section} cannot lie in two places; choose the faces"
                f" so that each of the three sections is used once, not {', '.join(face_ids)}."
            )
        if box.face(face_id) is None:
            raise ValueError(
                f"The board {box.title!r} has no face {face_id};"
                f" choose from {', '.join(face.id for face in box.faces)}."
            )
    left, centre, right = (face for each in face_ids if (face := box.face(each)))
    return (left, centre, right)


def _section_spaces(box: BoardBox, face: Face, column: int) -> Iterable[Space]:
    dx, dy = column * box.frame.width_mm, box.frame.summit_mm
    for space in face.spaces:
        outline = _moved(space.outline, dx, dy)
        yield Space(
            id=_id(face, space.id),
            place=SECTION_PLACES[column],
            number=space.number,
            ledge=space.ledge,
            summit=not box.extra_summits and space.id in face.top,
            height_mm=space.height_mm,
            outline=outline,
            centre_mm=centroid(outline),
        )


def _start(frame: Frame) -> Space:
    top = frame.summit_mm + frame.height_mm
    outline = _rectangle(0.0, top, 3 * frame.width_mm, top + frame.start_mm)
    return Space(
        START, Place.START, 0, False, False, -frame.start_mm / 2, outline, centroid(outline)
    )


def _summit(box: BoardBox, column: int) -> Space:
    frame = box.frame
    outline = _moved(box.summits[column], column * frame.width_mm, 0.0)
    return Space(
        id=SpaceId(f"summit.{SECTION_PLACES[column].value}"),
        place=SECTION_PLACES[column],
        number=SUMMIT_NUMBER,
        ledge=False,
        summit=True,
        height_mm=frame.height_mm + frame.summit_mm / 2,
        outline=outline,
        centre_mm=centroid(outline),
    )


def _at(face: Face, x: float, y: float) -> str | None:
    """The space whose border runs along the upright line at ``x`` at the height ``y``."""
    for space in face.spaces:
        for y0, y1 in border_at(space.outline, x, EDGE_TOLERANCE_MM):
            if y0 <= y < y1:
                return space.id
    return None


def _flag_points(box: BoardBox, places: Iterable[FlagPlace]) -> dict[FlagPlace, Point]:
    """Where flags stand; a place that is only listed stands where its number would be."""
    frame, points = box.frame, {}
    for place in places:
        row, number = FLAG_SECTIONS.index(place.section), FLAG_NUMBERS.index(place.number)
        if box.flag_heights:
            y = box.flag_heights[row][number]
        else:
            y = frame.height_mm * (4 * row + number + 0.5) / 12
        x = frame.width_mm * (1 if place.edge is Edge.LEFT else 2)
        points[place] = (x, frame.summit_mm + y)
    return points


def _wall(
    box: BoardBox,
    face_ids: tuple[str, str, str],
    spaces: list[Space],
    links: tuple[Links, Links, Links],
    flags: dict[FlagPlace, tuple[SpaceId, SpaceId]],
) -> Wall:
    above, left, right = (_frozen(spaces, link) for link in links)
    exits = {s.id: above[s.id] + left[s.id] + right[s.id] for s in spaces}
    sizes = [extent(s.outline) for s in spaces if s.id != START and not s.summit]
    points = _flag_points(box, flags)
    content = repr((box.title, box.frame, face_ids, spaces, sorted(exits.items()), flags, points))
    return Wall(
        title=box.title,
        note=box.note,
        frame=box.frame,
        faces=face_ids,
        spaces=MappingProxyType({s.id: s for s in spaces}),
        above=above,
        left=left,
        right=right,
        exits=MappingProxyType({key: tuple(dict.fromkeys(v)) for key, v in exits.items()}),
        flag_places=MappingProxyType(flags),
        flag_points=MappingProxyType(points),
        level_mm=min(bottom - top for _, top, _, bottom in sizes) / 2,
        fingerprint=hashlib.sha256(content.encode()).hexdigest(),
    )


def _frozen(spaces: list[Space], links: Links) -> Mapping[SpaceId, tuple[SpaceId, ...]]:
    return MappingProxyType({s.id: tuple(links.get(s.id, ())) for s in spaces})


def _id(face: Face, space: str) -> SpaceId:
    return SpaceId(f"{face.id}.{space}")


def _moved(outline: tuple[Point, ...], dx: float, dy: float) -> tuple[Point, ...]:
    return tuple((x + dx, y + dy) for x, y in outline)


def _rectangle(x0: float, y0: float, x1: float, y1: float) -> tuple[Point, ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
