"""What is asked about dice that all seem certain: may one be a thing, does one lie on another.

Knows which dice are asked about, and from which answer on they are doubted. Refuses to know who
answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.joining import Judged
from vision.dice.segment import Place
from vision.dice.told import READ
from vision.values import Trouble, TroubleCode

Ask = Callable[[NDArray[np.uint8], Sequence[Place]], NDArray[np.float64]]
"""How surely something holds for the dice at some places (x, y, side) of a picture, 0 to 1."""

FEW_PIPS = 2
"""Buttons, beads, pawns and screws pass for faces with so few pips, or show none: of 91 rendered
things that passed for dice 83 did. To the net a six seen straight from above may be a label."""

MAY_BE_A_THING = 0.25
"""Belief that a die is there at all below which a sure one or two may be such a thing."""

ON_ANOTHER = 0.82
"""Belief that a die lies on another from which it is named."""


@dataclass(frozen=True, slots=True)
class Asks:
    """Who is asked whether a die is there at all, and whether it lies on another one."""

    there: Ask
    stacked: Ask


def asked(image_bgr: NDArray[np.uint8], dice: Iterable[Judged], asks: Asks) -> list[Trouble]:
    """What is answered about pip dice in a picture (H x W x 3, 8 bit) that makes one doubtful."""
    known = list(dice)
    some = [die for die in known if may_be_a_thing(die)]
    there = asks.there(image_bgr, [die.seen.place for die in some])
    things = [die for die, belief in zip(some, there, strict=True) if belief < MAY_BE_A_THING]
    if things:
        return [_at(die, TroubleCode.FOREIGN_OBJECT) for die in things]
    stacked = asks.stacked(image_bgr, [die.seen.place for die in known])
    upper = [die for die, belief in zip(known, stacked, strict=True) if belief >= ON_ANOTHER]
    return [_at(die, TroubleCode.STACKED) for die in upper]


def may_be_a_thing(place: Judged) -> bool:
    """Whether what is seen at a place, if it is no die, may be a thing that is taken for one."""
    return place.value <= FEW_PIPS or place.face_confidence < READ


def _at(die: Judged, code: TroubleCode) -> Trouble:
    return Trouble(code, (die.seen.x, die.seen.y))
