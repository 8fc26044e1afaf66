"""The mountain of Gipfelkraxler: spaces, paths up with their signs, streams down.

Knows the graph and where everything lies. Refuses to know files, ibexes and dice.

Lengths are millimetres; points have x to the right and y down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from companion.games.gipfelkraxler.tasks import Task

SpaceId = NewType("SpaceId", str)
"""A space by its name, as players read it, such as ``Left Pasture``."""


class SpaceKind(StrEnum):
    """What a space is. Only small spaces and the summit are for a single ibex."""

    START = "start"
    LARGE = "large"
    SMALL = "small"
    SUMMIT = "summit"


@dataclass(frozen=True, slots=True)
class Space:
    """One space, drawn as an ellipse around ``centre_mm``.

    ``stream``: where an ibex that is pushed off lands; small spaces alone have one.
    """

    id: SpaceId
    kind: SpaceKind
    centre_mm: tuple[float, float]
    width_mm: float
    height_mm: float
    stream: SpaceId | None


@dataclass(frozen=True, slots=True)
class Path:
    """A black arrow: the way up from one space to another, and the sign beside it."""

    source: SpaceId
    target: SpaceId
    task: Task


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """A whole board.

    ``up``: the paths out of each space. ``above``: the different spaces they lead to.
    ``legs``: the fewest paths from the start. Equal graphs have equal ``fingerprint``;
    comparing and hashing use it.
    """

    title: str
    note: str
    width_mm: float
    height_mm: float
    start: SpaceId
    summit: SpaceId
    spaces: Mapping[SpaceId, Space]
    paths: tuple[Path, ...]
    up: Mapping[SpaceId, tuple[Path, ...]]
    above: Mapping[SpaceId, tuple[SpaceId, ...]]
    streams: Mapping[SpaceId, SpaceId]
    small: frozenset[SpaceId]
    legs: Mapping[SpaceId, int]
    fingerprint: str

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Graph) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)
