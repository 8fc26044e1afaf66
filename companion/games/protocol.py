"""What every game is to the rest of the product.

Knows the shape of a game: states, actions, prompts, refusals, standings. Refuses to know
any particular game, who plays it, and where dice and clicks come from.

States, actions and events are frozen, slotted, hashable dataclasses in a closed union for
each game. Names, colours, clocks and chance stay outside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, NewType, Protocol, TypeVar, runtime_checkable

from companion.dice import DiceSpec

Seat = NewType("Seat", int)
"""A place at the table, 0 for the player who plays first by seating; clockwise from there."""

OptionValue = bool | int | str | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """A switch at set-up: a variant, a house rule, or a setting for some seats.

    ``kind`` is ``bool``, ``choice`` (one of ``choices``), ``int`` (from ``low`` to ``high``),
    ``seats`` (a tuple of seats) or ``dice`` (a handful written like ``2d6+1d4``, at most
    ``high`` dice). ``ruling`` names the ruling that it decides.
    """

    name: str
    kind: str
    default: OptionValue
    title: str
    explanation: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """What a match starts from. ``board`` is the game's own validated board value."""

    seats: int
    options: tuple[tuple[str, OptionValue], ...] = ()
    board: Any = None
    first: Seat = Seat(0)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not allowed: a stable code, the ruling, and facts for the sentence."""

    code: str
    rule: str
    data: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """Who must do what now. ``dice`` are the dice awaited from the tray, None if none are.

    ``code`` and ``data`` feed the sentence, which the game's ``words`` module forms.
    """

    seats: tuple[Seat, ...]
    code: str
    data: tuple[tuple[str, Any], ...] = ()
    dice: DiceSpec | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat's place: ``rank`` from 1 (ties share a rank), None while not ranked."""

    seat: Seat
    rank: int | None
    score: int | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Standings:
    """The scoreboard. ``winners`` is empty until ``over``."""

    lines: tuple[Standing, ...]
    over: bool = False
    winners: tuple[Seat, ...] = ()


FEW_THROWS = 60
"""Up to this many different throws are listed among the legal actions (3d6 has 56)."""

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What applying an action gives: the new state and what happened, in order."""

    state: S
    events: tuple[Any, ...] = ()


class Mood(StrEnum):
    """What an event means to the players, for lights and sounds."""

    SUCCESS = "success"
    FALL = "fall"


@runtime_checkable
class TellsMood(Protocol):
    """A game that can say what its events mean. A game need not."""

    def event_mood(self, event: Any) -> Mood | None:
        """The mood of that event, None for neither."""


@runtime_checkable
class TakesMeasures(Protocol):
    """A game with observations that carry a measure. A game need not.

    Its ``legal_actions`` hold one such observation for each outcome, as an example.
    """

    def listed_for(self, state: Any, action: Any) -> Any:
        """The listed action that stands for this one; every other action is given back."""


View = Mapping[str, Any]
"""A JSON-ready picture of a state as one seat (or the public) may see it."""


class Game(Protocol[S, A]):
    """One game's rules: pure functions over frozen values.

    Laws, tested for every registered game: an action is legal exactly when ``refusal`` is
    None and then ``apply`` accepts it; ``apply`` is a function of its arguments; ``dump``
    and ``load`` round-trip; damaged data raises CorruptState.
    """

    @property
    def name(self) -> str:
        """The stable id, such as ``roll_and_wall``."""

    @property
    def title(self) -> str:
        """The name as players know it."""

    @property
    def rules_version(self) -> int:
        """Raised whenever the same actions could give another state."""

    @property
    def seats(self) -> range:
        """How many players can take part."""

    @property
    def options(self) -> tuple[OptionSpec, ...]:
        """The switches that ``Setup.options`` may hold; what is left out takes its default."""

    def parse_board(self, data: Mapping[str, Any], source: str) -> Any:
        """Turn a parsed board file into this game's board value; BoardError names every fault.

        Games without a board accept an empty mapping and return None.
        """

    def initial(self, setup: Setup) -> S:
        """The state at the start. Raises ValueError, in a player's words, for a bad set-up."""

    def prompt(self, state: S) -> Prompt:
        """Who must do what; which dice are awaited."""

    def legal_actions(self, state: S) -> tuple[tuple[Seat, A], ...]:
        """Every choice open to any seat, as distinct pairs of seat and action.

        Where dice are awaited the list holds every possible throw only if there are few
        (at most ``FEW_THROWS``);
        ``prompt(state).dice`` says what is awaited, and any throw of those dice is legal.
        Of observations with a measure it holds examples (``TakesMeasures``).
        """

    def refusal(self, state: S, seat: Seat, action: A) -> Refusal | None:
        """Why this seat may not do that now; None exactly when ``apply`` accepts it."""

    def apply(self, state: S, seat: Seat, action: A) -> Step[S]:
        """The new state and the events. Raises ValueError when ``refusal`` is not None."""

    def standings(self, state: S) -> Standings:
        """The scoreboard; ``over`` when the match has ended."""

    def view(self, state: S, seat: Seat | None) -> View:
        """What that seat may see, JSON-ready; None is the public view."""

    def dump_state(self, state: S) -> dict[str, Any]:
        """JSON-ready, versioned, total."""

    def load_state(self, data: Any, setup: Setup) -> S:
        """The inverse of ``dump_state``; raises CorruptState for anything else."""

    def dump_action(self, action: A) -> dict[str, Any]:
        """JSON-ready, ``type`` names the class."""

    def load_action(self, data: Any) -> A:
        """The inverse of ``dump_action``; raises CorruptState for anything else."""

    def prompt_text(self, state: S, names: Sequence[str]) -> str:
        """The prompt as one plain sentence, with the players' names by seat."""

    def refusal_text(self, refusal: Refusal) -> str:
        """The refusal as one plain sentence, naming what to mend first."""

    def event_text(self, event: Any, names: Sequence[str]) -> str:
        """What happened, as one plain sentence for the log."""

    def action_text(self, state: S, action: A) -> str:
        """A choice as a short label for a button."""
