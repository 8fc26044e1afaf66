"""The switches of Gipfelkraxler at set-up.

Knows their names, defaults and what they turn into. Refuses to know how they are shown.
"""

from __future__ import annotations

from companion.games.gipfelkraxler.board import Graph
from companion.games.gipfelkraxler.state import FreedSpace, Terms
from companion.games.options import check_seats, settled_options
from companion.games.protocol import OptionSpec, Setup

OPTIONS = (
    OptionSpec(
        "freed_space",
        "choice",
        FreedSpace.EMPTY.value,
        "The space that the mover leaves",
        "An ibex that is washed onto the small space from which this turn's move began stays"
        " there, because the mover has left it (empty); or the space counts as taken until the"
        " turn ends, and the ibex is washed one space further (taken).",
        choices=tuple(each.value for each in FreedSpace),
        ruling="GK16",
    ),
)


def settle(setup: Setup, seats: range, title: str) -> Terms:
    """The match's terms. Raises ValueError, in a player's words."""
    check_seats(setup, seats, title)
    if not isinstance(setup.board, Graph):
        raise ValueError(f"{title} needs a board; choose one.")
    chosen = settled_options(OPTIONS, setup)
    freed = FreedSpace(str(chosen["freed_space"]))
    return Terms(setup.board, setup.seats, setup.first, freed)
