"""Many films, side by side on the cores that are given.

Knows how films are dealt out. Refuses to know what is in them.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator

import cv2

from tests.rolling.films import hands_film, throws_film
from tests.rolling.measure import Result, judge
from vision.dice.reading import DiceReader

THROWS_A_FILM = 8
MINUTES_A_FILM = 2.0


def results(
    throws: int,
    minutes: float,
    jobs: int = 1,
    first: int = 0,
    echo: Callable[[str], object] = print,
) -> Iterator[Result]:
    """The result of every film; ``first``: seed of the first ones."""
    tasks = [("throws", first + n) for n in range(-(-throws // THROWS_A_FILM))]
    tasks += [("hands", first + n) for n in range(round(minutes / MINUTES_A_FILM))]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for result in pool.imap_unordered(_one, tasks):
            echo(f"{result.film}: {len(result.judged)} throws, {result.frames} frames")
            yield result


def _one(task: tuple[str, int]) -> Result:
    cv2.setNumThreads(1)
    kind, seed = task
    film = (
        throws_film(seed, THROWS_A_FILM)
        if kind == "throws"
        else hands_film(seed, MINUTES_A_FILM * 60)
    )
    return judge(film, DiceReader())
