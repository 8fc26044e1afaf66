"""All evidence about one picture: places where a die may be, and what each source says there.

Knows which looks are taken, in which order and how many. Refuses to weigh what they say: see
joining.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import Pyramid
from vision.dice.locate import GLANCES, NEAR, Sighting, apart, look, look_closely
from vision.dice.model import DiceModel
from vision.dice.pips import Pattern, read_patterns, rough_fits
from vision.dice.search import CLEAR, LEAST_SIDE_PX, Shown, main_scale, search, side_of
from vision.dice.segment import Place, body_rumours, pip_rumours

SMALLER = 0.7
"""Scale of the turned look beside that of the main look."""

MOST_FIRM = 60
MOST_WEAK = 12
MOST_PIP_RUMOURS = 4
MOST_BODY_RUMOURS = 5
"""Bounds on places that are looked at closely, so that a busy picture costs no more."""

RUMOURED_PARTS = (1 / 25, 1 / 11, 1 / 5)
"""Sides of dice, as parts of the picture's longer side, that are tried where no look helps."""

MOST_GUESSES = 3

OTHER_SIZE = 1.6
"""Dice of two looks whose sides differ by more than this are not the same dice."""

HOLDS = 2.0
"""A face so many times larger than another is not the same die, nor is one pip of it."""

TURNED_SIDES_PX = (18.0, 60.0)
"""Sides at which the look that found the dice, turned by a quarter, is also the second opinion on
how many there are; else one more is taken."""

AGREED_HEAT = 0.5
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


@dataclass(frozen=True, slots=True)
class Candidates:
    """Places to hear further: those sighted, then rumours of pips, then of bodies."""

    sighted: tuple[Place, ...]
    by_pips: tuple[Place, ...] = ()
    by_body: tuple[Place, ...] = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """All of them, in that order."""
        return self.sighted + self.by_pips + self.by_body


@dataclass(frozen=True, slots=True, eq=False)
class Heard:
    """One place with what every look says there, before any lattice is laid; see Witnessed."""

    place: Place
    main: Sighting | None
    turned: Sighting | None
    close: tuple[Sighting | None, ...]
    by_pips: bool
    by_body: bool


Looks = tuple[Sequence[Sighting], Sequence[Sighting]]
"""The main look at the whole picture, and the turned one."""


def gather(model: DiceModel, image_bgr: NDArray[np.uint8]) -> Evidence:
    """Look at a picture (H x W x 3, BGR, 8 bit) until every place has been heard."""
    picture = Pyramid(image_bgr)
    best, *rivals = search(model, picture)
    found = _at_scale(model, picture, best)
    # Pips of a large die look like dice, and five dice like one: where no look can be trusted, the
    # next that shows dice of another size is heard as well.
    for rival in rivals:
        side = side_of(rival.seen)
        if side and not 1 / OTHER_SIZE < side / (found.side or math.inf) < OTHER_SIZE:
            return _both(found, _at_scale(model, picture, rival))
    return found


def _at_scale(model: DiceModel, picture: Pyramid, first: Shown) -> Evidence:
    """The evidence where dice are as large as a first look has them."""
    turned, side = first.seen, side_of(first.seen)
    if side is None:
        return _without_scale(model, picture, turned)
    main = look(model, picture, main_scale(picture, side))
    if not TURNED_SIDES_PX[0] <= side * first.scale <= TURNED_SIDES_PX[1]:
        turned = turned_look(model, picture, side_of(main) or side)
    side = side_of(main) or side
    candidates = proposed(picture, (main, turned), side)
    heard = listened(model, picture.image, (main, turned), candidates)
    return Evidence(*picture.size, side, laid(picture.image, heard))


def _both(one: Evidence, other: Evidence) -> Evidence:
    """The warmer evidence, with what the other has elsewhere."""
    if _warmth(other) > _warmth(one):
        one, other = other, one
    known = [seen.place for seen in one.places]
    more = [
        seen
        for seen in other.places
        # What lies within a face that is several times larger may be what is really there.
        if _new([seen.place], [(x, y, side) for x, y, side in known if side < HOLDS * seen.side])
    ]
    return replace(one, places=(*one.places, *more))


def _warmth(evidence: Evidence) -> float:
    """Mean heat of all looks at the place where it is highest."""
    looks = [(seen.main, seen.turned, *seen.close) for seen in evidence.places]
    heats = [sum(s.heat for s in some if s is not None) / len(some) for some in looks]
    return max(heats, default=0.0)


def turned_look(model: DiceModel, picture: Pyramid, side: float) -> list[Sighting]:
    """A second look at the whole picture: smaller, and turned by a quarter."""
    return look(model, picture, SMALLER * main_scale(picture, side), turned=True)


