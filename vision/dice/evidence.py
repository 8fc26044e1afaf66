"""All evidence about one picture: places where a die may be, and what each source says there.

Knows which looks are taken, in which order and how many. Refuses to weigh what they say: see
joining.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import Pyramid
from vision.dice.locate import (
    GLANCES,
    NEAR,
    SHOWN_SIDE_PX,
    STRONG,
    Sighting,
    apart,
    look,
    look_closely,
    typical_side,
)
from vision.dice.model import DiceModel
from vision.dice.pips import Pattern, read_patterns, rough_fits
from vision.dice.segment import Place, body_rumours, pip_rumours

SEARCH_PX = ((320,), (640,), (1280, 160))
"""Longer side of the picture at the first looks: further ones only while no dice are clearly
found; from small to large, so that the pips of a large die are not taken for dice."""

PLAIN_SIDE_PX = 44.0
"""A die that the first look shows larger than this could be five small dice lying like a five:
the next look tells them apart."""

LARGEST_SCALE = 1.5
"""Pictures are not blown up further than this to search them."""

ENOUGH_TRUST = 0.35
"""Trust in a look from which no further scale is tried."""

EASY_SIDES_PX = (22.0, 84.0)
"""Sides of a face, as shown, at which the net finds dice reliably."""

TURNED_SIDES_PX = (20.0, 60.0)
"""Sides at which the look that found the dice, turned by a quarter, is also the second opinion on
how many there are; else one more is taken."""

CLEAR = 0.3
"""Heat from which a peak is used to measure the scale."""

LEAST_SHOWN_SIDE_PX = 28.0
"""Side at which the main look still marks every die; close looks show it larger again."""

CHEAP_PIXELS = 153_600
"""A main look larger than this is taken only for dice that would else be shown too small."""

LONGEST_SHOWN_PX = 1536
"""The picture is never shown larger than this: time, and tiny dice are blurred anyway."""

MOST_FIRM = 60
MOST_WEAK = 12
MOST_PIP_RUMOURS = 5
MOST_BODY_RUMOURS = 5
"""Bounds on places that are looked at closely, so that a busy picture costs no more."""

RUMOURED_PARTS = (1 / 25, 1 / 11, 1 / 5)
"""Sides of dice, as parts of the picture's longer side, that are tried where no look helps."""

MOST_GUESSES = 3

LEAST_SIDE_PX = 12.0
"""A face smaller than this has pips of under two pixels: nothing there could be read."""

AGREED_HEAT = 0.6
AGREED_FACE = 0.9
"""Heat and belief in one face from which looks that all say the same need no further one."""

FAINT = 0.16
"""A place that every first look finds colder than this needs pips to be heard further."""

PIPS_POSSIBLE = 0.7
"""Rough fit of the lattice below which spots are no pips, so that no look is taken."""

PIPS_SUSPECTED = 0.86
"""Rough fit of the lattice from which a cold place is heard further."""


