"""Where everything of a table lies, for ``backup``, ``restore`` and the daily copy.

Knows how settings become places. Refuses to know what is done with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path

from companion import config as settings
from companion.backup import archive
from companion.backup.daily import DailyCopies
from companion.backup.making import Places
from companion.config import Config
from companion.table.ports import Clock


def places_of(
    config: Config, state: Path, settings_file: Path | None, pictures: bool = False
) -> Places:
    """Where games, boards, dice, tray and settings lie; ``pictures``: those of throws as well."""
    return Places(
        journal=settings.journal_file(state),
        boards=settings.boards_dir(config, state),
        dice=settings.dice_dir(state),
        tray=state / archive.TRAY,
        settings=settings_file,
        pictures=settings.pictures_dir(config, state) if pictures else None,
    )


def this_program() -> str:
    """What a backup says it was made by."""
    return f"table-companion {version('table-companion')}"


def copies_of(
    config: Config,
    state: Path,
    env: Mapping[str, str],
    clock: Clock,
    tell: Callable[[str | None], None],
) -> DailyCopies:
    """The daily copies of a table; ``tell`` hears what is amiss with them."""
    return DailyCopies(
        settings.copies_dir(config, state),
        config.copies.keep,
        places_of(config, state, settings.settings_file(None, env)),
        this_program(),
        clock,
        tell,
    )
