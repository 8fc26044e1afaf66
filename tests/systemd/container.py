"""A whole Debian with a systemd of its own, in a container; needs root and systemd-nspawn."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "table-companion"
CLONE = "/root/table-companion"
BOOTED_WITHIN_S = 120.0
# What this machine needs to reach its package registries; no part of the product.
REACHING = (
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/pip.conf",
    "/etc/ssl/certs/ca-certificates.crt",
)
_PIP = ("PIP_CERT", "PIP_DEFAULT_TIMEOUT", "SSL_CERT_FILE", "http_proxy", "https_proxy")
_NSPAWN_SAYS = "Attempted to remove disk file system"
_ASK = """
import json, sys, urllib.request
method, path, body = json.loads(sys.argv[1])
sent = None if body is None else json.dumps(body).encode()
asked = urllib.request.Request(path, sent, {"Content-Type": "application/json"}, method=method)
direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
print(direct.open(asked, timeout=10).read().decode())
"""


class Failed(Exception):
    """The system under test did not do what it must."""


class Checks:
    """Prints what holds; the first thing that does not hold ends the run."""

    def __init__(self) -> None:
        self.passed = 0
        self._began_s = time.monotonic()

    def holds(self, what: str, condition: object) -> None:
        if not condition:
            print(f"FAILED {what}", flush=True)
            raise Failed(what)
        self.passed += 1
        print(f"{time.monotonic() - self._began_s:6.1f} s  ok  {what}", flush=True)


def fresh_copy(kind: str, target: Path) -> None:
    """A new copy of the bare system of that kind, with this project in it."""
    made = subprocess.run([HERE / "rootfs.sh", kind], stdout=subprocess.PIPE, text=True, check=True)
    shutil.rmtree(target, ignore_errors=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", "--reflink=auto", made.stdout.strip(), target], check=True)
    for file in map(Path, REACHING):
        if file.exists():
            shutil.copy(file, target / str(file).lstrip("/"))


def newest_commit() -> str:
    """What is committed now, so that a long run has one project throughout."""
    done = subprocess.run(
        ["git", "-C", PROJECT, "rev-parse", "HEAD"], stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout.strip()


def bring_project(target: Path, commit: str) -> None:
    """The project as it was committed then, as a clone of it would be."""
    clone = target / CLONE.lstrip("/")
    shutil.rmtree(clone, ignore_errors=True)
    clone.mkdir(parents=True)
    archive = subprocess.run(
        ["git", "-C", PROJECT, "archive", commit], stdout=subprocess.PIPE, check=True
    )
    subprocess.run(["tar", "-x", "-C", clone], input=archive.stdout, check=True)


def in_image(root: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a system that is not booted, as makers of card images do."""
    done = subprocess.run(
        [
            *("systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "-D", str(root)),
            *("--pipe", "--resolv-conf=off", "--timezone=off"),
            *(f"--setenv={item}" for item in _environment()),
            *command,
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    # What systemd-nspawn says of itself at its end, where no systemd runs outside.
    said = [line for line in done.stdout.splitlines(True) if _NSPAWN_SAYS not in line]
    done.stdout = "".join(said)
    return done


class Container:
    """A booted system."""

    def __init__(self, root: Path, own_network: bool) -> None:
        """``own_network``: it reaches nobody; else it shares the network of this machine."""
        self._root = root
        network = ["--private-network"] if own_network else []
        self._log = (root.parent / f"{root.name}.console").open("ab")
        self._nspawn = subprocess.Popen(
            [
                *("systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "-D", str(root)),
                *("--boot", "--console=pipe", "--resolv-conf=off", *network),
            ],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )
        self._leader = until(self._first_process, "the container starts", BOOTED_WITHIN_S)
        until(self._booted, "the container has booted", BOOTED_WITHIN_S)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in it."""
        return subprocess.run(
            [*self._enter("-m", "-p", "-u", "-i", "-n", "-C"), *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def beside(self, *command: str) -> subprocess.Popen[str]:
        """Run a command in it that goes on until its standard input ends."""
        return subprocess.Popen(
            [*self._enter("-m", "-p", "-u", "-i", "-n", "-C"), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def shown(self, key: str) -> str:
        """A property of the service, as systemd tells it."""
        done = self.run("systemctl", "show", "--value", "-p", key, "table-companion")
        return done.stdout.strip()

    def ask(self, path: str, body: dict[str, Any] | None = None, port: int = 8080) -> Any:
        """What the page answers; OSError while it does not."""
        url = f"http://127.0.0.1:{port}{path}"
        asked = json.dumps(["GET" if body is None else "POST", url, body])
        done = subprocess.run(
            [*self._enter("-n"), "python3", "-c", _ASK, asked],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise OSError(done.stderr.strip().splitlines()[-1])
        return json.loads(done.stdout)

    def power_cut(self) -> None:
        """Everything in it ends at once, without a word."""
        os.kill(self._leader, signal.SIGKILL)
        self._nspawn.kill()
        self._nspawn.wait()
        self._log.close()

    def _enter(self, *namespaces: str) -> list[str]:
        return ["nsenter", "-t", str(self._leader), *namespaces, "env", "-i", *_environment()]

    def _first_process(self) -> int | None:
        if self._nspawn.poll() is not None:
            raise Failed(f"systemd-nspawn ended with status {self._nspawn.returncode}")
        done = subprocess.run(
            ["pgrep", "-P", str(self._nspawn.pid)], stdout=subprocess.PIPE, text=True, check=False
        )
        return int(done.stdout.split()[0]) if done.stdout else None

    def _booted(self) -> bool:
        said = self.run("systemctl", "is-system-running").stdout.strip()
        return said in ("running", "degraded")


def until(asked: Callable[[], Any], what: str, within_s: float) -> Any:
    """The first answer that is true; a page that does not answer yet is none."""
    pause = threading.Event()
    ends_s = time.monotonic() + within_s
    while time.monotonic() < ends_s:
        try:
            if answer := asked():
                return answer
        except OSError:
            pass
        pause.wait(0.2)
    raise Failed(f"{what}: not within {within_s:.0f} s")


def _environment() -> list[str]:
    kept = [f"{key}={os.environ[key]}" for key in _PIP if key in os.environ]
    return [
        *("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root"),
        *("LANG=C.UTF-8", "TERM=dumb", *kept),
    ]
