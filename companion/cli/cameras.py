"""The camera of the table, as the settings want it.

Knows how settings become the handling of a camera, and how a process leaves whose driver
does not. Refuses to know any driver.
"""

from __future__ import annotations

import logging
import os
import sys

from companion.cli.supervised import OnlyANewProcess
from companion.config import Config
from companion.table.ports import FrameSource
from hardware.asked import Awaited
from hardware.cameras.live import Hung, unheard
from hardware.cameras.prepared import Preparation
from hardware.clock import SystemClock
from hardware.factory import Handling, open_camera
from hardware.pictures import Picture

WITHOUT = "This table is played without a camera."


def handling(config: Config, patient: bool = False, hung: Hung = unheard) -> Handling:
    """How the camera is handled. Raises CameraUnavailable when too little would be left of it."""
    framing = config.framing
    preparation = Preparation(
        rotation=framing.rotation,
        mirror=framing.mirror,
        cut_left=framing.cut_left,
        cut_right=framing.cut_right,
        cut_top=framing.cut_top,
        cut_bottom=framing.cut_bottom,
    )
    return Handling(preparation, framing.hold_exposure, patient, hung)


def table_camera(
    config: Config, clock: SystemClock, awaited: Awaited, seed: int, hung: OnlyANewProcess
) -> tuple[FrameSource[Picture] | None, str]:
    """The camera, or None and why there is none.

    A live camera may be missing: the table is played by hand, the page says what to do, and
    it is used as soon as it is there. Raises CameraUnavailable for a name of no camera,
    PictureMissing or PictureUnreadable for a recording that is not there.
    """
    how = handling(config, patient=True, hung=hung.tell)
    camera = open_camera(config.camera, clock, awaited, seed, how)
    return camera, "" if camera else WITHOUT


def leave_behind(hung: OnlyANewProcess) -> None:
    """End the process here and now, cleanly, when a driver does not return.

    picamera2 closes its cameras once more when Python ends, and would wait there for ever.
    """
    if not hung.said:
        return
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
