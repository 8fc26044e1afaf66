"""Stand-ins for the table's tests: time, boards, a journal in memory, readings of dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.dice import FaceValue
from companion.errors import BoardError, StaleVersion, StorageFull
from companion.games.protocol import Game
from companion.table.entries import Entry, EntryKind, broken_link, damaged
from companion.table.snapshot import MatchNow, Player, Snapshot
from companion.table.table import Accepted, Outcome, Table
from tests.table.ladder import Ladder
from vision.values import (
    Alternative,
    DieKind,
    DieReading,
    SettledRoll,
    Status,
    TrayReading,
    Trouble,
    TroubleCode,
)

PICTURE_SIZE = (640, 480)
PLAYERS = (Player("Lucy", "red"), Player("Ralph", "blue"))
LADDER: Game[Any, Any] = Ladder()
GAMES = {LADDER.name: LADDER}
SURE = 0.999
STANDING = {
    EntryKind.START,
    EntryKind.ACTION,
    EntryKind.DEAL,
    EntryKind.ANSWER,
    EntryKind.CORRECTION,
    EntryKind.UNDO,
    EntryKind.END,
}


class FakeClock:
    """Time that passes only when told to."""

    def __init__(self) -> None:
        self.t_s = 0.0

    def now_s(self) -> float:
        return self.t_s

    def wall(self) -> datetime:
        return datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC) + timedelta(seconds=self.t_s)


class FakeBoards:
    """Boards by name, whatever the game."""

    def __init__(self, **boards: dict[str, Any]) -> None:
        self.boards = boards

    def names(self, game: str) -> tuple[str, ...]:
        return tuple(self.boards)

    def load(self, game: str, name: str) -> dict[str, Any]:
        if name not in self.boards:
            raise BoardError(name, ("There is no such board.",))
        return self.boards[name]


class MemoryJournal:
    """A journal that forgets everything when the test ends. ``full``: no room any more."""

    def __init__(self) -> None:
        self.written: list[Entry] = []
        self.full = False

    def matches(self) -> tuple[str, ...]:
        return tuple(sorted({entry.match for entry in self.written}, key=int))

    def next_match(self) -> str:
        return str(1 + max((int(entry.match) for entry in self.written), default=0))

    def entries(self, match: str) -> tuple[Entry, ...]:
        found = tuple(entry for entry in self.written if entry.match == match)
        fault = broken_link(found)
        if fault:
            raise damaged(match, fault)
        return found

    def outline(self, match: str) -> tuple[Entry, Entry, int]:
        found = self.entries(match)
        if not found:
            raise LookupError(match)
        return found[0], [entry for entry in found if entry.kind in STANDING][-1], len(found)

    def latest(self) -> Entry | None:
        return self.written[-1] if self.written else None

    def append(self, entries: Sequence[Entry]) -> None:
        if self.full:
            raise StorageFull("There is no room. Free some space and do it again.")
        counts = Counter(entry.match for entry in self.written)
        for entry in entries:
            counts[entry.match] += 1
            if entry.sequence != counts[entry.match]:
                raise StaleVersion("Entries follow one another without a gap.")
        self.written.extend(entries)

    def close(self) -> None:
        """Nothing is held."""


def die(
    value: FaceValue | None,
    confidence: float = SURE,
    others: Sequence[tuple[FaceValue, float]] = (),
    kind: DieKind = DieKind.D6,
) -> DieReading:
    """A die as the reader sees it, in the middle of the picture."""
    alternatives = tuple(Alternative(v, p) for v, p in others)
    return DieReading(
        kind, value, confidence, alternatives, (319.5, 239.5), (299.5, 219.5, 339.5, 259.5)
    )


def settled(
    *dice: DieReading,
    status: Status = Status.OK,
    confidence: float = 0.995,
    trouble: Sequence[TroubleCode] = (),
) -> SettledRoll:
    """A throw at rest."""
    troubles = tuple(Trouble(code, (319.5, 239.5)) for code in trouble)
    return SettledRoll(118, 3.93, TrayReading(status, confidence, dice, troubles))


def doubtful(*dice: DieReading) -> SettledRoll:
    """A throw at rest whose reader is not sure."""
    return settled(*dice, status=Status.UNSURE, confidence=0.6)


def accepted(outcome: Outcome) -> Accepted:
    """The outcome, which must be an acceptance."""
    assert isinstance(outcome, Accepted), outcome
    return outcome


def version(table: Table) -> int:
    """The version of the match on the table."""
    match = table.snapshot().match
    assert match is not None
    return match.version


def declare(table: Table, count: int) -> Snapshot:
    """The player whose turn it is says how many dice."""
    match = table.snapshot().match
    assert match is not None
    action = {"type": "Declare", "count": count}
    return accepted(table.submit(match.prompt_seats[0], action, match.version, "page")).snapshot


def d6(*values: FaceValue) -> list[tuple[str, FaceValue]]:
    """Six-sided dice as the page sends them."""
    return [("d6", value) for value in values]


def now(table: Table) -> MatchNow:
    """The match on the table."""
    match = table.snapshot().match
    assert match is not None
    return match


def climb(table: Table, *values: int) -> None:
    """A turn: as many dice are declared as there are values, and typed."""
    declare(table, len(values))
    accepted(table.throw(d6(*values), version(table), "page"))
