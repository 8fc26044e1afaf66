"""A camera that comes and goes, and a driver that never returns."""

from __future__ import annotations

import threading

import cv2
import pytest

from companion.errors import CameraLost, CameraUnavailable
from hardware.cameras.live import LiveCamera, Patience
from hardware.pictures import Picture
from tests.hardware.clocks import FakeClock
from tests.hardware.fake_picamera2 import FakeLibcamera
from tests.hardware.fake_v4l2 import grey
from tests.hardware.rigs import IMPATIENT, SOON_S, UNREACHED, PiRig, Told, V4l2Rig, comes


class Stubborn:
    """A device whose driver does not return from ``take`` or ``close`` until it is freed."""

    name = "a stubborn camera"

    def __init__(self, hangs_in: str) -> None:
        self._hangs_in = hangs_in
        self.freed = threading.Event()
        self.entered = threading.Event()

    def take(self, wait_s: float) -> Picture | None:
        self._call("take")
        raise CameraLost("pulled out")

    def let_pass(self, wait_s: float) -> bool:
        return self.take(wait_s) is not None

    def close(self) -> None:
        self._call("close")

    def _call(self, name: str) -> None:
        if name == self._hangs_in:
            self.entered.set()
            self.freed.wait(SOON_S)


class Named:
    """A camera with a name, which films until it is pulled out."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.pulled = threading.Event()

    def take(self, wait_s: float) -> Picture | None:
        if self.pulled.wait(0.005):
            raise CameraLost(f"{self.name} was pulled out")
        return grey(7)

    def let_pass(self, wait_s: float) -> bool:
        return self.take(wait_s) is not None

    def close(self) -> None:
        pass


class Socket:
    """Where a camera may be plugged in."""

    def __init__(self, device: Named | None = None) -> None:
        self.device = device

    def open(self) -> Named:
        if self.device is None:
            raise CameraUnavailable("Plug a camera in.")
        return self.device


def films(camera: LiveCamera, name: str) -> bool:
    """Whether a camera of that name comes to give pictures."""
    return comes(
        camera,
        lambda: camera.name == name and camera._trouble is None and camera._newest is not None,
    )


@pytest.mark.parametrize("loss", [cv2.error("a frame cut short"), OSError("unplugged")])
def test_a_driver_that_chokes_is_opened_again(loss: Exception) -> None:
    rig = V4l2Rig()
    before = rig.usb.opened
    rig.usb.film(loss)
    rig.back()
    assert rig.usb.opened == before + 1
    assert rig.usb.open_now == 1
    rig.end()


def test_a_camera_that_is_not_there_yet_is_waited_for_and_named_once_it_is_found() -> None:
    socket = Socket()
    with LiveCamera(socket.open, FakeClock(), awaited="no camera", patience=IMPATIENT) as camera:
        assert camera.name == "no camera"
        with pytest.raises(CameraLost, match="Plug a camera in"):
            camera.latest(-1, SOON_S)
        socket.device = Named("a webcam")
        assert films(camera, "a webcam")


def test_a_camera_that_is_not_waited_for_must_be_there() -> None:
    with pytest.raises(CameraUnavailable, match="Plug"):
        LiveCamera(Socket().open, FakeClock())


def test_another_camera_may_take_the_place_of_one_that_is_gone() -> None:
    first, second = Named("the first"), Named("the second")
    socket = Socket(first)
    with LiveCamera(socket.open, FakeClock(), patience=IMPATIENT) as camera:
        assert films(camera, "the first")
        socket.device = second
        first.pulled.set()
        assert films(camera, "the second")


def test_a_driver_that_does_not_let_go_is_told_once_and_its_camera_is_lost() -> None:
    told = Told()
    stubborn = Stubborn("close")
    patience = Patience(take_s=0.01, reopen_s=0.005, close_s=0.01)
    camera = LiveCamera(lambda: stubborn, FakeClock(), told, patience=patience)
    assert stubborn.entered.wait(SOON_S)
    camera._thread.join(SOON_S)
    with pytest.raises(CameraLost, match="does not answer any more"):
        camera.latest(-1, 0.0)
    camera.close()
    assert len(told.sentences) == 1
    assert "start again" in told.sentences[0]
    stubborn.freed.set()


def test_a_driver_that_never_gives_the_picture_is_told_when_its_time_is_up() -> None:
    told = Told()
    clock = FakeClock()
    stubborn = Stubborn("take")
    patience = Patience(close_s=0.01)
    camera = LiveCamera(lambda: stubborn, clock, told, patience=patience)
    assert stubborn.entered.wait(SOON_S)
    assert camera.latest(-1, 0.0) is None
    clock.sleep_s(patience.stuck_after_s + 1.0)
    for _ in range(2):
        with pytest.raises(CameraLost, match="does not answer any more"):
            camera.latest(-1, 0.0)
    assert len(told.sentences) == 1
    camera.close()
    stubborn.freed.set()


def test_closing_waits_for_a_driver_no_longer_than_its_deadline() -> None:
    told = Told()
    stubborn = Stubborn("take")
    patience = Patience(close_s=0.01)
    camera = LiveCamera(lambda: stubborn, FakeClock(), told, patience=patience)
    assert stubborn.entered.wait(SOON_S)
    camera.close()
    camera.close()
    assert len(told.sentences) == 1
    stubborn.freed.set()


def test_a_pulled_cable_that_libcamera_never_returns_from_is_told() -> None:
    rig = PiRig(FakeLibcamera(stop_hangs=True))
    rig.camera._patience = Patience(take_s=0.01, close_s=0.01)
    rig.unplug()
    assert rig.told.something.wait(SOON_S)
    with pytest.raises(CameraLost, match="does not answer any more"):
        rig.camera.latest(UNREACHED, 0.0)
    rig.end()
    assert len(rig.told.sentences) == 1


class Faulty:
    """A device whose driver breaks its promise at the first picture, and is well afterwards."""

    name = "a faulty camera"

    def __init__(self) -> None:
        self.pictures: list[Picture | Exception] = [KeyError("stride"), grey(7)]
        self.more = threading.Event()

    def take(self, wait_s: float) -> Picture | None:
        if not self.pictures:
            self.more.wait(0.005)
            return None
        picture = self.pictures.pop(0)
        if isinstance(picture, Exception):
            raise picture
        return picture

    def let_pass(self, wait_s: float) -> bool:
        return self.take(wait_s) is not None

    def close(self) -> None:
        raise OSError("already gone")


def test_a_fault_that_nobody_thought_of_is_one_lost_picture_not_a_dead_camera() -> None:
    faulty = Faulty()
    with LiveCamera(lambda: faulty, FakeClock(), patience=IMPATIENT) as camera:
        assert films(camera, "a faulty camera")


def test_a_driver_that_cannot_even_be_asked_is_asked_again() -> None:
    answers: list[Named] = [Named("a webcam")]

    def opened() -> Named:
        if len(answers) == 1:
            answers.append(answers[0])
            raise AttributeError("no such thing in this version")
        return answers[0]

    with LiveCamera(opened, FakeClock(), awaited="no camera", patience=IMPATIENT) as camera:
        assert films(camera, "a webcam")


def passes(camera: LiveCamera, index: int) -> bool:
    """Whether that picture comes, seen or not."""
    return comes(camera, lambda: camera._passed >= index)


def test_pictures_that_are_not_wanted_are_not_decoded_and_count() -> None:
    rig = V4l2Rig()
    assert rig.usb.decoded == 1
    # The next one is being waited for already, as one that is wanted.
    assert rig.camera.latest(4, 0.0) is None
    for level in range(1, 6):
        rig.usb.film(grey(level, rig.size))
    frame = rig.camera.latest(4, SOON_S)
    assert frame is not None
    assert (frame.index, int(frame.image[0, 0, 0])) == (5, 5)
    assert rig.usb.decoded == 3
    rig.end()


def test_pictures_that_are_not_wanted_are_not_copied_and_count() -> None:
    rig = PiRig()
    assert rig.libcamera.newest.copied == 1
    assert rig.camera.latest(3, 0.0) is None
    for index in range(1, 5):
        rig._film(index)
        assert passes(rig.camera, index)
    frame = rig.camera.latest(3, SOON_S)
    assert frame is not None
    assert frame.index == 4
    assert rig.libcamera.newest.copied == 3
    rig.end()


def test_a_picture_that_is_wanted_while_one_passes_unseen_is_the_next_one() -> None:
    rig = PiRig()
    assert rig.camera.latest(3, 0.0) is None
    for index in (1, 2):
        rig._film(index)
        assert passes(rig.camera, index)
    # What it waits for now is only that the third one passes.
    assert rig.camera.latest(0, 0.0) is None
    seen: list[int] = []
    for index in range(3, 1000):
        rig._film(index)
        if (frame := rig.camera.latest(2, 0.02)) is not None:
            seen.append(frame.index)
            break
    assert seen
    assert rig.libcamera.newest.copied == 3
    rig.end()


def test_an_old_picture_is_not_given_for_a_new_one_that_passed_unseen() -> None:
    rig = V4l2Rig()
    assert rig.camera.latest(2, 0.0) is None
    for level in (1, 2):
        rig.usb.film(grey(level, rig.size))
    assert passes(rig.camera, 2)
    assert rig.camera.latest(0, 0.0) is None
    rig.usb.film(grey(3, rig.size))
    frame = rig.camera.latest(0, SOON_S)
    assert frame is not None
    assert int(frame.image[0, 0, 0]) == 3
    rig.end()


def test_for_a_reader_that_asks_far_ahead_no_picture_passes_unseen() -> None:
    rig = V4l2Rig()
    assert rig.camera.latest(UNREACHED, 0.0) is None
    for level in (1, 2, 3):
        rig.usb.film(grey(level, rig.size))
    assert passes(rig.camera, 3)
    assert rig.usb.decoded == 4
    rig.end()


def test_a_camera_that_is_lost_while_its_pictures_pass_unseen_is_said_to_be_lost() -> None:
    for rig in (V4l2Rig(), PiRig()):
        rig.camera.latest(20, 0.0)
        rig.unplug()
        with pytest.raises(CameraLost, match=r"cable|[Pp]lug"):
            rig.camera.latest(20, 0.0)
        rig.end()
