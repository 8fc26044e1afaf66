"""What a box and a wall of Rocódromo must be.

Knows every fault of sense in a board and says it in a player's words. Refuses to know the
form of the file, and to mend a fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from companion.games.fields import Point
from companion.games.outlines import crosses_itself, shared_area, signed_area
from companion.games.rocodromo.assembly import clashes
from companion.games.rocodromo.planar import Disc, Patch, Shape, border_distance, is_inside, lies_in
from companion.games.rocodromo.wall import (
    COLOURS,
    SHAPES,
    TILES,
    Face,
    Kit,
    Layout,
    Placed,
    RopeBox,
)

TOLERANCE_MM = 0.5
"""Outlines are tapped by hand: so much may stick out."""

LARGEST_OVERLAP = 0.05
"""Sections of a face may overlap by this part of the smaller one."""

SMALLEST_AREA_MM2 = 25.0


def sense_faults(kit: Kit) -> Iterator[str]:
    """Every fault of a board whose form is right."""
    found = [
        *_rope_faults(kit.ropes),
        *_layout_faults(kit.layout),
        *_token_faults(kit),
        *(fault for face in kit.faces for fault in _face_faults(kit, face)),
    ]
    yield from found
    names = [(face.tile, face.side) for face in kit.faces]
    for tile, side in dict.fromkeys(names):
        if names.count((tile, side)) > 1:
            yield f"Tile {tile}{side}: it is listed twice; leave one out."
    placing = list(_placing_faults(kit))
    yield from placing
    if not found and not placing:
        yield from seam_faults(kit, kit.placed)


def seam_faults(kit: Kit, placed: tuple[Placed, ...]) -> Iterator[str]:
    """Every seam between levels across which a colour meets itself (RO1)."""
    places = kit.layout.places()
    for (low, high), colour in clashes(kit, placed):
        below, above = _tile_words(placed[low]), _tile_words(placed[high])
        yield (
            f"Level {places[high][0] + 1}: {colour} of tile {above} meets {colour} of tile"
            f" {below} below it; turn, swap or flip one of the two."
        )


def _rope_faults(ropes: RopeBox) -> Iterator[str]:
    if len(ropes.colours) != COLOURS:
        yield f"The ropes: there are {len(ropes.colours)} colours; enter {COLOURS}."
    for colour, lengths in zip(ropes.colours, ropes.lengths_mm, strict=True):
        if not (colour and colour.isprintable() and len(colour) <= 30):
            yield f"The ropes: {colour!r} is no name for a colour; use a short word."
        if lengths[0] < ropes.width_mm / 2 or any(a >= b for a, b in pairwise(lengths)):
            yield f"The ropes, {colour}: list its lengths in mm from the shortest to the longest."


def _layout_faults(layout: Layout) -> Iterator[str]:
    counts = tuple(len(level) for level in reversed(layout.levels))
    wanted = SHAPES.get(layout.shape)
    if wanted is not None and counts != wanted:
        yield (
            f"The layout: {layout.shape} has {_counts(wanted)} tiles from the top down, not"
            f" {_counts(counts)}; mend the levels, or call the shape 'own'."
        )
    if sum(counts) > TILES:
        yield f"The layout: it has {sum(counts)} places, but there are {TILES} tiles."
    for number, level in enumerate(layout.levels, 1):
        if any(b - a < layout.tile_width_mm - TOLERANCE_MM for a, b in pairwise(level)):
            yield f"Level {number}: list the tiles from left to right, none over another."
    lowest = layout.corner(0, 0)[1] + layout.tile_height_mm
    for number, (_, top, _, _) in enumerate(layout.finish, 1):
        if top >= lowest:
            yield f"Finish tile {number}: it lies below the wall; mind that y points down."


def _token_faults(kit: Kit) -> Iterator[str]:
    for name, shape in (("nose", kit.token.nose), ("body", kit.token.body)):
        yield from _shape_faults(f"The climber's {name}", shape)
    if _least_width(kit.token.nose) > kit.ropes.width_mm:
        yield "The climber: the nose is wider than a rope, so no rope can cover it."


def _face_faults(kit: Kit, face: Face) -> Iterator[str]:
    layout, name = kit.layout, f"Tile {face.tile}{face.side}"
    if not face.sections or not face.holds:
        yield f"{name}: a face has at least one section and one hold."
    width, height = layout.tile_width_mm, layout.tile_height_mm
    tile = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    sound = []
    for i, section in enumerate(face.sections, 1):
        faults = list(_shape_faults(f"{name}, section {i}", Patch(section.outline)))
        if not lies_in(tile, Patch(section.outline), TOLERANCE_MM):
            faults.append(
                f"{name}, section {i}: it leaves the tile, which is {width:g} x {height:g} mm."
            )
        yield from faults
        if not faults:
            sound.append((i, section.outline))
    for (i, one), (j, other) in combinations(sound, 2):
        smaller = min(abs(signed_area(one)), abs(signed_area(other)))
        if shared_area(one, other) > LARGEST_OVERLAP * smaller:
            yield f"{name}: sections {i} and {j} overlap; mend one of the outlines."
    yield from _hold_faults(kit, face, name)


def _hold_faults(kit: Kit, face: Face, name: str) -> Iterator[str]:
    for i, hold in enumerate(face.holds, 1):
        where = f"{name}, hold {i}"
        faults = list(_shape_faults(where, hold.shape))
        yield from faults
        if faults:
            continue
        if hold.section < 0 or not lies_in(
            face.sections[hold.section].outline, hold.shape, TOLERANCE_MM
        ):
            yield f"{where}: it must lie wholly in one section; move it or mend the outline."
        if _least_width(hold.shape) > kit.ropes.width_mm:
            yield f"{where}: it is wider than a rope, so no rope can cover it."
    for (i, one), (j, other) in combinations(enumerate(face.holds, 1), 2):
        if _meet(one.shape, other.shape):
            yield f"{name}: holds {i} and {j} lie on each other; move one."


def _placing_faults(kit: Kit) -> Iterator[str]:
    places = kit.layout.places()
    if len(kit.placed) != len(places):
        yield (
            f"The tiles placed: there are {len(kit.placed)} for {len(places)} places; list one"
            " for each, the first level first, from left to right."
        )
    known = {(face.tile, face.side) for face in kit.faces}
    for number, each in enumerate(kit.placed, 1):
        if (each.tile, each.side) not in known:
            yield f"Place {number}: tile {_tile_words(each)} is not among the faces."
        if each.quarters not in kit.layout.quarters:
            yield f"Place {number}: a tile that is not square can only be turned by 0 or 2."
    tiles = [each.tile for each in kit.placed]
    for tile in dict.fromkeys(tiles):
        if tiles.count(tile) > 1:
            yield f"The tiles placed: tile {tile} is placed {tiles.count(tile)} times."


def _shape_faults(where: str, shape: Shape) -> Iterator[str]:
    if isinstance(shape, Disc):
        return
    if crosses_itself(shape.outline):
        yield f"{where}: its outline crosses itself or repeats a point; list the corners in order."
    elif abs(signed_area(shape.outline)) < (SMALLEST_AREA_MM2 if "section" in where else 0.1):
        yield f"{where}: its outline has hardly any area; list the corners in order."


def _least_width(shape: Shape) -> float:
    """What a rope must have at least to cover it; for outlines, nothing is claimed."""
    return 2 * shape.radius_mm if isinstance(shape, Disc) else 0.0


def _meet(one: Shape, other: Shape) -> bool:
    if isinstance(one, Disc) and isinstance(other, Disc):
        dx, dy = one.centre[0] - other.centre[0], one.centre[1] - other.centre[1]
        return dx * dx + dy * dy < (one.radius_mm + other.radius_mm) ** 2
    if isinstance(one, Disc):
        return _meet(other, one)
    if isinstance(other, Disc):
        near = border_distance(one.outline, other.centre) < other.radius_mm
        return near or is_inside(one.outline, other.centre)
    return shared_area(one.outline, other.outline) > 0 or _same(one.outline, other.outline)


def _same(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    return set(one) == set(other)


def _tile_words(tile: Placed) -> str:
    return f"{tile.tile}{tile.side}"


def _counts(counts: tuple[int, ...]) -> str:
    return "-".join(map(str, counts))
