"""The board of Pig: a track with so many steps.

Knows the form of its file and every fault of one. Refuses to know the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import BoardError

KEYS = ("game", "format", "title", "note", "goal")
SHORTEST, LONGEST = 10, 1000


@dataclass(frozen=True, slots=True)
class Track:
    """A track: ``goal`` is its number of steps, the points that win."""

    title: str
    note: str
    goal: int


def parse_track(data: Mapping[str, Any], source: str) -> Track:
    """The track of a parsed file. Raises BoardError that names every fault."""
    faults = [f"There is no key {key!r}; take it out." for key in data if key not in KEYS]
    if data.get("game", "pig") != "pig" or data.get("format", 1) != 1:
        faults.append('It must say game = "pig" and format = 1.')
    texts = [key for key in ("title", "note") if type(data.get(key, "")) is not str]
    faults += [f"{key!r} must be a text." for key in texts]
    goal = data.get("goal")
    if type(goal) is not int or not SHORTEST <= goal <= LONGEST:
        faults.append(f"'goal' must be a whole number from {SHORTEST} to {LONGEST}.")
    if faults:
        raise BoardError(source, tuple(faults))
    return Track(data.get("title", source), data.get("note", ""), int(data["goal"]))
