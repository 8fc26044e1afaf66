"""The checks of ``companion doctor``, each given what it looks at.

Knows where games, boards, nets and settings lie and which check takes which. Refuses to know
how a check judges.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from importlib import resources
from pathlib import Path
from typing import Any

from companion import config as settings
from companion.backup.daily import copies_in
from companion.boards.loading import FolderBoards, names_in
from companion.cli.doctor_pins import ask_at_terminal, run_pins
from companion.cli.plugins import games_at_hand, packaged_boards
from companion.config import Config
from companion.config.pins import pin_uses
from companion.doctor import cameras, disk, kept, packages, pins, port, surroundings
from companion.doctor.findings import Finding, Status, looked
from companion.doctor.machine import Machine, ThisMachine
from companion.errors import CompanionError
from companion.table.journal_reader import JournalReader, open_read_only
from hardware.clock import SystemClock

_BEGINNINGS = "SELECT content FROM entry WHERE content LIKE '%\"players\"%'"
"""Not by kind: a spoilt entry may have lost it."""


def everything(
    machine: Machine, config: Config, state: Path, problem: str | None, file: Path | None
) -> tuple[Finding, ...]:
    """All findings in the order in which they are told.

    ``problem`` is what is wrong with the settings ``file``, None when nothing is.
    """
    now = SystemClock().wall()
    return (
        *looked(kept.SETTINGS, lambda: kept.settings(problem, file)),
        *looked(cameras.CHECK, lambda: cameras.check(machine, config.camera)),
        *looked(pins.CHECK, lambda: all_pins(machine, config)),
        *looked(packages.LGPIO, lambda: packages.pins_library(machine, has_pins(config))),
        *looked(packages.NUMPY, lambda: packages.numpy_fits(machine)),
        *looked(packages.SYSTEM, lambda: packages.system_packages(machine, sys.prefix)),
        *looked(kept.NETS, _nets),
        *looked(kept.BOARDS, lambda: _boards(config, state)),
        *looked(kept.JOURNAL, lambda: kept.journal(*_journal(state))),
        *looked(kept.COPIES, lambda: _copies(config, state, now)),
        *looked(disk.ROOM, lambda: _storage(state)),
        *looked(disk.FILE_SYSTEM, lambda: disk.file_systems(machine)),
        *looked(port.CHECK, lambda: port.check(machine, config.host, config.port)),
        *looked(surroundings.CLOCK, lambda: surroundings.clock(machine, now, newest(state))),
        *looked(surroundings.WIFI, lambda: surroundings.wifi(machine)),
        *looked(surroundings.HEAT, lambda: surroundings.heat(machine)),
    )


def has_pins(config: Config) -> bool:
    """Whether any lamp, button or buzzer is wired."""
    return any(True for _ in pin_uses(config.lights, config.buttons, config.sound))


def players(state: Path) -> frozenset[str]:
    """Every name that stands in the journal, also in damaged matches; none where there is none."""
    found: set[str] = set()
    try:
        connection = open_read_only(settings.journal_file(state))
    except (CompanionError, OSError):
        return frozenset()
    with closing(connection):
        # Spoilt rows must not hide the names in the others.
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        try:
            for (name,) in connection.execute("SELECT DISTINCT by_whom FROM entry"):
                found.add(str(name or ""))
            for (content,) in connection.execute(_BEGINNINGS):
                found.update(_names(str(content)))
        except (sqlite3.Error, UnicodeDecodeError):
            return frozenset(found)
    return frozenset(found - {""})


def newest(state: Path) -> datetime | None:
    """When the last entry of the journal was written; None where that cannot be told."""
    path = settings.journal_file(state)
    try:
        if not path.is_file():
            return None
        with closing(open_read_only(path)) as connection:
            entry = JournalReader(connection, path).latest()
        return None if entry is None else datetime.fromisoformat(entry.at)
    except (OSError, ValueError):
        return None


def _names(content: str) -> Iterator[str]:
    try:
        listed: Any = json.loads(content)["players"]
        for player in listed:
            yield str(player[0])
    except (ValueError, KeyError, TypeError, IndexError):
        return


def _nets() -> Finding:
    folder = Path(str(resources.files("vision.dice")))
    digests = json.loads((folder / "checksums.json").read_text("utf-8"))
    return kept.nets(folder, digests)


def _boards(config: Config, state: Path) -> Finding:
    games = games_at_hand(lambda text: None)
    folder = settings.boards_dir(config, state)
    at_hand = FolderBoards(folder, packaged_boards(games, lambda text: None))
    return kept.boards(games, at_hand, {game: names_in(folder, game) for game in games})


def _journal(state: Path) -> tuple[Path, Any]:
    return settings.journal_file(state), games_at_hand(lambda text: None)


def _copies(config: Config, state: Path, now: datetime) -> Finding:
    there = copies_in(settings.copies_dir(config, state))
    newest_copy = there[-1] if there else None
    told = None if newest_copy is None else (newest_copy.at, newest_copy.sound)
    played = settings.journal_file(state).is_file()
    return kept.copies(told, config.copies.daily, played, now)


def _storage(state: Path) -> tuple[Finding, ...]:
    storage = disk.measured(state)
    return disk.room(storage), disk.card(storage)


def all_pins(machine: Machine, config: Config) -> tuple[Finding, ...]:
    """Whether the pins can be had, and what is to be said of each that is set; none is touched."""
    can = pins.check(machine, has_pins(config))
    if can.status is Status.NOT_APPLICABLE:
        return (can,)
    return (can, *run_pins(config, SystemClock(), root=machine.root))


def pins_closely(config: Config, at_terminal: bool) -> tuple[Finding, ...]:
    """Whether the pins can be had at all, then each that is set; ``at_terminal``: somebody is
    there who can look and push. Raises NoAnswer when they go away."""
    can = pins.check(ThisMachine(), has_pins(config))
    if can.status is Status.NOT_APPLICABLE:
        return tuple(run_pins(config, SystemClock()))
    ask = ask_at_terminal if at_terminal and can.status is Status.OK else None
    return (can, *run_pins(config, SystemClock(), ask))
