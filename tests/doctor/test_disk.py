"""Room and cards, well and worn out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.doctor import disk
from companion.doctor.disk import Storage
from companion.doctor.findings import Status
from tests.doctor.fakes import FakeMachine

WELL = Storage("/srv/t", 20_000_000_000, 1_000_000, False, (0.01, 0.02, 0.3))


def test_a_folder_is_measured_and_left_as_it_was(tmp_path: Path) -> None:
    storage = disk.measured(tmp_path / "not" / "there")
    assert storage.folder == str(tmp_path)
    assert storage.free_bytes > 0
    assert len(storage.syncs_s) == 9
    assert min(storage.syncs_s) > 0
    assert (storage.read_only, storage.trouble) == (False, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("storage", "status"),
    [
        (WELL, Status.OK),
        (replace(WELL, free_bytes=300_000_000), Status.WARNING),
        (replace(WELL, free_bytes=1_000_000), Status.FAULT),
        (replace(WELL, free_files=3), Status.FAULT),
    ],
)
def test_room_is_judged(storage: Storage, status: Status) -> None:
    assert disk.room(storage).status is status


@pytest.mark.parametrize(
    ("storage", "status", "words"),
    [
        (WELL, Status.OK, "in 20 ms, at most 300 ms"),
        (replace(WELL, syncs_s=(0.4, 0.5, 0.6)), Status.WARNING, "500 ms"),
        (replace(WELL, syncs_s=(2.0, 3.0, 0.1)), Status.FAULT, "2000 ms"),
        (replace(WELL, read_only=True, syncs_s=()), Status.FAULT, "read-only"),
        (replace(WELL, trouble="input/output error", syncs_s=()), Status.FAULT, "input/output"),
        (replace(WELL, trouble="permission denied", closed=True), Status.WARNING, "may not write"),
    ],
)
def test_a_card_is_judged(storage: Storage, status: Status, words: str) -> None:
    found = disk.card(storage)
    assert found.status is status
    assert words in found.found
    assert bool(found.advice) is (status is not Status.OK)


def test_errors_of_the_file_system_are_counted(machine: FakeMachine) -> None:
    assert disk.file_systems(machine).status is Status.NOT_APPLICABLE
    machine.write("sys/fs/ext4/mmcblk0p2/errors_count", "0\n")
    (machine.root / "sys/fs/ext4/features").mkdir()
    assert disk.file_systems(machine).status is Status.OK
    machine.write("sys/fs/ext4/mmcblk0p2/errors_count", "7\n")
    found = disk.file_systems(machine)
    assert found.status is Status.FAULT
    assert "7 on mmcblk0p2" in found.found
    assert "companion backup" in found.advice
