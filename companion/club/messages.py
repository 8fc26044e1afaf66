"""What a table says of itself to a club: how it stands now, and each finished match.

Knows the form of both messages, and reads them strictly. Refuses to know brokers, topics,
pages and how a table comes to say so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

LONGEST_MESSAGE_BYTES = 64 * 1024
"""The largest honest message, a table of eight players with long notes, is below 4 kB."""

PHASES = ("idle", "playing", "doubt", "over")
"""No match, one that goes on, one that waits for people to say what a throw is, one that ended."""


@dataclass(frozen=True, slots=True)
class PlayerNow:
    """One player of the match on a table; ``rank`` from 1, None while not ranked."""

    name: str
    colour: str
    rank: int | None
    score: int | None
    note: str
    active: bool
    winner: bool


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """The match on a table. ``version`` counts its entries; a command must name it."""

    id: str
    game: str
    title: str
    version: int
    started: str
    ended: str | None
    prompt: str
    awaits: str | None
    players: tuple[PlayerNow, ...]


@dataclass(frozen=True, slots=True)
class TableNow:
    """How a table stands. ``at`` is ISO 8601 with zone; ``tray`` is a named state of the tray.

    ``phase`` is one of ``PHASES``; ``question`` is a doubt put to the people and ``message``
    a note for everybody, None without one.
    """

    table: str
    name: str
    tournament: str | None
    at: str
    phase: str
    tray: str
    question: str | None
    message: str | None
    match: PlayedMatch | None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player ended: ``rank`` from 1, and players who share a place share the rank."""

    name: str
    colour: str
    rank: int
    score: int | None
    winner: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match. ``entry`` is the number of the journal entry that ended it."""

    table: str
    name: str
    match: str
    entry: int
    game: str
    title: str
    tournament: str | None
    started: str
    ended: str
    places: tuple[Place, ...]


def written(message: TableNow | Result) -> bytes:
    """The message as it is sent: JSON in UTF-8."""
    return json.dumps(asdict(message), ensure_ascii=False, separators=(",", ":")).encode()


def read_table(payload: bytes) -> TableNow:
    """The inverse of ``written`` for a table. Raises ValueError for anything else.

    Members that are not known are left aside, so that a newer table can say more.
    """
    sent = _Reader(_parsed(payload), "table")
    phase = sent.text("phase")
    if phase not in PHASES:
        raise ValueError(f"phase must be one of {', '.join(PHASES)}, got {phase!r}.")
    match = sent.value("match")
    return TableNow(
        table=sent.text("table"),
        name=sent.text("name"),
        tournament=sent.text_or_none("tournament"),
        at=sent.text("at"),
        phase=phase,
        tray=sent.text("tray"),
        question=sent.text_or_none("question"),
        message=sent.text_or_none("message"),
        match=None if match is None else _match(_Reader(match, "match")),
    )


def read_result(payload: bytes) -> Result:
    """The inverse of ``written`` for a result. Raises ValueError for anything else."""
    sent = _Reader(_parsed(payload), "result")
    return Result(
        table=sent.text("table"),
        name=sent.text("name"),
        match=sent.text("match"),
        entry=sent.number("entry"),
        game=sent.text("game"),
        title=sent.text("title"),
        tournament=sent.text_or_none("tournament"),
        started=sent.text("started"),
        ended=sent.text("ended"),
        places=tuple(_place(_Reader(each, "places")) for each in sent.listed("places")),
    )


def _match(sent: _Reader) -> PlayedMatch:
    return PlayedMatch(
        id=sent.text("id"),
        game=sent.text("game"),
        title=sent.text("title"),
        version=sent.number("version"),
        started=sent.text("started"),
        ended=sent.text_or_none("ended"),
        prompt=sent.text("prompt"),
        awaits=sent.text_or_none("awaits"),
        players=tuple(_player(_Reader(each, "players")) for each in sent.listed("players")),
    )


def _player(sent: _Reader) -> PlayerNow:
    return PlayerNow(
        name=sent.text("name"),
        colour=sent.text("colour"),
        rank=sent.number_or_none("rank"),
        score=sent.number_or_none("score"),
        note=sent.text("note"),
        active=sent.switch("active"),
        winner=sent.switch("winner"),
    )


def _place(sent: _Reader) -> Place:
    return Place(
        name=sent.text("name"),
        colour=sent.text("colour"),
        rank=sent.number("rank"),
        score=sent.number_or_none("score"),
        winner=sent.switch("winner"),
    )


def _parsed(payload: bytes) -> Any:
    if len(payload) > LONGEST_MESSAGE_BYTES:
        raise ValueError(f"a message has at most {LONGEST_MESSAGE_BYTES} bytes.")
    try:
        return json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"a message must be JSON: {error}.") from error


class _Reader:
    """One object of a message; every member is asked for by its kind. Raises ValueError."""

    def __init__(self, sent: Any, where: str) -> None:
        if not isinstance(sent, Mapping):
            raise ValueError(f"{where} must be an object, got {type(sent).__name__}.")
        self._sent = sent
        self._where = where

    def value(self, key: str) -> Any:
        return self._sent.get(key)

    def text(self, key: str) -> str:
        found = self._sent.get(key)
        if not isinstance(found, str):
            raise self._wrong(key, "a text", found)
        return found

    def text_or_none(self, key: str) -> str | None:
        return None if self._sent.get(key) is None else self.text(key)

    def number(self, key: str) -> int:
        found = self._sent.get(key)
        if type(found) is not int:
            raise self._wrong(key, "a whole number", found)
        return found

    def number_or_none(self, key: str) -> int | None:
        return None if self._sent.get(key) is None else self.number(key)

    def switch(self, key: str) -> bool:
        found = self._sent.get(key)
        if type(found) is not bool:
            raise self._wrong(key, "true or false", found)
        return found

    def listed(self, key: str) -> list[Any]:
        found = self._sent.get(key)
        if not isinstance(found, list):
            raise self._wrong(key, "a list", found)
        return found

    def _wrong(self, key: str, wanted: str, found: object) -> ValueError:
        return ValueError(f"{self._where}.{key} must be {wanted}, got {found!r:.60}.")
