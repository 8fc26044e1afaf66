"""Whatever stands in a line, there is one reply, and the engine goes on."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli.engine import serve
from companion.engine.lines import LONGEST_LINE_BYTES, lines_of
from companion.engine.requests import VERBS
from companion.games.registry import GAMES
from tests.engine.talking import Talk
from tests.games.test_laws import broken_json

BAD_JSON = {
    "empty": b"",
    "blank": b"   ",
    "half": b'{"legal": ',
    "two": b'{"legal": {}} {"legal": {}}',
    "nan": b'{"new": {"seed": NaN}}',
    "infinity": b'{"new": {"seed": -Infinity}}',
    "beyond": b'{"new": {"seed": 1e999}}',
    "latin": '{"id": "é"}'.encode("latin-1"),
    "wide": '{"legal": {}}'.encode("utf-16"),
    "mark": b'\xef\xbb\xbf{"legal": {}}',
    "deep": b"[" * 100_000 + b"]" * 100_000,
    "rather deep": b'{"load": {"dump": ' + b"[" * 60 + b"]" * 60 + b"}}",
    "digits": b'{"id": ' + b"9" * 10_000 + b"}",
    "twice": b'{"id": 1, "id": 2, "dump": {}}',
    "too long": b'{"id": "' + b"x" * (LONGEST_LINE_BYTES + 9) + b'"}',
    "nul": b"\x00",
}

BAD_REQUESTS: dict[str, Any] = {
    "a number": 3,
    "a list": [],
    "nothing asked": {},
    "only an id": {"id": 1},
    "two things": {"legal": {}, "view": {}},
    "unknown": {"fly": {}},
    "extra beside": {"legal": {}, "extra": 1},
    "extra inside": {"legal": {"extra": 1}},
    "no object": {"legal": []},
    "an id of a list": {"id": [], "legal": {}},
    "seat of text": {"legal": {"seat": "0"}},
    "seat of a flag": {"act": {"seat": True, "action": {}}},
    "no seat": {"act": {"action": {}}},
    "expand below": {"legal": {"expand": -1}},
    "expand half": {"legal": {"expand": 0.5}},
    "expand beyond": {"legal": {"expand": 10**9}},
    "undo nothing": {"undo": {"count": 0}},
    "huge": {"undo": {"count": 10**40}},
    "dump of what": {"dump": {"seat": 0}},
    "load nothing": {"load": {}},
}


@pytest.mark.parametrize("line", BAD_JSON.values(), ids=BAD_JSON.keys())
def test_what_is_not_json_is_said_and_changes_nothing(line: bytes) -> None:
    talk = Talk()
    talk.begin("high_risk")
    reply = talk.raw(line)
    assert reply["ok"] is False
    assert reply["error"]["code"] == "bad_json"
    assert reply["error"]["message"].endswith("Send one JSON object in one line.")
    assert talk.done(dump={})


@pytest.mark.parametrize("request_", BAD_REQUESTS.values(), ids=BAD_REQUESTS.keys())
def test_what_is_no_request_is_said_and_changes_nothing(request_: Any) -> None:
    talk = Talk()
    talk.begin("high_risk")
    reply = talk.raw(json.dumps(request_).encode())
    assert reply["error"]["code"] == "bad_request"
    assert talk.done(dump={})


@pytest.mark.parametrize("mark", [0, "", "Ü", None, False, 1.5, "\ud800"])
def test_an_id_is_repeated_with_every_reply(mark: Any) -> None:
    talk = Talk()
    assert talk.done(id=mark, new={"game": "free_roll", "players": ["Ann"]})["id"] == mark
    assert talk.ask(id=mark, fly={})["id"] == mark
    assert "id" not in talk.ask(view={})


def test_a_line_that_is_too_long_does_not_swallow_the_next() -> None:
    stream = io.BytesIO(b"a" * (3 * LONGEST_LINE_BYTES) + b"\n" + b"b\r\n" + b"\n" + b"c")
    found = list(lines_of(stream))
    assert [len(found[0]) > LONGEST_LINE_BYTES, *found[1:]] == [True, b"b", b"", b"c"]


def test_every_reply_is_flushed_before_the_next_request_is_read() -> None:
    class Strict(io.BytesIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed = len(self.getvalue())

        def write(self, written: Any) -> int:
            assert self.flushed == len(self.getvalue())
            return super().write(written)

    replies = Strict()
    serve(io.BytesIO(b"1\n2\n3\n"), replies, lambda line: line + b"!\n")
    assert replies.getvalue() == b"1!\n2!\n3!\n"
    assert replies.flushed == len(replies.getvalue())


def test_the_program_answers_over_pipes_and_ends_with_0_at_the_end_of_input() -> None:
    """A line that nobody can read is among them."""
    sent = b'{"id":7,"new":{"game":"free_roll","players":["Ann"]}}\n\xff\xfe\n{"dump":{}}'
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli.main", "engine", "--no-plugins"],
        input=sent,
        capture_output=True,
        timeout=60,
        check=False,
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [True, False, True]
    assert replies[0]["id"] == 7
    assert (done.returncode, done.stderr) == (0, b"")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["seat", "type", "a", ""]), inner, max_size=3)
    ),
    max_leaves=8,
)
KEYS = ["seat", "action", "game", "players", "dump", "count", "expand", "version", "board"]
BODIES = st.dictionaries(st.sampled_from(KEYS), JSON, max_size=3)
REQUESTS = st.dictionaries(st.sampled_from([*VERBS, "id"]), BODIES | JSON, max_size=2)


@given(lines=st.lists(st.binary(max_size=30) | REQUESTS.map(lambda r: json.dumps(r).encode())))
@settings(max_examples=25, deadline=None)
def test_no_line_ends_the_session(lines: list[bytes]) -> None:
    talk = Talk()
    talk.begin("gipfelkraxler")
    for line in lines:
        reply = talk.raw(line)
        assert reply["ok"] or reply["error"]["message"]
    talk.begin("high_risk")


@pytest.mark.parametrize("game", GAMES)
def test_damaged_dumps_and_actions_never_end_the_session(game: str) -> None:
    talk, chance = Talk(), Random(6)
    talk.begin(game)
    list(talk.play(chance, 10))
    dump = talk.done(dump={})["dump"]
    for _ in range(30):
        broken = broken_json(dump, chance)
        reply = talk.ask(load={"dump": broken})
        if reply["ok"]:
            talk.done(legal={"expand": 5})
            talk.done(view={})
        else:
            assert reply["error"]["code"] in ("corrupt", "unknown_game"), reply
    talk.done(load={"dump": dump})
    for choice in talk.done(legal={"expand": 5})["actions"][:20]:
        talk.ask(act={"seat": 0, "action": broken_json(choice["action"], chance)})
