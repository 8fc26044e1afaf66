"""Named reasons for doubt about a picture, each with its place.

Knows what makes a die or a picture hard to read, and whether it touches a value. Refuses to
change a number: a trouble that touches a value makes the reading unsure, and no more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import compress

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.focus import blur_of
from vision.calibration.strange import Thing
from vision.calibration.tray import Tray, Where
from vision.dice.crop import resized
from vision.dice.flaws import (
    Blurred,
    blurred,
    burnt_blobs,
    has_glare,
    is_sharp,
)
from vision.dice.joining import SURELY_FLAT, Judged, told_of_leaning
from vision.dice.light import troubles_of_light
from vision.dice.locate import PIP_FACES, Sighting
from vision.dice.mirrored import mirrored
from vision.dice.second_look import A_DIE
from vision.dice.spots import are_no_pips
from vision.dice.stacked import Ask
from vision.values import Point, Trouble, TroubleCode

CERTAIN_IN_GLARE = 0.95
"""Confidence of a face from which glare that could hide pips, but they show through, is no doubt: a
patch that hides pips reads as a lower face with up to 0.94."""

READ = 0.5
"""Confidence of a face below which it is not read."""

NO_PIPS_SUSPECTED = 0.04
"""Mean belief of the looks in a face without pips from which its spots are asked. All of 32 symbols
that were a sure number have more, three of ten real dice do."""

STACKED, ON_ANOTHER = 0.5, 0.82
"""Belief that a die lies on another from which it is named: that of the looks, which hardly ever
reach it, and that of the net that is asked about nothing else."""

CUT = 0.52
"""Sides from a face's centre to the border below which it may be cut, and a pip lost: what
is left of a cut two or five is found further in than its centre was."""

PIP_MIDDLES = 0.3
SIX_SEEN = 0.99
"""The outer pips' middles are no further from the face's centre than the first, in sides; a six
that is certain with all of them in the picture is whole, for no face has more pips."""

WHOLE_PX = 640
WHOLE_BLUR_PX = 3.4
"""Longer side of the picture in which the whole is judged, and the blur, in its pixels, at which
dice of a common size lose their pips."""

EMPTY_BLUR_PX = 4.1
"""The same where no die is seen: an empty cloth may have no sharp edge, and is empty all the
same. Of 222 photographs none has more."""

SUSPECT = 0.05
"""Presence from which a place that is no die is named."""

COULD_BE_A_DIE = 0.5
"""Area, in faces, from which a thing in the tray may be a die or hide one."""

ON_A_DIE = 0.7
"""A burnt patch nearer to a die's middle than this, in sides, is on that die."""

MOVED_HEAT = 0.2
MOVED_SIDES = (0.8, 1.8)
"""Mean heat of the looks at the whole picture from which a place that is no die, blurred beside
sharp ones, may be a die that moved, and how large it then is seen, in sides of the others. Of 43
that moved by 0.4 to 1.2 sides and were not found 41 are such; none of 295 photographs has one."""

BARE_HEAT = 0.34
BARE_SIDES = (0.8, 1.25)
"""Mean heat of all looks from which a sharp place that is no die may be a bare one as large as the
dice: those on 16 rendered tables have 0.35 and more where they are not found, and no such place on
a photograph that is read surely has 0.33."""

OTHER_HEAT, OTHER_KIND = 0.3, 0.5
"""Mean heat of the looks at the whole picture, and belief of all looks in a d4 or a cube with
numerals, from which a place of any size may be such a die that nobody can read: on photographs that
are read surely the warmest so believed has 0.24; tetrahedra that are passed over 0.3 to 0.46."""

STEEP_HEAT, STEEP_FLAT, STEEP_GAP = 0.25, 0.5, (0.9, 1.7)
"""Mean heat of all looks from which a place as large as the dice may be one that leans steeply:
less flat than this, and so many sides from a die. No place on 200 photographs is such; nearer than
this are the sides of the dice themselves."""

MOVED_ALONE_PX = 25.0
"""Side from which such a place is asked where no die is seen: what is smaller is blurred anyway."""

