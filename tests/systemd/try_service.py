"""The installed service under a real systemd: ``./run test-service [bookworm|trixie]``.

Not part of the ordinary tests: it needs root and systemd-nspawn, and waits for a watchdog.
"""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from typing import Any

from tests.runtime.served import SCRIPT
from tests.systemd.container import (
    CACHE,
    Checks,
    Container,
    Failed,
    bring_project,
    fresh_copy,
    in_image,
    newest_commit,
    until,
)
from tests.systemd.try_install import CONFIG, INSTALL, MATCH

UNIT = "table-companion"
STATE = "/var/lib/table-companion"
BACK_WITHIN_S = 120.0
"""A watchdog of 30 s, 5 s for the last word, a pause, and a start on a busy machine."""
STOPS_WITHIN_S = 5.0
HOLD_JOURNAL = f"""
import sqlite3, sys
journal = sqlite3.connect("{STATE}/journal.sqlite3", isolation_level=None)
journal.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""
LISTEN = """
import urllib.request
page = urllib.request.urlopen("http://127.0.0.1:8080/events", timeout=600)
print(page.readline(), flush=True)
while page.readline(): pass
"""


class Table:
    """The installed service and its game, as seen from outside."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.system = Container(root, own_network=True)

    def boot_again(self) -> None:
        self.system = Container(self._root, own_network=True)

    def match(self) -> Any:
        """The match on the table, as soon as the page answers."""
        return until(self._match, "the page answers with a match", BACK_WITHIN_S)

    def throw(self, *values: int) -> Any:
        """Enter a throw by hand; the match afterwards."""
        dice = [{"kind": "d6", "value": value} for value in values]
        sent = {"dice": dice, "version": self.match()["version"]}
        return self.system.ask("/api/v1/throw", sent)["snapshot"]["match"]

    def pid(self) -> str:
        return self.system.shown("MainPID")

    def signal(self, name: str) -> None:
        # Where only the shell has a kill.
        done = self.system.run("sh", "-c", f"kill -{name} {self.pid()}")
        if done.returncode:
            raise Failed(done.stdout)

    def restarts(self) -> int:
        return int(self.system.shown("NRestarts"))

    def log(self, *more: str) -> str:
        return self.system.run("journalctl", "-u", UNIT, "--no-pager", *more).stdout

    def sound(self) -> bool:
        return self.system.run("companion", "verify").returncode == 0

    def _match(self) -> Any:
        return self.system.ask("/api/v1/snapshot")["snapshot"]["match"]


def main(kind: str) -> int:
    """The service's promises, one after the other."""
    root = CACHE / "tries" / f"service-{kind}"
    checks = Checks()
    _installed(kind, root, checks)
    table = Table(root)
    try:
        _ready(table, checks)
        begun = table.system.ask("/api/v1/matches", MATCH)["snapshot"]["match"]
        checks.holds("a match begins", begun["version"] == table.match()["version"])
        _stopped_process(table, checks)
        _held_journal(table, checks)
        _killed(table, checks)
        _stop(table, checks)
        _power_cut(table, checks)
        _log(table, checks)
    finally:
        table.system.power_cut()
    print(f"{kind}: {checks.passed} passed, 0 failed")
    return 0


def _installed(kind: str, root: Path, checks: Checks) -> None:
    if not (root / "opt/table-companion/current").exists():
        fresh_copy(kind, root)
    shutil.rmtree(root / f"var/lib/private/{UNIT}", ignore_errors=True)
    shutil.rmtree(root / "var/log/journal", ignore_errors=True)
    (root / "var/log/journal").mkdir(parents=True, exist_ok=True)
    bring_project(root, newest_commit())
    done = in_image(root, INSTALL)
    checks.holds("the real installer installs it", done.returncode == 0 or print(done.stdout))
    script = root / "etc/table-companion/still.toml"
    script.write_text(SCRIPT)
    (root / CONFIG).write_text(
        'host = "0.0.0.0"\nport = 8080\ncamera = "scripted:/etc/table-companion/still.toml"\n'
    )


