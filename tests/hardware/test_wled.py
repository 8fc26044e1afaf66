"""An LED strip over HTTP: a real server on loopback plays the controller.

It behaves as WLED's source does in what matters here: a timed light that is already running
is not started anew, and brightness 0 ends it.
"""

from __future__ import annotations

import json
import logging
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from hardware.clock import SystemClock
from hardware.lights.wled import KEEP_S, WledStrip
from tests.hardware.clocks import FakeClock

WITHIN_S = 20.0


class Controller:
    """What the strip was told. ``gate`` holds answers back while it is not set."""

    def __init__(self) -> None:
        self.states: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.status = 200
        self.gate = threading.Event()
        self.gate.set()
        self._news = threading.Condition()

    def heard(self, path: str, body: bytes) -> int:
        with self._news:
            self.paths.append(path)
            self.states.append(json.loads(body))
            self._news.notify_all()
        self.gate.wait(WITHIN_S)
        return self.status

    def until(self, true: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
        """What was told once that holds; fails after a deadline."""
        with self._news:
            assert self._news.wait_for(lambda: true(self.states), WITHIN_S), self.states
            return list(self.states)

    @property
    def timed_again(self) -> int:
        """How often a timed light was started: on after it was off."""
        on = [state["nl"]["on"] for state in self.states]
        return sum(now and not before for before, now in zip([False, *on], on, strict=False))


@contextmanager
def served(controller: Controller, port: int = 0) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(controller.heard(self.path, body))
            self.end_headers()
            with suppress(OSError):  # whoever asked has given up
                self.wfile.write(b'{"success":true}')

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        controller.gate.set()
        server.shutdown()
        thread.join()
        server.server_close()


def colour(state: dict[str, Any]) -> list[int]:
    shown: list[int] = state["seg"]["col"][0]
    return shown


def shows(*rgb: int) -> Callable[[list[dict[str, Any]]], bool]:
    return lambda states: bool(states) and "seg" in states[-1] and colour(states[-1]) == list(rgb)


def test_the_strip_shows_a_colour_at_once_with_its_brightness_apart() -> None:
    controller = Controller()
    with served(controller) as url:
        strip = WledStrip(f"{url}/", SystemClock())
        strip.write((0.5, 0.25, 0.0))
        states = controller.until(lambda states: len(states) == 2)
        strip.close()
    assert set(controller.paths) == {"/json/state"}
    assert states[-1]["on"] is True
    assert states[-1]["bri"] == 128
    assert colour(states[-1]) == [255, 128, 0]
    assert states[-1]["tt"] == 0, "no fading: a rhythm would be lost"
    assert states[-1]["seg"]["fx"] == 0, "no effect: the light is steady"


def test_a_dark_phase_is_black_and_keeps_the_timed_light_alive() -> None:
    controller = Controller()
    with served(controller) as url:
        strip = WledStrip(url, SystemClock())
        strip.write((0.5, 0.0, 0.0))
        controller.until(shows(255, 0, 0))
        strip.write((0.0, 0.0, 0.0))
        states = controller.until(shows(0, 0, 0))
        strip.close()
    assert states[-1]["bri"] == 128


def test_closing_puts_the_strip_out_and_may_be_done_twice() -> None:
    controller = Controller()
    with served(controller) as url:
        strip = WledStrip(url, SystemClock())
        strip.write((1.0, 1.0, 1.0))
        controller.until(shows(255, 255, 255))
        strip.close()
        strip.close()
        assert controller.states[-1]["on"] is False
        assert controller.states[-1]["nl"] == {"on": False}


def test_a_strip_that_was_never_lit_is_left_as_it_is() -> None:
    controller = Controller()
    with served(controller) as url:
        WledStrip(url, SystemClock()).close()
    assert controller.states == []


def test_the_strip_goes_dark_by_itself_a_minute_after_the_last_word() -> None:
    clock, controller = FakeClock(), Controller()
    with served(controller) as url:
        strip = WledStrip(url, clock)
        strip.write((1.0, 0.0, 0.0))
        states = controller.until(lambda states: len(states) == 2)
        assert [state["nl"]["on"] for state in states] == [False, True]
        assert states[-1]["nl"] == {"on": True, "dur": 1, "mode": 0, "tbri": 0}
        strip.write((0.0, 1.0, 0.0))
        controller.until(lambda states: len(states) == 3)
        assert controller.timed_again == 1, "a change alone does not start the minute anew"
        clock.sleep_s(KEEP_S)
        strip.write((0.0, 0.0, 1.0))
        controller.until(lambda states: len(states) == 5)
        assert controller.timed_again == 2
        strip.close()
    assert KEEP_S < 60


def test_a_table_that_shows_the_same_for_hours_tells_the_strip_that_it_lives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hardware.lights.wled.KEEP_S", 0.05)
    controller = Controller()
    with served(controller) as url:
        strip = WledStrip(url, SystemClock())
        strip.write((1.0, 0.0, 0.0))
        controller.until(lambda states: len(states) >= 6)
        strip.close()
    assert controller.timed_again >= 3


def test_a_slow_controller_gets_the_newest_state_and_nobody_waits_for_it() -> None:
    controller = Controller()
    with served(controller) as url:
        strip = WledStrip(url, SystemClock(), timeout_s=WITHIN_S)
        strip.write((1.0, 0.0, 0.0))
        told = len(controller.until(lambda states: len(states) == 2))
        controller.gate.clear()
        strip.write((0.0, 1.0, 0.0))
        controller.until(shows(0, 255, 0))
        for level in range(1, 101):
            strip.write((0.0, 0.0, level / 100))
        controller.gate.set()
        states = controller.until(lambda states: shows(0, 0, 255)(states))
        strip.close()
    assert len(states) <= told + 2, "what was missed is not made up for"
    assert states[-1]["bri"] == 255


def test_a_strip_that_is_not_there_is_said_once_and_found_when_it_comes(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.lights.wled.RETRY_S", 0.01)
    monkeypatch.setattr("hardware.lights.wled.RETRY_MOST_S", 0.02)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    said = threading.Semaphore(0)
    told = logging.getLogger("hardware.lights.wled").warning

    def warning(*words: Any) -> None:
        told(*words)
        said.release()

    monkeypatch.setattr("hardware.lights.wled._log.warning", warning)
    controller = Controller()
    strip = WledStrip(f"http://127.0.0.1:{port}", SystemClock())
    strip.write((1.0, 0.0, 0.0))
    assert said.acquire(timeout=WITHIN_S)
    with served(controller, port):
        controller.until(shows(255, 0, 0))
        strip.close()
    assert caplog.text.count("does not answer") == 1
    assert "wled.url" in caplog.text


def test_something_that_is_no_controller_is_said_to_be_none(
    caplog: pytest.LogCaptureFixture,
) -> None:
    controller = Controller()
    controller.status = 404
    with served(controller) as url:
        strip = WledStrip(url, SystemClock())
        strip.write((1.0, 0.0, 0.0))
        controller.until(lambda states: len(states) >= 1)
        strip.close()
    assert "status 404, is it a WLED controller?" in caplog.text


def test_a_controller_that_hangs_does_not_hold_up_the_end() -> None:
    controller = Controller()
    controller.gate.clear()
    with served(controller) as url:
        strip = WledStrip(url, SystemClock(), timeout_s=0.05)
        strip.write((1.0, 0.0, 0.0))
        controller.until(lambda states: len(states) >= 1)
        ended = threading.Thread(target=strip.close)
        ended.start()
        ended.join(WITHIN_S)
        assert not ended.is_alive()
