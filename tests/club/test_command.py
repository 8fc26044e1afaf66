"""``companion serve`` at several tables and ``companion club``, over a real broker."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.request import ProxyHandler, build_opener

from tests.links.broker import WITHIN_S, Broker, needs_mosquitto
from tests.runtime.served import Served, environment, refused

pytestmark = needs_mosquitto


class Club:
    """``companion club`` as a process of its own."""

    def __init__(self, broker: Broker) -> None:
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "companion.cli.main", "club", "--port", "0"),
                *("--broker", f"mqtt://127.0.0.1:{broker.port}", "--name", "Our club"),
            ],
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        assert self._process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", self._process.stdout.readline())
        assert found is not None
        self.address = found[0]

    def until(self, wanted: Callable[[Any], bool]) -> Any:
        """What the club shows once it shows what is wanted."""
        pause, deadline_s = threading.Event(), time.monotonic() + WITHIN_S
        opener = build_opener(ProxyHandler({}))
        while time.monotonic() < deadline_s:
            with opener.open(f"{self.address}api/v1/club", timeout=WITHIN_S) as answer:
                shown = json.load(answer)
            if wanted(shown):
                return shown
            pause.wait(0.1)
        raise AssertionError(f"the club shows {json.dumps(shown)[:2000]}")

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        self._process.send_signal(signal.SIGTERM)
        status = self._process.wait(WITHIN_S)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self.stop()


def _settings(folder: Path, broker: Broker, name: str) -> Path:
    file = folder / f"{name}.toml"
    file.write_text(
        f'[mqtt]\nbroker = "mqtt://127.0.0.1:{broker.port}"\ntable = "{name}"\n'
        f'name = "{name.title()}"\ntournament = "Winter cup"\n',
        encoding="utf-8",
    )
    return file


def _begin(served: Served, *names: str) -> None:
    players = [{"name": name, "colour": c} for name, c in zip(names, ("red", "blue"), strict=False)]
    served.post("/api/v1/matches", {"game": "free_roll", "players": players, "options": {}})


def _names(shown: Any) -> dict[str, list[str]]:
    return {
        t["table"]: [p["name"] for p in t["match"]["players"]] if t["match"] else []
        for t in shown["tables"]
        if t["here"]
    }


def test_tables_come_and_go_and_a_new_club_knows_the_same(tmp_path: Path) -> None:
    with (
        Broker(tmp_path / "broker") as broker,
        Served(tmp_path / "1", "--config", str(_settings(tmp_path, broker, "one"))) as one,
        Club(broker) as club,
    ):
        _begin(one, "Lucy", "Ralph")
        club.until(lambda shown: _names(shown) == {"one": ["Lucy", "Ralph"]})
        config = _settings(tmp_path, broker, "two")
        with Served(tmp_path / "2", "--config", str(config)) as two:
            _begin(two, "Ann", "Ben")
            both = {"one": ["Lucy", "Ralph"], "two": ["Ann", "Ben"]}
            club.until(lambda shown: _names(shown) == both)
            assert club.stop() == 0
            with Club(broker) as again:
                shown = again.until(lambda shown: _names(shown) == both)
                assert {t["tournament"] for t in shown["tables"]} == {"Winter cup"}
                two.kill()
                again.until(lambda shown: list(_names(shown)) == ["one"])
        assert one.stop(signal.SIGTERM) == 0


def test_an_address_that_is_none_ends_the_club_with_one_sentence() -> None:
    status, said = refused(
        [sys.executable, "-m", "companion.cli.main", "club", "--broker", "broker.local"]
    )
    assert status == 2
    assert said.strip().splitlines() == [
        "companion club: The broker must be written as mqtt://HOST or mqtts://HOST:PORT, "
        "got 'broker.local'."
    ]
