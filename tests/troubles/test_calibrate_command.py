"""``companion calibrate`` as a person meets it: what it prints, keeps and ends with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main as cli
from companion.cli.calibrate_report import graded_text
from companion.cli.trays import load_tray
from hardware.simulated.scene.looks import LOOKS
from hardware.simulated.scene.sensor import Picture
from hardware.simulated.scene.stage import Stage
from hardware.simulated.scene.throw import throw
from tests.troubles.sheet import with_mat
from vision.calibration.self_test import Grade, Graded

LOOK = LOOKS["green-felt-tray"]


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    threads = cv2.getNumThreads()
    yield
    cv2.setNumThreads(threads)


@cache
def stage() -> Stage:
    return LOOK.stage((640, 480), 0.88)


@cache
def empty() -> Picture:
    return stage().shoot((), 1).image_bgr


def calibrated(folder: Path, image: Picture, *more: str) -> int:
    """Exit status of a run over a recording of one picture; the tray goes to tray.json."""
    film = folder / "film"
    film.mkdir(exist_ok=True)
    (film / "0.png").write_bytes(cv2.imencode(".png", image)[1].tobytes())
    where = ["--camera", f"recorded:{film}", "--out", str(folder / "tray.json")]
    return cli.main(["calibrate", *where, *more])


def test_an_empty_tray_is_found_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert calibrated(tmp_path, empty()) == 0
    out = capsys.readouterr().out
    assert "Found: a round tray that fills 48% of the picture (640 x 480)." in out
    assert "Nothing to mend." in out
    assert load_tray(tmp_path / "tray.json").reference_bgr is not None


def test_dice_in_the_tray_are_status_1_and_the_tray_of_before_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calibrated(tmp_path, empty())
    before = (tmp_path / "tray.json").read_bytes()
    capsys.readouterr()
    dice = throw([2, 5], LOOK, np.random.default_rng(1), stage=stage()).rest
    assert calibrated(tmp_path, stage().shoot(dice, 1).image_bgr) == 1
    out = capsys.readouterr().out
    assert "2 dice lie in the tray" in out
    assert "Nothing was kept; what was kept before still counts." in out
    assert (tmp_path / "tray.json").read_bytes() == before


def test_the_mat_comes_after_the_empty_tray_and_tells_millimetres(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mat = with_mat(stage()).shoot((), 1).image_bgr
    assert calibrated(tmp_path, mat, "--mat") == 2
    assert "There is no tray kept" in capsys.readouterr().err
    assert calibrated(tmp_path, mat) == 1
    assert "The printed mat lies in the tray" in capsys.readouterr().out
    calibrated(tmp_path, empty())
    capsys.readouterr()
    assert calibrated(tmp_path, mat, "--mat", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["mat"]["markers"] == 16
    assert told["tray"]["mm_per_px"] == pytest.approx(480 / stage().camera.focal_px, rel=0.02)


def test_the_mat_is_printed_as_pdf_or_svg_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, begins in (("mat.pdf", b"%PDF"), ("mat.svg", b"<")):
        assert cli.main(["calibrate", "--print-mat", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(begins)
    assert cli.main(["calibrate", "--print-mat", str(tmp_path / "mat.txt")]) == 2
    assert "SVG or PDF" in capsys.readouterr().err


def test_no_camera_and_no_recording_are_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["calibrate", "--camera", "none"]) == 2
    assert "needs a camera" in capsys.readouterr().err
    assert cli.main(["calibrate", "--camera", f"recorded:{tmp_path / 'gone'}"]) == 2
    assert "no recording" in capsys.readouterr().err


def test_a_grade_is_told_with_its_counts() -> None:
    told = graded_text(Graded(Grade.POOR, 5, 3, 1, 1, ()))
    assert "Grade: poor. 5 throws: 3 read right, 1 put as a question, 1 wrong" in told
    assert "1 throw: 1 read right" in graded_text(Graded(Grade.GOOD, 1, 1, 0, 0, ()))
