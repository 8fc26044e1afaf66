"""What the page needs to teach dice, as a protocol and plain values.

Knows that dice lie in the newest picture of the tray and can be given names. Refuses to know
how they are found, compared and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die in the picture that is looked at: centre and side of its upper face in pixels."""

    x_px: float
    y_px: float
    side_px: float


@dataclass(frozen=True, slots=True)
class Look:
    """One picture that dice are taught from; ``number`` names it in what follows."""

    number: int
    width_px: int
    height_px: int
    dice: tuple[LyingDie, ...]


@dataclass(frozen=True, slots=True)
class SetFacts:
    """One set of taught dice: its name and kind, and each face with its number of pictures."""

    name: str
    kind: str
    practice: bool
    faces: tuple[tuple[str, int], ...]


class Teacher(Protocol):
    """Teaches dice from the tray's picture. What cannot be done raises CompanionError."""

    def sets(self) -> Sequence[SetFacts]:
        """The sets that can be used, the practice ones first."""

    def look(self) -> Look | None:
        """Look at the newest picture of the tray; None before the first."""

    def looked_at(self, number: int) -> Look | None:
        """A look that was taken lately; None when it is no longer kept."""

    def picture(self, number: int) -> bytes | None:
        """The JPEG of a look; None when it is no longer kept."""

    def teach(self, number: int, die: int, name: str, label: str) -> None:
        """A die of a look shows this face of that set; the set begins with its first face."""

    def forget(self, name: str, label: str) -> None:
        """Remove a face with its pictures."""

    def advice(self, name: str) -> Sequence[str]:
        """What should be mended about a set; nothing where its faces can be told apart."""
