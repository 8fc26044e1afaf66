"""Values of the table as JSON.

Knows how frozen values are written. Refuses to know which of them is asked for.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import Enum
from typing import Any

from companion.dice import DiceSpec


def as_json(value: Any) -> Any:
    """JSON-ready: dataclasses become objects, tuples lists, handfuls of dice their text."""
    if isinstance(value, DiceSpec):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value):
        return {f.name: as_json(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(item) for item in value]
    return value
