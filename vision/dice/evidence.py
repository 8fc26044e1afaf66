"""All evidence about one picture: places where a die may be, and what each source says there.

Knows which looks are taken, in which order and how many. Refuses to weigh what they say: see
joining.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.locate import (
    GLANCES,
    NEAR,
    SHOWN_SIDE_PX,
    Sighting,
    apart,
    look,
    look_closely,
    typical_side,
)
from vision.dice.model import DiceModel
from vision.dice.pips import Pattern, read_patterns
from vision.dice.segment import Place, body_rumours, pip_rumours

SEARCH_PX = (640, 320)
"""Longer side of the picture at the first looks; two, so that large pips are not taken for dice."""

FURTHER_PX = (1280, 160)
"""Sizes that are shown only while no dice are clearly found."""

LARGEST_SCALE = 1.5
"""Pictures are not blown up further than this to search them."""

ENOUGH_TRUST = 0.35
"""Trust in a look from which no further scale is tried."""

EASY_SIDES_PX = (22.0, 84.0)
"""Sides of a face, as shown, at which the net finds dice reliably."""

CLEAR = 0.3
"""Heat from which a peak is used to measure the scale."""

LONGEST_SHOWN_PX = 1536
"""The picture is never shown larger than this: time, and tiny dice are blurred anyway."""

MOST_PLACES = 48
MOST_PIP_RUMOURS = 6
MOST_BODY_RUMOURS = 6


@dataclass(frozen=True, slots=True, eq=False)
class Witnessed:
    """What every source says about one place.

    ``main`` and ``turned`` are the two looks at the whole picture, ``close`` one entry for each
    of GLANCES; None where that look sees nothing there. ``pattern`` is the second opinion.
    ``by_pips`` and ``by_body`` tell whether a rumour brought the place up.
    """

    x: float
    y: float
    side: float
    main: Sighting | None
    turned: Sighting | None
    close: tuple[Sighting | None, ...]
    pattern: Pattern
    by_pips: bool
    by_body: bool

    @property
    def place(self) -> Place:
        """x, y and side."""
        return self.x, self.y, self.side


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """One picture's evidence; ``side`` is None where no look gave a scale."""

    width: int
    height: int
    side: float | None
    places: tuple[Witnessed, ...]


def gather(model: DiceModel, image_bgr: NDArray[np.uint8]) -> Evidence:
    """Look at a picture (H x W x 3, BGR, 8 bit) until every place has been heard."""
    height, width = image_bgr.shape[:2]
    longest = max(height, width)
    first, scale = _search(model, image_bgr)
    side = typical_side([seen for seen in first if seen.heat > CLEAR])
    if side is None:
        sides = [longest / 640 * 26, longest / 640 * 60, longest / 640 * 140]
        places = _union([first])
        for guess in sides:
            places += _new(pip_rumours(image_bgr, guess, places, 3), places)
        return _witnessed(model, image_bgr, None, first, None, places, len(places), 0)
    wanted = min(SHOWN_SIDE_PX / side, LONGEST_SHOWN_PX / longest, 2.5)
    main = first if 0.85 < wanted / scale < 1.18 else look(model, image_bgr, wanted)
    side = typical_side([seen for seen in main if seen.heat > CLEAR]) or side
    turned = look(model, image_bgr, 0.75 * wanted, quarter_turns=1)
    places = _union([main, turned])
    firm = [place for place, heat in _heats(places, [main, turned]) if heat > CLEAR]
    pips = _new(pip_rumours(image_bgr, side, firm, MOST_PIP_RUMOURS), places)
    bodies = _new(body_rumours(image_bgr, side, firm, MOST_BODY_RUMOURS), places + pips)
    return _witnessed(
        model, image_bgr, side, main, turned, places + pips + bodies, len(places), len(pips)
    )


