"""How fast the rules are: a step of each game against a move of chess, and exact odds.

Knows random matches by a seed, and their times. Refuses to know any rule. Times are
processor time of one thread.

A step is the list of all legal choices, one of which is applied; a move of chess the same
with the PyPI package ``chess``, in the same run, on the same machine.
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

RULES_FOR_S = 1.0
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
    chess_s = _chess_move_s()
    for game in GAMES.values():
        yield from _of_game(game, game.name, game.title, (), chess_s)
        if game.name in VARIANTS:
            called, options = VARIANTS[game.name]
            named = (f"{game.name}_{called}", f"{game.title}, {called}")
            yield from _of_game(game, *named, options, chess_s)


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
    chess_s: float | None,
) -> Iterator[Measure]:
    setup = _setup(game, options)
    step_s, matches = _step_s(game, setup)
    yield Measure(
        name=f"rules_{name}",
        title=f"Rules of {title}",
        value=1 / step_s,
        unit="steps/s",
        note=f"all legal choices, then one applied; {matches} matches to their end",
    )
    if chess_s is not None:
        yield Measure(
            name=f"rules_{name}_and_chess",
            title="A step against a move of chess",
            value=step_s / chess_s,
            unit="× its time",
            budget=1.0,
            note=f"{chess_s / step_s:.1f} times as many a second",
        )
    if isinstance(game, TellsOdds):
        yield _odds(game, setup, name, title)


def _setup(game: AnyGame, options: tuple[tuple[str, OptionValue], ...]) -> Setup:
    boards = PackagedBoards()
    name = next(iter(boards.names(game.name)), None)
    board = game.parse_board({} if name is None else boards.load(game.name, name), str(name))
    return Setup(max(2, game.seats.start), options, board)


def _step_s(game: AnyGame, setup: Setup) -> tuple[float, int]:
    """Seconds for a step, and how many matches came to their end.

    Choosing, throwing and beginning anew are not counted.
    """
    chance = Random(SEED)
    state = game.initial(setup)
    steps = matches = 0
    passed_s = 0.0
    while passed_s < RULES_FOR_S:
        before_s = time.process_time()
        choices = game.legal_actions(state)
        passed_s += time.process_time() - before_s
        choice = _choice(game, state, choices, chance)
        if choice is None:
            matches += 1
            state = game.initial(setup)
            continue
        before_s = time.process_time()
        state = game.apply(state, *choice).state
        passed_s += time.process_time() - before_s
        steps += 1
    return passed_s / steps, matches


def _chess_move_s() -> float | None:
    """Seconds for a move of chess, measured likewise; None where it is not installed."""
    if importlib.util.find_spec("chess") is None:
        return None
    import chess  # only developers have it

    chance = Random(SEED)
    board = chess.Board()
    moves = 0
    passed_s = 0.0
    while passed_s < RULES_FOR_S:
        before_s = time.process_time()
        legal = list(board.legal_moves)
        passed_s += time.process_time() - before_s
        if not legal or board.fullmove_number > LONGEST_CHESS:
            board = chess.Board()
            continue
        move = chance.choice(legal)
        before_s = time.process_time()
        board.push(move)
        passed_s += time.process_time() - before_s
        moves += 1
    return passed_s / moves


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
