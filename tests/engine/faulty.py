"""Plug-ins with a fault each, as strangers might write them."""

from __future__ import annotations

import sys
from typing import Any

from companion.games.free_roll.game import FreeRoll


class Exploding:
    """Fails when it is made."""

    def __init__(self) -> None:
        raise RuntimeError("no licence found")


class Leaving:
    """Ends the program when it is made."""

    def __init__(self) -> None:
        sys.exit(3)


class Nameless:
    """Has nothing of a game."""


class Shouting(FreeRoll):
    """Has an id that no path and no address can hold."""

    name = "MY GAME/../"


class Doubled(FreeRoll):
    """Has the id of a game that ships."""


class Seatless(FreeRoll):
    """Is for nobody."""

    name = "seatless"
    seats = range(0)


class Hollow:
    """Has the facts of a game, but no rules."""

    name = "hollow"
    title = "Hollow"
    rules_version = 1
    seats = range(1, 3)
    options = ()


class Late(FreeRoll):
    """Is a game until it is played."""

    name = "late"

    def view(self, state: Any, seat: Any) -> Any:
        return 1 // 0

    def refusal(self, state: Any, seat: Any, action: Any) -> Any:
        return 1 // 0
