"""From a parsed board file to a box of Rocódromo with a wall.

Knows the form of the file, described in docs/boards/rocodromo.md. Refuses to know where it
lies, what a wall must be (``board_check``), and to mend a fault.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from companion.errors import BoardError
from companion.games.fields import Faults, Fields
from companion.games.rocodromo.board_check import sense_faults
from companion.games.rocodromo.planar import Box, Disc, Patch, Shape, centre_of, is_inside
from companion.games.rocodromo.wall import (
    LENGTHS,
    OWN_SHAPE,
    SHAPES,
    SIDES,
    TILES,
    Face,
    FaceHold,
    FaceSection,
    Kit,
    Layout,
    Placed,
    RopeBox,
    Token,
)

FORMAT = 1

_FARTHEST_MM = 10_000.0
"""A nose may lie to the left of and above the hold, but no farther than this."""

_SMALLEST_MM = 0.5

SMALLEST_ROPE_MM = 3.0
"""A rope is a strip of card; narrower than this, tolerances would eat it up."""


def parse_board(plain: Mapping[str, Any], source: str) -> Kit:
    """The box of a parsed file. Raises BoardError that names every fault."""
    faults = Faults()
    fields = Fields(plain, "The board", faults)
    fields.only(
        "game", "format", "title", "note", "carabiner_mm",
        "layout", "placed", "climber", "ropes", "faces",
    )  # fmt: skip
    fields.choice("game", ("rocodromo",))
    fields.whole("format", FORMAT, FORMAT)
    ropes = _ropes(fields.table("ropes"))
    parts = (
        fields.text("title"),
        fields.text("note", "-"),
        _layout(fields.table("layout")),
        tuple(_face(each, ropes.colours) for each in fields.tables("faces")),
        tuple(_placed(each) for each in fields.tables("placed")),
        ropes,
        _token(fields.table("climber")),
        fields.length_mm("carabiner_mm", _SMALLEST_MM),
    )
    # Before the checks: what is measured on a box is kept under its fingerprint.
    kit = Kit(*parts, fingerprint=hashlib.sha256(repr(parts).encode()).hexdigest())
    if not faults.found:
        faults.found.extend(sense_faults(kit))
    if faults.found:
        raise BoardError(source, tuple(faults.found))
    return kit


def _layout(fields: Fields) -> Layout:
    fields.only(
        "shape", "tile_width_mm", "tile_height_mm", "levels", "gap_mm", "top_mm", "finish"
    )  # fmt: skip
    return Layout(
        shape=fields.choice("shape", (*SHAPES, OWN_SHAPE)),
        tile_width_mm=fields.length_mm("tile_width_mm", 20.0),
        tile_height_mm=fields.length_mm("tile_height_mm", 20.0),
        levels=_levels(fields),
        gap_mm=fields.optional_length_mm("gap_mm") or 0.0,
        top_mm=fields.optional_length_mm("top_mm") or 0.0,
        finish=tuple(_finish(each) for each in fields.tables("finish", needed=False)),
    )


def _levels(fields: Fields) -> tuple[tuple[float, ...], ...]:
    value = fields.plain.get("levels")
    if type(value) is list and value and all(map(_is_level, value)):
        return tuple(tuple(float(x) for x in level) for level in value)
    fields.faults.add(
        fields.where,
        "'levels' must be a list of levels from the first one up, each a list with the left"
        " edge of every tile in mm, such as [[0, 120], [0, 120], [0, 120]].",
    )
    return ((0.0,),)


def _is_level(value: object) -> bool:
    return type(value) is list and 0 < len(value) <= TILES and all(map(_is_place, value))


def _is_place(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and 0 <= value <= _FARTHEST_MM  # false for what is no number or infinite, too
    )


def _finish(fields: Fields) -> Box:
    fields.only("x_mm", "y_mm", "width_mm", "height_mm")
    x, y = fields.length_mm("x_mm"), fields.length_mm("y_mm")
    width, height = (fields.length_mm(name, _SMALLEST_MM) for name in ("width_mm", "height_mm"))
    return (x, y, x + width, y + height)


def _placed(fields: Fields) -> Placed:
    fields.only("tile", "side", "quarters")
    tile = fields.whole("tile", 1, TILES)
    return Placed(tile, fields.choice("side", SIDES), fields.whole("quarters", 0, 3))


def _token(fields: Fields) -> Token:
    fields.only("nose", "body")
    return Token(_shape(fields.table("nose")), _shape(fields.table("body")))


def _shape(fields: Fields) -> Shape:
    """A disc, or an outline of which the area is not nothing."""
    if "outline" in fields.plain:
        fields.only("outline")
        return Patch(fields.outline("outline") or ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    fields.only("x_mm", "y_mm", "radius_mm")
    centre = (fields.length_mm("x_mm", -_FARTHEST_MM), fields.length_mm("y_mm", -_FARTHEST_MM))
    return Disc(centre, fields.length_mm("radius_mm", _SMALLEST_MM))


def _ropes(fields: Fields) -> RopeBox:
    fields.only("width_mm", "lengths_mm")
    lengths = fields.table("lengths_mm")
    for colour, value in sorted(lengths.plain.items()):
        if not (type(value) is list and len(value) == LENGTHS and all(map(_is_place, value))):
            lengths.faults.add(lengths.where, f"{colour!r} must be a list of {LENGTHS} lengths.")
    found = {
        colour: tuple(float(each) for each in value if _is_place(each))
        for colour, value in sorted(lengths.plain.items())
        if type(value) is list
    }
    return RopeBox(
        tuple(found), tuple(found.values()), fields.length_mm("width_mm", SMALLEST_ROPE_MM)
    )


def _face(fields: Fields, colours: tuple[str, ...]) -> Face:
    fields.only("tile", "side", "sections", "holds")
    tile, side = fields.whole("tile", 1, TILES), fields.choice("side", SIDES)
    sections = tuple(
        _section(each.called(f"Tile {tile}{side}, section {i}"), colours)
        for i, each in enumerate(fields.tables("sections"), 1)
    )
    shapes = [
        _shape(each.called(f"Tile {tile}{side}, hold {i}"))
        for i, each in enumerate(fields.tables("holds"), 1)
    ]
    holds = tuple(FaceHold(shape, _section_of(shape, sections)) for shape in shapes)
    return Face(tile, side, sections, holds)


def _section(fields: Fields, colours: tuple[str, ...]) -> FaceSection:
    fields.only("colour", "outline")
    colour = fields.choice("colour", colours or ("a colour of the ropes",))
    return FaceSection(colour, fields.outline("outline"))


def _section_of(shape: Shape, sections: tuple[FaceSection, ...]) -> int:
    """The section of the hold's centre, -1 where it lies in none."""
    corners = shape.outline if isinstance(shape, Patch) else ()
    if corners and len(set(corners)) < 3:
        return -1
    centre = centre_of(shape)
    inside = (i for i, each in enumerate(sections) if is_inside(each.outline, centre))
    return next(inside, -1)
