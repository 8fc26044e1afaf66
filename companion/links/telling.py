"""What happened at the table, entry by entry, for those who were not there.

Knows how a journal entry becomes an event with its sentences, dice and moods. Refuses to
know who listens. Hidden choices stay hidden: only what stands in the public log is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.club.messages import Place, Result
from companion.dice import Rolled
from companion.errors import JournalDamaged
from companion.games.protocol import Game, Mood, TellsMood
from companion.links.record import Record
from companion.table.entries import Entry, EntryKind
from companion.table.journal_reader import Placed
from companion.table.match import Match, follow, pairs_of

EVENT_TYPES = (
    "start",
    "throw",
    "step",
    "success",
    "fall",
    "undo",
    "correction",
    "doubt",
    "unasked",
    "end",
    "note",
    "unreadable",
)
"""All that can happen. A throw, an answer or a choice that makes a fall or a success is that."""

_OF_KIND = {
    EntryKind.START: "start",
    EntryKind.UNDO: "undo",
    EntryKind.CORRECTION: "correction",
    EntryKind.DOUBT: "doubt",
    EntryKind.UNASKED: "unasked",
    EntryKind.END: "end",
    EntryKind.NOTE: "note",
}


@dataclass(frozen=True, slots=True)
class Told:
    """One entry as an event.

    ``position`` is its number among all entries of the table, ``number`` that in its match,
    ``digest`` its link in the journal's chain. ``falls`` counts those of the match that are
    in force after it, and ``last_fall`` is the sentence of the newest. ``result`` is there
    when this entry ended the match, and ``reopened`` when it took such an end back.
    """

    position: int
    match: str
    number: int
    event_type: str
    at: str = ""
    source: str = ""
    seat: int | None = None
    player: str | None = None
    game: str | None = None
    title: str | None = None
    text: tuple[str, ...] = ()
    dice: tuple[tuple[str, Any], ...] = ()
    undone: tuple[int, ...] = ()
    falls: int = 0
    last_fall: str | None = None
    winners: tuple[str, ...] = ()
    digest: str = ""
    result: Result | None = None
    reopened: bool = False


class Teller:
    """Follows the journal. Holds one match, that of the entry told last."""

    def __init__(
        self,
        record: Record,
        games: Mapping[str, Game[Any, Any]],
        table: str,
        name: str,
        tournament: str | None,
    ) -> None:
        self._record = record
        self._games = games
        self._table = table
        self._name = name
        self._tournament = tournament
        self._match: Match | None = None
        self._falls: dict[int, tuple[int, str]] = {}

    def tell(self, placed: Placed) -> Told:
        """The event of that entry. Raises JournalError only where the file does not answer.

        An entry that cannot be read or makes no sense is told as ``unreadable``: it must not
        hold up all that come after it.
        """
        if placed.entry is None:
            return _unreadable(placed)
        try:
            before = self._before(placed.entry)
            after = self._follow(before, placed.entry)
        except JournalDamaged:
            self._match = None
            return _unreadable(placed)
        return self._told(placed.position, placed.entry, before, after)

    def _before(self, entry: Entry) -> Match | None:
        """The match as it was before that entry, None when it begins with it."""
        held = self._match
        if held and held.info.id == entry.match and held.version == entry.sequence - 1:
            return held
        self._match, self._falls = None, {}
        for earlier in self._record.entries(entry.match)[: entry.sequence - 1]:
            self._follow(self._match, earlier)
        return self._match

    def _follow(self, before: Match | None, entry: Entry) -> Match:
        after = follow(self._games, before, entry)
        for sequence in entry.content.get("undone", ()):
            self._falls.pop(sequence, None)
        falls = _moods(after).count(Mood.FALL)
        if falls:
            said = [
                line.text
                for line in after.lines
                if line.entry == entry.sequence and line.kind == "event"
            ]
            self._falls[entry.sequence] = (falls, " ".join(said))
        self._match = after
        return after

    def _told(self, position: int, entry: Entry, before: Match | None, after: Match) -> Told:
        lines = [line.text for line in after.lines[-20:] if line.entry == entry.sequence]
        if entry.kind is EntryKind.DOUBT and after.doubt is not None:
            lines.append(after.doubt.text)
        newest = after.applied[-1] if after.applied else None
        thrown = newest and newest.sequence == entry.sequence and isinstance(newest.action, Rolled)
        seat = entry.seat
        return Told(
            position=position,
            match=entry.match,
            number=entry.sequence,
            event_type=_type_of(entry, after, bool(thrown)),
            at=entry.at,
            source=entry.source,
            seat=seat,
            player=None if seat is None else after.names[seat],
            game=after.info.game,
            title=after.info.title,
            text=tuple(lines),
            dice=pairs_of(newest.action) if newest and thrown else (),
            undone=tuple(entry.content.get("undone", ())),
            falls=sum(count for count, _ in self._falls.values()),
            last_fall=next((text for _, text in reversed(self._falls.values())), None),
            winners=tuple(after.names[winner] for winner in after.info.winners),
            digest=entry.chain,
            result=self._result(position, after) if entry.kind is EntryKind.END else None,
            reopened=before is not None
            and before.info.ended is not None
            and after.info.ended is None,
        )

    def _result(self, position: int, match: Match) -> Result:
        standings = match.game.standings(match.state)
        ranks = {line.seat: line for line in standings.lines}
        unranked = 1 + sum(line.rank is not None for line in standings.lines)
        places = []
        for seat, player in enumerate(match.info.players):
            line = next((line for s, line in ranks.items() if s == seat), None)
            winner = seat in match.info.winners
            # Where a game ranks nobody, whoever won is first and all others come after.
            rank = (line.rank if line else None) or (1 if winner else max(unranked, 2))
            places.append(
                Place(player.name, player.colour, rank, line.score if line else None, winner)
            )
        return Result(
            table=self._table,
            name=self._name,
            match=match.info.id,
            entry=position,
            game=match.info.game,
            title=match.info.title,
            tournament=self._tournament,
            started=match.info.started,
            ended=match.info.ended or match.last.at,
            places=tuple(places),
        )


def _type_of(entry: Entry, after: Match, thrown: bool) -> str:
    if entry.kind in _OF_KIND:
        return _OF_KIND[entry.kind]
    moods = _moods(after)
    if Mood.FALL in moods:
        return "fall"
    if Mood.SUCCESS in moods:
        return "success"
    return "throw" if thrown else "step"


def _moods(match: Match) -> list[Mood | None]:
    game = match.game
    if not isinstance(game, TellsMood):
        return []
    return [game.event_mood(event) for event in match.happened]


def _unreadable(placed: Placed) -> Told:
    return Told(placed.position, placed.match, placed.sequence, "unreadable")
