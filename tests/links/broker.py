"""A real broker for the tests: Debian's mosquitto on a port of its own."""

from __future__ import annotations

import os
import queue
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

from companion.errors import LinkLost
from companion.links.address import Address
from companion.links.line import Call, Message
from companion.links.paho_line import PahoLine

MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
WITHIN_S = 30.0
"""How long anything may take on a busy machine before the test fails."""

needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")


class Broker:
    """A broker with a memory on the disk, which can be stopped, killed and started again."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.folder = folder
        with socket.socket() as asked:
            asked.bind(("127.0.0.1", 0))
            self.port = int(asked.getsockname()[1])
        folder.mkdir(parents=True, exist_ok=True)
        self._process: subprocess.Popen[str] | None = None
        lines = [
            f"listener {self.port} 127.0.0.1",
            "persistence true",
            f"persistence_location {folder}/",
            "max_queued_messages 0",
            "max_inflight_messages 0",
            "log_dest stderr",
            "log_type all",
            *(more or ("allow_anonymous true",)),
        ]
        if os.geteuid() == 0:
            # Started by root it would become a user who may not read the test's folder.
            lines.append("user root")
        (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n", encoding="utf-8")

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.port)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it and wait until it listens."""
        assert MOSQUITTO is not None
        self._process = subprocess.Popen(
            [MOSQUITTO, "-c", str(self.folder / "mosquitto.conf")],
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stderr is not None
        said = []
        for line in self._process.stderr:
            said.append(line)
            if "running" in line:
                break
        else:
            raise AssertionError("mosquitto did not start: " + "".join(said))
        # Whatever it writes later must not fill the pipe.
        self._reading = threading.Thread(target=self._process.stderr.read, daemon=True)
        self._reading.start()

    def stop(self) -> None:
        """Let it save what it holds and end."""
        if self._process is not None:
            self._process.terminate()
            self._ended(self._process)

    def kill(self) -> None:
        """End it without a chance to save."""
        if self._process is not None:
            self._process.kill()
            self._ended(self._process)

    def _ended(self, process: subprocess.Popen[str]) -> None:
        process.wait(WITHIN_S)
        self._reading.join(WITHIN_S)
        assert process.stderr is not None
        process.stderr.close()
        self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


class Listener:
    """Somebody who listens at a broker. With a session nothing is missed while away."""

    def __init__(
        self, address: Address, *topics: str, session: str | None = None, quality: int = 1
    ) -> None:
        self._heard: queue.Queue[Message] = queue.Queue()
        self.all: list[Message] = []
        call = Call(address, session or "", session_s=3600 if session else 0)
        self.line = PahoLine(call, self._heard.put, lambda: None)
        # What is told before the broker knows of a subscription is never heard.
        taken = threading.Semaphore(0)
        self.line._client.on_subscribe = lambda *_: taken.release()
        for topic in topics:
            self.line._client.subscribe(topic, quality)
        for topic in topics:
            assert taken.acquire(timeout=WITHIN_S), f"nobody took the subscription of {topic}"

    def until(self, wanted: Callable[[Message], Any]) -> Message:
        """The first message from now on that is wanted; what came before it is in ``all``."""
        deadline_s = time.monotonic() + WITHIN_S
        while True:
            try:
                message = self._heard.get(timeout=max(deadline_s - time.monotonic(), 0.0))
            except queue.Empty:
                told = [(m.topic, m.payload[:120]) for m in self.all[-20:]]
                raise AssertionError(f"it did not come; there were {told}") from None
            self.all.append(message)
            if wanted(message):
                return message

    def sees(self, wanted: Callable[[Message], Any]) -> Message:
        """The same, or one that was heard already."""
        return next((m for m in self.all if wanted(m)), None) or self.until(wanted)

    def on(self, topic: str) -> Message:
        """The next message whose topic ends so."""
        return self.until(lambda message: message.topic.endswith(topic))

    def say(self, topic: str, payload: bytes, retain: bool = False) -> None:
        self.line.publish(topic, payload, retain)

    def close(self) -> None:
        self.line.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def unreachable(address: Address) -> str:
    """What is said when nobody answers there."""
    with pytest.raises(LinkLost) as caught:
        PahoLine(Call(address, "nobody"), lambda message: None, lambda: None)
    return str(caught.value)
