"""The matches that lie in the journal, one of which may be on the table.

Knows how to list them, how to load one, and which one was on the table last. Keeps a
damaged match apart, so that the others stay usable. Refuses to change any.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import JournalDamaged, JournalError, UnknownMatch
from companion.games.protocol import Game
from companion.table.match import Match, info_of, replay
from companion.table.ports import Journal
from companion.table.snapshot import MatchInfo


class Shelf:
    """All matches of a journal."""

    def __init__(self, journal: Journal, games: Mapping[str, Game[Any, Any]]) -> None:
        self._journal = journal
        self._games = games
        self._damage: dict[str, str] = {}

    def list(self) -> tuple[MatchInfo, ...]:
        """Every match, newest first; a damaged one with what is known of it."""
        return tuple(self._info(match) for match in reversed(self._journal.matches()))

    def load(self, match: str) -> Match:
        """A match as its entries tell it. Raises UnknownMatch, JournalDamaged, JournalError."""
        try:
            entries = self._journal.entries(match)
            if not entries:
                raise UnknownMatch(f"There is no match {match!r}. Choose one from the list.")
            return replay(self._games, entries)
        except JournalDamaged as error:
            self._damage[match] = str(error)
            raise

    def left_on_the_table(self) -> tuple[Match | None, str | None]:
        """The match of the entry written last, unless people had left it; and what is amiss.

        If that match is damaged, the newest running one that is sound takes its place.
        """
        try:
            latest = self._journal.latest()
            if latest is None or latest.content.get("note") == "left":
                return None, None
            return self.load(latest.match), None
        except JournalError as error:
            return self._newest_sound_one(str(error))

    def _newest_sound_one(self, trouble: str) -> tuple[Match | None, str]:
        try:
            running = [info.id for info in self.list() if info.ended is None and not info.damage]
        except JournalError:
            return None, trouble
        for match in running:
            try:
                return self.load(match), trouble
            except JournalDamaged:
                continue
        return None, trouble

    def _info(self, match: str) -> MatchInfo:
        try:
            start, standing, count = self._journal.outline(match)
            info = info_of(self._games, start, standing, count)
        except JournalDamaged as error:
            self._damage.setdefault(match, str(error))
            info = MatchInfo(match, "", "Damaged match", (), None, (), "", None, (), 0)
        return replace(info, damage=self._damage.get(match))
