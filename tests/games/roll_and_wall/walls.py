"""Small walls and hand-made positions for the tests of Roll & Wall.

The example wall has the numbers that the worked examples of the rulings need. Each face is
a grid: one lowest space ``low``, above it the columns a, b and c with the rows 1 to 4.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.dice import Rolled, RolledDie
from companion.games.protocol import OptionValue, Seat, Setup
from companion.games.roll_and_wall.actions import Action
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.events import Event
from companion.games.roll_and_wall.game import RollAndWall
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.phases import Free
from companion.games.roll_and_wall.state import Climber, Position, WallState
from companion.games.roll_and_wall.tiles import Tile

GAME = RollAndWall()
PLENTY = (Tile.CHALK, Tile.SHOES, Tile.GRABBER, Tile.QUICKDRAW, Tile.HELMET)
"""The example box holds four blue tiles of each of these, and a red one of each other kind."""

COLUMN_MM, ROW_MM = 30.0, 20.0

GRIDS = {
    # Lowest space, then the rows 1 to 4 upwards; a star marks a ledge.
    "1a": ("3", "6 2 5", "2 3*4", "4 5 3", "3 2 3"),
    "2a": ("4", "4 2 6", "4 4 2", "3*5 3", "4 2 5"),
    "3a": ("3", "3 2*5", "4 6 2", "3*2 4", "5 3 2"),
}


def example_board() -> dict[str, Any]:
    """The example wall as a parsed board file; a fresh copy that may be changed."""
    return {
        "game": "roll_and_wall",
        "format": 1,
        "title": "Example wall",
        "usual": {"left": "1a", "centre": "2a", "right": "3a"},
        "frame": {
            "width_mm": 3 * COLUMN_MM,
            "height_mm": 5 * ROW_MM,
            "start_mm": 20,
            "summit_mm": 20,
            "campsite_mm": 40,
        },
        "summit": {
            "spaces": "extra",
            "number": 4,
            **{place: _box(0, 0, 90, 20) for place in ("left", "centre", "right")},
        },
        "faces": [_face(face_id, rows) for face_id, rows in GRIDS.items()],
        "flags": {"top": [5, 15, 25, 35], "middle": [45, 50, 65, 70], "bottom": [75, 85, 90, 95]},
        "equipment": {
            "title": "Example tiles",
            "tiles": [
                {"tile": tile.value, "blue": 4 * (tile in PLENTY), "red": 1 - (tile in PLENTY)}
                for tile in Tile
            ],
        },
    }


def example_state(seats: int = 3, first: int = 0, **options: OptionValue) -> WallState:
    """A new match on the example wall."""
    return GAME.initial(example_setup(seats, first, **options))


def example_setup(seats: int = 3, first: int = 0, **options: OptionValue) -> Setup:
    """Its set-up."""
    board = GAME.parse_board(example_board(), "example")
    return Setup(seats, tuple(options.items()), board, Seat(first))


def placed(
    state: WallState,
    seat: int,
    space: str,
    pitons: tuple[str, ...] = (),
    tiles: tuple[Tile, ...] = (),
    tea: bool = False,
) -> WallState:
    """The same match with that climber put elsewhere."""
    climber = Climber(SpaceId(space), tuple(map(SpaceId, sorted(pitons))), tiles, tea, None)
    climbers = list(state.position.climbers)
    climbers[seat] = climber
    return replace(state, position=replace(state.position, climbers=tuple(climbers)))


def with_aside(state: WallState, white: int, blue: int = 0) -> WallState:
    """The same match with dice spent in the running turn."""
    position = replace(state.position, aside=Handful(white, blue), phase=Free())
    return replace(state, position=position)


def white(*values: int) -> Rolled:
    """A throw of white dice."""
    return Rolled.of("d6", values)


def with_blue(blue: int, *values: int) -> Rolled:
    """A throw of the blue die and white dice."""
    return Rolled((RolledDie("d4", blue), *white(*values).dice))


class Play:
    """A match that is played on; every action must be legal and listed where it can be."""

    def __init__(self, state: WallState) -> None:
        self.state = state
        self.events: tuple[Event, ...] = ()

    def do(self, *actions: Action) -> Play:
        """Carry out actions of whoever is to act."""
        for action in actions:
            seat = self.seat
            refused = GAME.refusal(self.state, seat, action)
            assert refused is None, (action, refused)
            step = GAME.apply(self.state, seat, action)
            self.state, self.events = step.state, step.events
        return self

    def refused(self, action: Any, seat: int | None = None) -> tuple[str, str]:
        """Code and ruling with which that action is refused now."""
        refusal = GAME.refusal(self.state, self.seat if seat is None else Seat(seat), action)
        assert refusal is not None, action
        return refusal.code, refusal.rule

    @property
    def seat(self) -> Seat:
        return GAME.prompt(self.state).seats[0]

    @property
    def position(self) -> Position:
        return self.state.position

    def climber(self, seat: int) -> Climber:
        return self.state.position.climbers[seat]

    def choices(self) -> set[Action]:
        """The listed choices."""
        return {action for _, action in GAME.legal_actions(self.state)}

    def targets(self) -> set[tuple[str, int]]:
        """Id and number of the spaces on offer."""
        turn = GAME.view(self.state, None)["turn"]
        return {(target["space"], target["number"]) for target in turn["targets"]}

    def dice_left(self) -> tuple[int, int]:
        """White and blue dice left."""
        left = GAME.view(self.state, None)["turn"]["dice_left"]
        return left["white"], left["blue"]


def _face(face_id: str, rows: tuple[str, ...]) -> dict[str, Any]:
    spaces: list[dict[str, Any]] = [
        {
            "id": "low",
            "number": int(rows[0]),
            "above": ["a1", "b1", "c1"],
            "outline": _box(0, 80, 90, 100),
        }
    ]
    for r, row in enumerate(rows[1:], start=1):
        marks = row.replace(" ", "")
        numbers = [c for c in marks if c != "*"]
        ledges = [_starred(marks, i) for i in range(len(numbers))]
        for c, column in enumerate("abc"):
            y = (4 - r) * ROW_MM
            spaces.append(
                {
                    "id": f"{column}{r}",
                    "number": int(numbers[c]),
                    "ledge": ledges[c],
                    "above": [f"{column}{r + 1}"] if r < 4 else [],
                    "left": [f"{'abc'[c - 1]}{r}"] if c > 0 else [],
                    "right": [f"{'abc'[c + 1]}{r}"] if c < 2 else [],
                    "outline": _box(c * COLUMN_MM, y, (c + 1) * COLUMN_MM, y + ROW_MM),
                }
            )
    return {"id": face_id, "lowest": "low", "top": ["a4", "b4", "c4"], "spaces": spaces}


def _starred(marks: str, index: int) -> bool:
    """Whether the number at that place of the row is followed by a star."""
    digits = [i for i, mark in enumerate(marks) if mark != "*"]
    return marks[digits[index] + 1 : digits[index] + 2] == "*"


def _box(x0: float, y0: float, x1: float, y1: float) -> list[list[float]]:
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
