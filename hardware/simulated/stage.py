"""What a scripted camera films, as protocols.

Knows that there is a tray on which dice lie and are thrown. Refuses to know how a picture
of it is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.dice import RolledDie
from hardware.pictures import Picture


@dataclass(frozen=True, slots=True)
class Throwing:
    """A throw to be filmed: the dice as they will lie; the last one leans if ``cocked``."""

    dice: tuple[RolledDie, ...]
    seed: int
    cocked: bool = False


class Motion(Protocol):
    """Something that happens on the tray."""

    @property
    def duration_s(self) -> float:
        """From its start until all is still."""

    def picture(self, t_s: float) -> Picture:
        """The tray ``t_s`` seconds after the start; at and after the end the still tray."""


class Stage(Protocol):
    """A tray that is filmed. Every picture has the same size and may not be written to."""

    def still(self) -> Picture:
        """The tray as it lies now."""

    def throw(self, throwing: Throwing) -> Motion:
        """Take up the dice that lie there and throw these."""

    def hand(self, seed: int) -> Motion:
        """A hand passes over the tray and touches nothing."""
