"""What the settle detector and the reader make of a film, against the truth.

Knows which report belongs to which throw and what is an error. Refuses to know how films are
made. Every frame passes the same code as in the service, and the dice are read by the reader
that ships.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from companion.runtime.ahead import ReadsAhead
from companion.runtime.eyes import LIVE_RULES, ahead_of
from companion.runtime.pictures import Picture
from tests.rolling.films import Film
from tests.rolling.reel import Shot, Thrown
from tests.rolling.throws import LEANING_DEG
from vision.dice.reading import DiceReader
from vision.dice.settle import Settle, SettleRules
from vision.values import DieKind, DieReading, SettledRoll, Status, TrayReading

FRAMES = 3
"""A throw must be named and called within so many frames; see ``Judged``."""


Read = Callable[[Shot], TrayReading]


class Verdict(StrEnum):
    """What became of one throw."""

    RIGHT = "right"
    """Sure, and every value right."""
    DOUBT = "in doubt"
    """Unsure, or another number of dice than is awaited: people are asked."""
    WRONG = "wrong"
    """Sure, and not what lies there."""
    LEANING = "leaning, sure"
    """Sure with the right upper faces although a die leans."""
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Judged:
    """One throw: what was made of it and when.

    ``named``: frames between the true first frame at rest and the one that the report names;
    ``called``: frames between the first one in which the report was due (at rest for three
    frames and 0.3 s, or 1 s where any number is awaited) and the one in which it came; None
    where there was none. ``late_s``: from rest to call.
    """

    film: str
    kind: str
    rest: int
    leaning: bool
    verdict: Verdict
    truth: tuple[int, ...]
    read: tuple[str, ...] = ()
    confidence: float = 0.0
    named: int | None = None
    called: int | None = None
    late_s: float = 0.0


@dataclass(slots=True)
class Result:
    """Of one film. ``false``: reports that belong to no throw, with frame, event and values."""

    film: str
    fps: float
    judged: list[Judged] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    frames: int = 0
    seconds: float = 0.0
    readings: int = 0
    read_s: float = 0.0
    watch_s: float = 0.0
    all_s: float = 0.0


@dataclass(frozen=True, slots=True)
class _Report:
    roll: SettledRoll
    shot: Shot


class ByReader:
    """The reader that ships, shown the frames before as in the service."""

    def __init__(self, reader: DiceReader) -> None:
        self._ahead = ReadsAhead(lambda awaited: reader, lambda: None)

    @property
    def spared(self) -> int:
        """How many readings the frames before had done."""
        return self._ahead.spared

    def __call__(self, shot: Shot) -> TrayReading:
        """Read a frame of dice at rest."""
        return self._ahead.read(shot.image_bgr, None)

    def lies(self, image_bgr: Picture) -> None:
        """Nothing has moved since the frame before."""
        self._ahead.lies(image_bgr, None)

    def moved(self) -> None:
        """Something moves, or there is nothing to read."""
        self._ahead.moved()


def by_reader(reader: DiceReader) -> ByReader:
    """The reader that ships."""
    return ByReader(reader)


def by_truth(shot: Shot) -> TrayReading:
    """A reader that is always sure and right, of moving dice too: it judges settling alone."""
    dice = []
    for die, top, seen in zip(shot.dice, shot.tops_px, shot.seen, strict=True):
        if seen:
            (x0, y0), (x1, y1) = top.min(axis=0), top.max(axis=0)
            middle = (float(x0 + x1) / 2, float(y0 + y1) / 2)
            box = (float(x0), float(y0), float(x1), float(y1))
            dice.append(DieReading(DieKind.D6, die.value, 0.999, (), middle, box))
    return TrayReading(Status.OK if dice else Status.EMPTY, 0.999, tuple(dice))


def judge(film: Film, read: Read) -> Result:
    """Watch a film to its end."""
    begin = time.process_time()
    result = Result(film.name, film.fps)
    rules = LIVE_RULES if film.live else SettleRules()
    settle = Settle(rules)
    ahead = ahead_of(read)
    reports: list[_Report] = []
    times: list[float] = []
    last: Shot | None = None
    for shot in film.shots:
        times.append(shot.t_s)
        start = time.process_time()
        watched = settle.watch(shot.image_bgr, shot.index, shot.t_s, shot.awaited)
        watched_at = time.process_time()
        result.watch_s += watched_at - start
        if ahead is not None and not watched.read:
            ahead.lies(shot.image_bgr) if watched.settles else ahead.moved()
            result.read_s += time.process_time() - watched_at
        if watched.read:
            roll = settle.take(read(shot))
            result.read_s += time.process_time() - watched_at
            result.readings += 1
            if roll is not None:
                reports.append(_Report(roll, shot))
        last = shot
    assert last is not None
    result.frames, result.seconds = len(times), last.t_s
    least_s = rules.still_for_s if film.live else rules.any_count_for_s
    _match(result, reports, film.thrown, times, least_s)
    result.all_s = time.process_time() - begin
    return result


def _match(
    result: Result,
    reports: Sequence[_Report],
    thrown: Sequence[Thrown],
    times: Sequence[float],
    least_s: float,
) -> None:
    left = list(reports)
    for number, throw in enumerate(thrown):
        until = thrown[number + 1].begin if number + 1 < len(thrown) else len(times)
        # A report while dice still roll is no report of their rest.
        mine = [r for r in left if throw.rest <= r.shot.index < until and not r.shot.moving]
        first = mine[0] if mine else None
        if first is not None:
            left.remove(first)
        result.judged.append(_judged(result.film, throw, first, times, least_s))
        for extra in mine[1:]:
            if extra.shot.dice == throw.dice or extra.shot.event == "rest":
                left.remove(extra)
                result.twice.append(_told(extra))
    result.false += [_told(report) for report in left]


def _judged(
    film: str, throw: Thrown, report: _Report | None, times: Sequence[float], least_s: float
) -> Judged:
    truth = tuple(sorted(int(die.value) for die in throw.dice))
    leaning = any(die.cocked_deg > LEANING_DEG for die in throw.dice)
    if report is None:
        return Judged(film, throw.kind, throw.rest, leaning, Verdict.MISSED, truth)
    read = tuple(sorted(str(die.value) for die in report.roll.reading.dice))
    same = read == tuple(str(value) for value in truth)
    awaited = report.shot.awaited
    # The table asks about another number of dice than the game awaits.
    miscounted = awaited is not None and awaited != len(read)
    if miscounted or report.roll.reading.status is Status.UNSURE:
        verdict = Verdict.DOUBT
    elif not same:
        verdict = Verdict.WRONG
    else:
        verdict = Verdict.LEANING if leaning else Verdict.RIGHT
    due = next(
        n
        for n in range(throw.rest, len(times))
        if n >= throw.rest + 2 and times[n] - times[throw.rest] >= least_s - 1e-6
    )
    return Judged(
        film=film,
        kind=throw.kind,
        rest=throw.rest,
        leaning=leaning,
        verdict=verdict,
        truth=truth,
        read=read,
        confidence=report.roll.reading.confidence,
        named=report.roll.frame - throw.rest,
        called=report.shot.index - due,
        late_s=report.shot.t_s - throw.rest_s,
    )


def _told(report: _Report) -> str:
    reading = report.roll.reading
    values = " ".join(str(die.value) for die in reading.dice)
    true = " ".join(str(die.value) for die in report.shot.dice)
    return (
        f"frame {report.shot.index} ({report.shot.t_s:.1f} s, named {report.roll.frame}, "
        f"{report.shot.event}): {reading.status} {reading.confidence:.3f} [{values}], "
        f"there lie [{true}]"
    )
