"""The machine as the checks see it: its files, its commands, its user.

Knows how to read a file of the system, run a command within a deadline and find out who
holds a device. Refuses to change anything and to know what the answers mean.
"""

from __future__ import annotations

import getpass
import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

COMMAND_WITHIN_S = 20.0
"""A healthy Pi imports its camera stack in a few seconds; a hanging driver never ends."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command left: exit status, standard output, standard error."""

    status: int
    out: str
    err: str


class Machine(Protocol):
    """``root`` is where /proc, /sys, /dev and /run lie."""

    @property
    def root(self) -> Path:
        """``/``, or a folder that imitates it."""

    @property
    def user(self) -> str:
        """Who runs this."""

    def run(self, command: Sequence[str]) -> Ran | None:
        """Run a command; None where there is none of that name or it does not end in time."""

    def may_use(self, device: str) -> bool:
        """Whether this user may read and write that file."""


@dataclass(frozen=True, slots=True)
class ThisMachine:
    """The machine that the program runs on."""

    root: Path = Path("/")

    @property
    def user(self) -> str:
        """The user's name, or number where there is no name."""
        try:
            return getpass.getuser()
        except (KeyError, OSError):
            return str(os.getuid())

    def run(self, command: Sequence[str]) -> Ran | None:
        """In an empty folder of its own, because some drivers write where they are started."""
        with TemporaryDirectory(prefix="companion-doctor-") as folder:
            try:
                done = subprocess.run(
                    command,
                    cwd=folder,
                    env={**os.environ, "LG_WD": folder, "LC_ALL": "C.UTF-8"},
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    errors="replace",
                    timeout=COMMAND_WITHIN_S,
                    check=False,
                )
            except (OSError, subprocess.TimeoutExpired):
                return None
        return Ran(done.returncode, done.stdout, done.stderr)

    def may_use(self, device: str) -> bool:
        """Whether this user may read and write that file."""
        return os.access(device, os.R_OK | os.W_OK)


def text_of(machine: Machine, path: str) -> str | None:
    """The text of a small file of the system, without blanks around; None when there is none.

    ``path`` is below the root, without a leading slash.
    """
    try:
        content = (machine.root / path).read_bytes()
    except OSError:
        return None
    return content.decode("utf-8", "replace").strip("\0 \n\t")


def number_of(machine: Machine, path: str) -> int | None:
    """The whole number that a file of the system holds; None when there is none."""
    text = text_of(machine, path)
    try:
        return None if text is None else int(text)
    except ValueError:
        return None


def model_of(machine: Machine) -> str | None:
    """The board's name, such as ``Raspberry Pi 4 Model B Rev 1.4``; None where none is told."""
    return text_of(machine, "proc/device-tree/model") or text_of(
        machine, "sys/firmware/devicetree/base/model"
    )


def is_a_pi(machine: Machine) -> bool:
    """True on a Raspberry Pi."""
    return "Raspberry Pi" in (model_of(machine) or "")


def holders(machine: Machine, target: str) -> tuple[tuple[int, str], ...]:
    """Number and command line of the processes that have ``target`` open, as far as this user
    may see: a device, or ``socket:[N]``."""
    return tuple(_holders(machine, target))


def _holders(machine: Machine, target: str) -> Iterator[tuple[int, str]]:
    for process in sorted((machine.root / "proc").glob("[0-9]*")):
        if process.name.isdigit() and _has_open(process / "fd", target):
            words = text_of(machine, f"proc/{process.name}/cmdline") or "?"
            yield int(process.name), words.replace("\0", " ")


def _has_open(folder: Path, target: str) -> bool:
    try:
        handles = list(folder.iterdir())
    except OSError:  # another user's, or gone meanwhile
        return False
    for handle in handles:
        try:
            if str(handle.readlink()) == target:
                return True
        except OSError:
            continue
    return False


def is_ours(command_line: str) -> bool:
    """Whether that command line is a table of this program."""
    words = command_line.split()
    return "serve" in words and any("companion" in word for word in words)
