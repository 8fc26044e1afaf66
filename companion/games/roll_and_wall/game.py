"""Roll & Wall behind the common protocol.

Knows how this game's parts make one game. Refuses to know the table and the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import CorruptState
from companion.games.codec import Codec
from companion.games.optional import ChoiceOdds, Forms
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
from companion.games.roll_and_wall import legal, telling, turn, view, words
from companion.games.roll_and_wall.actions import Action
from companion.games.roll_and_wall.board import START, BoardBox
from companion.games.roll_and_wall.board_file import parse_board
from companion.games.roll_and_wall.events import Event, Fell, RollJudged, Spot
from companion.games.roll_and_wall.options import OPTIONS, settle
from companion.games.roll_and_wall.position_check import position_fault
from companion.games.roll_and_wall.state import (
    BASIC_TILES,
    Climber,
    Falling,
    Free,
    Handful,
    Made,
    Missed,
    Position,
    Throwing,
    WallState,
    is_over,
    mover,
    winners,
)

_POSITIONS: Codec[Position] = Codec(Position)
_ACTIONS: Codec[Action] = Codec(Action)
_DUMP_VERSION = 1


class RollAndWall:
    """A race up a wall of three sections, in the basic variant."""

    name = "roll_and_wall"
    title = "Roll & Wall"
    rules_version = 1
    seats = range(2, 6)
    options: tuple[OptionSpec, ...] = OPTIONS
    forms = Forms(Action, Event, Position, words.PROMPTS, words.REFUSALS)

    def parse_board(self, data: Mapping[str, Any], source: str) -> BoardBox:
        """The board of a parsed file. Raises BoardError that names every fault."""
        return parse_board(data, source)

    def initial(self, setup: Setup) -> WallState:
        """All pawns on the start space (RW36: the first player is asked for, not rolled)."""
        terms = settle(setup, self.seats, self.title)
        climber = Climber(START, (), BASIC_TILES, tea=False, topped_with=None)
        return WallState(
            terms, Position(0, (climber,) * terms.seats, Handful(), phase=Free(), last=None)
        )

    def prompt(self, state: WallState) -> Prompt:
        """Who must do what; the dice that are awaited."""
        terms, position = state.terms, state.position
        if is_over(terms, position):
            return Prompt((), "over")
        seats = (mover(terms, position),)
        match position.phase:
            case Free():
                return Prompt(seats, "free")
            case Throwing(target, dice):
                return Prompt(seats, "throw", (("target", target),), dice.spec)
            case Missed():
                return Prompt(seats, "missed")
            case Made():
                return Prompt(seats, "made")
            case Falling():
                return Prompt(seats, "falling")

    def legal_actions(self, state: WallState) -> tuple[tuple[Seat, Action], ...]:
        """Every choice; throws only where there are few."""
        return legal.legal_actions(state.terms, state.position)

    def refusal(self, state: WallState, seat: Seat, action: Action) -> Refusal | None:
        """None exactly when ``apply`` accepts it."""
        if not _ACTIONS.holds(action):
            return Refusal("unknown_action", "actions")
        return legal.refusal(state.terms, state.position, seat, action)

    def apply(self, state: WallState, seat: Seat, action: Action) -> Step[WallState]:
        """The new state and events. Raises ValueError when refused."""
        problem = self.refusal(state, seat, action)
        if problem:
            raise ValueError(self.refusal_text(problem))
        position, events = turn.apply(state.terms, state.position, action)
        return Step(WallState(state.terms, position), events)

    def standings(self, state: WallState) -> Standings:
        """Those at the top, ranked by the dice of their last turn; nobody else is ranked."""
        terms, position = state.terms, state.position
        used = [climber.topped_with for climber in position.climbers]
        lines = []
        for seat, climber in enumerate(position.climbers):
            mine = climber.topped_with
            fewer = sum(n is not None and mine is not None and n < mine for n in used)
            note = words.spot_words(Spot.of(terms.wall.spaces[climber.space]))
            rank = None if mine is None else 1 + fewer
            lines.append(Standing(Seat(seat), rank, mine, note))
        return Standings(tuple(lines), is_over(terms, position), winners(terms, position))

    def view(self, state: WallState, seat: Seat | None) -> View:
        """Nothing is hidden in the basic variant."""
        return view.view(state.terms, state.position)

    def choice_odds(self, state: WallState) -> tuple[ChoiceOdds, ...]:
        """The chance of success of every declaration, without and with tiles."""
        return telling.choice_odds(state)

    def dump_state(self, state: WallState) -> dict[str, Any]:
        """The position; terms come from the set-up."""
        return {"version": _DUMP_VERSION, **_POSITIONS.dump(state.position)}

    def load_state(self, data: Any, setup: Setup) -> WallState:
        """Raises CorruptState for anything but a sound position of this set-up."""
        if type(data) is not dict or type(data.get("version")) is not int:
            raise CorruptState("A Roll & Wall state is an object with a version.")
        if data["version"] != _DUMP_VERSION:
            raise CorruptState(f"A Roll & Wall state has version {_DUMP_VERSION}.")
        position = _POSITIONS.load({k: v for k, v in data.items() if k != "version"})
        terms = settle(setup, self.seats, self.title)
        fault = position_fault(terms, position)
        if fault:
            raise CorruptState(f"This is no Roll & Wall position: {fault}.")
        return WallState(terms, position)

    def dump_action(self, action: Action) -> dict[str, Any]:
        """JSON-ready; ``type`` names the class."""
        return _ACTIONS.dump(action)

    def load_action(self, data: Any) -> Action:
        """Raises CorruptState for anything that is no action."""
        return _ACTIONS.load(data)

    def prompt_text(self, state: WallState, names: Sequence[str]) -> str:
        """What is to be done now."""
        return words.prompt_text(state, names)

    def refusal_text(self, refusal: Refusal) -> str:
        """Why not and what to do."""
        return words.refusal_text(refusal)

    def event_text(self, event: Any, names: Sequence[str]) -> str:
        """What happened."""
        return words.event_text(event, names)

    def event_mood(self, event: Any) -> Mood | None:
        """A throw that made it is a success; a fall is a fall."""
        match event:
            case RollJudged(success=True):
                return Mood.SUCCESS
            case Fell():
                return Mood.FALL
            case _:
                return None

    def action_text(self, state: WallState, action: Action) -> str:
        """A choice as a short label."""
        return words.action_text(state, action)
