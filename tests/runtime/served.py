"""``companion serve`` as a process of its own, talked to as programs do."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.request import ProxyHandler, Request, build_opener

SCRIPT = """
look = "flat"
width = 320
height = 240
still_fps = 10.0
[[throw]]
at_s = 100000.0
dice = "2d6"
"""
"""A camera that shows an empty tray for longer than any test."""

STARTED_WITHIN_S = 60.0
_DIRECT = build_opener(ProxyHandler({}))


def free_port() -> int:
    """A port that nobody uses just now."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def command(state: Path, *more: str, port: int | None = None) -> list[str]:
    """The command line of a table without a camera."""
    camera = () if "--camera" in more else ("--camera", "none")
    return [
        *(sys.executable, "-m", "companion.cli.main", "serve", *camera),
        *("--port", str(free_port() if port is None else port), "--state", str(state), *more),
    ]


def refused(arguments: Sequence[str]) -> tuple[int, str]:
    """Exit status and standard error of a start that ends by itself."""
    done = subprocess.run(
        arguments, capture_output=True, text=True, timeout=STARTED_WITHIN_S, env=environment()
    )
    return done.returncode, done.stderr


def environment() -> dict[str, str]:
    """As the test's own, but without settings of whoever runs it."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")}
    return {**kept, "XDG_CONFIG_HOME": "/nonexistent"}


class Served:
    """A running service; leaving the ``with`` statement ends it the hard way."""

    def __init__(self, state: Path, *more: str) -> None:
        self.process = subprocess.Popen(
            command(state, *more), stdout=subprocess.PIPE, text=True, env=environment()
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if found is None:
            self.kill()
        assert found, f"the service did not start: {line!r}"
        self.port = int(found[1])

    def get(self, path: str) -> Any:
        """The JSON at that address."""
        return self._ask(Request(self._url(path)))

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Send JSON; the JSON of the answer."""
        sent = json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        return self._ask(Request(self._url(path), sent, headers))

    def snapshot(self) -> Any:
        """The table as programs see it."""
        return self.get("/api/v1/snapshot")["snapshot"]

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self._end()

    def stop(self, number: int) -> int:
        """Ask the process to end; its exit status. Fails after five seconds."""
        self.process.send_signal(number)
        status = self.process.wait(5.0)
        self._end()
        return status

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def _url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def _ask(self, request: Request) -> Any:
        with _DIRECT.open(request, timeout=STARTED_WITHIN_S) as answer:
            return json.load(answer)

    def _end(self) -> None:
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
