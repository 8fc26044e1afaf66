"""By which names the page may be asked for, and by which not."""

from __future__ import annotations

import socket

import pytest
from flask.testing import FlaskClient

from companion.table.table import Table
from tests.web import play
from web.guards import is_own_name

MACHINE = "table.example.org"
OWN = (
    "127.0.0.1:8080",
    "192.168.1.20",
    "[::1]:8080",
    "[fe80::1]",
    "localhost:8080",
    "raspberrypi",
    "RaspberryPi.local:8080",
    "raspberrypi.local.",
    "pi.home.arpa",
    "pi.lan",
    "pi.fritz.box",
    "Table.Example.Org:80",
)
FOREIGN = (
    "evil.example:8080",
    "raspberrypi.evil.example",
    "local.evil.example",
    "127.0.0.1.evil.example",
    "notfritz.box",
    "evil.example.org",
    "",
    ":8080",
    ".",
    "[::1",
)


@pytest.mark.parametrize("host", OWN)
def test_a_name_that_only_this_network_knows_is_answered_to(host: str) -> None:
    assert is_own_name(host, MACHINE)


@pytest.mark.parametrize("host", FOREIGN)
def test_a_name_that_a_stranger_may_own_is_not(host: str) -> None:
    assert not is_own_name(host, MACHINE)


@pytest.mark.parametrize("path", ["/", "/events", "/tray.jpg", "/api/v1/snapshot"])
def test_a_site_that_gives_its_name_this_address_reads_nothing(
    client: FlaskClient, path: str
) -> None:
    answer = client.get(path, headers={"Host": "evil.example:8080"})
    assert answer.status_code == 403
    assert ".local" in answer.text


def test_a_site_that_gives_its_name_this_address_changes_nothing(
    client: FlaskClient, table: Table
) -> None:
    match = play.begin_wall(table)
    form = {"match": match.info.id, "version": str(match.version)}
    own = {"Host": "evil.example", "Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/actions/leave", data=form, headers=own).status_code == 403
    assert table.snapshot().match == match


def test_the_machine_answers_to_its_own_name_whatever_it_is(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: MACHINE)
    assert client.get("/", headers={"Host": f"{MACHINE}:8080"}).status_code == 200