def _search(model: DiceModel, image_bgr: NDArray[np.uint8]) -> tuple[list[Sighting], float]:
    """The look that finds dice most clearly, and its scale; further scales only in need."""
    longest = max(image_bgr.shape[:2])
    looks: list[tuple[float, list[Sighting], float]] = []
    for sizes in (SEARCH_PX, FURTHER_PX):
        for shown_px in sizes:
            scale = min(shown_px / longest, LARGEST_SCALE)
            seen = look(model, image_bgr, scale)
            looks.append((_trust(seen, scale), seen, scale))
        best = max(looks, key=lambda one: one[0])
        if best[0] > ENOUGH_TRUST:
            break
    return best[1], best[2]


def _trust(seen: Sequence[Sighting], scale: float) -> float:
    """How well a look shows dice: heat of the best, how many, and at a size the net knows."""
    clear = [one for one in seen if one.heat > CLEAR]
    if not clear:
        return max((one.heat for one in seen), default=0.0) ** 2
    side = (typical_side(clear) or 0.0) * scale
    known = 1.0 if EASY_SIDES_PX[0] <= side <= EASY_SIDES_PX[1] else 0.6
    best = float(np.mean(sorted((one.heat for one in clear), reverse=True)[:4]))
    return known * best**2 * (1 + 0.1 * min(len(clear), 6))


def _union(looks: Sequence[Sequence[Sighting]]) -> list[Place]:
    """Places of all sightings, those of one die once, the strongest kept."""
    everything = sorted((seen for one in looks for seen in one), key=lambda seen: -seen.heat)
    kept: list[Sighting] = []
    for seen in everything:
        if all(apart(seen, other) >= NEAR for other in kept):
            kept.append(seen)
    return [(seen.x, seen.y, seen.side) for seen in kept[:MOST_PLACES]]


def _new(rumours: Sequence[Place], places: Sequence[Place]) -> list[Place]:
    return [
        (x, y, side)
        for x, y, side in rumours
        if all(np.hypot(x - px, y - py) > 0.5 * max(side, ps) for px, py, ps in places)
    ]


def _heats(
    places: Sequence[Place], looks: Sequence[Sequence[Sighting]]
) -> list[tuple[Place, float]]:
    return [
        (place, max((seen.heat if seen else 0.0) for seen in (_at(one, place) for one in looks)))
        for place in places
    ]


def _at(seen: Sequence[Sighting], place: Place) -> Sighting | None:
    """The strongest sighting at a place."""
    x, y, side = place
    near = [one for one in seen if np.hypot(one.x - x, one.y - y) < NEAR * max(side, one.side)]
    return max(near, key=lambda one: one.heat, default=None)


def _witnessed(
    model: DiceModel,
    image_bgr: NDArray[np.uint8],
    side: float | None,
    main: Sequence[Sighting],
    turned: Sequence[Sighting] | None,
    places: Sequence[Place],
    seen: int,
    by_pips: int,
) -> Evidence:
    """Look closely at every place; the first ``seen`` were sighted, then rumours of pips."""
    glances = [look_closely(model, image_bgr, places, glance) for glance in GLANCES]
    centred = []
    for k, place in enumerate(places):
        strongest = max(
            (one[k] for one in glances if one[k] is not None),
            key=lambda one: one.heat if one else 0.0,
            default=None,
        )
        firm = strongest is not None and strongest.heat > CLEAR
        centred.append((strongest.x, strongest.y, strongest.side) if strongest and firm else place)
    patterns = read_patterns(image_bgr, centred)
    witnesses = tuple(
        Witnessed(
            x=x,
            y=y,
            side=size,
            main=_at(main, place),
            turned=_at(turned or (), place),
            close=tuple(one[k] for one in glances),
            pattern=patterns[k],
            by_pips=seen <= k < seen + by_pips,
            by_body=k >= seen + by_pips,
        )
        for k, (place, (x, y, size)) in enumerate(zip(places, centred, strict=True))
    )
    height, width = image_bgr.shape[:2]
    return Evidence(width, height, side, witnesses)
