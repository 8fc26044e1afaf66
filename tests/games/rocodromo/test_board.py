"""The practice walls, and every fault of a board in a player's words."""

from __future__ import annotations

import re
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from companion.boards.loading import PackagedBoards
from companion.errors import BoardError
from companion.games.protocol import Setup
from companion.games.rocodromo.assembly import clashes
from companion.games.rocodromo.checking import EndPoint, is_near
from companion.games.rocodromo.wall import COLOURS as COLOUR_COUNT
from companion.games.rocodromo.wall import LENGTHS, OWN_SHAPE, SHAPES, TILES
from tests.games.rocodromo.practice_maker import WALLS, written
from tests.games.rocodromo.walls import COLOURS, GAME, face, kit, plain_drill, upright
from tests.games.walking import board_of

Plain = dict[str, Any]
EVERY_WALL = pytest.mark.parametrize("name", WALLS)


@EVERY_WALL
def test_a_practice_wall_is_what_its_maker_writes(name: str) -> None:
    assert PackagedBoards().load("rocodromo", name) == tomllib.loads(written(name))


@EVERY_WALL
def test_a_practice_wall_is_named_so_and_has_the_whole_box(name: str) -> None:
    box = board_of(GAME, name)
    assert box.title.startswith("Practice")
    assert box.note.startswith("Practice")
    assert len(box.faces) == 2 * TILES
    assert len(box.ropes.colours) == COLOUR_COUNT
    assert all(len(lengths) == LENGTHS for lengths in box.ropes.lengths_mm)
    assert clashes(box, box.placed) == ()


def test_the_four_walls_of_the_rulebook_have_practice_walls() -> None:
    shapes = {board_of(GAME, name).layout.shape for name in WALLS}
    assert shapes == set(SHAPES)
    assert [sum(SHAPES[shape]) for shape in SHAPES] == [6, 7, 6, 7]
    assert PackagedBoards().names("rocodromo")[0] == "practice"


@EVERY_WALL
def test_a_practice_wall_can_be_dealt_and_finished(name: str) -> None:
    for number in range(4):
        setup = Setup(2, (("tiles", number),), board_of(GAME, name))
        wall = GAME.initial(setup).terms.wall
        assert clashes(wall.kit, wall.placed) == ()
        assert any(is_near(wall, hold, EndPoint.TOKEN) for hold in range(len(wall.holds)))


def test_turned_tiles_carry_their_holds_along() -> None:
    """A quarter clockwise takes the hold at (50, 170) of a 200 mm tile to (30, 50)."""
    square = {"shape": "own", "tile_width_mm": 200, "tile_height_mm": 200, "levels": [[0]]}
    faces = [face(1, [upright("red", 0, 200)], (50, 170))]
    for quarters, (x, y) in enumerate([(50, 170), (30, 50), (150, 30), (170, 150)]):
        placed = [{"tile": 1, "side": "a", "quarters": quarters}]
        box = kit(plain_drill(layout=square, faces=faces, placed=placed))
        wall = GAME.initial(Setup(2, (), box)).terms.wall
        assert wall.holds[0].centre == (float(x), float(y))
        xs = [x for x, _ in wall.sections[0].outline]
        assert (min(xs), max(xs)) == (0, 200)


def test_holds_and_climbers_may_have_outlines() -> None:
    plain = plain_drill()
    plain["faces"][1]["holds"][0] = {"outline": [[95, 145], [105, 145], [105, 155], [95, 155]]}
    plain["climber"]["nose"] = {"outline": [[-3, -3], [3, -3], [0, 3]]}
    wall = GAME.initial(Setup(2, (), kit(plain))).terms.wall
    assert wall.holds[7].centre == pytest.approx((100, 150))


def test_the_board_in_the_documents_is_sound() -> None:
    page = (Path(__file__).parents[3] / "docs/boards/rocodromo.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```text\n(.*?)```", page, flags=re.DOTALL)
    assert len(blocks) == 1
    box = kit(tomllib.loads(blocks[0]))
    assert len(box.faces[0].holds) == 2
    assert box.layout.finish == ((0, 0, 120, 20),)


def changed(*path: Any, to: Any) -> Plain:
    """The drill wall with one value changed; ``...`` removes it."""
    plain = deepcopy(plain_drill())
    holder: Any = plain
    for key in path[:-1]:
        holder = holder[key]
    if to is ...:
        del holder[path[-1]]
    else:
        holder[path[-1]] = to
    return plain


