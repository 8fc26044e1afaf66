"""What the lamps show for each cue, as a pure function of time.

Knows a colour and a rhythm for each cue, and which seats it is about. Refuses to know
lamps, pins and clocks.

Every cue has a rhythm of its own, so that nobody needs to tell colours apart. No rhythm
flashes more than three times in a second (WCAG 2.3.1). While dice are read the light is
steady, so that the camera sees one and the same light in all its pictures.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.table.cues import Cue
from companion.table.ports import Rgb


@dataclass(frozen=True, slots=True)
class Pattern:
    """On for the given spans (start, end) of each period, all in seconds."""

    colour: Rgb
    period_s: float
    on: tuple[tuple[float, float], ...]

    def is_on(self, t_s: float) -> bool:
        """Whether the lamps are lit ``t_s`` seconds after the cue began."""
        within = t_s % self.period_s
        return any(start <= within < end for start, end in self.on)


_WHITE, _BLUE, _GREEN = (255, 220, 180), (40, 90, 255), (30, 220, 60)
_RED, _AMBER, _VIOLET = (255, 30, 20), (255, 140, 0), (180, 60, 255)
_SHORT, _BEAT = 0.2, 0.4


def _pulses(count: int) -> tuple[tuple[float, float], ...]:
    return tuple((round(n * _BEAT, 3), round(n * _BEAT + _SHORT, 3)) for n in range(count))


PATTERNS: Mapping[Cue, Pattern] = {
    Cue.OFF: Pattern((0, 0, 0), 1.0, ()),
    Cue.IDLE: Pattern(_WHITE, 4.0, _pulses(1)),
    Cue.YOUR_TURN: Pattern(_BLUE, 2.0, ((0.0, 1.0),)),
    Cue.ROLL_NOW: Pattern(_BLUE, 1.8, _pulses(2)),
    Cue.ROLLING: Pattern(_WHITE, 1.6, ((0.0, 1.4),)),
    Cue.HAND: Pattern(_WHITE, 2.4, ((0.0, 1.6), (1.8, 2.2))),
    Cue.READING: Pattern(_WHITE, 1.0, ((0.0, 1.0),)),
    Cue.ACCEPTED: Pattern(_GREEN, 3.0, ((0.0, 2.4),)),
    Cue.SUCCESS: Pattern(_GREEN, 2.4, _pulses(3)),
    Cue.FALL: Pattern(_RED, 0.8, ((0.0, 0.4),)),
    Cue.DOUBT: Pattern(_AMBER, 2.0, ((0.0, 0.8), (1.1, 1.3))),
    Cue.WRONG_COUNT: Pattern(_AMBER, 3.0, ((0.0, 0.8), (1.1, 1.3), (1.6, 1.8))),
    Cue.COCKED: Pattern(_AMBER, 2.8, ((0.0, 0.8), (1.1, 1.9))),
    Cue.TOWER_DOWN: Pattern(_AMBER, 4.0, ((0.0, 0.8), (1.1, 1.9), (2.2, 3.0))),
    Cue.UNASKED: Pattern(_VIOLET, 3.0, ((0.0, 0.2), (0.5, 1.7))),
    Cue.CAMERA_LOST: Pattern(_RED, 4.0, _pulses(5)),
    Cue.GAME_OVER: Pattern(_GREEN, 4.0, ((0.0, 2.0),)),
}


def colours(cue: Cue, t_s: float, lamps: int, brightness: float = 1.0) -> tuple[Rgb, ...]:
    """The colour of each of ``lamps`` lamps, ``t_s`` seconds after the cue began.

    ``brightness`` from 0 (dark) to 1; a lamp that is lit at a brightness above 0 never goes
    out by rounding.
    """
    pattern = PATTERNS[cue]
    if brightness <= 0.0 or not pattern.is_on(t_s):
        return ((0, 0, 0),) * lamps
    red, green, blue = (min(255, max(1, round(level * brightness))) for level in pattern.colour)
    return ((red, green, blue),) * lamps


def seat_levels(
    cue: Cue, t_s: float, turn: Collection[int], seats: int, brightness: float = 1.0
) -> tuple[float, ...]:
    """How bright (0 to 1) the one-coloured lamp of each of ``seats`` seats is.

    Those whose ``turn`` it is (counted from 0) show the rhythm of the cue; the others are
    dark. ``t_s`` as for ``colours``.
    """
    lit = brightness if PATTERNS[cue].is_on(t_s) else 0.0
    return tuple(lit if seat in turn else 0.0 for seat in range(seats))
