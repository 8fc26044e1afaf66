"""Many films, side by side on the cores that are given.

Knows how films are dealt out. Refuses to know what is in them.
"""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Iterator
from pathlib import Path

import cv2

from tests.rolling.films import hands_film, throws_film
from tests.rolling.measure import Result, by_reader, by_truth, judge
from vision.dice.reading import DiceReader

THROWS_A_FILM = 8
MINUTES_A_FILM = 2.0
THROWS, HANDS = 25, 15
"""Films of the long form: 200 throws and 30 minutes."""


Task = tuple[str, int, bool, Path | None]


def results(
    throws: int,
    minutes: float,
    jobs: int = 1,
    first: int = 0,
    truth: bool = False,
    keep: Path | None = None,
) -> Iterator[Result]:
    """The result of every film as it is done.

    ``first``: seed of the first ones; ``truth``: small pictures and a reader that knows, so
    that only settling is judged; ``keep``: a folder of results, so that a run that was broken
    off goes on where it was.
    """
    kinds = [("throws", first + n) for n in range(-(-throws // THROWS_A_FILM))]
    kinds += [("hands", first + n) for n in range(round(minutes / MINUTES_A_FILM))]
    # In turn, so that a run that is broken off has seen both.
    kinds.sort(key=lambda kind: kind[1])
    tasks: list[Task] = [(kind, seed, truth, keep) for kind, seed in kinds]
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(_one, tasks)


def film_result(kind: str, seed: int, truth: bool = False) -> Result:
    """Film and judge one film: ``kind`` is throws or hands."""
    cv2.setNumThreads(1)
    film = (
        throws_film(seed, THROWS_A_FILM, truth)
        if kind == "throws"
        else hands_film(seed, MINUTES_A_FILM * 60, truth)
    )
    return judge(film, by_truth if truth else by_reader(DiceReader()))


def _one(task: Task) -> Result:
    kind, seed, truth, keep = task
    file = keep / f"{kind}-{seed:03}.pickle" if keep else None
    if file and file.exists():
        done = pickle.loads(file.read_bytes())
        assert isinstance(done, Result)
        return done
    result = film_result(kind, seed, truth)
    if file:
        file.write_bytes(pickle.dumps(result))
    return result
