"""Free roll behind the common protocol.

Knows how free roll's parts make one game. Refuses to know the table and the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.dice import NUMBERED, DiceSpec, is_face
from companion.errors import BoardError, CorruptState
from companion.games.codec import Codec
from companion.games.free_roll import rules, words
from companion.games.free_roll.options import OPTIONS, settle
from companion.games.free_roll.state import (
    LOG_LENGTH,
    MAX_DICE,
    MAX_OF_A_KIND,
    Action,
    Event,
    FreeRollState,
    Position,
    Ranking,
    Tally,
    Terms,
)
from companion.games.optional import Forms
from companion.games.protocol import (
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

_POSITIONS: Codec[Position] = Codec(Position)
_ACTIONS: Codec[Action] = Codec(Action)
_DUMP_VERSION = 1


class FreeRoll:
    """Any dice, totals and a log for each player."""

    name = "free_roll"
    title = "Free roll"
    rules_version = 1
    seats = range(1, 9)
    options: tuple[OptionSpec, ...] = OPTIONS
    forms = Forms(Action, Event, Position, words.PROMPTS, words.REFUSALS)

    def parse_board(self, data: Mapping[str, Any], source: str) -> None:
        """Free roll has no board: only an empty mapping is accepted."""
        if data:
            raise BoardError(source, ("Free roll has no board; leave the board out.",))

    def initial(self, setup: Setup) -> FreeRollState:
        """Nothing thrown yet. Raises ValueError for a bad set-up."""
        terms, dice = settle(setup, self.seats, self.title)
        tallies = (Tally(),) * terms.seats
        return FreeRollState(terms, Position(terms.first, 0, 0, dice, tallies, (), False))

    def prompt(self, state: FreeRollState) -> Prompt:
        """The roller throws the chosen dice."""
        if rules.is_over(state):
            return Prompt((), "over")
        dice = state.position.dice
        seats = (state.position.roller,)
        if not dice.total:
            return Prompt(seats, "choose_dice")
        return Prompt(seats, "throw", (("dice", str(dice)),), dice)

    def legal_actions(self, state: FreeRollState) -> tuple[tuple[Seat, Action], ...]:
        """Every choice; throws only where there are few."""
        return rules.legal_actions(state)

    def refusal(self, state: FreeRollState, seat: Seat, action: Action) -> Refusal | None:
        """None exactly when ``apply`` accepts it."""
        if not _ACTIONS.holds(action):
            return Refusal("unknown_action", rules.RULE)
        return rules.refusal(state, seat, action)

    def apply(self, state: FreeRollState, seat: Seat, action: Action) -> Step[FreeRollState]:
        """The new state and events. Raises ValueError when refused."""
        problem = self.refusal(state, seat, action)
        if problem:
            raise ValueError(self.refusal_text(problem))
        return rules.apply(state, seat, action)

    def standings(self, state: FreeRollState) -> Standings:
        """Ranked by total where totals count."""
        tallies = state.position.tallies
        lines = tuple(
            Standing(Seat(i), _rank(state, tally), tally.total, f"{tally.throws} throws")
            for i, tally in enumerate(tallies)
        )
        return Standings(lines, rules.is_over(state), rules.winners(state))

    def view(self, state: FreeRollState, seat: Seat | None) -> View:
        """Nothing is hidden."""
        terms, position = state.terms, state.position
        return {
            "game": self.name,
            "roller": None if rules.is_over(state) else position.roller,
            "round": position.turns // terms.seats + 1,
            "rounds": terms.rounds,
            "throws_left": terms.throws_per_turn - position.thrown or None,
            "dice": str(position.dice),
            "kinds": list(NUMBERED),
            "most_of_a_kind": MAX_OF_A_KIND,
            "most_dice": MAX_DICE,
            "players": [
                {"seat": i, "total": tally.total, "throws": tally.throws}
                for i, tally in enumerate(position.tallies)
            ],
            "log": [
                {
                    "seat": throw.seat,
                    "dice": [[die.kind, die.value] for die in throw.rolled.dice],
                    "sum": sum(int(v) for v in throw.rolled.values),
                }
                for throw in position.log
            ],
            "over": rules.is_over(state),
        }

    def dump_state(self, state: FreeRollState) -> dict[str, Any]:
        """The position; terms come from the set-up."""
        return {"version": _DUMP_VERSION, **_POSITIONS.dump(state.position)}

    def load_state(self, data: Any, setup: Setup) -> FreeRollState:
        """Raises CorruptState for anything but a dump that fits the set-up."""
        if not isinstance(data, dict) or data.get("version") is not _DUMP_VERSION:
            raise CorruptState(f"A free-roll state has version {_DUMP_VERSION}.")
        position = _POSITIONS.load({k: v for k, v in data.items() if k != "version"})
        terms, _ = settle(setup, self.seats, self.title)
        problem = _fault(terms, position)
        if problem:
            raise CorruptState(f"This is no free-roll position: {problem}.")
        return FreeRollState(terms, position)

    def dump_action(self, action: Action) -> dict[str, Any]:
        """JSON-ready; ``type`` names the class."""
        return _ACTIONS.dump(action)

    def load_action(self, data: Any) -> Action:
        """Raises CorruptState for anything that is no action."""
        return _ACTIONS.load(data)

    def prompt_text(self, state: FreeRollState, names: Sequence[str]) -> str:
        """What is to be done now."""
        return words.prompt_text(state, names)

    def refusal_text(self, refusal: Refusal) -> str:
        """Why not and what to do."""
        return words.refusal_text(refusal)

    def event_text(self, event: Any, names: Sequence[str]) -> str:
        """What happened."""
        return words.event_text(event, names)

    def action_text(self, state: FreeRollState, action: Action) -> str:
        """A choice as a short label."""
        return words.action_text(action)


def _rank(state: FreeRollState, tally: Tally) -> int | None:
    ranking = state.terms.ranking
    if ranking is Ranking.NOBODY:
        return None
    sign = 1 if ranking is Ranking.HIGHEST else -1
    return 1 + sum(sign * other.total > sign * tally.total for other in state.position.tallies)


def _fault(terms: Terms, position: Position) -> str | None:
    if len(position.tallies) != terms.seats:
        return f"it needs {terms.seats} tallies"
    if not 0 <= position.roller < terms.seats:
        return "the roller is not at the table"
    if position.turns < 0 or position.thrown < 0:
        return "turns and throws cannot be negative"
    if 0 < terms.throws_per_turn <= position.thrown:
        return "this turn is already at its end"
    if any(tally.total < 0 or tally.throws < 0 for tally in position.tallies):
        return "totals cannot be negative"
    if position.dice != DiceSpec.of(dict(position.dice.counts)):
        return "the dice are not written in order"
    if not all(k in NUMBERED and 0 < n <= MAX_OF_A_KIND for k, n in position.dice.counts):
        return "the dice are not dice that can be chosen"
    if position.dice.total > MAX_DICE or len(position.log) > LOG_LENGTH:
        return "it holds too many dice or throws"
    for throw in position.log:
        if not 0 <= throw.seat < terms.seats or not throw.rolled.dice:
            return "the log names a player who is not at the table, or an empty throw"
        if not all(is_face(die.kind, die.value) for die in throw.rolled.dice):
            return "the log holds a face that no die has"
    if len(position.log) != min(LOG_LENGTH, sum(t.throws for t in position.tallies)):
        return "the log and the number of throws differ"
    return None
