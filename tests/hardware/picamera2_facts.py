"""What picamera2 does, asked of the fake in every run and of the real one where it is.

A module of tests runs it by importing the class, with a fixture ``stack`` of its own. A fake
that answers otherwise than the real one proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError
from typing import Any, Protocol

import pytest

SOON_S = 10.0
SIZE = (640, 480)


class Stack(Protocol):
    """picamera2, and the means to let its first camera film."""

    picamera2: Any

    def film(self) -> None:
        """From now on a picture comes, or has come."""


@pytest.fixture
def camera(stack: Stack) -> Iterator[Any]:
    """The first camera, open."""
    opened = stack.picamera2(0)
    yield opened
    opened.close()


def configured(camera: Any) -> Any:
    main = {"format": "RGB888", "size": SIZE}
    camera.configure(camera.create_video_configuration(main=main, buffer_count=4))
    return camera


class TestWhatPicamera2Does:
    def test_every_camera_is_listed_with_model_place_and_number(self, stack: Stack) -> None:
        listed = stack.picamera2.global_camera_info()
        assert listed
        assert all({"Model", "Location", "Id", "Num"} <= one.keys() for one in listed)
        assert [one["Id"] for one in listed] == sorted((one["Id"] for one in listed), reverse=True)

    def test_a_number_beyond_the_list_is_one_of_two_errors(self, stack: Stack) -> None:
        with pytest.raises((IndexError, RuntimeError), match=r"out of range|No camera number 9"):
            stack.picamera2(9)

    def test_a_second_opening_names_the_reason_as_its_cause(
        self, stack: Stack, camera: Any
    ) -> None:
        with pytest.raises(RuntimeError, match="__init__ sequence did not complete") as caught:
            stack.picamera2(0)
        assert "busy" in str(caught.value.__cause__)

    def test_an_unknown_key_of_a_stream_is_refused(self, camera: Any) -> None:
        with pytest.raises(ValueError, match="Bad key 'colour'"):
            camera.create_video_configuration(main={"colour": "green"})

    def test_an_odd_size_is_made_even_and_one_that_stays_odd_is_refused(self, camera: Any) -> None:
        made = camera.create_video_configuration(main={"format": "RGB888", "size": (641, 481)})
        assert made["main"]["size"] == SIZE
        made["main"]["size"] = (641, 481)
        with pytest.raises(RuntimeError, match="width and height should be even"):
            camera.configure(made)

    def test_what_came_is_read_from_the_configuration(self, camera: Any) -> None:
        main = configured(camera).camera_configuration()["main"]
        assert isinstance(main["format"], str)
        width, height = main["size"]
        assert width > 0
        assert height > 0
        assert main["stride"] >= width

    def test_an_unknown_control_is_refused_at_once(self, camera: Any) -> None:
        with pytest.raises(RuntimeError, match="Control Brilliance is not advertised"):
            camera.set_controls({"Brilliance": 1.0})

    def test_a_running_camera_is_not_configured(self, camera: Any) -> None:
        configured(camera).start()
        with pytest.raises(RuntimeError, match="must be stopped before configuring"):
            configured(camera)

    def test_a_job_gives_arrays_and_metadata(self, stack: Stack, camera: Any) -> None:
        configured(camera).start()
        stack.film()
        job = camera.capture_arrays(["main"], wait=False)
        (array,), metadata = camera.wait(job, timeout=SOON_S)
        assert array.dtype == "uint8"
        assert "SensorTimestamp" in metadata

    def test_a_job_may_ask_for_metadata_alone(self, stack: Stack, camera: Any) -> None:
        configured(camera).start()
        stack.film()
        metadata = camera.wait(camera.capture_metadata(wait=False), timeout=SOON_S)
        assert isinstance(metadata, dict)
        assert "SensorTimestamp" in metadata

    def test_waiting_for_seconds_does_the_same(self, stack: Stack, camera: Any) -> None:
        configured(camera).start()
        stack.film()
        arrays, metadata = camera.capture_arrays(["main"], wait=SOON_S)
        assert len(arrays) == 1
        assert metadata

    def test_where_no_picture_comes_waiting_ends_with_a_timeout(self, camera: Any) -> None:
        configured(camera).start()
        camera.stop()
        with pytest.raises(TimeoutError):
            camera.capture_arrays(["main"], wait=0.05)

    def test_a_job_that_is_flushed_is_cancelled(self, camera: Any) -> None:
        configured(camera).start()
        camera.stop()
        job = camera.capture_arrays(["main"], wait=False)
        camera.cancel_all_and_flush()
        with pytest.raises(CancelledError):
            camera.wait(job, timeout=SOON_S)

    def test_without_a_configuration_it_takes_one_of_its_own(
        self, stack: Stack, camera: Any
    ) -> None:
        camera.start()
        stack.film()
        arrays, _ = camera.capture_arrays(["main"], wait=SOON_S)
        assert len(arrays) == 1

    def test_stopping_and_closing_twice_is_no_error(self, camera: Any) -> None:
        configured(camera).start()
        for _ in range(2):
            camera.stop()
        for _ in range(2):
            camera.close()

    def test_a_camera_that_was_closed_can_be_opened_again(self, stack: Stack) -> None:
        for _ in range(2):
            opened = configured(stack.picamera2(0))
            opened.start()
            opened.close()
