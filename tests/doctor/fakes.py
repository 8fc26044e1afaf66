"""A machine in a folder: files as the kernel would show them, commands with set answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.doctor.machine import Ran


@dataclass
class FakeMachine:
    """``answers`` gives output for a command that begins so; what is not there cannot be run."""

    root: Path
    user: str = "ann"
    answers: dict[str, Ran] = field(default_factory=dict)
    forbidden: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)

    def run(self, command: Sequence[str]) -> Ran | None:
        line = " ".join(command)
        self.asked.append(line)
        return next((ran for start, ran in self.answers.items() if start in line), None)

    def may_use(self, device: str) -> bool:
        return device not in self.forbidden

    def write(self, path: str, text: str = "") -> None:
        """A file of the system, by its path without a leading slash."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def says(self, command: str, out: str = "", status: int = 0, err: str = "") -> None:
        """What a command answers that holds these words."""
        self.answers[command] = Ran(status, out, err)

    def is_a_pi(self) -> None:
        """From now on this is a Raspberry Pi."""
        self.write("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")

    def camera(self, number: int, name: str, index: int = 0) -> None:
        """A video device as the kernel shows it."""
        self.write(f"dev/video{number}")
        self.write(f"sys/class/video4linux/video{number}/name", name + "\n")
        self.write(f"sys/class/video4linux/video{number}/index", f"{index}\n")

    def process(self, number: int, line: str, *opened: str) -> None:
        """A running program that has files open."""
        self.write(f"proc/{number}/cmdline", line.replace(" ", "\0") + "\0")
        folder = self.root / f"proc/{number}/fd"
        folder.mkdir(parents=True)
        for handle, target in enumerate(opened):
            (folder / str(handle)).symlink_to(target)
