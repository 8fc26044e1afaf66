"""``./run`` on machines that lack something: what it says, what it installs, what it leaves.

The machine is a folder of programs, some real, some that only write down how they were
called. Nothing is installed and nothing outside the test's folder is touched.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REAL = ("bash", "cat", "cut", "dirname", "env", "grep", "readlink", "rm", "sha256sum")
PYTHON = """
case "$*" in
*-m\\ venv*)
    mkdir -p .venv/bin
    cp "$0" .venv/bin/python
    printf '#!/bin/sh\\necho "companion $*"\\n' >.venv/bin/companion
    chmod +x .venv/bin/companion ;;
*pip\\ install*) exit ${PIP_STATUS:-0} ;;
*print*) echo 3.11 ;;
esac
"""


@dataclass(frozen=True, slots=True)
class Machine:
    """A checkout and the programs that are there; ``calls`` is what was called, in order."""

    checkout: Path
    programs: Path
    log: Path

    def have(self, name: str, script: str = "") -> None:
        program = self.programs / name
        program.write_text(f'#!/bin/bash\necho "{name} $*" >>{self.log}\n{script}\n', "utf-8")
        program.chmod(0o755)

    def run(
        self, *arguments: str, env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.checkout / "run", *arguments],
            env={"PATH": str(self.programs), **(env or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def calls(self) -> list[str]:
        return self.log.read_text("utf-8").splitlines() if self.log.exists() else []

    def called(self, *words: str) -> int:
        return sum(all(word in call for word in words) for call in self.calls)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Bash and a few tools, an administrator, apt-get, and no Python."""
    checkout, programs = tmp_path / "checkout", tmp_path / "bin"
    checkout.mkdir()
    programs.mkdir()
    for name in ("run", "pyproject.toml"):
        shutil.copy(ROOT / name, checkout)
    for name in (*REAL, "mkdir", "cp", "chmod"):
        found = shutil.which(name)
        assert found is not None
        (programs / name).symlink_to(found)
    made = Machine(checkout, programs, tmp_path / "calls")
    made.have("id", "echo 0")
    made.have("apt-get")
    return made


def test_without_a_command_it_shows_its_commands(machine: Machine) -> None:
    done = machine.run()
    assert done.returncode == 0
    for command in ("demo", "serve", "test", "lint", "bench", "help"):
        assert f"\n  {command} " in done.stdout
    assert machine.calls == []


def test_an_unknown_command_is_one_more_sentence_and_status_2(machine: Machine) -> None:
    done = machine.run("biuld")
    assert done.returncode == 2
    assert done.stderr.endswith("run: there is no command biuld.\n")


def test_a_missing_python_is_named_before_it_is_installed(machine: Machine) -> None:
    machine.have("apt-get", 'case "$*" in *install*) exit 100 ;; esac')
    done = machine.run("serve")
    assert done.returncode == 2
    assert "Missing on this machine: python3 python3-venv" in done.stderr
    assert "apt-get could not install python3 python3-venv." in done.stderr
    assert machine.called("apt-get install", "--no-install-recommends", "python3 python3-venv") == 1


def test_without_administrator_rights_sudo_is_used_for_the_packages_only(machine: Machine) -> None:
    machine.have("id", "echo 1000")
    machine.have("sudo", "exit 1")
    assert machine.run("serve").returncode == 2
    # Nobody is there to type a password: sudo must fail at once, not ask.
    assert machine.called("sudo -n") == 2
    assert machine.called("sudo", "pip") == 0


def test_without_sudo_it_says_what_to_type_as_root(machine: Machine) -> None:
    machine.have("id", "echo 1000")
    done = machine.run("serve")
    assert done.returncode == 2
    assert "As root: apt-get install --no-install-recommends python3 python3-venv" in done.stderr
    assert machine.called("apt-get") == 0


def test_without_apt_it_says_what_to_install_by_hand(machine: Machine) -> None:
    (machine.programs / "apt-get").unlink()
    done = machine.run("serve")
    assert done.returncode == 2
    assert "Install Python 3.11 or newer with venv." in done.stderr


def test_an_old_python_is_refused_with_what_to_do(machine: Machine) -> None:
    machine.have("python3", "exit 1")
    done = machine.run("serve")
    assert done.returncode == 2
    assert "python3 is older than Python 3.11. Use Debian 12 or newer" in done.stderr


def test_the_second_start_installs_nothing(machine: Machine) -> None:
    machine.have("python3", PYTHON)
    for _ in range(2):
        done = machine.run("serve", "--port", "9000")
        assert (done.returncode, done.stdout) == (0, "companion serve --port 9000\n")
    assert machine.called("-m venv") == 1
    assert machine.called("pip install", "--editable .") == 1
    assert machine.called("apt-get") == 0


def test_a_change_of_the_dependencies_is_installed_into_the_same_environment(
    machine: Machine,
) -> None:
    machine.have("python3", PYTHON)
    machine.run("serve")
    with (machine.checkout / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    machine.run("serve")
    assert machine.called("-m venv") == 1
    assert machine.called("pip install", "--editable .") == 2


def test_an_installation_that_failed_is_tried_again(machine: Machine) -> None:
    machine.have("python3", PYTHON)
    done = machine.run("serve", env={"PIP_STATUS": "1"})
    assert done.returncode == 2
    assert "pip could not install the packages. Is this machine online?" in done.stderr
    assert machine.run("serve").returncode == 0
    assert machine.called("pip install") == 2


def test_the_demo_keeps_its_games_in_the_checkout_and_takes_options(machine: Machine) -> None:
    machine.have("python3", PYTHON)
    assert machine.run("demo", "--port", "9000").stdout == (
        "companion serve --camera scripted:demo --practice --port 8080 --state var/demo "
        "--port 9000\n"
    )


def test_a_browser_that_cannot_be_had_leaves_the_other_tests(machine: Machine) -> None:
    machine.have("python3", PYTHON)
    machine.have("apt-get", 'case "$*" in *install*) exit 100 ;; esac')
    done = machine.run("test", "-q")
    assert done.returncode == 0
    assert "Missing for the tests in a browser: chromium" in done.stderr
    assert "the tests in a browser will be left out" in done.stderr
    assert machine.called("pip install", "--editable .[dev]") == 1
    assert machine.called("python3 -m pytest -q") == 1


@pytest.mark.parametrize(("state", "missing"), [("ok installed", 0), ("ok not-installed", 1)])
def test_what_drives_the_browser_gets_the_library_it_needs(
    machine: Machine, state: str, missing: int
) -> None:
    machine.have("python3", PYTHON)
    machine.have("chromium")
    machine.have("dpkg-query", f"echo install {state}")
    assert machine.run("test", "-q").returncode == 0
    assert machine.called("apt-get install", "libatomic1") == missing


def test_the_scripts_are_sound_shell() -> None:
    for script in (ROOT / "run", ROOT / ".ci" / "run"):
        assert os.access(script, os.X_OK)
        done = subprocess.run(["bash", "-n", script], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
