"""From a parsed board file to a graph.

Knows the form of a Gipfelkraxler board file, described in docs/boards/gipfelkraxler.md.
Refuses to know whether the mountain makes sense (``board_check``) and where the file lies.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.errors import BoardError
from companion.games.fields import Faults, Fields
from companion.games.gipfelkraxler.board import Graph, Path, Space, SpaceId, SpaceKind
from companion.games.gipfelkraxler.board_check import sense_faults
from companion.games.gipfelkraxler.tasks import Task

FORMAT = 1

SMALLEST_MM = 5.0
"""An ibex needs at least this."""

MARGIN_MM = 1.0
"""Places are tapped by hand: a space may stand out by this much."""


def parse_board(plain: Mapping[str, Any], source: str) -> Graph:
    """The graph of a parsed file. Raises BoardError that names every fault."""
    faults = Faults()
    fields = Fields(plain, "The board", faults)
    fields.only("game", "format", "title", "note", "width_mm", "height_mm", "spaces", "paths")
    fields.choice("game", ("gipfelkraxler",))
    fields.whole("format", FORMAT, FORMAT)
    title, note = fields.text("title"), fields.text("note", "-")
    size = fields.length_mm("width_mm", 50.0), fields.length_mm("height_mm", 50.0)
    spaces = tuple(_space(each, size) for each in fields.tables("spaces"))
    paths = tuple(_path(each) for each in fields.tables("paths"))
    if not faults.found:
        faults.found.extend(sense_faults(spaces, paths))
    if faults.found:
        raise BoardError(source, tuple(faults.found))
    return _graph(title, note, size, spaces, paths)


def _space(fields: Fields, size: tuple[float, float]) -> Space:
    space_id = fields.text("id")
    fields = fields.called(f"Space {space_id}") if space_id else fields
    fields.only("id", "kind", "x_mm", "y_mm", "width_mm", "height_mm", "stream")
    space = Space(
        id=SpaceId(space_id),
        kind=SpaceKind(fields.choice("kind", tuple(kind.value for kind in SpaceKind))),
        centre_mm=(fields.length_mm("x_mm"), fields.length_mm("y_mm")),
        width_mm=fields.length_mm("width_mm", SMALLEST_MM),
        height_mm=fields.length_mm("height_mm", SMALLEST_MM),
        stream=SpaceId(fields.text("stream")) if "stream" in fields.plain else None,
    )
    extents = (space.width_mm, space.height_mm)
    for centre, extent, whole in zip(space.centre_mm, extents, size, strict=True):
        if not extent / 2 - MARGIN_MM <= centre <= whole - extent / 2 + MARGIN_MM:
            fields.faults.add(
                fields.where,
                f"it does not lie wholly on the board, which is {size[0]:g} x {size[1]:g} mm.",
            )
            break
    return space


def _path(fields: Fields) -> Path:
    fields.only("from", "to", "task")
    return Path(
        source=SpaceId(fields.text("from")),
        target=SpaceId(fields.text("to")),
        task=Task(fields.choice("task", tuple(task.value for task in Task))),
    )


def _graph(
    title: str,
    note: str,
    size: tuple[float, float],
    spaces: Sequence[Space],
    paths: Sequence[Path],
) -> Graph:
    up = {s.id: tuple(path for path in paths if path.source == s.id) for s in spaces}
    above = {key: tuple(dict.fromkeys(path.target for path in out)) for key, out in up.items()}
    start = next(s.id for s in spaces if s.kind is SpaceKind.START)
    content = repr((title, note, size, spaces, paths))
    return Graph(
        title=title,
        note=note,
        width_mm=size[0],
        height_mm=size[1],
        start=start,
        summit=next(s.id for s in spaces if s.kind is SpaceKind.SUMMIT),
        spaces=MappingProxyType({s.id: s for s in spaces}),
        paths=tuple(paths),
        up=MappingProxyType(up),
        above=MappingProxyType(above),
        streams=MappingProxyType({s.id: s.stream for s in spaces if s.stream is not None}),
        small=frozenset(s.id for s in spaces if s.kind is SpaceKind.SMALL),
        legs=MappingProxyType(_legs(start, above)),
        fingerprint=hashlib.sha256(content.encode()).hexdigest(),
    )


def _legs(start: SpaceId, above: Mapping[SpaceId, tuple[SpaceId, ...]]) -> dict[SpaceId, int]:
    legs = {start: 0}
    waiting = [start]
    for space in waiting:
        for target in above[space]:
            if target not in legs:
                legs[target] = legs[space] + 1
                waiting.append(target)
    return legs
