"""One figure of the bench.

Knows what a figure is. Refuses to know how any is measured and shown.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure. ``budget`` is the most that is allowed, None where there is none."""

    name: str
    title: str
    value: float
    unit: str
    budget: float | None = None
    note: str = ""

    @property
    def kept(self) -> bool:
        """False when the figure is over its budget."""
        return self.budget is None or self.value <= self.budget
