"""The one live table: whatever is done at it passes through here, one thing at a time.

Knows which match is on the table, what is journalled before it is shown, and how a throw
meets the match. Refuses to know rules, storage formats, pictures and the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion.dice import FaceValue
from companion.errors import JournalError, StaleVersion
from companion.games.protocol import Game, OptionValue
from companion.games.registry import GAMES
from companion.table import drafts
from companion.table.cues import TrayState
from companion.table.dealing import undealt
from companion.table.entries import Draft, EntryKind
from companion.table.match import Match, extend
from companion.table.noticeboard import Noticeboard
from companion.table.observe import (
    Accept,
    NothingThere,
    ObserveSettings,
    Unasked,
    observe,
)
from companion.table.outcome import Accepted, Outcome, Refused, Why
from companion.table.ports import Boards, Clock, Dealer, Journal
from companion.table.readings import reading_json
from companion.table.setting_up import Beginning, set_up
from companion.table.shelf import Shelf
from companion.table.shown import flash_of
from companion.table.snapshot import MatchInfo, Player, Snapshot
from companion.table.tray import TrayFacts, entered, moved, rested
from vision.values import SettledRoll

__all__ = ["Accepted", "Outcome", "Refused", "Table"]


class Table:
    """The live table. Safe to use from several threads; each call is done before the next.

    Whatever is accepted is on the disk before a snapshot shows it. ``expected_version`` is
    the version of the match that the person saw; an older one raises StaleVersion before
    anything is written, and so does ``match`` (an id) when another match is on the table.
    """

    def __init__(
        self,
        journal: Journal,
        boards: Boards,
        clock: Clock,
        games: Mapping[str, Game[Any, Any]] = GAMES,
        settings: ObserveSettings | None = None,
        dealer: Dealer | None = None,
    ) -> None:
        """Opens the match that was on the table when the last entry was written.

        Without a ``dealer`` everything is dealt by hand.
        """
        self._journal = journal
        self._boards = boards
        self._clock = clock
        self._games = games
        self._settings = settings or ObserveSettings()
        self._dealer = dealer
        self._shelf = Shelf(journal, games)
        self._match, storage = self._shelf.left_on_the_table()
        self._tray = TrayFacts()
        self._noticeboard = Noticeboard(clock, self._match, storage)
        self._changed = self._noticeboard.changed

    def snapshot(self) -> Snapshot:
        """How everything is now. Never waits for the disk, so a camera may ask at every frame."""
        return self._noticeboard.snapshot()

    def snapshot_for(self, seat: int) -> Snapshot:
        """How everything is now for the eyes of that seat, hidden hands and choices of its own.

        The same as ``snapshot`` while nobody sits there.
        """
        return self._noticeboard.snapshot_for(seat)

    def wait(self, after_serial: int, timeout_s: float) -> Snapshot | None:
        """The first snapshot with another serial than those up to ``after_serial``.

        None when nothing changed in that time. A serial that this run has not reached yet
        is one of an earlier run, and gets the present snapshot at once.
        """
        return self._noticeboard.wait(after_serial, timeout_s)

    def on_table(self) -> Match | None:
        """The match on the table, with its state and all that is hidden in it."""
        with self._changed:
            return self._match

    def matches(self) -> tuple[MatchInfo, ...]:
        """All matches, running and finished, newest first."""
        return self._shelf.list()

    def new_match(
        self,
        game: str,
        players: Sequence[Player],
        options: Mapping[str, OptionValue],
        board: str | None,
        first: int = 0,
    ) -> Snapshot:
        """Begin a match and put it on the table; the one that was there stays in the list.

        Raises UnknownGame, BadSetup and BoardError, each in a player's words, and
        JournalError when it cannot be written; then nothing has changed.
        """
        content = {} if board is None else self._content(game, board)
        return self.begin(Beginning(game, players, options, board, content, first))

    def begin(self, asked: Beginning) -> Snapshot:
        """Begin a match, also in the middle. Raises as ``new_match``, and CorruptState."""
        with self._changed:
            match = set_up(self._games, self._journal.next_match(), asked, self._wall())
            standings = match.game.standings(match.state)
            if standings.over:
                self._write(match, extend(match, drafts.end(standings), self._wall()))
            else:
                self._write(match)
            return self._publish(new_match=True)

    def resume(self, match_id: str) -> Snapshot:
        """Put another match on the table. Raises UnknownMatch and JournalDamaged."""
        with self._changed:
            if self._match is None or self._match.info.id != match_id:
                self._match = self._shelf.load(match_id)
                self._remember("resumed")
            return self._publish(new_match=True)

    def leave(self) -> Snapshot:
        """Clear the table; the match stays in the list."""
        with self._changed:
            if self._match is not None:
                self._remember("left")
                self._match = None
            return self._publish(new_match=True)

    def submit(
        self,
        seat: int,
        action: Mapping[str, Any],
        expected_version: int,
        source: str,
        by: str | None = None,
        evidence: str | None = None,
        match: str | None = None,
    ) -> Outcome:
        """Do what that seat wants, if the rules allow it.

        Raises StaleVersion, CorruptState for what is no action of the game, JournalError
        (StorageFull when there is no room); then nothing was applied.
        """
        with self._changed:
            on_table = self._expect(expected_version, match)
            draft = drafts.action(on_table, seat, action, source, by, evidence)
            return self._do(on_table, draft)

    def throw(
        self,
        dice: Sequence[tuple[str, FaceValue]],
        expected_version: int,
        source: str,
        by: str | None = None,
        match: str | None = None,
    ) -> Outcome:
        """Enter the awaited throw by hand, for the seat whose throw it is. Raises as ``submit``."""
        with self._changed:
            on_table = self._expect(expected_version, match)
            rolled = drafts.thrown(dice, on_table, self._settings.stands_for)
            seat = drafts.throwing_seat(on_table)
            action = on_table.game.dump_action(rolled)
            return self._do(on_table, drafts.action(on_table, seat, action, source, by, None))

    def deal(
        self, expected_version: int, source: str, by: str | None = None, match: str | None = None
    ) -> Outcome:
        """Deal everything that is left to deal, as one step. Raises as ``submit``."""
        with self._changed:
            on_table = self._expect(expected_version, match)
            if self._dealer is None:
                return self._refused("no_dealer", "Nobody deals at this table. Deal by hand.")
            if not undealt(on_table.game, on_table.state):
                return self._refused("nothing_to_deal", "Nothing is left to deal now.")
            return self._do(on_table, drafts.deal(on_table, self._dealer.draw, source, by))

    def undo(
        self, expected_version: int, source: str, count: int = 1, match: str | None = None
    ) -> Outcome:
        """Take back the newest ``count`` steps; they stay in the log, struck out."""
        with self._changed:
            on_table = self._expect(expected_version, match)
            if not 1 <= count <= len(on_table.applied):
                most = len(on_table.applied)
                said = f"Take back 1 to {most} steps" if most else "Nothing is to be taken back"
                return self._refused("nothing_to_undo", f"{said}; you asked for {count}.")
            return self._do(on_table, drafts.undo(on_table, count, source))

    def correct(
        self,
        expected_version: int,
        dice: Sequence[tuple[str, FaceValue]],
        source: str,
        by: str | None = None,
        match: str | None = None,
    ) -> Outcome:
        """Undo back to before the last throw and enter it anew, as one entry.

        The journal keeps both readings and what the camera saw. Steps that came after the
        throw are taken back with it.
        """
        with self._changed:
            on_table = self._expect(expected_version, match)
            if on_table.last_throw is None:
                return self._refused("no_roll", "There is no throw to correct yet.")
            return self._do(
                on_table,
                drafts.correction(on_table, dice, source, by, self._settings.stands_for),
            )

    def answer(
        self,
        question_id: int,
        dice: Sequence[tuple[str, FaceValue]],
        expected_version: int,
        source: str,
        match: str | None = None,
    ) -> Outcome:
        """Say what a doubtful throw is. Raises as ``submit``."""
        with self._changed:
            on_table = self._expect(expected_version, match)
            if on_table.doubt is None or on_table.doubt.id != question_id:
                return self._refused("no_question", "That question is no longer open.")
            return self._do(
                on_table, drafts.answer(on_table, dice, source, self._settings.stands_for)
            )

    def dismiss(self, question_id: int) -> Snapshot:
        """Drop a question, because the dice are rolled again. One that is gone is no fault."""
        with self._changed:
            match = self._match
            if match is not None and match.doubt is not None and match.doubt.id == question_id:
                note = {"note": "dismissed", "question": question_id}
                self._write(extend(match, drafts.note(note), self._wall()))
            return self._publish()

    def tray(self, state: TrayState) -> None:
        """The camera's side names the tray's state anew."""
        with self._changed:
            after = moved(self._tray, state)
            if after != self._tray:
                self._tray = after
                self._publish()

    def camera(self, name: str, note: str = "") -> None:
        """What the camera is called, or empty and what to do to have one."""
        with self._changed:
            if (name, note) != (self._tray.name, self._tray.note):
                self._tray = replace(self._tray, name=name, note=note)
                self._publish()

    def rolled(
        self, roll: SettledRoll, picture_size: tuple[int, int], evidence: str | None
    ) -> None:
        """A throw came to rest: it counts, becomes a question, or nobody awaits it.

        ``picture_size`` is width and height in pixels of the picture that was read. When
        the journal cannot be written nothing is applied and the snapshot's message says so.
        """
        with self._changed:
            reading = reading_json(roll, picture_size)
            by_hand = self._tray.by_hand is not None
            self._tray = rested(self._tray, reading)
            try:
                self._meet(roll, reading, evidence, by_hand)
            except JournalError as error:
                self._noticeboard.storage = f"{error} The throw on the tray was not counted."
            self._publish()

    def message(self, text: str | None, topic: str = "camera") -> None:
        """A note for everybody, one for each topic; None takes that of the topic away."""
        with self._changed:
            if self._noticeboard.note(text, topic):
                self._publish()

    def _expect(self, expected_version: int, match: str | None) -> Match:
        """The match on the table, if it is the one that the person saw."""
        on_table = self._match
        if on_table is None:
            raise StaleVersion("There is no match on the table any more. Begin or resume one.")
        if match is not None and match != on_table.info.id:
            raise StaleVersion("Another match is on the table now. Look again before you act.")
        if expected_version != on_table.version:
            raise StaleVersion(
                f"The table has moved on (it is at {on_table.version}, you saw "
                f"{expected_version}). Look again before you act."
            )
        return on_table

    def _do(self, match: Match, draft: Draft) -> Outcome:
        """Write a drafted entry, if the rules allow it."""
        refusal = drafts.refusal(match, draft)
        if refusal is not None:
            text = match.game.refusal_text(refusal)
            why = drafts.why(match, draft)
            return Refused(refusal.code, refusal.rule, text, self._noticeboard.current(), why)
        after = extend(match, draft, self._wall())
        standings = after.game.standings(after.state)
        if standings.over and after.info.ended is None:
            self._write(after, extend(after, drafts.end(standings), self._wall()))
        else:
            self._write(after)
        self._stepped(after, draft)
        snapshot = self._publish()
        assert self._match is not None
        added = tuple(line for line in self._match.lines if line.entry > match.version)
        return Accepted(snapshot, added)

    def _stepped(self, after: Match, draft: Draft) -> None:
        self._noticeboard.flash(flash_of(after))
        self._tray = replace(self._tray, unasked=False)
        throw = after.last_throw
        if draft.kind is EntryKind.UNDO:
            self._tray = replace(self._tray, by_hand=None)
        elif throw and throw.sequence == after.version and draft.source != "camera":
            self._tray = entered(self._tray)

    def _meet(
        self,
        roll: SettledRoll,
        reading: Mapping[str, Any],
        evidence: str | None,
        by_hand: bool,
    ) -> None:
        """Let a throw meet the match. One that was typed already is nobody's any more."""
        match = self._match
        awaited = None if match is None or by_hand else drafts.awaited_dice(match)
        observed = observe(awaited, roll, self._settings)
        if isinstance(observed, NothingThere):
            return
        if match is None or isinstance(observed, Unasked):
            self._tray = replace(self._tray, unasked=True)
        if match is None:
            return
        draft = drafts.observed(match, observed, reading, evidence)
        if isinstance(observed, Accept):
            if isinstance(self._do(match, draft), Accepted):
                return
            self._tray = replace(self._tray, unasked=True)
            draft = drafts.observed(match, Unasked(), reading, evidence)
        self._write(extend(match, draft, self._wall()))

    def _write(self, *steps: Match) -> None:
        """Journal the newest entry of each of these matches, then let the last be the one."""
        try:
            self._journal.append([step.last for step in steps])
        except JournalError as error:
            self._noticeboard.storage = str(error)
            self._publish()
            raise
        self._noticeboard.storage = None
        self._match = steps[-1]

    def _remember(self, what: str) -> None:
        """Note which match is on the table. A full disk must not keep people from that."""
        if self._match is not None:
            with suppress(JournalError):
                self._write(extend(self._match, drafts.note({"note": what}), self._wall()))

    def _refused(self, code: str, text: str) -> Refused:
        return Refused(code, "", text, self._noticeboard.current(), Why.BAD_REQUEST)

    def _publish(self, new_match: bool = False) -> Snapshot:
        """Show the table as it is now."""
        if new_match:
            self._noticeboard.flash(None)
        return self._noticeboard.publish(self._match, self._tray)

    def _content(self, game: str, board: str) -> Mapping[str, Any]:
        """The board file; empty for a game that is not known, which is found first."""
        return self._boards.load(game, board) if game in self._games else {}

    def _wall(self) -> str:
        return self._clock.wall().isoformat(timespec="milliseconds")
