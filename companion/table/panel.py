"""The lamps, buttons and buzzer of a table, so that people can try them one by one.

Knows what the page may ask of them. Refuses to know pins and drivers.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from companion.table.ports import Button


class PartKind(StrEnum):
    """What a part is."""

    LAMP = "lamp"
    SEAT = "seat"
    STRIP = "strip"
    BUZZER = "buzzer"
    BUTTON = "button"


@dataclass(frozen=True, slots=True)
class Part:
    """Something that is wired: ``name`` is unique, ``label`` for people, ``where`` its pins."""

    name: str
    kind: PartKind
    label: str
    where: str


@dataclass(frozen=True, slots=True)
class Heard:
    """A press that was heard while listening: HELP is a long one; ``ago_s`` in seconds."""

    button: Button
    ago_s: float


class Panel(Protocol):
    """Tries lamps, buzzer and buttons. Calls may come from any thread."""

    def parts(self) -> tuple[Part, ...]:
        """What is wired, in the order of the settings."""

    def probe(self, name: str) -> bool:
        """Light that part, or let it sound, for a moment; False when there is none."""

    def listen(self) -> None:
        """For a while presses are only told here and do nothing at the table."""

    def listening_s(self) -> float:
        """For how many more seconds presses are only told here; 0 when they act."""

    def heard(self) -> tuple[Heard, ...]:
        """What was pressed since the last ``listen``, newest first."""
