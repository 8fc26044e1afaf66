"""The page about board files shows what the reader of board files accepts."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from companion.boards.loading import PackagedBoards
from companion.games.fields import Faults, Fields
from companion.games.roll_and_wall.board import FACE_IDS
from companion.games.roll_and_wall.board_file import parse_board
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.walls import example_board

PAGE = Path(__file__).parents[3] / "docs" / "boards.md"
HEAD, FACE, JOINS, ADVANCED = (
    tomllib.loads(block)
    for block in re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
)


def test_the_shown_head_goes_with_faces_that_fit_it() -> None:
    board = {**example_board(), **{k: v for k, v in HEAD.items() if k not in ("usual", "frame")}}
    assert parse_board(board, "boards.md").title == "Our wall"
    assert set(HEAD["frame"]) == set(example_board()["frame"])
    assert set(HEAD["usual"].values()) <= set(FACE_IDS)


def test_the_shown_space_uses_every_key_that_a_space_has() -> None:
    space = FACE["faces"][0]["spaces"][0]
    faults = Faults()
    Fields(space, "boards.md", faults).only(
        "id", "number", "ledge", "above", "left", "right", "outline", "height_mm"
    )
    assert faults.found == []
    assert len(space) == 8
    board = example_board()
    board["faces"][0]["spaces"][0] |= {"number": space["number"], "ledge": space["ledge"]}
    assert parse_board(board, "boards.md").faces[0].spaces[0].ledge


def test_the_shown_joins_are_read() -> None:
    board = example_board()
    join = JOINS["joins"][0]
    board["joins"] = [{**join, "right_face": "2a", "pairs": [["c1", "a2"]]}]
    assert parse_board(board, "boards.md").joins[0].pairs == (("c1", "a2"),)
    assert len(join) == 3


def test_the_shown_flags_and_tiles_are_those_of_the_practice_wall() -> None:
    plain = PackagedBoards().load("roll_and_wall", "practice")
    assert ADVANCED["flags"] == plain["flags"]
    board = {**plain, **ADVANCED}
    stock = parse_board(board, "boards.md").equipment
    assert stock is not None
    assert [each.tile.value for each in stock.stock] == ["axe"]
    assert stock.stock[0].shape == ((0, 0), (0, 1), (1, 0))
    known = f"`{' '.join(tile.value for tile in Tile)}`".replace("\n", " ")
    assert known in " ".join(PAGE.read_text(encoding="utf-8").split())
