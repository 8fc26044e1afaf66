"""One file to send with a report of a fault: what was found, without names and secrets.

Knows what goes into it and in which form. Refuses to put in pictures, games, players' names,
addresses and any text of the settings; everything passes the redactor.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from companion.doctor.findings import Finding
from companion.doctor.machine import Machine, model_of, text_of
from companion.doctor.redaction import Redactor
from companion.errors import BundleUnwritable

LOG_LINES = 300
UNIT = "table-companion"

README = """\
This file was made by `companion doctor --bundle` to go with a report of a fault.

findings.txt, findings.json  what the doctor found
versions.json                this program, Python, the system, the packages
settings.toml                settings that differ from the defaults; texts are left out
log.txt                      the last lines of the service's log, where they could be read

Names of players, of this machine and its user, passwords, network addresses and paths below
home folders were taken out. There are no pictures and no games in it. Look through it before
you send it: a log can hold what nobody thought of.
"""


def write(
    path: Path,
    findings: Sequence[Finding],
    versions: Mapping[str, str],
    settings: str,
    log: str,
    redactor: Redactor,
) -> None:
    """Write the file. Raises BundleUnwritable."""
    clean = [
        replace(each, found=redactor.text(each.found), advice=redactor.text(each.advice))
        for each in findings
    ]
    told = {key: redactor.names(value) for key, value in versions.items()}
    contents = {
        "README.txt": README,
        "findings.txt": "\n".join(_line(each) for each in clean) + "\n",
        "findings.json": _json([asdict(each) for each in clean]),
        "versions.json": _json(told),
        "settings.toml": redactor.text(settings),
        "log.txt": redactor.text(log) or "The log could not be read.\n",
    }
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, content in contents.items():
                bundle.writestr(name, content)
    except OSError as error:
        raise BundleUnwritable(
            f"{path} cannot be written ({error.strerror}). Name a file in a folder that can be "
            f"written."
        ) from error


def log_of_the_service(machine: Machine) -> str:
    """The last lines that the service wrote to the system's log; empty where they cannot be had."""
    ran = machine.run(
        ("journalctl", "--unit", UNIT, "--lines", str(LOG_LINES), "--no-pager", "--no-hostname")
    )
    return ran.out if ran and ran.status == 0 else ""


def system_of(machine: Machine) -> dict[str, str]:
    """The machine and its operating system in words."""
    release = text_of(machine, "etc/os-release") or ""
    names = [line.partition("=")[2] for line in release.splitlines() if line.startswith("PRETTY")]
    return {
        "system": names[0].strip('"') if names else "unknown",
        "kernel": text_of(machine, "proc/sys/kernel/osrelease") or "unknown",
        "machine": model_of(machine) or "no Raspberry Pi",
    }


def _line(finding: Finding) -> str:
    advice = f" -> {finding.advice}" if finding.advice else ""
    return f"{finding.status:<15}{finding.check:<17}{finding.found}{advice}"


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"
