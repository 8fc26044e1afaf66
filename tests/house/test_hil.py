"""The tests on a kernel with simulated pins say why where they cannot be run.

The machine is a folder of programs; nothing is downloaded and nothing is built.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "hil" / "kernel.sh"
REAL = ("bash", "cat", "cut", "dirname", "mkdir", "readlink", "sha256sum")
LEFT_OUT = 75


@dataclass(frozen=True, slots=True)
class Machine:
    """``programs`` are all that there are; ``cache`` is the user's."""

    programs: Path
    cache: Path

    def have(self, name: str, script: str = "") -> None:
        program = self.programs / name
        program.write_text(f"#!/bin/bash\n{script}\n", "utf-8")
        program.chmod(0o755)

    def kernel(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [SCRIPT, *arguments],
            env={"PATH": str(self.programs), "XDG_CACHE_HOME": str(self.cache)},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path / "bin", tmp_path / "cache")
    made.programs.mkdir()
    for name in REAL:
        found = shutil.which(name)
        assert found is not None
        (made.programs / name).symlink_to(found)
    env = shutil.which("env")
    assert env is not None
    (made.programs / "env").symlink_to(env)
    made.have("uname", "echo x86_64")
    return made


def test_another_processor_is_said_to_be_the_reason(machine: Machine) -> None:
    machine.have("uname", "echo aarch64")
    done = machine.kernel()
    assert done.returncode == LEFT_OUT
    assert "needs an x86_64 machine, this is aarch64" in done.stderr


def test_what_is_missing_is_named_with_what_to_install(machine: Machine) -> None:
    for name in ("gcc", "make", "bc", "xz", "dpkg-deb", "apt-get"):
        machine.have(name)
    done = machine.kernel()
    assert done.returncode == LEFT_OUT
    assert "missing here: flex bison. Install: apt-get install" in done.stderr


def test_a_disk_without_room_is_said_to_be_the_reason(machine: Machine) -> None:
    for name in ("gcc", "make", "flex", "bison", "bc", "xz", "dpkg-deb", "apt-get"):
        machine.have(name)
    machine.have("df", "echo Avail; echo 1000")
    machine.have("tail", "echo 1000")
    done = machine.kernel()
    assert done.returncode == LEFT_OUT
    assert "needs 3 GB free" in done.stderr


def test_what_a_killed_builder_left_is_tidied_away(machine: Machine) -> None:
    for name in ("gcc", "make", "flex", "bison", "bc", "xz", "dpkg-deb", "apt-get", "df"):
        machine.have(name)
    machine.have("tail", "echo 9000000")
    for name in ("flock", "mktemp", "rm"):
        found = shutil.which(name)
        assert found is not None
        (machine.programs / name).symlink_to(found)
    cache = machine.cache / "table-companion" / "uml"
    (cache / "build.killed" / "source").mkdir(parents=True)
    kept = cache / "linux-of-other-options"
    kept.touch()
    done = machine.kernel()
    # This machine names no archive, so there is nothing to build.
    assert done.returncode == LEFT_OUT
    assert "no Debian archive" in done.stderr
    assert sorted(each.name for each in cache.iterdir()) == ["linux-of-other-options", "lock"]


def test_a_kernel_that_is_there_is_taken_and_another_list_of_options_wants_another(
    machine: Machine,
) -> None:
    assert machine.kernel("--path").returncode == 1
    options = (SCRIPT.parent / "kernel.config").read_bytes()
    stamp = hashlib.sha256(options).hexdigest()[:12]
    kernel = machine.cache / "table-companion" / "uml" / f"linux-{stamp}"
    kernel.parent.mkdir(parents=True)
    kernel.touch()
    kernel.chmod(0o755)
    for arguments in ((), ("--path",)):
        done = machine.kernel(*arguments)
        assert (done.returncode, done.stdout) == (0, f"{kernel}\n")
    kernel.rename(kernel.with_name("linux-of-other-options"))
    assert machine.kernel("--path").returncode == 1
