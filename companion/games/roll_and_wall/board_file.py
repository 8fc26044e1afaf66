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
from companion.games.roll_and_wall.board import (
    FACE_IDS,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    SECTION_PLACES,
    SUMMIT_NUMBER,
    BoardBox,
    Face,
    FaceSpace,
    Frame,
    Join,
)
from companion.games.roll_and_wall.board_check import outline_fault, sense_faults

FORMAT = 1


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
    fields.only("game", "format", "title", "note", "usual", "frame", "summit", "faces", "joins")
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
    fields.only("left_face", "right_face", "pairs")
    pairs = fields.plain.get("pairs")
    if not isinstance(pairs, list) or not all(map(_is_pair, pairs)):
        fields.faults.add(fields.where, "'pairs' must be a list of [left space, right space].")
        pairs = []
    return Join(
        left_face=fields.choice("left_face", FACE_IDS),
        right_face=fields.choice("right_face", FACE_IDS),
        pairs=tuple((a, b) for a, b in pairs),
    )


def _is_pair(value: object) -> bool:
    return type(value) is list and len(value) == 2 and all(type(each) is str for each in value)
