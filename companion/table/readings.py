"""A throw as the camera saw it, as it is journalled and as the page shows it.

Knows how a settled roll is written in full and how its pixels become fractions of the
picture. Refuses to judge it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from companion.table.snapshot import SeenDie, SeenTrouble
from vision.values import DieReading, SettledRoll


def reading_json(roll: SettledRoll, picture_size: tuple[int, int]) -> dict[str, Any]:
    """Everything the camera said, JSON-ready; ``picture_size`` is width and height in pixels."""
    reading = roll.reading
    return {
        "frame": roll.frame,
        "t_s": _finite(roll.t_s),
        "picture_size": list(picture_size),
        "status": reading.status.value,
        "confidence": _finite(reading.confidence),
        "dice": [_die_json(die) for die in reading.dice],
        "trouble": [
            {
                "code": trouble.code.value,
                "centre_px": None if trouble.centre_px is None else _numbers(trouble.centre_px),
            }
            for trouble in reading.trouble
        ],
    }


def seen_dice(reading: Mapping[str, Any] | None) -> tuple[SeenDie, ...]:
    """The dice of a journalled reading, with places as fractions; none for None."""
    if reading is None:
        return ()
    width, height = reading["picture_size"]
    return tuple(
        SeenDie(
            kind=die["kind"],
            value=die["value"],
            confidence=die["confidence"],
            alternatives=tuple((a["value"], a["confidence"]) for a in die["alternatives"]),
            centre=_place(die["centre_px"], width, height),
            box=(
                *_place(die["box_px"][:2], width, height),
                *_place(die["box_px"][2:], width, height),
            ),
        )
        for die in reading["dice"]
    )


def seen_trouble(reading: Mapping[str, Any] | None) -> tuple[SeenTrouble, ...]:
    """The troubles of a journalled reading, with places as fractions; none for None."""
    if reading is None:
        return ()
    width, height = reading["picture_size"]
    return tuple(
        SeenTrouble(
            trouble["code"],
            None if trouble["centre_px"] is None else _place(trouble["centre_px"], width, height),
        )
        for trouble in reading["trouble"]
    )


def _die_json(die: DieReading) -> dict[str, Any]:
    return {
        "kind": die.kind.value,
        "value": die.value,
        "confidence": _finite(die.confidence),
        "alternatives": [
            {"value": other.value, "confidence": _finite(other.confidence)}
            for other in die.alternatives
        ],
        "centre_px": _numbers(die.centre_px),
        "box_px": _numbers(die.box_px),
    }


def _place(point: Sequence[float], width: int, height: int) -> tuple[float, float]:
    # Pixels count from the centre of the first one, so its outer edge is at -0.5.
    x, y = point
    return (
        min(max((x + 0.5) / max(width, 1), 0.0), 1.0),
        min(max((y + 0.5) / max(height, 1), 0.0), 1.0),
    )


def _numbers(values: Sequence[float]) -> list[float]:
    return [_finite(value) for value in values]


def _finite(value: float) -> float:
    """A plain float; what is not a number counts as nothing, so that it can be written."""
    number = float(value)
    return number if math.isfinite(number) else 0.0
