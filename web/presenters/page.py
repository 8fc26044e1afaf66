"""The table screen as one value: everything that its regions draw.

Knows how a snapshot is told to people. Refuses to know requests and rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.games.protocol import Seat
from companion.table.cues import Cue
from companion.table.snapshot import Choice, LogLine, MatchNow, Question, Snapshot
from web.presenters.board_view import BoardView
from web.presenters.boards import SEEN_BY_JUDGES, board_view
from web.presenters.dice import DieChip, chip, pair_up, slots, spec_words
from web.presenters.marks import Mark, marks
from web.presenters.tray import TrayView, tray_view

LOG_SHOWN = 60
"""Lines of the log on the table screen; more would slow an old tablet for little use."""

NO_BOARD = (
    "The picture of this game cannot be drawn just now. Play on with the buttons; "
    "the service's log says why."
)
"""What people read when a board fails: the game itself is sound."""

UNKNOWN = "unknown"
"""The kind of a die that the camera cannot name; it is taken for one that is expected."""


@dataclass(frozen=True, slots=True)
class LogView:
    """One line of the log with its player's mark, None for nobody's."""

    line: LogLine
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class ScoreView:
    """One line of the scoreboard; ``active`` when the prompt is for this seat."""

    mark: Mark
    rank: int | None
    score: int | None
    note: str
    active: bool
    winner: bool
    extras: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ReadingView:
    """A one-tap answer to a doubt."""

    dice: tuple[tuple[str, Any], ...]
    percent: int


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A doubt as asked: what was expected and seen, answers, and each die to mend.

    ``kinds`` are the kinds of the seen dice for the form, ``spare`` those of further dice
    that can be added: all that are missing, and one of each kind in any case.
    """

    question: Question
    expected: str
    seen: str
    readings: tuple[ReadingView, ...]
    chips: tuple[DieChip, ...]
    kinds: tuple[str, ...]
    spare: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchView:
    """The running match as drawn."""

    match: MatchNow
    marks: tuple[Mark, ...]
    prompt_marks: tuple[Mark, ...]
    happened: tuple[LogLine, ...]
    awaits_words: str | None
    entry_kinds: tuple[str, ...]
    fix: tuple[DieChip, ...]
    fix_source: str
    scores: tuple[ScoreView, ...]
    winners: tuple[Mark, ...]
    log: tuple[LogView, ...]
    board: BoardView | None
    choices: tuple[Choice, ...]
    secret: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class PageView:
    """All of the table screen, or of the page of a ``seat``.

    ``own`` is the player whose page this is, None for the table and where nobody sits.
    """

    message: str | None
    cue: Cue
    tray: TrayView
    question: QuestionView | None
    now: MatchView | None
    seat: Seat | None = None
    own: Mark | None = None


def page_view(snapshot: Snapshot, seat: Seat | None = None, with_board: bool = True) -> PageView:
    """Everything that the table screen shows at this moment, or the page of a seat.

    Without the board every choice is a plain button, and the message says so.
    """
    match = snapshot.match
    question = snapshot.tray.question
    if match is not None and match.viewer is not None:
        match = _own(match, match.viewer)
        question = question if match.viewer in match.prompt_seats else None
    message = snapshot.message
    if not with_board:
        message = f"{message} {NO_BOARD}" if message else NO_BOARD
    return PageView(
        message,
        snapshot.cue,
        tray_view(snapshot.tray, match),
        _question_view(question) if question else None,
        match_view(match, with_board) if match else None,
        seat,
        marks(match.info.players)[match.viewer] if match and match.viewer is not None else None,
    )


def match_view(match: MatchNow, with_board: bool = True) -> MatchView:
    """A match as drawn, with its board if the game has a picture of one and it is wanted."""
    players = marks(match.info.players)
    board = board_view(match, players) if with_board else None
    used = board.used if board else frozenset()
    return MatchView(
        match,
        players,
        tuple(players[s] for s in match.prompt_seats if s < len(players)),
        _happened(match.log),
        spec_words(match.awaits) if match.awaits else None,
        slots(match.awaits) if match.awaits else (),
        *_fix(match),
        _scores(match, players, board),
        tuple(players[s] for s in match.standings.winners if s < len(players)),
        tuple(
            LogView(line, _mark_of(line.seat, players)) for line in reversed(match.log[-LOG_SHOWN:])
        ),
        board,
        tuple(c for i, c in enumerate(match.choices) if i not in used),
        tuple(players[s] for s in match.secret if s < len(players)),
    )


def _own(match: MatchNow, viewer: Seat) -> MatchNow:
    """A match with one seat's choices alone; dice are entered by whom they are awaited from."""
    throws = viewer in match.prompt_seats
    watched = SEEN_BY_JUDGES.get(match.info.game, frozenset())
    return replace(
        match,
        choices=tuple(
            choice
            for choice in match.choices
            if choice.seat == viewer or choice.action.get("type") in watched
        ),
        awaits=match.awaits if throws else None,
        last_roll=match.last_roll if throws else None,
    )


def _question_view(question: Question) -> QuestionView:
    chips = tuple(chip(f"q-{i}", i, d.kind, d.value, d) for i, d in enumerate(question.dice))
    seen = ", ".join("one not read" if d.value is None else str(d.value) for d in question.dice)
    usual = next(iter(slots(question.expected)), "d6")
    kinds = tuple(d.kind if d.kind != UNKNOWN else usual for d in question.dice)
    return QuestionView(
        question,
        spec_words(question.expected),
        seen or "no dice",
        tuple(
            ReadingView(s.dice, min(99, round(s.confidence * 100))) for s in question.suggestions
        ),
        chips,
        kinds,
        tuple(
            kind
            for kind, count in question.expected.counts
            for _ in range(max(count - kinds.count(kind), 1))
        ),
    )


def _fix(match: MatchNow) -> tuple[tuple[DieChip, ...], str]:
    roll = match.last_roll
    if roll is None:
        return (), ""
    pairs = pair_up(roll.dice, roll.seen)
    chips = tuple(
        chip(f"fix-{i}", i, kind, value, None if (j := pairs[i]) is None else roll.seen[j])
        for i, (kind, value) in enumerate(roll.dice)
    )
    return chips, roll.source


def _happened(log: tuple[LogLine, ...]) -> tuple[LogLine, ...]:
    """What just happened: the lines of the newest entry, at most three.

    What came of a step says more than the step, so that goes first where room is short.
    """
    newest = [line for line in log if line.entry == log[-1].entry]
    events = [line for line in newest if line.kind in ("event", "end")]
    return tuple((events or newest)[-3:])


def _scores(
    match: MatchNow, players: tuple[Mark, ...], board: BoardView | None
) -> tuple[ScoreView, ...]:
    if board is not None and board.has_scores:
        return ()
    extras = board.extras if board is not None else {}
    over = match.standings.over
    lines = sorted(
        match.standings.lines,
        key=lambda s: (s.rank is None, s.rank or 0, s.seat) if over else s.seat,
    )
    return tuple(
        ScoreView(
            players[s.seat],
            s.rank,
            s.score,
            s.note,
            s.seat in match.prompt_seats and not over,
            s.seat in match.standings.winners,
            extras.get(s.seat, ()),
        )
        for s in lines
        if s.seat < len(players)
    )


def _mark_of(seat: Seat | None, players: tuple[Mark, ...]) -> Mark | None:
    return players[seat] if seat is not None and 0 <= seat < len(players) else None
