"""Random but repeatable walks through any registered game.

Knows how to set up a match from a game's own options and how to choose among its legal
actions, throws included. Refuses to know any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from companion.boards.loading import PackagedBoards
from companion.dice import FACES, NUMBERED, DiceSpec, Rolled, RolledDie, is_face
from companion.games.protocol import Game, OptionSpec, OptionValue, Seat, Setup, TakesMeasures

AnyGame = Game[Any, Any]
Choice = tuple[Seat, Any]

_BOARDS = PackagedBoards()
_PARSED: dict[tuple[str, str], Any] = {}


def board_of(game: AnyGame, name: str | None = None) -> Any:
    """The game's first practice board, or that of a name; None for a game without boards."""
    names = _BOARDS.names(game.name)
    if not names:
        return game.parse_board({}, "none")
    key = (game.name, name or names[0])
    if key not in _PARSED:
        _PARSED[key] = game.parse_board(_BOARDS.load(*key), key[1])
    return _PARSED[key]


@st.composite
def setups(draw: st.DrawFn, game: AnyGame) -> Setup:
    """Any set-up that the game takes."""
    seats = draw(st.sampled_from(game.seats))
    board, first = board_of(game), Seat(draw(st.integers(0, seats - 1)))
    setup = Setup(seats, (), board, first)
    for spec in game.options:
        if draw(st.booleans()):
            option = (spec.name, draw(_option(spec, seats)))
            larger = Setup(seats, (*setup.options, option), board, first)
            try:
                game.initial(larger)
            except ValueError:  # it contradicts the others: leave it out
                continue
            setup = larger
    return setup


def _option(spec: OptionSpec, seats: int) -> st.SearchStrategy[OptionValue]:
    match spec.kind:
        case "bool":
            return st.booleans()
        case "int":
            return st.integers(spec.low, spec.high)
        case "choice":
            return st.sampled_from(spec.choices)
        case "seats":
            return st.sets(st.integers(0, seats - 1)).map(lambda found: tuple(sorted(found)))
        case "dice":
            counts = st.dictionaries(
                st.sampled_from(NUMBERED), st.integers(1, max(1, spec.high // 8)), min_size=1
            )
            return counts.map(lambda found: str(DiceSpec.of(found)))
        case _:
            raise AssertionError(spec.kind)


def next_choice(game: AnyGame, state: Any, rng: Random) -> Choice | None:
    """A choice for whoever may act: mostly a throw where one is awaited; None at the end."""
    listed = game.legal_actions(state)
    prompt = game.prompt(state)
    if prompt.dice is not None and (not listed or rng.random() < 0.8):
        return rng.choice(prompt.seats), random_throw(prompt.dice, rng)
    return rng.choice(listed) if listed else None


def random_throw(spec: DiceSpec, rng: Random) -> Rolled:
    """A throw of those dice, die by die: all throws of many dice are too many to list."""
    kinds = [kind for kind, n in spec.counts for _ in range(n)]
    return Rolled(tuple(RolledDie(kind, rng.choice(FACES[kind])) for kind in kinds))


def walk(game: AnyGame, setup: Setup, rng: Random, steps: int) -> Iterator[tuple[Any, Choice, Any]]:
    """State, choice and step, at most that many times."""
    state = game.initial(setup)
    for _ in range(steps):
        choice = next_choice(game, state, rng)
        if choice is None:
            return
        step = game.apply(state, *choice)
        yield state, choice, step
        state = step.state


class Legality:
    """What is legal in a state by its list of choices and its prompt, not by ``refusal``."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        # By their text, because Python takes True for 1; and by their class, because two
        # games may have actions of one name.
        self._listed = {(repr(s), type(a), repr(a)) for s, a in game.legal_actions(state)}
        self._prompt = game.prompt(state)
        self._game, self._state = game, state

    def of(self, seat: Any, action: Any) -> bool:
        """Whether that seat may do that."""
        if isinstance(self._game, TakesMeasures):
            action = self._game.listed_for(self._state, action)
        if (repr(seat), type(action), repr(action)) in self._listed:
            return True
        return (
            self._prompt.dice is not None
            and type(action) is Rolled
            and type(seat) is int
            and seat in self._prompt.seats
            and action.spec == self._prompt.dice
            and all(is_face(die.kind, die.value) for die in action.dice)
        )


def strangers(game: AnyGame, games: Sequence[AnyGame], rng: Random) -> list[Any]:
    """Things that are no action of that game, or no action at all."""
    found: list[Any] = [None, 0, "Rest", (), {}, object, Rolled, game]
    for other in games:
        if other is not game:
            setup = Setup(other.seats[-1], (), board_of(other))
            found += [choice[1] for _, choice, _ in walk(other, setup, rng, 6)]
    return found
