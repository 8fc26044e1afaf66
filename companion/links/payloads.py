"""What is sent to other machines, as topics and bytes.

Knows the names of the topics and the form of every message. Refuses to know when they are
sent, and over what.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.club.messages import PlayedMatch, PlayerNow, TableNow, written
from companion.links.telling import Told
from companion.table.snapshot import MatchNow, Snapshot

ONLINE, OFFLINE = b"online", b"offline"
EMPTY = b""
"""A retained message without content takes the one before it back."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Which table this is: ``table`` in topics, ``name`` for people, and the tournament."""

    table: str
    name: str
    tournament: str | None = None


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table, ``PREFIX/TABLE/…``."""

    prefix: str
    table: str

    @property
    def availability(self) -> str:
        """``online`` or ``offline``, retained; also the last will."""
        return self._of("availability")

    @property
    def state(self) -> str:
        """How everything stands, retained."""
        return self._of("state")

    @property
    def prompt(self) -> str:
        """The sentence that says who must do what, as plain text, retained."""
        return self._of("prompt")

    @property
    def dice(self) -> str:
        """The last throw, retained."""
        return self._of("dice")

    @property
    def falls(self) -> str:
        """How often somebody fell in this match, retained."""
        return self._of("falls")

    @property
    def winner(self) -> str:
        """Who won the match on the table, retained."""
        return self._of("winner")

    @property
    def event(self) -> str:
        """Everything that happens, one message for each journal entry, not retained."""
        return self._of("event")

    @property
    def command(self) -> str:
        """What other machines want done."""
        return self._of("command")

    @property
    def reply(self) -> str:
        """What became of a command, not retained."""
        return self._of("command/reply")

    def result(self, match: str) -> str:
        """The result of a finished match, retained."""
        return self._of(f"result/{match}")

    def _of(self, what: str) -> str:
        return f"{self.prefix}/{self.table}/{what}"


def event(told: Told, table: str, again: bool = False) -> dict[str, Any]:
    """An event as it is sent. ``again``: it was acknowledged before and is repeated.

    (``table``, ``entry``) names an event for good; whoever gets it twice can tell by that.
    """
    return {
        "table": table,
        "entry": told.position,
        "digest": told.digest,
        "event_type": told.event_type,
        "at": told.at,
        "match": told.match,
        "number": told.number,
        "game": told.game,
        "title": told.title,
        "seat": told.seat,
        "player": told.player,
        "source": told.source,
        "text": list(told.text),
        "dice": [{"kind": kind, "value": value} for kind, value in told.dice],
        "undone": list(told.undone),
        "falls": told.falls,
        "winners": list(told.winners),
        "again": again,
    }


def table_now(snapshot: Snapshot, identity: Identity, at: str) -> TableNow:
    """How the table stands. ``at`` is the time of day, ISO 8601 with zone."""
    match, question = snapshot.match, snapshot.tray.question
    return TableNow(
        table=identity.table,
        name=identity.name,
        tournament=identity.tournament,
        at=at,
        phase=_phase(snapshot),
        tray=snapshot.tray.state.value,
        question=question.text if question else None,
        message=snapshot.message,
        match=None if match is None else _played(match),
    )


def retained(snapshot: Snapshot, now: TableNow, topics: Topics) -> dict[str, bytes]:
    """The retained messages that follow from a snapshot, by topic.

    ``now`` is ``table_now`` of the same snapshot. Falls are not among them: they are
    counted where the journal is followed.
    """
    match = snapshot.match
    winners = [p.name for p in now.match.players if p.winner] if now.match else []
    return {
        topics.state: written(now),
        topics.prompt: (now.question or (now.match.prompt if now.match else "")).encode(),
        topics.dice: as_json(_dice(match)),
        topics.winner: as_json(
            {"match": match.info.id if match else None, "over": now.phase == "over"}
            | {"winners": winners, "text": ", ".join(winners)}
        ),
    }


def falls(match: str | None, count: int, last: str | None) -> bytes:
    """The falls of a match; ``last`` is the sentence of the newest."""
    return as_json({"match": match, "falls": count, "last": last})


def as_json(value: Any) -> bytes:
    """The value as JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _phase(snapshot: Snapshot) -> str:
    if snapshot.match is None:
        return "idle"
    if snapshot.tray.question is not None:
        return "doubt"
    return "over" if snapshot.match.standings.over else "playing"


def _played(match: MatchNow) -> PlayedMatch:
    standings = match.standings
    lines = {int(line.seat): line for line in standings.lines}
    players = []
    for seat, player in enumerate(match.info.players):
        line = lines.get(seat)
        players.append(
            PlayerNow(
                name=player.name,
                colour=player.colour,
                rank=line.rank if line else None,
                score=line.score if line else None,
                note=line.note if line else "",
                active=not standings.over and seat in match.prompt_seats,
                winner=seat in standings.winners,
            )
        )
    return PlayedMatch(
        id=match.info.id,
        game=match.info.game,
        title=match.info.title,
        version=match.version,
        started=match.info.started,
        ended=match.info.ended,
        prompt=match.prompt_text,
        awaits=None if match.awaits is None else _spec(match.awaits.counts),
        players=tuple(players),
    )


def _dice(match: MatchNow | None) -> Mapping[str, Any]:
    roll = match.last_roll if match else None
    if roll is None:
        return {"entry": None, "dice": [], "text": "", "source": None}
    return {
        "entry": roll.entry,
        "dice": [{"kind": kind, "value": value} for kind, value in roll.dice],
        "text": ", ".join(str(value) for _, value in roll.dice),
        "source": roll.source,
    }


def _spec(counts: tuple[tuple[str, int], ...]) -> str:
    return "+".join(f"{count}{kind}" for kind, count in counts)
