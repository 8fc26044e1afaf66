"""The wheels on a 64-bit Arm, under emulation: ``./run test-install arm64``.

Installs the program as pip would on a Raspberry Pi with Raspberry Pi OS 12 (Python 3.11), from
wheels alone, and lets the emulated machine read a photograph and serve a page.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, build_opener

from tests.runtime.served import SCRIPT, free_port
from tests.systemd.container import (
    CACHE,
    CLONE,
    PROJECT,
    Checks,
    Failed,
    bring_project,
    fresh_copy,
    in_image,
    newest_commit,
    until,
)

SITE = "opt/site"
GLIBC = (36, 34, 31, 28, 27, 26, 24, 17)
"""The versions of the C library, 2.N, that Debian 12 takes wheels for."""
AARCH64 = bytes((183, 0))
"""The machine that a library is for, as its header says (EM_AARCH64)."""
PICTURES = ("plain-1.jpg",)
BINFMT = Path("/proc/sys/fs/binfmt_misc")
STARTS_WITHIN_S = 600.0
_DIRECT = build_opener(ProxyHandler({}))


def main() -> int:
    root = CACHE / "tries" / "arm64"
    checks = Checks()
    _emulated()
    fresh_copy("arm64", root)
    machine = _python(root, "-c", "import platform; print(platform.machine())").stdout.strip()
    checks.holds(f"the emulated machine is {machine}", machine == "aarch64")
    _install(root, checks)
    for name in ("cv2", "onnxruntime", "shapely.geometry", "lgpio", "companion.cli.serve"):
        began_s = time.monotonic()
        done = _python(root, "-c", f"import {name}")
        took_s = time.monotonic() - began_s
        checks.holds(f"import {name} ({took_s:.0f} s)", done.returncode == 0 or print(done.stdout))
    _reads(root, checks)
    _serves(root, checks)
    print(f"arm64: {checks.passed} passed, 0 failed")
    return 0


def _emulated() -> None:
    """Let the kernel start programs for Arm in the emulator."""
    if not (BINFMT / "register").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "none", BINFMT], check=True)
    if not (BINFMT / "qemu-aarch64").exists():
        subprocess.run(["update-binfmts", "--enable", "qemu-aarch64"], check=True)


def _install(root: Path, checks: Checks) -> None:
    bring_project(root, newest_commit())
    wheels, clone = root / "opt" / "wheels", root / CLONE.lstrip("/")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", wheels, clone], check=True)
    (wheel,) = wheels.glob("table_companion-*.whl")
    platforms = [f"--platform=manylinux_2_{minor}_aarch64" for minor in GLIBC]
    done = subprocess.run(
        [
            *(*pip, "install", "--target", str(root / SITE), *platforms),
            *("--platform=manylinux2014_aarch64", "--python-version=311"),
            *("--implementation=cp", "--abi=cp311", "--abi=abi3", "--abi=none"),
            *("--only-binary=:all:", f"{wheel}[gpio]"),
        ],
        check=False,
    )
    checks.holds("every package has a wheel", done.returncode == 0)
    machines = [path.read_bytes()[18:20] for path in (root / SITE).rglob("*.so*") if _elf(path)]
    alien = [machine for machine in machines if machine != AARCH64]
    checks.holds(f"{len(machines)} libraries, none for another machine", machines and not alien)


def _elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _reads(root: Path, checks: Checks) -> None:
    """The same dice as on this machine."""
    for name in PICTURES:
        picture = PROJECT / "tests" / "fixtures" / "pictures" / name
        (root / "opt" / name).write_bytes(picture.read_bytes())
        here = subprocess.run(
            [sys.executable, "-m", "companion.cli.main", "read", "--json", picture],
            capture_output=True,
            text=True,
            check=False,
        )
        began_s = time.monotonic()
        there = _python(root, "-m", "companion.cli.main", "read", "--json", f"/opt/{name}")
        took_s = time.monotonic() - began_s
        same = _dice(here.stdout) == _dice(there.stdout)
        checks.holds(f"reads {name} as this machine does ({took_s:.0f} s)", same)


def _dice(text: str) -> Any:
    read = json.loads(text)
    return read["status"], sorted((die["kind"], die["value"]) for die in read["dice"])


def _serves(root: Path, checks: Checks) -> None:
    port = free_port()
    (root / "opt" / "still.toml").write_text(SCRIPT)
    began_s = time.monotonic()
    served = subprocess.Popen(
        [
            *("chroot", root, "env", f"PYTHONPATH=/{SITE}", "HOME=/root", "/usr/bin/python3"),
            *("-m", "companion.cli.main", "serve", "--camera", "scripted:/opt/still.toml"),
            *("--port", str(port), "--state", "/opt/games"),
        ]
    )
    try:
        healthy = until(lambda: _well(served, port), "the page is there", STARTS_WITHIN_S)
        took_s = time.monotonic() - began_s
        checks.holds(f"serves its page ({took_s:.0f} s) and sees with its camera", healthy)
    finally:
        served.terminate()
        status = served.wait(60.0)
    checks.holds("ends cleanly", status == 0)


def _well(served: subprocess.Popen[bytes], port: int) -> bool:
    if served.poll() is not None:
        raise Failed(f"the service ended with status {served.returncode}")
    with _DIRECT.open(f"http://127.0.0.1:{port}/healthz", timeout=60.0) as answer:
        return bool(json.load(answer)["camera_ok"])


def _python(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return in_image(root, "/usr/bin/env", f"PYTHONPATH=/{SITE}", "/usr/bin/python3", *arguments)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failed:
        print(f"1 failed: {failed}")
        sys.exit(1)
