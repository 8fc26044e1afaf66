"""The camera's name, for everybody at the table."""

from __future__ import annotations

from companion.table.cues import TrayState
from companion.table.table import Table
from tests.table.fakes import GAMES, FakeBoards, FakeClock, MemoryJournal, die, settled


def table() -> Table:
    return Table(MemoryJournal(), FakeBoards(), FakeClock(), GAMES)


def test_the_camera_is_named_and_stays_so_whatever_lies_in_the_tray() -> None:
    made = table()
    assert (made.snapshot().tray.camera, made.snapshot().tray.note) == ("", "")
    made.camera("C920 (/dev/video0)")
    made.tray(TrayState.ROLLING)
    made.rolled(settled(die(3)), (640, 480), None)
    assert made.snapshot().tray.camera == "C920 (/dev/video0)"


def test_where_there_is_none_what_to_do_stands_in_its_place() -> None:
    made = table()
    made.camera("", "Plug a camera in.")
    assert (made.snapshot().tray.camera, made.snapshot().tray.note) == ("", "Plug a camera in.")
    made.camera("C920 (/dev/video0)")
    assert made.snapshot().tray.note == ""


def test_saying_the_same_again_wakes_nobody() -> None:
    made = table()
    made.camera("C920 (/dev/video0)")
    serial = made.snapshot().serial
    made.camera("C920 (/dev/video0)")
    assert made.snapshot().serial == serial
