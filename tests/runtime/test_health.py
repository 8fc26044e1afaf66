"""What is said of a camera that is not well."""

from __future__ import annotations

import numpy as np

from companion.runtime.health import FROZEN_AFTER_S, SILENT_AFTER_S, CameraHealth
from tests.vision.drawn import Scene, draw


def watched(seconds: float, frozen: bool = False, black: bool = False) -> CameraHealth:
    health = CameraHealth(0.0)
    for step in range(round(seconds * 5)):
        picture = draw(Scene(), 0 if frozen else step)
        health.saw(np.zeros_like(picture) if black else picture, step / 5)
    return health


def test_a_camera_that_works_needs_no_words() -> None:
    assert watched(30.0).message(30.0) == ""


def test_a_camera_without_a_picture_is_said_so_after_a_while() -> None:
    health = watched(2.0)
    assert health.message(2.0 + SILENT_AFTER_S - 1) == ""
    assert "cable" in health.message(2.0 + SILENT_AFTER_S + 1)
    assert "cable" in CameraHealth(0.0).message(SILENT_AFTER_S + 1)


def test_a_frozen_picture_is_said_so_because_every_sensor_has_noise() -> None:
    assert watched(FROZEN_AFTER_S - 1, frozen=True).message(FROZEN_AFTER_S - 1) == ""
    assert "hang" in watched(FROZEN_AFTER_S + 2, frozen=True).message(FROZEN_AFTER_S + 2)


def test_a_black_picture_is_said_so() -> None:
    assert "cap" in watched(1.0, black=True).message(1.0)


def test_a_new_picture_ends_the_loss() -> None:
    health = watched(1.0)
    health.lost = "The camera is gone."
    assert health.message(1.0) == "The camera is gone."
    health.saw(draw(Scene(), 99), 1.2)
    assert health.message(1.2) == ""
