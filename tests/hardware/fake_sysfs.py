"""Cameras of a machine as ``/dev`` and ``/sys/class/video4linux`` show them, below a folder.

As the kernel does: a camera gets the lowest number that nobody has, and a number stays taken
for as long as a program has its node open, even when the camera is gone.
"""

from __future__ import annotations

import shutil
from pathlib import Path


class FakeMachine:
    """``dev`` and ``sysfs`` are the two folders."""

    def __init__(self, place: Path) -> None:
        self.dev = place / "dev"
        self.sysfs = place / "sys"
        self._devices = place / "devices"
        for folder in (self.dev, self.sysfs, self._devices):
            folder.mkdir()
        self.taken: set[int] = set()
        """Numbers that a program keeps by a node that it has open."""

    def node(self, number: int) -> str:
        return str(self.dev / f"video{number}")

    def plug(self, port: str, about: str = "a webcam", streams: int = 1) -> int:
        """Put a camera with so many devices in; the number of the first of them."""
        numbers = []
        for index in range(streams):
            number = 0
            while number in self.taken or (self.dev / f"video{number}").exists():
                number += 1
            numbers.append(number)
            interface = self._devices / "usb1" / port
            about_it = interface / "video4linux" / f"video{number}"
            about_it.mkdir(parents=True)
            (about_it / "name").write_text(about + "\n")
            (about_it / "index").write_text(f"{index}\n")
            (about_it / "device").symlink_to(interface)
            (self.sysfs / f"video{number}").symlink_to(about_it)
            (self.dev / f"video{number}").touch()
        return numbers[0]

    def pull(self, port: str) -> None:
        """Pull out what is in that port."""
        interface = self._devices / "usb1" / port
        for about_it in (interface / "video4linux").iterdir():
            (self.dev / about_it.name).unlink()
            (self.sysfs / about_it.name).unlink()
        shutil.rmtree(interface)
