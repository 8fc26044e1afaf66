"""``companion bench``: is this machine, with this version, fast enough?

Knows how the figures are shown and what the exit status says. Refuses to know how they are
measured. ``companion bench reading`` is the laboratory: see bench_reading; ``companion bench
service`` measures an idle table: see bench_service.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from companion.cli import bench_reading, bench_service
from companion.cli.bench_measure import Measure, machine
from companion.cli.bench_measures import measure
from companion.errors import LabelsUnusable

DEFAULT_ROUNDS = 15


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "photos",
        nargs="*",
        metavar="reading PHOTOS | service",
        help="instead: judge the reading of labelled photographs, folders or pictures; or measure"
        " what an idle table costs",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    bench_reading.add_arguments(parser)
    bench_service.add_arguments(parser)
    parser.add_argument(
        "--rounds",
        type=_rounds,
        default=DEFAULT_ROUNDS,
        metavar="N",
        help="rounds of which a time is the median (%(default)s)",
    )
    parser.epilog = (
        "Exit status: 0 within the budgets, or no photograph wrong; 1 over a budget, or one wrong;"
        " 2 could not measure."
    )


def run(args: argparse.Namespace) -> int:
    """Measure, show, and give 1 when a budget is not kept."""
    if args.photos == [bench_service.WORD]:
        measuring = bench_service.measure_service(args.seconds, args.slow_core)
    elif args.photos:
        return bench_reading.run(args)
    elif args.failures or args.against:
        raise LabelsUnusable(
            "--failures and --against belong to labelled photographs. Write `companion bench"
            " reading FOLDER` before them."
        )
    else:
        measuring = measure(args.rounds)
    console = Console()
    if args.json:
        figures = list(measuring)
        print(json.dumps(_report(figures), ensure_ascii=False, indent=2))
    else:
        with console.status("Measuring …"):
            figures = list(measuring)
        console.print(_table(figures))
    return 0 if all(figure.kept for figure in figures) else 1


def _rounds(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 1000:
        raise ValueError
    return number


_rounds.__name__ = "number of rounds from 1 to 1000"  # argparse names the type in its message


def _table(figures: Sequence[Measure]) -> Table:
    table = Table(title="Table Companion: bench", caption=", ".join(machine().values()))
    table.add_column("what")
    table.add_column("figure", justify="right")
    table.add_column("budget", justify="right")
    table.add_column("kept")
    table.add_column("note", overflow="fold")
    for figure in figures:
        budget, kept = "", ""
        if figure.budget is not None:
            budget = f"≤ {figure.budget:g}"
            kept = "yes" if figure.kept else "NO"
        table.add_row(
            figure.title, f"{_rounded(figure.value)} {figure.unit}", budget, kept, figure.note
        )
    return table


def _rounded(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _report(figures: Sequence[Measure]) -> dict[str, Any]:
    return {
        "machine": machine(),
        "measures": [
            {
                "name": figure.name,
                "value": round(figure.value, 4),
                "unit": figure.unit,
                "budget": figure.budget,
                "kept": figure.kept,
                "note": figure.note,
            }
            for figure in figures
        ],
        "kept": all(figure.kept for figure in figures),
    }
