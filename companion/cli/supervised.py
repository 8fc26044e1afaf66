"""``companion serve`` under systemd: what is asked before systemd hears that all is well.

Knows which parts are asked after, and how the page is. Refuses to know how systemd is spoken
to, and to restart anything by itself.

What must keep the good word back, and what must not: ``docs/service.md``.
"""

from __future__ import annotations

import faulthandler
import http.client
import logging
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from companion.errors import CompanionError, StorageFull, StorageReadOnly
from companion.loops import Loops
from companion.runtime.service import Service
from companion.runtime.watch import Question, Watch
from companion.table.journal import SqliteJournal
from companion.table.ports import Rig, Supervisor
from companion.table.table import Table
from hardware.watchdog import Systemd

PAGE_WITHIN_S = 5.0
"""A page that takes longer is as good as none."""
STOP_WITHIN_S = 1.0
WELL = "/healthz"
_WEIGHTS = ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6), (logging.DEBUG, 7))


@dataclass(frozen=True, slots=True)
class Page:
    """Where the page listens: the address that was set, and the port that it got."""

    host: str
    port: int

    @property
    def reached(self) -> str:
        """An address under which this machine itself reaches it."""
        return {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(self.host, self.host)

    @property
    def address(self) -> str:
        """What a browser on this machine is told."""
        host = f"[{self.reached}]" if ":" in self.reached else self.reached
        return f"http://{host}:{self.port}/"


@dataclass(slots=True)
class OnlyANewProcess:
    """What a part of the service said of itself that nothing in this process can mend."""

    said: str = ""

    def tell(self, what: str) -> None:
        """Keep it: from now on systemd hears nothing good."""
        self.said = self.said or what

    def hangs(self) -> str:
        """What was said; empty as long as nothing was."""
        return self.said


@contextmanager
def supervised(
    supervisor: Systemd,
    service: Service,
    table: Table,
    journal: SqliteJournal,
    page: Page,
    *more: Question,
) -> Iterator[None]:
    """Keep systemd informed while the service runs; nothing where systemd did not start it.

    ``more``: questions after other parts, asked before those that everybody has.
    """
    if not supervisor.listens:
        yield
        return
    # SIGABRT, by which systemd ends a service that hangs, then says where each thread stood.
    faulthandler.enable(sys.__stderr__ or sys.stderr)
    questions = (
        *more,
        service.hangs,
        lambda: journal_hangs(journal.check_writable),
        lambda: table_hangs(table),
        lambda: page_hangs(page),
    )
    with watched_over(supervisor, questions, lambda: status_line(page.address, table, service)):
        yield


@contextmanager
def watched_over(
    supervisor: Supervisor, questions: Sequence[Question], status: Callable[[], str]
) -> Iterator[None]:
    """Tell the supervisor that the service is ready, well, and in the end stopping."""
    watch = Watch(supervisor, questions, status)
    supervisor.ready(status())
    with Loops([("watch", watch.run)], STOP_WITHIN_S):
        try:
            yield
        finally:
            supervisor.stopping()


def journal_hangs(check_writable: Callable[[], None]) -> str:
    """A full or read-only disk is no reason: the page says so, and a new process would find it
    as it is, or not come up at all to say it."""
    try:
        check_writable()
    except (StorageFull, StorageReadOnly):
        return ""
    except CompanionError as fault:
        return str(fault)
    return ""


def table_hangs(table: Table) -> str:
    """Never an answer but "no": a table that hangs does not let us come back."""
    table.on_table()
    return ""


def page_hangs(page: Page) -> str:
    """Ask for the page as a browser does."""
    connection = http.client.HTTPConnection(page.reached, page.port, timeout=PAGE_WITHIN_S)
    try:
        connection.request("GET", WELL)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as fault:
        return f"The page does not answer ({str(fault) or type(fault).__name__})."
    finally:
        connection.close()
    return "" if status == http.HTTPStatus.OK else f"The page answers with status {status}."


def status_line(address: str, table: Table, rig: Rig) -> str:
    """What ``systemctl status`` shows: the address, the game and the camera."""
    match = table.snapshot().match
    game = f"match {match.info.id}, {match.info.game}" if match else "no match on the table"
    rig_now = rig.status()
    camera = "gives pictures" if rig_now.camera_ok else rig_now.camera_message
    return f"{address} | {game} | {rig_now.camera}: {camera}"


def begin_log(env: Mapping[str, str]) -> None:
    """Log to standard error; where that is systemd's journal, each line tells its weight."""
    handler = logging.StreamHandler()
    form = "%(levelname)s %(name)s: %(message)s"
    if env.get("JOURNAL_STREAM"):
        handler.addFilter(_weigh)
        form = "%(weight)s%(name)s: %(message)s"
    logging.basicConfig(level=logging.INFO, format=form, handlers=[handler])


def _weigh(record: logging.LogRecord) -> bool:
    """Gives the record the number that systemd reads at the beginning of a line."""
    number = next((n for level, n in _WEIGHTS if record.levelno >= level), 7)
    record.__dict__["weight"] = f"<{number}>"
    return True
