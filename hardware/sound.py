"""What the buzzer sounds for each cue, as a pure function of time.

Knows short tones for the cues that people may miss with their eyes on the dice. Refuses to
know buzzers, pins and clocks.

Rising is good, falling is bad, the same twice is a question: nobody needs an ear for pitch,
because also the number and the length of the tones differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.table.cues import Cue


@dataclass(frozen=True, slots=True)
class Tone:
    """Sounds at ``hz`` from ``start_s`` to ``end_s`` after its cue began."""

    hz: float
    start_s: float
    end_s: float


_LOW, _MIDDLE, _HIGH, _TOP = 440.0, 659.0, 880.0, 1319.0

TONES: Mapping[Cue, tuple[Tone, ...]] = {
    Cue.ACCEPTED: (Tone(_HIGH, 0.0, 0.1),),
    Cue.SUCCESS: (Tone(_MIDDLE, 0.0, 0.1), Tone(_HIGH, 0.2, 0.3), Tone(_TOP, 0.4, 0.6)),
    Cue.FALL: (Tone(_HIGH, 0.0, 0.2), Tone(_LOW, 0.3, 0.9)),
    Cue.DOUBT: (Tone(_MIDDLE, 0.0, 0.15), Tone(_MIDDLE, 0.25, 0.4)),
    Cue.WRONG_COUNT: (Tone(_MIDDLE, 0.0, 0.15), Tone(_MIDDLE, 0.25, 0.4)),
    Cue.COCKED: (Tone(_MIDDLE, 0.0, 0.15), Tone(_MIDDLE, 0.25, 0.4)),
    Cue.UNASKED: (Tone(_LOW, 0.0, 0.1),),
    Cue.CAMERA_LOST: (Tone(_LOW, 0.0, 0.3), Tone(_LOW, 0.4, 0.7), Tone(_LOW, 0.8, 1.1)),
    Cue.GAME_OVER: (
        Tone(_MIDDLE, 0.0, 0.15),
        Tone(_HIGH, 0.25, 0.4),
        Tone(_TOP, 0.5, 0.65),
        Tone(_TOP, 0.75, 1.15),
    ),
}
"""Each once when its cue begins; the other cues are silent. Tones and gaps last at least two of
the lights' turns of 0.05 s, so that none is skipped."""


def tone_at(cue: Cue, t_s: float) -> float | None:
    """The pitch in Hz ``t_s`` seconds after the cue began; None for silence."""
    tones = TONES.get(cue, ())
    return next((tone.hz for tone in tones if tone.start_s <= t_s < tone.end_s), None)
