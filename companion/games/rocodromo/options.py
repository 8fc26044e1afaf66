"""The switches of Rocódromo at set-up.

Knows their names, defaults and what they turn into. Refuses to know how they are shown.
"""

from __future__ import annotations

from companion.games.options import check_seats, settled_options
from companion.games.protocol import OptionSpec, Setup
from companion.games.rocodromo.assembly import build, dealt
from companion.games.rocodromo.checking import EndPoint
from companion.games.rocodromo.state import Checking, LevelClimbers, Terms
from companion.games.rocodromo.wall import Kit

LAST_DEAL = 999_999

OPTIONS = (
    OptionSpec(
        "tiles",
        "int",
        0,
        "How the tiles lie",
        "0: as the board file lists them. Any other number deals tiles, sides and turns; the"
        " same number always gives the same wall. Build yours as the picture shows.",
        low=0,
        high=LAST_DEAL,
        ruling="RO1",
    ),
    OptionSpec(
        "checking",
        "choice",
        Checking.BOARD.value,
        "Who checks a climb and the end",
        "The measured wall decides, and the table only what is too close to call (board); or"
        " the table lays the real rope and carabiner every time (table).",
        choices=tuple(each.value for each in Checking),
        ruling="RO9",
    ),
    OptionSpec(
        "side_by_side",
        "choice",
        "joined",
        "Equal colours side by side",
        "Sections of one colour that meet across the upright seam of two tiles count as one"
        " section (joined), or as two (apart).",
        choices=("joined", "apart"),
        ruling="RO9",
    ),
    OptionSpec(
        "same_rope_again",
        "bool",
        True,
        "Take back the rope just given back",
        "With three ropes one goes back before another is taken; it may be the same one.",
        ruling="RO4",
    ),
    OptionSpec(
        "level_climbers",
        "choice",
        LevelClimbers.HIGHEST.value,
        "Climbers at the same height",
        "If two share the greatest height, both count as the highest and get no rope when they"
        " lose balance (highest); or neither does (not_highest).",
        choices=tuple(each.value for each in LevelClimbers),
        ruling="RO15",
    ),
    OptionSpec(
        "rope_when_empty",
        "bool",
        True,
        "A rope for who fails to get on an empty wall",
        "Who loses balance in the first climb while nobody is on the wall takes a rope too.",
        ruling="RO16",
    ),
    OptionSpec(
        "end_point",
        "choice",
        EndPoint.TOKEN.value,
        "From where the way to the end is measured",
        "From the nearest point of the climber's token, from its nose, or from the middle of"
        " its hold.",
        choices=tuple(each.value for each in EndPoint),
        ruling="RO20",
    ),
)


def settle(setup: Setup, seats: range, title: str) -> Terms:
    """The match's terms. Raises ValueError, in a player's words."""
    check_seats(setup, seats, title)
    kit = setup.board
    if not isinstance(kit, Kit):
        raise ValueError(f"{title} needs a board; choose one.")
    chosen = settled_options(OPTIONS, setup)
    number = chosen["tiles"]
    placed = dealt(kit, int(str(number))) if number else kit.placed
    return Terms(
        wall=build(kit, placed, chosen["side_by_side"] == "joined"),
        seats=setup.seats,
        first=setup.first,
        checking=Checking(str(chosen["checking"])),
        same_rope_again=chosen["same_rope_again"] is True,
        level_climbers=LevelClimbers(str(chosen["level_climbers"])),
        rope_when_empty=chosen["rope_when_empty"] is True,
        end_point=EndPoint(str(chosen["end_point"])),
    )
