"""Gipfelkraxler behind the common protocol.

Knows how the parts make one game. Refuses to know the table and the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.codec import Codec
from companion.games.gipfelkraxler import board_file, legal, stored, telling, turn, view, words
from companion.games.gipfelkraxler.actions import Action
from companion.games.gipfelkraxler.board import Graph
from companion.games.gipfelkraxler.events import (
    Arrived,
    Event,
    MatchEnded,
    SentHome,
    Washed,
    WasSetBack,
)
from companion.games.gipfelkraxler.options import OPTIONS, settle
from companion.games.gipfelkraxler.state import (
    FRESH,
    IBEXES,
    Choosing,
    IbexState,
    Position,
    Pushing,
    Rolling,
    awaited,
    winner,
)
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

_ACTIONS: Codec[Action] = Codec(Action)


class Gipfelkraxler:
    """Be the first to bring ibexes to the summit twice."""

    name = "gipfelkraxler"
    title = "Gipfelkraxler"
    rules_version = 1
    seats = range(2, 5)
    options: tuple[OptionSpec, ...] = OPTIONS
    forms = Forms(Action, Event, Position, words.PROMPTS, words.REFUSALS)

    def parse_board(self, data: Mapping[str, Any], source: str) -> Graph:
        """The graph of a parsed file. Raises BoardError that names every fault."""
        return board_file.parse_board(data, source)

    def initial(self, setup: Setup) -> IbexState:
        """Every ibex at the start. Raises ValueError for a bad set-up."""
        terms = settle(setup, self.seats, self.title)
        herds = ((terms.graph.start,) * IBEXES,) * terms.seats
        return IbexState(terms, Position(terms.first, herds, (0,) * terms.seats, FRESH))

    def prompt(self, state: IbexState) -> Prompt:
        """Roll, choose what the dice do, or push up."""
        phase = state.position.phase
        if winner(state) is not None:
            return Prompt((), "over")
        seats = (state.position.turn,)
        match phase:
            case Rolling(rolls, _):
                dice = awaited(phase)
                return Prompt(seats, "roll", (("dice", str(dice)), ("roll", rolls + 1)), dice)
            case Choosing(rolls, dice_shown):
                return Prompt(seats, "choose", (("roll", rolls), ("dice", dice_shown)))
            case Pushing(source, _):
                return Prompt(seats, "push_up", (("source", source),))

    def legal_actions(self, state: IbexState) -> tuple[tuple[Seat, Action], ...]:
        """Every choice; throws only where there are few."""
        return legal.legal_actions(state)

    def refusal(self, state: IbexState, seat: Seat, action: Action) -> Refusal | None:
        """None exactly when ``apply`` accepts it."""
        if not _ACTIONS.holds(action):
            return Refusal("unknown_action", "table")
        return legal.refusal(state, seat, action)

    def apply(self, state: IbexState, seat: Seat, action: Action) -> Step[IbexState]:
        """The new state and events. Raises ValueError when refused."""
        problem = self.refusal(state, seat, action)
        if problem:
            raise ValueError(self.refusal_text(problem))
        return turn.apply(state, action)

    def standings(self, state: IbexState) -> Standings:
        """Ranked by arrivals at the summit, then by paths climbed by all ibexes together."""
        graph, position = state.terms.graph, state.position
        merits = [
            (arrivals, sum(graph.legs[space] for space in spaces))
            for arrivals, spaces in zip(position.arrivals, position.herds, strict=True)
        ]
        won = winner(state)
        lines = tuple(
            Standing(
                Seat(seat),
                1 + sum(other > merit for other in merits),
                merit[0],
                f"{merit[1]} paths climbed",
            )
            for seat, merit in enumerate(merits)
        )
        return Standings(lines, won is not None, () if won is None else (won,))

    def view(self, state: IbexState, seat: Seat | None) -> View:
        """Nothing is hidden."""
        return view.view(state)

    def odds(self, state: IbexState) -> dict[str, Any]:
        """Exact chances of the paths in front, JSON-ready; empty where no dice matter."""
        return telling.odds(state)

    def odds_text(self, state: IbexState, names: Sequence[str]) -> str:
        """The odds in words."""
        return telling.odds_text(state, names)

    def choice_odds(self, state: IbexState) -> tuple[ChoiceOdds, ...]:
        """The chance of a move, by choice, and of each sign with the best re-rolling."""
        return telling.choice_odds(state)

    def dump_state(self, state: IbexState) -> dict[str, Any]:
        """The position; terms come from the set-up."""
        return stored.dump(state.position)

    def load_state(self, data: Any, setup: Setup) -> IbexState:
        """Raises CorruptState for anything but a position that fits the set-up."""
        return stored.load(data, settle(setup, self.seats, self.title))

    def dump_action(self, action: Action) -> dict[str, Any]:
        """JSON-ready; ``type`` names the class."""
        return _ACTIONS.dump(action)

    def load_action(self, data: Any) -> Action:
        """Raises CorruptState for anything that is no action."""
        return _ACTIONS.load(data)

    def prompt_text(self, state: IbexState, names: Sequence[str]) -> str:
        """What is to be done now."""
        return words.prompt_text(state, names)

    def refusal_text(self, refusal: Refusal) -> str:
        """Why not and what to do."""
        return words.refusal_text(refusal)

    def event_text(self, event: Any, names: Sequence[str]) -> str:
        """What happened."""
        return words.event_text(event, names)

    def action_text(self, state: IbexState, action: Action) -> str:
        """A choice as a short label."""
        return words.action_text(action)

    def event_mood(self, event: Any) -> Mood | None:
        """Losing height is a fall; reaching the summit is a success."""
        if isinstance(event, Washed | SentHome | WasSetBack):
            return Mood.FALL
        return Mood.SUCCESS if isinstance(event, Arrived | MatchEnded) else None
