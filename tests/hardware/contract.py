"""What every camera promises. A module of tests runs it by importing the class, with a
fixture ``rig`` of its own."""

from __future__ import annotations

import itertools
from typing import Protocol

import numpy as np
import pytest

from companion.errors import CameraLost
from companion.table.ports import FrameSource
from hardware.pictures import Picture


class Rig(Protocol):
    """A camera under test, and the means to let it take pictures."""

    @property
    def camera(self) -> FrameSource[Picture]:
        """The camera."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its pictures."""

    def pass_pictures(self, count: int) -> None:
        """So many pictures are taken, 0.1 s apart; nobody looks."""

    def end(self) -> None:
        """Tidy up."""


class LiveRig(Rig, Protocol):
    """A camera that can be pulled out."""

    def unplug(self) -> None:
        """It is gone, and the camera has noticed."""

    def replug(self) -> None:
        """It is back, and has taken a picture."""


def fail() -> None:
    raise ZeroDivisionError


class TestEveryCamera:
    def test_it_gives_pictures_of_eight_bits_and_three_colours(self, rig: Rig) -> None:
        frame = rig.camera.latest(-1, 1.0)
        assert frame is not None
        width, height = rig.size
        assert frame.image.shape == (height, width, 3)
        assert frame.image.dtype == np.uint8

    def test_its_pictures_lie_in_memory_without_gaps(self, rig: Rig) -> None:
        frame = rig.camera.latest(-1, 1.0)
        assert frame is not None
        assert frame.image.flags.c_contiguous

    def test_it_has_a_name_for_the_page(self, rig: Rig) -> None:
        assert rig.camera.name

    def test_indices_and_times_rise(self, rig: Rig) -> None:
        frames = []
        after = -1
        for _ in range(5):
            frame = rig.camera.latest(after, 0.0)
            assert frame is not None
            frames.append(frame)
            after = frame.index
            rig.pass_pictures(1)
        pairs = list(itertools.pairwise(frames))
        assert len(pairs) == 4
        assert all(first.index < second.index for first, second in pairs)
        assert all(first.t_s < second.t_s for first, second in pairs)

    def test_it_does_not_give_the_same_picture_twice(self, rig: Rig) -> None:
        frame = rig.camera.latest(-1, 1.0)
        assert frame is not None
        assert rig.camera.latest(frame.index, 0.0) is None

    def test_a_slow_reader_gets_the_newest_picture_and_no_older_one(self, rig: Rig) -> None:
        first = rig.camera.latest(-1, 1.0)
        assert first is not None
        rig.pass_pictures(5)
        newest = rig.camera.latest(first.index, 0.0)
        assert newest is not None
        assert newest.t_s == pytest.approx(first.t_s + 0.5, abs=0.01)
        assert rig.camera.latest(newest.index, 0.0) is None

    def test_a_picture_stays_as_it_was_when_later_ones_come(self, rig: Rig) -> None:
        first = rig.camera.latest(-1, 1.0)
        assert first is not None
        before = first.image.copy()
        rig.pass_pictures(8)
        assert rig.camera.latest(first.index, 1.0) is not None
        assert np.array_equal(first.image, before)

    def test_it_is_closed_by_the_with_statement_and_may_be_closed_again(self, rig: Rig) -> None:
        with rig.camera as camera:
            assert camera.latest(-1, 1.0) is not None
        assert camera.ended
        assert camera.latest(-1, 0.0) is None
        camera.close()

    def test_an_error_inside_the_with_statement_is_not_swallowed(self, rig: Rig) -> None:
        with pytest.raises(ZeroDivisionError), rig.camera:
            fail()
        assert rig.camera.ended


class TestEveryLiveCamera:
    def test_pulled_out_it_says_what_to_check(self, live_rig: LiveRig) -> None:
        live_rig.unplug()
        with pytest.raises(CameraLost, match=r"cable|[Pp]lug"):
            live_rig.camera.latest(-1, 1.0)

    def test_put_back_it_goes_on_by_itself_and_counts_on(self, live_rig: LiveRig) -> None:
        live_rig.pass_pictures(3)
        before = live_rig.camera.latest(-1, 1.0)
        assert before is not None
        live_rig.unplug()
        live_rig.replug()
        after = live_rig.camera.latest(before.index, 1.0)
        assert after is not None
        assert after.index > before.index
        assert after.t_s > before.t_s

    def test_it_may_be_pulled_out_again_and_again(self, live_rig: LiveRig) -> None:
        for _ in range(3):
            live_rig.unplug()
            live_rig.replug()
        assert live_rig.camera.latest(-1, 1.0) is not None
        assert not live_rig.camera.ended

    def test_it_can_be_closed_while_it_is_gone(self, live_rig: LiveRig) -> None:
        live_rig.unplug()
        live_rig.camera.close()
        assert live_rig.camera.ended
        assert live_rig.camera.latest(-1, 0.0) is None
