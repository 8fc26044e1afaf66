"""The OpenAPI description of ``/api/v1``, made from the types of its bodies.

Knows each address, what it takes and gives. Refuses to know how it is done.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from web import api_types as t
from web.bodies import schema

VERSION = "1"


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address. ``takes`` None: no body."""

    method: str
    path: str
    summary: str
    gives: Any
    takes: Any = None
    parameters: tuple[tuple[str, str], ...] = ()
    queries: tuple[tuple[str, str], ...] = ()


MATCH = (("match", "string"),)
GAME = (("game", "string"),)
SEAT = (("seat", "integer"),)
QUESTION = (("question", "integer"),)
EXPAND = (("expand", "integer"),)

OPERATIONS = (
    Operation("get", "/snapshot", "The table as everybody sees it now.", t.Done),
    Operation(
        "get", "/seats/{seat}/snapshot", "The table as that seat sees it.", t.Done, None, SEAT
    ),
    Operation("get", "/games", "All games with their options and boards.", t.Games),
    Operation("get", "/games/{game}/boards", "The boards of a game.", t.BoardsOfGame, None, GAME),
    Operation("get", "/legal", "What anybody may do.", t.Legal, queries=EXPAND),
    Operation("get", "/seats/{seat}/legal", "What that seat may do.", t.Legal, None, SEAT, EXPAND),
    Operation("get", "/odds", "The exact odds of every choice.", t.Odds),
    Operation("get", "/seats/{seat}/odds", "The odds of that seat's choices.", t.Odds, None, SEAT),
    Operation("get", "/view", "The game as everybody may see it.", t.Viewed),
    Operation("get", "/seats/{seat}/view", "The game as that seat sees it.", t.Viewed, None, SEAT),
    Operation("get", "/dump", "The match as a value, with all that is hidden.", t.Dumped),
    Operation("post", "/load", "Begin a match from a dump or a position.", t.Done, t.Load),
    Operation("get", "/matches", "All matches, newest first.", t.Matches),
    Operation("post", "/matches", "Begin a match and put it on the table.", t.Done, t.NewMatch),
    Operation(
        "post", "/matches/{match}/resume", "Put a match on the table.", t.Done, t.Nothing, MATCH
    ),
    Operation("post", "/leave", "Clear the table; the match stays.", t.Done, t.Nothing),
    Operation("post", "/act", "Do one of the choices of the snapshot.", t.Done, t.Act),
    Operation("post", "/throw", "Enter the awaited throw.", t.Done, t.SentDice),
    Operation("post", "/deal", "Deal what is left to deal.", t.Done, t.Deal),
    Operation("post", "/undo", "Take back the newest steps.", t.Done, t.Undo),
    Operation("post", "/correct", "Enter the last throw anew.", t.Done, t.SentDice),
    Operation(
        "post", "/questions/{question}/answer", "Settle a doubt.", t.Done, t.Answer, QUESTION
    ),
    Operation("post", "/questions/{question}/dismiss", "Roll again.", t.Done, t.Dismiss, QUESTION),
)

_ANY_FAULT = "Not done: the error says why and what to do."


@cache
def document() -> dict[str, Any]:
    """The whole description as OpenAPI 3.1."""
    components: dict[str, Any] = {}
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _operation(operation, components)
    paths["/openapi.json"] = {"get": _plain("This description.", "application/json", "object")}
    paths["/tray.jpg"] = {
        "get": {
            **_plain("The newest picture of the tray.", "image/jpeg", "string"),
            "responses": {
                "200": {"description": "A JPEG.", "content": {"image/jpeg": {}}},
                "304": {"description": "The picture that you have is the newest."},
                "404": _answer(t.Failed, "There is no picture yet.", components),
            },
        }
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Table Companion",
            "version": VERSION,
            "description": (
                "What the page can do, for programs. Every submission carries the version of "
                "the match that it was made against and is refused with 409 when that is old."
            ),
        },
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(operation: Operation, components: dict[str, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {
        "summary": operation.summary,
        "operationId": _operation_id(operation),
        "responses": {
            "200": _answer(operation.gives, "Done.", components),
            "default": _answer(t.Failed, _ANY_FAULT, components),
        },
    }
    if operation.parameters or operation.queries:
        described["parameters"] = [
            {"name": name, "in": where, "required": where == "path", "schema": {"type": kind}}
            for where, named in (("path", operation.parameters), ("query", operation.queries))
            for name, kind in named
        ]
    if operation.takes is not None:
        described["requestBody"] = {
            "required": operation.takes is not t.Nothing,
            "content": {"application/json": {"schema": schema(operation.takes, components)}},
        }
    return described


def _operation_id(operation: Operation) -> str:
    words = [w for w in operation.path.strip("/").split("/") if not w.startswith("{")]
    return "_".join([operation.method, *words])


def _answer(kind: Any, text: str, components: dict[str, Any]) -> dict[str, Any]:
    return {
        "description": text,
        "content": {"application/json": {"schema": schema(kind, components)}},
    }


def _plain(summary: str, media: str, kind: str) -> dict[str, Any]:
    return {
        "summary": summary,
        "responses": {
            "200": {"description": summary, "content": {media: {"schema": {"type": kind}}}}
        },
    }
