"""Large JPEG files are read from a reduced picture; places are told in pixels of the whole."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.cli import main as cli
from vision.enlarged import enlarged
from vision.frame import load_picture, load_reduced
from vision.values import DieKind, DieReading, Status, TrayReading, Trouble, TroubleCode

PICTURE = Path(__file__).resolve().parents[1] / "fixtures" / "pictures" / "plain-1.jpg"


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A picture of our own, five times as large, as a Pi camera would give it."""
    picture = cv2.resize(cv2.imread(str(PICTURE)), None, fx=5, fy=5, interpolation=cv2.INTER_CUBIC)
    path = tmp_path / "large.jpg"
    cv2.imwrite(str(path), picture)
    return path


def read(path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    assert cli.main(["read", "--json", str(path)]) == 0
    return dict(json.loads(capsys.readouterr().out))


def test_a_large_jpeg_is_decoded_no_smaller_than_wanted(large: Path) -> None:
    loaded = load_reduced(large, 1280)
    assert loaded.image_bgr.shape == (1200, 1600, 3)
    assert loaded.reduced == (2.0, 2.0)
    assert load_reduced(large, None).image_bgr.shape == (2400, 3200, 3)
    assert load_reduced(PICTURE, 1280).reduced == (1.0, 1.0)
    assert np.array_equal(load_reduced(PICTURE, 1280).image_bgr, load_picture(PICTURE))


def test_what_is_no_jpeg_is_decoded_whole(tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    cv2.imwrite(str(path), np.zeros((1400, 2700, 3), np.uint8))
    assert load_reduced(path, 1280).image_bgr.shape == (1400, 2700, 3)


def test_a_camera_on_its_side_is_turned_and_its_axes_with_it(tmp_path: Path) -> None:
    path = tmp_path / "side.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (2570, 1001)).save(path, exif=exif)
    loaded = load_reduced(path, 1280)
    height, width = loaded.image_bgr.shape[:2]
    assert (height, width) == (1285, 501)
    assert loaded.reduced == (1001 / 501, 2570 / 1285)


def test_places_grow_with_the_picture_from_the_centres_of_pixels() -> None:
    die = DieReading(DieKind.D6, 4, 0.9, (), (9.5, 19.5), (-0.5, 4.5, 19.5, 34.5))
    near = (Trouble(TroubleCode.BLURRED, (0.0, 1.0)), Trouble(TroubleCode.TOO_DARK))
    grown = enlarged(TrayReading(Status.OK, 0.9, (die,), near), (2.0, 4.0))
    assert grown.dice[0].centre_px == (19.5, 79.5)
    assert grown.dice[0].box_px == (-0.5, 19.5, 39.5, 139.5)
    assert [one.centre_px for one in grown.trouble] == [(0.5, 5.5), None]


def test_a_large_picture_reads_as_the_small_one_with_places_of_the_large(
    large: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small, whole = read(PICTURE, capsys), read(large, capsys)
    assert small["status"] == whole["status"] == "ok"
    dice = [
        {die["value"]: die["centre_px"] for die in told["dice"]}  # type: ignore[attr-defined]
        for told in (small, whole)
    ]
    assert dice[0].keys() == dice[1].keys()
    for value, (x, y) in dice[0].items():
        assert np.hypot(dice[1][value][0] - 5 * x, dice[1][value][1] - 5 * y) < 15