SAME_PLACE = 1.0
"""Two names for what lies within this many sides are of one thing."""


@dataclass(frozen=True, slots=True)
class Named:
    """A trouble, and whether it touches a value: then the reading cannot be sure."""

    trouble: Trouble
    touches: bool


class _Lamp(Enum):
    """What a lamp does to a face: nothing, nobody can tell how far, or it may change the value."""

    NOTHING = auto()
    UNTOLD = auto()
    CHANGES = auto()


def troubles(
    image_bgr: NDArray[np.uint8],
    dice: Sequence[Judged],
    others: Sequence[Judged],
    *,
    sure: bool,
    tray: Tray | None = None,
    things: Sequence[Thing] = (),
    by_pips: Sequence[bool] = (),
    dim: bool = False,
    ask_stacked: Ask | None = None,
) -> tuple[Named, ...]:
    """The troubles of a picture (H x W x 3, BGR, 8 bit).

    ``by_pips``: for each die whether its pips are what is read; empty for all.
    ``others`` are places that are no dice; they are named where the reading is not ``sure``.
    ``tray``: where the known one is in this picture; ``things``: what lies in it besides dice.
    ``dim``: whether there is too little light for the tray to be called empty.
    ``ask_stacked`` is asked about dice that nothing else is said against.
    """
    light = troubles_of_light(image_bgr, [die.seen.place for die in dice], sure=sure, dim=dim)
    found = [Named(Trouble(code), touches) for code, touches in light]
    # A smeared die looks larger than it is.
    typical = float(np.median([die.seen.side for die in dice])) if dice else 1.0
    blurs = [
        blurred(image_bgr, die.seen.x, die.seen.y, min(die.seen.side, typical)) for die in dice
    ]
    soft = sum(blur is Blurred.SOFT for blur in blurs)
    unfocused = bool(dice) and soft > 0.6 * len(dice)
    shrink = min(1.0, WHOLE_PX / max(image_bgr.shape[:2]))
    if not unfocused and not any(is_sharp(image_bgr, *die.seen.place, shrink) for die in dice):
        unfocused = _is_unfocused(image_bgr, shrink, WHOLE_BLUR_PX if dice else EMPTY_BLUR_PX)
    if unfocused:
        # Where the dice that are found are soft, others are not found at all, and several
        # together pass for one large one.
        found.append(Named(Trouble(TroubleCode.OUT_OF_FOCUS), True))
    by_pips = by_pips or [True] * len(dice)
    lamps = _lamps(image_bgr, dice, by_pips)
    for die, blur, lamp, known in zip(dice, blurs, lamps, by_pips, strict=True):
        at = (die.seen.x, die.seen.y)
        certain = die.face_confidence >= CERTAIN_IN_GLARE
        found += [
            Named(Trouble(code, at), touches)
            for code, touches in (*_of_place(image_bgr, die, tray), *_of_posture(die))
        ]
        if blur is not None and not unfocused:
            found.append(Named(Trouble(TroubleCode.BLURRED, at), True))
        elif known and die.face_confidence >= READ and _bears_no_pips(image_bgr, die):
            found.append(Named(Trouble(TroubleCode.UNKNOWN_DIE, at), True))
        if die.presence < A_DIE:
            found.append(Named(Trouble(TroubleCode.FOREIGN_OBJECT, at), True))
        if lamp is _Lamp.CHANGES or has_glare(image_bgr, *die.seen.place):
            touches = lamp is _Lamp.CHANGES or (lamp is _Lamp.UNTOLD and not certain)
            found.append(Named(Trouble(TroubleCode.GLARE, at), touches))
    found += _burnt(image_bgr, dice)
    if sure and not unfocused:
        found += _not_found(image_bgr, typical if dice else None, dice, others)
    found += _strange(image_bgr, dice, () if sure else others, things)
    if ask_stacked and sure and not any(one.touches for one in found):
        found += _on_another(image_bgr, list(compress(dice, by_pips)), ask_stacked)
    return tuple(found)


