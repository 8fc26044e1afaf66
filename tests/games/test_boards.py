"""Board files: found, read, and refused with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.boards.loading import LARGEST_FILE_BYTES, FolderBoards, PackagedBoards
from companion.errors import BoardError

GAME = "roll_and_wall"


def save(folder: Path, name: str, content: bytes = b'title = "Mine"') -> None:
    (folder / GAME).mkdir(exist_ok=True)
    (folder / GAME / f"{name}.toml").write_bytes(content)


def test_the_practice_board_ships() -> None:
    assert "practice" in PackagedBoards().names(GAME)
    assert PackagedBoards().load(GAME, "practice")["title"] == "Practice wall"


def test_own_boards_follow_the_practice_boards(tmp_path: Path) -> None:
    save(tmp_path, "attic")
    boards = FolderBoards(tmp_path)
    assert boards.names(GAME) == (*PackagedBoards().names(GAME), "attic")
    assert boards.load(GAME, "attic") == {"title": "Mine"}
    assert boards.load(GAME, "practice") == PackagedBoards().load(GAME, "practice")


def test_a_missing_folder_is_no_fault(tmp_path: Path) -> None:
    assert FolderBoards(tmp_path / "none").names(GAME) == PackagedBoards().names(GAME)


def test_a_file_with_the_name_of_a_practice_board_is_reported(tmp_path: Path) -> None:
    save(tmp_path, "practice")
    boards = FolderBoards(tmp_path)
    assert boards.names(GAME) == PackagedBoards().names(GAME)
    with pytest.raises(BoardError, match="rename it"):
        boards.load(GAME, "practice")


@pytest.mark.parametrize("name", ["none", "", ".", "..", "../practice", "a/b", "/etc/x", "x" * 99])
def test_a_board_that_is_not_there_is_named_with_those_there_are(tmp_path: Path, name: str) -> None:
    for boards in (PackagedBoards(), FolderBoards(tmp_path)):
        with pytest.raises(BoardError, match="practice"):
            boards.load(GAME, name)


@pytest.mark.parametrize("game", ["chess", "..", "../boards", ""])
def test_a_game_without_boards_has_none(tmp_path: Path, game: str) -> None:
    assert FolderBoards(tmp_path).names(game) == ()
    with pytest.raises(BoardError, match="none"):
        FolderBoards(tmp_path).load(game, "practice")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"title = ", "not TOML"),
        (b'title = "\xff"', "UTF-8"),
        (b"#" * (LARGEST_FILE_BYTES + 1), "megabyte"),
        (b"a = " + b"[" * 100_000, "not TOML|nested"),
        (b"a = " + b"9" * 5_000, "too long"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path: Path, content: bytes, reason: str) -> None:
    save(tmp_path, "broken", content)
    with pytest.raises(BoardError, match=reason):
        FolderBoards(tmp_path).load(GAME, "broken")


def test_a_folder_in_place_of_a_file_says_why(tmp_path: Path) -> None:
    (tmp_path / GAME / "odd.toml").mkdir(parents=True)
    with pytest.raises(BoardError, match="cannot be read"):
        FolderBoards(tmp_path).load(GAME, "odd")
