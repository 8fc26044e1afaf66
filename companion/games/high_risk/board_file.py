"""From a parsed board file to a mountain.

Knows the form of a High Risk board file, described in docs/boards/high_risk.md, and what a
mountain must be. Refuses to know where the file lies, and to mend a fault.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from companion.errors import BoardError
from companion.games.fields import Faults, Fields
from companion.games.high_risk.board import (
    BASECAMP,
    BIVOUACS,
    CLIFFS,
    Mountain,
    Zone,
    ZoneKind,
)

FORMAT = 1

SMALLEST_MM = 3.0
"""A climber's token needs at least this."""

_NEEDED = {
    ZoneKind.BASECAMP: 1,
    ZoneKind.BIVOUAC: BIVOUACS,
    ZoneKind.CLIFF: CLIFFS,
    ZoneKind.SUMMIT: 1,
}


def parse_board(plain: Mapping[str, Any], source: str) -> Mountain:
    """The mountain of a parsed file. Raises BoardError that names every fault."""
    faults = Faults()
    fields = Fields(plain, "The board", faults)
    fields.only("game", "format", "title", "note", "width_mm", "height_mm", "zones")
    fields.choice("game", ("high_risk",))
    fields.whole("format", FORMAT, FORMAT)
    title, note = fields.text("title"), fields.text("note", "-")
    width, height = fields.length_mm("width_mm", 50.0), fields.length_mm("height_mm", 50.0)
    zones = tuple(_zone(each, i) for i, each in enumerate(fields.tables("zones")))
    if not faults.found:
        faults.found.extend(_sense_faults(zones, width, height))
    if faults.found:
        raise BoardError(source, tuple(faults.found))
    content = repr((title, note, width, height, zones))
    return Mountain(
        title=title,
        note=note,
        width_mm=width,
        height_mm=height,
        zones=zones,
        cliffs=frozenset(i for i, zone in enumerate(zones) if zone.kind is ZoneKind.CLIFF),
        summit=len(zones) - 1,
        fingerprint=hashlib.sha256(content.encode()).hexdigest(),
    )


def _zone(fields: Fields, number: int) -> Zone:
    fields = fields.called(f"Zone {number}, counted from the Basecamp as 0")
    fields.only("kind", "name", "x_mm", "y_mm", "width_mm", "height_mm")
    kind = ZoneKind(fields.choice("kind", tuple(kind.value for kind in ZoneKind)))
    return Zone(
        kind=kind,
        name=fields.text("name", f"{kind.value.capitalize()} {number}"),
        centre_mm=(fields.length_mm("x_mm"), fields.length_mm("y_mm")),
        width_mm=fields.length_mm("width_mm", SMALLEST_MM),
        height_mm=fields.length_mm("height_mm", SMALLEST_MM),
    )


def _sense_faults(zones: tuple[Zone, ...], width_mm: float, height_mm: float) -> Iterable[str]:
    kinds = [zone.kind for zone in zones]
    for kind, needed in _NEEDED.items():
        if kinds.count(kind) != needed:
            yield (
                f"The board: it has {kinds.count(kind)} zones of the kind {kind.value};"
                f" a mountain has {needed}."
            )
    if zones and kinds[BASECAMP] is not ZoneKind.BASECAMP:
        yield "The board: list the zones from bottom to top, the Basecamp first."
    if zones and kinds[-1] is not ZoneKind.SUMMIT:
        yield "The board: list the zones from bottom to top, the Summit last."
    if len(zones) > 1 and kinds[1] is not ZoneKind.BIVOUAC:
        yield (
            "Zone 1: the zone above the Basecamp must be a Bivouac, for a climber who is"
            " knocked off a Cliff stops at a Bivouac at the latest; look at the board again."
        )
    names = [zone.name for zone in zones]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield f"The board: {names.count(name)} zones are called {name!r}; name them apart."
    for number, zone in enumerate(zones):
        (x, y), half_width, half_height = zone.centre_mm, zone.width_mm / 2, zone.height_mm / 2
        across = half_width <= x <= width_mm - half_width
        if not (across and half_height <= y <= height_mm - half_height):
            yield (
                f"Zone {number}: it does not lie wholly on the board, which is"
                f" {width_mm:g} x {height_mm:g} mm."
            )
        if zone.kind is ZoneKind.CLIFF and zone.width_mm != zone.height_mm:
            yield f"Zone {number}: a Cliff is round; give it the same width and height."
    for number, (lower, upper) in enumerate(pairwise(zones), start=1):
        if lower.centre_mm == upper.centre_mm:
            yield f"Zone {number}: it lies exactly where zone {number - 1} lies; move one."
