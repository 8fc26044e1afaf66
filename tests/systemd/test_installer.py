"""What the installer says without doing anything; what it does is tried in containers."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INSTALL = ROOT / "systemd" / "install.sh"
SCRIPTS = (INSTALL, ROOT / "systemd" / "companion.sh", ROOT / "tests" / "systemd" / "rootfs.sh")


def install(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([INSTALL, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_can_be_read_by_its_shell_and_started(script: Path) -> None:
    shell = script.read_text(encoding="utf-8").splitlines()[0].split("/")[-1].split()[-1]
    done = subprocess.run([shell, "-n", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert script.stat().st_mode & 0o111


def test_it_says_how_it_is_used() -> None:
    done = install("--help")
    assert done.returncode == 0
    assert "--uninstall" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("--remove",), "no option --remove"), (("--purge",), "--purge belongs to --uninstall")],
)
def test_what_it_does_not_understand_changes_nothing(arguments: tuple[str], said: str) -> None:
    done = install(*arguments)
    assert done.returncode == 2
    assert said in done.stderr


def test_it_takes_along_every_package_of_the_distribution() -> None:
    found = re.search(r"find ([a-z ]+) pyproject\.toml", INSTALL.read_text(encoding="utf-8"))
    assert found is not None
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = packed["tool"]["setuptools"]["packages"]["find"]["include"]
    assert set(found[1].split()) == {name.split(".")[0] for name in wanted}
