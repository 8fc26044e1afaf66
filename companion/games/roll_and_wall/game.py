"""Roll & Wall behind the common protocol.

Knows how this game's parts make one game. Refuses to know the table and the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import CorruptState
from companion.games.codec import Codec
from companion.games.optional import ChoiceOdds, CockedDie, Forms
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
from companion.games.roll_and_wall import (
    legal,
    odds,
    odds_words,
    preparation,
    refusal_words,
    refuse,
    telling,
    turn,
    view,
    words,
)
from companion.games.roll_and_wall.actions import Action, Dealt, Discard, Keep
from companion.games.roll_and_wall.board import START, BoardBox
from companion.games.roll_and_wall.board_file import parse_board
from companion.games.roll_and_wall.events import Event, Fell, RollJudged, Spot
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.naming import spot_words
from companion.games.roll_and_wall.options import OPTIONS, cocked_die, settle
from companion.games.roll_and_wall.phases import Dealing, Free, Throwing
from companion.games.roll_and_wall.position_check import position_fault
from companion.games.roll_and_wall.state import (
    Climber,
    Position,
    WallState,
    is_over,
    is_preparing,
    winners,
)
from companion.games.roll_and_wall.tiles import BASIC_TILES
from companion.games.roll_and_wall.windows import acting

_POSITIONS: Codec[Position] = Codec(Position)
_ACTIONS: Codec[Action] = Codec(Action)
_DUMP_VERSION = 3


class RollAndWall:
    """A race up a wall of three sections, in both variants."""

    name = "roll_and_wall"
    title = "Roll & Wall"
    rules_version = 2
    seats = range(2, 6)
    options: tuple[OptionSpec, ...] = OPTIONS
    forms = Forms(Action, Event, Position, words.PROMPTS, refusal_words.REFUSALS)

    def parse_board(self, data: Mapping[str, Any], source: str) -> BoardBox:
        """The board of a parsed file. Raises BoardError that names every fault."""
        return parse_board(data, source)

    def initial(self, setup: Setup) -> WallState:
        """All pawns on the start space; the advanced variant begins with its preparation.

        In the basic variant the first player is asked for, not rolled (RW36).
        """
        terms = settle(setup, self.seats, self.title)
        if terms.house is not None:
            return WallState(terms, preparation.beginning(terms))
        climber = Climber(START, (), BASIC_TILES, tea=False, topped_with=None)
        return WallState(
            terms, Position(0, (climber,) * terms.seats, Handful(), phase=Free(), last=None)
        )

    def prompt(self, state: WallState) -> Prompt:
        """Who must do what; the dice that are awaited."""
        terms, position = state.terms, state.position
        if is_over(terms, position):
            return Prompt((), "over")
        phase = position.phase
        if is_preparing(position):
            seats, dice = preparation.awaited(terms, position)
            return Prompt(seats, _prompt_code(phase), dice=dice)
        seats = acting(terms, position)
        if isinstance(phase, Throwing):
            return Prompt(seats, "throw", (("target", phase.target),), phase.dice.spec)
        return Prompt(seats, _prompt_code(phase))

    def legal_actions(self, state: WallState) -> tuple[tuple[Seat, Action], ...]:
        """Every choice; throws only where there are few."""
        return legal.legal_actions(state.terms, state.position)

    def refusal(self, state: WallState, seat: Seat, action: Action) -> Refusal | None:
        """None exactly when ``apply`` accepts it."""
        if not _ACTIONS.holds(action):
            return Refusal("unknown_action", "actions")
        return refuse.refusal(state.terms, state.position, seat, action)

    def apply(self, state: WallState, seat: Seat, action: Action) -> Step[WallState]:
        """The new state and events. Raises ValueError when refused."""
        problem = self.refusal(state, seat, action)
        if problem:
            raise ValueError(self.refusal_text(problem))
        position, events = turn.apply(state.terms, state.position, seat, action)
        return Step(WallState(state.terms, position), events)

    def standings(self, state: WallState) -> Standings:
        """Those at the top, ranked by the dice of their last turn; nobody else is ranked."""
        terms, position = state.terms, state.position
        used = [climber.topped_with for climber in position.climbers]
        lines = []
        for seat, climber in enumerate(position.climbers):
            mine = climber.topped_with
            fewer = sum(n is not None and mine is not None and n < mine for n in used)
            note = spot_words(Spot.of(terms.wall.spaces[climber.space]))
            rank = None if mine is None else 1 + fewer
            lines.append(Standing(Seat(seat), rank, mine, note))
        return Standings(tuple(lines), is_over(terms, position), winners(terms, position))

    def view(self, state: WallState, seat: Seat | None) -> View:
        """Hands and choices of the draft are shown to their owner only."""
        return view.view(state.terms, state.position, seat)

    def odds(self, state: WallState) -> dict[str, Any]:
        """The exact chances of every climb on offer, JSON-ready; empty where none is."""
        return odds.odds(state.terms, state.position)

    def odds_text(self, state: WallState, names: Sequence[str]) -> str:
        """The chances in words: for each space the dice that are on offer."""
        return odds_words.odds_text(state, names)

    def choice_odds(self, state: WallState) -> tuple[ChoiceOdds, ...]:
        """The chance of success of every climb on offer, without and with tiles."""
        return odds_words.choice_odds(state)

    def cocked_die(self, setup: Setup) -> CockedDie:
        """A cocked die is rolled again, or counts as people say (RW31)."""
        return cocked_die(setup)

    def is_hidden(self, action: Action) -> bool:
        """Tiles that are dealt, kept and left behind are their owner's to know."""
        return isinstance(action, Dealt | Keep | Discard)

    def undealt(self, state: WallState) -> tuple[tuple[Seat, Dealt, int], ...]:
        """While tiles are dealt: the next player's possible tiles, each with its number left.

        A dealer outside the rules draws one of them, weighed by the numbers. Empty in every
        other phase.
        """
        if not isinstance(state.position.phase, Dealing):
            return ()
        seat = preparation.next_to_be_dealt(state.terms, state.position)
        left = preparation.left_in_stack(state.terms, state.position)
        return tuple((seat, Dealt(tile), left[tile]) for tile in sorted(left))

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
        return refusal_words.refusal_text(refusal)

    def event_text(self, event: Any, names: Sequence[str]) -> str:
        """What happened."""
        return telling.event_text(event, names)

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


_PROMPT_CODES = {
    "FlagRoll": "flag_roll",
    "FlagColour": "flag_colour",
    "FirstRoll": "first_roll",
    "Dealing": "deal",
    "Drafting": "draft",
    "Packing": "pack",
    "Starting": "sand",
    "GivingUp": "give_up",
    "Choosing": "choose_space",
    "Cursing": "voodoo",
    "ChoosingLedge": "choose_ledge",
}


def _prompt_code(phase: object) -> str:
    name = type(phase).__name__
    return _PROMPT_CODES.get(name, name.lower())
