"""Who is asked about dice that all seem certain, about which of them, and what follows.

Knows dice as they are judged, and answers that are made up. Refuses to know nets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.test_trouble import die
from vision.dice.asked import MAY_BE_A_THING, ON_ANOTHER, Asks, asked
from vision.dice.joining import Judged
from vision.dice.segment import Place
from vision.values import TroubleCode

PICTURE = np.full((120, 240, 3), 90, np.uint8)


def judged(x: float, face: int) -> Judged:
    one = die(face=face)
    return replace(one, seen=replace(one.seen, x=x))


@dataclass
class Answers:
    """Gives the answer for each place by its x, and notes where it was asked."""

    by_x: dict[float, float]
    seen: list[float] = field(default_factory=list)

    def __call__(
        self, image_bgr: NDArray[np.uint8], places: Sequence[Place]
    ) -> NDArray[np.float64]:
        self.seen += [x for x, _, _ in places]
        return np.array([self.by_x[x] for x, _, _ in places])


def test_ones_and_twos_may_be_things_and_all_may_lie_on_another() -> None:
    dice = [judged(40.0 * face, face) for face in range(1, 6)]
    there = Answers({40.0: 0.9, 80.0: MAY_BE_A_THING})
    stacked = Answers({40.0 * face: 0.1 for face in range(1, 6)})
    assert asked(PICTURE, dice, Asks(there, stacked)) == []
    assert there.seen == [40.0, 80.0]
    assert stacked.seen == [40.0, 80.0, 120.0, 160.0, 200.0]


@pytest.mark.parametrize(
    ("there", "stacked", "code"),
    [
        (MAY_BE_A_THING - 0.01, 0.0, TroubleCode.FOREIGN_OBJECT),
        (MAY_BE_A_THING - 0.01, 0.99, TroubleCode.FOREIGN_OBJECT),
        (0.9, ON_ANOTHER, TroubleCode.STACKED),
    ],
)
def test_what_may_be_a_thing_is_named_before_what_lies_on_another(
    there: float, stacked: float, code: TroubleCode
) -> None:
    dice = [judged(40.0, 1), judged(120.0, 5)]
    asks = Asks(Answers({40.0: there}), Answers({40.0: stacked, 120.0: 0.1}))
    (trouble,) = asked(PICTURE, dice, asks)
    assert trouble.code is code
    assert trouble.centre_px == (40.0, dice[0].seen.y)