@dataclass(frozen=True, slots=True, eq=False)
class Witnessed:
    """What every source says about one place.

    ``main`` and ``turned`` are the two looks at the whole picture, ``close`` one entry for each
    of GLANCES that was taken: further ones are spared where all before agree. None where a look
    sees nothing there. ``pattern`` is the second opinion.
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
    picture = Pyramid(image_bgr)
    turned, scale = _search(model, picture)
    side = _side_of(turned, LEAST_SIDE_PX)
    if side is None:
        return _without_scale(model, picture, turned)
    main = look(model, picture, _main_scale(picture, side))
    if not TURNED_SIDES_PX[0] <= side * scale <= TURNED_SIDES_PX[1]:
        side = _side_of(main, LEAST_SIDE_PX) or side
        turned = look(model, picture, 0.75 * _main_scale(picture, side), turned=True)
    side = _side_of(main, LEAST_SIDE_PX) or side
    places = _union([main, turned], LEAST_SIDE_PX)
    firm = [place for place in places if _heat(place, (main, turned)) > CLEAR]
    pips = _new(pip_rumours(picture, side, firm, MOST_PIP_RUMOURS), places)
    bodies = body_rumours(picture, side, firm, MOST_BODY_RUMOURS)
    places, pips = _new(places, bodies), _new(pips, bodies)  # a body is the stronger sign
    fits = rough_fits(image_bgr, pips)
    pips = [place for place, fit in zip(pips, fits, strict=True) if fit >= PIPS_POSSIBLE]
    witnesses = _witnessed(
        model, image_bgr, (main, turned), places + pips + bodies, len(places), len(pips)
    )
    return Evidence(*picture.size, side, tuple(witnesses))


def _main_scale(picture: Pyramid, side: float) -> float:
    """The best scale for reading, less where the picture would grow large and dice still show."""
    best = SHOWN_SIDE_PX / side
    width, height = picture.size
    cheap = float(np.sqrt(CHEAP_PIXELS / (width * height)))
    scale = min(best, max(cheap, LEAST_SHOWN_SIDE_PX / side))
    return min(scale, LONGEST_SHOWN_PX / max(width, height), 2.5)


def _without_scale(model: DiceModel, picture: Pyramid, first: Sequence[Sighting]) -> Evidence:
    """No look shows a die: hear the faint places, and rumours of dice of several sizes."""
    width, height = picture.size
    places = _union([first], LEAST_SIDE_PX)
    seen = len(places)
    for part in RUMOURED_PARTS:
        guess = max(height, width) * part
        places += _new(pip_rumours(picture, guess, places, MOST_GUESSES), places)
    witnesses = _witnessed(model, picture.image, ((), first), places, seen, len(places) - seen)
    return Evidence(width, height, None, tuple(witnesses))


def _search(model: DiceModel, picture: Pyramid) -> tuple[list[Sighting], float]:
    """The look that finds dice most clearly, and its scale; further scales only in need."""
    longest = max(picture.size)
    looks: list[tuple[float, list[Sighting], float]] = []
    for step, sizes in enumerate(SEARCH_PX):
        for shown_px in sizes:
            scale = min(shown_px / longest, LARGEST_SCALE)
            seen = look(model, picture, scale, turned=True)
            looks.append((_trust(seen, scale), seen, scale))
        best = max(looks, key=lambda one: one[0])
        side = _side_of(best[1], LEAST_SIDE_PX) or 0.0
        if best[0] > ENOUGH_TRUST and (step > 0 or side * best[2] < PLAIN_SIDE_PX):
            break
    return best[1], best[2]


def _trust(seen: Sequence[Sighting], scale: float) -> float:
    """How well a look shows dice: heat of the best, how many, and at a size the net knows."""
    clear = [one for one in seen if one.heat > CLEAR and one.side >= LEAST_SIDE_PX]
    if not clear:
        return max((one.heat for one in seen), default=0.0) ** 2
    side = (typical_side(clear) or 0.0) * scale
    known = 1.0 if EASY_SIDES_PX[0] <= side <= EASY_SIDES_PX[1] else 0.6
    best = max(one.heat for one in clear)
    strong = sum(one.heat > STRONG * best for one in clear)
    return known * best**2 * (1 + 0.1 * min(strong, 6))


def _side_of(seen: Sequence[Sighting], least: float) -> float | None:
    return typical_side([one for one in seen if one.heat > CLEAR and one.side >= least])


def _union(looks: Sequence[Sequence[Sighting]], least: float) -> list[Place]:
    """Places of all sightings, those of one die once, the strongest kept."""
    everything = sorted((seen for one in looks for seen in one), key=lambda seen: -seen.heat)
    kept: list[Sighting] = []
    weak = 0
    for seen in everything:
        if seen.side < least or any(apart(seen, other) < NEAR for other in kept):
            continue
        weak += seen.heat < CLEAR
        if weak > MOST_WEAK or len(kept) == MOST_FIRM:
            break
        kept.append(seen)
    return [(seen.x, seen.y, seen.side) for seen in kept]


def _new(rumours: Sequence[Place], places: Sequence[Place]) -> list[Place]:
    return [
        (x, y, side)
        for x, y, side in rumours
        if all(np.hypot(x - px, y - py) > 0.5 * max(side, ps) for px, py, ps in places)
    ]


def _heat(place: Place, looks: Sequence[Sequence[Sighting]]) -> float:
    return max((seen.heat for one in looks if (seen := _at(one, place))), default=0.0)


def _at(seen: Sequence[Sighting], place: Place) -> Sighting | None:
    """The strongest sighting at a place."""
    x, y, side = place
    near = [one for one in seen if np.hypot(one.x - x, one.y - y) < NEAR * max(side, one.side)]
    return max(near, key=lambda one: one.heat, default=None)


def _witnessed(
    model: DiceModel,
    image_bgr: NDArray[np.uint8],
    looks: tuple[Sequence[Sighting], Sequence[Sighting]],
    places: Sequence[Place],
    seen: int,
    by_pips: int,
) -> list[Witnessed]:
    """Look closely at the places; the first ``seen`` were sighted, then rumours of pips."""
    main, turned = ([_at(one, place) for place in places] for one in looks)
    first = look_closely(model, image_bgr, places, GLANCES[0])
    heard = _heard(image_bgr, places[: seen + by_pips], (main, turned, first))
    heard += range(seen + by_pips, len(places))  # a body is never dismissed unheard
    spots = [places[k] for k in heard]
    glances: list[tuple[Sighting | None, ...]] = [(first[k],) for k in heard]
    doubtful = [
        k for k, index in enumerate(heard) if not _agreed((main[index], turned[index], *glances[k]))
    ]
    for glance in GLANCES[1:]:
        again = look_closely(model, image_bgr, [spots[k] for k in doubtful], glance)
        for k, one in zip(doubtful, again, strict=True):
            glances[k] += (one,)
    spots = [_centred(spot, seen_there) for spot, seen_there in zip(spots, glances, strict=True)]
    firm = [_warmest(seen_there) > CLEAR for seen_there in glances]
    patterns = read_patterns(image_bgr, spots, firm)
    return [
        Witnessed(
            x=x,
            y=y,
            side=side,
            main=main[index],
            turned=turned[index],
            close=close,
            pattern=pattern,
            by_pips=seen <= index < seen + by_pips,
            by_body=index >= seen + by_pips,
        )
        for (x, y, side), pattern, index, close in zip(spots, patterns, heard, glances, strict=True)
    ]


def _heard(
    image_bgr: NDArray[np.uint8],
    places: Sequence[Place],
    looks: Sequence[Sequence[Sighting | None]],
) -> list[int]:
    """Indices of the places that are heard further: warm in some look, or with pips."""
    warm = [_warmest([one[k] for one in looks]) >= FAINT for k in range(len(places))]
    cold = [k for k, is_warm in enumerate(warm) if not is_warm]
    fits = rough_fits(image_bgr, [places[k] for k in cold])
    with_pips = {k for k, fit in zip(cold, fits, strict=True) if fit >= PIPS_SUSPECTED}
    return [k for k in range(len(places)) if warm[k] or k in with_pips]


def _agreed(looks: Sequence[Sighting | None]) -> bool:
    """Whether every look firmly sees a die of one and the same face: more looks are no news."""
    values = {None if one is None or one.heat < AGREED_HEAT else one.value for one in looks}
    if len(values) > 1 or None in values:
        return False
    return min(float(one.faces.max()) for one in looks if one is not None) > AGREED_FACE


def _warmest(seen: Sequence[Sighting | None]) -> float:
    return max((one.heat for one in seen if one is not None), default=0.0)


def _centred(place: Place, glances: Sequence[Sighting | None]) -> Place:
    """The place as the strongest close look corrects it; a quite other size is another thing."""
    firm = [
        one
        for one in glances
        if one is not None and one.heat > CLEAR and 0.6 < one.side / place[2] < 1.7
    ]
    if not firm:
        return place
    best = max(firm, key=lambda one: one.heat)
    return best.x, best.y, best.side
