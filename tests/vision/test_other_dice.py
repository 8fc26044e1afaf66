"""Dice that are no pip dice, as the reader of a picture hands them over and reports them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.fixtures.numerals import numeral_pictures
from vision.dice.kinds import Guess, OtherPlace
from vision.dice.reading import DiceReader
from vision.frame import load_picture
from vision.values import DieKind, Status, TrayReading, View

(CLIMB,) = (picture for picture in numeral_pictures() if picture.name == "climb-barrel")


@dataclass
class Oracle:
    """Says the same of every place that it is asked about."""

    chances: Mapping[int | str, float]
    every_place: bool = False
    asked: list[OtherPlace] = field(default_factory=list)

    def read(
        self, image_bgr: NDArray[np.uint8], places: Sequence[OtherPlace], view: View
    ) -> Sequence[Guess | None]:
        self.asked += places
        return [
            Guess(
                DieKind.D4,
                self.chances,
                (
                    place.x - place.side / 2,
                    place.y - place.side / 2,
                    place.x + place.side / 2,
                    place.y + place.side / 2,
                ),
            )
            for place in places
        ]


def read(oracle: Oracle) -> TrayReading:
    return DiceReader(others=(oracle,)).read(load_picture(CLIMB.file))


def test_only_the_blue_die_is_handed_over_and_reported_as_what_its_reader_says() -> None:
    oracle = Oracle({2: 0.9991, 4: 0.0005})
    reading = read(oracle)
    assert len(oracle.asked) == 1
    assert sorted((die.kind.value, str(die.value)) for die in reading.dice) == [
        ("d4", "2"),
        ("d6", "1"),
        ("d6", "4"),
    ]
    (four,) = (die for die in reading.dice if die.kind is DieKind.D4)
    assert four.confidence > 0.85


def test_a_picture_is_certain_only_if_the_other_die_is() -> None:
    sure, doubtful = read(Oracle({2: 0.9995})), read(Oracle({2: 0.97, 4: 0.02}))
    assert sure.confidence > doubtful.confidence
    assert doubtful.status is Status.UNSURE
    (four,) = (die for die in doubtful.dice if die.kind is DieKind.D4)
    assert [other.value for other in four.alternatives] == [4]


@pytest.mark.parametrize("chances", [{}, {2: 0.3, 4: 0.3}])
def test_a_die_that_nobody_knows_has_no_value_and_makes_a_question(
    chances: Mapping[int | str, float],
) -> None:
    reading = read(Oracle(chances))
    assert reading.status is Status.UNSURE
    (unknown,) = (die for die in reading.dice if die.kind is DieKind.UNKNOWN)
    assert unknown.value is None
    assert unknown.alternatives or not chances


def test_a_picture_of_pip_dice_asks_nobody() -> None:
    oracle = Oracle({2: 0.9991})
    picture = load_picture(CLIMB.file)
    picture[:, 340:, :] = picture[:, 339:340, :]
    DiceReader(others=(oracle,)).read(picture)
    assert not oracle.asked
