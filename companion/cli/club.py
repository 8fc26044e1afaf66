"""``companion club``: all tables of a club on one page, from a broker.

Knows how broker, board and page are put together. Refuses to keep anything: after a restart
all is there again from what the broker retains.
"""

from __future__ import annotations

import argparse
import logging
import os
from contextlib import ExitStack
from pathlib import Path
from random import random
from secrets import token_hex

from companion.cli.links import checked_prefix
from companion.cli.stopping import stop_on_signals
from companion.club.board import Board
from companion.links.address import parse
from companion.links.club import ClubEar
from companion.links.paho_line import PahoLine
from companion.links.watch import listening
from hardware.clock import SystemClock
from web.club.app import create_club_app
from web.server import Server

CLUB_PORT = 8090
"""Not the table's, so that a club's page may run beside a table on one machine."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--broker", required=True, metavar="URL", help="mqtt://HOST[:PORT] or mqtts://HOST[:PORT]"
    )
    parser.add_argument("--user", help="the user at the broker, if it wants one")
    parser.add_argument(
        "--password-file", type=Path, metavar="FILE", help="a file with that user's password"
    )
    parser.add_argument(
        "--ca-file", type=Path, metavar="FILE", help="certificates to trust for mqtts"
    )
    parser.add_argument(
        "--prefix", default="companion", help="the first part of every topic (default companion)"
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=CLUB_PORT, help=f"port ({CLUB_PORT})")
    parser.add_argument("--name", default="Club", help='what the page is called (default "Club")')
    parser.add_argument(
        "--tournament", help="the tournament shown first (default: that of the newest result)"
    )


def run(args: argparse.Namespace) -> int:
    """Serve the page until SIGTERM or Ctrl-C; 0 after a clean stop. Raises CompanionError."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    prefix = checked_prefix(args.prefix, "--prefix")
    address = parse(args.broker, args.user, args.password_file, args.ca_file)
    clock = SystemClock()
    board = Board()
    name = f"table-companion-club-{os.getpid()}-{token_hex(4)}"
    ear = ClubEar(board, address, prefix, PahoLine, clock, name, random)
    app = create_club_app(board, clock, args.name, args.tournament)
    with ExitStack() as parts, stop_on_signals() as stop:
        # Where the port is taken the start ends before anybody listens.
        server = parts.enter_context(Server(app, args.host, args.port))
        parts.enter_context(listening(ear))
        shown = "127.0.0.1" if args.host in ("0.0.0.0", "::", "") else args.host
        print(f"The club is at http://{shown}:{server.port}/", flush=True)
        stop.wait()
    return 0
