"""Nothing that stands in a line ends the engine, changes a match unasked, or is told vaguely."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.boards.loading import PackagedBoards
from companion.engine import examples
from companion.engine.faults import Code
from companion.engine.session import Session
from companion.games.registry import GAMES
from tests.engine import mutations

SHORT, LONG = 40, 4000
EXPECTED = {code.value for code in Code} - {Code.INTERNAL.value}


class Watched:
    """A session whose own faults are failures."""

    def __init__(self) -> None:
        self.faults: list[BaseException] = []
        self._session = Session(GAMES, PackagedBoards(), self.faults.append)

    def send(self, line: bytes) -> Any:
        reply = self._session.answer(line)
        assert not self.faults, (line[:3000], self.faults)
        assert reply.endswith(b"\n")
        assert reply.count(b"\n") == 1
        told = json.loads(reply)
        if not told["ok"]:
            assert told["error"]["code"] in EXPECTED, (line[:3000], told)
            message = told["error"]["message"]
            assert message.strip()
            assert message.isprintable()
            assert message[-1] in ".!?)", (line[:3000], told)
            assert len(message) < 4000, (line[:3000], told)
        return told

    def dump(self) -> Any:
        return self.send(b'{"dump": {}}')["dump"]


def _requests(game: str, chance: Random) -> list[Any]:
    """One of each kind, as they could be meant."""
    session = Watched()
    session.send(mutations.bytes_of({"load": {"dump": examples.position(game)}}))
    found = session.send(b'{"legal": {"expand": 4}}')["actions"]
    choice = chance.choice(found) if found else {"seat": 0, "action": {"type": "Rolled"}}
    return [
        {"id": 1, "act": {**choice, "version": 0}},
        {"act": choice},
        {"legal": {"seat": 0, "expand": 3}},
        {"view": {"seat": 1}},
        {"odds": {"seat": None}},
        {"undo": {"count": 1, "version": 1}},
        {"new": {"game": game, "players": ["Ann", "Ben"], "options": {}, "seed": 3, "first": 1}},
    ]


def _spoil_requests(game: str, seed: int, times: int) -> None:
    chance = Random(f"{game} {seed}")
    session, requests = Watched(), _requests(game, chance)
    session.send(mutations.bytes_of({"load": {"dump": examples.position(game)}}))
    for _ in range(times):
        request = chance.choice(requests)
        before = session.dump()
        if chance.random() < 0.6:
            line = mutations.bytes_of(mutations.spoilt(request, chance)[0])
        else:
            line = mutations.spoilt_line(mutations.bytes_of(request), chance)
        told = session.send(line)
        if not told["ok"]:
            assert session.dump() == before
        elif "new" in json.loads(line):
            session.send(mutations.bytes_of({"load": {"dump": examples.position(game)}}))


def _spoil_positions(game: str, seed: int, times: int) -> None:
    chance = Random(f"{game} position {seed}")
    session = Watched()
    session.send(mutations.bytes_of({"load": {"dump": examples.position(game)}}))
    position = session.dump()
    for _ in range(times):
        dump, path = mutations.spoilt(position, chance)
        before = session.dump()
        told = session.send(mutations.bytes_of({"load": {"dump": dump}}))
        if not told["ok"]:
            assert told["error"]["code"] in ("corrupt", "unknown_game", "bad_json"), (path, told)
            assert session.dump() == before
            continue
        # What is loaded can be looked at, played on and written down.
        asked: Any
        for asked in ({"view": {}}, {"odds": {}}, {"legal": {"expand": 5}}):
            told = session.send(mutations.bytes_of(asked))
            assert told["ok"], (path, told)
        if told["actions"]:
            act = {"act": chance.choice(told["actions"])}
            assert session.send(mutations.bytes_of(act))["ok"], (path, act)
        again = session.dump()
        assert session.send(mutations.bytes_of({"load": {"dump": again}}))["ok"], path
        position = session.dump() if chance.random() < 0.2 else position


@pytest.mark.parametrize("game", GAMES)
def test_spoilt_requests_are_refused_and_change_nothing(game: str) -> None:
    _spoil_requests(game, 1, SHORT)


@pytest.mark.parametrize("game", GAMES)
def test_spoilt_positions_are_refused_or_can_be_played(game: str) -> None:
    _spoil_positions(game, 1, SHORT)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_so_are_very_many(game: str) -> None:
    _spoil_requests(game, 2, LONG)
    _spoil_positions(game, 2, LONG)


def test_bytes_by_chance_are_no_json() -> None:
    chance, session = Random(9), Watched()
    for _ in range(400):
        line = chance.randbytes(chance.randrange(200)).replace(b"\n", b"")
        told = session.send(line)
        assert not told["ok"]


@pytest.mark.parametrize("game", GAMES)
def test_a_field_of_a_position_that_is_wrong_is_named(game: str) -> None:
    """Each field of the position, given something that no field takes."""
    session = Watched()
    dump: Any = examples.position(game)
    for field in dump["state"]:
        wrong = {**dump, "state": {**dump["state"], field: {"strange": 1.5}}}
        told = session.send(mutations.bytes_of({"load": {"dump": wrong}}))
        assert told["error"]["code"] == "corrupt"
        assert field in told["error"]["message"], told
