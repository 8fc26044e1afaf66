"""Boards of High Risk: the practice mountains, and every fault that a file can have."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from companion.boards.loading import PackagedBoards
from companion.errors import BoardError
from tests.games.high_risk.mountains import GAME, THREE_WALLS, TWO_WALLS

PRACTICE = PackagedBoards().load("high_risk", TWO_WALLS)
LETTERS = {"basecamp": "base", "bivouac": "B", "cliff": "C", "summit": "summit"}

Plain = dict[str, Any]


@pytest.mark.parametrize(
    ("name", "order"),
    [
        (TWO_WALLS, "base B C C C B C C C B summit"),
        (THREE_WALLS, "base B C C B C C B C C summit"),
    ],
)
def test_both_thinkable_orders_ship_as_practice_boards(name: str, order: str) -> None:
    mountain = GAME.parse_board(PackagedBoards().load("high_risk", name), name)
    assert " ".join(LETTERS[zone.kind.value] for zone in mountain.zones) == order
    assert "ractice" in mountain.title
    assert "please check against your board" in mountain.note


def _swap(plain: Plain, one: int, other: int) -> None:
    zones = plain["zones"]
    zones[one], zones[other] = zones[other], zones[one]


FAULTS: list[tuple[str, Callable[[Plain], object]]] = [
    ("'game' must be one of high_risk", lambda b: b.update(game="chess")),
    ("'format' must be", lambda b: b.update(format=2)),
    ("'title' is missing", lambda b: b.pop("title")),
    ("'zones' is missing", lambda b: b.pop("zones")),
    ("'colour' is not known here", lambda b: b.update(colour="red")),
    ("zones of the kind cliff; a mountain has 6", lambda b: b["zones"].pop(3)),
    ("zones of the kind bivouac; a mountain has 3", lambda b: b["zones"].pop(5)),
    ("the Basecamp first", lambda b: _swap(b, 0, 5)),
    ("the Summit last", lambda b: _swap(b, 9, 10)),
    ("above the Basecamp must be a Bivouac", lambda b: _swap(b, 1, 2)),
    ("does not lie wholly on the board", lambda b: b["zones"][4].update(x_mm=5.0)),
    ("Cliff is round", lambda b: b["zones"][4].update(width_mm=30.0)),
    ("lies exactly where", lambda b: b["zones"][3].update(x_mm=80.0, y_mm=321.0)),
    ("called 'Cliff 1'", lambda b: b["zones"][3].update(name="Cliff 1")),
    ("'kind' must be one of", lambda b: b["zones"][3].update(kind="glacier")),
    ("'x_mm' must be a length", lambda b: b["zones"][3].update(x_mm="left")),
    ("'x_mm' must be a length", lambda b: b["zones"][3].update(x_mm=10**400)),
    ("'x_mm' must be a length", lambda b: b["zones"][3].update(x_mm=float("nan"))),
    ("'width_mm' must be a length", lambda b: b.update(width_mm=float("inf"))),
    ("'height_mm' is missing", lambda b: b["zones"][3].pop("height_mm")),
]


@pytest.mark.parametrize(("words", "damage"), FAULTS)
def test_a_fault_is_named_in_words(words: str, damage: Callable[[Plain], object]) -> None:
    board = copy.deepcopy(PRACTICE)
    damage(board)
    with pytest.raises(BoardError) as caught:
        GAME.parse_board(board, "mine")
    assert any(words in fault for fault in caught.value.faults), caught.value.faults


def test_all_faults_are_named_at_once() -> None:
    board = copy.deepcopy(PRACTICE)
    board["zones"][2]["kind"] = "glacier"
    board["zones"][7]["x_mm"] = None
    del board["title"]
    with pytest.raises(BoardError) as caught:
        GAME.parse_board(board, "mine")
    assert len(caught.value.faults) == 3


def test_an_empty_file_is_refused_without_a_crash() -> None:
    with pytest.raises(BoardError):
        GAME.parse_board({}, "mine")
    with pytest.raises(BoardError):
        GAME.parse_board({**PRACTICE, "zones": []}, "mine")
