"""Server-sent events: first contact, changes, resume, sign of life, limit, end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask

from companion.table.table import Table
from tests.web import play
from tests.web.fakes import FakePictures, FakeRig
from web.regions import NAMES, RegionCache
from web.stream import BEAT_S, PULSE_S, StreamId, Streams


@dataclass(frozen=True)
class Event:
    name: str
    value: Any
    id: str | None


def _events(stream: Iterator[bytes]) -> Iterator[Event]:
    """The events of a stream as a browser would understand them."""
    for chunk in stream:
        fields = dict(line.split(": ", 1) for line in chunk.decode().strip().split("\n"))
        if "event" in fields:
            yield Event(fields["event"], json.loads(fields["data"]), fields.get("id"))


def _until(events: Iterator[Event], name: str) -> Event:
    for event in events:
        if event.name == name:
            return event
    raise AssertionError(f"the stream ended without {name}")


@pytest.fixture
def streams(app: Flask) -> Iterator[Streams]:
    found: Streams = app.extensions["streams"]
    yield found
    found.close()


def _stay() -> bool:
    return False


def test_a_new_page_is_sent_every_region_with_an_id(streams: Streams, table: Table) -> None:
    events = _events(streams.events(None, _stay))
    first = _until(events, "regions")
    assert set(first.value["regions"]) == set(NAMES)
    assert first.id == f"{streams.run}-{table.snapshot().serial}"


def test_a_change_sends_only_the_regions_that_differ(streams: Streams, table: Table) -> None:
    events = _events(streams.events(None, _stay))
    _until(events, "regions")
    table.message("The disk is full. Free some space.")
    change = _until(events, "regions")
    assert set(change.value["regions"]) == {"banner"}
    assert "The disk is full." in change.value["regions"]["banner"]


def test_a_page_that_comes_back_up_to_date_is_sent_nothing_twice(
    streams: Streams, table: Table
) -> None:
    here = streams.newest_id(table.snapshot())
    events = _events(streams.events(here, _stay))
    assert _until(events, "picture").value == 1
    table.message("Hello")
    assert set(_until(events, "regions").value["regions"]) == {"banner"}


def test_a_page_that_missed_something_is_sent_all_of_it(streams: Streams, table: Table) -> None:
    seen = streams.newest_id(table.snapshot())
    play.begin_free_roll(table)
    first = next(_events(streams.events(seen, _stay)))
    assert first.name == "regions"
    assert set(first.value["regions"]) == set(NAMES)


def test_an_id_of_an_earlier_run_is_not_taken_for_this_one(streams: Streams, table: Table) -> None:
    earlier = StreamId("before", table.snapshot().serial)
    assert next(_events(streams.events(earlier, _stay))).name == "regions"


@pytest.mark.parametrize("text", [None, "", "x", "x-", "-", "a-b", "a-1x", "a-²", "a-" + "9" * 40])
def test_what_is_no_id_is_taken_for_none(text: str | None) -> None:
    assert StreamId.parse(text) in (None, StreamId("", 0))


def test_ids_round_trip() -> None:
    assert StreamId.parse(str(StreamId("ab12", 7))) == StreamId("ab12", 7)


def test_picture_and_lights_are_told_when_they_change(
    streams: Streams, pictures: FakePictures
) -> None:
    events = _events(streams.events(None, _stay))
    assert _until(events, "picture").value == 1
    assert _until(events, "lights").value == [[0, 0, 0], [10, 20, 30], [255, 255, 255]]
    pictures.picture = (2, b"newer")
    assert _until(events, "picture").value == 2


class _QuietTable:
    """A table at which nothing happens and waiting takes no time; counts the waits."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.waits = 0

    def snapshot(self) -> Any:
        return self._table.snapshot()

    def wait(self, after_serial: int, timeout_s: float) -> None:
        self.waits += 1


def test_a_quiet_stream_gives_a_sign_of_life(
    app: Flask, table: Table, pictures: FakePictures
) -> None:
    quiet = _QuietTable(table)
    streams = Streams(quiet, pictures, FakeRig(), RegionCache(app, ()))  # type: ignore[arg-type]
    _until(_events(streams.events(None, _stay)), "beat")
    assert quiet.waits == pytest.approx(BEAT_S / PULSE_S, abs=2)


def test_a_listener_who_left_ends_the_stream_and_frees_its_place(streams: Streams) -> None:
    left = False
    events = _events(streams.events(None, lambda: left))
    _until(events, "lights")
    assert streams.open_count == 1
    left = True
    assert list(events) == []
    assert streams.open_count == 0


def test_a_stream_that_is_dropped_frees_its_place(streams: Streams) -> None:
    stream = streams.events(None, _stay)
    next(stream)
    assert streams.open_count == 1
    stream.close()  # type: ignore[attr-defined]
    assert streams.open_count == 0


def test_a_stream_that_was_never_read_takes_no_place(streams: Streams) -> None:
    streams.events(None, _stay)
    assert streams.open_count == 0


def test_above_the_limit_a_page_is_told_the_state_and_to_ask_again(
    app: Flask, table: Table, pictures: FakePictures
) -> None:
    streams = Streams(table, pictures, FakeRig(), RegionCache(app, ()), limit=1)
    first = streams.events(None, _stay)
    next(first)
    chunks = list(streams.events(None, _stay))
    assert chunks[0].startswith(b"retry: ")
    assert b"event: regions" in chunks[1]
    assert streams.open_count == 1
    streams.close()


def test_closing_ends_every_stream(streams: Streams) -> None:
    events = _events(streams.events(None, _stay))
    _until(events, "lights")
    streams.close()
    assert [e.name for e in events] == []


def test_the_route_takes_the_id_of_header_or_address(app: Flask, table: Table) -> None:
    streams: Streams = app.extensions["streams"]
    here = str(streams.newest_id(table.snapshot()))
    for headers, query in (({"Last-Event-ID": here}, ""), ({}, f"?after={here}")):
        answer = app.test_client().get(f"/events{query}", headers=headers)
        assert answer.mimetype == "text/event-stream"
        chunks = iter(answer.response)
        next(chunks)
        assert b"event: picture" in next(chunks)
        answer.close()
    assert streams.open_count == 0
