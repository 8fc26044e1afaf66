"""All lamps and the buzzer of a table as one thing that shows cues.

Knows which lamp shows what, and how to light one alone so that its wiring can be checked.
Refuses to know pins, networks and why a cue is shown.

A lamp that fails is logged once and left aside until it works again: the others go on.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.table.cues import Cue
from companion.table.panel import Part
from companion.table.ports import Rgb
from hardware.lights.patterns import seat_levels
from hardware.lights.simulated import Brightness, SimulatedLights, full
from hardware.sound import tone_at

PROBE_S = 3.0
"""How long a part is tried: a second for each colour of a lamp."""
PROBE_TONE_HZ = 880.0
PROBE_TONE_S = 0.5
DRAWN_LAMPS = 8
"""How many lamps the page draws where none is wired."""

_log = logging.getLogger(__name__)


class Lamp(Protocol):
    """Something that can be lit."""

    def write(self, levels: Sequence[float]) -> None:
        """Show these levels, 0 (dark) to 1: red, green and blue, or one. Returns at once."""

    def close(self) -> None:
        """Go dark; may be called twice."""


class Beeper(Protocol):
    """Something that can sound."""

    def write(self, tone_hz: float | None) -> None:
        """Sound at that pitch until the next call; None: be silent. Returns at once."""

    def close(self) -> None:
        """Be silent; may be called twice."""


@dataclass(slots=True)
class _Wired:
    """A lamp or buzzer with what was written last (None: nothing yet)."""

    part: Part
    lamp: Lamp | None
    beeper: Beeper | None = None
    written: tuple[float, ...] | None = None
    failed: bool = False

    def bring(self, wanted: tuple[float, ...]) -> None:
        """Write what is new; a fault is logged once and tried again with the next turn."""
        if wanted == self.written:
            return
        try:
            if self.lamp is not None:
                self.lamp.write(wanted)
            if self.beeper is not None:
                self.beeper.write(wanted[0] or None)
        except Exception:
            if not self.failed:
                _log.exception("%s failed; the others go on.", self.part.label)
            self.failed, self.written = True, None
        else:
            self.failed, self.written = False, wanted

    def close(self) -> None:
        try:
            for output in (self.lamp, self.beeper):
                if output is not None:
                    output.close()
        except Exception:
            _log.exception("%s could not be put out.", self.part.label)


class LightBoard:
    """Shows cues on every lamp and sounds them; see Lights."""

    def __init__(
        self,
        lamps: Sequence[tuple[Part, Lamp]] = (),
        seats: Sequence[tuple[Part, Lamp]] = (),
        buzzer: tuple[Part, Beeper] | None = None,
        brightness: Brightness = full,
        may_sound: Brightness | None = None,
    ) -> None:
        """``lamps`` show colours, ``seats`` are LEDs in the order of the seats.

        ``may_sound`` gives 0 while the buzzer has to be silent; None: it always may.
        """
        self._pattern = SimulatedLights(len(lamps) or DRAWN_LAMPS, brightness)
        self._lamps = [_Wired(part, lamp) for part, lamp in lamps]
        self._seats = [_Wired(part, lamp) for part, lamp in seats]
        self._buzzer = None if buzzer is None else _Wired(buzzer[0], None, buzzer[1])
        self._may_sound = may_sound or full
        self._turn: tuple[int, ...] = ()
        self._lock = threading.Lock()
        self._probed: dict[str, float | None] = {}

    @property
    def colours(self) -> tuple[Rgb, ...]:
        """What every coloured lamp shows now, as the page draws it."""
        return self._pattern.colours

    @property
    def parts(self) -> tuple[Part, ...]:
        """What is wired, lamps first."""
        return tuple(wired.part for wired in self._wired())

    def show(self, cue: Cue, seats: tuple[int, ...] = ()) -> None:
        """From now on show this cue; ``seats`` are those that it is about."""
        self._pattern.show(cue)
        self._turn = seats

    def tick(self, t_s: float) -> None:
        """Bring everything to where the pattern is at monotonic time ``t_s``."""
        self._pattern.tick(t_s)
        cue, elapsed_s, level = self._pattern.now
        probed = self._probes(t_s)
        for wired, rgb in zip(self._lamps, self._pattern.colours, strict=False):
            wired.bring(_lamp_probe(probed, wired) or tuple(part / 255 for part in rgb))
        levels = seat_levels(cue, elapsed_s, self._turn, len(self._seats), level)
        for wired, lit in zip(self._seats, levels, strict=True):
            wired.bring((1.0,) if wired.part.name in probed else (lit,))
        if self._buzzer is not None:
            tone_hz = tone_at(cue, elapsed_s) if self._may_sound() else None
            probe_s = probed.get(self._buzzer.part.name)
            if probe_s is not None:
                tone_hz = PROBE_TONE_HZ if probe_s < PROBE_TONE_S else None
            self._buzzer.bring((tone_hz or 0.0,))

    def probe(self, name: str) -> bool:
        """Try the part of that name alone for a moment; False when there is none. From any
        thread."""
        if name not in {part.name for part in self.parts}:
            return False
        with self._lock:
            self._probed[name] = None
        return True

    def close(self) -> None:
        """Lights out, silence; may be called twice."""
        self._pattern.close()
        for wired in self._wired():
            wired.close()

    def _wired(self) -> list[_Wired]:
        return [*self._lamps, *self._seats, *([self._buzzer] if self._buzzer else [])]

    def _probes(self, t_s: float) -> dict[str, float]:
        """For how long each part has been tried, in seconds; those that are done are gone."""
        with self._lock:
            begun = {name: t_s if at_s is None else at_s for name, at_s in self._probed.items()}
            running = {name: at_s for name, at_s in begun.items() if t_s - at_s < PROBE_S}
            self._probed = dict(running)
        return {name: t_s - at_s for name, at_s in running.items()}


def _lamp_probe(probed: dict[str, float], wired: _Wired) -> tuple[float, ...] | None:
    """Red, green and blue in turn, so that swapped wires are seen; None when not tried."""
    probe_s = probed.get(wired.part.name)
    if probe_s is None:
        return None
    colour = min(2, int(probe_s / PROBE_S * 3))
    return tuple(1.0 if index == colour else 0.0 for index in range(3))
