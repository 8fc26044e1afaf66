"""A conversation with the engine, in Python values.

Knows how to send and to play on by chance. Refuses to know any game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from companion.boards.loading import PackagedBoards
from companion.engine.session import Session
from companion.games.protocol import Game
from companion.games.registry import GAMES

AnyGame = Game[Any, Any]


class Talk:
    """A session, and every line that went over it. A fault of the program is raised."""

    def __init__(self, games: Mapping[str, AnyGame] = GAMES) -> None:
        self._session = Session(games, PackagedBoards(), _raised)
        self.requests: list[Any] = []
        self.replies: list[Any] = []

    def raw(self, line: bytes) -> Any:
        """The reply to a line of bytes."""
        reply = self._session.answer(line)
        assert reply.endswith(b"\n")
        assert reply.count(b"\n") == 1
        return json.loads(reply)

    def ask(self, **request: Any) -> Any:
        """The reply to a request."""
        self.requests.append(request)
        self.replies.append(self.raw(json.dumps(request).encode()))
        return self.replies[-1]

    def done(self, **request: Any) -> Any:
        """The reply to a request that is carried out."""
        reply = self.ask(**request)
        assert reply["ok"], reply
        return reply

    def code(self, **request: Any) -> str:
        """The code of the error of a request that is not."""
        reply = self.ask(**request)
        assert not reply["ok"], reply
        assert reply["error"]["message"].endswith(".")
        return str(reply["error"]["code"])

    def begin(self, game: str, players: int = 0, **more: Any) -> Any:
        """A new match with the fewest players, or that many."""
        number = players or max(2, GAMES[game].seats[0])
        names = ["Ann", "Ben", "Lucy", "Ralph", "Monica", "Alex", "Ada", "Bo"][:number]
        return self.done(new={"game": game, "players": names, **more})

    def play(self, chance: Random, steps: int) -> Iterator[Any]:
        """Replies to chance choices, throws among them."""
        for _ in range(steps):
            choices = self.done(legal={"expand": 12})["actions"]
            if not choices:
                return
            yield self.done(act=chance.choice(choices))


def _raised(error: BaseException) -> None:
    raise error
