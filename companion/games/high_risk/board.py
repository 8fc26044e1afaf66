"""The mountain of High Risk: its zones from the Basecamp to the Summit.

Knows kinds of zones and where each lies. Refuses to know files, players and dice.

Lengths are millimetres; points have x to the right and y down.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

BASECAMP = 0
"""The zone in which everybody starts."""

CLIFFS = 6
BIVOUACS = 3
"""How many zones of these kinds the mountain has (rulebook, Game Elements)."""


class ZoneKind(StrEnum):
    """What a zone is. Only a cliff holds no more than one climber."""

    BASECAMP = "basecamp"
    BIVOUAC = "bivouac"
    CLIFF = "cliff"
    SUMMIT = "summit"


@dataclass(frozen=True, slots=True)
class Zone:
    """One zone: cliffs are round, the others rectangular, around ``centre_mm``."""

    kind: ZoneKind
    name: str
    centre_mm: tuple[float, float]
    width_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Mountain:
    """A whole board. A zone's number is its place in ``zones``, counted up from 0.

    ``cliffs`` holds the numbers of the cliffs, ``summit`` that of the Summit. Equal
    mountains have equal ``fingerprint``; comparing and hashing use it.
    """

    title: str
    note: str
    width_mm: float
    height_mm: float
    zones: tuple[Zone, ...]
    cliffs: frozenset[int]
    summit: int
    fingerprint: str

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Mountain) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)
