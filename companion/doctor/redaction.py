"""What must not leave the house: names, passwords, addresses, and how to take them out.

Knows which settings may be shown as they are, and how a name or an address looks in a text.
Refuses to guess: a text in the settings is shown only where it is one of those that cannot
hold a secret.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any

from companion.config import Config
from companion.config.rules import as_toml

GONE = "[removed]"
_PLAIN_KINDS = frozenset(
    ("whole number", "number", "switch", "choice", "pin", "pins", "seat pins", "time of day")
)
"""Kinds of settings that cannot hold a name or a password."""
_COMMON = frozenset(
    ("", "auto", "none", "scripted:demo", "demo", "0.0.0.0", "127.0.0.1", "::", "::1", "localhost")
)
"""Texts of the settings that say nothing of their owner, and stand in many sentences."""
_SHORTEST_SECRET = 3
"""A shorter text, such as an empty password, stands in too many other words."""

_PATTERNS = (
    (re.compile(r"(?<=://)[^\s/@]+@"), GONE + "@"),
    (re.compile(r"\b(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}\b"), "[hardware address]"),
    (
        re.compile(r"(?<![\w.])(?!127\.0\.0\.1|0\.0\.0\.0)(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)"),
        "[address]",
    ),
    (re.compile(r"(?<![\w-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), "[e-mail]"),
    (re.compile(r"/(?:home|Users|media|run/media|mnt)/[^\s'\":,;]+"), "[path]"),
    (
        re.compile(r"(?i)\b(pass(?:word|phrase)?|secret|token|api[-_ ]?key)\b(\s*[=:]\s*)\S+"),
        rf"\1\2{GONE}",
    ),
)


_MAY_BE_IPV6 = re.compile(r"(?<![\w:])[0-9A-Fa-f:]*:[0-9A-Fa-f:]*:[0-9A-Fa-f]*(?!\w)")


@dataclass(frozen=True, slots=True)
class Redactor:
    """Takes names and secrets out of any text, whole words and in any case."""

    words: frozenset[str]

    def text(self, text: str) -> str:
        """The text without them."""
        for pattern, instead in _PATTERNS:
            text = pattern.sub(instead, text)
        return self.names(_MAY_BE_IPV6.sub(_without_address, text))

    def names(self, text: str) -> str:
        """The text without names and texts of the settings; numbers of versions look like
        addresses and stay."""
        # The longest first: a name may stand in another one.
        for word in sorted(self.words, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", GONE, text, flags=re.IGNORECASE)
        return text


def redactor(names: Iterable[str], secrets: Iterable[str]) -> Redactor:
    """For these names of people and machines, and these texts of the settings."""
    words = {name.strip() for name in names} - {""}
    # People write each other by their first name too.
    words |= {part for name in words for part in name.split() if len(part) >= _SHORTEST_SECRET}
    words |= {text.strip() for text in secrets if len(text.strip()) >= _SHORTEST_SECRET}
    return Redactor(frozenset(words))


def shown_settings(config: Config) -> str:
    """The settings that differ from the defaults as TOML; texts only as "set"."""
    lines: list[str] = []
    for key, value, default, kind in _settings(config):
        if value != default:
            plain = kind in _PLAIN_KINDS
            lines.append(
                f"{key} = {as_toml(value) if plain else as_toml(_kind_of_text(key, value))}"
            )
    return "\n".join(lines) + "\n" if lines else "# nothing differs from the defaults\n"


def secrets_of(config: Config) -> tuple[str, ...]:
    """Every text that the owner wrote into the settings and that is not one of many owners'."""
    written = (
        str(value)
        for _, value, default, kind in _settings(config)
        if value is not None and value != default and kind not in _PLAIN_KINDS
    )
    parts = (part for text in written for part in (text, text.partition(":")[2]))
    return tuple(part for part in parts if part not in _COMMON and not part.startswith("/dev/"))


def _without_address(found: re.Match[str]) -> str:
    """Times of day look nearly like addresses and stay."""
    try:
        return found[0] if ipaddress.ip_address(found[0]).is_loopback else "[address]"
    except ValueError:
        return found[0]


def _kind_of_text(key: str, value: Any) -> str:
    """Of a camera its form, which is half of the diagnosis; of anything else nothing."""
    if key == "camera":
        form = str(value).partition(":")[0]
        if form in ("auto", "none", "v4l2", "picamera2", "recorded", "scripted"):
            return form if form == value else f"{form}:{GONE}"
    return GONE


def _settings(config: Config) -> Iterator[tuple[str, Any, Any, str]]:
    """Key, value, default and kind of every setting."""
    usual = Config()
    for declared in fields(Config):
        value, default = getattr(config, declared.name), getattr(usual, declared.name)
        if declared.metadata["kind"] != "section":
            yield declared.name, value, default, declared.metadata["kind"]
            continue
        for inner in fields(default):
            yield (
                f"{declared.name}.{inner.name}",
                getattr(value, inner.name),
                getattr(default, inner.name),
                inner.metadata["kind"],
            )
