"""Positions of Gipfelkraxler written down shortly, for the tests.

Knows the practice mountain by short names. Refuses to know any rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.dice import Rolled
from companion.games.gipfelkraxler.actions import Action
from companion.games.gipfelkraxler.board import SpaceId
from companion.games.gipfelkraxler.game import Gipfelkraxler
from companion.games.gipfelkraxler.state import IbexState
from companion.games.protocol import OptionValue, Refusal, Seat, Setup
from tests.games.walking import board_of

GAME = Gipfelkraxler()
LUCY, RALPH = Seat(0), Seat(1)
NAMES = ("Lucy", "Ralph", "Monica", "Alex")

START, SUMMIT = SpaceId("Start"), SpaceId("Summit")
GENTIAN, LARCH = SpaceId("Gentian Meadow"), SpaceId("Larch Meadow")
BROOK, FERN, THYME = SpaceId("Brook Meadow"), SpaceId("Fern Meadow"), SpaceId("Thyme Meadow")
LEFT, RIGHT = SpaceId("Left Pasture"), SpaceId("Right Pasture")
GREY, WHITE = SpaceId("Grey Slab"), SpaceId("White Slab")
MARMOT, RAVEN = SpaceId("Marmot Ledge"), SpaceId("Raven Ledge")
CHOUGH, EAGLE = SpaceId("Chough Ledge"), SpaceId("Eagle Ledge")
WEST, NEEDLE = SpaceId("West Tooth"), SpaceId("Needle")
CHIMNEY, EAST = SpaceId("Chimney"), SpaceId("East Tooth")


def start(seats: int = 2, **options: OptionValue) -> IbexState:
    """The first turn of a match."""
    return GAME.initial(Setup(seats, tuple(options.items()), board_of(GAME)))


def standing(
    *herds: Sequence[SpaceId], arrivals: tuple[int, ...] | None = None, **options: OptionValue
) -> IbexState:
    """Lucy's fresh turn, with everybody's ibexes there and the others of the five at the start."""
    fresh = start(len(herds), **options)
    full = tuple(tuple(sorted([*herd, *[START] * (5 - len(herd))])) for herd in herds)
    position = replace(fresh.position, herds=full)
    if arrivals is not None:
        position = replace(position, arrivals=arrivals)
    return replace(fresh, position=position)


def rolled(text: str) -> Rolled:
    """A throw written like ``2-2-2-5-5``."""
    return Rolled.of("d6", [int(value) for value in text.split("-")])


def after(state: IbexState, *actions: Action | str) -> IbexState:
    """The state when whoever is at turn has done all that; texts are throws."""
    for action in actions:
        state = done(state, action)[0]
    return state


def done(state: IbexState, action: Action | str) -> tuple[IbexState, tuple[Any, ...]]:
    """The state and the events when whoever is at turn does that."""
    step = GAME.apply(state, state.position.turn, taken(action))
    return step.state, step.events


def choices(state: IbexState, kind: type | None = None) -> list[Action]:
    """The choices of whoever is at turn, all or those of one kind."""
    listed = [action for _, action in GAME.legal_actions(state)]
    return [action for action in listed if kind is None or type(action) is kind]


def refused(state: IbexState, action: Action | str, seat: Seat | None = None) -> Refusal:
    """Why whoever is at turn (or ``seat``) may not do that; it must be refused."""
    who = state.position.turn if seat is None else seat
    refusal = GAME.refusal(state, who, taken(action))
    assert refusal is not None
    assert (who, taken(action)) not in GAME.legal_actions(state)
    return refusal


def taken(action: Action | str) -> Action:
    """A text is a throw."""
    return rolled(action) if isinstance(action, str) else action


def herd(state: IbexState, seat: Seat) -> list[SpaceId]:
    """Where the ibexes of that player are that have left the start, in order of names."""
    return [space for space in state.position.herds[seat] if space != START]
