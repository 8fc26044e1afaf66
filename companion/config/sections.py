"""The sections of the settings file.

Knows every setting of a section with its default, bounds and meaning. Refuses to know files,
and what the settings are used for.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.config.rules import setting


@dataclass(frozen=True, slots=True)
class LightSettings:
    """The ``[lights]`` section."""

    pins: tuple[int, ...] = setting(
        (),
        "pins",
        "GPIO numbers of the lamps, three for each: red, green, blue; none: no lamps",
    )
    brightness: float = setting(
        0.6, "number", "0 (dark) to 1 (as bright as the lamps go)", low=0.0, high=1.0
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
