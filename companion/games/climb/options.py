"""The switches of Climb! at set-up.

Knows their names, defaults and what they turn into. Refuses to know how they are shown.
"""

from __future__ import annotations

from companion.games.climb.board import FEWEST_CARDS, Deck, Level
from companion.games.climb.state import JudgeMode, Terms
from companion.games.options import check_seats, settled_options
from companion.games.protocol import OptionSpec, Setup

_ONLY = {
    "beginner": (Level.BEGINNER,),
    "up_to_intermediate": (Level.BEGINNER, Level.INTERMEDIATE),
    "all": tuple(Level),
}

OPTIONS = (
    OptionSpec(
        "judge",
        "choice",
        JudgeMode.STRICT.value,
        "The referee",
        "Off: it only counts. Advise: it shows what it saw, the players judge. Strict: it calls"
        " the fall, and the table can overrule it.",
        choices=tuple(mode.value for mode in JudgeMode),
        ruling="CL17",
    ),
    OptionSpec(
        "expert_variation",
        "bool",
        False,
        "Expert variation",
        "Who falls gets no points for that attempt.",
        ruling="CL14",
    ),
    OptionSpec(
        "levels",
        "choice",
        "all",
        "Cards",
        "Which levels of cards are in play; for a first match take the beginner cards.",
        choices=tuple(_ONLY),
    ),
    OptionSpec(
        "closed_holds",
        "choice",
        "all",
        "A hold that was left",
        "It is closed to all fingers; or only to the finger that left it.",
        choices=("all", "finger"),
        ruling="CL6",
    ),
    OptionSpec(
        "half_double",
        "choice",
        "refuse",
        "One finger alone in a hold for two",
        "The move cannot be finished so; or it is a fall.",
        choices=("refuse", "fall"),
        ruling="CL8",
    ),
    OptionSpec(
        "summit_fingers",
        "choice",
        "one",
        "Fingers in the Summit Zone",
        "One finger counts there and the others must be in holds; or any number.",
        choices=("one", "any"),
        ruling="CL11",
    ),
    OptionSpec(
        "breaches",
        "choice",
        "refuse",
        "Slips that are none of the four falls",
        "Such as resting on the same finger twice: the referee asks again; or it is a fall.",
        choices=("refuse", "fall"),
        ruling="CL16",
    ),
    OptionSpec(
        "card_shift_tenths_mm",
        "int",
        3,
        "A card has moved",
        "From so many tenths of a millimetre on; smaller shifts are shown, not judged. It must"
        " be more than the camera's own error.",
        low=1,
        high=100,
        ruling="CL18",
    ),
    OptionSpec(
        "solo",
        "choice",
        "free",
        "Climbing alone",
        "As many attempts as you like on one route, the best counts; or three rounds with"
        " changes of the route.",
        choices=("free", "three_rounds"),
        ruling="CL22",
    ),
)


def settle(setup: Setup, seats: range, title: str) -> Terms:
    """The match's terms. Raises ValueError, in a player's words."""
    check_seats(setup, seats, title)
    deck = setup.board
    if not isinstance(deck, Deck):
        raise ValueError(f"{title} needs a deck of cards; choose one.")
    chosen = settled_options(OPTIONS, setup)
    levels = _ONLY[str(chosen["levels"])]
    cards = tuple(number for number in deck.cards if Level.of(number) in levels)
    if len(cards) < FEWEST_CARDS:
        raise ValueError(
            f"{len(cards)} cards of these levels are too few, it takes {FEWEST_CARDS}."
            " Choose more levels."
        )
    shift = chosen["card_shift_tenths_mm"]
    assert isinstance(shift, int)  # settled_options has checked it
    return Terms(
        deck=deck,
        seats=setup.seats,
        first=setup.first,
        cards=cards,
        judge=JudgeMode(str(chosen["judge"])),
        expert=chosen["expert_variation"] is True,
        closed_to_all=chosen["closed_holds"] == "all",
        one_in_summit=chosen["summit_fingers"] == "one",
        breach_is_fall=chosen["breaches"] == "fall",
        half_double_is_fall=chosen["half_double"] == "fall",
        shift_tenths_mm=shift,
        free_solo=setup.seats == 1 and chosen["solo"] == "free",
    )
