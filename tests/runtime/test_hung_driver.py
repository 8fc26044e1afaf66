"""The service as a process with a driver that never returns: the page stays, and it can end."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.runtime.served import Served

ROOT = Path(__file__).resolve().parents[2]
TRIES, PAUSE_S = 300, 0.1
PICAMERA2 = """
# picamera2 with a camera whose cable is pulled as soon as a file says so.
import atexit, pathlib, threading
import numpy as np
from tests.hardware.fake_picamera2 import FakeLibcamera

machine = FakeLibcamera(size=(320, 240), controls={}, stop_hangs=True)
Picamera2 = machine.load()
# As the real one does for each camera: it closes it once more when Python ends.
atexit.register(lambda: [one.close() for one in machine.opened])

def film():
    chance = np.random.default_rng(1)
    while not threading.Event().wait(0.05):
        machine.plugged = not pathlib.Path(__file__).with_name("pulled").exists()
        machine.film((chance.integers(80, 90, (240, 960), np.uint8), {}))

threading.Thread(target=film, daemon=True).start()
"""


def until(true: Callable[[], bool]) -> bool:
    """Whether it becomes true within a generous time."""
    pause = threading.Event()
    return any(true() or pause.wait(PAUSE_S) for _ in range(TRIES))


@pytest.fixture
def drivers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with drivers that comes before all others."""
    folder = tmp_path / "drivers"
    folder.mkdir()
    (folder / "picamera2.py").write_text(PICAMERA2)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), str(ROOT)]))
    return folder


def test_a_service_whose_driver_hangs_keeps_its_page_and_ends_when_it_is_asked_to(
    drivers: Path, tmp_path: Path
) -> None:
    with Served(tmp_path / "state", "--camera", "picamera2") as served:

        def state() -> str:
            return str(served.snapshot()["tray"]["state"])

        assert until(lambda: state() not in ("no_camera", "camera_lost"))
        (drivers / "pulled").touch()
        assert until(lambda: state() == "camera_lost")
        assert until(lambda: "does not answer any more" in str(served.snapshot()["message"]))
        assert served.stop(signal.SIGTERM) == 0


def test_a_service_with_the_raspberry_pis_camera_ends_cleanly(
    drivers: Path, tmp_path: Path
) -> None:
    with Served(tmp_path / "state", "--camera", "picamera2") as served:
        assert until(lambda: served.snapshot()["tray"]["state"] != "no_camera")
        assert served.stop(signal.SIGTERM) == 0
