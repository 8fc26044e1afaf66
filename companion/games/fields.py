"""Fields of a parsed board file, each checked and every fault collected.

Knows how to read texts, numbers, lists and outlines out of plain tables and how to say
what is wrong with them. Refuses to know any game's board.

A faulty field gives a stand-in value, so that one reading finds all faults; the caller
must not use what was read unless ``faults`` is empty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

Point = tuple[float, float]
"""x to the right and y down, in millimetres."""

_FARTHEST_MM = 10_000.0
"""Ten metres: no board is larger, so a larger number is a slip."""

_LONGEST_TEXT = 200

V = TypeVar("V")


@dataclass(slots=True)
class Faults:
    """The faults found so far, as sentences."""

    found: list[str] = field(default_factory=list)

    def add(self, where: str, what: str) -> None:
        """Note a fault: ``where`` names the place as a player would, ``what`` says what to do."""
        self.found.append(f"{where}: {what}")


@dataclass(frozen=True, slots=True)
class Fields:
    """One table of the file, with its place in words."""

    plain: Mapping[str, Any]
    where: str
    faults: Faults

    def only(self, *names: str) -> None:
        """Note every key that is none of ``names``."""
        for key in self.plain:
            if key not in names:
                self.faults.add(self.where, f"{key!r} is not known here; use {', '.join(names)}.")

    def text(self, name: str, default: str | None = None) -> str:
        """A text of 1 to 200 characters."""
        value = self.plain.get(name, default)
        if type(value) is str and 0 < len(value) <= _LONGEST_TEXT and value.isprintable():
            return value
        return self._wrong(name, "a short text in quotation marks", "")

    def whole(self, name: str, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``."""
        value = self.plain.get(name)
        if type(value) is int and low <= value <= high:
            return value
        return self._wrong(name, f"a whole number from {low} to {high}", low)

    def flag(self, name: str, default: bool | None = None) -> bool:
        """true or false."""
        value = self.plain.get(name, default)
        if type(value) is bool:
            return value
        return self._wrong(name, "true or false", False)

    def length_mm(self, name: str, low: float = 0.0) -> float:
        """Millimetres, at least ``low``."""
        value = self.plain.get(name)
        if isinstance(value, int | float) and _is_length(value) and value >= low:
            return float(value)
        return self._wrong(name, f"a length of at least {low:g} mm", 1.0)

    def optional_length_mm(self, name: str) -> float | None:
        """Millimetres, or None where the key is left out."""
        return self.length_mm(name) if name in self.plain else None

    def choice(self, name: str, choices: Sequence[str]) -> str:
        """One of some words."""
        value = self.plain.get(name)
        if type(value) is str and value in choices:
            return value
        return self._wrong(name, f"one of {', '.join(choices)}", choices[0])

    def names(self, name: str) -> tuple[str, ...]:
        """A list of different texts; left out means none."""
        value = self.plain.get(name, [])
        if type(value) is list and all(type(each) is str for each in value):
            if len(set(value)) == len(value):
                return tuple(value)
            return self._wrong(name, "a list without repeats", ())
        return self._wrong(name, "a list of names in quotation marks", ())

    def outline(self, name: str) -> tuple[Point, ...]:
        """A list of at least three points ``[x, y]`` in millimetres."""
        value = self.plain.get(name)
        if type(value) is list and len(value) >= 3 and all(map(_is_point, value)):
            return tuple((float(x), float(y)) for x, y in value)
        return self._wrong(name, "a list of at least three points [x, y] in mm", ())

    def table(self, name: str) -> Fields:
        """A table inside this one."""
        value = self.plain.get(name)
        where = f"{self.where}, [{name}]"
        found: dict[str, Any] = (
            value if isinstance(value, dict) else self._wrong(name, "a table", {})
        )
        return Fields(found, where, self.faults)

    def tables(self, name: str, *, needed: bool = True) -> tuple[Fields, ...]:
        """The tables of a list."""
        value = self.plain.get(name, None if needed else [])
        if type(value) is list and all(isinstance(each, dict) for each in value):
            return tuple(
                Fields(each, f"{self.where}, {name} no. {i}", self.faults)
                for i, each in enumerate(value, start=1)
            )
        return self._wrong(name, "a list of tables", ())

    def called(self, where: str) -> Fields:
        """The same table under a better name for its place."""
        return Fields(self.plain, where, self.faults)

    def _wrong(self, name: str, wanted: str, stand_in: V) -> V:
        if name not in self.plain:
            self.faults.add(self.where, f"{name!r} is missing; it must be {wanted}.")
        else:
            got = repr(self.plain[name])
            got = got if len(got) <= 40 else got[:37] + "..."
            self.faults.add(self.where, f"{name!r} must be {wanted}, not {got}.")
        return stand_in


def _is_length(value: object) -> bool:
    return (
        type(value) in (int, float)
        and isinstance(value, int | float)
        and abs(value) <= _FARTHEST_MM  # false for what is no number or infinite, too
    )


def _is_point(value: object) -> bool:
    return type(value) is list and len(value) == 2 and all(map(_is_length, value))
