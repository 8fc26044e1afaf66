"""The list of running and finished games.

Knows how a game is named in a list. Refuses to know how it is stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.games.protocol import Game
from companion.table.snapshot import MatchInfo
from web.presenters.marks import Mark, marks


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """One game of the list."""

    info: MatchInfo
    title: str
    marks: tuple[Mark, ...]
    winners: tuple[Mark, ...]
    started: str
    on_table: bool


@dataclass(frozen=True, slots=True)
class MatchesView:
    """Running games first, then finished ones, each newest first."""

    running: tuple[ListedMatch, ...]
    finished: tuple[ListedMatch, ...]


def matches_view(
    matches: Sequence[MatchInfo], games: Mapping[str, Game[Any, Any]], current: str | None
) -> MatchesView:
    """The list; ``current`` is the id of the match on the table."""
    listed = [_listed(m, games, current) for m in matches]
    return MatchesView(
        tuple(m for m in listed if m.info.ended is None),
        tuple(m for m in listed if m.info.ended is not None),
    )


def _listed(
    info: MatchInfo, games: Mapping[str, Game[Any, Any]], current: str | None
) -> ListedMatch:
    players = marks(info.players)
    game = games.get(info.game)
    return ListedMatch(
        info,
        info.title or (game.title if game else info.game),
        players,
        tuple(players[s] for s in info.winners if s < len(players)),
        day(info.started) if info.started else "",
        info.id == current,
    )


def day(iso: str) -> str:
    """``28 November 2026, 19:05`` from ISO 8601; the text as it is where it is none."""
    try:
        moment = datetime.fromisoformat(iso)
    except ValueError:
        return iso
    return f"{moment.day} {moment:%B %Y, %H:%M}"
