"""A conversation as text, and whether it comes out the same again.

Knows the form: a line ``> `` with each request as it was sent, then a line ``< `` with the
reply; lines that begin with ``#`` and empty lines are remarks. Refuses to know what is said.

A request that is not UTF-8 or has line ends inside cannot be written down and is left out
by ``remembered``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

REQUEST = b"> "
REPLY = b"< "


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a replay goes another way: the number of the line, what stands there, what came."""

    line: int
    recorded: bytes
    came: bytes


def remembered(request: bytes, reply: bytes) -> bytes:
    """The two lines of one exchange; ``reply`` ends with a line end."""
    return REQUEST + request + b"\n" + REPLY + reply


def replayed(
    lines: Iterable[bytes], answer: Callable[[bytes], bytes]
) -> tuple[int, Difference | None]:
    """How many replies are the same byte for byte, and the first that is not.

    ``answer`` gives the reply to a request. Raises ValueError for a line that is no part of
    a transcript, and where a request or reply stands alone.
    """
    same = 0
    awaited: bytes | None = None
    number = 0
    for number, line in enumerate(lines, start=1):
        line = line.rstrip(b"\r\n")
        if line.startswith(REQUEST) and awaited is None:
            awaited = answer(line.removeprefix(REQUEST)).rstrip(b"\n")
        elif line.startswith(REPLY) and awaited is not None:
            if line.removeprefix(REPLY) != awaited:
                return same, Difference(number, line.removeprefix(REPLY), awaited)
            same += 1
            awaited = None
        elif line and not line.startswith(b"#"):
            raise ValueError(
                f"Line {number} is out of place: a transcript has a line '> ' with each request"
                " and a line '< ' with its reply after it."
            )
    if awaited is not None:
        raise ValueError(f"Line {number}: the last request has no reply.")
    return same, None
