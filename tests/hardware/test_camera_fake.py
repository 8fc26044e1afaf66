"""The fake picamera2 against what picamera2 does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.hardware.fake_picamera2 import FakeLibcamera, imx708
from tests.hardware.picamera2_facts import SIZE, TestWhatPicamera2Does, camera

__all__ = ["TestWhatPicamera2Does", "camera"]


class FakeStack:
    """Two cameras on ribbon cables."""

    def __init__(self, old: bool) -> None:
        self._libcamera = FakeLibcamera(cameras=[imx708(0), imx708(1)], size=SIZE, old=old)
        self.picamera2: Any = self._libcamera.load()

    def film(self) -> None:
        width, height = SIZE
        buffer = np.zeros((height, width * 3), np.uint8)
        self._libcamera.film((buffer, {"SensorTimestamp": 1}))


@pytest.fixture(params=[False, True], ids=["0.3.38", "0.3.36"])
def stack(request: pytest.FixtureRequest) -> FakeStack:
    return FakeStack(request.param)
