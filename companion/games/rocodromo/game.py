"""Rocódromo behind the common protocol.

Knows how the parts make one game. Refuses to know the table and the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

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
from companion.games.rocodromo import board_file, legal, stored, turn, view, words
from companion.games.rocodromo.actions import Action
from companion.games.rocodromo.checking import gap_mm
from companion.games.rocodromo.events import (
    BalanceLost,
    ClimbValid,
    EndTriggered,
    Event,
    MatchEnded,
)
from companion.games.rocodromo.options import OPTIONS, settle
from companion.games.rocodromo.state import (
    CARABINERS,
    Choosing,
    Climbed,
    Consoling,
    Declared,
    Ended,
    JudgingClimb,
    JudgingEnd,
    Position,
    RocodromoState,
    Started,
    merits_of,
    winners,
)
from companion.games.rocodromo.wall import Kit

_ACTIONS: Codec[Action] = Codec(Action)


class Rocodromo:
    """Climb a wall of coloured sections, judging by eye which rope is long enough."""

    name = "rocodromo"
    title = "Rocódromo"
    rules_version = 3
    seats = range(2, 5)
    options: tuple[OptionSpec, ...] = OPTIONS
    forms = Forms(Action, Event, Position, words.PROMPTS, words.REFUSALS)

    def parse_board(self, data: Mapping[str, Any], source: str) -> Kit:
        """The box and wall of a parsed file. Raises BoardError that names every fault."""
        return board_file.parse_board(data, source)

    def initial(self, setup: Setup) -> RocodromoState:
        """No ropes, two carabiners, nobody on the wall. Raises ValueError for a bad set-up."""
        terms = settle(setup, self.seats, self.title)
        seats = terms.seats
        position = Position(
            turn=terms.first,
            hands=((),) * seats,
            carabiners=(CARABINERS,) * seats,
            hanging=(),
            holds=(None,) * seats,
            measured=(None,) * seats,
            ending=False,
            phase=Choosing(),
        )
        return RocodromoState(terms, position)

    def prompt(self, state: RocodromoState) -> Prompt:
        """Choose, declare, lay a rope, judge, take a rope, measure."""
        position, terms = state.position, state.terms
        seats = (position.turn,)
        hold = position.holds[position.turn]
        match position.phase:
            case Choosing():
                return Prompt(seats, "choose", (("on_wall", hold is not None),))
            case Started():
                return Prompt(seats, "declare")
            case Climbed():
                return Prompt(seats, "go_on")
            case Declared(target, _):
                return Prompt(seats, "choose_rope", (("target", target),))
            case JudgingClimb(target, _, rope):
                data = (("target", target), ("colour", rope.colour), ("length", rope.length))
                return Prompt(seats, "judge_climb", data)
            case Consoling(barred):
                return Prompt(
                    seats, "take_rope", (("colour", barred.colour), ("length", barred.length))
                )
            case JudgingEnd():
                gap = 0.0 if hold is None else gap_mm(terms.wall, hold, terms.end_point)
                carabiner = terms.wall.kit.carabiner_mm
                return Prompt(
                    seats, "judge_end", (("gap_mm", round(gap, 1)), ("carabiner_mm", carabiner))
                )
            case Ended():
                return Prompt((), "over")

    def legal_actions(self, state: RocodromoState) -> tuple[tuple[Seat, Action], ...]:
        """Every choice."""
        return legal.legal_actions(state)

    def refusal(self, state: RocodromoState, seat: Seat, action: Action) -> Refusal | None:
        """None exactly when ``apply`` accepts it."""
        if not _ACTIONS.holds(action):
            return Refusal("unknown_action", "table")
        return legal.refusal(state, seat, action)

    def apply(self, state: RocodromoState, seat: Seat, action: Action) -> Step[RocodromoState]:
        """The new state and events. Raises ValueError when refused."""
        problem = self.refusal(state, seat, action)
        if problem:
            raise ValueError(self.refusal_text(problem))
        return turn.apply(state, action)

    def standings(self, state: RocodromoState) -> Standings:
        """Those near the end first, then by carabiners, then by ropes (RO21)."""
        merits, over = merits_of(state), isinstance(state.position.phase, Ended)
        lines = tuple(
            Standing(
                Seat(seat),
                1 + sum(other > merit for other in merits),
                merit[1],
                f"{'near the end' if merit[0] else 'not near the end'}, ropes: {merit[2]}",
            )
            for seat, merit in enumerate(merits)
        )
        return Standings(lines, over, winners(state))

    def view(self, state: RocodromoState, seat: Seat | None) -> View:
        """Nothing is hidden."""
        return view.view(state)

    def dump_state(self, state: RocodromoState) -> dict[str, Any]:
        """The position; terms come from the set-up."""
        return stored.dump(state.position)

    def load_state(self, data: Any, setup: Setup) -> RocodromoState:
        """Raises CorruptState for anything but a position that fits the set-up."""
        return stored.load(data, settle(setup, self.seats, self.title))

    def dump_action(self, action: Action) -> dict[str, Any]:
        """JSON-ready; ``type`` names the class."""
        return _ACTIONS.dump(action)

    def load_action(self, data: Any) -> Action:
        """Raises CorruptState for anything that is no action."""
        return _ACTIONS.load(data)

    def prompt_text(self, state: RocodromoState, names: Sequence[str]) -> str:
        """What is to be done now."""
        return words.prompt_text(state, names)

    def refusal_text(self, refusal: Refusal) -> str:
        """Why not and what to do."""
        return words.refusal_text(refusal)

    def event_text(self, event: Any, names: Sequence[str]) -> str:
        """What happened."""
        return words.event_text(event, names)

    def action_text(self, state: RocodromoState, action: Action) -> str:
        """A choice as a short label."""
        return words.action_text(state, action)

    def event_mood(self, event: Any) -> Mood | None:
        """Lost balance is a fall; a valid climb, the end and the win are successes."""
        if isinstance(event, BalanceLost):
            return Mood.FALL
        return Mood.SUCCESS if isinstance(event, ClimbValid | EndTriggered | MatchEnded) else None
