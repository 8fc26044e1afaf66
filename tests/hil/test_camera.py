"""The adapter for USB cameras on the kernel's own simulated camera, also pulled out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.errors import CameraLost, CameraUnavailable
from companion.table.ports import Frame
from hardware.cameras.v4l2 import find_devices
from hardware.clock import SystemClock
from hardware.factory import open_camera
from hardware.pictures import Picture
from tests.hil.conftest import until

DRIVER = Path("/sys/bus/platform/drivers/vivid")


@pytest.fixture
def device() -> str:
    found = find_devices()
    print(f"found: {found}")
    assert len(found) == 1
    return found[0]


def test_it_is_found_named_and_filmed(device: str) -> None:
    camera = open_camera("auto", SystemClock())
    assert camera is not None
    with camera:
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


def test_two_tables_cannot_have_one_camera(device: str) -> None:
    spec = f"v4l2:{device}"
    camera = open_camera(spec, SystemClock())
    assert camera is not None
    with camera:
        assert camera.latest(-1, 20.0) is not None
        with pytest.raises(CameraUnavailable) as told:
            open_camera(spec, SystemClock())
        print(f"said: {told.value}")


def test_pulled_out_and_put_back_it_films_again_by_itself(device: str) -> None:
    camera = open_camera(f"v4l2:{device}", SystemClock())
    assert camera is not None
    with camera:
        first = camera.latest(-1, 20.0)
        assert first is not None
        (DRIVER / "unbind").write_text("vivid.0")
        lost: list[str] = []

        def is_lost() -> bool:
            try:
                camera.latest(10**9, 0.1)
            except CameraLost as told:
                lost.append(str(told))
            return bool(lost)

        assert until(is_lost, 60.0)
        print(f"said: {lost[0]}")
        (DRIVER / "bind").write_text("vivid.0")

        def is_back() -> bool:
            try:
                return camera.latest(first.index, 0.1) is not None
            except CameraLost:
                return False

        # A picture from before may have been waiting: it is back when it films twice.
        assert until(is_back, 60.0)
        again = camera.latest(first.index, 20.0)
        assert again is not None
        assert camera.latest(again.index, 20.0) is not None
