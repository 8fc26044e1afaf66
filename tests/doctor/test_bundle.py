"""A report of a fault: what it holds, and that no name and no password gets into it."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from companion import config as settings
from companion.cli import doctor_checks
from companion.cli import main as cli
from companion.doctor import bundle
from companion.doctor.findings import fault, good
from companion.doctor.redaction import redactor, secrets_of, shown_settings
from companion.errors import BundleUnwritable
from companion.table.snapshot import Player
from tests.doctor.fakes import FakeMachine
from tests.doctor.games import play, spoil

NAMES = ("Lucía Fernández", "R. O'Neill", "Mo.*nica")
SETTINGS = """
host = "192.168.7.23"
port = 8099
camera = "recorded:/home/lucia/holiday"
boards = "/srv/hunter2"
[wled]
url = "http://admin:swordfish@10.0.0.7/leds"
[lights]
brightness = 0.25
night = "on"
[copies]
folder = "/media/lucia/stick"
"""
LOG = """\
INFO companion: The table is at http://192.168.7.23:8099/
WARNING lucía fernández has undone a throw; MO.*NICA has not
WARNING wled http://admin:swordfish@10.0.0.7/leds does not answer, password=topsecret
INFO device aa:bb:cc:dd:ee:ff at fe80::1234:5678:9abc:def0 of ann@example.org
ERROR /home/lucia/holiday/1.jpg is no picture, /srv/hunter2 neither
"""
SECRETS = (
    "lucía", "fernández", "o'neill", "mo.*nica", "192.168.7.23", "10.0.0.7", "swordfish",
    "hunter2", "topsecret", "holiday", "/home/lucia", "aa:bb:cc", "fe80::1234", "example.org",
    "stick",
)  # fmt: skip


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Games of people with awkward names, one of them damaged."""
    play(tmp_path, players=[Player(name, "red") for name in NAMES])
    spoil(tmp_path / "journal.sqlite3")
    return tmp_path


def contents(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode("utf-8") for name in archive.namelist()}


def test_no_name_and_no_password_gets_into_it(state: Path) -> None:
    config = settings.parse(SETTINGS, "x.toml")
    machine = FakeMachine(state, user="ben")
    machine.says("journalctl", out=LOG)
    names = doctor_checks.players(state)
    assert names == set(NAMES)
    known = redactor(names, secrets_of(config))
    told = [good("journal", f"{NAMES[1]} plays."), fault("wled", "http://u:swordfish@x fails", "x")]
    path = state / "report.zip"
    versions = {"python": "3.13", "machine": "Pi of Lucía"}
    log = bundle.log_of_the_service(machine)
    bundle.write(path, told, versions, shown_settings(config), log, known)
    inside = contents(path)
    everything = "".join(inside.values()).lower()
    assert [secret for secret in SECRETS if secret in everything] == []
    # And it still says something.
    assert "has undone a throw" in inside["log.txt"]
    assert "does not answer" in inside["log.txt"]
    assert json.loads(inside["findings.json"])[1]["check"] == "wled"
    assert json.loads(inside["versions.json"])["python"] == "3.13"
    for line in ("port = 8099", "lights.brightness = 0.25", 'lights.night = "on"'):
        assert line in inside["settings.toml"]
    assert 'camera = "recorded:[removed]"' in inside["settings.toml"]


def test_what_says_nothing_of_its_owner_stays() -> None:
    config = settings.parse('camera = "none"\nhost = "0.0.0.0"\ndice = "none"', "x.toml")
    known = redactor((), secrets_of(config))
    assert known.text(shown_settings(config)).splitlines()[1] == 'camera = "none"'
    assert known.text("none of it, at 0.0.0.0") == "none of it, at 0.0.0.0"
    device = settings.parse('camera = "v4l2:/dev/video2"', "x.toml")
    text = "/dev/video2 is not there"
    assert redactor((), secrets_of(device)).text(text) == text


def test_numbers_of_versions_are_no_addresses(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    bundle.write(
        path, [], {"opencv": "4.11.0.86", "machine": "Ann's"}, "", "", redactor(["Ann"], ())
    )
    told = json.loads(contents(path)["versions.json"])
    assert told == {"opencv": "4.11.0.86", "machine": "[removed]'s"}


def test_times_and_numbers_of_versions_stay() -> None:
    text = "at 12:34:56 on 127.0.0.1, version 1.26.4, ::1"
    assert redactor((), ()).text(text) == text
    assert redactor((), ()).text("It is 10.1.2.3.") == "It is [address]."


def test_without_the_redactor_they_would_get_into_it(state: Path) -> None:
    path = state / "report.zip"
    bundle.write(path, [], {}, "", LOG.replace("password", "pw"), redactor((), ()))
    assert "fernández" in contents(path)["log.txt"]


def test_every_text_of_the_settings_is_hidden_whatever_its_section() -> None:
    shown = shown_settings(settings.parse(SETTINGS, "x.toml"))
    assert 'host = "[removed]"' in shown
    assert 'wled.url = "[removed]"' in shown
    assert shown_settings(settings.Config()) == "# nothing differs from the defaults\n"


def test_the_command_writes_it_without_pictures_and_games(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "settings.toml"
    written.write_text('camera = "none"\nport = 0', encoding="utf-8")
    path = tmp_path / "report.zip"
    status = cli.main(
        ["doctor", "--state", str(state), "--config", str(written), "--bundle", str(path)]
    )
    said = capsys.readouterr().out
    assert status == 1, said
    assert "port must be a whole number" in said
    assert "Damaged: match 2" in said
    inside = contents(path)
    assert set(inside) == {
        "README.txt", "findings.txt", "findings.json", "versions.json", "settings.toml", "log.txt",
    }  # fmt: skip
    everything = "".join(inside.values())
    assert [name for name in NAMES if name in everything] == []
    assert json.loads(inside["versions.json"])["table-companion"]


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BundleUnwritable, match="cannot be written"):
        bundle.write(tmp_path / "no" / "x.zip", [], {}, "", "", redactor((), ()))
