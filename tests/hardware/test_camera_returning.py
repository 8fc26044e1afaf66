"""A USB camera that comes back under another number."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import CameraUnavailable
from hardware.cameras.returning import ReturningCamera
from hardware.pictures import Picture
from tests.hardware.fake_sysfs import FakeMachine


class Opened:
    """A camera that is open at a node; as V4l2Camera, it says when there is none."""

    def __init__(self, node: str) -> None:
        if not Path(node).exists():
            raise CameraUnavailable(f"There is no camera at {node}.")
        self.name = node

    def take(self, wait_s: float) -> Picture | None:
        return None

    def let_pass(self, wait_s: float) -> bool:
        return self.take(wait_s) is not None

    def close(self) -> None:
        pass


@pytest.fixture
def machine(tmp_path: Path) -> FakeMachine:
    return FakeMachine(tmp_path)


def returning(machine: FakeMachine, number: int) -> ReturningCamera:
    return ReturningCamera(machine.node(number), Opened, machine.dev, machine.sysfs)


def test_a_camera_that_comes_back_while_its_old_number_is_still_taken_is_found(
    machine: FakeMachine,
) -> None:
    first = machine.plug("1-1")
    camera = returning(machine, first)
    assert camera.open().name == machine.node(first)
    machine.pull("1-1")
    machine.taken.add(first)
    second = machine.plug("1-1")
    assert second != first
    assert camera.open().name == machine.node(second)


def test_it_may_come_back_again_and_again(machine: FakeMachine) -> None:
    number = machine.plug("1-1")
    camera = returning(machine, number)
    camera.open()
    for _ in range(3):
        machine.pull("1-1")
        machine.taken = {number}
        number = machine.plug("1-1")
        assert camera.open().name == machine.node(number)


def test_another_camera_that_has_taken_its_number_is_not_taken_for_it(
    machine: FakeMachine,
) -> None:
    ours = machine.plug("1-1", "ours")
    camera = returning(machine, ours)
    camera.open()
    machine.pull("1-1")
    other = machine.plug("1-2", "another")
    back = machine.plug("1-1", "ours")
    assert (other, back) == (ours, 1)
    assert camera.open().name == machine.node(back)


def test_while_it_is_gone_no_other_camera_is_taken_but_what_is_at_its_name(
    machine: FakeMachine,
) -> None:
    ours = machine.plug("1-1")
    machine.plug("1-2", "of another table")
    camera = returning(machine, ours)
    camera.open()
    machine.pull("1-1")
    with pytest.raises(CameraUnavailable, match="no camera"):
        camera.open()
    assert machine.plug("1-3", "its successor") == ours
    assert camera.open().name == machine.node(ours)


def test_the_second_device_of_a_camera_stays_its_second(machine: FakeMachine) -> None:
    first = machine.plug("1-1", streams=2)
    camera = returning(machine, first + 1)
    camera.open()
    machine.pull("1-1")
    machine.taken = {first, first + 1}
    again = machine.plug("1-1", streams=2)
    assert camera.open().name == machine.node(again + 1)


def test_a_camera_that_the_system_says_nothing_of_is_looked_for_at_its_name(
    machine: FakeMachine,
) -> None:
    (machine.dev / "video0").touch()
    (machine.dev / "video1").touch()
    camera = returning(machine, 0)
    assert camera.open().name == machine.node(0)
    (machine.dev / "video0").unlink()
    with pytest.raises(CameraUnavailable, match="video0"):
        camera.open()


def test_a_lasting_name_is_followed_wherever_the_system_points_it(
    machine: FakeMachine, tmp_path: Path
) -> None:
    link = tmp_path / "usb-a-webcam-index0"
    link.symlink_to(machine.node(machine.plug("1-1")))
    camera = ReturningCamera(str(link), Opened, machine.dev, machine.sysfs)
    camera.open()
    machine.pull("1-1")
    moved = machine.node(machine.plug("1-4"))
    machine.plug("1-1", "another")
    link.unlink()
    link.symlink_to(moved)
    assert camera.open().name == str(link)
