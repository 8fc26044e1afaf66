"""How a reading came about, drawn: what was read, every place that was heard, and each close.

Knows colours and marks. Refuses to judge anything; it draws what evidence and joining say.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import cut
from vision.dice.joining import Judged
from vision.dice.locate import Sighting
from vision.overlay import DOUBT_BGR, SURE_BGR, TROUBLE_BGR, drawn, written
from vision.values import TrayReading

PANEL_PX = 900
"""Longer side of each of the two panels."""

TILE_PX = 150
TILE_SIDES = 2.0
"""Each place is shown so many sides wide."""

MOST_TILES = 48

Picture = NDArray[np.uint8]


def stages(image_bgr: Picture, reading: TrayReading, judged: Sequence[Judged]) -> Picture:
    """One picture: the reading, the places with how far each is believed to be a die, and below
    a tile for each place, likeliest first, with what every look and the lattice say."""
    height, width = image_bgr.shape[:2]
    scale = PANEL_PX / max(height, width)
    heard = image_bgr.copy()
    unit = max(height, width) / 900
    for one in judged:
        _mark(heard, one, unit)
    panels = [
        np.asarray(cv2.resize(panel, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
        for panel in (drawn(image_bgr, reading), heard)
    ]
    above = np.hstack(panels)
    likeliest = sorted(judged, key=lambda one: -one.presence)[:MOST_TILES]
    across = max(1, above.shape[1] // TILE_PX)
    rows = -(-len(likeliest) // across)
    below = np.zeros((rows * TILE_PX, above.shape[1], 3), np.uint8)
    for k, one in enumerate(likeliest):
        row, column = divmod(k, across)
        tile = _tile(image_bgr, one)
        below[row * TILE_PX : (row + 1) * TILE_PX, column * TILE_PX : (column + 1) * TILE_PX] = tile
    return np.vstack([above, below])


def _mark(picture: Picture, one: Judged, unit: float) -> None:
    seen = one.seen
    rumour = seen.by_pips or seen.by_body
    colour = TROUBLE_BGR if rumour else SURE_BGR if one.presence >= 0.5 else DOUBT_BGR
    centre = (round(seen.x), round(seen.y))
    cv2.circle(
        picture, centre, round(seen.side / 2), colour, max(1, round(1.5 * unit)), cv2.LINE_AA
    )
    source = "pips" if seen.by_pips else "body" if seen.by_body else ""
    words = f"{one.presence:.2f} {source}".strip()
    written(picture, words, (seen.x - seen.side / 2, seen.y - seen.side / 2), 0.45 * unit, colour)


def _tile(image_bgr: Picture, one: Judged) -> Picture:
    seen = one.seen
    tile = cut(image_bgr, (seen.x, seen.y), TILE_PX / (TILE_SIDES * seen.side), TILE_PX).image
    looks = " ".join(_word(look) for look in (seen.main, seen.turned, *seen.close))
    lines = (
        f"{one.value} {one.face_confidence:.3f} die {one.presence:.3f}",
        f"lattice {seen.pattern.value} {seen.pattern.fit:.2f}",
        looks,
    )
    colour = SURE_BGR if one.presence * one.face_confidence >= 0.9 else DOUBT_BGR
    for k, line in enumerate(lines):
        written(tile, line, (2, 12 + k * 13 if k < 2 else TILE_PX - 5), 0.33, colour)
    return tile


def _word(look: Sighting | None) -> str:
    """The face and the heat that one look saw, such as 5/92."""
    if look is None:
        return "-"
    return f"{look.value or '?'}/{100 * look.heat:.0f}"
