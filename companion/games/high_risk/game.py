"""High Risk behind the common protocol.

Knows how the parts make one game. Refuses to know the table and the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.codec import Codec
from companion.games.high_risk import board_file, legal, stored, telling, turn, view, words
from companion.games.high_risk.actions import Action
from companion.games.high_risk.board import BASECAMP, Mountain
from companion.games.high_risk.events import (
    Advanced,
    Boosted,
    Event,
    Fell,
    KnockedOff,
    MatchEnded,
)
from companion.games.high_risk.state import (
    CLIMBERS,
    HighRiskState,
    Phase,
    Position,
    Terms,
    awaited,
    winner,
)
from companion.games.optional import ChoiceOdds, Forms
from companion.games.options import check_seats, settled_options
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


class HighRisk:
    """Bring the whole team to the Summit before the lightning brings it down."""

    name = "high_risk"
    title = "High Risk"
    rules_version = 1
    seats = range(2, 5)
    options: tuple[OptionSpec, ...] = ()
    forms = Forms(Action, Event, Position, words.PROMPTS, words.REFUSALS)

    def parse_board(self, data: Mapping[str, Any], source: str) -> Mountain:
        """The mountain of a parsed file. Raises BoardError that names every fault."""
        return board_file.parse_board(data, source)

    def initial(self, setup: Setup) -> HighRiskState:
        """Everybody in the Basecamp. Raises ValueError for a bad set-up."""
        terms = self._terms(setup)
        team = (BASECAMP,) * CLIMBERS[terms.seats]
        position = Position(terms.first, (team,) * terms.seats, Phase.ROLL, 0, 0)
        return HighRiskState(terms, position)

    def prompt(self, state: HighRiskState) -> Prompt:
        """Roll, choose, or advance."""
        position = state.position
        if winner(state) is not None:
            return Prompt((), "over")
        seats = (position.turn,)
        if position.phase is Phase.ROLL:
            dice = awaited(position)
            return Prompt(seats, "roll", (("dice", str(dice)),), dice)
        return Prompt(seats, position.phase.value, (("steps", position.ascension),))

    def legal_actions(self, state: HighRiskState) -> tuple[tuple[Seat, Action], ...]:
        """Every choice, throws included."""
        return legal.legal_actions(state)

    def refusal(self, state: HighRiskState, seat: Seat, action: Action) -> Refusal | None:
        """None exactly when ``apply`` accepts it."""
        if not _ACTIONS.holds(action):
            return Refusal("unknown_action", "table")
        return legal.refusal(state, seat, action)

    def apply(self, state: HighRiskState, seat: Seat, action: Action) -> Step[HighRiskState]:
        """The new state and events. Raises ValueError when refused."""
        problem = self.refusal(state, seat, action)
        if problem:
            raise ValueError(self.refusal_text(problem))
        return turn.apply(state, action)

    def standings(self, state: HighRiskState) -> Standings:
        """Ranked by climbers at the Summit, then by the zones of all climbers together."""
        summit, teams = state.terms.mountain.summit, state.position.climbers
        merits = [(zones.count(summit), sum(zones)) for zones in teams]
        won = winner(state)
        lines = tuple(
            Standing(
                Seat(seat),
                1 + sum(other > merit for other in merits),
                merit[0],
                f"{merit[1]} zones climbed",
            )
            for seat, merit in enumerate(merits)
        )
        return Standings(lines, won is not None, () if won is None else (won,))

    def view(self, state: HighRiskState, seat: Seat | None) -> View:
        """Nothing is hidden."""
        return view.view(state)

    def odds(self, state: HighRiskState) -> dict[str, Any]:
        """Exact odds of the next roll, JSON-ready; empty where none is to be made."""
        return telling.odds(state)

    def odds_text(self, state: HighRiskState, names: Sequence[str]) -> str:
        """The odds in words."""
        return telling.odds_text(state, names)

    def choice_odds(self, state: HighRiskState) -> tuple[ChoiceOdds, ...]:
        """A fall, another turn and average zones, by choice."""
        return telling.choice_odds(state)

    def dump_state(self, state: HighRiskState) -> dict[str, Any]:
        """The position; terms come from the set-up."""
        return stored.dump(state.position)

    def load_state(self, data: Any, setup: Setup) -> HighRiskState:
        """Raises CorruptState for anything but a position that fits the set-up."""
        return stored.load(data, self._terms(setup))

    def dump_action(self, action: Action) -> dict[str, Any]:
        """JSON-ready; ``type`` names the class."""
        return _ACTIONS.dump(action)

    def load_action(self, data: Any) -> Action:
        """Raises CorruptState for anything that is no action."""
        return _ACTIONS.load(data)

    def prompt_text(self, state: HighRiskState, names: Sequence[str]) -> str:
        """What is to be done now."""
        return words.prompt_text(state, names)

    def refusal_text(self, refusal: Refusal) -> str:
        """Why not and what to do."""
        return words.refusal_text(refusal)

    def event_text(self, event: Any, names: Sequence[str]) -> str:
        """What happened."""
        return words.event_text(event, names)

    def action_text(self, state: HighRiskState, action: Action) -> str:
        """A choice as a short label."""
        return words.action_text(state, action)

    def event_mood(self, event: Any) -> Mood | None:
        """Falls are falls; a climber at the Summit, a boost and the win are successes."""
        if isinstance(event, Fell | KnockedOff):
            return Mood.FALL
        reached = isinstance(event, Advanced) and event.summit
        return Mood.SUCCESS if reached or isinstance(event, Boosted | MatchEnded) else None

    def _terms(self, setup: Setup) -> Terms:
        check_seats(setup, self.seats, self.title)
        if not isinstance(setup.board, Mountain):
            raise ValueError(f"{self.title} needs a board; choose one.")
        settled_options(self.options, setup)
        return Terms(setup.board, setup.seats, setup.first)
