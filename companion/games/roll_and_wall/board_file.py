"""From a parsed board file to a board box.

Knows the form of a Roll & Wall board file, described in docs/boards.md. Refuses to know
whether the board makes sense (``board_check``) and where the file lies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import BoardError
from companion.games.fields import Faults, Fields, Point
from companion.games.roll_and_wall.assembly import face_height_mm
from companion.games.roll_and_wall.backpack import SIDE, Shape, is_connected, shape_of
from companion.games.roll_and_wall.board import (
    FACE_IDS,
    FLAG_NUMBERS,
    FLAG_SECTIONS,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    SECTION_PLACES,
    SUMMIT_NUMBER,
    BoardBox,
    Equipment,
    Face,
    FaceSpace,
    FlagSection,
    Frame,
    Join,
    TileStock,
)
from companion.games.roll_and_wall.board_check import outline_fault, sense_faults
from companion.games.roll_and_wall.tiles import Tile

FORMAT = 1

MOST_TILES = 35
"""Tiles in the box, of all kinds together."""

_KNOWN = (
    "game",
    "format",
    "title",
    "note",
    "usual",
    "frame",
    "summit",
    "faces",
    "joins",
    "flags",
    "equipment",
)


def parse_board(plain: Mapping[str, Any], source: str) -> BoardBox:
    """The board box of a parsed file. Raises BoardError that names every fault."""
    faults = Faults()
    box = _box(Fields(plain, "The board", faults))
    if not faults.found:
        faults.found.extend(sense_faults(box))
    if faults.found:
        raise BoardError(source, tuple(faults.found))
    return box


def _box(fields: Fields) -> BoardBox:
    fields.only(*_KNOWN)
    fields.choice("game", ("roll_and_wall",))
    fields.whole("format", FORMAT, FORMAT)
    usual = fields.table("usual")
    usual.only(*(place.value for place in SECTION_PLACES))
    left, centre, right = (usual.choice(place.value, FACE_IDS) for place in SECTION_PLACES)
    frame = _frame(fields.table("frame"))
    extra, summits = _summit(fields.table("summit"))
    return BoardBox(
        title=fields.text("title"),
        note=fields.text("note", "-"),
        usual=(left, centre, right),
        frame=frame,
        extra_summits=extra,
        summits=summits,
        faces=tuple(_face(each, frame) for each in fields.tables("faces")),
        joins=tuple(_join(each) for each in fields.tables("joins", needed=False)),
        flag_heights=_flag_heights(fields, frame) if "flags" in fields.plain else None,
        equipment=_equipment(fields) if "equipment" in fields.plain else None,
    )


def _frame(fields: Fields) -> Frame:
    fields.only("width_mm", "height_mm", "start_mm", "summit_mm", "campsite_mm")
    return Frame(
        width_mm=fields.length_mm("width_mm", 10.0),
        height_mm=fields.length_mm("height_mm", 10.0),
        start_mm=fields.length_mm("start_mm", 5.0),
        summit_mm=fields.length_mm("summit_mm", 0.0),
        campsite_mm=fields.length_mm("campsite_mm", 5.0),
    )


def _summit(fields: Fields) -> tuple[bool, tuple[tuple[Point, ...], ...]]:
    fields.only("spaces", "number", "left", "centre", "right")
    extra = fields.choice("spaces", ("extra", "in_sections")) == "extra"
    fields.whole("number", SUMMIT_NUMBER, SUMMIT_NUMBER)
    if not extra:
        return False, ()
    outlines = []
    for place in SECTION_PLACES:
        outlines.append(fields.outline(place.value))
        fault = outlines[-1] and outline_fault(outlines[-1])
        if fault:
            fields.faults.add(fields.where, f"the outline {place.value!r} {fault}.")
    return True, tuple(outlines)


def _face(fields: Fields, frame: Frame) -> Face:
    fields.only("id", "lowest", "top", "spaces")
    face_id = fields.choice("id", FACE_IDS)
    fields = fields.called(f"Face {face_id}")
    return Face(
        id=face_id,
        lowest=fields.text("lowest"),
        top=fields.names("top"),
        spaces=tuple(_space(each, face_id, frame) for each in fields.tables("spaces")),
    )


def _space(fields: Fields, face_id: str, frame: Frame) -> FaceSpace:
    space_id = fields.text("id")
    fields = fields.called(f"Face {face_id}, space {space_id}") if space_id else fields
    fields.only("id", "number", "ledge", "above", "left", "right", "outline", "height_mm")
    outline = fields.outline("outline")
    fault = outline and outline_fault(outline)
    if fault:
        fields.faults.add(fields.where, f"its outline {fault}.")
    height = fields.optional_length_mm("height_mm")
    if height is None and outline and not fault:
        height = face_height_mm(frame, outline)
    return FaceSpace(
        id=space_id,
        number=fields.whole("number", LOWEST_NUMBER, HIGHEST_NUMBER),
        ledge=fields.flag("ledge", False),
        above=fields.names("above"),
        left=fields.names("left"),
        right=fields.names("right"),
        outline=outline,
        height_mm=height or 0.0,
    )


def _join(fields: Fields) -> Join:
    fields.only("left_face", "right_face", "pairs", "flags")
    pairs = fields.plain.get("pairs")
    if not isinstance(pairs, list) or not all(map(_is_pair, pairs)):
        fields.faults.add(fields.where, "'pairs' must be a list of [left space, right space].")
        pairs = []
    flags = fields.plain.get("flags", [])
    if not isinstance(flags, list) or not all(map(_is_flag, flags)):
        fields.faults.add(
            fields.where, "'flags' must be a list of [section, number, left space, right space]."
        )
        flags = []
    return Join(
        left_face=fields.choice("left_face", FACE_IDS),
        right_face=fields.choice("right_face", FACE_IDS),
        pairs=tuple((a, b) for a, b in pairs),
        flags=tuple((FlagSection(section), number, a, b) for section, number, a, b in flags),
    )


def _flag_heights(fields: Fields, frame: Frame) -> tuple[tuple[float, ...], ...]:
    table = fields.table("flags")
    table.only(*(section.value for section in FLAG_SECTIONS))
    found: list[tuple[float, ...]] = []
    for section in FLAG_SECTIONS:
        heights = table.plain.get(section.value)
        if not isinstance(heights, list) or not _are_heights(heights, frame.height_mm):
            table.faults.add(
                table.where,
                f"{section.value!r} must be a list of four distances in mm from the top of"
                f" the section, for the numbers 1 to 4, each less than {frame.height_mm:g}.",
            )
            heights = [0.0] * len(FLAG_NUMBERS)
        found.append(tuple(map(float, heights)))
    return tuple(found)


def _equipment(fields: Fields) -> Equipment:
    table = fields.table("equipment")
    table.only("title", "tiles")
    stock = tuple(_tile_stock(each) for each in table.tables("tiles"))
    for tile in Tile:
        n = sum(each.tile is tile for each in stock)
        if n > 1:
            table.faults.add(table.where, f"the tile {tile.value} is listed {n} times; keep one.")
    drawn = sum(each.shape is not None for each in stock)
    if 0 < drawn < len(stock):
        table.faults.add(
            table.where, "some tiles have a 'shape' and some have none; draw all or none."
        )
    total = sum(each.green + each.blue + each.red for each in stock)
    if total > MOST_TILES:
        table.faults.add(table.where, f"there are {total} tiles; the box holds {MOST_TILES}.")
    return Equipment(table.text("title", "-"), stock)


def _tile_stock(fields: Fields) -> TileStock:
    fields.only("tile", "green", "blue", "red", "shape")
    tile = Tile(fields.choice("tile", tuple(each.value for each in Tile)))
    counts = {
        colour: fields.whole(colour, 0, MOST_TILES) if colour in fields.plain else 0
        for colour in ("green", "blue", "red")
    }
    return TileStock(tile, **counts, shape=_shape(fields) if "shape" in fields.plain else None)


def _shape(fields: Fields) -> Shape | None:
    rows = fields.plain.get("shape")
    if isinstance(rows, list) and 0 < len(rows) <= SIDE and all(map(_is_row, rows)):
        shape = shape_of(tuple(rows))
        if is_connected(shape):
            return shape
    fields.faults.add(
        fields.where,
        f"'shape' must be a list of up to {SIDE} texts of up to {SIDE} signs, # for a square"
        " of the tile and . for none, and the squares must hang together.",
    )
    return None


def _is_row(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= SIDE and set(value) <= {"#", "."}


def _is_pair(value: object) -> bool:
    return type(value) is list and len(value) == 2 and all(type(each) is str for each in value)


def _is_flag(value: object) -> bool:
    if type(value) is not list or len(value) != 4 or not _is_pair(value[2:]):
        return False
    known = type(value[0]) is str and value[0] in set(FLAG_SECTIONS)
    return known and type(value[1]) is int and value[1] in FLAG_NUMBERS


def _are_heights(values: list[object], highest: float) -> bool:
    return len(values) == len(FLAG_NUMBERS) and all(
        type(y) in (int, float) and isinstance(y, int | float) and 0 <= y < highest for y in values
    )
