"""The datagrams that systemd gets, and when it gets none."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from hardware.watchdog import LONGEST_STATUS, Systemd, from_environment
from tests.systemd.listening import Listening


@pytest.fixture(params=["file", "abstract"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """What systemd writes into the environment, for both kinds of sockets."""
    if request.param == "file":
        return str(tmp_path / "notify")
    return f"@table-companion-test-{os.getpid()}-{tmp_path.name}"


def bound(address: str) -> str:
    return "\0" + address[1:] if address.startswith("@") else address


def test_systemd_hears_of_ready_well_and_stopping_in_its_own_words(address: str) -> None:
    with Listening(bound(address)) as systemd:
        ours = from_environment({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "30000000"}, 7)
        assert ours.listens
        assert ours.within_s == 30.0
        ours.ready("up")
        ours.well()
        ours.stopping()
        heard = [systemd.word() for _ in range(3)]
    assert [lines for _, lines in heard] == [
        ["READY=1", "STATUS=up"],
        ["WATCHDOG=1"],
        ["STOPPING=1", "STATUS=Stopping"],
    ]
    assert {pid for pid, _ in heard} == {os.getpid()}


def test_a_status_is_told_once_on_one_line_and_not_too_long(address: str) -> None:
    with Listening(bound(address)) as systemd:
        ours = Systemd(address, None)
        ours.ready("up")
        ours.status("up")
        ours.status("two\nREADY=0\nlines")
        ours.status("x" * 1000)
        heard = [systemd.word()[1] for _ in range(3)]
        assert systemd.nothing()
    assert heard[1] == ["STATUS=two READY=0 lines"]
    assert heard[2] == ["STATUS=" + "x" * LONGEST_STATUS]


@pytest.mark.parametrize(
    ("env", "within_s"),
    [
        ({"WATCHDOG_USEC": "400000"}, 0.4),
        ({"WATCHDOG_USEC": "400000", "WATCHDOG_PID": "7"}, 0.4),
        ({"WATCHDOG_USEC": "400000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_the_time_within_which_systemd_wants_a_word(
    env: dict[str, str], within_s: float | None
) -> None:
    assert from_environment({"NOTIFY_SOCKET": "/run/x", **env}, 7).within_s == within_s


@pytest.mark.parametrize("env", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "vsock:2:1234"}])
def test_without_a_systemd_that_is_understood_nothing_is_sent(env: dict[str, str]) -> None:
    ours = from_environment({**env, "WATCHDOG_USEC": "400000"}, 7)
    assert (ours.listens, ours.within_s) == (False, None)
    ours.ready("up")
    ours.well()


def test_a_systemd_that_is_gone_is_noted_and_ends_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        Systemd(str(tmp_path / "gone"), 1.0).well()
    assert "WATCHDOG=1" in caplog.text
