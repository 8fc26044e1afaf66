"""From the settings to the links."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import config
from companion.cli.links import checked_prefix, links_dir, links_of
from companion.errors import ConfigError
from companion.links.keeping import kept
from companion.table.table import Table
from tests.table.fakes import GAMES, FakeBoards, FakeClock, MemoryJournal


@pytest.fixture
def table() -> Table:
    return Table(MemoryJournal(), FakeBoards(), FakeClock(), GAMES)


def _made(text: str, state: Path, table: Table) -> None:
    links_of(config.parse(text, "x.toml"), state, table, GAMES, FakeClock())


def test_by_default_nothing_is_told_and_nothing_written(tmp_path: Path, table: Table) -> None:
    with links_of(config.Config(), tmp_path, table, GAMES, FakeClock()):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_table_without_an_id_gets_one_that_stays(tmp_path: Path, table: Table) -> None:
    text = '[webhook]\nurl = "http://127.0.0.1:9/hook"'
    _made(text, tmp_path, table)
    first = kept(links_dir(tmp_path) / "table.json")
    _made(text, tmp_path, table)
    assert kept(links_dir(tmp_path) / "table.json") == first
    assert first.startswith("table-")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[mqtt]\nbroker = "b"', "must be written as mqtt://HOST"),
        ('[mqtt]\nbroker = "mqtt://b"\ntable = "Table 3"', "mqtt.table must be"),
        ('[mqtt]\nbroker = "mqtt://b"\nprefix = "a/#"', "mqtt.prefix must be"),
        ('[mqtt]\nbroker = "mqtt://b"\ndiscovery_prefix = "/"', "mqtt.discovery_prefix must be"),
        ('[mqtt]\nbroker = "mqtt://b"\npassword_file = "/none"', "without a user"),
        ('[webhook]\nurl = "http://h"\nsecret = "a"\nsecret_file = "b"', "not both"),
        ('[webhook]\nurl = "http://h"\nsecret_file = "/none/x"', "secret cannot be read"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(
    tmp_path: Path, table: Table, text: str, sentence: str
) -> None:
    with pytest.raises(ConfigError, match=sentence):
        _made(text, tmp_path, table)


def test_a_prefix_may_have_parts() -> None:
    assert checked_prefix("house/games/", "x") == "house/games"
    for wrong in ("", "/", "+", "a/#", "$SYS", "/a"):
        with pytest.raises(ConfigError):
            checked_prefix(wrong, "x")