def _lamps(
    image_bgr: NDArray[np.uint8], dice: Sequence[Judged], by_pips: Sequence[bool]
) -> list[_Lamp]:
    """For each die what a mirrored lamp may do to it.

    Where pips are seen to show through the mirror image, of any die, it hides none.
    """
    found = [
        mirrored(image_bgr, die.seen.place, die.value, die.seen.pattern) if known else None
        for die, known in zip(dice, by_pips, strict=True)
    ]
    free = any(one is not None and one.shows_through for one in found)
    doubtful = _Lamp.UNTOLD if free else _Lamp.CHANGES
    return [
        _Lamp.UNTOLD if one is None else doubtful if one.doubtful else _Lamp.NOTHING
        for one in found
    ]


def _burnt(image_bgr: NDArray[np.uint8], dice: Sequence[Judged]) -> list[Named]:
    """Burnt patches beside the dice that are as large as one: a die in glare may be all white."""
    if not dice:
        return []
    side = float(np.median([die.seen.side for die in dice]))
    return [
        Named(Trouble(TroubleCode.GLARE, at), True)
        for at in burnt_blobs(image_bgr, side)
        if all(np.hypot(at[0] - die.seen.x, at[1] - die.seen.y) > ON_A_DIE * side for die in dice)
    ]


def _not_found(
    image_bgr: NDArray[np.uint8],
    typical: float | None,
    dice: Sequence[Judged],
    others: Sequence[Judged],
) -> list[Named]:
    """Places that may be dice though no face is seen there: blurred ones, bare ones, and those that
    lean far against a die."""
    found = []
    for one in others:
        side = typical or one.seen.side
        if typical is None and side < MOVED_ALONE_PX:
            continue
        whole = _heat((one.seen.main, one.seen.turned))
        large, at = one.seen.side / side, (one.seen.x, one.seen.y)
        if whole > OTHER_HEAT and _is_other_kind(one):
            found.append(Named(Trouble(TroubleCode.UNKNOWN_DIE, at), True))
            continue
        if whole <= MOVED_HEAT or not MOVED_SIDES[0] < large < MOVED_SIDES[1]:
            continue
        if blurred(image_bgr, *at, side) is not None:
            found.append(Named(Trouble(TroubleCode.BLURRED, at), True))
            continue
        every = _heat((one.seen.main, one.seen.turned, *one.seen.close))
        if typical and every > STEEP_HEAT and _may_lean(one, large, dice):
            found.append(Named(Trouble(TroubleCode.COCKED, at), True))
        elif every > BARE_HEAT and BARE_SIDES[0] < large < BARE_SIDES[1]:
            found.append(Named(Trouble(TroubleCode.UNKNOWN_DIE, at), True))
    return found


def _on_another(image_bgr: NDArray[np.uint8], dice: Sequence[Judged], ask: Ask) -> list[Named]:
    beliefs = ask(image_bgr, [die.seen.place for die in dice])
    return [
        Named(Trouble(TroubleCode.STACKED, (die.seen.x, die.seen.y)), True)
        for die, belief in zip(dice, beliefs, strict=True)
        if belief >= ON_ANOTHER
    ]


def _may_lean(one: Judged, large: float, dice: Sequence[Judged]) -> bool:
    """Whether a place as large as the dice looks cocked and lies where it would lean on a die."""
    if one.flat >= STEEP_FLAT or not BARE_SIDES[0] < large < BARE_SIDES[1]:
        return False
    gaps = [
        2
        * math.hypot(one.seen.x - die.seen.x, one.seen.y - die.seen.y)
        / (one.seen.side + die.seen.side)
        for die in dice
    ]
    return any(STEEP_GAP[0] < gap < STEEP_GAP[1] for gap in gaps)


def _is_other_kind(one: Judged) -> bool:
    """Whether the looks rather see a die of another kind than pips or clutter."""
    beliefs = [float(seen.faces[PIP_FACES:-1].sum()) for seen in _looks(one)]
    return sum(beliefs) > OTHER_KIND * len(beliefs) > 0


def _heat(looks: Sequence[Sighting | None]) -> float:
    return sum(seen.heat for seen in looks if seen is not None) / len(looks)


