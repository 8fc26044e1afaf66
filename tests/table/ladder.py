"""A small game for the table's tests: say how many dice, throw them, climb by their sum.

Knows just enough rules to have choices, throws, falls and an end. Refuses to be fun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.dice import FACES, DiceSpec, Rolled
from companion.errors import BoardError, CorruptState
from companion.games.codec import Codec
from companion.games.protocol import (
    Mood,
    OptionSpec,
    Prompt,
    Refusal,
    Seat,
    Setup,
    Standing,
    Standings,
    Step,
    View,
)

TOP = 30
SLIP = 1
"""Whoever throws a one falls to the ground."""


@dataclass(frozen=True, slots=True)
class Declare:
    """Say how many dice will be thrown."""

    count: int


@dataclass(frozen=True, slots=True)
class LadderState:
    """Heights by seat, whose turn it is, and the dice declared (0: none yet)."""

    heights: tuple[int, ...]
    turn: int
    declared: int
    top: int


Action = Declare | Rolled
_ACTIONS: Codec[Action] = Codec(Action)
_STATES: Codec[LadderState] = Codec(LadderState)


class Ladder:
    """The game. ``fault`` makes an older version of its rules for tests of replay."""

    name = "ladder"
    title = "Ladder"
    seats = range(1, 5)
    options = (OptionSpec("kind", "choice", "d6", "Dice", "Which dice.", choices=("d6", "d4")),)

    def __init__(self, rules_version: int = 1) -> None:
        self.rules_version = rules_version

    def parse_board(self, data: Mapping[str, Any], source: str) -> int:
        top = data.get("top", TOP)
        if type(top) is not int or top < 1:
            raise BoardError(source, ("top must be a whole number above 0.",))
        return top

    def initial(self, setup: Setup) -> LadderState:
        if setup.seats not in self.seats:
            raise ValueError(f"Ladder is for 1 to 4 players, got {setup.seats}.")
        return LadderState((0,) * setup.seats, setup.first, 0, setup.board)

    def prompt(self, state: LadderState) -> Prompt:
        if self._over(state):
            return Prompt((), "over")
        seats = (Seat(state.turn),)
        if not state.declared:
            return Prompt(seats, "declare")
        return Prompt(seats, "throw", dice=DiceSpec.of({"d6": state.declared}))

    def legal_actions(self, state: LadderState) -> tuple[tuple[Seat, Action], ...]:
        if self._over(state):
            return ()
        seat = Seat(state.turn)
        if state.declared:
            return tuple((seat, Rolled.of("d6", [v] * state.declared)) for v in range(1, 7))
        return tuple((seat, Declare(count)) for count in (1, 2, 3))

    def refusal(self, state: LadderState, seat: Seat, action: Action) -> Refusal | None:
        if self._over(state):
            return Refusal("over", "L4")
        if seat != state.turn:
            return Refusal("not_your_turn", "L1")
        if isinstance(action, Declare):
            fits = not state.declared and action.count in (1, 2, 3)
            return None if fits else Refusal("no_such_dice", "L2")
        fits = action.spec == DiceSpec.of({"d6": state.declared}) and all(
            value in FACES["d6"] for value in action.values
        )
        return None if fits else Refusal("wrong_dice", "L3")

    def apply(self, state: LadderState, seat: Seat, action: Action) -> Step[LadderState]:
        refusal = self.refusal(state, seat, action)
        if refusal:
            raise ValueError(refusal.code)
        if isinstance(action, Declare):
            return Step(replace(state, declared=action.count))
        fell = SLIP in action.values
        height = 0 if fell else state.heights[seat] + sum(int(v) for v in action.values)
        heights = tuple(height if i == seat else h for i, h in enumerate(state.heights))
        turn = (state.turn + 1) % len(heights)
        after = LadderState(heights, turn, 0, state.top)
        return Step(after, (("fell" if fell else "climbed", seat, height),))

    def standings(self, state: LadderState) -> Standings:
        lines = tuple(Standing(Seat(i), None, h) for i, h in enumerate(state.heights))
        won = tuple(Seat(i) for i, h in enumerate(state.heights) if h >= state.top)
        return Standings(lines, self._over(state), won)

    def view(self, state: LadderState, seat: Seat | None) -> View:
        return {"heights": list(state.heights), "declared": state.declared}

    def dump_state(self, state: LadderState) -> dict[str, Any]:
        return {"version": 1, **_STATES.dump(state)}

    def load_state(self, data: Any, setup: Setup) -> LadderState:
        if not isinstance(data, dict) or data.get("version") != 1:
            raise CorruptState("A ladder state has version 1.")
        return _STATES.load({k: v for k, v in data.items() if k != "version"})

    def dump_action(self, action: Action) -> dict[str, Any]:
        return _ACTIONS.dump(action)

    def load_action(self, data: Any) -> Action:
        return _ACTIONS.load(data)

    def prompt_text(self, state: LadderState, names: Sequence[str]) -> str:
        return f"{names[state.turn]}, {self.prompt(state).code}."

    def refusal_text(self, refusal: Refusal) -> str:
        return f"That is not allowed: {refusal.code}."

    def event_text(self, event: Any, names: Sequence[str]) -> str:
        what, seat, height = event
        return f"{names[seat]} {what} to {height}."

    def action_text(self, state: LadderState, action: Action) -> str:
        return f"{action.count} dice" if isinstance(action, Declare) else str(action.values)

    def event_mood(self, event: Any) -> Mood | None:
        return Mood.FALL if event[0] == "fell" else Mood.SUCCESS

    def _over(self, state: LadderState) -> bool:
        return any(height >= state.top for height in state.heights)
