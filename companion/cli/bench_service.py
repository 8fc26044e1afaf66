"""``companion bench service``: what an idle table with its page open costs.

Knows the budgets of the service and how each figure comes about. Refuses to judge reading,
see bench_measures, and to know how figures are shown.

The table is ``companion serve`` in a process of its own, with a practice climb that waits for
dice. Its camera plays decoded pictures from memory, 1280 x 960, 30 a second, each with noise of
its own, as picamera2 hands them out; dice of an earlier throw lie still. The page is open.

Shares of a core are processor time over the time that passed: another program that keeps the
machine busy makes them noisier and hardly larger. Readiness is time that passed, and such a
program makes it longer; how much processor time it took stands beside it.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.cli.bench_film import Picture, as_jpeg, decoded, film
from companion.cli.bench_measure import Measure
from companion.cli.bench_service_page import OpenPage
from companion.cli.bench_service_process import Memory, Process, free_port, slow_core
from companion.dice import FaceValue
from companion.errors import ServiceUnmeasurable
from hardware.decoded import DECODED_FPS

WORD = "service"
MOST_IDLE_PERCENT = 10.0
MOST_RESIDENT_MB = 150.0
READY_WITHIN_S = 2.0

LYING: tuple[FaceValue, ...] = (5, 2)
PICTURES = 2
"""So many pictures follow one another, then they begin again."""
WARM_UP_S = 10.0
"""The first reading, and what a page does when it opens, are over by then."""
SLOW_CORE = 0.25
"""Share of one core of this machine that stands for one of a Raspberry Pi 4: an assumption."""
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Idle:
    """What was seen of one start and of the idle time after it."""

    line_s: float
    """From its start to the line that names the page."""
    page_s: float
    """From its start to the first page."""
    processor_s: float
    """Processor time until then."""
    idle_share: float
    """Of one whole core, 1 being all of it."""
    memory: Memory
    events_per_s: float
    pictures_per_s: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that only the measure of the service has."""
    parser.add_argument(
        "--seconds",
        type=float,
        default=30.0,
        metavar="S",
        help="with service: watch the idle table for so long (%(default)s)",
    )
    parser.add_argument(
        "--slow-core",
        type=float,
        default=SLOW_CORE,
        metavar="SHARE",
        help="with service: once more on this share of one core, 0 to leave it out (%(default)s)",
    )


def measure_service(seconds: float, slow: float = SLOW_CORE) -> Iterator[Measure]:
    """All figures of the service; the idle table is watched for so many seconds.

    ``slow`` is the share of a core for the second half of the figures, 0 for leaving them out.
    Raises ServiceUnmeasurable where the system has no ``/proc`` or the table does not come up.
    """
    if not Path("/proc/self/stat").exists():
        raise ServiceUnmeasurable(
            f"What a process costs is read from /proc, which {sys.platform} does not have."
            " Measure on Linux."
        )
    frames = [frame.image for frame in film(LYING)[-PICTURES:]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pictures.npy"
        np.save(path, np.stack(frames))
        yield from figures(idle(path, seconds, None), 1.0, "")
        with slow_core(slow) if slow else ExitStack() as limit:
            if isinstance(limit, Path):
                words = f", on {slow:.0%} of a core (not a Pi)"
                yield from figures(idle(path, seconds, limit), slow, words)
    yield from _apart(frames[-1])


def idle(pictures: Path, seconds: float, limit: Path | None) -> Idle:
    """Start a table in front of those pictures, open its page, and watch it for so long."""
    with tempfile.TemporaryDirectory() as state, ExitStack() as parts:
        arguments = (
            *("--camera", f"recorded:{pictures}", "--port", str(free_port()), "--practice"),
            *("--state", state, "--config", _settings(Path(state))),
        )
        table = parts.enter_context(Process(arguments, limit, os.environ))
        page = parts.enter_context(OpenPage(table.address()))
        line_s = time.monotonic() - table.started_s
        page.load()
        page_s, processor_s = time.monotonic() - table.started_s, table.processor_s()
        page.stay()
        time.sleep(WARM_UP_S)
        from_s = time.monotonic()
        seen = (table.processor_s(), page.events, page.pictures)
        time.sleep(seconds)
        passed_s = time.monotonic() - from_s
        spent_s = table.processor_s() - seen[0]
        return Idle(
            line_s,
            page_s,
            processor_s,
            spent_s / passed_s,
            table.memory(),
            (page.events - seen[1]) / passed_s,
            (page.pictures - seen[2]) / passed_s,
        )


def _settings(folder: Path) -> str:
    """An empty settings file: those of whoever measures must not count."""
    path = folder / "settings.toml"
    path.write_text("", encoding="utf-8")
    return str(path)


def figures(found: Idle, share: float, words: str) -> Iterator[Measure]:
    """What was seen, against the budgets; on a ``share`` of a core there are none."""
    whole = share == 1.0
    end = "" if whole else "_slow"
    load = os.getloadavg()[0]
    yield Measure(
        name=f"service_ready{end}",
        title=f"From the start to the first page{words}",
        value=found.page_s,
        unit="s",
        budget=READY_WITHIN_S if whole else None,
        note=f"processor time {found.processor_s:.2f} s; its line came after {found.line_s:.2f} s;"
        f" {load:.1f} programs wanted {os.cpu_count()} cores",
    )
    yield Measure(
        name=f"service_idle{end}",
        title=f"Idle table, page open, {DECODED_FPS:.0f} pictures a second{words}",
        value=100 * found.idle_share / share,
        unit="% of that core",
        budget=MOST_IDLE_PERCENT if whole else None,
        note=f"{found.pictures_per_s:.1f} pictures and {found.events_per_s:.1f} events a second"
        " sent to the page",
    )
    yield Measure(
        name=f"service_memory{end}",
        title=f"Resident memory, page open{words}",
        value=found.memory.resident,
        unit="MB",
        budget=MOST_RESIDENT_MB if whole else None,
        note=f"with {PICTURES} pictures of the camera; {found.memory.proportional:.0f} MB where"
        f" what is shared counts in part; at most {found.memory.peak:.0f} MB",
    )


def _apart(picture: Picture) -> Iterator[Measure]:
    """What a camera's own part would add: not in the figures above."""
    jpeg = as_jpeg(picture)
    parts: tuple[tuple[str, str, Callable[[], Picture]], ...] = (
        ("service_decoding", "Decoding, where a camera sends JPEG", lambda: decoded(jpeg)),
        ("service_copy", "Copying, where a driver's picture must be copied", picture.copy),
    )
    cv2.setNumThreads(1)
    for name, title, work in parts:
        work()
        started_s = time.process_time()
        for _ in range(ROUNDS):
            work()
        each_s = (time.process_time() - started_s) / ROUNDS
        yield Measure(
            name=name,
            title=f"{title}, {DECODED_FPS:.0f} a second",
            value=100 * each_s * DECODED_FPS,
            unit="% of one core",
            note=f"{each_s * 1e3:.2f} ms each; on top of the idle table",
        )
