"""Boards of Gipfelkraxler: the practice mountain, and every fault that a file can have."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from companion.boards.loading import PackagedBoards
from companion.errors import BoardError
from companion.games.gipfelkraxler.board import SpaceKind
from companion.games.gipfelkraxler.tasks import Task
from tests.games.gipfelkraxler.herds import FERN, GAME, GREY, LEFT, MARMOT, RAVEN, WHITE, start

PRACTICE = PackagedBoards().load("gipfelkraxler", "practice")
GRAPH = start().terms.graph

Plain = dict[str, Any]


def test_the_practice_mountain_says_that_it_is_one() -> None:
    assert "ractice" in GRAPH.title
    assert "invented" in GRAPH.note


def test_five_paths_leave_the_start_to_large_spaces_as_is_known() -> None:
    first = GRAPH.up[GRAPH.start]
    assert Counter(path.task.value for path in first) == Counter(
        ["15-", "three_of_123", "two_pairs", "three_of_456", "20+"]
    )
    by_x = sorted(first, key=lambda path: GRAPH.spaces[path.target].centre_mm[0])
    assert by_x[0].task is Task.AT_MOST_15
    assert by_x[2].task is Task.TWO_PAIRS
    assert by_x[4].task is Task.AT_LEAST_20
    assert all(GRAPH.spaces[path.target].kind is SpaceKind.LARGE for path in first)


@pytest.mark.parametrize("signs", [("15-", "13-", "11-", "9-"), ("20+", "22+", "24+", "26+")])
def test_a_column_on_each_side_leads_over_four_signs_to_the_top_row(signs: tuple[str, ...]) -> None:
    space = GRAPH.start
    for sign in signs:
        (space,) = [path.target for path in GRAPH.up[space] if path.task.value == sign]
    assert [path.task for path in GRAPH.up[space]] == [Task.FIVE]


def test_the_top_row_is_entered_by_four_signs_and_left_by_five_of_a_kind() -> None:
    top = {path.source for path in GRAPH.paths if path.target == GRAPH.summit}
    entered = {path.task.value for path in GRAPH.paths if path.target in top}
    assert entered == {"9-", "26+", "four_of_a_kind", "large_straight"}
    left = {path.task for path in GRAPH.paths if path.target == GRAPH.summit}
    assert left == {Task.FIVE}


def test_what_the_rulebooks_examples_show_of_the_graph_is_kept() -> None:
    (left,) = [path.target for path in GRAPH.paths if path.task is Task.AT_MOST_13]
    assert left == LEFT
    assert GRAPH.spaces[LEFT].kind is SpaceKind.LARGE
    assert set(GRAPH.above[LEFT]) == {MARMOT, RAVEN} <= GRAPH.small
    full = [p.target for p in GRAPH.paths if p.task is Task.FULL_HOUSE and p.target == GREY]
    assert full
    assert set(GRAPH.above[GREY]) <= GRAPH.small
    assert len(GRAPH.above[GREY]) == 2
    assert GRAPH.streams[GREY] == WHITE
    assert GRAPH.spaces[WHITE].centre_mm[0] > GRAPH.spaces[GREY].centre_mm[0]
    assert GRAPH.streams[WHITE] == FERN
    assert GRAPH.spaces[FERN].kind is SpaceKind.LARGE


def _space(board: Plain, name: str) -> Plain:
    found: Plain = next(space for space in board["spaces"] if space["id"] == name)
    return found


def _path(board: Plain, source: str, target: str) -> Plain:
    found: Plain = next(p for p in board["paths"] if (p["from"], p["to"]) == (source, target))
    return found


def _add(board: Plain, source: str, target: str, task: str) -> None:
    board["paths"].append({"from": source, "to": target, "task": task})


FAULTS: list[tuple[str, Callable[[Plain], object]]] = [
    ("'game' must be one of gipfelkraxler", lambda b: b.update(game="chess")),
    ("'format' must be", lambda b: b.update(format=9)),
    ("'title' is missing", lambda b: b.pop("title")),
    ("'paths' is missing", lambda b: b.pop("paths")),
    ("'colour' is not known here", lambda b: _space(b, "Needle").update(colour="red")),
    ("'task' must be one of", lambda b: b["paths"][0].update(task="16-")),
    ("'kind' must be one of", lambda b: _space(b, "Needle").update(kind="tiny")),
    ("does not lie wholly on the board", lambda b: _space(b, "Needle").update(x_mm=2.0)),
    ("2 spaces are called so", lambda b: _space(b, "Needle").update(id="Chimney")),
    ("2 spaces lie at", lambda b: _space(b, "Needle").update(x_mm=255.0)),
    ("2 spaces of the kind summit", lambda b: _space(b, "Left Pasture").update(kind="summit")),
    ("0 spaces of the kind start", lambda b: _space(b, "Start").update(kind="large")),
    ("there is no space Kitchen", lambda b: b["paths"][3].update(to="Kitchen")),
    ("must lead to another space", lambda b: b["paths"][9].update(to="Brook Meadow")),
    ("it is in the file 2 times", lambda b: b["paths"].append(dict(b["paths"][8]))),
    ("name the space its stream leads to", lambda b: _space(b, "Needle").pop("stream")),
    ("leave its stream out", lambda b: _space(b, "Fern Meadow").update(stream="Start")),
    ("which is no space", lambda b: _space(b, "Needle").update(stream="Kitchen")),
    ("exactly five paths leave it", lambda b: b["paths"][0].update(task="13-")),
    ("exactly five paths leave it", lambda b: _add(b, "Start", "Left Pasture", "two_pairs")),
    (
        "to the summit asks for five_of_a_kind",
        lambda b: _path(b, "Needle", "Summit").update(task="four_of_a_kind"),
    ),
    ("no path leads to the start", lambda b: _add(b, "Fern Meadow", "Start", "two_pairs")),
    ("no path leaves the summit", lambda b: _add(b, "Summit", "Needle", "two_pairs")),
    (
        "no path has the sign 9-; the board has all 17",
        lambda b: _path(b, "Marmot Ledge", "West Tooth").update(task="11-"),
    ),
    ("not to the summit", lambda b: _space(b, "Needle").update(stream="Summit")),
    ("the streams run in a circle", lambda b: _space(b, "Grey Slab").update(stream="Needle")),
    ("the paths run in a circle", lambda b: _add(b, "Needle", "Grey Slab", "two_pairs")),
    (
        "no path leads there from the start",
        lambda b: b["paths"].remove(_path(b, "Marmot Ledge", "West Tooth")),
    ),
    (
        "no path leads from there to the summit",
        lambda b: b["paths"].remove(_path(b, "West Tooth", "Summit")),
    ),
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
    _space(board, "Needle")["kind"] = "tiny"
    board["paths"][0]["task"] = "16-"
    del board["title"]
    with pytest.raises(BoardError) as caught:
        GAME.parse_board(board, "mine")
    assert len(caught.value.faults) == 3


def test_an_empty_file_is_refused_without_a_crash() -> None:
    for board in ({}, {**PRACTICE, "spaces": []}, {**PRACTICE, "paths": []}):
        with pytest.raises(BoardError):
            GAME.parse_board(board, "mine")
