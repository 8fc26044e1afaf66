"""The reader on pictures of our own, and on the private photographs where they are present."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.faces import draw_face, table
from vision.dice.reading import DiceReader
from vision.frame import load_picture
from vision.values import DieKind, Status, TrayReading, TroubleCode, View

PICTURES = Path(__file__).resolve().parents[1] / "fixtures" / "pictures"
NAMES = sorted(path.stem for path in PICTURES.glob("*.json"))

IN_VIEW = 0.2
"""A die of which a hand leaves less than this part to be seen is not in view."""

NUMBERED = ("d6", "d6_numeral", "d4")

MUST_READ = ("plain", "touching", "big")
"""Themes whose pictures a person reads at a glance; the others are hard on purpose."""


@cache
def reader() -> DiceReader:
    cv2.setNumThreads(1)
    return DiceReader()


@cache
def read(name: str) -> TrayReading:
    return reader().read(load_picture(PICTURES / f"{name}.jpg"))


@cache
def told(name: str) -> tuple[list[int], int]:
    """The faces that can be read, sorted, and how many other dice lie there."""
    dice = json.loads((PICTURES / f"{name}.json").read_text("utf-8"))["dice"]
    dice = [die for die in dice if die["visible"] >= IN_VIEW]
    faces = [die["value"] for die in dice if die["readable"] and die["kind"] in NUMBERED]
    return sorted(faces), len(dice) - len(faces)


def values(reading: TrayReading) -> list[object]:
    return sorted((die.value for die in reading.dice), key=str)


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_of_our_own_is_read_right_or_not_surely(name: str) -> None:
    faces, others = told(name)
    reading = read(name)
    if reading.status is not Status.UNSURE:
        assert others == 0
        assert values(reading) == faces
        assert (reading.status is Status.EMPTY) == (not faces)


@pytest.mark.parametrize("theme", MUST_READ)
def test_easy_pictures_of_our_own_are_read(theme: str) -> None:
    names = [name for name in NAMES if name.rsplit("-", 1)[0] == theme]
    right = [name for name in names if read(name).status is not Status.UNSURE]
    assert len(names) >= 3
    assert len(right) >= 0.75 * len(names)


def test_most_readable_pictures_of_our_own_are_read_surely() -> None:
    names = [name for name in NAMES if told(name)[1] == 0]
    right = [name for name in names if read(name).status is not Status.UNSURE]
    assert len(right) >= 0.75 * len(names)


def test_the_same_picture_gives_the_same_reading() -> None:
    image = load_picture(PICTURES / f"{NAMES[0]}.jpg")
    assert DiceReader().read(image) == DiceReader().read(image.copy()) == reader().read(image)


def test_the_picture_is_left_alone() -> None:
    image = load_picture(PICTURES / f"{NAMES[0]}.jpg")
    before = image.copy()
    reader().read(image)
    assert np.array_equal(image, before)


@pytest.mark.parametrize("size", [(16, 16), (16, 500), (700, 17), (33, 47)])
@pytest.mark.parametrize("level", [0, 128, 255])
def test_even_pictures_of_any_shape_are_empty(size: tuple[int, int], level: int) -> None:
    reading = reader().read(np.full((*size, 3), level, np.uint8))
    assert reading.status is Status.EMPTY
    assert reading.dice == ()


def test_a_black_and_a_white_picture_say_so() -> None:
    dark = reader().read(np.zeros((200, 300, 3), np.uint8))
    light = reader().read(np.full((200, 300, 3), 255, np.uint8))
    assert [one.code for one in dark.trouble] == [TroubleCode.TOO_DARK]
    assert [one.code for one in light.trouble] == [TroubleCode.TOO_BRIGHT]


def test_noise_holds_no_sure_dice() -> None:
    for seed in range(4):
        noise = np.random.default_rng(seed).integers(0, 255, (300, 400, 3), np.uint8)
        assert reader().read(noise).status is not Status.OK


def test_a_drawn_face_is_never_read_as_another() -> None:
    for value in range(1, 7):
        picture = table()
        draw_face(picture, value, (150, 120), 60)
        reading = reader().read(picture)
        assert reading.status is not Status.EMPTY
        if reading.status is Status.OK:
            assert values(reading) == [value]


def test_a_body_without_pips_is_never_a_number() -> None:
    picture = table()
    draw_face(picture, 4, (90, 120), 50)
    draw_face(picture, 0, (230, 120), 50)
    assert reader().read(picture).status is not Status.OK


def test_probabilities_are_probabilities() -> None:
    for name in NAMES[::7]:
        reading = read(name)
        assert 0 <= reading.confidence <= 1
        for die in reading.dice:
            whole = die.confidence + sum(other.confidence for other in die.alternatives)
            assert 0 <= die.confidence <= 1
            assert whole <= 1.0001
            assert die.value not in [other.value for other in die.alternatives]
            assert (die.value is None) == (die.kind is DieKind.UNKNOWN)


def test_from_below_alternatives_are_turned_over_too() -> None:
    image = load_picture(PICTURES / f"{NAMES[0]}.jpg")
    above, below = reader().read(image), reader().read(image, View.BELOW)
    for seen, counted in zip(above.dice, below.dice, strict=True):
        assert isinstance(seen.value, int)
        assert counted.value == 7 - seen.value
        assert [o.value for o in counted.alternatives] == [
            7 - o.value for o in seen.alternatives if isinstance(o.value, int)
        ]
