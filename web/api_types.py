"""What programs send to and receive from ``/api/v1``, as types.

Knows the shape of each body; the OpenAPI description comes from here. Refuses to know
what is done with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.protocol import OptionSpec
from companion.table.snapshot import LogLine, MatchInfo, Snapshot


@dataclass(frozen=True, slots=True)
class SentPlayer:
    """A player: a name and one of the named colours."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to begin; ``first`` is the seat that begins.

    ``board`` left out, null or ``practice``: the practice board, if the game has any.
    """

    game: str
    players: tuple[SentPlayer, ...]
    options: Mapping[str, bool | int | str | tuple[int, ...]] | None = None
    board: str | None = None
    first: int = 0


@dataclass(frozen=True, slots=True)
class Act:
    """An action of a seat, as listed in the snapshot's choices."""

    seat: int
    action: Mapping[str, Any]
    version: int
    match: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class SentDie:
    """One die: its kind, such as d6, and the face that counts."""

    kind: str
    value: int | str


@dataclass(frozen=True, slots=True)
class SentDice:
    """Dice entered for the awaited throw, or instead of those of the last one."""

    dice: tuple[SentDie, ...]
    version: int
    match: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a doubtful throw is."""

    dice: tuple[SentDie, ...]
    version: int
    match: str | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything that is left to deal is drawn by the program."""

    version: int
    match: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Steps to take back, newest first."""

    version: int
    count: int = 1
    match: str | None = None


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Drop the question; the dice are rolled again."""

    match: str | None = None


@dataclass(frozen=True, slots=True)
class Load:
    """A match to begin from a dump, or from a position written by hand.

    ``colours`` are those of the players in order; left out: any.
    """

    dump: Any
    colours: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Nothing:
    """No fields."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong. ``rule`` names the ruling and ``reason`` the game's own code."""

    code: str
    message: str
    rule: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """A request that was not done."""

    ok: bool
    error: Fault


@dataclass(frozen=True, slots=True)
class Done:
    """A request that was done: the table as it is now and the lines added to the log."""

    ok: bool
    snapshot: Snapshot
    events: tuple[LogLine, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatAction:
    """A choice, ready to be sent as an act with the version beside it."""

    seat: int
    action: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Legal:
    """Every choice; ``complete`` is false where throws or hidden choices are left out."""

    ok: bool
    actions: tuple[SeatAction, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """An exact chance or worth, as a text such as 3/4; ``action`` null: the awaited throw."""

    seat: int
    action: Mapping[str, Any] | None
    of: str
    chance: str | None
    worth: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact odds of the choices."""

    ok: bool
    odds: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Viewed:
    """The game as that seat, or everybody, may see it."""

    ok: bool
    view: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Dumped:
    """The match as a value that load takes, here and in the engine; it hides nothing."""

    ok: bool
    dump: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Matches:
    """All matches, newest first."""

    ok: bool
    matches: tuple[MatchInfo, ...]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game that can be played, its options and boards."""

    name: str
    title: str
    rules_version: int
    fewest_players: int
    most_players: int
    options: tuple[OptionSpec, ...]
    boards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Games:
    """All games."""

    ok: bool
    games: tuple[GameInfo, ...]


@dataclass(frozen=True, slots=True)
class BoardsOfGame:
    """The boards of one game, practice boards first."""

    ok: bool
    boards: tuple[str, ...]
