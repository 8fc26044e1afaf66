"""Whole films: throws one after the other, and hands for minutes without a throw.

Knows which acts follow each other. Refuses to know what a reader makes of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from tests.rolling.acts import ACTS
from tests.rolling.places import place
from tests.rolling.reel import Reel, Shot, Thrown
from tests.rolling.throws import collect, stand_tower, throw

SMALL_PX = (320, 240)
"""Enough to judge motion by, at a quarter of the cost; too small for the reader."""
_KINDS = ("tower", "tower", "hand", "hand", "cup", "under a cup", "spun")
_KIND_SHARES = np.array([0.2, 0.2, 0.18, 0.18, 0.12, 0.08, 0.04])


@dataclass(slots=True)
class Film:
    """Shots to come and the throws among them, complete once all shots were taken.

    ``live``: watched as at a live table with dice awaited, else as a recording with none.
    """

    name: str
    live: bool
    fps: float
    shots: Iterator[Shot]
    thrown: list[Thrown] = field(default_factory=list)


def throws_film(seed: int, throws: int = 8, small: bool = False) -> Film:
    """Throws of one to six dice at one place; now and then only some dice are thrown again."""
    rng = np.random.default_rng([1, seed])
    fps = 30.0 if seed % 3 == 0 else 15.0
    live, uneven = seed % 4 < 2, seed % 5 == 4
    size_px = SMALL_PX if small else (1280, 960) if seed % 7 == 6 else (640, 480)
    film = Film(f"throws-{seed:03}", live, fps, iter(()))
    reel = Reel(place(rng, fps, size_px, uneven), rng)
    film.thrown = reel.thrown
    film.shots = _throws(reel, throws, live)
    return film


def hands_film(seed: int, seconds: float = 120.0, small: bool = False) -> Film:
    """One throw, then hands and all else that is no throw."""
    rng = np.random.default_rng([2, seed])
    film = Film(f"hands-{seed:03}", seed % 3 != 2, 15.0, iter(()))
    reel = Reel(place(rng, 15.0, SMALL_PX if small else (640, 480), seed % 5 == 4), rng)
    film.thrown = reel.thrown
    film.shots = _hands(reel, seconds, film.live)
    return film


def one_throw(
    seed: int, count: int, kind: str = "tower", size_px: tuple[int, int] = (640, 480)
) -> Film:
    """An empty tray, one throw, and two seconds of rest, at 15 frames a second."""
    rng = np.random.default_rng([3, seed])
    film = Film(f"one-{seed:03}", False, 15.0, iter(()))
    reel = Reel(place(rng, 15.0, size_px), rng)
    film.thrown = reel.thrown
    film.shots = _one(reel, kind, count)
    return film


def _one(reel: Reel, kind: str, count: int) -> Iterator[Shot]:
    yield from reel.rest(0.6)
    yield from throw(reel, kind, count)
    yield from reel.rest(2.0)


def _throws(reel: Reel, throws: int, live: bool) -> Iterator[Shot]:
    rng = reel.rng
    if rng.random() < 0.4:
        stand_tower(reel)
    yield from reel.rest(0.8)
    for _ in range(throws):
        count = int(rng.integers(1, 7))
        again = bool(reel.dice) and rng.random() < 0.25
        keep = int(rng.integers(1, len(reel.dice) + 1)) if again else 0
        if again:
            count = max(1, len(reel.dice) - keep)
            keep = len(reel.dice) - count
        # The game asks for the next throw as soon as the last one counts.
        reel.awaited = count + keep if live else None
        if reel.dice:
            yield from collect(reel, keep)
            if rng.random() < 0.6:
                yield from reel.rest(float(rng.uniform(0.3, 2.5)), "between")
        kind = str(rng.choice(_KINDS, p=_KIND_SHARES))
        yield from throw(reel, kind, count, lean=rng.random() < 0.12)
        yield from reel.rest(float(rng.uniform(2.2, 3.2)))


def _hands(reel: Reel, seconds: float, live: bool) -> Iterator[Shot]:
    rng = reel.rng
    count = int(rng.integers(1, 7))
    if rng.random() < 0.4:
        stand_tower(reel)
    reel.awaited = count if live else None
    yield from reel.rest(0.8)
    yield from throw(reel, "tower", count)
    yield from reel.rest(3.0)
    names = list(ACTS)
    start_s = -1.0
    while True:
        act = ACTS[str(rng.choice(names))]
        for shot in act(reel):
            start_s = shot.t_s if start_s < 0 else start_s
            yield shot
        for shot in reel.rest(float(rng.choice([0.4, 1.0, 2.5, 4.0]))):
            yield shot
            if shot.t_s - start_s > seconds:
                return
