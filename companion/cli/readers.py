"""The reader of the table's dice and the teacher of new ones, put together.

Knows which sets of dice, which tray and which view they use. Refuses to know how they read.
It is loaded late, see later: what it imports takes longer than the page.
"""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np

from companion import config as settings
from companion.cli.trays import load_tray, tray_file
from companion.config import Config
from companion.dice import DiceSpec
from companion.dice_sets.loading import DiceSets
from companion.errors import TrayMissing, TrayUnusable
from companion.runtime.ahead import ReadsAhead
from companion.runtime.eyes import Read
from companion.runtime.known_tray import KnownTray
from companion.runtime.pictures import Picture
from companion.runtime.taught import TaughtReaders
from companion.table.evidence import EvidenceRing
from companion.table.table import Table
from companion.table.teaching import Teacher
from vision.dice.reading import DiceReader
from vision.values import View

_NOTHING: Picture = np.zeros((64, 64, 3), np.uint8)
"""Read once, so that the nets are loaded as well."""

_log = logging.getLogger(__name__)


def table_reader(config: Config, state: Path, table: Table) -> Read:
    """Reads with the tray that was set up and with the taught dice that are awaited.

    A tray or a set of dice that cannot be used is told and left aside.
    """
    view = View(config.view)
    sets = DiceSets(settings.dice_dir(state))
    plain = DiceReader()
    plain.read(_NOTHING)
    readers = TaughtReaders(plain, sets, config.dice, lambda text: table.message(text, "dice"))
    tray = None
    try:
        tray = load_tray(tray_file(state))
    except TrayMissing:
        _log.info("No tray is set up; all dice in view are read.")
    except TrayUnusable as fault:
        _log.warning("%s", fault)
        table.message(str(fault), "tray")
    ahead = ReadsAhead(readers.for_dice, lambda: _awaited(table), view)
    return KnownTray(
        ahead.read, tray, lambda text: table.message(text, "tray"), ahead, plain.model.rest
    )


def table_teacher(state: Path, pictures: EvidenceRing) -> Teacher:
    """Teaches dice from the newest picture of the tray."""
    # Seldom wanted, and it loads as much as reading does.
    from companion.runtime.teacher import TrayTeacher
    from vision.dice.model import DiceModel

    return TrayTeacher(pictures.newest, DiceSets(settings.dice_dir(state)), DiceModel())


def _awaited(table: Table) -> DiceSpec | None:
    match = table.snapshot().match
    return match.awaits if match else None