FAULTS: list[tuple[Plain, str]] = [
    (changed("game", to="chess"), "'game' must be one of rocodromo"),
    (changed("format", to=2), "'format' must be"),
    (changed("colour", to="red"), "'colour' is not known here"),
    (changed("title", to=...), "'title' is missing"),
    (changed("carabiner_mm", to=0), "'carabiner_mm' must be a length"),
    (changed("layout", to=...), "'layout' is missing"),
    (changed("layout", "levels", to=[[0], "x"]), "'levels' must be a list of levels"),
    (changed("layout", "levels", to=[[True]]), "'levels' must be a list of levels"),
    (changed("layout", "levels", to=[[10**400]]), "'levels' must be a list of levels"),
    (changed("layout", "shape", to="tower"), "'shape' must be one of base"),
    (changed("layout", "shape", to="base"), "base has 2-2-2 tiles from the top down, not 1-2"),
    (changed("layout", "levels", to=[[0, 100], [0]]), "Level 1: list the tiles from left to"),
    (changed("layout", "levels", to=[[0], [0]] * 5), "10 places, but there are 8 tiles"),
    (changed("layout", "tile_height_mm", to=1), "'tile_height_mm' must be a length of at least"),
    (
        changed("layout", "finish", to=[{"x_mm": 0, "y_mm": 400, "width_mm": 9, "height_mm": 9}]),
        "Finish tile 1: it lies below the wall",
    ),
    (changed("ropes", "width_mm", to=2), "'width_mm' must be a length of at least 3 mm"),
    (changed("ropes", "width_mm", to=7), "nose is wider than a rope"),
    (changed("ropes", "width_mm", to=9), "Tile 1a, hold 1: it is wider than a rope"),
    (changed("ropes", "lengths_mm", "red", to=[1, 2, 3]), "'red' must be a list of 4 lengths"),
    (changed("ropes", "lengths_mm", "red", to=[40, 80, 80, 90]), "red: list its lengths in mm"),
    (changed("ropes", "lengths_mm", "violet", to=...), "there are 4 colours; enter 5"),
    (changed("climber", "nose", "radius_mm", to="4"), "'radius_mm' must be a length"),
    (changed("climber", "body", to={"outline": [[0, 0], [1, 1]]}), "at least three points"),
    (
        changed("climber", "body", to={"outline": [[0, 0], [9, 9], [9, 0], [0, 9]]}),
        "The climber's body: its outline crosses itself",
    ),
    (changed("placed", 0, "quarters", to=4), "'quarters' must be a whole number from 0 to 3"),
    (changed("placed", 0, "tile", to=2), "tile 2 is placed 2 times"),
    (changed("placed", 0, "tile", to=5), "Place 1: tile 5a is not among the faces"),
    (changed("placed", to=plain_drill()["placed"][:2]), "there are 2 for 3 places"),
    (changed("faces", 1, "tile", to=1), "Tile 1a: it is listed twice"),
    (changed("faces", 0, "side", to="c"), "'side' must be one of a, b"),
    (changed("faces", 0, "sections", to=[]), "Tile 1a: a face has at least one section"),
    (changed("faces", 0, "holds", to=[]), "Tile 1a: a face has at least one section and one"),
    (changed("faces", 0, "sections", 0, "colour", to="grey"), "Tile 1a, section 1: 'colour' must"),
    (
        changed("faces", 0, "sections", 0, "outline", to=[[0, 0], [130, 0], [130, 200], [0, 200]]),
        "Tile 1a: sections 1 and 2 overlap",
    ),
    (
        changed("faces", 0, "sections", 0, "outline", to=[[-9, 0], [99, 0], [99, 200], [0, 200]]),
        "Tile 1a, section 1: it leaves the tile, which is 200 x 200 mm",
    ),
    (
        changed("faces", 0, "sections", 0, "outline", to=[[0, 0], [99, 0], [0, 200], [99, 200]]),
        "Tile 1a, section 1: its outline crosses itself",
    ),
    (
        changed("faces", 0, "sections", 0, "outline", to=[[0, 0], [1, 0], [1, 9], [0, 9]]),
        "Tile 1a, section 1: its outline has hardly any area",
    ),
    (changed("faces", 0, "holds", 0, "x_mm", to=98), "hold 1: it must lie wholly in one section"),
    (changed("faces", 2, "holds", 0, "x_mm", to=500), "hold 1: it must lie wholly in one section"),
    (changed("faces", 1, "holds", 1, "y_mm", to=145), "holds 1 and 2 lie on each other"),
]


@pytest.mark.parametrize(("plain", "words"), FAULTS, ids=[words for _, words in FAULTS])
def test_a_fault_is_named_in_words(plain: Plain, words: str) -> None:
    with pytest.raises(BoardError) as caught:
        kit(plain)
    assert any(words in fault for fault in caught.value.faults), caught.value.faults
    assert all(fault.endswith(".") for fault in caught.value.faults)


def test_tiles_that_are_not_square_turn_by_halves() -> None:
    plain = changed("layout", "tile_width_mm", to=210)
    plain["layout"]["levels"] = [[0, 210], [0]]
    kit(plain)
    plain["placed"][0]["quarters"] = 1
    with pytest.raises(BoardError, match="only be turned by 0 or 2"):
        kit(plain)


def test_all_faults_are_named_at_once() -> None:
    plain = changed("carabiner_mm", to=-1)
    plain["faces"][0]["side"] = "x"
    plain["placed"][2]["quarters"] = 9
    with pytest.raises(BoardError) as caught:
        kit(plain)
    assert len(caught.value.faults) == 3


def test_boards_that_differ_in_anything_are_different() -> None:
    longer = {colour: [40, 80, 120, 231] for colour in COLOURS}
    boxes = {
        kit(),
        kit(),
        kit(changed("carabiner_mm", to=41)),
        kit(changed("ropes", "lengths_mm", to=longer)),
        kit(changed("layout", "shape", to=OWN_SHAPE)),
    }
    assert len(boxes) == 3
    walls = {
        GAME.initial(Setup(2, (("side_by_side", kind),), kit())).terms.wall
        for kind in ("joined", "apart")
    }
    assert len(walls) == 2
