"""Events by post."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.links.record import JournalRecord
from companion.links.watch import told_of
from companion.links.webhook import Webhook, WebhookSettings, post, signature
from companion.table.journal import SqliteJournal
from companion.table.table import Table
from hardware.clock import SystemClock
from tests.links.playing import begin, play_to_the_end
from tests.links.receiver import Receiver
from tests.table.fakes import GAMES, FakeBoards, climb


@contextmanager
def _posting(folder: Path, url: str, secret: str | None = None) -> Iterator[Table]:
    with SqliteJournal(folder / "journal.sqlite3") as journal:
        table = Table(journal, FakeBoards(low={"top": 5}), SystemClock(), GAMES)
        record = JournalRecord(folder / "journal.sqlite3")
        settings = WebhookSettings(url, "table-1", secret)
        hook = Webhook(record, GAMES, folder / "links", settings, post, SystemClock(), lambda: 1.0)
        # Told from the beginning, whoever is quicker: this link or the first entry.
        (folder / "links").mkdir(exist_ok=True)
        mark = folder / "links" / "webhook.json"
        if not mark.exists():
            mark.write_text('{"position": 0, "chain": "", "since": 0}', encoding="utf-8")
        with told_of(table, (hook,)):
            yield table


def test_every_entry_is_posted_in_order(tmp_path: Path) -> None:
    with Receiver() as receiver, _posting(tmp_path, receiver.url) as table:
        begin(table)
        play_to_the_end(table)
        posted = [receiver.next() for _ in range(8)]
    told = [json.loads(each.body) for each in posted]
    assert [t["entry"] for t in told] == list(range(1, 9))
    assert [p.headers["x-companion-entry"] for p in posted] == [str(n) for n in range(1, 9)]
    assert {p.headers["x-companion-table"] for p in posted} == {"table-1"}
    assert told[-1]["winners"] == ["Lucy"]
    assert "x-companion-signature" not in posted[0].headers


def test_what_is_signed_can_be_checked_with_the_secret(tmp_path: Path) -> None:
    with Receiver() as receiver, _posting(tmp_path, receiver.url, "quiet word") as table:
        begin(table)
        posted = receiver.next()
    sent = dict(part.split("=") for part in posted.headers["x-companion-signature"].split(","))
    wanted = hmac.new(b"quiet word", sent["t"].encode() + b"." + posted.body, hashlib.sha256)
    assert hmac.compare_digest(sent["v1"], wanted.hexdigest())


def test_the_signature_is_that_of_the_documentation() -> None:
    assert signature("secret", 1893553445, b'{"entry":1}') == (
        "t=1893553445,v1=" + hmac.new(b"secret", b'1893553445.{"entry":1}', "sha256").hexdigest()
    )


@pytest.mark.parametrize("status", [500, 404, 302])
def test_what_is_not_taken_is_posted_again_and_later_events_wait(
    tmp_path: Path, status: int
) -> None:
    with Receiver(204, status, 204) as receiver, _posting(tmp_path, receiver.url) as table:
        begin(table)
        climb(table, 2)
        posted = [receiver.next() for _ in range(4)]
    assert [(json.loads(p.body)["entry"], p.status) for p in posted] == [
        (1, 204),
        (2, status),
        (2, 204),
        (3, 204),
    ]


def test_a_receiver_that_is_gone_for_good_is_left_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Receiver(410) as receiver, _posting(tmp_path, receiver.url) as table:
        begin(table)
        assert receiver.next().status == 410
    assert "gone for good" in caplog.text


def test_the_next_run_goes_on_where_this_one_ended(tmp_path: Path) -> None:
    with Receiver() as receiver:
        with _posting(tmp_path, receiver.url) as table:
            begin(table)
            assert json.loads(receiver.next().body)["entry"] == 1
        with _posting(tmp_path, receiver.url) as table:
            climb(table, 2)
            again = [json.loads(receiver.next().body)["entry"] for _ in range(2)]
    # Whether the first was noted as taken depends on the moment of the stop.
    assert again in ([2, 3], [1, 2])


def test_the_table_plays_on_while_nobody_takes_anything(tmp_path: Path) -> None:
    with _posting(tmp_path, "http://127.0.0.1:9/hook") as table:
        begin(table)
        play_to_the_end(table)
        match = table.snapshot().match
        assert match is not None
        assert match.standings.over
