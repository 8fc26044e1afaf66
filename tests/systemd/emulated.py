"""A 64-bit Raspberry Pi's processor, emulated: programs for Arm in a root file system.

Knows how one program is started there and what it may use of processor time; needs root and
qemu-user-static. Refuses to know what is run.

Three things make it what a Pi 4 shows to a program. Its core is named to the emulator, so that
an instruction which a Pi 4 lacks ends the program. ``/sys`` is there. And ``/proc/cpuinfo`` is
an Arm's: the emulator of Debian 12 shows the one of the machine outside, with no line that an
Arm has, and the library that onnxruntime asks for its core then ends with a segmentation fault.
(As the first process of a container it cannot even end, and stands still for ever.)
"""

from __future__ import annotations

import resource
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.systemd.container import Failed

CORE = "cortex-a72"
"""The core of a Raspberry Pi 4, by the emulator's name."""
CORES = 4
_ONE_CORE = """processor\t: {number}
BogoMIPS\t: 108.00
Features\t: fp asimd evtstrm crc32 cpuid
CPU implementer\t: 0x41
CPU architecture: 8
CPU variant\t: 0x0
CPU part\t: 0xd08
CPU revision\t: 3

"""
HANGS_AFTER_S = 1800.0
"""Only against a program that stands still; what counts is processor time."""
BINFMT = Path("/proc/sys/fs/binfmt_misc")
_ENTER = """
mount --bind /dev dev
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount --bind {cpuinfo} proc/cpuinfo
ulimit -t {cpu_s}
exec chroot . /usr/bin/env -i {environment} "$@"
"""


class Pi:
    """Programs in a root file system for 64-bit Arm."""

    def __init__(self, root: Path, site: str) -> None:
        """``site``: the folder of Python packages in it, without the first slash."""
        _let_the_kernel_start_arm_programs()
        self._root = root
        self._cpuinfo = root.parent / f"{root.name}.cpuinfo"
        self._cpuinfo.write_text("".join(_ONE_CORE.format(number=core) for core in range(CORES)))
        self._environment = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LANG": "C.UTF-8",
            "PYTHONPATH": f"/{site}",
            "PYTHONFAULTHANDLER": "1",
            "QEMU_CPU": CORE,
        }

    def python(self, *arguments: str, cpu_s: int) -> tuple[subprocess.CompletedProcess[str], float]:
        """Run Python there to its end, and the seconds of processor time that it took.

        ``cpu_s``: what it may take. Raises Failed where it takes more, or stands still.
        """
        before_s = _children_took_s()
        try:
            done = subprocess.run(
                self._command(arguments, cpu_s),
                cwd=self._root,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
                timeout=HANGS_AFTER_S,
            )
        except subprocess.TimeoutExpired as fault:
            raise Failed(
                f"{shlex.join(arguments)} stood still for {HANGS_AFTER_S:.0f} s"
            ) from fault
        took_s = _children_took_s() - before_s
        if took_s >= cpu_s:
            raise Failed(f"{shlex.join(arguments)} took more than {cpu_s} s of processor time")
        return done, took_s

    def beside(self, *arguments: str, cpu_s: int) -> subprocess.Popen[bytes]:
        """Start Python there; it goes on beside."""
        return subprocess.Popen(self._command(arguments, cpu_s), cwd=self._root)

    def _command(self, arguments: tuple[str, ...], cpu_s: int) -> list[str]:
        environment = shlex.join(f"{key}={value}" for key, value in self._environment.items())
        script = _ENTER.format(
            cpuinfo=shlex.quote(str(self._cpuinfo)), cpu_s=cpu_s, environment=environment
        )
        # In a view of its own of what is mounted, which is gone with the program.
        return [
            *("unshare", "--mount", "--propagation=private", "sh", "-e", "-c", script, "sh"),
            *("/usr/bin/python3", *arguments),
        ]


def processor_time_s(asked: Callable[[], None]) -> float:
    """Seconds of processor time of the programs that end during the call."""
    before_s = _children_took_s()
    asked()
    return _children_took_s() - before_s


def _children_took_s() -> float:
    took = resource.getrusage(resource.RUSAGE_CHILDREN)
    return took.ru_utime + took.ru_stime


def _let_the_kernel_start_arm_programs() -> None:
    if not (BINFMT / "register").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "none", BINFMT], check=True)
    if not (BINFMT / "qemu-aarch64").exists():
        subprocess.run(["update-binfmts", "--enable", "qemu-aarch64"], check=True)
