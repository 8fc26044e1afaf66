"""A file is there whole or not at all."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from companion.cli.whole_files import write_whole


def test_a_file_takes_the_place_of_what_was_there(tmp_path: Path) -> None:
    for content in (b"before", b"now"):
        write_whole(tmp_path / "a.txt", content)
        assert (tmp_path / "a.txt").read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_where_no_room_is_left_the_old_file_stays_and_no_half_lies_beside_it(
    tmp_path: Path,
) -> None:
    write_whole(tmp_path / "a.txt", b"before")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(OSError, match="too large"):
            write_whole(tmp_path / "a.txt", bytes(5000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert (tmp_path / "a.txt").read_bytes() == b"before"


def test_a_folder_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "gone" / "a.txt", b"now")
