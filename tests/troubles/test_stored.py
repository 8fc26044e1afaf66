"""A known tray on the disk: what is kept comes back, and damage is one sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.cli.trays import load_tray, save_tray, tray_file
from companion.errors import TrayMissing, TrayUnusable, TrayUnwritable
from vision.calibration.floor import Shape
from vision.calibration.stored import dumped, loaded
from vision.calibration.tray import Tray
from vision.values import View


def a_tray(seed: int = 1) -> Tray:
    reference = np.random.default_rng(seed).integers(0, 255, (24, 32, 3), np.uint8)
    return Tray(
        (640, 480),
        Shape.QUAD,
        np.array([[100.25, 80], [540, 80.5], [540, 400], [100, 400]]),
        View.BELOW,
        (0.1, -0.5),
        40.5,
        np.array([[0.25, 0, 1], [0, 0.25, 2], [0, 0.001, 1]]),
        0.03,
        -12.5,
        0.4,
        reference,
    )


ARRAYS = ("outline_px", "to_mm", "reference_bgr")


def same(first: Tray, second: Tray) -> bool:
    """Trays with equal fields; arrays equal in every element."""
    for name in Tray.__slots__:
        a, b = getattr(first, name), getattr(second, name)
        if name in ARRAYS and a is not None and b is not None:
            if not np.array_equal(a, b):
                return False
        elif a != b:
            return False
    return True


def test_a_tray_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    file = tray_file(tmp_path / "deep" / "state")
    save_tray(file, a_tray())
    assert same(load_tray(file), a_tray())
    bare = replace(a_tray(), to_mm=None, bulge=None, turn_deg=None, reference_bgr=None)
    save_tray(file, bare)
    assert same(load_tray(file), bare)


def test_a_new_tray_takes_the_place_of_the_old_and_leaves_other_pictures_alone(
    tmp_path: Path,
) -> None:
    (tmp_path / "tray-mine.png").write_bytes(b"mine")
    save_tray(tmp_path / "a.json", a_tray(1))
    save_tray(tmp_path / "b.json", a_tray(2))
    save_tray(tmp_path / "a.json", a_tray(3))
    assert same(load_tray(tmp_path / "a.json"), a_tray(3))
    assert same(load_tray(tmp_path / "b.json"), a_tray(2))
    assert (tmp_path / "tray-mine.png").read_bytes() == b"mine"
    assert len(list(tmp_path.glob("tray-*.png"))) == 3


def test_a_text_cut_short_anywhere_is_one_sentence() -> None:
    text, png = dumped(a_tray())
    for end in range(0, len(text) - 2, 7):
        with pytest.raises(TrayUnusable, match=r"^it.*companion calibrate"):
            loaded(text[:end], png, "it")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("size_px", [640]), ("size_px", [0, 480]), ("size_px", [640.5, 480]), ("size_px", None),
        ("outline_px", []), ("outline_px", [[1, 2], [3, 4]]), ("outline_px", [[1, 1]] * 4),
        ("outline_px", [[1, "2"], [3, 4], [5, 6]]), ("outline_px", [[1e99, 2], [3, 4], [5, 9]]),
        ("shape", "triangle"), ("view", "sideways"), ("lean", [True, 0]), ("lean", 3),
        ("die_side_px", -4), ("die_side_px", "large"), ("to_mm", [[0] * 3] * 3), ("to_mm", [[1]]),
        ("bulge", []), ("turn_deg", {}), ("reference", "../tray-x.png"), ("reference", 7),
        ("version", 0), ("version", True), ("format", "board"),
    ],
)  # fmt: skip
def test_damage_of_any_kind_is_one_sentence(key: str, value: Any) -> None:
    text, png = dumped(a_tray())
    document = json.loads(text)
    document[key] = value
    with pytest.raises(TrayUnusable, match="companion calibrate"):
        loaded(json.dumps(document), png, "it")
    del document[key]
    if key != "reference":
        with pytest.raises(TrayUnusable, match="companion calibrate"):
            loaded(json.dumps(document), png, "it")


def test_a_picture_that_is_missing_or_another_one_is_told() -> None:
    text, png = dumped(a_tray())
    assert png is not None
    for other in (None, b"", png[:-5], dumped(a_tray(2))[1]):
        with pytest.raises(TrayUnusable, match="missing or another one"):
            loaded(text, other, "it")


def test_a_newer_version_is_told() -> None:
    text, png = dumped(a_tray())
    newer = text.replace('"version": 1', '"version": 2')
    with pytest.raises(TrayUnusable, match="newer version"):
        loaded(newer, png, "it")


def test_no_tray_a_folder_and_a_picture_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(TrayMissing, match="companion calibrate"):
        load_tray(tmp_path / "tray.json")
    with pytest.raises(TrayUnusable, match="cannot be read"):
        load_tray(tmp_path)
    (tmp_path / "picture.json").write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(TrayUnusable, match="not the file of a tray"):
        load_tray(tmp_path / "picture.json")


def test_a_place_that_cannot_be_written_is_one_sentence_and_the_old_tray_stays(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(TrayUnwritable, match="cannot be kept"):
        save_tray(tmp_path / "file" / "tray.json", a_tray())


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
def test_a_device_without_an_end_is_neither_read_nor_replaced(tmp_path: Path) -> None:
    endless = tmp_path / "endless"
    endless.symlink_to("/dev/zero")
    with pytest.raises(TrayUnusable, match="it is no file"):
        load_tray(endless)
    with pytest.raises(TrayUnwritable, match="that is no file"):
        save_tray(endless, a_tray())
    assert endless.is_symlink()
