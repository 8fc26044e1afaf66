"""``companion dark``: lamps out and buzzer silent, whatever left them on.

Knows which pins the settings light. Refuses to know why they may still be lit: the kernel of
a Raspberry Pi leaves outputs as they were when a program is killed.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from companion import config as settings
from companion.cli.wiring import uses_of
from hardware.lights.gpio import GpioLamp


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = "The service runs this after it ended, however it ended (docs/lights.md)."
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file")


def run(args: argparse.Namespace) -> int:
    """Take each pin that is lit, drive it low and let it go. Raises ConfigError when one
    cannot be had, as while the service runs."""
    config = settings.load(args.config, os.environ)
    for use in uses_of(config):
        if use.lit:
            GpioLamp(use.key, [use.gpio]).close()
    return 0
