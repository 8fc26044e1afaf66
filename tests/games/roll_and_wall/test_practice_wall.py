"""The practice wall that ships, and how three faces make a wall."""

from __future__ import annotations

import tomllib
from itertools import permutations, product

import pytest

from companion.boards.loading import PackagedBoards
from companion.games.outlines import shared_area, signed_area
from companion.games.protocol import Setup
from companion.games.roll_and_wall.assembly import assemble, crossings
from companion.games.roll_and_wall.board import FACE_IDS, START, BoardBox, Face, FaceSpace
from companion.games.roll_and_wall.board_check import _reached
from companion.games.roll_and_wall.board_file import parse_board
from tests.games.practice_wall_maker import TARGET, practice_wall
from tests.games.roll_and_wall.walls import GAME, example_board, example_setup

BOX: BoardBox = parse_board(PackagedBoards().load("roll_and_wall", "practice"), "practice")


def test_the_file_is_what_its_maker_makes() -> None:
    assert TARGET.read_text(encoding="utf-8") == practice_wall()
    assert tomllib.loads(practice_wall())["title"] == "Practice wall"


def test_it_has_six_faces_with_thirteen_spaces_and_some_ledges() -> None:
    assert tuple(face.id for face in BOX.faces) == FACE_IDS
    for face in BOX.faces:
        assert len(face.spaces) == 13
        assert {space.number for space in face.spaces} <= {2, 3, 4, 5, 6}
        assert 2 <= sum(space.ledge for space in face.spaces) <= 5


@pytest.mark.parametrize("face", BOX.faces, ids=FACE_IDS)
def test_the_outlines_of_a_face_tile_its_section(face: Face) -> None:
    area = sum(abs(signed_area(space.outline)) for space in face.spaces)
    assert area == pytest.approx(BOX.frame.width_mm * BOX.frame.height_mm)
    for i, one in enumerate(face.spaces):
        for other in face.spaces[i + 1 :]:
            assert shared_area(one.outline, other.outline) < 0.5


def sides(space: FaceSpace) -> set[tuple[tuple[float, float], tuple[float, float]]]:
    corners = space.outline
    return {(corners[i - 1], corners[i]) for i in range(len(corners))}


@pytest.mark.parametrize("face", BOX.faces, ids=FACE_IDS)
def test_spaces_are_neighbours_exactly_where_their_outlines_share_a_border(face: Face) -> None:
    for one in face.spaces:
        for other in face.spaces:
            shares = bool(sides(one) & {(b, a) for a, b in sides(other)})
            below = one.id in other.above
            linked = below or other.id in (*one.above, *one.left, *one.right)
            assert shares == linked, (one.id, other.id)


def arrangements() -> list[tuple[str, str, str]]:
    return [
        (f"{a}{sides[0]}", f"{b}{sides[1]}", f"{c}{sides[2]}")
        for a, b, c in permutations("123")
        for sides in product("ab", repeat=3)
    ]


def test_with_any_faces_every_space_and_the_summit_can_be_reached() -> None:
    assert len(arrangements()) == 48
    for faces in arrangements():
        wall = assemble(BOX, faces)
        assert _reached(wall) == set(wall.spaces), faces


def test_up_is_up_and_sideways_goes_both_ways_on_every_wall() -> None:
    for faces in arrangements()[::7]:
        wall = assemble(BOX, faces)
        for space_id, above in wall.above.items():
            height = wall.spaces[space_id].height_mm
            assert all(wall.spaces[each].height_mm > height for each in above)
        for space_id in wall.spaces:
            assert all(space_id in wall.left[each] for each in wall.right[space_id])
            assert all(space_id in wall.right[each] for each in wall.left[space_id])
            assert START not in wall.exits[space_id]


def test_faces_are_chosen_at_set_up() -> None:
    setup = Setup(2, (("left_face", "3b"), ("right_face", "1a")), BOX)
    assert GAME.initial(setup).terms.wall.faces == ("3b", "2a", "1a")
    assert GAME.initial(Setup(2, (), BOX)).terms.wall.faces == BOX.usual


def test_one_section_cannot_lie_in_two_places() -> None:
    with pytest.raises(ValueError, match="section 1 cannot lie in two places"):
        GAME.initial(Setup(2, (("centre_face", "1b"),), BOX))


def test_a_face_that_the_board_lacks_is_named() -> None:
    with pytest.raises(ValueError, match=r"no face 1b; choose from 1a, 2a, 3a"):
        GAME.initial(example_setup(left_face="1b"))


def test_listed_joins_go_before_geometry() -> None:
    board = example_board()
    board["joins"] = [{"left_face": "1a", "right_face": "2a", "pairs": [["c1", "a2"]]}]
    box = parse_board(board, "joined")
    faces = {face.id: face for face in box.faces}
    assert crossings(box, faces["1a"], faces["2a"]) == (("c1", "a2"),)
    assert ("c1", "a1") in crossings(box, faces["2a"], faces["3a"])


def test_equal_walls_are_equal_and_others_are_not() -> None:
    one, same = assemble(BOX, BOX.usual), assemble(BOX, BOX.usual)
    assert one == same
    assert hash(one) == hash(same)
    assert one != assemble(BOX, ("1b", "2a", "3a"))
    assert one != "wall"
