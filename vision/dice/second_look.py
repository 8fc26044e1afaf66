"""Whether a die is there at all, by a second look at single places.

To the reader the head of a screw may be a die that nobody can read, and a pawn from above a one.
Knows which doubted places are looked at again, and what they then are. Refuses to read faces and to
name troubles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.joining import Judged
from vision.dice.search import LEAST_SIDE_PX, LONGEST_SHOWN_PX
from vision.dice.segment import Place
from vision.dice.squares import TURNS, Squares
from vision.dice.told import READ

CLEARED = 0.5
"""Belief in a die, of the first turn, from which a place is not shown in others."""

A_DIE = 0.5
"""Presence from which a place is reported as a die."""

NO_DIE = 0.05
"""Belief below which what was rather a die than not, but doubted, is none."""

FEW_PIPS = 2
"""Buttons, beads, pawns and screws pass for faces with so few pips, or show none: of 91 rendered
things that passed for dice 83 did. To the net a six seen straight from above may be a label."""

MAY_BE_A_THING = 0.25
"""Belief below which what is certainly a one or a two to the reader may be such a thing."""

LEAST_DOUBT = 0.003
"""Presence from which a place that is no die makes the whole less certain."""

BESIDE = 1.05
"""Two dice side by side are so many sides apart, or a little less."""

LARGER, SMALLER = (2.2, 3.2, 4.6), (0.09, 0.14, 0.21, 0.32)
"""Sides of a die of which a place may be a single pip, and of one that may be its only pip: to the
reader a tray with a die in its middle can be one large one."""

MOST_PART = 1 / 6
"""Side, in parts of the picture's longer one, above which a place is not looked at again: to the
reader a whole tray can be one large one, and what lies in it, which has no place of its own, its
pip."""

ALIKE, PIPS_APART, A_PIP = 1.6, 4.0, 0.05
"""Doubted places of nearly one size, no further apart than so many of their sides, and each with
so much presence, may be the pips of one large die."""

LEAST = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Again:
    """Doubted places after a second look: ``dice`` stay dice, ``others`` may still be dice, and
    ``none`` nearly certainly are not."""

    dice: list[Judged]
    others: list[Judged]
    none: list[Judged]


class SecondLook:
    """Tells dice from things; the net is loaded on first use."""

    def __init__(self) -> None:
        self._net = Squares("second_look.onnx")

    def beliefs(self, image_bgr: NDArray[np.uint8], places: Sequence[Place]) -> NDArray[np.float64]:
        """How surely a die is at each place (x, y, side of its face), 0 to 1.

        ``image_bgr``: H x W x 3, 8 bit.
        """
        beliefs = self._net.beliefs(image_bgr, places, TURNS[:1])
        doubted = np.flatnonzero(beliefs < CLEARED)
        beliefs[doubted] = self._net.beliefs(image_bgr, [places[k] for k in doubted])
        return beliefs

    def settled(
        self,
        image_bgr: NDArray[np.uint8],
        firm: Sequence[Judged],
        doubted: Sequence[Judged],
        others: Sequence[Judged],
    ) -> Again:
        """What the doubted dice and the places that are no dice are after a second look.

        Not beside a firm die: what is seen there may be that die's own side. Nor where it may be a
        pip of a larger die that was not found, or hold a smaller one.
        """
        loose = [
            one
            for one in others
            if one.presence >= LEAST_DOUBT and all(gap(one, die) >= BESIDE for die in firm)
        ]
        places, most = [*doubted, *others], MOST_PART * max(image_bgr.shape[:2])
        asked = [
            one
            for one in (*doubted, *loose)
            if one.seen.side <= most
            and _may_be_a_thing(one)
            and not any(_may_be_pips(one, other) for other in places)
        ]
        left = Again(
            [die for die in doubted if die not in asked],
            [one for one in others if one not in asked],
            [],
        )
        for one, belief in zip(asked, self._as_things(image_bgr, asked), strict=True):
            seen = replace(one, presence=seen_again(one.presence, belief))
            if belief < NO_DIE:
                left.none.append(seen)
            elif one in doubted:
                left.dice.append(one)
            else:
                left.others.append(seen)
        return left

    def certain(
        self, image_bgr: NDArray[np.uint8], dice: Sequence[Judged], by_pips: Sequence[bool]
    ) -> list[Judged]:
        """Dice of a certain reading, less surely there where one may be a thing.

        ``by_pips``: for each whether its pips are what is read; the others are not looked at.
        """
        seen = list(dice)
        asked = [k for k, die in enumerate(dice) if by_pips[k] and _may_be_a_thing(die)]
        beliefs = self.beliefs(image_bgr, [dice[k].seen.place for k in asked])
        for k, belief in zip(asked, beliefs, strict=True):
            if belief < MAY_BE_A_THING:
                seen[k] = replace(dice[k], presence=min(dice[k].presence, float(belief)))
        return seen

    def _as_things(self, image_bgr: NDArray[np.uint8], asked: Sequence[Judged]) -> list[float]:
        """The beliefs at places; 1 where a die is seen that has it for a pip, or is a pip of it."""
        beliefs = self.beliefs(image_bgr, [one.seen.place for one in asked])
        least = _least_side(image_bgr)
        around = [
            (k, (asked[k].seen.x, asked[k].seen.y, times * asked[k].seen.side))
            for k in np.flatnonzero(beliefs < CLEARED)
            for times in (*LARGER, *SMALLER)
            if times > 1 or times * asked[k].seen.side >= least
        ]
        seen = self._net.beliefs(image_bgr, [place for _, place in around], TURNS[:1])
        rather = np.flatnonzero(seen >= CLEARED)
        surer = self._net.beliefs(image_bgr, [around[k][1] for k in rather])
        for k in rather[surer >= CLEARED]:
            beliefs[around[k][0]] = 1.0
        return [float(belief) for belief in beliefs]


def _least_side(image_bgr: NDArray[np.uint8]) -> float:
    """Side in pixels below which the reader could not read a die, however large it is shown."""
    return LEAST_SIDE_PX * max(1.0, max(image_bgr.shape[:2]) / LONGEST_SHOWN_PX)


def gap(one: Judged, other: Judged) -> float:
    """Distance of two places in their sides."""
    far = np.hypot(one.seen.x - other.seen.x, one.seen.y - other.seen.y)
    return float(2 * far / (one.seen.side + other.seen.side))


def _may_be_a_thing(place: Judged) -> bool:
    """Whether what is seen at a place, if it is no die, may be a thing that is taken for one."""
    return place.value <= FEW_PIPS or place.face_confidence < READ


def _may_be_pips(one: Judged, other: Judged) -> bool:
    """Whether two places may be pips of one die."""
    times = one.seen.side / other.seen.side
    near = one is not other and gap(one, other) < PIPS_APART and 1 / ALIKE < times < ALIKE
    return near and min(one.presence, other.presence) >= A_PIP


def seen_again(presence: float, belief: float) -> float:
    """How surely a die is at a doubted place after a second look, never more than before.

    Where rather no die is, two witnesses say so, and their odds multiply. What is rather a die
    stays one, for a die that is left out is missing without a word, unless the second look is
    nearly certain: then it alone is believed, as it has learnt from what the first mistakes.
    """
    if presence >= A_DIE:
        return belief if belief < NO_DIE else presence
    yes, no = presence * belief, (1 - presence) * (1 - belief)
    return min(presence, yes / max(yes + no, LEAST))
