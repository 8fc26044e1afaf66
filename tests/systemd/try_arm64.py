"""The wheels on a 64-bit Arm, under emulation: ``./run test-install arm64 [bookworm|trixie]``.

Installs the program as pip would on a Raspberry Pi with Raspberry Pi OS 12 (Python 3.11) and 13
(Python 3.13), from wheels alone, and lets the emulated machine read a photograph and serve a page.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, build_opener

from packaging.metadata import Metadata

from tests.runtime.served import SCRIPT, free_port
from tests.systemd.container import (
    CACHE,
    CLONE,
    PROJECT,
    Checks,
    Failed,
    bring_project,
    fresh_copy,
    newest_commit,
    until,
)
from tests.systemd.emulated import CORE, Pi, processor_time_s

SITE = "opt/site"
AARCH64 = bytes((183, 0))
"""The machine that a library is for, as its header says (EM_AARCH64)."""
OLDEST_GLIBC = 17
"""Version 2.N of the C library that the oldest wheels of today ask for."""
PICTURE = "plain-1"
STARTS_WITHIN_S = 900.0
"""Of the wall clock, for a machine that does much else."""
IMPORTS_WITHIN_CPU_S = 60
READS_WITHIN_CPU_S = 120
SERVES_WITHIN_CPU_S = 300
NEAR_PX = 1.0
"""Another order of adding moves the last digits, not the die."""
MODULES = ("numpy", "cv2", "onnxruntime", "shapely.geometry", "companion.cli.serve")
# A dot product of bytes, which the core of a Pi 5 has and that of a Pi 4 has not, and a return.
ALIEN_INSTRUCTION = """
import ctypes, mmap
code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
code.write((0x4E829420).to_bytes(4, "little") + (0xD65F03C0).to_bytes(4, "little"))
ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
"""
_DIRECT = build_opener(ProxyHandler({}))


@dataclass(frozen=True, slots=True)
class System:
    """What a Raspberry Pi OS brings that decides about wheels."""

    kind: str
    python: tuple[int, int]
    glibc: int
    numpy: str
    """The system's own, which its camera stack was built with."""
    modules: tuple[str, ...]


SYSTEMS = (
    System("bookworm", (3, 11), 36, "1.24.2", (*MODULES, "lgpio")),
    System("trixie", (3, 13), 41, "2.2.4", MODULES),
)


def main(kinds: Sequence[str]) -> int:
    for system in SYSTEMS:
        if not kinds or system.kind in kinds:
            _try(system)
    return 0


def _try(system: System) -> None:
    root = CACHE / "tries" / f"arm64-{system.kind}"
    checks = Checks()
    fresh_copy(f"arm64-{system.kind}", root)
    _install(system, root, checks)
    pi = Pi(root, SITE)
    done, _ = pi.python(
        *("-c", "import platform as p; print(p.machine(), *p.python_version_tuple()[:2])"),
        cpu_s=IMPORTS_WITHIN_CPU_S,
    )
    wanted = f"aarch64 {system.python[0]} {system.python[1]}"
    checks.holds(f"the emulated machine is {wanted}", done.stdout.strip() == wanted)
    done, _ = pi.python("-c", ALIEN_INSTRUCTION, cpu_s=IMPORTS_WITHIN_CPU_S)
    checks.holds(f"it ends a program that asks for more than a {CORE}", "SIGILL" in _end(done))
    _complete(pi, root, checks)
    for name in system.modules:
        done, took_s = pi.python("-c", f"import {name}", cpu_s=IMPORTS_WITHIN_CPU_S)
        checks.holds(f"import {name} ({took_s:.1f} s)", not done.returncode or _shown(done))
    _reads(pi, root, checks)
    _serves(pi, root, checks)
    print(f"arm64 {system.kind}: {checks.passed} passed, 0 failed; times are processor time")


# ---- the packages ------------------------------------------------------------------------


def _install(system: System, root: Path, checks: Checks) -> None:
    bring_project(root, newest_commit())
    wheels, clone = root / "opt" / "wheels", root / CLONE.lstrip("/")
    _pip("wheel", "--no-deps", "-w", str(wheels), str(clone))
    (wheel,) = wheels.glob("table_companion-*.whl")
    here = ("install", "--target", str(root / SITE))
    _pip(*here, "--no-deps", str(wheel))
    major, minor = system.python
    glibcs = range(system.glibc, OLDEST_GLIBC - 1, -1)
    done = _pip(
        *here,
        *(f"--platform=manylinux_2_{glibc}_aarch64" for glibc in glibcs),
        *("--platform=manylinux2014_aarch64", f"--python-version={major}.{minor}"),
        *("--implementation=cp", f"--abi=cp{major}{minor}", "--abi=abi3", "--abi=none"),
        *("--only-binary=:all:", f"numpy=={system.numpy}", *_required(system, root)),
    )
    found = sorted(path.name.split(".dist-info")[0] for path in (root / SITE).glob("*.dist-info"))
    print("          " + " ".join(found))
    checks.holds(f"a wheel for each of {len(found)} packages", done.returncode == 0)
    machines = [path.read_bytes()[18:20] for path in (root / SITE).rglob("*.so*") if _elf(path)]
    alien = [machine for machine in machines if machine != AARCH64]
    checks.holds(f"{len(machines)} libraries, none for another machine", machines and not alien)


