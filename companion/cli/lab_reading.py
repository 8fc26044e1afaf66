"""What the reader makes of labelled photographs: right, unsure or wrong, and how fast.

Knows how an outcome is judged, kept in a file and compared with another version's. Refuses to
know how it is shown, and to draw.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.lab_photos import Labelled, Pair
from companion.errors import LabelsUnusable
from vision.frame import load_picture
from vision.values import Status, TrayReading

RIGHT, UNSURE, WRONG = "right", "unsure", "wrong"
VERDICTS = (RIGHT, UNSURE, WRONG)

Picture = NDArray[np.uint8]
Read = Callable[[Picture], TrayReading]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one photograph came out as.

    ``told`` are the dice of the reading, None where one is seen and not read. ``reading_ms`` and
    ``decoding_ms`` are processor time; 0 where not measured.
    """

    group: str
    file: str
    verdict: str
    confidence: float
    told: tuple[tuple[str, str | None], ...]
    reading_ms: float = 0.0
    decoding_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Share:
    """One line of the table: a set, its photographs right, unsure and wrong, and the times.

    ``reading_ms`` and ``decodings`` (reading as a multiple of decoding) are medians.
    """

    group: str
    right: int
    unsure: int
    wrong: int
    reading_ms: float
    decodings: float

    @property
    def photographs(self) -> int:
        """How many there are."""
        return self.right + self.unsure + self.wrong


def outcomes(read: Read, photos: Iterable[Labelled]) -> Iterator[tuple[Labelled, Outcome]]:
    """Read photographs one after another, on the caller's thread."""
    for photo in photos:
        image = load_picture(photo.path)
        started_s = time.process_time()
        reading = read(image)
        spent_s = time.process_time() - started_s
        yield photo, judged(photo, reading, 1e3 * spent_s, _decoding_ms(photo.path))


def judged(
    photo: Labelled, reading: TrayReading, reading_ms: float = 0.0, decoding_ms: float = 0.0
) -> Outcome:
    """The outcome of one reading: right only if every die is, and none is too many.

    Where a die cannot be read, doubt is right and everything else is wrong.
    """
    told = told_by(reading)
    if reading.status is Status.UNSURE:
        verdict = UNSURE if photo.readable else RIGHT
    else:
        verdict = RIGHT if photo.readable and told == photo.dice else WRONG
    return Outcome(
        photo.group,
        photo.path.name,
        verdict,
        reading.confidence,
        told,
        reading_ms,
        decoding_ms,
    )


def told_by(reading: TrayReading) -> tuple[tuple[str, str | None], ...]:
    """Kind and value of every die of a reading, sorted."""
    dice = [(str(die.kind), None if die.value is None else str(die.value)) for die in reading.dice]
    return tuple(sorted(dice, key=lambda die: (die[0], die[1] or "")))


def shares(found: Sequence[Outcome]) -> list[Share]:
    """A line for each set, in the order of the photographs."""
    lines = []
    for group in dict.fromkeys(one.group for one in found):
        own = [one for one in found if one.group == group]
        counts = {verdict: sum(one.verdict == verdict for one in own) for verdict in VERDICTS}
        ratios = [one.reading_ms / one.decoding_ms for one in own if one.decoding_ms]
        lines.append(
            Share(
                group,
                counts[RIGHT],
                counts[UNSURE],
                counts[WRONG],
                statistics.median(one.reading_ms for one in own),
                statistics.median(ratios) if ratios else 0.0,
            )
        )
    return lines


def mean_parts(lines: Sequence[Share]) -> tuple[float, float, float]:
    """Parts right, unsure and wrong (0 to 1), as the mean over sets."""
    parts = np.array([[line.right, line.unsure, line.wrong] for line in lines], float)
    right, unsure, wrong = (parts / parts.sum(1, keepdims=True)).mean(0)
    return float(right), float(unsure), float(wrong)


def document(found: Iterable[Outcome], about: Mapping[str, str]) -> dict[str, Any]:
    """The outcomes as they are kept in a file; ``about`` names version, model and machine."""
    return {
        "about": dict(about),
        "photographs": [
            {
                "set": one.group,
                "file": one.file,
                "verdict": one.verdict,
                "confidence": round(one.confidence, 5),
                "told": [list(die) for die in one.told],
                "reading_ms": round(one.reading_ms, 2),
                "decoding_ms": round(one.decoding_ms, 2),
            }
            for one in found
        ],
    }


def kept(path: Path) -> list[Outcome]:
    """The outcomes of an earlier run. Raises LabelsUnusable."""
    try:
        stored = json.loads(path.read_text("utf-8"))
        return [
            Outcome(
                one["set"],
                one["file"],
                one["verdict"],
                float(one["confidence"]),
                tuple((kind, value) for kind, value in one["told"]),
                float(one["reading_ms"]),
                float(one["decoding_ms"]),
            )
            for one in stored["photographs"]
        ]
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise LabelsUnusable(
            f"{path} holds no outcomes of an earlier run ({fault}). Make one with"
            " `companion bench reading PHOTOS --json > FILE`."
        ) from fault


@dataclass(frozen=True, slots=True)
class Changed:
    """A photograph whose verdict or dice differ between two versions; None: not there then."""

    before: Outcome | None
    now: Outcome | None


def compared(before: Sequence[Outcome], now: Sequence[Outcome]) -> list[Changed]:
    """What changed from one version to another, photograph by photograph."""
    old = {(one.group, one.file): one for one in before}
    new = {(one.group, one.file): one for one in now}
    changed = []
    for key in dict.fromkeys([*old, *new]):
        was, is_now = old.get(key), new.get(key)
        same = was and is_now and (was.verdict, was.told) == (is_now.verdict, is_now.told)
        if not same:
            changed.append(Changed(was, is_now))
    return changed


def wrong_rose(before: Sequence[Outcome], now: Sequence[Outcome]) -> bool:
    """Whether more of the photographs that both read came out wrong than before."""
    both = {(one.group, one.file) for one in before} & {(one.group, one.file) for one in now}

    def wrong(found: Sequence[Outcome]) -> int:
        return sum(one.verdict == WRONG for one in found if (one.group, one.file) in both)

    return wrong(now) > wrong(before)


def as_text(dice: Iterable[Pair | tuple[str, str | None]]) -> str:
    """Dice in few words: ``2 5 d4:3 ?``."""
    words = [
        ("?" if value is None else value) if kind in ("d6", "unknown") else f"{kind}:{value or '?'}"
        for kind, value in dice
    ]
    return " ".join(words) or "none"


def _decoding_ms(path: Path) -> float:
    stored = np.fromfile(path, np.uint8)
    started_s = time.process_time()
    cv2.imdecode(stored, cv2.IMREAD_COLOR)
    return 1e3 * (time.process_time() - started_s)
