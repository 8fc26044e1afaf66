"""When the page gets a new picture: seldom of what lies still, and not for nobody."""

from __future__ import annotations

import numpy as np

from companion.runtime.pictures import Picture, Shutter
from tests.runtime.fakes import FakeGallery
from vision.values import Status, TrayReading

EMPTY = TrayReading(Status.EMPTY, 1.0, ())
FPS = 10


class Film:
    """Frames of one grey each, ten a second, on their way past the shutter."""

    def __init__(self, watched: bool) -> None:
        self.gallery = FakeGallery()
        self.gallery.watched = watched
        self.shutter = Shutter(self.gallery)
        self.frames = 0

    def next(self) -> tuple[Picture, float]:
        self.frames += 1
        return np.full((32, 32, 3), self.frames, np.uint8), self.frames / FPS

    def pass_by(self, seconds: float, moving: bool = False) -> int:
        """So many frames; how many pictures the gallery was shown of them."""
        before = len(self.gallery.shown)
        for _ in range(round(seconds * FPS)):
            picture, t_s = self.next()
            self.shutter.pass_by(picture, t_s, moving, news=False)
        return len(self.gallery.shown) - before

    def shown_last(self) -> int:
        return round(float(self.gallery.shown[-1].mean()))


def test_of_a_still_tray_somebody_gets_a_picture_every_two_seconds() -> None:
    assert 10 <= Film(watched=True).pass_by(20.0) <= 12


def test_of_a_still_tray_nobody_gets_one_picture() -> None:
    assert Film(watched=False).pass_by(20.0) == 1


def test_who_comes_later_gets_the_next_frame_that_is_due() -> None:
    film = Film(watched=False)
    film.pass_by(20.0)
    film.gallery.watched = True
    assert film.pass_by(0.1) == 1
    assert film.shown_last() == film.frames


def test_what_moves_is_shown_whoever_looks_and_then_once_how_it_lies() -> None:
    film = Film(watched=False)
    film.pass_by(4.0)
    assert film.pass_by(2.0, moving=True) >= 9
    came_to_rest = film.frames
    assert film.pass_by(20.0) == 1
    assert came_to_rest < film.shown_last() <= came_to_rest + 2 * FPS


def test_the_picture_of_a_throw_is_how_it_lies() -> None:
    film = Film(watched=False)
    film.pass_by(2.0, moving=True)
    picture, t_s = film.next()
    film.shutter.keep(picture, EMPTY, t_s)
    assert film.shown_last() == film.frames
    assert film.pass_by(20.0) == 0
