"""``companion serve`` as systemd starts it, with a socket in the place of systemd."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runtime.served import SCRIPT, command, environment
from tests.systemd.listening import Listening

ENDS_WITHIN_S = 5.0


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Listening]:
    with Listening(str(tmp_path / "notify")) as listening:
        yield listening


@pytest.fixture
def service(tmp_path: Path, systemd: Listening) -> Iterator[subprocess.Popen[str]]:
    script = tmp_path / "script.toml"
    script.write_text(SCRIPT)
    started = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "800000"}
    process = subprocess.Popen(
        command(tmp_path / "state", "--camera", f"scripted:{script}"),
        env={**environment(), **started, "JOURNAL_STREAM": "8:1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    yield process
    process.kill()
    process.communicate()


def test_the_service_is_ready_stays_well_and_says_that_it_stops(
    service: subprocess.Popen[str], systemd: Listening
) -> None:
    pid, first = systemd.word()
    assert pid == service.pid
    assert first[0] == "READY=1"
    assert "http://127.0.0.1:" in first[1]
    assert "scripted camera" in first[1]
    for _ in range(3):
        systemd.until("WATCHDOG=1")
    service.send_signal(signal.SIGTERM)
    assert "STOPPING=1" in systemd.until("STOPPING=1")
    assert service.wait(ENDS_WITHIN_S) == 0


def test_a_service_that_still_loads_its_readers_ends_cleanly_too(
    service: subprocess.Popen[str], systemd: Listening
) -> None:
    systemd.until("READY=1")
    service.send_signal(signal.SIGTERM)
    _, said = service.communicate(timeout=ENDS_WITHIN_S)
    assert service.returncode == 0
    assert "Aborted" not in said


def test_a_journal_that_cannot_be_written_ends_the_good_words(
    service: subprocess.Popen[str], systemd: Listening, tmp_path: Path
) -> None:
    systemd.until("WATCHDOG=1")
    journal = sqlite3.connect(tmp_path / "state" / "journal.sqlite3", isolation_level=None)
    journal.execute("BEGIN IMMEDIATE")
    heard = systemd.until("STATUS=The journal")
    assert "does not answer" in heard[-1]
    journal.execute("ROLLBACK")
    journal.close()
    assert "WATCHDOG=1" in systemd.until("WATCHDOG=1")


def test_an_abort_says_where_each_thread_stood(
    service: subprocess.Popen[str], systemd: Listening
) -> None:
    systemd.until("READY=1")
    service.send_signal(signal.SIGABRT)
    _, said = service.communicate(timeout=ENDS_WITHIN_S)
    assert service.returncode == -signal.SIGABRT
    assert "eyes.py" in said


def test_in_systemds_journal_each_line_tells_its_weight(
    service: subprocess.Popen[str], systemd: Listening
) -> None:
    assert service.stderr is not None
    assert service.stderr.readline().startswith("<6>companion.cli.readers: No tray is set up")
