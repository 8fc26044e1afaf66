"""What a setting may be, and how to say what is wrong with one.

Knows the kinds of values and their bounds. Refuses to know which settings there are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import Field, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.errors import ConfigError

LOWEST_GPIO_PIN, HIGHEST_GPIO_PIN = 2, 27
"""The Raspberry Pi's header brings out GPIO 0 to 27; at 0 and 1 the Pi looks for the identity
memory of a hat, at every start."""
MOST_SEATS = 5
_TIME_OF_DAY = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


def setting(default: Any, kind: str, meaning: str, **bounds: Any) -> Any:
    """A field that is a setting; ``kind`` as in ``checked``, ``bounds`` as the kind asks."""
    return field(default=default, metadata={"kind": kind, "meaning": meaning, **bounds})


def checked(declared: Field[Any], value: Any, key: str, source: str) -> Any:
    """``value`` as the field ``declared`` wants it; raises ConfigError that names ``key``."""
    rule = declared.metadata
    good: Any = None
    match rule["kind"]:
        case "text" if isinstance(value, str) and value.strip():
            good = value
        case "path" if isinstance(value, str | Path) and str(value).strip():
            good = Path(value)
        case "choice" if any(type(value) is type(c) and value == c for c in rule["choices"]):
            good = value
        case "whole number" if type(value) is int and rule["low"] <= value <= rule["high"]:
            good = value
        case "number" if _is_number(value) and rule["low"] <= value <= rule["high"]:
            good = float(value)
        case "switch" if isinstance(value, bool):
            good = value
        case "pin" if _is_pin(value):
            good = value
        case "pins" if _are_pins(value) and len(value) % 3 == 0:
            good = tuple(value)
        case "seat pins" if _are_pins(value) and len(value) <= MOST_SEATS:
            good = tuple(value)
        case "time of day" if isinstance(value, str) and _TIME_OF_DAY.fullmatch(value):
            good = value
        case "web address" if isinstance(value, str) and is_web_address(value):
            good = value
    if good is None:
        raise ConfigError(f"In {source}, {key} must be {wanted(rule)}, got {as_toml(value)}.")
    return good


def as_toml(value: Any) -> str:
    """``value`` as it would be written in the file; None is "left out"."""
    match value:
        case None:
            return "left out"
        case bool():
            return str(value).lower()
        case str() | Path():
            return f'"{value}"'
        case list() | tuple():
            return f"[{', '.join(as_toml(item) for item in value)}]"
        case Mapping():
            return "a section"
        case _:
            return str(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_pin(value: Any) -> bool:
    return type(value) is int and LOWEST_GPIO_PIN <= value <= HIGHEST_GPIO_PIN


def _are_pins(value: Any) -> bool:
    return (
        isinstance(value, list | tuple)
        and all(_is_pin(pin) for pin in value)
        and len(set(value)) == len(value)
    )


def is_web_address(text: str) -> bool:
    """Whether it is ``http://NAME``, perhaps with a port and a path, or empty for none."""
    if not text:
        return True
    try:
        parts = urlsplit(text)
        port_is_sound = parts.port is None or parts.port > 0
    except ValueError:  # a bracket that is not closed, a port that is no number
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and port_is_sound


def wanted(rule: Mapping[str, Any]) -> str:
    """What the setting must be, to end the sentence "… must be"."""
    match rule["kind"]:
        case "choice":
            return " or ".join(as_toml(choice) for choice in rule["choices"])
        case "whole number":
            return f"a whole number from {rule['low']} to {rule['high']}"
        case "number":
            return f"a number from {rule['low']:g} to {rule['high']:g}"
        case "switch":
            return "true or false"
        case "pin":
            return f"a GPIO number from {LOWEST_GPIO_PIN} to {HIGHEST_GPIO_PIN}"
        case "pins":
            return (
                f"a list of different GPIO numbers from {LOWEST_GPIO_PIN} to {HIGHEST_GPIO_PIN}, "
                "three for each lamp, such as [17, 27, 22]"
            )
        case "seat pins":
            return (
                f"a list of at most {MOST_SEATS} different GPIO numbers from {LOWEST_GPIO_PIN} "
                f"to {HIGHEST_GPIO_PIN}, one for each seat, such as [23, 24, 25]"
            )
        case "time of day":
            return 'a time of day in quotes, such as "22:00"'
        case "web address":
            return 'a web address in quotes, such as "http://192.168.1.50", or "" for none'
        case _:
            return (
                'a text in quotes, such as "auto"' if rule["kind"] == "text" else "a path in quotes"
            )
