"""Whether a Roll & Wall board makes sense.

Knows what must hold between faces, spaces and outlines, and says every fault in a
player's words. Refuses to mend anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise, product

from companion.games.fields import Point
from companion.games.outlines import crosses_itself, extent, shared_area, signed_area
from companion.games.roll_and_wall.assembly import EDGE_TOLERANCE_MM, assemble
from companion.games.roll_and_wall.board import (
    EDGES,
    FLAG_NUMBERS,
    FLAG_SECTIONS,
    SPACES_PER_FACE,
    START,
    SUMMIT_NUMBER,
    BoardBox,
    Face,
    FaceSpace,
    FlagPlace,
    Frame,
    Space,
    Wall,
)

SMALLEST_AREA_MM2 = 25.0
"""A pawn does not fit on less."""

SHARED_PART = 0.05
"""Outlines tapped by hand may overlap by this part of the smaller space."""


def outline_fault(outline: Sequence[Point]) -> str | None:
    """What is wrong with one outline by itself, None if nothing is."""
    if crosses_itself(outline):
        return "crosses itself or names a point twice; list its corners once, in order"
    if abs(signed_area(outline)) < SMALLEST_AREA_MM2:
        return f"covers less than {SMALLEST_AREA_MM2:g} square mm; list the corners in mm"
    return None


def sense_faults(box: BoardBox) -> tuple[str, ...]:
    """Every fault of a board whose fields are well formed by themselves."""
    found = [*_face_set_faults(box)]
    for face in box.faces:
        found += _face_faults(box, face)
    found += _join_faults(box)
    if box.extra_summits and box.frame.summit_mm < 5.0:
        found.append("The board, [frame]: 'summit_mm' must be at least 5 for extra summit spaces.")
    if not found:
        found += _route_faults(box)
        found += _flag_faults(box)
    return tuple(found)


def _face_set_faults(box: BoardBox) -> Iterable[str]:
    for face_id, n in Counter(face.id for face in box.faces).items():
        if n > 1:
            yield f"Face {face_id}: it is in the file {n} times; keep one."
    for face_id in box.usual:
        if box.face(face_id) is None:
            yield f"The board, [usual]: face {face_id} is not in the file; add it."
    for section, n in Counter(face_id[0] for face_id in box.usual).items():
        if n > 1:
            yield f"The board, [usual]: section {section} cannot lie in {n} places at once."


def _face_faults(box: BoardBox, face: Face) -> Iterable[str]:
    name = f"Face {face.id}"
    counts = Counter(space.id for space in face.spaces)
    for space_id, n in counts.items():
        if n > 1:
            yield f"{name}: {n} spaces are called {space_id}; give each its own name."
    if len(face.spaces) != SPACES_PER_FACE:
        yield f"{name}: it has {len(face.spaces)} spaces; a face has {SPACES_PER_FACE}."
    if face.lowest not in counts:
        yield f"{name}: the lowest space {face.lowest} is not among its spaces."
    if not face.top:
        yield f"{name}: 'top' must name at least one space that leads to the summit."
    for space_id in face.top:
        if space_id not in counts:
            yield f"{name}: the top space {space_id} is not among its spaces."
    if not box.extra_summits:
        for space in face.spaces:
            if space.id in face.top and space.number != SUMMIT_NUMBER:
                yield f"{name}, space {space.id}: a summit space has number {SUMMIT_NUMBER}."
    yield from _link_faults(name, {space.id: space for space in face.spaces})
    for space in face.spaces:
        yield from _bounds_faults(name, space, box.frame)
    yield from _overlap_faults(name, face.spaces)


def _link_faults(name: str, spaces: dict[str, FaceSpace]) -> Iterable[str]:
    for space in spaces.values():
        where = f"{name}, space {space.id}"
        for side in ("above", "left", "right"):
            for other in getattr(space, side):
                if other == space.id:
                    yield f"{where}: it cannot be its own neighbour."
                elif other not in spaces:
                    yield f"{where}: its neighbour {other} ({side}) is not a space of this face."
        for other in space.above:
            if other in spaces and spaces[other].height_mm <= space.height_mm:
                yield f"{where}: {other} is said to lie above it but lies lower."
        for side, back in (("left", "right"), ("right", "left")):
            for other in getattr(space, side):
                if other in spaces and space.id not in getattr(spaces[other], back):
                    yield (
                        f"{where}: {other} lies on its {side}, but {other} does not have"
                        f" {space.id} on its {back}; sideways links go both ways."
                    )


def _bounds_faults(name: str, space: FaceSpace, frame: Frame) -> Iterable[str]:
    x0, y0, x1, y1 = extent(space.outline)
    slack = EDGE_TOLERANCE_MM
    if min(x0, y0) < -slack or x1 > frame.width_mm + slack or y1 > frame.height_mm + slack:
        yield (
            f"{name}, space {space.id}: its outline leaves the section, which is"
            f" {frame.width_mm:g} x {frame.height_mm:g} mm."
        )


def _overlap_faults(name: str, spaces: Sequence[FaceSpace]) -> Iterable[str]:
    for one, other in combinations(spaces, 2):
        smaller = min(abs(signed_area(one.outline)), abs(signed_area(other.outline)))
        if shared_area(one.outline, other.outline) > SHARED_PART * smaller:
            yield f"{name}: the spaces {one.id} and {other.id} overlap."


def _join_faults(box: BoardBox) -> Iterable[str]:
    for join in box.joins:
        where = f"The join of {join.left_face} and {join.right_face}"
        west, east = box.face(join.left_face), box.face(join.right_face)
        if west is None or east is None:
            yield f"{where}: both faces must be in the file."
            continue
        if join.left_face[0] == join.right_face[0]:
            yield f"{where}: the two sides of one section never lie side by side."
        known = {space.id for space in west.spaces}, {space.id for space in east.spaces}
        for a, b in (*join.pairs, *((a, b) for _, _, a, b in join.flags)):
            if a not in known[0]:
                yield f"{where}: {a} is not a space of face {join.left_face}."
            if b not in known[1]:
                yield f"{where}: {b} is not a space of face {join.right_face}."
        for section, number, a, b in join.flags:
            if (a, b) not in join.pairs:
                yield (
                    f"{where}: the flag place {section.value} {number} lies between {a} and {b},"
                    " which are not in its pairs."
                )


def _route_faults(box: BoardBox) -> Iterable[str]:
    wall = assemble(box, box.usual)
    reached = _reached(wall)
    for space in wall.spaces.values():
        if space.id not in reached:
            yield f"{_called(space)} cannot be reached from the start with the usual faces."


def missing_flag_places(wall: Wall) -> tuple[FlagPlace, ...]:
    """The places for flags that lie between no two neighbouring spaces of that wall."""
    every = (FlagPlace(*key) for key in product(EDGES, FLAG_SECTIONS, FLAG_NUMBERS))
    return tuple(place for place in every if place not in wall.flag_places)


def _flag_faults(box: BoardBox) -> Iterable[str]:
    if box.flag_heights is None:
        return
    listed = {(join.left_face, join.right_face) for join in box.joins}
    faces = dict(zip(EDGES, pairwise(box.usual), strict=True))
    for place in missing_flag_places(assemble(box, box.usual)):
        if faces[place.edge] in listed:
            continue  # the owner lists what touches there; the set-up asks for what is missing
        yield (
            f"The board, [flags]: the flag place {place.section.value} {place.number} of the"
            f" {place.edge.value} inner edge lies between no two neighbouring spaces of the usual"
            " faces; correct its height or list it under [[joins]]."
        )


def _reached(wall: Wall) -> set[str]:
    reached: set[str] = {START}
    waiting = [START]
    while waiting:
        for space_id in wall.exits[waiting.pop()]:
            if space_id not in reached:
                reached.add(space_id)
                waiting.append(space_id)
    return reached


def _called(space: Space) -> str:
    if space.summit:
        return f"The summit space on the {space.place.value}"
    face_id, space_id = space.id.split(".", 1)
    return f"Face {face_id}, space {space_id}: it"
