"""The web server over real sockets: many streams, people leaving, a taken port, the end."""

from __future__ import annotations

import errno
import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from flask import Flask

from companion.errors import AddressInUse, AddressUnusable
from companion.table.table import Table
from tests.web import play
from web import server as page_server
from web.server import Server
from web.stream import MAX_STREAMS, Streams

HOST = "127.0.0.1"
DEADLINE_S = 20.0
"""A socket that is silent for so long fails the test instead of hanging it."""


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    with Server(app, HOST, 0) as running:
        yield running


@pytest.fixture
def streams(app: Flask) -> Streams:
    found: Streams = app.extensions["streams"]
    return found


class Listener:
    """An open page: a connection that reads events."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection(HOST, port, timeout=DEADLINE_S)
        self._connection.request("GET", "/events")
        self._answer = self._connection.getresponse()

    def until(self, wanted: bytes) -> bytes:
        """Read lines until one holds that; returns it."""
        for line in self._answer:
            if wanted in line:
                return line
        raise AssertionError(f"the stream ended without {wanted!r}")

    def rest(self) -> bytes:
        """All that still comes, until the server ends the stream."""
        return self._answer.read()

    def leave(self) -> None:
        """Close the page."""
        self._answer.close()
        self._connection.close()

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()


def _get(port: int, path: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(HOST, port, timeout=DEADLINE_S)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


def test_the_page_is_served(server: Server) -> None:
    status, body = _get(server.port, "/")
    assert status == 200
    assert b"Table Companion" in body


def test_twenty_open_pages_all_hear_and_others_are_still_served(
    server: Server, table: Table
) -> None:
    with ExitStack() as stack:
        pages = [stack.enter_context(Listener(server.port)) for _ in range(20)]
        for page in pages:
            page.until(b"Nothing is on the table yet.")
        play.begin_free_roll(table)
        for page in pages:
            page.until(b"Lucy, throw")
        assert _get(server.port, "/")[0] == 200


def test_one_page_too_many_still_gets_the_state(server: Server, streams: Streams) -> None:
    with ExitStack() as stack:
        for _ in range(MAX_STREAMS):
            stack.enter_context(Listener(server.port)).until(b"event: lights")
        assert streams.open_count == MAX_STREAMS
        late = stack.enter_context(Listener(server.port))
        assert b"Nothing is on the table yet." in late.rest()
        assert _get(server.port, "/healthz")[0] == 200


def test_pages_that_are_closed_free_their_threads(server: Server, streams: Streams) -> None:
    freed = threading.Event()
    follow = streams._follow

    def followed(*arguments: object) -> Iterator[bytes]:
        try:
            yield from follow(*arguments)  # type: ignore[arg-type]
        finally:
            freed.set()

    streams._follow = followed  # type: ignore[method-assign, assignment]
    with Listener(server.port) as page:
        page.until(b"event: lights")
        assert not freed.is_set()
    assert freed.wait(DEADLINE_S)


def test_closing_ends_open_streams_at_once(app: Flask) -> None:
    server = Server(app, HOST, 0)
    with Listener(server.port) as page:
        page.until(b"event: lights")
        server.close()
        page.rest()
    server.close()
    with pytest.raises(OSError):
        socket.create_connection((HOST, server.port), timeout=DEADLINE_S)


def test_a_server_whose_loop_cannot_be_woken_still_lets_go_of_its_port(app: Flask) -> None:
    server = Server(app, HOST, 0)
    server._server.trigger.close()
    server.close()
    with pytest.raises(OSError):
        socket.create_connection((HOST, server.port), timeout=DEADLINE_S)


def test_a_taken_port_is_said_with_what_to_do(app: Flask, server: Server) -> None:
    with pytest.raises(AddressInUse, match=f"Port {server.port} is taken.*--port"):
        Server(app, HOST, server.port)


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "no such name"])
def test_an_address_of_another_machine_is_said_with_what_to_write(app: Flask, host: str) -> None:
    with pytest.raises(AddressUnusable, match=r"cannot be offered at .*--host"):
        Server(app, host, 0)


def test_a_port_of_the_system_is_said_with_what_to_choose(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(AddressUnusable, match=r"Port 80 is not for this user.*--port 8080"):
        Server(app, HOST, 80)


def test_serve_returns_when_told_to_stop(app: Flask) -> None:
    stop = threading.Event()
    stop.set()
    page_server.serve(app, HOST, 0, stop)


def test_nonsense_on_the_wire_harms_nobody(server: Server) -> None:
    for nonsense in (b"\x00\xff\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"A" * 300_000):
        with socket.create_connection((HOST, server.port), timeout=DEADLINE_S) as wire:
            try:
                wire.sendall(nonsense)
                wire.shutdown(socket.SHUT_WR)
                while wire.recv(4096):
                    pass
            except OSError:
                pass  # the server may hang up first
    assert _get(server.port, "/healthz")[0] == 200
