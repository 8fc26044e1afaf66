"""What the bench measures, and how.

Knows the four measures and their budgets. Refuses to know how they are shown.

Times are processor time of this process, one thread, median of several rounds: a busy
machine makes them noisier, hardly larger. Reading is given as a ratio to decoding the same
picture, so that the figure means the same on a slow and on a fast machine.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import cv2

from companion.cli.bench_film import FRAMES_PER_S, Picture, as_jpeg, decoded, film
from companion.cli.bench_measure import Measure
from companion.cli.bench_rules import measure_rules
from companion.dice import DiceSpec, FaceValue
from companion.table.observe import ObserveSettings, observe
from companion.table.ports import Frame
from vision.dice.reading import DiceReader
from vision.dice.settle import Settle, Watched

MOST_READING = 15.0
"""Reading a picture takes at most so many times its decoding."""
MOST_STILL = 0.5
"""Watching a tray on which nothing moves takes at most this share of a decoding."""
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
