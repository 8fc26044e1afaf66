"""The names of cameras and what they open."""

from __future__ import annotations

from pathlib import Path

import pytest

import hardware.factory as factory
from companion.errors import CameraUnavailable, PictureMissing
from hardware.recorded import RecordedCamera
from hardware.scripted import ScriptedCamera
from tests.hardware.clocks import FakeClock
from tests.hardware.test_cameras import folder_of_pictures


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


def test_without_any_device_auto_says_what_else_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factory, "find_devices", lambda: ())
    with pytest.raises(CameraUnavailable, match="--camera none"):
        factory.open_camera("auto", FakeClock())


@pytest.mark.parametrize("spec", ["", "web", "recorded:", "v4l2", "none:1", "auto:x", "scripted"])
def test_a_name_of_no_camera_is_answered_with_the_forms(spec: str) -> None:
    with pytest.raises(CameraUnavailable, match="recorded:PATH"):
        factory.open_camera(spec, FakeClock())


def test_a_camera_of_the_raspberry_pi_is_refused_until_it_works() -> None:
    with pytest.raises(CameraUnavailable, match="v4l2"):
        factory.open_camera("picamera2", FakeClock())


def test_a_device_that_is_not_there_is_said_so(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraUnavailable, match="/dev/video99"):
        factory.open_camera("v4l2:/dev/video99", FakeClock())
