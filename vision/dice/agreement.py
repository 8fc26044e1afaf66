"""Several readings of the same dice at rest to one.

Knows that a second look may settle a doubt, and that it takes more than one sure answer to
overrule an unsure one. Refuses to know frames and time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from vision.values import Status, TrayReading

LOOKS = 3
"""So many readings of one throw at most."""
_SURE_AGAINST_DOUBT = 2
"""A first reading that is sure stands; after an unsure one, so many must agree."""

Values = tuple[tuple[str, str], ...]


def enough(readings: Sequence[TrayReading]) -> bool:
    """True when another look at the same dice would not be used."""
    return bool(readings) and (
        len(readings) >= LOOKS or readings[0].status is not Status.UNSURE or _settled(readings)
    )


def agreed(readings: Sequence[TrayReading]) -> TrayReading:
    """The reading to report: sure only if sure readings agree and none contradicts them.

    Else the values that were read most often (of equals, the most confident reading), as
    unsure. ``readings`` must hold at least one.
    """
    if len(readings) == 1 or readings[0].status is not Status.UNSURE:
        return readings[0]
    if _settled(readings):
        sure = (reading for reading in readings if reading.status is not Status.UNSURE)
        return max(sure, key=lambda reading: reading.confidence)
    counts = Counter(_values(reading) for reading in readings)
    best = max(readings, key=lambda reading: (counts[_values(reading)], reading.confidence))
    return replace(best, status=Status.UNSURE)


def _settled(readings: Sequence[TrayReading]) -> bool:
    sure = [_values(r) for r in readings if r.status is not Status.UNSURE]
    return len(sure) >= _SURE_AGAINST_DOUBT and len(set(sure)) == 1


def _values(reading: TrayReading) -> Values:
    return tuple(sorted((die.kind.value, str(die.value)) for die in reading.dice))
