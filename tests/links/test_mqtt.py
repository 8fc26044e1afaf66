"""A table at a real broker."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.club.messages import read_result, read_table
from companion.links.payloads import Identity
from tests.links.broker import Broker, Listener, needs_mosquitto, unreachable
from tests.links.playing import begin, play_to_the_end, telling
from tests.table.fakes import PICTURE_SIZE, accepted, climb, d6, declare, die, doubtful, now

pytestmark = needs_mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with Broker(tmp_path / "broker") as running:
        yield running


def _event(message: Any) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(message.payload)
    return told


def _events(listener: Listener) -> list[dict[str, Any]]:
    return [_event(m) for m in listener.all if m.topic.endswith("/event")]


def _retained(broker: Broker, *topics: str) -> dict[str, bytes]:
    """What somebody is told who comes only now; ``topics`` must be among it."""
    with Listener(broker.address, "companion/#") as late:
        missing = set(topics)
        while missing:
            missing.discard(late.until(lambda m: m.retained).topic)
        late.say("companion/mark", b"now")
        late.on("/mark")
        return {m.topic: m.payload for m in late.all if m.retained}


def test_who_comes_later_finds_how_the_table_stands(broker: Broker, tmp_path: Path) -> None:
    with (
        Listener(broker.address, "companion/#") as listener,
        telling(tmp_path / "table", broker.address) as playing,
    ):
        begin(playing.table)
        climb(playing.table, 1)
        climb(playing.table, 2)
        listener.until(lambda m: m.topic.endswith("/event") and _event(m)["number"] == 5)
        listener.sees(lambda m: m.topic.endswith("/state") and b'"version":5' in m.payload)
        listener.sees(lambda m: m.topic.endswith("/prompt") and m.payload == b"Lucy, declare.")
        listener.sees(lambda m: m.topic.endswith("/dice") and b'"entry":5' in m.payload)
        of = "companion/table-1/"
        held = _retained(broker, of + "state", of + "falls", of + "dice", of + "availability")
    assert held[of + "availability"] == b"online"
    stands = read_table(held[of + "state"])
    assert (stands.name, stands.tournament, stands.phase) == ("Table 1", "Winter cup", "playing")
    assert stands.match is not None
    assert [(p.name, p.score, p.active) for p in stands.match.players] == [
        ("Lucy", 0, True),
        ("Ralph", 2, False),
    ]
    assert held[of + "prompt"].decode() == now(playing.table).prompt_text
    assert json.loads(held[of + "dice"])["dice"] == [{"kind": "d6", "value": 2}]
    assert json.loads(held[of + "falls"])["falls"] == 1
    assert json.loads(held[of + "winner"])["winners"] == []
    assert of + "event" not in held


def test_every_entry_is_told_once_and_in_order(broker: Broker, tmp_path: Path) -> None:
    with (
        Listener(broker.address, "companion/+/event") as listener,
        telling(tmp_path / "table", broker.address) as playing,
    ):
        begin(playing.table)
        play_to_the_end(playing.table)
        listener.until(lambda m: _event(m)["event_type"] == "end")
        told = _events(listener)
    assert [(e["entry"], e["event_type"]) for e in told] == [
        (1, "start"),
        (2, "step"),
        (3, "fall"),
        (4, "step"),
        (5, "success"),
        (6, "step"),
        (7, "success"),
        (8, "end"),
    ]
    assert told[2]["dice"] == [{"kind": "d6", "value": 1}]
    assert (told[2]["player"], told[2]["falls"]) == ("Lucy", 1)
    assert told[-1]["winners"] == ["Lucy"]
    assert {e["table"] for e in told} == {"table-1"}


def test_a_finished_match_is_retained_and_taken_back_when_its_end_is_undone(
    broker: Broker, tmp_path: Path
) -> None:
    with (
        Listener(broker.address, "companion/+/result/+") as listener,
        telling(tmp_path / "table", broker.address) as playing,
    ):
        begin(playing.table)
        play_to_the_end(playing.table)
        result = read_result(listener.on("/result/1").payload)
        assert [(p.name, p.rank, p.score, p.winner) for p in result.places] == [
            ("Lucy", 1, 7, True),
            ("Ralph", 2, 2, False),
        ]
        assert (result.tournament, result.entry) == ("Winter cup", 8)
        accepted(playing.table.undo(now(playing.table).version, "page"))
        assert listener.on("/result/1").payload == b""


def test_a_table_that_is_killed_is_offline_for_everybody(broker: Broker, tmp_path: Path) -> None:
    with Listener(broker.address, "companion/+/availability") as listener:
        asked = {"folder": str(tmp_path / "table"), "port": broker.port}
        with subprocess.Popen(
            [sys.executable, "-m", "tests.links.playing"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            try:
                child.stdin.write(json.dumps(asked) + "\n")
                child.stdin.flush()
                assert child.stdout.readline() == "ready\n"
                assert listener.on("/availability").payload == b"online"
            finally:
                child.kill()
        last = listener.on("/availability")
    assert (last.payload, last.retained) == (b"offline", False)
    assert _retained(broker, "companion/table-1/availability")[
        "companion/table-1/availability"
    ] == (b"offline")


def test_a_table_that_leaves_says_so(broker: Broker, tmp_path: Path) -> None:
    with Listener(broker.address, "companion/+/availability") as listener:
        with telling(tmp_path / "table", broker.address):
            assert listener.on("/availability").payload == b"online"
        assert listener.on("/availability").payload == b"offline"


def test_what_happens_while_the_broker_is_away_is_told_when_it_is_back(
    broker: Broker, tmp_path: Path
) -> None:
    with Listener(broker.address, "companion/+/event", session="keen") as listener:
        with telling(tmp_path / "table", broker.address) as playing:
            begin(playing.table)
            listener.until(lambda m: _event(m)["entry"] == 1)
            broker.stop()
            play_to_the_end(playing.table)
            broker.start()
            with Listener(broker.address, "companion/+/event", session="keen") as again:
                again.until(lambda m: _event(m)["event_type"] == "end")
                heard = {e["entry"] for e in _events(listener) + _events(again)}
        assert heard == set(range(1, 9))


def test_a_broker_that_forgot_everything_is_told_again_what_it_knew(
    broker: Broker, tmp_path: Path
) -> None:
    with telling(tmp_path / "table", broker.address) as playing:
        with Listener(broker.address, "companion/#") as listener:
            begin(playing.table)
            play_to_the_end(playing.table)
            listener.until(lambda m: m.topic.endswith("/event") and _event(m)["entry"] == 8)
        broker.kill()
        for saved in broker.folder.glob("mosquitto.db*"):
            saved.unlink()
        broker.start()
        with Listener(broker.address, "companion/#") as listener:
            listener.until(lambda m: m.topic.endswith("/event") and _event(m)["entry"] == 8)
            told = _events(listener)
            held = {m.topic.removeprefix("companion/table-1/") for m in listener.all}
    assert [e["entry"] for e in told] == list(range(1, 9))
    assert told[0]["again"], "whoever heard it before can tell"
    assert {"state", "availability", "result/1", "falls", "dice", "prompt", "winner"} <= held


def test_what_was_not_told_in_one_run_is_told_in_the_next(broker: Broker, tmp_path: Path) -> None:
    with Listener(broker.address, "companion/+/event") as listener:
        with telling(tmp_path / "table", broker.address) as playing:
            begin(playing.table)
            listener.until(lambda m: _event(m)["entry"] == 1)
            broker.stop()
            climb(playing.table, 2)
        broker.start()
        with (
            Listener(broker.address, "companion/+/event") as again,
            telling(tmp_path / "table", broker.address) as playing,
        ):
            again.until(lambda m: _event(m)["entry"] == 3)
            told = [e["entry"] for e in _events(again)]
    # The acknowledgement of the first may have been lost with the broker.
    assert told in ([2, 3], [1, 2, 3])


def test_commands_are_done_where_they_are_allowed(broker: Broker, tmp_path: Path) -> None:
    with (
        Listener(broker.address, "companion/#") as listener,
        telling(tmp_path / "table", broker.address, commands=True) as playing,
    ):
        begin(playing.table)
        declare(playing.table, 2)
        _until_here(listener)
        reply = _asked(listener, {"command": "undo", "version": 1})
        assert (reply["ok"], reply["code"], reply["version"]) == (False, "stale", 2)
        reply = _asked(listener, {"command": "undo", "version": 2, "id": "k1"})
        assert (reply["ok"], reply["id"]) == (True, "k1")
        assert now(playing.table).version == 3
        assert now(playing.table).awaits is None


def test_a_doubt_can_be_settled_from_afar(broker: Broker, tmp_path: Path) -> None:
    with (
        Listener(broker.address, "companion/#") as listener,
        telling(tmp_path / "table", broker.address, commands=True) as playing,
    ):
        begin(playing.table)
        declare(playing.table, 1)
        playing.table.rolled(doubtful(die(4, 0.7, [(5, 0.3)])), PICTURE_SIZE, None)
        _until_here(listener)
        version = now(playing.table).version
        reply = _asked(listener, {"command": "confirm", "version": version})
        assert reply["ok"], reply
        assert now(playing.table).last_roll.dice == tuple(d6(4))  # type: ignore[union-attr]
        assert now(playing.table).last_roll.source == "mqtt"  # type: ignore[union-attr]


def test_commands_are_not_even_heard_unless_they_are_allowed(
    broker: Broker, tmp_path: Path
) -> None:
    with telling(tmp_path / "table", broker.address, commands=True):
        pass  # the broker remembers what an earlier run had subscribed to
    with (
        Listener(broker.address, "companion/#") as listener,
        telling(tmp_path / "table", broker.address) as playing,
    ):
        listener.until(lambda m: m.topic.endswith("/availability") and m.payload == b"online")
        begin(playing.table)
        declare(playing.table, 2)
        listener.until(lambda m: m.topic.endswith("/event") and _event(m)["entry"] == 2)
        listener.say(
            "companion/table-1/command", json.dumps({"command": "undo", "version": 2}).encode()
        )
        listener.on("/command")
        # Had it been obeyed, there would be an entry before the next.
        accepted(playing.table.throw(d6(3, 3), now(playing.table).version, "page"))
        listener.until(lambda m: m.topic.endswith("/event") and _event(m)["entry"] == 3)
        told = _events(listener)
    assert [e["event_type"] for e in told] == ["start", "step", "success"]
    assert [m for m in listener.all if m.topic.endswith("/reply")] == []


def test_a_retained_command_is_not_obeyed(broker: Broker, tmp_path: Path) -> None:
    with Listener(broker.address, "companion/#") as listener:
        listener.say("companion/table-1/command", b'{"command":"undo","version":0}', retain=True)
        listener.on("/command")
        with telling(tmp_path / "table", broker.address, commands=True):
            _until_here(listener)
            reply = _asked(listener, {"command": "undo", "version": 0, "id": "mine"})
    assert reply["id"] == "mine", "there was no reply to the one before"


def test_two_machines_with_one_id_are_named_in_the_log(
    broker: Broker, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        Listener(broker.address, "companion/#") as listener,
        telling(tmp_path / "one", broker.address),
    ):
        listener.until(lambda m: m.payload == b"online")
        with telling(tmp_path / "two", broker.address):
            listener.until(lambda m: m.payload == b"online")
            # The one that was thrown out comes back.
            listener.until(lambda m: m.payload == b"online")
    assert "another machine may use the id table-companion-table-1" in caplog.text


def test_the_table_plays_on_while_nobody_answers(tmp_path: Path) -> None:
    away = Broker(tmp_path / "broker")
    with telling(tmp_path / "table", away.address) as playing:
        begin(playing.table)
        play_to_the_end(playing.table)
        assert now(playing.table).standings.over
    assert "Check that it runs" in unreachable(away.address)


def test_tables_with_an_id_of_their_own_share_a_broker(broker: Broker, tmp_path: Path) -> None:
    two = Identity("table-2", "Table 2")
    with (
        Listener(broker.address, "companion/+/state") as listener,
        telling(tmp_path / "one", broker.address),
        telling(tmp_path / "two", broker.address, identity=two),
    ):
        # Which of the two is heard first is chance.
        listener.sees(lambda m: m.topic.endswith("table-1/state"))
        listener.sees(lambda m: m.topic.endswith("table-2/state"))


def _asked(listener: Listener, command: dict[str, Any]) -> dict[str, Any]:
    listener.say("companion/table-1/command", json.dumps(command).encode())
    reply: dict[str, Any] = json.loads(listener.on("/command/reply").payload)
    return reply


def _until_here(listener: Listener) -> None:
    """Until the table is connected. It listens for commands before it says so."""
    listener.sees(lambda m: m.topic.endswith("/availability") and m.payload == b"online")