def _required(system: System, root: Path) -> list[str]:
    """What the program asks for there: pip takes the markers for the Python that it runs in."""
    (info,) = (root / SITE).glob("table_companion-*.dist-info")
    metadata = Metadata.from_email((info / "METADATA").read_bytes())
    major, minor = system.python
    there = {
        "python_version": f"{major}.{minor}",
        "python_full_version": f"{major}.{minor}.0",
        "platform_machine": "aarch64",
        "sys_platform": "linux",
        "extra": "gpio",
    }
    asked = metadata.requires_dist or ()
    wanted = [each for each in asked if each.marker is None or each.marker.evaluate(there)]
    return [f"{each.name}{each.specifier}" for each in wanted]


def _pip(*arguments: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        print(done.stdout)
    return done


def _complete(pi: Pi, root: Path, checks: Checks) -> None:
    """By the markers of the machine itself, for what the packages ask of each other."""
    (pip,) = (root / "usr/share/python-wheels").glob("pip-*.whl")
    into = f"import sys; sys.path.insert(0, '/usr/share/python-wheels/{pip.name}')"
    done, took_s = pi.python(
        *("-c", f"{into}; from pip._internal.cli.main import main; sys.exit(main(['check']))"),
        cpu_s=IMPORTS_WITHIN_CPU_S,
    )
    whole = "No broken requirements" in done.stdout
    checks.holds(f"pip there misses nothing ({took_s:.1f} s)", whole or _shown(done))


def _elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


# ---- what it does ------------------------------------------------------------------------


def _reads(pi: Pi, root: Path, checks: Checks) -> None:
    """The dice that lie there, where this machine sees them."""
    picture = PROJECT / "tests" / "fixtures" / "pictures" / f"{PICTURE}.jpg"
    (root / "opt" / picture.name).write_bytes(picture.read_bytes())
    truth = json.loads(picture.with_suffix(".json").read_text())["dice"]
    here = subprocess.run(
        [sys.executable, "-m", "companion.cli.main", "read", "--json", picture],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    done, took_s = pi.python(
        *("-m", "companion.cli.main", "read", "--json", f"/opt/{picture.name}"),
        cpu_s=READS_WITHIN_CPU_S,
    )
    checks.holds("companion read ends well", not done.returncode or _shown(done))
    print(f"          {done.stdout.strip()}")
    read = json.loads(done.stdout)
    lies = sorted((die["kind"], die["value"]) for die in truth)
    seen = sorted((die["kind"], die["value"]) for die in read["dice"])
    checks.holds(f"reads {picture.name} ({took_s:.1f} s)", (read["status"], seen) == ("ok", lies))
    apart_px = _apart_px(read["dice"], json.loads(here.stdout)["dice"])
    checks.holds(f"each die within {apart_px:.1f} px of here", apart_px <= NEAR_PX)
    checks.holds("without a word of complaint", not done.stderr or _shown(done))


def _apart_px(there: list[Any], here: list[Any]) -> float:
    """The furthest that a die's middle is off, across or down."""
    pairs = zip(_middles(there), _middles(here), strict=True)
    return max(abs(a - b) for one, other in pairs for a, b in zip(one, other, strict=True))


def _middles(dice: list[Any]) -> list[list[float]]:
    return sorted(die["centre_px"] for die in dice)


def _serves(pi: Pi, root: Path, checks: Checks) -> None:
    port = free_port()
    (root / "opt" / "still.toml").write_text(SCRIPT)
    began_s = time.monotonic()
    served = pi.beside(
        *("-m", "companion.cli.main", "serve", "--camera", "scripted:/opt/still.toml"),
        *("--port", str(port), "--state", "/opt/games"),
        cpu_s=SERVES_WITHIN_CPU_S,
    )

    def ends() -> None:
        served.terminate()
        served.wait(120.0)

    try:
        healthy = until(lambda: _well(served, port), "the page is there", STARTS_WITHIN_S)
        what = f"serves its page, {time.monotonic() - began_s:.0f} s of the wall clock after its"
        checks.holds(f"{what} start, and sees with its camera", healthy)
    finally:
        took_s = processor_time_s(ends)
    checks.holds(f"ends cleanly ({took_s:.1f} s for all of it)", served.returncode == 0)


def _well(served: subprocess.Popen[bytes], port: int) -> bool:
    if served.poll() is not None:
        raise Failed(f"the service ended with status {served.returncode}")
    with _DIRECT.open(f"http://127.0.0.1:{port}/healthz", timeout=60.0) as answer:
        return bool(json.load(answer)["camera_ok"])


def _end(done: subprocess.CompletedProcess[str]) -> str:
    return "SIGILL" if done.returncode in (-4, 132) else f"status {done.returncode}"


def _shown(done: subprocess.CompletedProcess[str]) -> bool:
    print(done.stdout, done.stderr, sep="\n")
    return False


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[2:]))
    except Failed as failed:
        print(f"1 failed: {failed}")
        sys.exit(1)
