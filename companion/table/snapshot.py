"""What everybody at the table sees at one moment, as one value.

Knows the shape of a snapshot. Refuses to know how the page draws it and how the table
comes to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.dice import DiceSpec, FaceValue
from companion.games.protocol import Seat, Standings
from companion.table.cues import Cue, TrayState


@dataclass(frozen=True, slots=True)
class Player:
    """A person at the table. ``colour`` is one of the named colours of the pieces."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """A match, running or finished. ``started`` and ``ended`` are ISO 8601 with zone.

    ``damage`` says why a match can no longer be continued; None for a sound one.
    """

    id: str
    game: str
    title: str
    players: tuple[Player, ...]
    board: str | None
    options: tuple[tuple[str, Any], ...]
    started: str
    ended: str | None
    winners: tuple[Seat, ...]
    entries: int
    damage: str | None = None


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log, oldest first. ``undone`` lines stay and are struck through.

    ``kind`` is ``start``, ``action``, ``event``, ``roll``, ``undo``, ``correction``,
    ``unasked`` or ``end``; ``source`` is ``camera``, ``page``, ``button`` or ``api``;
    ``evidence`` names a kept picture.
    """

    entry: int
    kind: str
    seat: Seat | None
    text: str
    source: str
    at: str
    undone: bool = False
    evidence: str | None = None


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die as the camera saw it; places are fractions (0 to 1) of the picture's sides.

    ``value`` None: seen but not read. ``alternatives`` are the other values, likeliest first.
    """

    kind: str
    value: FaceValue | None
    confidence: float
    alternatives: tuple[tuple[FaceValue, float], ...]
    centre: tuple[float, float]
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class SeenTrouble:
    """A named doubt with its place as a fraction of the picture, None for all of it."""

    code: str
    centre: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One likely reading of a doubtful throw: kind and value of each die, and its probability."""

    dice: tuple[tuple[str, FaceValue], ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class Question:
    """A doubt put to the people: nothing is applied until they answer.

    ``code`` is ``low_confidence``, ``wrong_count``, ``wrong_kind`` or ``cocked``;
    ``suggestions`` are the likeliest readings that fit what is awaited, best first.
    """

    id: int
    code: str
    text: str
    expected: DiceSpec
    dice: tuple[SeenDie, ...]
    trouble: tuple[SeenTrouble, ...]
    suggestions: tuple[Suggestion, ...]
    evidence: str | None


@dataclass(frozen=True, slots=True)
class TrayNow:
    """The tray at this moment. ``dice`` are those of the last settled reading.

    ``camera`` is what the camera is called, ``note`` what to do to have one.
    """

    state: TrayState
    dice: tuple[SeenDie, ...] = ()
    trouble: tuple[SeenTrouble, ...] = ()
    question: Question | None = None
    camera: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class LastRoll:
    """The last applied throw, which can still be corrected: its dice and who entered it."""

    entry: int
    dice: tuple[tuple[str, FaceValue], ...]
    seen: tuple[SeenDie, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action: ``action`` is JSON-ready and can be submitted as it is."""

    seat: Seat
    action: Mapping[str, Any]
    label: str


@dataclass(frozen=True, slots=True)
class MatchNow:
    """The running match at this moment. ``version`` must accompany every submission.

    ``viewer`` is the seat for whose eyes this is, None for everybody's; ``secret`` are the
    seats that have choices now which nobody else may see, and does not list them to others;
    ``can_deal``: something is left to deal, by hand or by the program.
    """

    info: MatchInfo
    version: int
    prompt_code: str
    prompt_text: str
    prompt_seats: tuple[Seat, ...]
    awaits: DiceSpec | None
    choices: tuple[Choice, ...]
    view: Mapping[str, Any]
    standings: Standings
    log: tuple[LogLine, ...]
    last_roll: LastRoll | None
    can_undo: bool
    viewer: Seat | None = None
    secret: tuple[Seat, ...] = ()
    can_deal: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """All of it. ``serial`` grows with every change of anything, within one run."""

    serial: int
    match: MatchNow | None
    tray: TrayNow
    cue: Cue
    message: str | None = None
