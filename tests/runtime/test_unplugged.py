"""A camera that is pulled out in the middle of a game, put back, or comes late."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from typing import Protocol

import pytest

from companion.errors import CameraLost
from companion.runtime.eyes import Eyes
from companion.runtime.pictures import Shutter
from companion.table.cues import TrayState
from companion.table.table import Table
from hardware.cameras.live import LiveCamera
from hardware.pictures import Picture
from tests.hardware.clocks import FakeClock
from tests.hardware.fake_picamera2 import FakeLibcamera
from tests.hardware.rigs import PiRig, V4l2Rig
from tests.runtime.fakes import FakeGallery, FilmCamera
from tests.vision.drawn import HEIGHT, WIDTH, Die, Scene, draw, true_reading
from vision.values import TrayReading

EMPTY = Scene()
THROWN = Scene(dice=(Die(3, 220, 200), Die(5, 420, 300, 0.9)))
OTHER = Scene(dice=(Die(6, 320, 150), Die(2, 250, 350, 0.4)))
ROLLING = [
    Scene(dice=(Die(1 + step % 6, 200 + 9 * step, 60 + 20 * step, step),)) for step in range(8)
]


class Plugged(Protocol):
    """A live camera that films what the test shows it."""

    camera: LiveCamera
    clock: FakeClock
    scene: Callable[[int], Picture]

    def pass_pictures(self, count: int) -> None: ...
    def unplug(self) -> None: ...
    def replug(self) -> None: ...
    def end(self) -> None: ...


@pytest.fixture(params=["v4l2", "picamera2"])
def rig(request: pytest.FixtureRequest) -> Iterator[Plugged]:
    made: Plugged = (
        V4l2Rig()
        if request.param == "v4l2"
        else PiRig(FakeLibcamera(size=(WIDTH, HEIGHT), controls={}))
    )
    yield made
    made.end()


class Game:
    """Eyes on a table, turn by turn."""

    def __init__(self, rig: Plugged, table: Table) -> None:
        self.rig = rig
        self.table = table
        self.shown = EMPTY
        self.eyes = Eyes(table, rig.camera, self.read, Shutter(FakeGallery()), rig.clock)

    def read(self, image: Picture) -> TrayReading:
        return true_reading(self.shown)

    def show(self, *scenes: Scene) -> None:
        for scene in scenes:
            self.shown = scene
            self.rig.scene = lambda number: draw(self.shown, number)
            self.rig.pass_pictures(1)
            self.eyes.look()

    def throw(self, thrown: Scene) -> None:
        self.show(*[EMPTY] * 8, *ROLLING, *[thrown] * 12)

    def is_in(self, state: TrayState) -> bool:
        return self.table.snapshot().tray.state is state

    @property
    def version(self) -> int:
        match = self.table.snapshot().match
        assert match is not None
        return match.version


def test_a_game_goes_on_with_a_camera_that_was_pulled_out_and_put_back(
    rig: Plugged, table: Table
) -> None:
    game = Game(rig, table)
    game.throw(THROWN)
    begun = game.version
    rig.unplug()
    with pytest.raises(CameraLost):
        game.eyes.look()
    assert game.is_in(TrayState.CAMERA_LOST)
    # Nobody waits for the camera: the next throw is entered by hand.
    table.throw([("d6", 1), ("d6", 2)], begun, "page")
    rig.replug()
    game.throw(OTHER)
    assert game.is_in(TrayState.SETTLED)
    assert game.version == begun + 2


def test_a_table_without_a_camera_is_calm_and_uses_one_that_comes_later(
    table: Table, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    missing = CameraLost("No camera was found. Plug one in.")
    film = FilmCamera(clock, [THROWN] * 3)
    film._scenes[:0] = [missing] * 5
    eyes = Eyes(table, film, film.read, Shutter(FakeGallery()), clock)
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            eyes.run(OneTurn())
    assert table.snapshot().tray.state is TrayState.NO_CAMERA
    assert table.snapshot().message is None
    assert table.snapshot().tray.note == str(missing)
    assert eyes.health.message(clock.now_s()) == str(missing)
    assert caplog.text.count("Plug one in") == 1
    for _ in range(5):
        eyes.look()
    assert table.snapshot().tray.state is not TrayState.NO_CAMERA
    assert (table.snapshot().tray.camera, table.snapshot().tray.note) == ("film", "")
    assert eyes.health.message(clock.now_s()) == ""


class OneTurn(threading.Event):
    """Set after one question: the loop goes round once."""

    def __init__(self) -> None:
        super().__init__()
        self._asked = 0

    def is_set(self) -> bool:
        self._asked += 1
        return self._asked > 1

    def wait(self, timeout: float | None = None) -> bool:
        return True
