"""An evening at a club: tables and results for the tests of its page."""

from __future__ import annotations

from companion.club.board import Board
from companion.club.messages import (
    Place,
    PlayedMatch,
    PlayerNow,
    Result,
    TableNow,
    written,
)

COLOURS = ("red", "blue", "purple", "green")
AT = "2030-01-02T03:04:05.000+00:00"


def table_now(
    table: str = "table-1",
    name: str = "Table 1",
    phase: str = "playing",
    scores: dict[str, int] | None = None,
    prompt: str = "Lucy, throw two dice.",
    at: str = AT,
    tournament: str | None = "Winter cup",
    question: str | None = None,
) -> TableNow:
    """A table; the first player is to move, or the best won."""
    played = {"Lucy": 12, "Ralph": 7} if scores is None else scores
    best = max(played.values(), default=0)
    players = tuple(
        PlayerNow(
            each,
            COLOURS[seat % 4],
            None,
            score,
            "",
            phase == "playing" and seat == 0,
            phase == "over" and score == best,
        )
        for seat, (each, score) in enumerate(played.items())
    )
    match = PlayedMatch("1", "high_risk", "High Risk", 9, AT, None, prompt, "2d6", players)
    return TableNow(
        table,
        name,
        tournament,
        at,
        phase,
        "waiting",
        question,
        None,
        None if phase == "idle" else match,
    )


def result(
    *ranked: tuple[str, int],
    match: str = "1",
    table: str = "table-1",
    tournament: str | None = "Winter cup",
    ended: str = AT,
) -> Result:
    """A finished match of people with their ranks; who has rank 1 won."""
    return Result(
        table,
        table.replace("-", " ").capitalize(),
        match,
        8,
        "high_risk",
        "High Risk",
        tournament,
        AT,
        ended,
        tuple(
            Place(name, COLOURS[seat % 4], rank, None, rank == 1)
            for seat, (name, rank) in enumerate(ranked)
        ),
    )


def hear(board: Board, *said: TableNow | Result, here: bool = True) -> None:
    """The board hears these messages, and that their tables are here."""
    for each in said:
        about = ("state",) if isinstance(each, TableNow) else ("result", each.match)
        board.heard(each.table, about, written(each))
        if here:
            board.heard(each.table, ("availability",), b"online")


def evening(board: Board) -> None:
    """Six tables, one in doubt, one finished, one idle, one away; five results."""
    hear(
        board,
        table_now(),
        table_now(
            "table-2",
            "Table 2",
            "doubt",
            {"Monica": 30, "Alex": 28, "Ann": 31},
            question="The dice could not be read with certainty. Which of these is it?",
        ),
        table_now("table-3", "Table 3", "over", {"Ben": 40, "Ann": 22, "Ralph": 31}),
        table_now("table-4", "Table 4", "idle"),
        table_now(
            "table-5",
            "Window table",
            scores={"Alex": 3, "Ben": 4, "Lucy": 1, "Ann": 9},
            prompt="Alex, choose a space and say how many dice you throw.",
        ),
        result(("Ben", 1), ("Ralph", 2), ("Ann", 3), table="table-3"),
        result(("Lucy", 1), ("Ann", 2), table="table-1"),
        result(("Monica", 1), ("Alex", 2), ("Ben", 2), ("Lucy", 4), table="table-2"),
        result(("Ann", 1), ("Ben", 2), table="table-1", match="2"),
        result(
            ("Ralph", 1),
            ("Lucy", 2),
            table="table-4",
            tournament="Autumn cup",
            ended="2029-11-01T20:00:00+00:00",
        ),
    )
    hear(board, table_now("table-6", "Table 6"), here=False)
    board.connection(True)
