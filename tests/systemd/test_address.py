"""Where the page is said to be."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from companion.cli import address, main
from companion.config import Config


def test_the_name_comes_first_and_the_number_is_for_phones_without_names() -> None:
    open_to_all = Config(host="0.0.0.0", port=81)
    assert address.page_addresses(open_to_all, "table-companion", "192.168.1.7") == [
        "http://table-companion.local:81/",
        "http://192.168.1.7:81/",
    ]
    assert address.page_addresses(open_to_all, "localhost", None) == ["http://127.0.0.1:81/"]


@pytest.mark.parametrize(
    ("host", "shown"),
    [("127.0.0.1", "http://127.0.0.1:8080/"), ("::1", "http://[::1]:8080/")],
)
def test_a_page_at_one_address_has_no_other(host: str, shown: str) -> None:
    assert address.page_addresses(Config(host=host), "pi", "192.168.1.7") == [shown]


def printed(tmp_path: Path, capsys: pytest.CaptureFixture[str], host: str, *more: str) -> str:
    file = tmp_path / "table-companion.toml"
    file.write_text(f'host = "{host}"\n', encoding="utf-8")
    assert main.main(["address", "--config", str(file), *more]) == 0
    return capsys.readouterr().out


def test_a_code_for_phones_is_drawn_where_phones_may_come(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "█" in printed(tmp_path, capsys, "0.0.0.0")
    assert "█" not in printed(tmp_path, capsys, "0.0.0.0", "--no-qr")
    alone = printed(tmp_path, capsys, "127.0.0.1")
    assert "█" not in alone
    assert "Only this machine" in alone


def test_programs_get_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(printed(tmp_path, capsys, "0.0.0.0", "--json"))
    assert told["port"] == 8080
    assert told["addresses"][-1].startswith("http://")


def test_a_machine_in_no_network_has_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unplugged(socket.socket):
        def connect(self, address: object, /) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket, "socket", Unplugged)
    assert address.number_in_network() is None
