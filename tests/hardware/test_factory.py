"""The names of cameras and what they open."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import pytest

import hardware.factory as factory
from companion.errors import CameraLost, CameraUnavailable, PictureMissing
from hardware.cameras.prepared import Preparation
from hardware.recorded import RecordedCamera
from hardware.scripted import ScriptedCamera
from tests.hardware.clocks import FakeClock
from tests.hardware.rigs import folder_of_pictures


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without any camera and without picamera2."""
    monkeypatch.setattr(factory, "find_devices", lambda: ())
    monkeypatch.setitem(sys.modules, "picamera2", None)


def fail() -> NoReturn:
    raise AssertionError("There is a camera.")


def test_no_camera_is_a_choice() -> None:
    assert factory.open_camera("none", FakeClock()) is None


def test_a_recording_goes_round_and_round(tmp_path: Path) -> None:
    path = folder_of_pictures(tmp_path / "evening", 2)
    camera = factory.open_camera(f"recorded:{path}", FakeClock())
    assert isinstance(camera, RecordedCamera)
    assert camera.name == "recording evening"
    for after in range(-1, 6):
        assert camera.latest(after, 1.0) is not None


def test_the_demo_is_a_scripted_camera() -> None:
    camera = factory.open_camera("scripted:demo", FakeClock())
    assert isinstance(camera, ScriptedCamera)


def test_a_recording_that_is_not_there_is_said_so() -> None:
    with pytest.raises(PictureMissing, match="/nowhere"):
        factory.open_camera("recorded:/nowhere", FakeClock())


def test_without_any_camera_auto_says_what_else_there_is(bare: None) -> None:
    with pytest.raises(CameraUnavailable, match="--camera none"):
        factory.open_camera("auto", FakeClock())


def test_a_patient_table_starts_without_its_camera_and_says_so_at_each_look(bare: None) -> None:
    handling = factory.Handling(patient=True)
    with factory.open_camera("auto", FakeClock(), handling=handling) or fail() as camera:
        assert camera.name == "no camera"
        with pytest.raises(CameraLost, match="--camera none"):
            camera.latest(-1, 10.0)


@pytest.mark.parametrize("form", ["picamera2", "picamera2:1"])
def test_where_picamera2_is_not_installed_it_is_said_how(bare: None, form: str) -> None:
    with pytest.raises(CameraUnavailable, match="apt install python3-picamera2"):
        factory.open_camera(form, FakeClock())


def test_every_camera_gets_its_pictures_prepared(tmp_path: Path) -> None:
    path = folder_of_pictures(tmp_path / "evening", 2)
    handling = factory.Handling(Preparation(rotation=90))
    camera = factory.open_camera(f"recorded:{path}", FakeClock(), handling=handling) or fail()
    frame = camera.latest(-1, 1.0)
    assert frame is not None
    assert frame.image.shape == (64, 48, 3)


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "web",
        "recorded:",
        "v4l2",
        "none:1",
        "auto:x",
        "scripted",
        "picamera2:",
        "picamera2:x",
        "picamera2:-1",
    ],
)
def test_a_name_of_no_camera_is_answered_with_the_forms(spec: str) -> None:
    with pytest.raises(CameraUnavailable, match="recorded:PATH"):
        factory.open_camera(spec, FakeClock())


def test_a_device_that_is_not_there_is_said_so() -> None:
    with pytest.raises(CameraUnavailable, match="/dev/video99"):
        factory.open_camera("v4l2:/dev/video99", FakeClock())
