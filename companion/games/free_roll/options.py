"""The switches of free roll at set-up.

Knows their names, defaults and what they turn into. Refuses to know how they are shown.
"""

from __future__ import annotations

from companion.dice import DiceSpec
from companion.games.free_roll.state import MAX_DICE, MAX_OF_A_KIND, Order, Ranking, Terms
from companion.games.options import check_seats, settled_options
from companion.games.protocol import OptionSpec, Setup

OPTIONS = (
    OptionSpec("dice", "dice", "2d6", "Dice", "The dice to begin with.", high=MAX_DICE),
    OptionSpec(
        "order",
        "choice",
        Order.IN_TURN.value,
        "Who throws",
        "Go round the table, or let whoever takes the dice throw.",
        choices=tuple(order.value for order in Order),
    ),
    OptionSpec(
        "throws_per_turn",
        "int",
        1,
        "Throws in a turn",
        "After so many throws the dice go on; 0 means until the player passes.",
        high=20,
    ),
    OptionSpec("rounds", "int", 0, "Rounds", "The match ends after them; 0: never.", high=999),
    OptionSpec(
        "ranking",
        "choice",
        Ranking.HIGHEST.value,
        "Who wins",
        "The highest total, the lowest total, or nobody.",
        choices=tuple(ranking.value for ranking in Ranking),
    ),
)


def settle(setup: Setup, seats: range, title: str) -> tuple[Terms, DiceSpec]:
    """The match's terms and first dice. Raises ValueError, in a player's words."""
    check_seats(setup, seats, title)
    if setup.board is not None:
        raise ValueError("Free roll has no board; leave the board out.")
    chosen = settled_options(OPTIONS, setup)
    dice = DiceSpec.parse(str(chosen["dice"]))
    for kind, count in dice.counts:
        if count > MAX_OF_A_KIND:
            raise ValueError(f"At most {MAX_OF_A_KIND} {kind} fit in one throw, got {count}.")
    terms = Terms(
        setup.seats,
        setup.first,
        Order(str(chosen["order"])),
        Ranking(str(chosen["ranking"])),
        _whole(chosen["rounds"]),
        _whole(chosen["throws_per_turn"]),
    )
    return terms, dice


def _whole(value: object) -> int:
    assert isinstance(value, int)  # settled_options has checked it
    return value
