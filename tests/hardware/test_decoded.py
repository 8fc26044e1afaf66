"""Recordings of decoded pictures: what is in them, at what pace, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.errors import PictureUnreadable
from hardware.decoded import DecodedRecording
from hardware.pictures import open_recording


def saved(folder: Path, pictures: NDArray[Any]) -> Path:
    path = folder / "pictures.npy"
    np.save(path, pictures)
    return path


def test_pictures_come_as_they_were_saved_thirty_a_second(tmp_path: Path) -> None:
    pictures = np.random.default_rng(1).integers(0, 256, (3, 4, 5, 3), np.uint8)
    recording = open_recording(saved(tmp_path, pictures))
    assert isinstance(recording, DecodedRecording)
    assert list(recording.times_s) == pytest.approx([0.0, 1 / 30, 2 / 30])
    assert all(np.array_equal(recording.picture(n), pictures[n]) for n in range(3))


def test_no_picture_is_copied(tmp_path: Path) -> None:
    recording = open_recording(saved(tmp_path, np.zeros((2, 4, 5, 3), np.uint8)))
    assert np.shares_memory(recording.picture(1), recording.picture(1))
    assert not recording.picture(1).flags.writeable


@pytest.mark.parametrize(
    "pictures",
    [
        np.zeros((2, 4, 5, 3), np.float32),
        np.zeros((2, 4, 5), np.uint8),
        np.zeros((2, 4, 5, 4), np.uint8),
        np.zeros((0, 4, 5, 3), np.uint8),
    ],
    ids=["numbers with a point", "grey", "four colours", "none"],
)
def test_what_is_no_list_of_pictures_is_refused(tmp_path: Path, pictures: NDArray[Any]) -> None:
    with pytest.raises(PictureUnreadable, match="Save"):
        open_recording(saved(tmp_path, pictures))


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pictures.npy"
    path.write_bytes(b"no array")
    with pytest.raises(PictureUnreadable, match=r"numpy\.save"):
        open_recording(path)
