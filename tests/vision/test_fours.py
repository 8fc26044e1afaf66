"""Tetrahedra by their faces: which corners are looked at, and what all faces say together."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.digits import Look, with_faces
from vision.dice.four_corners import Corners
from vision.dice.four_faces import (
    ANSWERS,
    HIGH_PX,
    NONE,
    UPRIGHT,
    WIDE_PX,
    agreed,
    signed_area,
    triples,
    unfolded,
)
from vision.dice.fours import (
    FEATURES,
    FourCalibration,
    FourSeen,
    confidence,
    likely,
    shipped,
    shipped_four_calibration,
)
from vision.dice.kinds import SURELY_READ, OtherPlace
from vision.dice.model import DiceModel
from vision.values import DieKind, View

ROOT = Path(__file__).resolve().parents[2]
FILES = ("four_corners.onnx", "four_faces.onnx")
MOST_BYTES = 1_000_000
ABOVE = np.array([(0.0, 0.0), (0.0, -50.0), (43.3, 25.0), (-43.3, 25.0)])
"""The tip in the middle of its foot, whose corners stand clockwise as seen."""
CLASSES = 19
SURE = FourCalibration(np.eye(len(FEATURES))[-1] * 9)


def said(numbers: list[int], share: float = 0.9) -> NDArray[np.float64]:
    """Logits that each look gives its number."""
    shares = np.full((len(numbers), ANSWERS), (1 - share) / (ANSWERS - 1))
    for row, number in enumerate(numbers):
        shares[row, number - 1] = share
    return np.asarray(np.log(shares), np.float64)


def test_from_straight_above_three_faces_are_seen_each_with_three_corners_up() -> None:
    looks = triples(ABOVE, below=False)
    assert len(looks) == 9
    assert sorted(up for up, _, _ in looks) == [0, 0, 0, 1, 1, 2, 2, 3, 3]
    assert all(signed_area(*ABOVE[list(look)]) > 0 for look in looks)


def test_a_face_that_turns_away_from_the_camera_is_not_asked() -> None:
    leaning = ABOVE.copy()
    leaning[0] = (0.0, 40.0)  # the tip is seen beyond the edge between corners 2 and 3
    assert {frozenset(look) for look in triples(leaning, below=False)} == {
        frozenset((0, 1, 2)),
        frozenset((0, 3, 1)),
    }


def test_from_below_one_face_is_seen_without_the_tip() -> None:
    assert {frozenset(look) for look in triples(ABOVE, below=True)} == {frozenset((1, 2, 3))}


def test_an_unfolded_face_stands_upright_whichever_corner_is_up() -> None:
    picture = np.zeros((200, 200, 3), np.uint8)
    corners = np.array([(100.0, 20.0), (170.0, 150.0), (40.0, 160.0)])
    for k, corner in enumerate(corners):
        cv2.circle(picture, (int(corner[0]), int(corner[1])), 12, np.eye(3)[k] * 255, -1)
    for first in range(3):
        turned = np.roll(corners, -first, 0)
        flat = unfolded(picture, turned)
        assert flat.shape == (HIGH_PX, WIDE_PX, 3)
        x, y = (int(v) for v in UPRIGHT[0])
        assert int(flat[y + 1, x].argmax()) == first
        assert flat[y + 1, x].max() > 100


def test_the_number_at_the_tip_is_found_though_it_cannot_be_read_itself() -> None:
    looks = triples(ABOVE, below=True)
    ups = [look[0] for look in looks]
    chances = agreed(ups, said([4, 1, 3]))
    assert int(chances.argmax()) + 1 == 2
    assert chances.max() > 0.85
    assert chances.sum() == pytest.approx(1)


def test_faces_that_contradict_one_another_make_no_number_likely() -> None:
    ups = [0, 0, 0]
    chances = agreed(ups, said([1, 2, 3]))
    assert chances.max() < 0.4


def test_looks_that_tell_nothing_leave_all_numbers_alike() -> None:
    nothing = np.full((9, ANSWERS), -9.0)
    nothing[:, NONE] = 9
    chances = agreed([0, 1, 2, 3, 0, 1, 2, 3, 0], nothing)
    assert chances == pytest.approx([0.25] * 4, abs=0.01)


def test_likely_numbers_are_probabilities() -> None:
    chances = likely(seen(2), 0.9)
    assert chances[2] == pytest.approx(0.9)
    assert sum(chances.values()) == pytest.approx(1)


@pytest.mark.parametrize("view", list(View))
def test_a_tetrahedron_counts_what_its_faces_say(view: View) -> None:
    shares = np.full((6, CLASSES), 0.001)
    shares[:, (14 if view is View.BELOW else 10) : (18 if view is View.BELOW else 14)] = 0.24
    look = Look(np.log(shares), 50, 40, 30)
    place = OtherPlace(50, 40, 26, 0.95, np.eye(9)[7])
    guess = with_faces(None, seen(3), look, place, view, SURE)
    assert guess is not None
    assert (guess.kind, guess.value) == (DieKind.D4, 3)
    assert guess.confidence > 0.99
    against = OtherPlace(50, 40, 26, 0.95, np.eye(9)[6])
    doubted = with_faces(None, seen(3), look, against, view, SURE)
    assert doubted is not None
    assert doubted.confidence < 0.5


def seen(number: int) -> FourSeen:
    chances = np.full(4, 0.02)
    chances[number - 1] = 0.94
    corners = Corners(np.asarray(ABOVE + 60, np.float64), np.ones(4), 0.0, 0.0, 50.0)
    return FourSeen(chances, np.zeros(len(FEATURES) - 4), corners)


@pytest.mark.parametrize("name", FILES)
def test_the_nets_are_small_and_the_ones_that_the_documentation_describes(name: str) -> None:
    file = shipped(name)
    assert file.stat().st_size <= MOST_BYTES
    described = (ROOT / "docs" / "numerals.md").read_text("utf-8")
    assert DiceModel(file).digest()[:12] in described
    assert f"{file.stat().st_size:,}" in described


def test_the_calibration_is_of_these_features() -> None:
    assert shipped_four_calibration().weights.shape == (len(FEATURES),)


def test_a_number_that_is_only_just_likely_enough_is_a_question() -> None:
    own = np.full(4, 0.24)
    just, surely = (
        confidence(seen(2), own, 40, FourCalibration(np.eye(len(FEATURES))[-1] * weight))
        for weight in (5.0, 6.0)  # 0.9933 and 0.9975
    )
    assert just < SURELY_READ < surely


def test_a_die_smaller_than_any_that_was_learnt_from_is_a_question() -> None:
    own, sure = np.full(4, 0.24), FourCalibration(np.eye(len(FEATURES))[-1] * 9)
    small, large = (confidence(seen(2), own, radius, sure) for radius in (19.0, 21.0))
    assert small < SURELY_READ < large


def test_a_tetrahedron_whose_number_is_legible_is_there() -> None:
    shares = np.full((6, CLASSES), 0.001)
    shares[:, 10:14], shares[:, 18] = 0.12, 0.5
    look, place = Look(np.log(shares), 50, 40, 30), OtherPlace(50, 40, 26, 0.1, np.eye(9)[7])
    present = []
    for weight in (1.0, 2.5):  # 0.73 and 0.92
        calibration = FourCalibration(np.eye(len(FEATURES))[-1] * weight)
        guess = with_faces(None, seen(3), look, place, View.ABOVE, calibration)
        assert guess is not None
        present.append(guess.present)
    assert present[0] == 0
    assert present[1] > 0.9
