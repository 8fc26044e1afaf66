"""A table as a process of its own, and what the kernel tells of it.

Knows how ``companion serve`` is started, with or without a limit on its processor, and reads
its processor time and memory. Refuses to know what of it is good.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from companion.errors import ServiceUnmeasurable

PERIOD_US = 20_000
"""A limited core is given out in slices of this length: shorter than a frame lasts."""
ADDRESS_BEGINS = "The table is at "
V1, V2 = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_ENDS_WITHIN_S = 10.0


@dataclass(frozen=True, slots=True)
class Memory:
    """Megabytes of 1,048,576 bytes, as systemd counts. ``proportional``: what is shared counts in
    part."""

    resident: float
    proportional: float
    peak: float


def free_port() -> int:
    """A port that nobody uses just now."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


class Process:
    """A running ``companion serve``; leaving the ``with`` statement ends it."""

    def __init__(self, arguments: Sequence[str], limit: Path | None, env: Mapping[str, str]):
        """``limit``: the folder of a control group that it is put into before it begins."""
        command = [sys.executable, "-m", "companion.cli.main", "serve", *arguments]
        if limit is not None:
            script = 'echo $$ > "$0" && exec "$@"'
            command = ["sh", "-c", script, str(limit / "cgroup.procs"), *command]
        self.started_s = time.monotonic()
        self._child = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=dict(env)
        )

    def address(self) -> str:
        """Where the page is, once the table says so. Raises ServiceUnmeasurable."""
        assert self._child.stdout is not None
        for line in self._child.stdout:
            if line.startswith(ADDRESS_BEGINS):
                return line.removeprefix(ADDRESS_BEGINS).strip()
        raise ServiceUnmeasurable(
            "The table to be measured ended before it was ready. Start `companion serve` by"
            " hand to see why."
        )

    def processor_s(self) -> float:
        """Processor time of all its threads until now, in steps of 10 ms."""
        text = Path(f"/proc/{self._child.pid}/stat").read_text(encoding="utf-8")
        # The name in brackets may hold spaces; user and system time are 14th and 15th.
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS_PER_S

    def memory(self) -> Memory:
        """What it holds just now, and has held at most."""
        status = _kilobytes(Path(f"/proc/{self._child.pid}/status"))
        rollup = _kilobytes(Path(f"/proc/{self._child.pid}/smaps_rollup"))
        return Memory(status["VmRSS"] / 1024, rollup["Pss"] / 1024, status["VmHWM"] / 1024)

    def close(self) -> None:
        """Ask it to end, and end it if it does not."""
        if self._child.poll() is None:
            self._child.send_signal(signal.SIGTERM)
        try:
            self._child.wait(_ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        if self._child.stdout is not None:
            self._child.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def slow_core(share: float) -> Iterator[Path | None]:
    """A control group that gives that share of one core; None where none can be made here.

    That takes root, or a group that was handed over to this user.
    """
    name = f"table-companion-bench-{os.getpid()}"
    allowed_us = str(round(share * PERIOD_US))
    old = (V1 / "cpu.cfs_quota_us").exists()
    folder = (V1 if old else V2) / name
    try:
        folder.mkdir()
        if old:
            (folder / "cpu.cfs_period_us").write_text(str(PERIOD_US), encoding="ascii")
            (folder / "cpu.cfs_quota_us").write_text(allowed_us, encoding="ascii")
        else:
            (folder / "cpu.max").write_text(f"{allowed_us} {PERIOD_US}", encoding="ascii")
    except OSError:
        if folder.exists():
            folder.rmdir()
        yield None
        return
    try:
        yield folder
    finally:
        folder.rmdir()


def _kilobytes(path: Path) -> dict[str, int]:
    rows = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {row[0].rstrip(":"): int(row[1]) for row in rows if len(row) == 3 and row[2] == "kB"}
