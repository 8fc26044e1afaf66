"""What the bench measures, and how.

Knows the measures of seeing and their budgets. Refuses to know how they are shown.

Times are processor time of this process, one thread, median of several rounds: a busy
machine makes them noisier, hardly larger. Reading is given as a ratio to decoding the same
picture, so that the figure means the same on a slow and on a fast machine.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2

from companion.cli.bench_film import (
    FRAMES_PER_S,
    LARGE_QUALITY,
    Picture,
    as_jpeg,
    as_photograph,
    decoded,
    film,
)
from companion.cli.bench_measure import Measure
from companion.cli.bench_rules import measure_rules
from companion.dice import DiceSpec, FaceValue
from companion.table.observe import ObserveSettings, observe
from companion.table.ports import Frame
from vision.dice.reading import DiceReader
from vision.dice.rig import FRAMES as RIG_FRAMES
from vision.dice.rig import Rig, RigReader
from vision.dice.settle import Settle, Watched
from vision.photograph import read_file
from vision.values import TrayReading

MOST_READING = 10.0
"""Reading a picture takes at most so many times its decoding."""
MOST_ON_RIG = 3.0
"""A frame of dice at rest, where tray and scale are known, takes at most so many decodings."""
MOST_STILL = 0.1
"""Watching a tray on which nothing moves takes at most this share of a decoding."""
MOST_LARGE = 1.5
"""Decoding and reading a full-size photograph of a Pi takes at most so many decodings of it."""
FEW: tuple[FaceValue, ...] = (5, 2)
MANY: tuple[FaceValue, ...] = (1, 2, 3, 4, 5, 6)

Film = tuple[Frame[Picture], ...]


def measure(rounds: int) -> Iterator[Measure]:
    """All figures, one after the other; times are medians over that many rounds."""
    cv2.setNumThreads(1)
    reader = DiceReader()
    few, many = (film(faces) for faces in (FEW, MANY))
    yield _reading(reader, few, FEW, rounds)
    yield _reading(reader, many, MANY, rounds)
    yield _on_rig(reader, many, MANY, rounds)
    yield _large(reader, many, rounds)
    yield _still_tray(reader, few, rounds)
    yield from _reaction(reader, few)
    yield from measure_rules()


def _reading(
    reader: DiceReader, frames: Film, faces: tuple[FaceValue, ...], rounds: int
) -> Measure:
    jpeg = as_jpeg(frames[-1].image)
    picture = decoded(jpeg)
    decoding_s = _median_s(lambda: decoded(jpeg), rounds)
    reading_s = _median_s(lambda: reader.read(picture), rounds)
    found = [str(die.value) for die in reader.read(picture).dice]
    return Measure(
        name=f"reading_{len(faces)}_dice",
        title=f"Reading {len(faces)} dice, 1280 × 960",
        value=reading_s / decoding_s,
        unit="× decoding",
        budget=MOST_READING,
        note=f"{reading_s * 1e3:.1f} ms, decoding {decoding_s * 1e3:.1f} ms; "
        f"thrown {_listed(map(str, faces))}, read {_listed(found)}",
    )


def _on_rig(reader: DiceReader, frames: Film, faces: tuple[FaceValue, ...], rounds: int) -> Measure:
    last = frames[-RIG_FRAMES:]
    sides = [die.box_px[2] - die.box_px[0] for die in reader.read(last[-1].image).dice]
    height, width = last[-1].image.shape[:2]
    rig = RigReader(reader, Rig.over((width, height), statistics.median(sides)))
    jpeg = as_jpeg(last[-1].image)
    decoding_s = _median_s(lambda: decoded(jpeg), rounds)
    readings: list[TrayReading | None] = []
    spent_s: list[list[float]] = []
    for _ in range(rounds + 1):
        row = []
        for frame in last:
            started_s = time.process_time()
            readings.append(rig.see(frame.image))
            row.append(time.process_time() - started_s)
        spent_s.append(row)
    steps_s = [statistics.median(step) for step in zip(*spent_s[1:], strict=True)]
    given = [reading for reading in readings if reading is not None]
    found = [str(die.value) for die in given[-1].dice] if given else ["nothing"]
    listed = ", ".join(f"{step_s / decoding_s:.1f}" for step_s in steps_s)
    return Measure(
        name=f"rig_{len(faces)}_dice",
        title=f"The dearest of the frames at rest of {len(faces)} dice on a known rig",
        value=max(steps_s) / decoding_s,
        unit="× decoding",
        budget=MOST_ON_RIG,
        note=f"frame by frame {listed}; thrown {_listed(map(str, faces))}, read {_listed(found)}",
    )


def _large(reader: DiceReader, frames: Film, rounds: int) -> Measure:
    jpeg = as_jpeg(as_photograph(frames[-1].image), LARGE_QUALITY)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photograph.jpg"
        path.write_bytes(jpeg.tobytes())
        decoding_s = _median_s(lambda: decoded(jpeg), rounds)
        both_s = _median_s(lambda: read_file(path, reader.read), rounds)
        found = [str(die.value) for die in read_file(path, reader.read)[0].dice]
    return Measure(
        name="large_photograph",
        title="Decoding and reading a photograph of 3280 × 2464",
        value=both_s / decoding_s,
        unit="× decoding",
        budget=MOST_LARGE,
        note=f"{both_s * 1e3:.0f} ms, whole decoding {decoding_s * 1e3:.0f} ms of"
        f" {len(jpeg) / 1e6:.1f} MB; read {_listed(found)}",
    )


def _still_tray(reader: DiceReader, frames: Film, rounds: int) -> Measure:
    settle = Settle()
    for frame in frames:
        if settle.watch(frame.image, frame.index, frame.t_s, len(FEW)).read:
            settle.take(reader.read(frame.image))
    last = frames[-1]
    times = iter(range(1, 10**9))

    def watch() -> Watched:
        step = next(times)
        t_s = last.t_s + step / FRAMES_PER_S
        return settle.watch(last.image, last.index + step, t_s, len(FEW))

    jpeg = as_jpeg(last.image)
    decoding_s = _median_s(lambda: decoded(jpeg), rounds)
    watching_s = _median_s(watch, rounds)
    return Measure(
        name="still_tray",
        title="A frame of a still tray",
        value=watching_s / decoding_s,
        unit="× decoding",
        budget=MOST_STILL,
        note=f"{watching_s * 1e3:.2f} ms; the tray is {watch().phase.value}",
    )


def _reaction(reader: DiceReader, frames: Film) -> Iterator[Measure]:
    settle = Settle()
    awaited = DiceSpec.of({"d6": len(FEW)})
    for frame in frames:
        if not settle.watch(frame.image, frame.index, frame.t_s, awaited.total).read:
            continue
        started_s = time.process_time()
        roll = settle.take(reader.read(frame.image))
        if roll is None or not roll.reading.dice:
            continue
        met = observe(awaited, roll, ObserveSettings())
        last_s = time.process_time() - started_s
        yield Measure(
            name="reaction_frames",
            title="First frame at rest to the throw",
            value=float(frame.index - roll.frame),
            unit="frames",
            note=f"at {FRAMES_PER_S:g} frames a second; met as {type(met).__name__}",
        )
        yield Measure(
            name="reaction_ms",
            title="The same as time, with the last reading",
            value=(frame.t_s - roll.t_s + last_s) * 1e3,
            unit="ms",
        )
        return
    raise RuntimeError("The filmed throw was never reported: the tracker or the reader is broken.")


def _median_s(work: Callable[[], object], rounds: int) -> float:
    work()  # the first time also loads, compiles and fills caches
    times_s = []
    for _ in range(rounds):
        started_s = time.process_time()
        work()
        times_s.append(time.process_time() - started_s)
    return statistics.median(times_s)


def _listed(values: Any) -> str:
    return " ".join(sorted(values))
