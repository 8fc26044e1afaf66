"""``companion serve``: the table with its camera, lights, games and page.

Knows which implementation of each part is used, and in what order they start and stop.
Refuses to know how any of them works.
"""

from __future__ import annotations

import argparse
import logging
import os
import threading
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from secrets import randbits
from types import ModuleType

from companion import config as settings
from companion.boards.loading import FolderBoards
from companion.cli.cameras import leave_behind, table_camera
from companion.cli.daily import daily_copies
from companion.cli.later import LaterReader, LaterTeacher
from companion.cli.plugins import games_at_hand, packaged_boards
from companion.cli.sparing import give_memory_back, keep_few_threads, keep_one_heap
from companion.cli.stopping import stop_on_signals
from companion.cli.supervised import OnlyANewProcess, Page, begin_log, supervised
from companion.cli.wiring import wire_or_go_on
from companion.config import Config
from companion.runtime.dealer import SeededDealer
from companion.runtime.eyes import Eyes
from companion.runtime.hands import Hands
from companion.runtime.panel import PinPanel
from companion.runtime.pictures import Keep, Shutter
from companion.runtime.service import Service
from companion.table.evidence import EvidenceRing
from companion.table.journal import SqliteJournal
from companion.table.ports import Boards
from companion.table.snapshot import Player
from companion.table.table import Table
from hardware.asked import Request
from hardware.clock import SystemClock
from hardware.factory import FORMS
from hardware.watchdog import from_environment
from web.app import create_app
from web.server import Server

PRACTICE_GAME, PRACTICE_BOARD = "roll_and_wall", "practice"
PRACTISING = (Player("Lucy", "red"), Player("Ralph", "blue"), Player("Monica", "purple"))
READERS_AFTER_S = 1.5
"""Pages that were open before a restart come back at once, and are drawn first."""

_log = logging.getLogger(__name__)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments; what is left out is taken from the settings file."""
    parser.add_argument("--camera", metavar="SPEC", help=FORMS)
    parser.add_argument("--host", help="the address to listen on (default 127.0.0.1)")
    parser.add_argument("--port", type=int, help="the port of the page (default 8080)")
    parser.add_argument("--state", type=Path, metavar="DIR", help="where games are kept")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    parser.add_argument(
        "--practice",
        action="store_true",
        help="where no game was played yet, begin a practice climb of Roll & Wall",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="chance of a scripted camera (default 0)"
    )


def run(args: argparse.Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C; 0 after a clean stop. Raises CompanionError."""
    keep_one_heap()
    keep_few_threads()
    begin_log(os.environ)
    given = {
        key: value
        for key in ("camera", "host", "port", "state")
        if (value := getattr(args, key)) is not None
    }
    config = settings.override(settings.load(args.config, os.environ), given, "the command line")
    state = settings.state_dir(config, os.environ)
    hung = OnlyANewProcess()
    with stop_on_signals() as stop:
        serve_table(config, state, stop, args.seed, args.practice, hung)
    leave_behind(hung)
    return 0


def serve_table(
    config: Config,
    state: Path,
    stop: threading.Event,
    seed: int = 0,
    practice: bool = False,
    hung: OnlyANewProcess | None = None,
) -> None:
    """Put the parts together and serve the page until ``stop`` is set.

    ``hung`` hears of a driver that does not return, and keeps it for whoever ends the process.
    ``practice``: where no game was played yet, begin one, so that there is something to see.

    Raises CompanionError, one sentence, when a part cannot be had; nothing is left open.
    """
    clock = SystemClock()
    with ExitStack() as parts:
        games = games_at_hand(_log.warning)
        packaged = packaged_boards(games, _log.warning)
        boards: Boards = FolderBoards(settings.boards_dir(config, state), packaged)
        journal = parts.enter_context(SqliteJournal(settings.journal_file(state)))
        table = Table(journal, boards, clock, games, dealer=SeededDealer(randbits(64)))
        if practice and not table.matches():
            table.new_match(PRACTICE_GAME, PRACTISING, {}, PRACTICE_BOARD)
        most_bytes = config.pictures.most_mb * 1_000_000
        pictures = EvidenceRing(settings.pictures_dir(config, state), most_bytes)
        hung = hung or OnlyANewProcess()
        camera, absent = table_camera(config, clock, lambda: request_of(table), seed, hung)
        eyes, read, teacher = None, None, None
        if camera is not None:
            parts.enter_context(camera)
            teacher = LaterTeacher(lambda: _late("readers").table_teacher(state, pictures))
            read = LaterReader(
                lambda: _late("readers").table_reader(config, state, table), give_memory_back
            )
            shutter = Shutter(pictures, keeps=Keep(config.pictures.keep))
            eyes = Eyes(table, camera, read, shutter, clock, quiet=read.rest)
        wired = wire_or_go_on(config, clock, lambda text: table.message(text, "pins"))
        parts.callback(wired.close)
        board = wired.board
        panel = PinPanel(board.parts, wired.button_parts, board.probe, clock)
        hands = Hands(table, board, wired.buttons, clock, panel.hears, wired.wired_buttons)

        def name() -> str:
            return camera.name if camera else "no camera"

        service = Service(table, eyes, hands, clock, name, lambda: board.colours, absent)
        app = create_app(table, pictures, service, boards, games, teacher, panel)
        # Where the port is taken the start ends before anything films or lights up.
        server = parts.enter_context(Server(app, config.host, config.port))
        parts.enter_context(service)
        if config.copies.daily:
            parts.enter_context(daily_copies(config, state, os.environ, clock, table))
        if config.mqtt.broker is not None or config.webhook.url:
            parts.enter_context(_late("links").links_of(config, state, table, games, clock))
        page = Page(config.host, server.port)
        print(f"The table is at {page.address}", flush=True)
        if read is not None:
            read.prepare(READERS_AFTER_S)
        supervisor = from_environment(os.environ, os.getpid())
        with supervised(supervisor, service, table, journal, page, hung.hangs):
            stop.wait()


def request_of(table: Table) -> Request | None:
    """The dice that a scripted camera should throw now; None while people have to act."""
    snapshot = table.snapshot()
    match = snapshot.match
    if match is None or match.awaits is None or snapshot.tray.question is not None:
        return None
    return Request(match.version, match.awaits)


def _late(name: str) -> ModuleType:
    """A module beside this one, loaded where it is needed: the page comes first."""
    return import_module(f"companion.cli.{name}")
