"""How fast the rules are: a step of each game against a move of chess, and exact odds.

Knows random matches by a seed, and their times. Refuses to know any rule. Times are
processor time of one thread.

A step is the list of all legal choices, one of which is applied; a move of chess the same
with the PyPI package ``chess``, in the same run, on the same machine, in rounds by turns.
"""

from __future__ import annotations

import importlib.util
import statistics
import time
from collections.abc import Iterator, Mapping
from itertools import permutations
from random import Random
from typing import Any

from companion.boards.loading import PackagedBoards
from companion.cli.bench_measure import Measure
from companion.dice import FACES, DiceSpec, Rolled, RolledDie
from companion.games.optional import TellsOdds
from companion.games.protocol import Game, OptionValue, Seat, Setup
from companion.games.registry import GAMES
from companion.games.rocodromo.checking import climb
from companion.games.rocodromo.wall import LENGTHS, Rope

ROUNDS = 7
ROUND_S = 0.15
"""A round is so much of the game and then of chess, so that a busy moment slows both."""

ODDS_STEPS = 150
MOST_ODDS_MS = 50.0
LONGEST_CHESS = 100
"""Full moves of a chance game of chess; later positions are all alike."""
SEED = 1

AnyGame = Game[Any, Any]
VARIANTS: Mapping[str, tuple[str, tuple[tuple[str, OptionValue], ...]]] = {
    "roll_and_wall": ("advanced", (("variant", "advanced"),)),
}
"""Games that are measured once more with other options: what that is called, and they."""


def measure_rules() -> Iterator[Measure]:
    """The figures of every game."""
    yield from _reach()
    chess = _chess_moves() if importlib.util.find_spec("chess") is not None else None
    for game in GAMES.values():
        yield from _of_game(game, game.name, game.title, (), chess)
        if game.name in VARIANTS:
            called, options = VARIANTS[game.name]
            named = (f"{game.name}_{called}", f"{game.title}, {called}")
            yield from _of_game(game, *named, options, chess)


def _reach() -> Iterator[Measure]:
    """Every climb of Rocódromo's practice wall, asked for the first time.

    The answers are kept, so that the rules are measured with them at hand.
    """
    game = GAMES["rocodromo"]
    wall = game.initial(_setup(game, ())).terms.wall
    times_ms = []
    for source, target in permutations(range(len(wall.holds)), 2):
        for length in range(1, LENGTHS + 1):
            rope = Rope(wall.colour(target), length)
            started_s = time.process_time()
            climb(wall, source, target, rope)
            times_ms.append((time.process_time() - started_s) * 1e3)
    yield Measure(
        name="reach",
        title="Reach check, the slowest climb",
        value=max(times_ms),
        unit="ms",
        note=f"{len(times_ms)} climbs; median {statistics.median(times_ms):.3f} ms",
    )


def _of_game(
    game: AnyGame,
    name: str,
    title: str,
    options: tuple[tuple[str, OptionValue], ...],
    chess: Iterator[float] | None,
) -> Iterator[Measure]:
    setup = _setup(game, options)
    steps = _game_steps(game, setup)
    rounds = [(_mean_s(steps), None if chess is None else _mean_s(chess)) for _ in range(ROUNDS)]
    yield Measure(
        name=f"rules_{name}",
        title=f"Rules of {title}",
        value=1 / statistics.median(step_s for step_s, _ in rounds),
        unit="steps/s",
        note="all legal choices, then one applied",
    )
    shares = [step_s / move_s for step_s, move_s in rounds if move_s is not None]
    if shares:
        share = statistics.median(shares)
        yield Measure(
            name=f"rules_{name}_and_chess",
            title="A step against a move of chess",
            value=share,
            unit="× its time",
            budget=1.0,
            note=f"{1 / share:.2f} times as many a second; {len(shares)} rounds "
            f"from {1 / max(shares):.2f} to {1 / min(shares):.2f}",
        )
    if isinstance(game, TellsOdds):
        yield _odds(game, setup, name, title)


def _setup(game: AnyGame, options: tuple[tuple[str, OptionValue], ...]) -> Setup:
    boards = PackagedBoards()
    name = next(iter(boards.names(game.name)), None)
    board = game.parse_board({} if name is None else boards.load(game.name, name), str(name))
    return Setup(max(2, game.seats.start), options, board)


def _game_steps(game: AnyGame, setup: Setup) -> Iterator[float]:
    """Seconds of one step after the other, in one chance match after the other, without end.

    Choosing, throwing and beginning anew are not counted.
    """
    chance = Random(SEED)
    state = game.initial(setup)
    passed_s = 0.0
    while True:
        before_s = time.process_time()
        choices = game.legal_actions(state)
        passed_s += time.process_time() - before_s
        choice = _choice(game, state, choices, chance)
        if choice is None:
            state = game.initial(setup)
            continue
        before_s = time.process_time()
        state = game.apply(state, *choice).state
        yield passed_s + time.process_time() - before_s
        passed_s = 0.0


def _chess_moves() -> Iterator[float]:
    """Seconds of one move of chess after the other, measured likewise."""
    import chess  # only developers have it

    chance = Random(SEED)
    board = chess.Board()
    passed_s = 0.0
    while True:
        before_s = time.process_time()
        legal = list(board.legal_moves)
        passed_s += time.process_time() - before_s
        if not legal or board.fullmove_number > LONGEST_CHESS:
            board = chess.Board()
            continue
        move = chance.choice(legal)
        before_s = time.process_time()
        board.push(move)
        yield passed_s + time.process_time() - before_s
        passed_s = 0.0


def _mean_s(times_s: Iterator[float]) -> float:
    """The mean of as many as fill the time of a round."""
    passed_s, count = 0.0, 0
    while passed_s < ROUND_S:
        passed_s += next(times_s)
        count += 1
    return passed_s / count


def _odds(game: AnyGame, setup: Setup, name: str, title: str) -> Measure:
    assert isinstance(game, TellsOdds)
    chance = Random(SEED)
    state = game.initial(setup)
    times_ms = []
    for _ in range(ODDS_STEPS):
        started_s = time.process_time()
        game.choice_odds(state)
        times_ms.append((time.process_time() - started_s) * 1e3)
        choice = _choice(game, state, game.legal_actions(state), chance)
        if choice is None:
            break
        state = game.apply(state, *choice).state
    return Measure(
        name=f"odds_{name}",
        title=f"Exact odds of all choices in {title}",
        value=max(times_ms),
        unit="ms",
        budget=MOST_ODDS_MS,
        note=f"the slowest of {len(times_ms)} positions; median "
        f"{statistics.median(times_ms):.2f} ms",
    )


def _choice(
    game: AnyGame, state: Any, choices: tuple[tuple[Seat, Any], ...], chance: Random
) -> tuple[Seat, Any] | None:
    """Any legal choice or throw; None when the match is over."""
    prompt = game.prompt(state)
    if prompt.dice is not None and (not choices or chance.random() < 0.5):
        return chance.choice(prompt.seats), _throw(prompt.dice, chance)
    return chance.choice(choices) if choices else None


def _throw(dice: DiceSpec, chance: Random) -> Rolled:
    return Rolled.from_dice(
        RolledDie(kind, chance.choice(FACES[kind]))
        for kind, count in dice.counts
        for _ in range(count)
    )
