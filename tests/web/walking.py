"""Random but repeatable matches of every game, as the table shows them.

Knows set-ups and walks. Refuses to know any game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.boards.loading import PackagedBoards
from companion.dice import Rolled
from companion.games.protocol import Game, OptionSpec, OptionValue, Seat, Setup
from companion.games.registry import GAMES
from companion.table.entries import Draft, EntryKind
from companion.table.match import Match, begin, extend, opening
from companion.table.snapshot import Player
from tests.games.walking import next_choice
from web.presenters.marks import SHAPES

NAMES = ("Lucy", "Ralph", "Monica", "Alex", "Ann", "Ben")
AT = "2026-11-28T19:00:00.000+00:00"
_BOARDS = PackagedBoards()


def begun(game: Game[Any, Any], rng: Random) -> Match:
    """A match with options drawn one by one; those that contradict the others are left out."""
    seats = rng.choice(list(game.seats)[:5])
    names = _BOARDS.names(game.name)
    board = rng.choice(names) if names else None
    data = _BOARDS.load(game.name, board) if board else {}
    setup = Setup(seats, (), game.parse_board(data, board or "none"), Seat(rng.randrange(seats)))
    for spec in rng.sample(game.options, len(game.options)):
        value = _drawn(spec, seats, rng)
        larger = Setup(seats, (*setup.options, (spec.name, value)), setup.board, setup.first)
        try:
            game.initial(larger)
        except ValueError:
            continue
        setup = larger
    players = [Player(NAMES[i], list(SHAPES)[i]) for i in range(seats)]
    draft = opening(game, players, dict(setup.options), board, data, setup.first)
    return begin(GAMES, "m1", draft, AT)


def matches(game: Game[Any, Any], seed: int, steps: int) -> Iterator[Match]:
    """The match at its start and after each of so many random steps, or up to its end."""
    rng = Random(seed)
    match = begun(game, rng)
    yield match
    for _ in range(steps):
        choice = next_choice(game, match.state, rng)
        if choice is None:
            return
        seat, action = choice
        content = {"action": json.loads(json.dumps(game.dump_action(action)))}
        source = "camera" if isinstance(action, Rolled) else "page"
        match = extend(match, Draft(EntryKind.ACTION, content, seat=seat, source=source), AT)
        yield match


def _drawn(spec: OptionSpec, seats: int, rng: Random) -> OptionValue:
    if rng.random() < 0.4:
        return spec.default
    match spec.kind:
        case "bool":
            return rng.random() < 0.5
        case "int":
            return rng.randint(spec.low, spec.high)
        case "choice":
            return rng.choice(spec.choices)
        case "seats":
            return tuple(seat for seat in range(seats) if rng.random() < 0.5)
        case _:
            return spec.default