def _is_unfocused(image_bgr: NDArray[np.uint8], shrink: float, blur_px: float) -> bool:
    """Whether even the sharpest edges of the whole picture are wide; not where it has none."""
    height, width = image_bgr.shape[:2]
    small = resized(image_bgr, max(1, round(width * shrink)), max(1, round(height * shrink)))
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    found = blur_of(grey, 2 * WHOLE_BLUR_PX)
    return found is not None and found.least_px > blur_px


def _of_place(
    image_bgr: NDArray[np.uint8], die: Judged, tray: Tray | None
) -> list[tuple[TroubleCode, bool]]:
    height, width = image_bgr.shape[:2]
    x, y, side = die.seen.place
    found = []
    border = min(x, y, width - 1 - x, height - 1 - y) / side
    if border < CUT:
        found.append((TroubleCode.CUT_OFF, not _has_all_pips(die, border)))
    where = tray.where(x, y, side) if tray is not None else Where.INSIDE
    if where in (Where.AT_WALL, Where.ON_RIM):
        found.append((TroubleCode.AT_EDGE, where is Where.ON_RIM))
    return found


def _bears_no_pips(image_bgr: NDArray[np.uint8], die: Judged) -> bool:
    """Whether a die that some look suspects of it clearly bears other marks than pips."""
    beliefs = [float(one.faces[PIP_FACES:].sum()) for one in _looks(die)]
    if beliefs and sum(beliefs) < NO_PIPS_SUSPECTED * len(beliefs):
        return False
    return are_no_pips(image_bgr, die.seen.place, die.value, die.seen.pattern)


def _has_all_pips(die: Judged, border: float) -> bool:
    """Whether no pip can be missing: all six are seen, and no face has more."""
    return die.value == 6 and die.face_confidence >= SIX_SEEN and border >= PIP_MIDDLES


def _of_posture(die: Judged) -> list[tuple[TroubleCode, bool]]:
    """A die that leans has no value, and one on another none that counts."""
    found = []
    if die.flat < SURELY_FLAT:
        found.append((TroubleCode.COCKED, True))
    stacked = _mean([one.stacked for one in _looks(die)])
    if stacked is not None and stacked >= STACKED:
        found.append((TroubleCode.STACKED, True))
    if not found and die.face_confidence < READ:
        # A lattice that fits well without a common face is a tilted die, where no net knows.
        tilted = not told_of_leaning(die.seen) and die.seen.pattern.fit > 0.93
        found.append((TroubleCode.COCKED if tilted else TroubleCode.UNKNOWN_DIE, True))
    return found


def _looks(die: Judged) -> list[Sighting]:
    seen = die.seen
    return [one for one in (seen.main, seen.turned, *seen.close) if one is not None]


def _mean(beliefs: Sequence[float | None]) -> float | None:
    known = [belief for belief in beliefs if belief is not None]
    return sum(known) / len(known) if known else None


def _strange(
    image_bgr: NDArray[np.uint8],
    dice: Sequence[Judged],
    others: Sequence[Judged],
    things: Sequence[Thing],
) -> list[Named]:
    """Things in the tray, and places that are doubted to be dice; each once."""
    found = []
    taken: list[Point] = []
    side = float(np.median([die.seen.side for die in dice])) if dice else 0.0
    for thing in things:
        large = thing.faces is None or thing.faces >= COULD_BE_A_DIE
        found.append(Named(Trouble(TroubleCode.FOREIGN_OBJECT, thing.centre_px), large))
        taken.append(thing.centre_px)
    for one in others:
        at, reach = (one.seen.x, one.seen.y), SAME_PLACE * max(side, one.seen.side)
        if one.presence >= SUSPECT and all(np.hypot(*np.subtract(at, t)) > reach for t in taken):
            moving = bool(dice) and blurred(image_bgr, *at, side) is not None
            code = TroubleCode.BLURRED if moving else TroubleCode.FOREIGN_OBJECT
            found.append(Named(Trouble(code, at), False))
    return found
