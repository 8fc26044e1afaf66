"""One line of bytes as one JSON value, and back.

Knows what JSON is, strictly: UTF-8, no NaN or infinity, no key twice, no abyss of brackets.
Refuses to know what a value means.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

from companion.engine.faults import Code, Fault

LONGEST_LINE_BYTES = 4_000_000
"""A board of a megabyte in a dump fits four times; more is a slip."""

DEEPEST = 40
"""Brackets inside brackets; the deepest state has some ten."""


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream without their ends; of one that is too long, a part too long.

    Never holds more than about twice the longest line.
    """
    while piece := stream.readline(LONGEST_LINE_BYTES + 2):
        if not piece.endswith(b"\n"):
            rest = piece
            while rest and not rest.endswith(b"\n"):
                rest = stream.readline(LONGEST_LINE_BYTES)
        yield piece.rstrip(b"\r\n")


def parsed(line: bytes, what: str = "line") -> Any:
    """The value of a line. Raises Fault with ``bad_json``, in one sentence about ``what``."""
    if len(line) > LONGEST_LINE_BYTES:
        raise _bad(f"The {what} is longer than {LONGEST_LINE_BYTES} bytes.")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _bad(f"The {what} is not UTF-8 (byte {error.start + 1}).") from None
    if not text.strip():
        raise _bad(f"The {what} is empty.")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_float=_number,
        )
    except json.JSONDecodeError as error:
        raise _bad(f"The {what} is not JSON: {error.msg} at column {error.colno}.") from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:  # Python reads no number of thousands of digits
        raise _bad(f"The {what} holds a number that is too long.") from None
    _check_depth(value)
    return value


def written(value: Any) -> bytes:
    """One line of ASCII with its end. Raises ValueError for NaN and infinity."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.encode("ascii") + b"\n"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _bad(f"The key {twice[:40]!r} stands twice in one object.")
    return found


def _constant(name: str) -> NoReturn:
    raise _bad(f"{name} is no JSON.")


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _bad("The line holds a number that is too large.")
    return number


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(DEEPEST):
        following: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                following += each.values()
            elif isinstance(each, list):
                following += each
        if not following:
            return
        level = following
    raise _too_deep()


def _too_deep() -> Fault:
    return _bad(f"The line is nested more than {DEEPEST} deep.")


def _bad(what: str) -> Fault:
    return Fault(Code.BAD_JSON, f"{what} Send one JSON object in one line.")
