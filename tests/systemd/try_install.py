"""The installer on a Debian that has nothing: ``./run test-install bookworm|trixie``.

Not part of the ordinary tests: it takes minutes, needs root, and installs packages.
"""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path
from typing import Any

from tests.runtime.served import free_port
from tests.systemd.container import (
    CACHE,
    CLONE,
    PROJECT,
    Checks,
    Container,
    Failed,
    bring_project,
    fresh_copy,
    in_image,
    newest_commit,
    until,
)

INSTALL = f"{CLONE}/systemd/install.sh"
CONFIG = "etc/table-companion/table-companion.toml"
MATCH = {
    "game": "free_roll",
    "players": [{"name": "Lucy", "colour": "red"}, {"name": "Ralph", "colour": "blue"}],
    "options": {"dice": "2d6"},
}
PICTURE = "tests/fixtures/pictures/plain-1"
EVERYTHING = ("find", "/", "-xdev", "-path", "*table-companion*", "-not", "-path", f"{CLONE}*")


def main(kind: str) -> int:
    """Everything that the installer promises, on one system."""
    root = CACHE / "tries" / kind
    checks = Checks()
    commit = newest_commit()
    fresh_copy(kind, root)
    bring_project(root, commit)
    _into_an_image(root, checks)
    port = free_port()
    config = root / CONFIG
    config.write_text(config.read_text().replace("port = 8080", f"port = {port}  # ours"))
    system = Container(root, own_network=False)
    try:
        _on_a_running_machine(system, root, port, commit, checks)
    finally:
        system.power_cut()
    print(f"{kind}: {checks.passed} passed, 0 failed")
    return 0


def _into_an_image(root: Path, checks: Checks) -> None:
    """The first time, from nothing, where systemd does not run."""
    began_s = time.monotonic()
    done = in_image(root, INSTALL)
    print(done.stdout)
    checks.holds(f"installs from nothing ({time.monotonic() - began_s:.0f} s)", not done.returncode)
    checks.holds("says what the system has no package for", "no python3-picamera2" in done.stdout)
    checks.holds("uses the system's numpy", "(the system's)" in done.stdout)
    checks.holds("draws the code for phones", "█" in done.stdout)
    checks.holds(
        "lays down settings that let phones in", '"0.0.0.0"' in (root / CONFIG).read_text()
    )
    began_s = time.monotonic()
    read = in_image(root, "companion", "read", "--json", f"{CLONE}/{PICTURE}.jpg")
    print(read.stdout)
    lies = [die["value"] for die in json.loads((PROJECT / f"{PICTURE}.json").read_text())["dice"]]
    seen = [] if read.returncode else [die["value"] for die in json.loads(read.stdout)["dice"]]
    what = f"companion read reads the dice in a picture ({time.monotonic() - began_s:.0f} s)"
    checks.holds(what, sorted(seen) == sorted(lies))


def _on_a_running_machine(
    system: Container, root: Path, port: int, commit: str, checks: Checks
) -> None:
    def answers() -> Any:
        return until(lambda: system.ask("/healthz", port=port), "the page answers", 60.0)

    def match() -> Any:
        answers()
        return system.ask("/api/v1/snapshot", port=port)["snapshot"]["match"]

    def install(*more: str) -> tuple[int, str]:
        done = system.run(INSTALL, *more)
        print(done.stdout)
        return done.returncode, done.stdout

    checks.holds("the service starts with the machine", answers()["ok"])
    checks.holds("in the groups of cameras and pins", _groups(system) >= {"video", "gpio"})
    status, said = install()
    checks.holds("a second time changes nothing", status == 0 and "it goes on" in said)
    checks.holds("and keeps the owner's settings", "# ours" in (root / CONFIG).read_text())
    checks.holds("and does not restart", system.shown("NRestarts") == "0")
    begun = system.ask("/api/v1/matches", MATCH, port)["snapshot"]["match"]
    throw = {"dice": [{"kind": "d6", "value": 4}] * 2, "version": begun["version"]}
    game = system.ask("/api/v1/throw", throw, port)["snapshot"]["match"]

    _make_version(root, "9.1.0")
    status, said = install()
    checks.holds("an upgrade", status == 0 and _version(system) == "9.1.0")
    checks.holds("copies all games first", "All games were copied to" in said)
    checks.holds("and keeps the game", match() == game)

    _make_version(root, "9.2.0", broken=True)
    status, said = install()
    checks.holds("a version that does not start is told", status == 2 and "is back" in said)
    checks.holds("the version before is back", _version(system) == "9.1.0")
    checks.holds("with the game", match() == game)

    bring_project(root, commit)
    status, _ = install()
    checks.holds("a downgrade", status == 0 and not _version(system).startswith("9"))
    checks.holds("keeps the game", match() == game)
    found = system.run("companion", "verify")
    checks.holds("companion verify finds the games sound", found.returncode == 0)

    status, said = install("--uninstall")
    left = set(system.run(*EVERYTHING).stdout.split())
    roots = ("/var/lib/private/table", "/var/lib/table", "/var/backups/table", "/etc/table")
    more = {path for path in left if not path.startswith(roots)}
    print("\n".join(sorted(left)))
    checks.holds("taken away, only games, copies and settings are left", not more and left)
    checks.holds("and no group that it made", "gpio" not in system.run("getent", "group").stdout)
    checks.holds("and no command", system.run("sh", "-c", "command -v companion").returncode)
    status, said = install("--uninstall", "--purge")
    left = set(system.run(*EVERYTHING).stdout.split())
    checks.holds("purged, nothing is left", status == 0 and not left)


def _groups(system: Container) -> set[str]:
    pid = system.shown("MainPID")
    line = re.search(r"^Groups:(.*)$", system.run("cat", f"/proc/{pid}/status").stdout, re.M)
    known = {
        entry.split(":")[2]: entry.split(":")[0]
        for entry in system.run("getent", "group").stdout.splitlines()
    }
    return {known.get(number, number) for number in (line[1].split() if line else ())}


def _version(system: Container) -> str:
    program = "/opt/table-companion/current/venv/bin/companion"
    return system.run(program, "--version").stdout.split()[-1]


def _make_version(root: Path, version: str, broken: bool = False) -> None:
    clone = root / CLONE.lstrip("/")
    project = clone / "pyproject.toml"
    text, replaced = re.subn(
        r'^version = ".*"', f'version = "{version}"', project.read_text(), count=1, flags=re.M
    )
    assert replaced == 1
    project.write_text(text)
    if broken:
        serve = clone / "companion" / "cli" / "serve.py"
        serve.write_text(
            serve.read_text().replace(
                "    begin_log(os.environ)\n", "    raise OSError('broken')\n"
            )
        )


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except Failed as failed:
        print(f"1 failed: {failed}")
        sys.exit(1)
