"""What people are told of the camera and of kept pictures, and that it is taken back."""

from __future__ import annotations

import threading

import numpy as np

from companion.runtime.eyes import Eyes
from companion.runtime.health import FROZEN_AFTER_S
from companion.runtime.pictures import Shutter
from companion.table.ports import Frame
from companion.table.snapshot import LogLine
from companion.table.table import Table
from tests.hardware.clocks import FakeClock
from tests.runtime.fakes import FakeGallery, FilmCamera, Picture
from tests.vision.drawn import Die, Scene, draw

EMPTY, THROWN = Scene(), Scene(dice=(Die(3, 220, 200), Die(5, 420, 300, 0.9)))
ROLLING = [
    Scene(dice=(Die(1 + step % 6, 200 + 9 * step, 60 + 20 * step, step),)) for step in range(8)
]


FULL = "Pictures of throws are not kept just now. Make room."


class FullOnce(FakeGallery):
    """Has no room for the first picture."""

    def __init__(self) -> None:
        super().__init__()
        self._asked = 0

    def keep(self, jpeg: bytes) -> str | None:
        self._asked += 1
        self.trouble = FULL if self._asked == 1 else None
        return None if self.trouble else super().keep(jpeg)


class SpoiltCamera(FilmCamera):
    """A film of which some pictures are black and some never change."""

    def __init__(self, clock: FakeClock, length: int, black: range, frozen: range) -> None:
        super().__init__(clock, [EMPTY] * length)
        self._black, self._frozen = black, frozen

    def latest(self, after: int, timeout_s: float) -> Frame[Picture] | None:
        frame = super().latest(after, timeout_s)
        if frame is None:
            return None
        image = draw(EMPTY, 0) if frame.index in self._frozen else frame.image
        shown = np.zeros_like(image) if frame.index in self._black else image
        return Frame(shown, frame.index, frame.t_s)


def log(table: Table) -> tuple[LogLine, ...]:
    """The log of the match on the table."""
    match = table.snapshot().match
    assert match is not None
    return match.log


def told(table: Table, clock: FakeClock, camera: FilmCamera, looks: int) -> list[str]:
    """The messages at that many looks, each once in a row; an empty one for none."""
    eyes = Eyes(table, camera, camera.read, Shutter(FakeGallery()), clock)
    messages: list[str] = []
    for _ in range(looks):
        eyes.look()
        now = table.snapshot().message or ""
        if messages[-1:] != [now]:
            messages.append(now)
    return messages


def test_a_covered_lens_is_said_on_the_page_until_it_is_free(
    table: Table, clock: FakeClock
) -> None:
    camera = SpoiltCamera(clock, 60, black=range(20, 40), frozen=range(0))
    messages = told(table, clock, camera, 60)
    assert len(messages) == 3
    assert (messages[0], messages[2]) == ("", "")
    assert "only black" in messages[1]


def test_a_frozen_camera_is_said_on_the_page_until_it_moves(table: Table, clock: FakeClock) -> None:
    length = 20 + round(10 * FROZEN_AFTER_S) + 40
    camera = SpoiltCamera(clock, length, black=range(0), frozen=range(20, length - 20))
    messages = told(table, clock, camera, length)
    assert len(messages) == 3
    assert (messages[0], messages[2]) == ("", "")
    assert "may hang" in messages[1]


def test_a_silent_camera_is_said_on_the_page_until_it_is_back(
    table: Table, clock: FakeClock
) -> None:
    camera = FilmCamera(clock, [*[None] * 20, *[EMPTY] * 10])
    messages = told(table, clock, camera, 40)
    assert len(messages) == 3
    assert (messages[0], messages[2]) == ("", "")
    assert "gives no pictures" in messages[1]


def test_a_picture_that_cannot_be_kept_is_said_until_one_is_kept_again(
    table: Table, clock: FakeClock
) -> None:
    moved = Scene(dice=(Die(6, 260, 330, 0.4), Die(1, 460, 180)))
    camera = FilmCamera(clock, [*ROLLING, *[THROWN] * 12, *ROLLING, *[moved] * 12])
    gallery = FullOnce()
    eyes = Eyes(table, camera, camera.read, Shutter(gallery), clock)
    messages: list[str | None] = []
    while not camera.ended:
        eyes.look()
        messages.append(table.snapshot().message)
    assert messages[0] is None
    assert FULL in messages
    assert messages[-1] is None
    assert len(gallery.kept) == 1
    assert [line.kind for line in log(table)].count("roll") == 2, "both throws count"


def test_a_folder_that_keeps_no_pictures_is_said_before_the_first_throw(
    table: Table, clock: FakeClock
) -> None:
    gallery = FakeGallery()
    gallery.trouble = FULL
    camera = FilmCamera(clock, [])
    Eyes(table, camera, camera.read, Shutter(gallery), clock).run(threading.Event())
    assert table.snapshot().message == FULL
