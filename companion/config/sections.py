"""The sections of the settings file.

Knows every setting of a section with its default, bounds and meaning. Refuses to know files,
and what the settings are used for.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.config.rules import setting


@dataclass(frozen=True, slots=True)
class LightSettings:
    """The ``[lights]`` section."""

    pins: tuple[int, ...] = setting(
        (),
        "pins",
        "GPIO numbers of the lamps, three for each: red, green, blue; none: no lamps",
    )
    seats: tuple[int, ...] = setting(
        (),
        "seat pins",
        "GPIO numbers of the LEDs of the seats, one for each, the first player's first; "
        "none: no such LEDs",
    )
    brightness: float = setting(
        0.6, "number", "0 (dark) to 1 (as bright as the lamps go)", low=0.0, high=1.0
    )
    night: str = setting(
        "hours",
        "choice",
        "when lamps are dimmed to lights.night_brightness: in the hours below, now, or never",
        choices=("hours", "on", "off"),
    )
    night_from: str = setting("22:00", "time of day", "when the night begins")
    night_until: str = setting("07:00", "time of day", "when the night ends")
    night_brightness: float = setting(
        0.15, "number", "brightness of the lamps at night, 0 (dark) to 1", low=0.0, high=1.0
    )


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """The ``[buttons]`` section: a push button between its pin and ground, each if wanted."""

    confirm: int | None = setting(
        None,
        "pin",
        "GPIO number of the button that takes the likeliest reading of a doubtful throw",
    )
    undo: int | None = setting(
        None, "pin", "GPIO number of the button that takes back the last step"
    )
    next: int | None = setting(
        None,
        "pin",
        "GPIO number of the button that asks to roll a doubtful throw again, "
        "and else takes the only choice there is",
    )
    hold_s: float = setting(
        1.0,
        "number",
        "for how many seconds any button is held to ask for help on the page",
        low=0.3,
        high=10.0,
    )


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """The ``[pictures]`` section: pictures of throws that are kept as evidence."""

    keep: str = setting(
        "all",
        "choice",
        "which throws leave a picture: all of them; doubts, those that became a question; none",
        choices=("all", "doubts", "none"),
    )
    most_mb: int = setting(
        200,
        "whole number",
        "megabytes that they may take; the oldest make room",
        low=1,
        high=100_000,
    )
    folder: Path | None = setting(
        None,
        "path",
        "where they are kept; a folder below /run is in memory and spares the card, but is empty "
        "after a restart; left out: in the state folder",
    )


@dataclass(frozen=True, slots=True)
class CopySettings:
    """The ``[copies]`` section: what the service copies of the games every day."""

    daily: bool = setting(
        True, "switch", "make a copy of games, boards, dice and settings once a day"
    )
    keep: int = setting(7, "whole number", "how many of these copies are kept", low=1, high=1000)
    folder: Path | None = setting(
        None,
        "path",
        "where they are kept, best on another disk; left out: copies in the state folder",
    )


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """The ``[sound]`` section: a passive piezo buzzer between its pin and ground."""

    buzzer: int | None = setting(None, "pin", "GPIO number of the buzzer")
    on: bool = setting(True, "switch", "whether the buzzer sounds")
    at_night: bool = setting(False, "switch", "whether it sounds at night, too (lights.night)")


@dataclass(frozen=True, slots=True)
class WledSettings:
    """The ``[wled]`` section: one LED strip with a WLED controller in the same network."""

    url: str = setting(
        "",
        "web address",
        "the address of a WLED controller in your network, such as http://192.168.1.50; "
        "empty: no strip",
    )
