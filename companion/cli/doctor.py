"""``companion doctor``: what is wrong with this machine and installation, and what to do.

Knows which checks there are, in which order they are told, and how. Refuses to know what
any of them looks at, and to mend anything.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from companion import config as settings
from companion.cli import doctor_checks
from companion.config import Config
from companion.doctor import bundle
from companion.doctor.findings import Finding, Status, worst
from companion.doctor.machine import Machine, ThisMachine
from companion.doctor.redaction import redactor, secrets_of, shown_settings
from companion.errors import ConfigError

_PACKAGES = (
    "table-companion", "numpy", "opencv-python-headless", "onnxruntime", "simplejpeg", "picamera2",
    "gpiozero", "lgpio", "flask", "waitress", "pillow", "shapely", "paho-mqtt",
)  # fmt: skip
_MARKS = {
    Status.OK: "[green]ok     [/]",
    Status.WARNING: "[yellow]WARNING[/]",
    Status.FAULT: "[bold red]FAULT  [/]",
    Status.NOT_APPLICABLE: "[dim]-      [/]",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = "Exit status: 0 no fault (warnings may be), 1 a fault, 2 could not look."
    parser.add_argument("--json", action="store_true", help="JSON instead of text")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    parser.add_argument("--state", type=Path, metavar="DIR", help="where games are kept")
    parser.add_argument(
        "--bundle",
        type=Path,
        metavar="FILE.zip",
        help="also write a file for a report of a fault, without names and passwords",
    )
    parser.add_argument(
        "--pins",
        action="store_true",
        help="look at the pins only, and try each lamp and button with you, at a terminal",
    )


def run(args: argparse.Namespace) -> int:
    """Look at everything and say it; 1 where there is a fault. Raises CompanionError."""
    machine = ThisMachine()
    config, problem = _settings(args.config)
    if args.state is not None:
        config = settings.override(config, {"state": args.state}, "the command line")
    place = settings.state_dir(config, os.environ)
    if args.pins:
        at_terminal = sys.stdin.isatty() and not args.json
        findings: tuple[Finding, ...] = doctor_checks.pins_closely(config, at_terminal)
    else:
        file = settings.settings_file(args.config, os.environ)
        findings = doctor_checks.everything(machine, config, place, problem, file)
    if args.json:
        listed = {"worst": worst(findings), "findings": [asdict(each) for each in findings]}
        print(json.dumps(listed, ensure_ascii=False, indent=2))
    else:
        _show(findings)
    if args.bundle is not None:
        _bundle(args.bundle, machine, config, place, findings)
        if not args.json:
            print(f"{args.bundle} holds this for a report, without names and passwords.")
    return 1 if worst(findings) is Status.FAULT else 0


def _settings(path: Path | None) -> tuple[Config, str | None]:
    try:
        return settings.load(path, os.environ), None
    except ConfigError as error:
        return Config(), str(error)


def _show(findings: Sequence[Finding]) -> None:
    console = Console(highlight=False, soft_wrap=True)
    for each in findings:
        console.print(f"{_MARKS[each.status]}  {each.check:<15}  {escape(each.found)}")
        if each.advice:
            console.print(f"{'':26}→ {escape(each.advice)}")
    faults = sum(each.status is Status.FAULT for each in findings)
    warnings = sum(each.status is Status.WARNING for each in findings)
    console.print(f"Faults: {faults}, warnings: {warnings}. Nothing was changed.")


def _bundle(
    path: Path, machine: Machine, config: Config, state: Path, findings: Sequence[Finding]
) -> None:
    names = {*doctor_checks.players(state), platform.node(), machine.user, Path.home().name}
    # The superuser's name says nothing about anybody, and stands in many sentences.
    known = redactor(names - {"root", "localhost"}, secrets_of(config))
    versions = {**bundle.system_of(machine), "python": platform.python_version(), **_packages()}
    log = bundle.log_of_the_service(machine)
    bundle.write(path, findings, versions, shown_settings(config), log, known)


def _packages() -> dict[str, str]:
    found = {}
    for name in _PACKAGES:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found