def _ready(table: Table, checks: Checks) -> None:
    system = table.system
    until(lambda: system.shown("ActiveState") == "active", "the service is ready", BACK_WITHIN_S)
    took_s = _started_within_s(system)
    checks.holds(f"ready {took_s:.1f} s after its start with the machine", took_s < 120)
    checks.holds("its page is up when it is ready", system.ask("/healthz")["ok"])
    print(f"          {system.run('systemctl', '--version').stdout.splitlines()[0]}")
    print(f"          {system.shown('StatusText')}")
    checks.holds(
        "its status names camera and page", "scripted camera" in system.shown("StatusText")
    )
    user = system.run("stat", "-c", "%u %U", f"/proc/{table.pid()}").stdout.split()
    checks.holds(f"it runs as a user of its own ({user[0]})", int(user[0]) > 60000)
    until(lambda: system.ask("/healthz")["camera_ok"], "the camera gives pictures", BACK_WITHIN_S)
    memory, tasks = system.shown("MemoryCurrent"), system.shown("TasksCurrent")
    # A container may count neither.
    if memory.isdecimal() and tasks.isdecimal():
        what = f"it holds {int(memory) / 1e6:.0f} MB of 600 and {tasks} tasks of 256"
        checks.holds(what, int(memory) < 400e6 and int(tasks) < 256)
    else:
        print("          this container does not count memory and tasks")
    said = system.run("systemd-analyze", "verify", f"{UNIT}.service").stdout
    checks.holds("systemd-analyze verify has nothing to say", not said.strip() or print(said))
    exposure = system.run("systemd-analyze", "security", "--no-pager", UNIT).stdout.splitlines()
    print(f"          {exposure[-1]}")
    secure = system.run("systemd-analyze", "security", "--no-pager", "--threshold=20", UNIT)
    checks.holds("its exposure is at most 2.0", secure.returncode == 0)


def _stopped_process(table: Table, checks: Checks) -> None:
    """SIGSTOP: the process is there and does nothing more."""
    shown, before = table.throw(3, 5), table.restarts()
    began_s = time.monotonic()
    table.signal("STOP")
    until(lambda: table.restarts() > before, "the watchdog ends a stopped process", BACK_WITHIN_S)
    ended_s = time.monotonic() - began_s
    after = table.match()
    took_s = time.monotonic() - began_s
    checks.holds(f"a stopped process is ended and started again after {ended_s:.0f} s", True)
    checks.holds(f"the page is back after {took_s:.0f} s, with the game as it was", after == shown)
    checks.holds("it was the watchdog", "watchdog" in table.log().lower())


def _held_journal(table: Table, checks: Checks) -> None:
    """Another process holds the journal: no step could be written."""
    shown, before = table.throw(1, 6), table.restarts()
    began_s = time.monotonic()
    holder = table.system.beside("python3", "-c", HOLD_JOURNAL)
    assert holder.stdout is not None
    checks.holds("the journal is held by another", holder.stdout.readline() == "held\n")
    until(lambda: table.restarts() > before, "the watchdog sees to it", BACK_WITHIN_S)
    ended_s = time.monotonic() - began_s
    holder.communicate("")
    checks.holds(f"a service that cannot write is started again after {ended_s:.0f} s", True)
    checks.holds("the game is as it was", table.match() == shown)
    said = table.log()
    checks.holds("the log says why", "does not answer" in said)
    checks.holds("and where each thread stood", "Thread 0x" in said and "eyes.py" in said)


def _killed(table: Table, checks: Checks) -> None:
    shown, before = table.throw(2, 2), table.restarts()
    began_s = time.monotonic()
    table.signal("KILL")
    until(lambda: table.restarts() > before, "a killed service is started again", BACK_WITHIN_S)
    after = table.match()
    checks.holds(f"killed, it is back after {time.monotonic() - began_s:.1f} s", after == shown)


def _stop(table: Table, checks: Checks) -> None:
    """With a browser that listens, which is what keeps a server from ending."""
    table.match()
    browser = table.system.beside("python3", "-c", LISTEN)
    assert browser.stdout is not None
    checks.holds("a browser listens", browser.stdout.readline().startswith("b'"))
    began_s = time.monotonic()
    table.system.run("systemctl", "stop", UNIT)
    took_s = time.monotonic() - began_s
    result = table.system.shown("Result")
    checks.holds(
        f"stops in {took_s:.2f} s, cleanly", took_s < STOPS_WITHIN_S and result == "success"
    )
    browser.kill()
    browser.communicate()
    checks.holds("starts again", table.system.run("systemctl", "start", UNIT).returncode == 0)


def _power_cut(table: Table, checks: Checks) -> None:
    """All processes at once. What the disk had not taken yet is not simulated by this."""
    for round_ in range(1, 4):
        shown = table.throw(round_, round_)
        table.system.power_cut()
        table.boot_again()
        checks.holds(f"power cut {round_}: the game is as it was", table.match() == shown)
        checks.holds(f"power cut {round_}: companion verify finds it sound", table.sound())


def _log(table: Table, checks: Checks) -> None:
    said = table.log("-o", "cat")
    checks.holds("systemd's journal has the log", "The table is at http://" in said)
    errors = table.log("-o", "cat", "-p", "err", "-b", "all")
    checks.holds("and what weighs more apart", "does not answer" in errors)
    checks.holds("without what does not", "The table is at" not in errors)


def _started_within_s(system: Container) -> float:
    began = int(system.shown("ExecMainStartTimestampMonotonic"))
    return (int(system.shown("ActiveEnterTimestampMonotonic")) - began) / 1e6


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1] if sys.argv[1:] else "trixie"))
    except Failed as failed:
        print(f"1 failed: {failed}")
        sys.exit(1)
