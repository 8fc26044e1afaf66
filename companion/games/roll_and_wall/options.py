"""The switches of Roll & Wall at set-up.

Knows their names, defaults and what they turn into. Refuses to know how they are shown.
"""

from __future__ import annotations

from companion.games.options import check_seats, settled_options
from companion.games.protocol import OptionSpec, Setup
from companion.games.roll_and_wall.assembly import assemble
from companion.games.roll_and_wall.board import (
    FACE_IDS,
    SECTION_PLACES,
    BoardBox,
    Place,
)
from companion.games.roll_and_wall.state import PITONS, YOUNG_PITONS, Terms

USUAL = "usual"

_TITLES = {Place.LEFT: "Left", Place.CENTRE: "Centre", Place.RIGHT: "Right"}

_FACES = tuple(
    OptionSpec(
        f"{place.value}_face",
        "choice",
        USUAL,
        f"{_TITLES[place]} wall section",
        "Which face lies there: section number and side; usual: as the board says.",
        choices=(USUAL, *FACE_IDS),
    )
    for place in SECTION_PLACES
)

OPTIONS = (
    OptionSpec(
        "young_players",
        "seats",
        (),
        "Younger players",
        f"They start with {YOUNG_PITONS} pitons instead of {PITONS}.",
        ruling="RW32",
    ),
    *_FACES,
    OptionSpec(
        "same_level",
        "choice",
        "near",
        "Same level",
        "Which pitons hang on one level: those whose spaces lie nearly at one height"
        " (half of the smallest space), or only those at exactly one height.",
        choices=("near", "exact"),
        ruling="RW15",
    ),
    OptionSpec(
        "doubled_pitons",
        "bool",
        False,
        "Two own pitons in one space",
        "Whether a player may put a second piton where one of the own pitons is already.",
        ruling="RW10",
    ),
)


def settle(setup: Setup, seats: range, title: str) -> Terms:
    """The match's terms. Raises ValueError, in a player's words."""
    check_seats(setup, seats, title)
    box = setup.board
    if not isinstance(box, BoardBox):
        raise ValueError(f"{title} needs a board; choose one.")
    chosen = settled_options(OPTIONS, setup)
    left, centre, right = (
        usual if chosen[f"{place.value}_face"] == USUAL else str(chosen[f"{place.value}_face"])
        for place, usual in zip(SECTION_PLACES, box.usual, strict=True)
    )
    wall = assemble(box, (left, centre, right))
    young = chosen["young_players"]
    assert isinstance(young, tuple)  # settled_options has checked it
    return Terms(
        wall=wall,
        seats=setup.seats,
        first=setup.first,
        pitons=tuple(YOUNG_PITONS if i in young else PITONS for i in range(setup.seats)),
        level_mm=wall.level_mm if chosen["same_level"] == "near" else 0.0,
        doubled_pitons=chosen["doubled_pitons"] is True,
    )
