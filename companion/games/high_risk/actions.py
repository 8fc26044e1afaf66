"""What players can do in High Risk.

Knows the choices as values. Refuses to know when they are allowed.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice import Rolled


@dataclass(frozen=True, slots=True)
class RollAgain:
    """Pick up all the Danger dice for another roll."""


@dataclass(frozen=True, slots=True)
class Stop:
    """End the turn of one's own will."""


@dataclass(frozen=True, slots=True)
class Advance:
    """Take the mountains set aside: the climber in this zone goes up."""

    zone: int


Action = Rolled | RollAgain | Stop | Advance
