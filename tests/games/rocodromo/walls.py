"""Small walls and positions of Rocódromo written down shortly, for the tests.

Knows a drill wall of which every distance is plain to see, and how to stand on it. Refuses
to know any rule.

The drill wall, in mm, y down; tiles are 200 x 200, ropes 20 wide and 40, 80, 120, 230 long:

    level 2   yellow      holds 7 (100,150)  8 (40,40)  9 (100,30)
    level 1   red | blue  holds 0 (50,370) 5 (50,260) | 1 (150,370) 4 (150,300)
              red | green strip | blue, from x 200:  2 (245,350) | 6 (300,240) | 3 (355,350)
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

from companion.games.protocol import OptionValue, Refusal, Seat, Setup
from companion.games.rocodromo import stored
from companion.games.rocodromo.actions import Action, ChooseRope, Declare, StartOn
from companion.games.rocodromo.game import Rocodromo
from companion.games.rocodromo.state import Phase, RocodromoState
from companion.games.rocodromo.wall import Kit, Rope

GAME = Rocodromo()
ANN, BEN, LUCY = Seat(0), Seat(1), Seat(2)
NAMES = ("Ann", "Ben", "Lucy", "Ralph")
COLOURS = ("red", "yellow", "green", "blue", "violet")

Plain = dict[str, Any]


def upright(colour: str, left: int, right: int) -> Plain:
    """A section from the top of a tile to its bottom."""
    return {"colour": colour, "outline": [[left, 0], [right, 0], [right, 200], [left, 200]]}


def holds(*centres: tuple[float, float]) -> list[Plain]:
    return [{"x_mm": x, "y_mm": y, "radius_mm": 5} for x, y in centres]


def face(tile: int, sections: list[Plain], *centres: tuple[float, float]) -> Plain:
    return {"tile": tile, "side": "a", "sections": sections, "holds": holds(*centres)}


DRILL: Plain = {
    "game": "rocodromo",
    "format": 1,
    "title": "Drill wall",
    "carabiner_mm": 40,
    "placed": [{"tile": tile, "side": "a", "quarters": 0} for tile in (1, 3, 2)],
    "layout": {
        "shape": "own",
        "tile_width_mm": 200,
        "tile_height_mm": 200,
        "levels": [[0, 200], [0]],
    },
    "climber": {
        "nose": {"x_mm": 0, "y_mm": 0, "radius_mm": 4},
        "body": {"x_mm": 0, "y_mm": 0, "radius_mm": 9},
    },
    "ropes": {"width_mm": 20, "lengths_mm": {colour: [40, 80, 120, 230] for colour in COLOURS}},
    "faces": [
        face(
            1, [upright("red", 0, 100), upright("blue", 100, 200)],
            (50, 170), (50, 60), (150, 170), (150, 100),
        ),
        face(2, [upright("yellow", 0, 200)], (100, 150), (100, 30), (40, 40)),
        face(
            3, [upright("red", 0, 90), upright("green", 90, 110), upright("blue", 110, 200)],
            (45, 150), (155, 150), (100, 40),
        ),
    ],
}  # fmt: skip


def plain_drill(**changes: Any) -> Plain:
    """The drill wall as a file is read, with top level keys changed."""
    return {**deepcopy(DRILL), **changes}


def kit(plain: Plain | None = None) -> Kit:
    return GAME.parse_board(plain_drill() if plain is None else plain, "drill")


def start(
    seats: int = 2, board: Kit | None = None, first: Seat = ANN, **options: OptionValue
) -> RocodromoState:
    """The first turn of a match on the drill wall or on that box."""
    return GAME.initial(Setup(seats, tuple(options.items()), board or kit(), first))


def ropes(written: str) -> tuple[Rope, ...]:
    """``red2 blue1``: the ropes of a hand."""
    return tuple(sorted(Rope(word[:-1], int(word[-1])) for word in written.split()))


def rope(written: str) -> Rope:
    return ropes(written)[0]


def placed(
    state: RocodromoState,
    *players: tuple[str, int | None],
    carabiners: tuple[int, ...] | None = None,
    hanging: dict[str, int] | None = None,
    phase: Phase | None = None,
    turn: Seat | None = None,
    ending: bool = False,
    measured: tuple[bool | None, ...] | None = None,
) -> RocodromoState:
    """The same match with hands and holds; what is changed must load as a position."""
    position = replace(
        state.position,
        hands=tuple(ropes(hand) for hand, _ in players),
        holds=tuple(hold for _, hold in players),
        carabiners=state.position.carabiners if carabiners is None else carabiners,
        hanging=tuple(sorted((rope(r), n) for r, n in (hanging or {}).items())),
        phase=state.position.phase if phase is None else phase,
        turn=state.position.turn if turn is None else turn,
        ending=ending,
        measured=state.position.measured if measured is None else measured,
    )
    return stored.load(stored.dump(position), state.terms)


def after(state: RocodromoState, *actions: Action) -> RocodromoState:
    """The state when whoever is at turn has done all that."""
    for action in actions:
        state = done(state, action)[0]
    return state


def done(state: RocodromoState, action: Action) -> tuple[RocodromoState, tuple[Any, ...]]:
    """The state and the events when whoever is at turn does that."""
    assert (state.position.turn, action) in GAME.legal_actions(state)
    step = GAME.apply(state, state.position.turn, action)
    return step.state, step.events


def refused(state: RocodromoState, action: Action, seat: Seat | None = None) -> Refusal:
    """Why whoever is at turn (or ``seat``) may not do that; it must be refused."""
    who = state.position.turn if seat is None else seat
    refusal = GAME.refusal(state, who, action)
    assert refusal is not None
    assert (who, action) not in GAME.legal_actions(state)
    return refusal


def climbing(target: int, laid: str) -> tuple[Action, Action]:
    """Declare a hold and lay a rope."""
    return Declare(target), ChooseRope(rope(laid))


def first_climb(on: int, target: int, laid: str) -> tuple[Action, ...]:
    return (StartOn(on), *climbing(target, laid))
