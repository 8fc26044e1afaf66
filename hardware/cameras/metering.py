"""When exposure, white balance and focus have settled, and that they stay as they are then.

Knows libcamera's names of controls and metadata. Refuses to know any camera.

A camera that goes on adjusting itself makes a still tray look as if it moved, and gives one
die two colours. So it is left to adjust itself after the start, then held, and let go again
only when the light has changed for good: a lamp was switched on.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

FIRST_S = 1.0
"""Nothing is held before: what was set at the start takes some pictures to arrive."""
AT_LEAST = 8
"""Pictures in a row that must agree: automatic exposure steps every third or fourth."""
ALIKE = 0.02
"""Agreeing values differ by less than this share."""
AT_LAST_S = 6.0
"""Under a lamp that flickers it never settles: after so long it is held as it is."""
ARRIVES_S = 0.5
"""From setting a control to the picture that has it, generously."""
OTHER_LIGHT = 1.6
"""Brighter or darker by this factor, which no hand over the tray does, is another light …"""
OTHER_LIGHT_S = 5.0
"""… when it lasts so long."""

_FOCUS_BY_HAND, _FOCUS_ALWAYS = 0, 2
_FOCUS_SCANNING = 1
_BLACK = 1.0
"""Grey levels below which the ratio of two brightnesses says nothing."""


class _Phase(enum.Enum):
    SETTLING = enum.auto()
    ARRIVING = enum.auto()
    HELD = enum.auto()


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the camera had chosen for one picture; None: not said."""

    light: float | None
    red: float | None
    blue: float | None
    scanning: bool

    def agrees(self, other: _Seen) -> bool:
        pairs = ((self.light, other.light), (self.red, other.red), (self.blue, other.blue))
        return not self.scanning and all(_alike(one, two) for one, two in pairs)


class Metering:
    """Says which controls to set, picture by picture."""

    def __init__(self, advertised: frozenset[str], hold: bool = True) -> None:
        """``advertised``: the controls that the camera has. ``hold`` False: never hold any."""
        self._advertised = advertised
        self._hold = hold and bool(advertised & {"ExposureTime", "AnalogueGain", "ColourGains"})
        self._phase = _Phase.SETTLING
        self._since_s: float | None = None
        self._last: _Seen | None = None
        self._agreeing = 0
        self._brightness = 0.0
        self._other_since_s: float | None = None

    @property
    def held(self) -> bool:
        """True while the camera is kept from adjusting itself."""
        return self._phase is not _Phase.SETTLING

    def first(self) -> dict[str, Any]:
        """The controls to start with: everything adjusts itself."""
        return self._only({"AeEnable": True, "AwbEnable": True, "AfMode": _FOCUS_ALWAYS})

    def saw(self, metadata: Mapping[str, Any], brightness: float, t_s: float) -> dict[str, Any]:
        """The controls to set after a picture; mostly none.

        ``metadata`` is the picture's, ``brightness`` its mean grey level, 0 to 255.
        """
        if not self._hold:
            return {}
        if self._since_s is None:
            self._since_s = t_s
        passed_s = t_s - self._since_s
        match self._phase:
            case _Phase.SETTLING:
                self._compare(_seen(metadata))
                settled = self._agreeing >= AT_LEAST and passed_s >= FIRST_S
                if settled or passed_s >= AT_LAST_S:
                    self._turn(_Phase.ARRIVING, t_s)
                    return self._holding(metadata)
            case _Phase.ARRIVING:
                if passed_s >= ARRIVES_S:
                    self._brightness = brightness
                    self._turn(_Phase.HELD, t_s)
            case _Phase.HELD:
                if self._other_light(brightness, t_s):
                    self._turn(_Phase.SETTLING, t_s)
                    return self._freed()
        return {}

    def _turn(self, phase: _Phase, t_s: float) -> None:
        self._phase, self._since_s = phase, t_s
        self._last, self._agreeing, self._other_since_s = None, 0, None

    def _compare(self, seen: _Seen) -> None:
        agrees = self._last is not None and seen.agrees(self._last)
        self._agreeing = self._agreeing + 1 if agrees else 0
        self._last = seen

    def _other_light(self, brightness: float, t_s: float) -> bool:
        now, held = max(brightness, _BLACK), max(self._brightness, _BLACK)
        if max(now / held, held / now) < OTHER_LIGHT:
            self._other_since_s = None
            return False
        if self._other_since_s is None:
            self._other_since_s = t_s
        return t_s - self._other_since_s >= OTHER_LIGHT_S

    def _holding(self, metadata: Mapping[str, Any]) -> dict[str, Any]:
        """Setting a value ends its automatic; setting AeEnable beside it confuses libcamera,
        which then takes values that have not arrived yet (picamera2 #933)."""
        names = ("ExposureTime", "AnalogueGain", "ColourGains")
        wanted = {name: metadata[name] for name in names if metadata.get(name)}
        if "LensPosition" in metadata and "AfMode" in self._advertised:
            wanted |= {"AfMode": _FOCUS_BY_HAND, "LensPosition": metadata["LensPosition"]}
        return self._only(wanted)

    def _freed(self) -> dict[str, Any]:
        """Zero gives exposure and gain back to the camera."""
        return self._only({"ExposureTime": 0, "AnalogueGain": 0.0}) | self.first()

    def _only(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in controls.items() if name in self._advertised}


def _seen(metadata: Mapping[str, Any]) -> _Seen:
    exposure_us, gain = metadata.get("ExposureTime"), metadata.get("AnalogueGain")
    gains = metadata.get("ColourGains")
    return _Seen(
        light=None if exposure_us is None else float(exposure_us) * float(gain or 1.0),
        red=float(gains[0]) if gains else None,
        blue=float(gains[1]) if gains else None,
        scanning=metadata.get("AfState") == _FOCUS_SCANNING,
    )


def _alike(one: float | None, two: float | None) -> bool:
    if one is None or two is None:
        return one is two
    return abs(one - two) <= ALIKE * max(abs(one), abs(two))
