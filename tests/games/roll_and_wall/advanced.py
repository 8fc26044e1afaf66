"""Advanced matches on the example wall, past their preparation.

The flags of ``FLAGS`` stand between these spaces: on the left edge white between the 3 and
the 4 of the top row, black between 4 and 4 of the second row, orange between 5 and 4 of the
first; on the right edge orange between 3 and 3 of the third row, black between 2 and 4 of the
second, white between 6 and 3 of the first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.protocol import Seat
from companion.games.roll_and_wall.actions import Action, Declare
from companion.games.roll_and_wall.board import Edge, FlagPlace, FlagSection, SpaceId
from companion.games.roll_and_wall.flags import Colour, Flag
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.phases import Free
from companion.games.roll_and_wall.state import Advanced, Climber, Position, WallState
from companion.games.roll_and_wall.tiles import Tile, in_order
from tests.games.roll_and_wall.walls import GAME, Play, example_board, example_setup

WHITE, BLACK, ORANGE = Colour.WHITE, Colour.BLACK, Colour.ORANGE
TOP, MIDDLE, BOTTOM = FlagSection.TOP, FlagSection.MIDDLE, FlagSection.BOTTOM


def flag(edge: Edge, section: FlagSection, number: int, colour: Colour) -> Flag:
    """A flag in its place."""
    return Flag(FlagPlace(edge, section, number), colour)


FLAGS = (
    flag(Edge.LEFT, TOP, 1, WHITE),
    flag(Edge.LEFT, MIDDLE, 1, BLACK),
    flag(Edge.LEFT, BOTTOM, 1, ORANGE),
    flag(Edge.RIGHT, TOP, 4, ORANGE),
    flag(Edge.RIGHT, MIDDLE, 1, BLACK),
    flag(Edge.RIGHT, BOTTOM, 1, WHITE),
)
ALL_FLAGS = (BLACK, ORANGE, WHITE)


def climber(
    space: str,
    *tiles: Tile,
    pitons: tuple[str, ...] = (),
    tea: bool = False,
    flags: tuple[Colour, ...] = (),
    penalty: int = 0,
) -> Climber:
    """A climber with these tiles in the backpack."""
    hung = tuple(map(SpaceId, sorted(pitons)))
    return Climber(SpaceId(space), hung, in_order(tiles), tea, None, flags, penalty)


def match(
    *climbers: Climber,
    turns: int = 0,
    aside: Handful | None = None,
    flags: tuple[Flag, ...] = FLAGS,
    packed: tuple[tuple[Tile, ...], ...] | None = None,
    quiet_until: int | None = None,
    board: dict[str, Any] | None = None,
    **options: Any,
) -> Play:
    """A running match; others are on the ground with nothing when only one climber is given."""
    everybody = climbers if len(climbers) > 1 else (*climbers, climber("start"))
    setup = example_setup(len(everybody), variant="advanced", **options)
    if board is not None:
        setup = replace(setup, board=GAME.parse_board(board, "example"))
    held = tuple(each.tiles for each in everybody)
    advanced = Advanced(
        Seat(0), flags, held if packed is None else packed, Handful(), quiet_until, False
    )
    position = Position(turns, everybody, aside or Handful(), Free(), None, advanced)
    return AdvancedPlay(WallState(GAME.initial(setup).terms, position))


def wide_top() -> dict[str, Any]:
    """The example wall with two level ledges below the wide middle space of the top row."""
    board = example_board()
    spaces = {space["id"]: space for space in board["faces"][1]["spaces"]}
    for name, x0, x1 in (("a4", 0, 15), ("b4", 15, 75), ("c4", 75, 90)):
        spaces[name]["outline"] = [[x0, 0], [x1, 0], [x1, 20], [x0, 20]]
    spaces["c3"]["ledge"] = True
    return board


class AdvancedPlay(Play):
    """Every listed choice must be accepted, and every action that is done be listed."""

    def do(self, *actions: Action) -> Play:
        for action in actions:
            for seat, each in GAME.legal_actions(self.state):
                assert GAME.refusal(self.state, seat, each) is None, each
            if GAME.prompt(self.state).dice is None:
                assert action in self.choices(), (action, self.choices())
            super().do(action)
        return self


def climb(space: str, whites: int, blues: int = 0) -> Declare:
    """A declaration."""
    return Declare(SpaceId(space), whites, blues)


def prepared(seats: int = 3, **options: Any) -> Play:
    """A match at the very beginning of its preparation."""
    return AdvancedPlay(GAME.initial(example_setup(seats, variant="advanced", **options)))


def tiles_of(play: Play, seat: int) -> tuple[Any, ...]:
    """The tiles left to a seat."""
    return play.climber(seat).tiles
