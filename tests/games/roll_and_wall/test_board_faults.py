"""Every fault of a board file, each said in a player's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.errors import BoardError
from companion.games.roll_and_wall.assembly import assemble
from companion.games.roll_and_wall.board import BoardBox, Edge, FlagPlace, FlagSection
from companion.games.roll_and_wall.board_file import parse_board
from tests.games.roll_and_wall.walls import example_board

Board = dict[str, Any]


def face(board: Board, face_id: str = "1a") -> dict[str, Any]:
    return next(each for each in board["faces"] if each["id"] == face_id)


def space(board: Board, space_id: str, face_id: str = "1a") -> dict[str, Any]:
    return next(each for each in face(board, face_id)["spaces"] if each["id"] == space_id)


def put(holder: Callable[[Board], Any], key: Any, value: Any) -> Callable[[Board], None]:
    def change(board: Board) -> None:
        holder(board)[key] = value

    return change


def drop(holder: Callable[[Board], Any], key: Any) -> Callable[[Board], None]:
    def change(board: Board) -> None:
        del holder(board)[key]

    return change


def board_itself(board: Board) -> Board:
    return board


def join(**changes: Any) -> dict[str, Any]:
    return {"left_face": "1a", "right_face": "2a", "pairs": [["c1", "a1"]], **changes}


def a1(board: Board) -> dict[str, Any]:
    return space(board, "a1")


def detach(board: Board) -> None:
    """Nothing leads to the 1a.a4 any more."""
    space(board, "a3")["above"] = []
    space(board, "a4")["right"] = []
    space(board, "b4")["left"] = []


def cut_summit(board: Board) -> None:
    """Nothing leads to row 4 of the left section, so not to the summit above it either."""
    for column in "abc":
        space(board, f"{column}3")["above"] = []
    board["joins"] = [join(pairs=[["c1", "a1"]])]


SQUARE = [[0, 0], [30, 0], [30, 20], [0, 20]]

FAULTS: tuple[tuple[str, Callable[[Board], None], str], ...] = (
    ("unknown neighbour", put(a1, "above", ["z9"]), "a1: its neighbour z9 (above) is not a space"),
    ("own neighbour", put(a1, "above", ["a1"]), "a1: it cannot be its own neighbour"),
    ("one-way link", put(a1, "right", []), "b1: a1 lies on its left, but a1 does not have b1"),
    ("above lies lower", put(lambda b: space(b, "a2"), "above", ["a1"]), "a1 is said to lie above"),
    ("number too high", put(a1, "number", 7), "a1: 'number' must be a whole number from 2 to 6"),
    ("number too low", put(a1, "number", 1), "a1: 'number' must be a whole number from 2 to 6"),
    ("number is true", put(a1, "number", True), "'number' must be a whole number from 2 to 6"),
    ("number missing", drop(a1, "number"), "a1: 'number' is missing"),
    ("twelve spaces", lambda b: face(b)["spaces"].pop(), "it has 12 spaces; a face has 13"),
    ("lowest missing", put(face, "lowest", "z9"), "the lowest space z9 is not among its spaces"),
    ("no top", put(face, "top", []), "'top' must name at least one space"),
    ("unknown top", put(face, "top", ["z9"]), "the top space z9 is not among its spaces"),
    ("duplicate space", put(a1, "id", "b1"), "2 spaces are called b1"),
    ("duplicate face", lambda b: b["faces"].append(face(b)), "Face 1a: it is in the file 2 times"),
    ("unreachable space", detach, "Face 1a, space a4: it cannot be reached"),
    ("unreachable summit", cut_summit, "The summit space on the left cannot be reached"),
    ("overlap", put(a1, "outline", [[0, 60], [45, 60], [45, 80], [0, 80]]), "a1 and b1 overlap"),
    ("crossing", put(a1, "outline", [[0, 60], [30, 80], [30, 60], [0, 80]]), "crosses itself"),
    ("point twice", put(a1, "outline", [*SQUARE, [0, 0]]), "names a point twice"),
    ("no area", put(a1, "outline", [[0, 0], [9, 0], [9, 0.1]]), "covers less than 25 square mm"),
    ("two points", put(a1, "outline", [[0, 0], [9, 0]]), "at least three points"),
    ("not numbers", put(a1, "outline", [["0", 0], [9, 0], [9, 9]]), "at least three points"),
    ("not finite", put(a1, "outline", [[float("nan"), 0], [9, 0], [9, 9]]), "three points"),
    (
        "outside",
        put(a1, "outline", [[-20, 60], [30, 60], [30, 80], [-20, 80]]),
        "leaves the section",
    ),
    ("unknown key", put(a1, "hight_mm", 3), "'hight_mm' is not known here; use id, number"),
    ("unknown board key", put(board_itself, "colour", "red"), "'colour' is not known here"),
    ("ledge is a number", put(a1, "ledge", 1), "'ledge' must be true or false, not 1"),
    ("neighbours twice", put(a1, "above", ["a2", "a2"]), "'above' must be a list without repeats"),
    ("neighbours a text", put(a1, "above", "a2"), "'above' must be a list of names"),
    ("other game", put(board_itself, "game", "chess"), "'game' must be one of roll_and_wall"),
    ("newer format", put(board_itself, "format", 2), "'format' must be a whole number from 1 to 1"),
    ("no title", put(board_itself, "title", ""), "'title' must be a short text"),
    ("no faces", put(board_itself, "faces", {}), "'faces' must be a list of tables"),
    ("no frame", drop(board_itself, "frame"), "'frame' is missing; it must be a table"),
    ("frame too small", put(lambda b: b["frame"], "width_mm", 0), "'width_mm' must be a length"),
    (
        "no summit strip",
        put(lambda b: b["frame"], "summit_mm", 0),
        "'summit_mm' must be at least 5",
    ),
    ("summit number", put(lambda b: b["summit"], "number", 5), "'number' must be a whole number"),
    ("summit outline", put(lambda b: b["summit"], "left", [[0, 0]]), "'left' must be a list"),
    (
        "flat summit",
        put(lambda b: b["summit"], "left", [[0, 0], [9, 0], [9, 1]]),
        "'left' covers less",
    ),
    ("usual unknown", put(lambda b: b["usual"], "left", "4a"), "'left' must be one of 1a"),
    ("usual absent", put(lambda b: b["usual"], "left", "1b"), "face 1b is not in the file"),
    ("usual twice", put(lambda b: b["usual"], "left", "2a"), "section 2 cannot lie in 2 places"),
    ("join without pairs", put(board_itself, "joins", [join(pairs=[["c1"]])]), "'pairs' must be"),
    (
        "join to nowhere",
        put(board_itself, "joins", [join(pairs=[["z9", "a1"]])]),
        "z9 is not a space",
    ),
    ("join from nowhere", put(board_itself, "joins", [join(pairs=[["a1", "z9"]])]), "face 2a"),
    (
        "join of absent face",
        put(board_itself, "joins", [join(left_face="3b")]),
        "must be in the file",
    ),
    ("join of one section", put(board_itself, "joins", [join(right_face="1a")]), "never lie side"),
)


@pytest.mark.parametrize(("change", "words"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_a_faulty_board_is_refused_and_the_fault_named(
    change: Callable[[Board], None], words: str
) -> None:
    board = example_board()
    change(board)
    with pytest.raises(BoardError) as caught:
        parse_board(board, "attic")
    assert any(words in fault for fault in caught.value.faults), caught.value.faults
    assert "attic" in str(caught.value)
    assert all(fault.endswith(".") for fault in caught.value.faults)


def test_a_sound_board_has_no_fault() -> None:
    assert isinstance(parse_board(example_board(), "example"), BoardBox)


def test_all_faults_are_named_at_once() -> None:
    board = example_board()
    a1(board)["number"] = 9
    space(board, "b2")["ledge"] = "yes"
    board["colour"] = "red"
    with pytest.raises(BoardError) as caught:
        parse_board(board, "attic")
    assert len(caught.value.faults) == 3


def test_a_summit_inside_the_sections_must_be_a_four() -> None:
    board = example_board()
    board["summit"] = {"spaces": "in_sections", "number": 4}
    with pytest.raises(BoardError, match="a summit space has number 4"):
        parse_board(board, "attic")


@pytest.mark.parametrize("plain", [{}, {"faces": [1]}, {"usual": 3, "frame": [], "summit": ""}])
def test_nonsense_is_a_board_error(plain: dict[str, Any]) -> None:
    with pytest.raises(BoardError):
        parse_board(plain, "attic")


def with_advanced(change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    plain = example_board()
    change(plain)
    return plain


def tiles(*entries: dict[str, Any]) -> Callable[[dict[str, Any]], None]:
    return lambda plain: plain["equipment"].update(tiles=list(entries))


ADVANCED_FAULTS: tuple[tuple[Callable[[dict[str, Any]], None], str], ...] = (
    (lambda p: p["flags"].update(top=[1, 2, 3]), "'top' must be a list of four distances"),
    (lambda p: p["flags"].update(top=[1, 2, 3, 100]), "'top' must be a list of four distances"),
    (lambda p: p["flags"].update(top=[1, 2, 3, True]), "'top' must be a list of four distances"),
    (lambda p: p["flags"].pop("bottom"), "'bottom' must be a list of four distances"),
    (lambda p: p["flags"].update(lower=[1, 2, 3, 4]), "'lower' is not known here"),
    (tiles({"tile": "rope", "blue": 1}), "'tile' must be one of axe, chalk"),
    (tiles({"tile": "axe", "blue": -1}), "'blue' must be a whole number from 0 to 35"),
    (tiles({"tile": "axe", "pink": 1}), "'pink' is not known here"),
    (tiles({"tile": "axe"}, {"tile": "axe"}), "the tile axe is listed 2 times"),
    (tiles({"tile": "axe", "blue": 20, "red": 16}), "there are 36 tiles; the box holds 35"),
    (tiles({"tile": "axe", "shape": ["##", ".."]}, {"tile": "sand"}), "draw all or none"),
    (tiles({"tile": "axe", "shape": ["#.", ".#"]}), "the squares must hang together"),
    (tiles({"tile": "axe", "shape": ["####"]}), "'shape' must be a list of up to 3 texts"),
    (tiles({"tile": "axe", "shape": ["x"]}), "'shape' must be a list of up to 3 texts"),
    (tiles({"tile": "axe", "shape": []}), "'shape' must be a list of up to 3 texts"),
)


@pytest.mark.parametrize(("change", "words"), ADVANCED_FAULTS)
def test_a_fault_in_flags_or_tiles_is_named(
    change: Callable[[dict[str, Any]], None], words: str
) -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(with_advanced(change), "own")
    assert any(words in fault for fault in caught.value.faults), caught.value.faults


def test_a_flag_place_between_no_neighbours_is_named() -> None:
    def lower_edge(plain: dict[str, Any]) -> None:
        plain["faces"][0]["spaces"][0]["outline"] = [[0, 80], [80, 80], [80, 100], [0, 100]]

    with pytest.raises(BoardError, match="flag place bottom 2 of the left inner edge"):
        parse_board(with_advanced(lower_edge), "own")


def test_flag_places_can_be_listed_instead_of_measured() -> None:
    plain = example_board()
    pairs = [["c4", "a4"], ["c3", "a3"], ["c2", "a2"], ["c1", "a1"], ["low", "low"]]
    listed = [["top", 1, "c3", "a3"], ["bottom", 4, "c1", "a1"]]
    join = {"left_face": "1a", "right_face": "2a", "pairs": pairs, "flags": listed}
    plain["joins"] = [join]
    places = assemble(parse_board(plain, "own"), ("1a", "2a", "3a")).flag_places
    assert places[FlagPlace(Edge.LEFT, FlagSection.TOP, 1)] == ("1a.c3", "2a.a3")
    assert places[FlagPlace(Edge.LEFT, FlagSection.BOTTOM, 4)] == ("1a.c1", "2a.a1")
    assert len(places) == 24
    join["flags"] = [["top", 1, "c3", "a1"]]
    with pytest.raises(BoardError, match="top 1 lies between c3 and a1, which are not in its"):
        parse_board(plain, "own")
    join["flags"] = [["above", 1, "c3", "a3"]]
    with pytest.raises(BoardError, match=r"'flags' must be a list of \[section, number"):
        parse_board(plain, "own")
