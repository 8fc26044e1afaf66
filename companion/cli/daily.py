"""The daily copy of the games beside the table, begun when the start is over.

Knows when the first copy may be due. Refuses to know how a copy is made: that is loaded when
it is needed, because the page comes first.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

from companion.config import Config
from companion.loops import Loops
from companion.table.ports import Clock
from companion.table.table import Table

FIRST_AFTER_S = 120.0
"""The start has enough to do."""
STOP_WITHIN_S = 1.0


def daily_copies(
    config: Config, state: Path, env: Mapping[str, str], clock: Clock, table: Table
) -> Loops:
    """The daily copy of that table; what is amiss with it stands on the page."""

    def run(stop: threading.Event) -> None:
        if stop.wait(FIRST_AFTER_S):
            return
        from companion.cli.backup_places import copies_of

        copies_of(config, state, env, clock, lambda text: table.message(text, "copies")).run(stop)

    return Loops([("daily copy", run)], STOP_WITHIN_S)
