"""A club's board as drawn: cards of tables, standings, the newest results.

Knows what is worth showing across a room, and in what order. Refuses to know brokers and
requests.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.club.board import ClubNow
from companion.club.messages import Result, TableNow
from companion.club.points import Line, points_of
from companion.club.tally import Tournament
from companion.table.snapshot import Player
from web.presenters.marks import Mark, marks

AWAY_SHOWN = timedelta(hours=24)
"""A table that has been away for longer does not belong to this evening."""

PHASES = {
    "idle": ("○", "No game"),
    "playing": ("▶", "Playing"),
    "doubt": ("?", "A throw is in doubt"),
    "over": ("★", "Finished"),
}
AWAY = ("–", "Not connected")
_ORDER = {"doubt": 0, "playing": 0, "over": 0, "idle": 1}


@dataclass(frozen=True, slots=True)
class Score:
    """One player's line on a card."""

    mark: Mark
    score: int | None
    rank: int | None
    note: str
    active: bool
    winner: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A table as drawn; ``here`` False: it is not connected."""

    table: str
    name: str
    here: bool
    phase: str
    sign: str
    words: str
    title: str | None
    prompt: str
    tournament: str | None
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A finished match: each place with its player and the points for it, best first."""

    table: str
    title: str
    at: str
    places: tuple[tuple[int, str, int], ...]


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament: ``name`` None where there is none, ``others`` that can be looked at.

    Without a tournament the results are the newest of all.
    """

    name: str | None
    others: tuple[str, ...]
    standing: tuple[Line, ...]
    results: tuple[ResultLine, ...]


@dataclass(frozen=True, slots=True)
class ClubView:
    """All of the page."""

    name: str
    connected: bool
    cards: tuple[Card, ...]
    playing: int
    tournament: TournamentView


def club_view(club: ClubNow, name: str, tournament: TournamentView, now: datetime) -> ClubView:
    """The page at this moment, with the tournament that is looked at."""
    cards = [card(t, t.table in club.here) for t in club.tables if _of_today(t, club.here, now)]
    cards.sort(key=lambda each: (not each.here, _ORDER[each.phase]))
    playing = sum(each.here and each.phase in ("playing", "doubt") for each in cards)
    return ClubView(name, club.connected, tuple(cards), playing, tournament)


def tournament_view(now: Tournament) -> TournamentView:
    """A tournament as drawn."""
    return TournamentView(
        now.name, now.others, now.standing, tuple(_result(result) for result in now.newest)
    )


def card(table: TableNow, here: bool) -> Card:
    """One table as drawn."""
    sign, words = PHASES[table.phase] if here else AWAY
    match = table.match
    prompt = table.question or (match.prompt if match else "")
    scores: tuple[Score, ...] = ()
    if match is not None:
        drawn = marks([Player(p.name, p.colour) for p in match.players])
        lines = [
            Score(mark, p.score, p.rank, p.note, p.active and here, p.winner)
            for mark, p in zip(drawn, match.players, strict=True)
        ]
        if table.phase == "over":
            lines.sort(key=lambda line: (not line.winner, line.rank is None, line.rank or 0))
        scores = tuple(lines)
    return Card(
        table.table,
        table.name,
        here,
        table.phase,
        sign,
        words,
        match.title if match else None,
        prompt,
        table.tournament,
        scores,
    )


def _of_today(table: TableNow, here: frozenset[str], now: datetime) -> bool:
    if table.table in here:
        return True
    try:
        return now - datetime.fromisoformat(table.at) < AWAY_SHOWN
    except (TypeError, ValueError):  # a time without a zone, or none
        return False


def _result(result: Result) -> ResultLine:
    gained = points_of(result.places)
    places = sorted(
        (place.rank, place.name, points)
        for place, points in zip(result.places, gained, strict=True)
    )
    return ResultLine(result.name, result.title, _time(result.ended), tuple(places))


def _time(iso: str) -> str:
    try:
        return f"{datetime.fromisoformat(iso):%H:%M}"
    except ValueError:
        return ""