def proposed(picture: Pyramid, looks: Looks, side: float) -> Candidates:
    """Every place that a look marks, and rumours of dice away from them."""
    places = _union(looks)
    firm = [place for place in places if _heat(place, looks) > CLEAR]
    pips = _new(pip_rumours(picture, side, firm, MOST_PIP_RUMOURS), places)
    # Only what is plainly a die is no news as a body: a blank one warms the net a little.
    plain = [place for place in firm if _heat(place, looks) > AGREED_HEAT]
    bodies = body_rumours(picture, side, plain or firm, MOST_BODY_RUMOURS)
    places, pips = _new(places, bodies), _new(pips, bodies)  # a body is the stronger sign
    fits = rough_fits(picture.image, pips)
    pips = [place for place, fit in zip(pips, fits, strict=True) if fit >= PIPS_POSSIBLE]
    return Candidates(tuple(places), tuple(pips), tuple(bodies))


def _without_scale(model: DiceModel, picture: Pyramid, first: Sequence[Sighting]) -> Evidence:
    """No look shows a die: hear the faint places, and rumours of dice of several sizes."""
    width, height = picture.size
    looks: Looks = ((), first)
    places = _union(looks)
    pips: list[Place] = []
    for part in RUMOURED_PARTS:
        guess = max(height, width) * part
        pips += _new(pip_rumours(picture, guess, places + pips, MOST_GUESSES), places + pips)
    heard = listened(model, picture.image, looks, Candidates(tuple(places), tuple(pips)))
    return Evidence(width, height, None, laid(picture.image, heard))


def _union(looks: Looks) -> list[Place]:
    """Places of all sightings, those of one die once, the strongest kept."""
    everything = sorted((seen for one in looks for seen in one), key=lambda seen: -seen.heat)
    kept: list[Sighting] = []
    weak = 0
    for seen in everything:
        if seen.side < LEAST_SIDE_PX or any(apart(seen, other) < NEAR for other in kept):
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
        if all(math.hypot(x - px, y - py) > 0.5 * max(side, ps) for px, py, ps in places)
    ]


def _heat(place: Place, looks: Looks) -> float:
    return max((seen.heat for one in looks if (seen := _at(one, place))), default=0.0)


def _at(seen: Sequence[Sighting], place: Place) -> Sighting | None:
    """The strongest sighting at a place."""
    x, y, side = place
    near = [one for one in seen if math.hypot(one.x - x, one.y - y) < NEAR * max(side, one.side)]
    return max(near, key=lambda one: one.heat, default=None)


def listened(
    model: DiceModel, image_bgr: NDArray[np.uint8], looks: Looks, candidates: Candidates
) -> list[Heard]:
    """Look closely at every place; those where nothing speaks for a die are dropped."""
    places = candidates.places
    by_pips = len(candidates.sighted)
    by_body = by_pips + len(candidates.by_pips)
    main, turned = ([_at(one, place) for place in places] for one in looks)
    first = look_closely(model, image_bgr, places, GLANCES[0])
    heard = _heard(image_bgr, places[:by_body], (main, turned, first))
    heard += range(by_body, len(places))  # a body is never dismissed unheard
    spots = [places[k] for k in heard]
    glances: list[tuple[Sighting | None, ...]] = [(first[k],) for k in heard]
    doubtful = [
        k for k, index in enumerate(heard) if not _agreed(main[index], turned[index], first[index])
    ]
    for glance in GLANCES[1:]:
        again = look_closely(model, image_bgr, [spots[k] for k in doubtful], glance)
        for k, one in zip(doubtful, again, strict=True):
            glances[k] += (one,)
    return [
        Heard(
            place=_centred(spot, close),
            main=main[index],
            turned=turned[index],
            close=close,
            by_pips=by_pips <= index < by_body,
            by_body=index >= by_body,
        )
        for spot, index, close in zip(spots, heard, glances, strict=True)
    ]


def laid(image_bgr: NDArray[np.uint8], heard: Sequence[Heard]) -> tuple[Witnessed, ...]:
    """The second opinion about every place: lattices laid over the picture."""
    firm = [_warmest(one.close) > CLEAR for one in heard]
    agreed = [_one_face(one) for one in heard]
    patterns = read_patterns(image_bgr, [one.place for one in heard], firm, agreed)
    return tuple(
        Witnessed(*one.place, one.main, one.turned, one.close, pattern, one.by_pips, one.by_body)
        for one, pattern in zip(heard, patterns, strict=True)
    )


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


def _agreed(main: Sighting | None, turned: Sighting | None, close: Sighting | None) -> bool:
    """Whether every look sees a die of one and the same face, so that more looks are no news.

    The turned look may be less firm: it shows dice small.
    """
    if main is None or turned is None or close is None:
        return False
    if main.value is None or not main.value == turned.value == close.value:
        return False
    firm = min(main.heat, close.heat) >= AGREED_HEAT and turned.heat > CLEAR
    return firm and min(float(main.faces.max()), float(close.faces.max())) > AGREED_FACE


def _one_face(heard: Heard) -> int | None:
    """The face that every look sees, None where they differ."""
    values = {
        None if one is None else one.value for one in (heard.main, heard.turned, *heard.close)
    }
    return values.pop() if len(values) == 1 else None


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
