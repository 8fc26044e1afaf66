"""Perft: exact counts of lines of play to a depth, against a text file.

Knows how to count and how the files are written. Refuses to know any game.

A line is a sequence of distinct choices; a throw counts once for each multiset of faces.
A file holds a derivation as comment lines and one line ``depth: count`` for each depth.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.dice import throws
from companion.games.protocol import Game, Seat


def perft(game: Game[Any, Any], state: Any, depth: int) -> int:
    """How many lines of exactly ``depth`` choices lead on from that state.

    Equal states at equal depth have equally many, so each is counted once and weighed.
    """
    states: dict[Any, int] = {state: 1}
    for _ in range(depth - 1):
        following: dict[Any, int] = {}
        for each, lines in states.items():
            for seat, action in choices(game, each):
                after = game.apply(each, seat, action).state
                following[after] = following.get(after, 0) + lines
        states = following
    return sum(lines * len(choices(game, each)) for each, lines in states.items())


def choices(game: Game[Any, Any], state: Any) -> list[tuple[Seat, Any]]:
    """The legal actions, with every throw of the awaited dice where they are not listed."""
    listed = list(game.legal_actions(state))
    dice = game.prompt(state).dice
    if dice is None:
        return listed
    known = {action for _, action in listed}
    seat = game.prompt(state).seats[0]
    return listed + [(seat, rolled) for rolled in throws(dice) if rolled not in known]


def counts_in(path: Path) -> dict[int, int]:
    """Depth to count, as the file says."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return {int(depth): int(count) for depth, count in (line.split(":") for line in lines)}
