"""Screws, pawns and beads beside the dice are no dice.

Knows rendered tables with such things, and what may be read there. Refuses to know how they are
told from dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.scene.die import pip_die
from hardware.simulated.scene.looks import LOOKS
from hardware.simulated.scene.stage import Rendered
from tests.troubles.lamps import surely_wrong
from tests.troubles.strays import KINDS, strewn
from tests.vision.test_trouble import die
from vision.dice.joining import Judged
from vision.dice.model import DiceModel
from vision.dice.reading import DiceReader
from vision.dice.second_look import MAY_BE_A_THING, NO_DIE, SecondLook, seen_again
from vision.dice.segment import Place
from vision.dice.squares import AT_ONCE, TURNS, Squares
from vision.values import Status, TroubleCode

PICTURES = range(12)
LEAST_READ = {"screws": 6, "pieces": 3, "litter": 5, "beads": 2}
"""Of the pictures of each kind so many at least are sure and right."""


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


@pytest.mark.parametrize("kind", KINDS)
def test_things_beside_the_dice_are_left_out_or_asked_about(reader: DiceReader, kind: str) -> None:
    read = 0
    for number in PICTURES:
        one = strewn(kind, number)
        reading = reader.read(one.image_bgr)
        assert not surely_wrong(reading, one.faces), number
        read += reading.status is not Status.UNSURE
    assert read >= LEAST_READ[kind], read


def test_a_pawn_that_passes_for_a_one_is_named_and_hardly_believed(reader: DiceReader) -> None:
    reading = reader.read(strewn("pieces", 3).image_bgr)
    (pawn,) = reading.dice
    assert (reading.status, pawn.value) == (Status.UNSURE, 1)
    assert pawn.confidence < MAY_BE_A_THING
    assert [trouble.code for trouble in reading.trouble] == [TroubleCode.FOREIGN_OBJECT]


@pytest.mark.parametrize(("side", "cleared"), [(21.0, True), (192.0, False)])
def test_what_may_be_a_whole_tray_is_not_cleared_away(side: float, cleared: bool) -> None:
    """What lies in it may have no place of its own."""
    one = die(presence=0.9, face=1, side=side)
    seen = replace(one.seen, x=532.0, y=71.0)  # the head of a screw
    doubted = replace(one, face_confidence=0.2, seen=seen)
    left = SecondLook().settled(strewn("screws", 5).image_bgr, [], [doubted], [])
    assert (len(left.none) == 1) is cleared
    assert (left.dice == [doubted]) is not cleared


def test_no_place_has_no_belief() -> None:
    assert len(SecondLook().beliefs(np.zeros((64, 64, 3), np.uint8), [])) == 0


@pytest.mark.parametrize("presence", [0.0, 0.003, 0.1, 0.49, 0.5, 0.8, 1.0])
def test_a_second_look_never_makes_a_die_surer(presence: float) -> None:
    beliefs = np.linspace(0, 1, 41)
    after = [seen_again(presence, float(belief)) for belief in beliefs]
    assert all(0 <= one <= presence for one in after)
    assert all(late >= early for early, late in pairwise(after))
    assert after[-1] == presence
    assert after[0] == 0


def test_what_is_rather_a_die_is_left_out_only_where_nearly_certain() -> None:
    assert seen_again(0.6, 2 * NO_DIE) == 0.6
    assert seen_again(0.6, 0.5 * NO_DIE) < NO_DIE


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("name", ["green-felt-tray", "black-tray", "dark-wood", "grey-carpet"])
def test_pips_of_a_large_die_are_not_cleared_away(name: str, face: int) -> None:
    rendered, pips = large_die(name, face)
    left = SecondLook().settled(rendered.image_bgr, [], [], pips)
    assert len(pips) == face
    assert left.none == []
    assert [one.presence for one in left.others] == [one.presence for one in pips]


def large_die(name: str, face: int) -> tuple[Rendered, list[Judged]]:
    """A die four times as large as the others, and its pips as if each were a doubted one."""
    look, turn = LOOKS[name], 0.3
    paint, edge = look.paints[0], 4 * look.edge_mm
    stage = look.stage((640, 480))
    rendered = stage.shoot((pip_die(face, (0.0, 0.0), turn, paint, look.body, edge),), 3)
    steps = np.array(list(product((-1, 0, 1), repeat=2))) * paint.pips.spread * edge
    c, s = np.cos(turn), np.sin(turn)
    cells = np.column_stack([steps @ np.array([[c, s], [-s, c]]), np.full(9, edge)])
    seen = stage.camera.project(cells.astype(np.float32))
    side = 2.2 * paint.pips.radius * rendered.truth[0].size_px
    grey = [float(rendered.image_bgr[round(y), round(x)].mean()) for x, y in seen.tolist()]
    found = []
    for x, y in seen[np.argsort(grey)[:face]].tolist():  # the dark ones
        one = die(presence=0.4, face=1, side=side)
        found.append(replace(one, face_confidence=0.3, seen=replace(one.seen, x=x, y=y)))
    return rendered, found


def test_many_places_are_shown_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each square takes some 0.12 MB while it is looked at, which the service would keep."""
    image = strewn("screws", 1).image_bgr
    places = [(40.0 + 25 * k, 200.0, 30.0) for k in range(3 * AT_ONCE + 1)]
    look, shown = SecondLook(), list[int]()
    run = DiceModel.run

    def noted(model: DiceModel, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        shown.append(len(pictures))
        return run(model, pictures)

    monkeypatch.setattr(DiceModel, "run", noted)
    together = look.beliefs(image, places)
    assert max(shown) == AT_ONCE
    assert together == pytest.approx([look.beliefs(image, [one])[0] for one in places], abs=1e-4)


@pytest.mark.parametrize("times", [3.2, 4.6, 7.0])
def test_what_may_hold_a_smaller_die_is_not_cleared_away(times: float) -> None:
    """To the reader a ring or a lid with a die in it is a one."""
    for name in ("green-felt-tray", "black-tray", "dark-wood", "grey-carpet"):
        look = LOOKS[name]
        rendered = look.stage((640, 480), 0.4).shoot((look.die(4, (0.0, 0.0), 0.4),), 3)
        (small,) = rendered.truth
        one = die(presence=0.9, face=1, side=min(times * small.size_px, 100.0))
        x, y = small.centre_px
        doubted = replace(one, face_confidence=0.2, seen=replace(one.seen, x=x, y=y))
        left = SecondLook().settled(rendered.image_bgr, [], [doubted], [])
        assert (left.dice, left.none) == ([doubted], [])


def test_no_die_is_looked_for_that_is_too_small_to_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the recess of a screw's head, a dozen pixels wide, one seems to lie."""
    asked = list[float]()
    beliefs = Squares.beliefs

    def noted(
        net: Squares,
        image: NDArray[np.uint8],
        places: Sequence[Place],
        turns: Sequence[float] = TURNS,
    ) -> NDArray[np.float64]:
        asked.extend(side for _, _, side in places)
        return beliefs(net, image, places, turns)

    monkeypatch.setattr(Squares, "beliefs", noted)
    one = die(presence=0.9, face=1, side=50.0)
    doubted = replace(one, face_confidence=0.2, seen=replace(one.seen, x=1600.0, y=200.0))
    large = cv2.resize(strewn("screws", 5).image_bgr, (1920, 1440))
    SecondLook().settled(np.asarray(large, np.uint8), [], [doubted], [])
    assert min(asked) == pytest.approx(0.32 * 50)  # 15 pixels are 12 of the largest look
    assert max(asked) == pytest.approx(4.6 * 50)
