"""From what the owner wrote to a camera.

Knows the forms of a camera's name: ``auto``, ``none``, ``v4l2:/dev/videoN``,
``recorded:PATH`` and ``scripted:PATH``. Refuses to know what is done with the camera.
"""

from __future__ import annotations

from pathlib import Path

from companion.errors import CameraUnavailable
from companion.table.ports import FrameSource
from hardware.camera_v4l2 import V4l2Camera, find_devices
from hardware.clock import WaitingClock
from hardware.pictures import Picture, open_recording
from hardware.recorded import RecordedCamera
from hardware.script import FLAT, Script, load_script
from hardware.scripted import Awaited, ScriptedCamera, nothing_awaited
from hardware.simulated.drawn import DrawnTray
from hardware.simulated.filmed import FilmedTray
from hardware.simulated.stage import Stage

FORMS = "auto, v4l2:/dev/videoN, recorded:PATH, scripted:PATH, scripted:demo or none"


def open_camera(
    spec: str,
    clock: WaitingClock,
    awaited: Awaited = nothing_awaited,
    seed: int = 0,
) -> FrameSource[Picture] | None:
    """The camera that ``spec`` names, None for ``none``.

    ``awaited`` and ``seed`` are for scripted cameras.

    Raises CameraUnavailable, PictureMissing or PictureUnreadable, each with what to do.
    """
    form, _, place = spec.partition(":")
    match form, place:
        case "none", "":
            return None
        case "auto", "":
            return _first_device(clock)
        case "v4l2", _ if place:
            return V4l2Camera(place, clock)
        case "recorded", _ if place:
            path = Path(place)
            return RecordedCamera(open_recording(path), f"recording {path.name}", clock, loop=True)
        case "scripted", _ if place:
            script = load_script(place)
            stage = _stage(script)
            name = f"scripted camera {Path(place).stem}"
            return ScriptedCamera(script, stage, name, clock, awaited, seed)
        case "picamera2", _:
            raise CameraUnavailable(
                "The Raspberry Pi's own camera cannot be used yet. Use a USB camera with "
                "--camera v4l2:/dev/video0, or play by hand with --camera none."
            )
        case _:
            raise CameraUnavailable(f"There is no camera {spec!r}. Write one of: {FORMS}.")


def _stage(script: Script) -> Stage:
    if script.look == FLAT:
        return DrawnTray(script.width, script.height)
    return FilmedTray(script.look, script.width, script.height, script.moving_fps)


def _first_device(clock: WaitingClock) -> FrameSource[Picture]:
    for device in find_devices():
        try:
            return V4l2Camera(device, clock)
        except CameraUnavailable:
            # A USB camera has further devices that give no pictures.
            continue
    raise CameraUnavailable(
        "No camera was found on this machine. Plug one in, or start with "
        "--camera scripted:demo to see a simulated one, or with --camera none to play by hand."
    )
