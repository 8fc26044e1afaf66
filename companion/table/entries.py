"""What the journal holds: entries, each bound to the one before it by a digest.

Knows the shape of an entry, how it is written as text and how the chain of one match is
checked. Refuses to know files, clocks and the rules of any game.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from companion.errors import JournalDamaged
from companion.games.digest import canonical_json


class EntryKind(StrEnum):
    """What an entry records."""

    START = "start"
    ACTION = "action"
    DEAL = "deal"
    UNDO = "undo"
    CORRECTION = "correction"
    UNASKED = "unasked"
    DOUBT = "doubt"
    ANSWER = "answer"
    END = "end"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Draft:
    """What is about to be journalled; ``content`` is JSON-ready and depends on ``kind``.

    ``reading`` is the throw as the camera saw it, ``evidence`` names a kept picture, ``by``
    is whoever entered it, all where there is such a thing.
    """

    kind: EntryKind
    content: Mapping[str, Any]
    source: str
    seat: int | None = None
    by: str | None = None
    evidence: str | None = None
    reading: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of one match.

    ``sequence`` counts from 1 without a gap; ``at`` is ISO 8601 with zone; ``state`` is the
    digest of the game's state after the entry; ``chain`` binds all of it to the entry before.
    """

    match: str
    sequence: int
    kind: EntryKind
    seat: int | None
    content: Mapping[str, Any]
    source: str
    by: str | None
    evidence: str | None
    reading: Mapping[str, Any] | None
    at: str
    state: str = ""
    chain: str = ""


def unsealed(match: str, sequence: int, draft: Draft, at: str) -> Entry:
    """An entry that has neither digest yet, with everything as it will be read back.

    Raises ValueError or TypeError when the draft holds something that JSON lacks.
    """
    return Entry(
        match=match,
        sequence=sequence,
        kind=draft.kind,
        seat=draft.seat,
        content=_as_read_back(draft.content),
        source=_writable(draft.source),
        by=None if draft.by is None else _writable(draft.by),
        evidence=draft.evidence,
        reading=None if draft.reading is None else _as_read_back(draft.reading),
        at=at,
    )


def seal(entry: Entry, state: str, chain_before: str) -> Entry:
    """The entry with the digest of the state after it and its link to the entry before.

    ``chain_before`` is empty for the first entry of a match.
    """
    sealed = replace(entry, state=state)
    return replace(sealed, chain=_link(sealed, chain_before))


def broken_link(entries: Sequence[Entry], chain_before: str = "", count: int = 0) -> str | None:
    """What is wrong with the first entry that does not follow from those before it; None if none.

    ``entries`` continue a match of ``count`` entries whose last link is ``chain_before``.
    """
    for expected, entry in enumerate(entries, start=count + 1):
        if entry.sequence != expected:
            return f"entry {expected} is missing"
        if (entry.kind is EntryKind.START) != (expected == 1):
            return f"entry {expected} is of kind {entry.kind.value} where that cannot stand"
        if entry.chain != _link(entry, chain_before):
            return f"entry {expected} is not as it was written"
        chain_before = entry.chain
    return None


def damaged(match: str, what: str) -> JournalDamaged:
    """The error for one match that can no longer be played; the others still can."""
    return JournalDamaged(
        f"Match {match} cannot be continued: {what}. Nothing was deleted and the other matches "
        f"are usable. Restore a backup, or run companion verify to see every fault."
    )


def _as_read_back(value: Mapping[str, Any]) -> dict[str, Any]:
    back: dict[str, Any] = json.loads(canonical_json(value))
    return back


def _writable(text: str) -> str:
    """Without the halves of characters that a browser can send and UTF-8 cannot hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _link(entry: Entry, chain_before: str) -> str:
    facts = {f.name: getattr(entry, f.name) for f in fields(entry) if f.name != "chain"}
    return hashlib.sha256(canonical_json([chain_before, facts]).encode()).hexdigest()
