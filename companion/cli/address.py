"""``companion address``: under which addresses the page can be opened, and a code for phones.

Knows names and numbers of this machine in its network. Refuses to know whether anybody
listens there.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
from pathlib import Path

import segno

from companion import config as settings
from companion.config import Config

EVERYWHERE = ("0.0.0.0", "::", "")
_NOWHERE = ("192.0.2.1", 9)
"""An address that is kept for books (RFC 5737): it shows the way out, and nothing is sent."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="JSON instead of text")
    parser.add_argument("--no-qr", action="store_true", help="without the code for phones")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file")


def run(args: argparse.Namespace) -> int:
    """Print the addresses, the best one first. Raises ConfigError."""
    config = settings.load(args.config, os.environ)
    addresses = page_addresses(config, socket.gethostname(), number_in_network())
    if args.json:
        print(json.dumps({"addresses": addresses, "port": config.port}))
        return 0
    print("\n".join(addresses))
    if config.host not in EVERYWHERE and config.host.startswith(("127.", "localhost", "::1")):
        print('Only this machine can open it: set host = "0.0.0.0" to let others in.')
    elif not args.no_qr:
        # A number, because not every phone understands names that end in .local.
        segno.make(addresses[-1], error="m").terminal(sys.stdout, compact=True, border=2)
    return 0


def page_addresses(config: Config, hostname: str, number: str | None) -> list[str]:
    """The page's addresses: by name, if this machine has one for others, then by number."""
    if config.host not in EVERYWHERE:
        host = f"[{config.host}]" if ":" in config.host else config.host
        return [f"http://{host}:{config.port}/"]
    name = hostname.split(".")[0]
    named = [f"http://{name}.local:{config.port}/"] if name not in ("", "localhost") else []
    return [*named, f"http://{number or '127.0.0.1'}:{config.port}/"]


def number_in_network() -> str | None:
    """This machine's address in its network; None while it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
        except OSError:
            return None
        return str(probe.getsockname()[0])
