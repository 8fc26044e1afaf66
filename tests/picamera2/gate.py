"""A real camera that takes its pictures only when the test says so.

libcamera's virtual camera gives a thousand pictures a second. The contract of cameras speaks
of single pictures, so each capture waits at a gate; what is behind it is picamera2's own.
"""

from __future__ import annotations

import threading
from typing import Any

ANSWERS_S = 10.0
"""A real capture takes milliseconds; a machine may be busy."""


class Gate:
    """As ``from picamera2 import Picamera2``: gives gated cameras."""

    def __init__(self, picamera2: Any, number: int) -> None:
        self._picamera2 = picamera2
        self._number = number
        self.permits = threading.Semaphore(0)

    def load(self) -> Any:
        return self

    def global_camera_info(self) -> list[dict[str, Any]]:
        return [self._picamera2.global_camera_info()[self._number]]

    def __call__(self, camera_num: int) -> GatedCamera:
        return GatedCamera(self._picamera2(self._number), self.permits)


class GatedCamera:
    """A real Picamera2; only a capture waits for a permit."""

    def __init__(self, camera: Any, permits: threading.Semaphore) -> None:
        self._camera = camera
        self._permits = permits

    def __getattr__(self, name: str) -> Any:
        return getattr(self._camera, name)

    def capture_arrays(self, names: list[str], wait: bool) -> list[str]:
        assert wait is False
        return names

    def capture_metadata(self, wait: bool) -> list[str]:
        assert wait is False
        return []

    def wait(self, job: list[str], timeout: float) -> Any:
        if not self._permits.acquire(timeout=timeout):
            raise TimeoutError
        if not job:
            return self._camera.capture_metadata(wait=ANSWERS_S)
        return self._camera.capture_arrays(job, wait=ANSWERS_S)
