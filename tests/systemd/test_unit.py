"""The unit file: understood by systemd, and shut as far as a camera and pins allow."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion import config
from web.server import THREADS

UNIT = Path(__file__).resolve().parents[2] / "systemd" / "table-companion.service"
KNOWS_BACKOFF = 254
"""The version of systemd that the installer gives backoff.conf to."""
MOST_EXPOSURE = 20
"""In tenths, on systemd's scale from 0 (shut) to 100 (open)."""

pytestmark = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed here"
)


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that exists on this machine, which systemd insists on."""
    text, replaced = re.subn(
        r"^ExecStart=\S+",
        f"ExecStart={sys.executable}",
        UNIT.read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )
    assert replaced == 1
    path = tmp_path / UNIT.name
    path.write_text(text, encoding="utf-8")
    version = int(re.findall(r"\d+", _analyze("--version").stdout)[0])
    if version >= KNOWS_BACKOFF:
        more = tmp_path / f"{UNIT.name}.d"
        more.mkdir()
        shutil.copy(UNIT.parent / "backoff.conf", more)
    return path


def _analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *arguments], capture_output=True, text=True, check=False
    )


def test_systemd_has_nothing_to_say_about_the_unit(unit: Path) -> None:
    done = _analyze("verify", "--recursive-errors=no", unit)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_misspelt_key_would_be_seen(unit: Path) -> None:
    unit.write_text(
        unit.read_text(encoding="utf-8").replace("NoNewPrivileges", "NoNewPriviledges"),
        encoding="utf-8",
    )
    assert "NoNewPriviledges" in _analyze("verify", "--recursive-errors=no", unit).stderr


def test_the_service_is_shut_as_far_as_it_can_be(unit: Path) -> None:
    done = _analyze(
        "security", "--offline=true", "--no-pager", f"--threshold={MOST_EXPOSURE}", unit
    )
    assert done.returncode == 0, done.stdout


def test_the_unit_starts_the_command_that_the_package_installs() -> None:
    start = re.search(r"^ExecStart=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    assert start is not None
    program, command, *_ = start[1].split()
    assert program.endswith("/bin/companion")
    assert command == "serve"


def test_the_unit_has_what_survives_years_without_anybody() -> None:
    kept = dict(
        line.split("=", 1)
        for line in UNIT.read_text(encoding="utf-8").splitlines()
        if "=" in line and not line.startswith("#")
    )
    wanted = {
        "Type": "notify",
        "WatchdogSec": "30",
        "TimeoutStopSec": "5",
        "StartLimitIntervalSec": "0",
        "Restart": "on-failure",
        "DynamicUser": "yes",
        "StateDirectory": "table-companion",
        "RuntimeDirectory": "table-companion",
        "SupplementaryGroups": "video gpio",
        "TasksMax": "256",
        "MemoryMax": "600M",
    }
    assert {key: kept.get(key) for key in wanted} == wanted
    assert "Environment=LG_WD=/run/table-companion" in UNIT.read_text(encoding="utf-8")


def test_no_thread_of_the_page_is_over_the_limit_of_tasks() -> None:
    assert 2 * THREADS < 256


def test_the_settings_that_are_laid_down_are_settings_and_let_phones_in() -> None:
    path = UNIT.parent / "table-companion.toml"
    assert config.load(path, {}).host == "0.0.0.0"
