"""Why a request is not carried out.

Knows the codes that programs can rely on. Refuses to know what was asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any


class Code(StrEnum):
    """The stable codes of errors."""

    BAD_JSON = "bad_json"
    BAD_REQUEST = "bad_request"
    UNKNOWN_GAME = "unknown_game"
    NO_GAME = "no_game"
    ILLEGAL = "illegal"
    NOT_YOUR_SEAT = "not_your_seat"
    STALE = "stale"
    OVER = "over"
    CORRUPT = "corrupt"
    INTERNAL = "internal"


MEANINGS: Mapping[Code, str] = {
    Code.BAD_JSON: "the line is not one JSON value in UTF-8",
    Code.BAD_REQUEST: "the value is no request, or what it asks for does not exist",
    Code.UNKNOWN_GAME: "no game of that id is known",
    Code.NO_GAME: "no match has begun; send `new` or `load` first",
    Code.ILLEGAL: "the rules do not allow the action now; `rule` and `reason` say why",
    Code.NOT_YOUR_SEAT: "the same, because another seat is asked",
    Code.STALE: "the request names a version that is not the present one",
    Code.OVER: "the match has ended",
    Code.CORRUPT: "the dump is no position of that game; the message names the place",
    Code.INTERNAL: "a fault of this program or of a plug-in; the match is as it was",
}


LONGEST_MESSAGE = 2000
"""Characters; what is longer repeats something that was sent, not what is wrong with it."""


class Fault(Exception):
    """A request that is not carried out: the code, a sentence, and facts beside them."""

    def __init__(self, code: Code, message: str, **facts: Any) -> None:
        self.code = code
        self.message = _legible(message)
        self.facts = facts
        super().__init__(self.message)

    def plain(self) -> dict[str, Any]:
        """JSON-ready, without facts that are None."""
        facts = {name: fact for name, fact in self.facts.items() if fact is not None}
        return {"code": self.code.value, **facts, "message": self.message}


def _legible(message: str) -> str:
    """Without what a terminal cannot show, and without the middle where it is very long.

    Sentences repeat names that were sent, and those can be anything.
    """
    shown = "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in message)
    if len(shown) <= LONGEST_MESSAGE:
        return shown
    half = LONGEST_MESSAGE // 2
    return f"{shown[:half]} … {shown[-half:]}"
