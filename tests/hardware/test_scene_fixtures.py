"""Committed pictures and recordings against the truth that the renderer computes today."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.pictures import FolderRecording
from tests.fixtures.make import PICTURE_QUALITY, shoot
from tests.fixtures.sequences import sequences
from tests.fixtures.settings import settings
from tests.fixtures.truths import PICTURES, die_json, picture_truths, recording_truths

SAMPLE = ("plain-3", "touching-2", "tilted-2", "cocked-1", "strangers-3", "things-5", "empty-2")
LETTERED = {"things-5"}
MOST_BYTES = 12_000_000


@pytest.mark.parametrize("name", SAMPLE)
def test_a_committed_picture_is_what_its_command_makes(name: str) -> None:
    rendered = shoot(settings()[name]())
    committed = json.loads((PICTURES / f"{name}.json").read_text(encoding="utf-8"))
    for die, told in zip(rendered.truth, committed["dice"], strict=True):
        today = die_json(die)
        for key in ("kind", "value", "readable"):
            assert today[key] == told[key]
        for key in ("centre_px", "box_px", "size_px", "visible", "front", "cocked_deg"):
            assert today[key] == pytest.approx(told[key], abs=0.15)
    assert committed["command"].endswith(f"pictures --only {name}")
    if name in LETTERED and int(cv2.__version__.split(".")[0]) > 4:
        pytest.skip("OpenCV 5 draws other letters than OpenCV 4, which drew the committed picture")
    picture = cv2.imread(str(PICTURES / committed["file"]), cv2.IMREAD_COLOR)
    quality = [cv2.IMWRITE_JPEG_QUALITY, PICTURE_QUALITY]
    coded = cv2.imencode(".jpg", rendered.image_bgr, quality)[1]
    again = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    assert picture is not None
    # Versions of the JPEG library and of the mathematics round a few pixels differently.
    assert np.abs(picture.astype(float) - again.astype(float)).mean() < 0.3


def test_every_setting_has_its_picture_and_no_picture_is_left_over() -> None:
    truths = picture_truths()
    assert sorted(t.name for t in truths) == sorted(settings())
    assert all(t.picture.is_file() for t in truths)
    assert len(list(PICTURES.glob("*.jpg"))) == len(truths)


def test_pictures_cover_small_and_large_dice_and_none_at_all() -> None:
    sizes = [die["size_px"] for truth in picture_truths() for die in truth.dice]
    assert min(sizes) < 21
    assert max(sizes) > 590
    assert sum(1 for truth in picture_truths() if not truth.dice) >= 8
    assert {die["kind"] for truth in picture_truths() for die in truth.dice} == {
        "d6", "d6_numeral", "d4", "symbol",
    }  # fmt: skip


def test_every_value_is_shown_readable_many_times() -> None:
    values = [value for truth in picture_truths() for value in truth.values]
    assert all(values.count(value) >= 25 for value in range(1, 7))


def test_each_recording_plays_and_its_frames_match_its_truth() -> None:
    truths = recording_truths()
    assert sorted(t.name for t in truths) == sorted(sequences())
    for truth in truths:
        recording = FolderRecording(truth.folder)
        assert len(recording.times_s) == len(truth.events)
        assert recording.picture(0).shape == (360, 480, 3)
        for frame, values in truth.rolls:
            assert len(values) == truth.awaited
            assert truth.events[frame] == "rest"
            assert truth.events[frame - 1] == "rolling"
        recording.close()


def test_the_told_stories_hold_their_rolls() -> None:
    rolls = {truth.name: [values for _, values in truth.rolls] for truth in recording_truths()}
    assert rolls == {
        "bounce": [(2, 3, 5, 6)],
        "hand-passes": [(1, 4, 6)],
        "one-rolled-again": [(3, 3, 5), (3, 5, 6)],
        "one-at-a-time": [(2, 4, 6)],
        "light-and-bump": [(1, 2, 5, 6)],
    }


def test_the_fixtures_stay_small() -> None:
    folder = Path(PICTURES).parent
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) < MOST_BYTES
