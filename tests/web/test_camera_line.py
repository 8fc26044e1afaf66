"""The line below the tray that says which camera looks at it."""

from __future__ import annotations

from companion.table.cues import TrayState
from companion.table.snapshot import TrayNow
from web.presenters.tray import tray_view


def test_the_camera_is_named_on_the_page() -> None:
    tray = TrayNow(TrayState.WAITING, camera="C920 (/dev/video0)", note="Plug a camera in.")
    assert tray_view(tray, None).camera == "Camera: C920 (/dev/video0)"


def test_without_a_camera_the_page_says_what_to_do() -> None:
    tray = TrayNow(TrayState.NO_CAMERA, note="Plug a camera in.")
    assert tray_view(tray, None).camera == "Plug a camera in."


def test_a_table_that_looks_for_no_camera_says_nothing() -> None:
    assert tray_view(TrayNow(TrayState.NO_CAMERA), None).camera == ""
