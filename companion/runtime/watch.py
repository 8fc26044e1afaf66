"""The loop that tells the supervisor that the work goes on, as long as it does.

Knows in what order the work is asked after, how often, and that one doubt keeps the good word
back. Refuses to know what the work is and who listens.

Each question is asked in this one thread and after the other: one that never comes back, as
a write to a dead disk, ends the good words just as one that is answered badly.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

from companion.table.ports import Supervisor

PARTS_OF_PATIENCE = 4
"""Four words in the time after which the service is restarted: three may be late."""
LONGEST_S = 10.0
"""The line of status is brought up to date so often, also where no watchdog waits."""

Question = Callable[[], str]
"""Asks after one part of the work: what a new process would mend, or nothing when it is well."""

_log = logging.getLogger(__name__)


class Watch:
    """Asks all questions again and again, and passes the answer on."""

    def __init__(
        self, supervisor: Supervisor, questions: Sequence[Question], status: Callable[[], str]
    ) -> None:
        """``status``: the line to show while all is well."""
        self._supervisor = supervisor
        self._questions = tuple(questions)
        self._status = status
        self._told = ""
        within_s = supervisor.within_s
        self.every_s = (
            LONGEST_S if within_s is None else min(within_s / PARTS_OF_PATIENCE, LONGEST_S)
        )

    def run(self, stop: threading.Event) -> None:
        """Ask until ``stop`` is set."""
        while not stop.wait(self.every_s):
            self.ask()

    def ask(self) -> bool:
        """Ask once; True when all is well and the supervisor was told so."""
        fault = self._first_fault()
        if fault:
            if fault != self._told:
                _log.error("%s Without a change the service is started again.", fault)
            self._supervisor.status(fault)
        else:
            self._supervisor.well()
            self._supervisor.status(self._status())
        self._told = fault
        return not fault

    def _first_fault(self) -> str:
        for question in self._questions:
            try:
                fault = question()
            except Exception as broken:
                _log.exception("A question after the work failed.")
                fault = f"The service cannot look after itself ({type(broken).__name__})."
            if fault:
                return fault
        return ""
