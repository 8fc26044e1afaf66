"""Many films, side by side on the cores that are given.

Knows how films are dealt out. Refuses to know what is in them.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator

import cv2

from tests.rolling.films import hands_film, throws_film
from tests.rolling.measure import Result, by_reader, by_truth, judge
from vision.dice.reading import DiceReader

THROWS_A_FILM = 8
MINUTES_A_FILM = 2.0


def results(
    throws: int,
    minutes: float,
    jobs: int = 1,
    first: int = 0,
    truth: bool = False,
    echo: Callable[[str], object] = print,
) -> Iterator[Result]:
    """The result of every film. ``first``: seed of the first ones; ``truth``: small pictures
    and a reader that knows, so that only settling is judged."""
    tasks = [("throws", first + n, truth) for n in range(-(-throws // THROWS_A_FILM))]
    tasks += [("hands", first + n, truth) for n in range(round(minutes / MINUTES_A_FILM))]
    if jobs == 1:
        yield from map(_one, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for result in pool.imap_unordered(_one, tasks):
            echo(f"{result.film}: {len(result.judged)} throws, {result.frames} frames")
            yield result


def _one(task: tuple[str, int, bool]) -> Result:
    cv2.setNumThreads(1)
    kind, seed, truth = task
    film = (
        throws_film(seed, THROWS_A_FILM, truth)
        if kind == "throws"
        else hands_film(seed, MINUTES_A_FILM * 60, truth)
    )
    return judge(film, by_truth if truth else by_reader(DiceReader()))
