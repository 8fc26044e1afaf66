"""Climb! behind the common protocol.

Knows how the parts make one game. Refuses to know the table and the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.climb import board_file, legal, rounds, stored, turn, view, words
from companion.games.climb.actions import Action, CardMoved
from companion.games.climb.board import Deck
from companion.games.climb.events import Event, Fell, GaveUp, SummitReached
from companion.games.climb.judging import has_begun
from companion.games.climb.options import OPTIONS, settle
from companion.games.climb.refusals import REFUSALS
from companion.games.climb.route import count_holds
from companion.games.climb.state import (
    Building,
    Climbing,
    ClimbState,
    Ended,
    Judging,
    Position,
)
from companion.games.codec import Codec
from companion.games.optional import Forms
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


class Climb:
    """Climb a route of cards with the fingers of one hand."""

    name = "climb"
    title = "Climb!"
    rules_version = 1
    seats = range(1, 6)
    options: tuple[OptionSpec, ...] = OPTIONS
    forms = Forms(Action, Event, Position, words.PROMPTS, REFUSALS, (CardMoved,))

    def parse_board(self, data: Mapping[str, Any], source: str) -> Deck:
        """The deck of a parsed file. Raises BoardError that names every fault."""
        return board_file.parse_board(data, source)

    def initial(self, setup: Setup) -> ClimbState:
        """Only the Base card lies; ``first`` has the longest fingers.

        Raises ValueError for a bad set-up.
        """
        terms = settle(setup, self.seats, self.title)
        return ClimbState(terms, Position((), terms.first, (), Building()))

    def prompt(self, state: ClimbState) -> Prompt:
        """Lay a card, get ready, climb, or judge. Nothing is rolled in this game."""
        terms, position = state.terms, state.position
        phase = position.phase
        code = type(phase).__name__.lower()
        if isinstance(phase, Ended):
            return Prompt((), "over")
        if isinstance(phase, Judging):
            facts = (("breach", phase.fault.breach.value), ("judge", phase.judge))
            return Prompt(rounds.judges(terms, position), code, facts)
        seats = (rounds.at_turn(state),)
        if isinstance(phase, Climbing):
            return Prompt(seats, code, (("begun", has_begun(phase.attempt)),))
        return Prompt(seats, code, (("holds", count_holds(terms.deck, position.route)),))

    def legal_actions(self, state: ClimbState) -> tuple[tuple[Seat, Action], ...]:
        """Every choice and observation; shifts of cards by example (``listed_for``)."""
        return legal.legal_actions(state)

    def listed_for(self, state: ClimbState, action: Any) -> Any:
        """The listed action that stands for this one, where a measure may differ."""
        return legal.listed_for(state, action)

    def refusal(self, state: ClimbState, seat: Seat, action: Action) -> Refusal | None:
        """None exactly when ``apply`` accepts it."""
        if not _ACTIONS.holds(action):
            return Refusal("unknown_action", "table")
        return legal.refusal(state, seat, action)

    def apply(self, state: ClimbState, seat: Seat, action: Action) -> Step[ClimbState]:
        """The new state and events. Raises ValueError when refused."""
        problem = self.refusal(state, seat, action)
        if problem:
            raise ValueError(self.refusal_text(problem))
        return turn.apply(state, seat, action)

    def standings(self, state: ClimbState) -> Standings:
        """Ranked by points; alone and free, by the best attempt."""
        found = rounds.scores(state)
        tries = [sum(r.seat == seat for r in state.position.results) for seat in range(len(found))]
        lines = tuple(
            Standing(
                Seat(seat),
                1 + sum(other > score for other in found),
                score,
                f"attempts: {tries[seat]}",
            )
            for seat, score in enumerate(found)
        )
        over = isinstance(state.position.phase, Ended)
        return Standings(lines, over, rounds.winners(state))

    def view(self, state: ClimbState, seat: Seat | None) -> View:
        """Nothing is hidden."""
        return view.view(state)

    def dump_state(self, state: ClimbState) -> dict[str, Any]:
        """The position; terms come from the set-up."""
        return stored.dump(state.position)

    def load_state(self, data: Any, setup: Setup) -> ClimbState:
        """Raises CorruptState for anything but a position that fits the set-up."""
        return stored.load(data, settle(setup, self.seats, self.title))

    def dump_action(self, action: Action) -> dict[str, Any]:
        """JSON-ready; ``type`` names the class."""
        return _ACTIONS.dump(action)

    def load_action(self, data: Any) -> Action:
        """Raises CorruptState for anything that is no action."""
        return _ACTIONS.load(data)

    def prompt_text(self, state: ClimbState, names: Sequence[str]) -> str:
        """What is to be done now."""
        return words.prompt_text(state, names)

    def refusal_text(self, refusal: Refusal) -> str:
        """Why not and what to do."""
        return words.refusal_text(refusal)

    def event_text(self, event: Any, names: Sequence[str]) -> str:
        """What happened."""
        return words.event_text(event, names)

    def action_text(self, state: ClimbState, action: Action) -> str:
        """A choice as a short label."""
        return words.action_text(action)

    def event_mood(self, event: Any) -> Mood | None:
        """A fall is a fall, the Summit is a success."""
        if isinstance(event, Fell | GaveUp):
            return Mood.FALL
        return Mood.SUCCESS if isinstance(event, SummitReached) else None
