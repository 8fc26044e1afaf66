"""The switches of Roll & Wall at set-up.

Knows their names, defaults and what they turn into. Refuses to know how they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.optional import CockedDie
from companion.games.options import check_seats, settled_options
from companion.games.protocol import OptionSpec, OptionValue, Setup
from companion.games.roll_and_wall.assembly import assemble
from companion.games.roll_and_wall.board import (
    FACE_IDS,
    SECTION_PLACES,
    BoardBox,
    Place,
    Wall,
)
from companion.games.roll_and_wall.board_check import missing_flag_places
from companion.games.roll_and_wall.house import House
from companion.games.roll_and_wall.house_options import HOUSE_OPTIONS, house_switches
from companion.games.roll_and_wall.preparation import HAND
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

ADVANCED = "advanced"

OPTIONS = (
    OptionSpec(
        "variant",
        "choice",
        "basic",
        "Variant",
        "basic: everybody has shoes, chalk and an energy bar; advanced: flags to collect and"
        " thirteen kinds of equipment, dealt and drafted.",
        choices=("basic", ADVANCED),
    ),
    OptionSpec(
        "red_tiles",
        "bool",
        True,
        "Red equipment",
        "Advanced: whether the red tiles, which can hurt other players, are dealt too.",
    ),
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
    OptionSpec(
        "cocked_die",
        "choice",
        CockedDie.ROLL_AGAIN.value,
        "A die that leans on something",
        "roll_again: that die is rolled again; as_it_lies: people say what it shows.",
        choices=tuple(each.value for each in CockedDie),
        ruling="RW31",
    ),
    *HOUSE_OPTIONS,
)


def cocked_die(setup: Setup) -> CockedDie:
    """What that match does with a cocked die (RW31)."""
    return CockedDie(str(settled_options(OPTIONS, setup)["cocked_die"]))


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
        house=_house(box, wall, setup.seats, chosen) if chosen["variant"] == ADVANCED else None,
    )


def _house(box: BoardBox, wall: Wall, seats: int, chosen: Mapping[str, OptionValue]) -> House:
    """The advanced variant's terms. Raises ValueError where the board lacks something."""
    if box.equipment is None:
        raise ValueError(
            f"The board {box.title!r} does not list its equipment tiles, which the advanced"
            " variant needs; add [equipment] to it or choose another board."
        )
    missing = missing_flag_places(wall)
    if missing:
        place = missing[0]
        raise ValueError(
            f"The board {box.title!r} does not say between which spaces the flag place"
            f" {place.section.value} {place.number} of the {place.edge.value} inner edge lies;"
            " add [flags] to it, list the place under [[joins]], or choose other faces."
        )
    red = chosen["red_tiles"] is True
    stock = sorted(box.equipment.stock, key=lambda each: each.tile)
    stack = tuple((each.tile, n) for each in stock if (n := each.blue + red * each.red))
    total, needed = sum(n for _, n in stack), HAND * seats
    if total < needed:
        raise ValueError(
            f"{seats} players are dealt {needed} tiles, but only {total} {'red and ' * red}blue"
            f" ones are on the board {box.title!r}; add tiles to it or play with fewer players."
        )
    drawn = tuple((each.tile, each.shape) for each in stock if each.shape is not None)
    return House(
        stack=stack,
        shapes=drawn if len(drawn) == len(stock) else None,
        **house_switches(chosen),
    )
