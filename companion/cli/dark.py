"""``companion dark``: lamps out and buzzer silent, whatever left them on.

Knows which pins the settings light. Refuses to know why they may still be lit: the kernel of
a Raspberry Pi leaves outputs as they were when a program is killed.

It loads little: a stop of the service waits for it, and may take five seconds in all.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from companion import config as settings
from companion.config.pins import is_lit, pin_uses
from hardware.lights.gpio import GpioLamp


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = "The service runs this after it ended, however it ended (docs/lights.md)."
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file")


def run(args: argparse.Namespace) -> int:
    """Take each pin that is lit, drive it low and let it go. Raises ConfigError when one
    cannot be had, as while the service runs."""
    config = settings.load(args.config, os.environ)
    for key, gpio in pin_uses(config.lights, config.buttons, config.sound):
        if is_lit(key):
            GpioLamp(key, [gpio]).close()
    return 0
