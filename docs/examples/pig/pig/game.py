"""Pig behind Table Companion's protocol.

Knows how the parts make one game. Refuses to know the table and the page.

Throw one die as often as you like and add up what it shows, but a 1 loses the points of the
turn. Hold to keep them. The first with the points of the goal wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.dice import Rolled
from companion.errors import CorruptState
from companion.games.codec import Codec
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
from pig import rules, words
from pig.state import Action, Event, Lost, MatchEnded, PigState, Position, Terms
from pig.track import LONGEST, SHORTEST, Track, parse_track

_ACTIONS: Codec[Action] = Codec(Action)
_POSITIONS: Codec[Position] = Codec(Position)
_VERSION = 1

USUAL_GOAL = 100

GOAL = OptionSpec(
    "goal",
    "int",
    0,
    "Points that win",
    f"The first with so many wins. 0: as the track says, or {USUAL_GOAL} without one.",
    low=0,
    high=LONGEST,
)


class Pig:
    """Throw on, or hold what you have."""

    name = "pig"
    title = "Pig"
    rules_version = 1
    seats = range(2, 9)
    options: tuple[OptionSpec, ...] = (GOAL,)
    forms = Forms(Action, Event, Position, words.PROMPTS, words.REFUSALS)

    def parse_board(self, data: Mapping[str, Any], source: str) -> Track | None:
        """The track of a parsed file; Pig can be played without one, from an empty mapping."""
        return parse_track(data, source) if data else None

    def initial(self, setup: Setup) -> PigState:
        """Nobody has a point yet. Raises ValueError for a bad set-up."""
        terms = self._terms(setup)
        return PigState(terms, Position(terms.first, (0,) * terms.seats, 0))

    def prompt(self, state: PigState) -> Prompt:
        """The player with the die throws it."""
        if rules.winner(state) is not None:
            return Prompt((), "over")
        return Prompt((state.position.turn,), "throw", (("pot", state.position.pot),), rules.DIE)

    def legal_actions(self, state: PigState) -> tuple[tuple[Seat, Action], ...]:
        """Every choice, throws included."""
        return rules.legal_actions(state)

    def refusal(self, state: PigState, seat: Seat, action: Action) -> Refusal | None:
        """None exactly when ``apply`` accepts it."""
        if not _ACTIONS.holds(action):
            return Refusal("unknown_action", "turn")
        return rules.refusal(state, seat, action)

    def apply(self, state: PigState, seat: Seat, action: Action) -> Step[PigState]:
        """The new state and events. Raises ValueError when refused."""
        problem = self.refusal(state, seat, action)
        if problem:
            raise ValueError(self.refusal_text(problem))
        return rules.apply(state, action)

    def standings(self, state: PigState) -> Standings:
        """Ranked by points."""
        scores, won = state.position.scores, rules.winner(state)
        lines = tuple(
            Standing(Seat(seat), 1 + sum(other > score for other in scores), score)
            for seat, score in enumerate(scores)
        )
        return Standings(lines, won is not None, () if won is None else (won,))

    def view(self, state: PigState, seat: Seat | None) -> View:
        """Nothing is hidden."""
        position = state.position
        return {
            "turn": position.turn,
            "scores": list(position.scores),
            "pot": position.pot,
            "goal": state.terms.goal,
        }

    def choice_odds(self, state: PigState) -> tuple[ChoiceOdds, ...]:
        """The chance that the next throw loses the pot, and that throwing on wins now."""
        if rules.winner(state) is not None:
            return ()
        position, seat = state.position, state.position.turn
        missing = state.terms.goal - position.scores[seat] - position.pot
        wins = rules.chance_to_finish(missing)
        loses = "The next throw loses the pot with 16.7%."
        finishes = f"Throwing on to the goal succeeds with {float(wins):.1%}."
        return (
            ChoiceOdds(seat, None, "loss", Fraction(1, 6), None, loses),
            ChoiceOdds(seat, None, "win_now", wins, None, finishes),
        )

    def dump_state(self, state: PigState) -> dict[str, Any]:
        """The position; terms come from the set-up."""
        return {"version": _VERSION, **_POSITIONS.dump(state.position)}

    def load_state(self, data: Any, setup: Setup) -> PigState:
        """Raises CorruptState for anything but a position that fits the set-up."""
        if type(data) is not dict or data.get("version") is not _VERSION:
            raise CorruptState(f"A position of Pig has 'version' {_VERSION}.")
        position = _POSITIONS.load({k: v for k, v in data.items() if k != "version"})
        state = PigState(self._terms(setup), position)
        fault = _fault(state)
        if fault:
            raise CorruptState(f"This is no position of Pig: {fault}.")
        return state

    def dump_action(self, action: Action) -> dict[str, Any]:
        """JSON-ready; ``type`` names the class."""
        return _ACTIONS.dump(action)

    def load_action(self, data: Any) -> Action:
        """Raises CorruptState for anything that is no action."""
        return _ACTIONS.load(data)

    def prompt_text(self, state: PigState, names: Sequence[str]) -> str:
        """What is to be done now."""
        won, pot = rules.winner(state), state.position.pot
        if won is not None:
            return f"{names[won]} wins."
        who = names[state.position.turn]
        return f"{who}, throw the die, or hold {pot}." if pot else f"{who}, throw the die."

    def refusal_text(self, refusal: Refusal) -> str:
        """Why not and what to do."""
        sentence = words.REFUSALS.get(refusal.code, words.REFUSALS["unknown_action"])
        return sentence.format(**dict(refusal.data))

    def event_text(self, event: Any, names: Sequence[str]) -> str:
        """What happened."""
        return words.event_text(event, tuple(names))

    def event_mood(self, event: Any) -> Mood | None:
        """A lost pot is a fall, a won match a success."""
        if isinstance(event, Lost):
            return Mood.FALL
        return Mood.SUCCESS if isinstance(event, MatchEnded) else None

    def action_text(self, state: PigState, action: Action) -> str:
        """A choice as a short label."""
        if isinstance(action, Rolled):
            return "Threw " + ", ".join(map(str, action.values))
        return f"Hold {state.position.pot}"

    def _terms(self, setup: Setup) -> Terms:
        check_seats(setup, self.seats, self.title)
        track = setup.board
        if track is not None and not isinstance(track, Track):
            raise ValueError("Pig is played on a track, or on none; choose one of the list.")
        goal = settled_options(self.options, setup)["goal"]
        assert isinstance(goal, int), "settled_options has checked it"
        if 0 < goal < SHORTEST:
            raise ValueError(f"{GOAL.title} can be {SHORTEST} to {LONGEST}, or 0; got {goal}.")
        usual = track.goal if track is not None else USUAL_GOAL
        return Terms(setup.seats, setup.first, goal or usual)


def _fault(state: PigState) -> str | None:
    terms, position = state.terms, state.position
    if len(position.scores) != terms.seats or not 0 <= position.turn < terms.seats:
        return f"'scores' and 'turn' must fit {terms.seats} players"
    if min(*position.scores, position.pot) < 0 or position.pot == rules.LOSING:
        return "'scores' and 'pot' hold points, and a pot of 1 cannot be"
    finished = [seat for seat, score in enumerate(position.scores) if score >= terms.goal]
    if finished and (finished != [position.turn] or position.pot):
        return "only the player at turn can have won, with an empty pot"
    return None
