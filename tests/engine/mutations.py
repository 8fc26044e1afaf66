"""Requests and dumps spoilt by chance, for the tests of the engine's robustness.

Knows how a JSON value is damaged and where. Refuses to know what the engine makes of it.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

Path = tuple[str | int, ...]

STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 3, 7, 99, 2**31, 2**53, 2**53 + 1, -(2**63), 10**40, 0.5, -0.0,
    1e308, "", " ", "0", "start", "Start", "null", "é", "\x00", "\ud800", "x" * 20_000, "practice",
    "../../etc/passwd", [], [[]], {}, {"type": "Position"}, {"type": 3}, {"": {}}, [None] * 50,
)  # fmt: skip
"""Values that a field may be given instead of its own."""

CONSTANTS = (b"NaN", b"Infinity", b"-Infinity", b"1e999", b"9" * 5000, b"[" * 200, b'{"a":' * 200)


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a JSON value."""
    yield path
    if isinstance(value, dict):
        for key, each in value.items():
            yield from places(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from places(each, (*path, index))


def spoilt(value: Any, chance: Random) -> tuple[Any, Path]:
    """The value with one thing changed, added, doubled or taken away, and where."""
    found = copy.deepcopy(value)
    path = chance.choice([path for path in places(found) if path])
    holder: Any = found
    for step in path[:-1]:
        holder = holder[step]
    last = path[-1]
    match chance.randrange(6):
        case 0:
            del holder[last]
        case 1 if isinstance(holder, dict):
            holder[chance.choice(["extra", "type", "", "version"])] = chance.choice(STRANGE)
        case 1 | 2 if isinstance(holder, list):
            holder.insert(int(last), copy.deepcopy(holder[int(last)]))
        case 3 if type(holder[last]) is int:
            holder[last] += chance.choice([-1, 1, 2, 10])
        case 4 if isinstance(holder, list):
            chance.shuffle(holder)
        case _:
            holder[last] = copy.deepcopy(chance.choice(STRANGE))
    return found, path


def bytes_of(value: Any) -> bytes:
    """As a line, with lone surrogates and all."""
    return json.dumps(value, ensure_ascii=True).encode("ascii")


def spoilt_line(line: bytes, chance: Random) -> bytes:
    """A line with some bytes changed, cut off, doubled or put in."""
    found = bytearray(line)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(found) + 1)
        match chance.randrange(5):
            case 0:
                found[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del found[at : at + chance.randint(1, 30)]
            case 2:
                found[at:at] = found[at : at + chance.randint(1, 30)]
            case 3:
                found[at:at] = chance.choice(CONSTANTS)
            case _:
                found[at:at] = chance.randbytes(chance.randint(1, 8))
    return bytes(found).replace(b"\n", b" ")
