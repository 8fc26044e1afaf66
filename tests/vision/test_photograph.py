"""A file is read at the smallest size that shows its dice well, and no smaller."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.photograph import read_file, smallest_side
from vision.values import DieKind, DieReading, Status, TrayReading


def die(side_px: float, kind: DieKind = DieKind.D6) -> DieReading:
    return DieReading(kind, 4, 0.99, (), (100.0, 100.0), (100.0, 100.0, 100.0 + side_px, 150.0))


def saved(folder: Path, width: int, height: int, suffix: str = ".jpg") -> Path:
    path = folder / f"picture{suffix}"
    assert cv2.imwrite(str(path), np.full((height, width, 3), 90, np.uint8))
    return path


@pytest.fixture(scope="module")
def photograph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As large as a Raspberry Pi takes it."""
    return saved(tmp_path_factory.mktemp("photograph"), 3280, 2464)


def widths_tried(path: Path, seen: Callable[[int], TrayReading]) -> list[int]:
    """How wide the pictures were that were read; ``seen`` is the reading at a width."""
    tried = []

    def read(image: NDArray[np.uint8]) -> TrayReading:
        tried.append(image.shape[1])
        return seen(image.shape[1])

    reading, loaded = read_file(path, read)
    assert loaded.image_bgr.shape[1] == tried[-1]
    assert reading == seen(tried[-1])
    return tried


def of_dice(part: float, status: Status = Status.OK) -> Callable[[int], TrayReading]:
    """Readings in which the smallest die is that part of the picture wide."""
    return lambda width: TrayReading(status, 0.99, (die(width * part), die(width * 0.2)))


def test_large_dice_that_are_surely_read_in_a_quarter_need_no_more(photograph: Path) -> None:
    assert widths_tried(photograph, of_dice(0.05)) == [820]


def test_what_is_not_sure_in_a_quarter_is_read_in_a_half(photograph: Path) -> None:
    assert widths_tried(photograph, of_dice(0.05, Status.UNSURE)) == [820, 1640]


def test_dice_that_are_small_in_a_quarter_are_read_in_a_half(photograph: Path) -> None:
    assert widths_tried(photograph, of_dice(39 / 820)) == [820, 1640]


def test_dice_that_are_small_in_a_half_are_read_in_the_whole(photograph: Path) -> None:
    assert widths_tried(photograph, of_dice(29 / 1640)) == [820, 1640, 3280]
    assert widths_tried(photograph, of_dice(29 / 1640, Status.UNSURE)) == [820, 1640, 3280]


@pytest.mark.parametrize("kind", [kind for kind in DieKind if kind is not DieKind.D6])
def test_dice_without_pips_are_read_in_a_half(photograph: Path, kind: DieKind) -> None:
    reading = TrayReading(Status.OK, 0.99, (die(80), die(80, kind)))
    assert widths_tried(photograph, lambda width: reading) == [820, 1640]


def test_that_nothing_lies_there_is_seen_in_a_half(photograph: Path) -> None:
    empty = TrayReading(Status.EMPTY, 1.0, ())
    assert widths_tried(photograph, lambda width: empty) == [820, 1640]


@pytest.mark.parametrize(
    ("width", "height", "tried"),
    [(2592, 1944, [1296, 2592]), (1920, 1080, [960, 1920]), (1280, 960, [1280])],
)
def test_no_size_is_read_twice(tmp_path: Path, width: int, height: int, tried: list[int]) -> None:
    assert widths_tried(saved(tmp_path, width, height), of_dice(0.015, Status.UNSURE)) == tried


def test_what_is_no_jpeg_is_read_once_and_whole(tmp_path: Path) -> None:
    assert widths_tried(saved(tmp_path, 3280, 2464, ".png"), of_dice(0.001)) == [3280]


def test_without_dice_none_is_small() -> None:
    assert smallest_side(TrayReading(Status.OK, 0.9, (die(50), die(40)))) == 40
    assert smallest_side(TrayReading(Status.EMPTY, 1.0, ())) > 1e6
