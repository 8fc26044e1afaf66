"""The adapter for USB cameras on the kernel's own simulated camera, also pulled out."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.errors import CameraLost, CameraUnavailable
from companion.table.ports import Frame, FrameSource
from hardware.cameras.formats import READ, offered, to_ask_for
from hardware.cameras.v4l2 import V4l2Camera, find_devices
from hardware.clock import SystemClock
from hardware.factory import open_camera
from hardware.pictures import Picture
from tests.hil.conftest import until

DRIVER = Path("/sys/bus/platform/drivers/vivid")
GREYS = ("GREY", "Y16 ", "Y12 ", "Y10 ")
LUMA = np.array([0.0722, 0.7152, 0.2126])
"""What blue, green and red count for in a grey picture of this camera (Rec. 709)."""


@pytest.fixture
def device() -> str:
    found = find_devices()
    print(f"found: {found}")
    assert len(found) == 1
    return found[0]


def opened(spec: str) -> FrameSource[Picture]:
    """That camera, once whoever had it before has let go of it."""
    made: list[FrameSource[Picture]] = []

    def is_open() -> bool:
        try:
            camera = open_camera(spec, SystemClock())
        except CameraUnavailable:
            return False
        assert camera is not None
        made.append(camera)
        return True

    assert until(is_open, 30.0)
    return made[0]


def test_it_is_found_named_and_filmed(device: str) -> None:
    with opened("auto") as camera:
        print(f"named: {camera.name}")
        assert "vivid" in camera.name
        frames: list[Frame[Picture]] = []
        for _ in range(10):
            frame = camera.latest(frames[-1].index if frames else -1, 20.0)
            assert frame is not None
            frames.append(frame)
        shape = frames[-1].image.shape
        print(f"10 pictures of {shape} in {frames[-1].t_s - frames[0].t_s:.1f} s")
        assert shape[2] == 3
        assert all(each.image.dtype == np.uint8 for each in frames)
        assert frames[-1].image.std() > 10, "a test picture, not one colour"


def bars(device: str, form: str) -> NDArray[np.float64]:
    """Blue, green and red of the test picture's eight bars, filmed in that format."""
    camera = V4l2Camera(device, offered=lambda file: (form,))
    try:
        picture = camera.take(20.0)
    finally:
        camera.close()
    assert picture is not None
    middle = picture[picture.shape[0] // 2 - 4 :][:8]
    return np.array([bar[:, 40:-40].mean((0, 1)) for bar in np.hsplit(middle, 8)])


def test_every_format_that_is_said_to_be_read_comes_in_the_right_colours(device: str) -> None:
    file = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    has = offered(file)
    os.close(file)
    read = [form for form in READ if form in has]
    print(f"has {len(has)} formats, read are {read}")
    assert to_ask_for(has)[0] == "YUYV"
    right = bars(device, "YUYV")
    assert right[1].round(-1).tolist() == [0, 190, 190], "the second bar is yellow"
    off: dict[str, float] = {}
    for form in read:
        seen = bars(device, form)
        wanted = right if form not in GREYS else np.repeat(right @ LUMA, 3).reshape(8, 3)
        off[form] = float(np.abs(seen - wanted).max())
    print(f"off by at most: { {form: round(levels, 1) for form, levels in off.items()} }")
    assert max(off.values()) < 6.0


def test_two_tables_cannot_have_one_camera(device: str) -> None:
    spec = f"v4l2:{device}"
    with opened(spec) as camera:
        assert camera.latest(-1, 20.0) is not None
        with pytest.raises(CameraUnavailable) as told:
            open_camera(spec, SystemClock())
        print(f"said: {told.value}")


def plug_in() -> None:
    """Put the camera in, if it is not."""
    if not (DRIVER / "vivid.0").exists():
        (DRIVER / "bind").write_text("vivid.0")


def is_lost(camera: FrameSource[Picture], said: list[str]) -> bool:
    try:
        camera.latest(10**9, 0.1)
    except CameraLost as told:
        said.append(str(told))
    return bool(said)


def test_pulled_out_it_is_said_to_be_gone(device: str) -> None:
    said: list[str] = []
    with opened(f"v4l2:{device}") as camera:
        assert camera.latest(-1, 20.0) is not None
        (DRIVER / "unbind").write_text("vivid.0")
        try:
            assert until(lambda: is_lost(camera, said), 60.0)
        finally:
            plug_in()
    print(f"said: {said[0]}")


@pytest.mark.parametrize("away", ["until it is missed", "for the blink of an eye"])
@pytest.mark.parametrize("form", ["auto", "v4l2"])
def test_plugged_in_again_under_another_number_it_is_filmed_again(
    device: str, form: str, away: str
) -> None:
    said: list[str] = []
    spec = "auto" if form == "auto" else f"v4l2:{device}"
    with opened(spec) as camera:
        before = camera.latest(-1, 20.0)
        assert before is not None
        # The number stays taken for as long as anybody has its node open.
        kept = os.open(device, os.O_RDONLY | os.O_NONBLOCK)
        try:
            (DRIVER / "unbind").write_text("vivid.0")
            if away == "until it is missed":
                assert until(lambda: is_lost(camera, said), 60.0)
        finally:
            plug_in()
            moved = find_devices()
            os.close(kept)
        assert moved != (device,)
        assert until(lambda: is_lost(camera, said), 60.0)
        back_s = SystemClock().now_s()

        def films() -> bool:
            try:
                frame = camera.latest(before.index, 0.1)
            except CameraLost:
                return False
            return frame is not None and frame.t_s > back_s

        assert until(films, 60.0)
        took_s = SystemClock().now_s() - back_s
        print(f"was {device}, filmed again after {took_s:.1f} s as {camera.name}")
        assert camera.name.endswith(f"({moved[0]})")
