"""Positions of High Risk written down shortly, for the tests.

Knows the two practice mountains and letters for faces. Refuses to know any rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.dice import Rolled
from companion.games.high_risk.actions import Action, Advance, Stop
from companion.games.high_risk.game import HighRisk
from companion.games.high_risk.state import HighRiskState, Phase
from companion.games.protocol import Refusal, Seat, Setup
from tests.games.walking import board_of

GAME = HighRisk()
TWO_WALLS, THREE_WALLS = "practice", "practice_three_walls"
ANN, BEN = Seat(0), Seat(1)
NAMES = ("Ann", "Ben", "Lucy", "Ralph")
LETTERS = {"D": "lightning", "A": "mountain", "W": "cloud"}


def start(seats: int = 2, board: str = TWO_WALLS) -> HighRiskState:
    """The first turn of a match."""
    return GAME.initial(Setup(seats, (), board_of(GAME, board)))


def standing(*climbers: Sequence[int], board: str = TWO_WALLS) -> HighRiskState:
    """Ann's fresh turn, with everybody's climbers in these zones."""
    fresh = start(len(climbers), board)
    zones = tuple(tuple(sorted(team, reverse=True)) for team in climbers)
    return replace(fresh, position=replace(fresh.position, climbers=zones))


def rolled(faces: str) -> Rolled:
    """A throw written like ``DDAAAW``."""
    return Rolled.of("symbol", [LETTERS[letter] for letter in faces])


def after(state: HighRiskState, *actions: Action | str) -> HighRiskState:
    """The state when whoever is at turn has done all that; texts are throws."""
    for action in actions:
        state = done(state, action)[0]
    return state


def done(state: HighRiskState, action: Action | str) -> tuple[HighRiskState, tuple[Any, ...]]:
    """The state and the events when whoever is at turn does that."""
    step = GAME.apply(state, state.position.turn, taken(action))
    return step.state, step.events


def refused(state: HighRiskState, action: Action | str, seat: Seat | None = None) -> Refusal:
    """Why whoever is at turn (or ``seat``) may not do that; it must be refused."""
    who = state.position.turn if seat is None else seat
    refusal = GAME.refusal(state, who, taken(action))
    assert refusal is not None
    assert (who, taken(action)) not in GAME.legal_actions(state)
    return refusal


def taken(action: Action | str) -> Action:
    """A text is a throw."""
    return rolled(action) if isinstance(action, str) else action


def advancing(state: HighRiskState, zone: int, steps: int) -> HighRiskState:
    """Ann rolls so many mountains, stops and advances the climber in that zone."""
    throw = "A" * steps + "D" * (6 - steps)
    return after(state, throw, Stop(), Advance(zone))


def is_fresh(state: HighRiskState) -> bool:
    """Whether all six dice are to be rolled."""
    position = state.position
    return position.phase is Phase.ROLL and not position.ascension + position.weather
