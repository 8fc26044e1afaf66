"""One figure of the bench, and the machine it was measured on.

Knows what a figure is. Refuses to know how any is measured and shown.
"""

from __future__ import annotations

import platform
from dataclasses import dataclass

import cv2
import numpy as np


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


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    return {
        "machine": platform.machine(),
        "python": f"Python {platform.python_version()}",
        "numpy": f"numpy {np.__version__}",
        "opencv": f"OpenCV {cv2.__version__}",
    }
