"""How results of ``companion read`` look: one JSON object, or a row of a table.

Knows the public names of the fields. Refuses to know how a result came about.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table

from companion.errors import CompanionError
from vision.values import DieReading, Status, TrayReading


@dataclass(frozen=True, slots=True)
class Report:
    """The result of one picture or roll: a reading, or the error that prevented one.

    ``frame`` and ``t_s`` (seconds) are given for rolls of a video alone.
    """

    file: str
    reading: TrayReading | None = None
    elapsed_ms: float = 0.0
    error: CompanionError | None = None
    frame: int | None = None
    t_s: float | None = None


def json_line(report: Report) -> str:
    """The report as one line of JSON."""
    document: dict[str, object] = {"file": report.file}
    if report.frame is not None and report.t_s is not None:
        document |= {"frame": report.frame, "t_s": round(report.t_s, 3)}
    reading = report.reading
    document |= {
        "status": str(reading.status) if reading else "error",
        "confidence": _rounded(reading.confidence) if reading else 0.0,
        "dice": [_die(die) for die in reading.dice] if reading else [],
        "trouble": [
            {
                "code": str(trouble.code),
                "centre_px": [_pixel(v) for v in trouble.centre_px] if trouble.centre_px else None,
            }
            for trouble in (reading.trouble if reading else ())
        ],
    }
    if reading is not None and reading.tray is not None:
        document["tray"] = str(reading.tray)
    if report.error is not None:
        document["error"] = {"code": report.error.code, "message": str(report.error)}
    document["elapsed_ms"] = round(report.elapsed_ms, 2)
    return json.dumps(document, ensure_ascii=False)


def table(reports: Sequence[Report]) -> Table:
    """All reports as a table for people."""
    drawn = Table()
    for title in ("File", "Dice", "Total", "Status", "Confidence", "Trouble"):
        drawn.add_column(title, justify="right" if title in ("Total", "Confidence") else "left")
    for report in reports:
        name = report.file if report.t_s is None else f"{report.file} at {report.t_s:.2f} s"
        if report.reading is None:
            drawn.add_row(name, "", "", "error", "", str(report.error))
            continue
        values = [die.value for die in report.reading.dice]
        numbers = [value for value in values if isinstance(value, int)]
        shown = sorted("?" if value is None else str(value) for value in values)
        complete = report.reading.status is Status.OK and len(numbers) == len(values)
        drawn.add_row(
            name,
            " ".join(shown),
            str(sum(numbers)) if complete and numbers else "",
            str(report.reading.status),
            f"{report.reading.confidence:.3f}",
            ", ".join(str(trouble.code) for trouble in report.reading.trouble),
        )
    return drawn


def _die(die: DieReading) -> dict[str, object]:
    return {
        "kind": str(die.kind),
        "value": die.value,
        "confidence": _rounded(die.confidence),
        "alternatives": [
            {"value": other.value, "confidence": _rounded(other.confidence)}
            for other in die.alternatives
        ],
        "centre_px": [_pixel(v) for v in die.centre_px],
        "box_px": [_pixel(v) for v in die.box_px],
    }


def _rounded(confidence: float) -> float:
    return round(confidence, 5)


def _pixel(value: float) -> float:
    return round(float(value), 1)
