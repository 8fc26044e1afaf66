"""From what the owner wrote to a camera.

Knows the forms of a camera's name: ``auto``, ``none``, ``picamera2:N``,
``v4l2:/dev/videoN``, ``recorded:PATH`` and ``scripted:PATH``. Refuses to know what is done
with the camera.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.errors import CameraUnavailable
from companion.table.ports import FrameSource
from hardware.asked import Awaited, nothing_awaited
from hardware.cameras.finding import first_that_opens
from hardware.cameras.live import Device, Hung, LiveCamera, Opener, unheard
from hardware.cameras.picam import PiCamera, pi_cameras
from hardware.cameras.prepared import AS_IT_IS, Preparation, prepared
from hardware.cameras.returning import ReturningCamera
from hardware.cameras.v4l2 import V4l2Camera, find_devices
from hardware.clock import WaitingClock
from hardware.pictures import Picture, open_recording
from hardware.recorded import RecordedCamera

FORMS = "auto, picamera2[:N], v4l2:/dev/videoN, recorded:PATH, scripted:PATH, scripted:demo or none"


@dataclass(frozen=True, slots=True)
class Handling:
    """How a camera is handled, whichever it is.

    ``hold``: exposure, white balance and focus stay as they are once settled, where the
    camera can. ``patient``: a live camera that is not there yet is waited for. ``hung`` is
    told of a driver that does not return.
    """

    preparation: Preparation = AS_IT_IS
    hold: bool = True
    patient: bool = False
    hung: Hung = unheard


PLAIN = Handling()


def open_camera(
    spec: str,
    clock: WaitingClock,
    awaited: Awaited = nothing_awaited,
    seed: int = 0,
    handling: Handling = PLAIN,
) -> FrameSource[Picture] | None:
    """The camera that ``spec`` names, None for ``none``.

    ``awaited`` and ``seed`` are for scripted cameras.

    Raises CameraUnavailable, PictureMissing or PictureUnreadable, each with what to do.
    """
    camera = _opened(spec, clock, awaited, seed, handling)
    return None if camera is None else prepared(camera, handling.preparation)


def _opened(
    spec: str, clock: WaitingClock, awaited: Awaited, seed: int, handling: Handling
) -> FrameSource[Picture] | None:
    form, _, place = spec.partition(":")
    match form, place:
        case "none", "":
            return None
        case "recorded", _ if place:
            path = Path(place)
            return RecordedCamera(open_recording(path), f"recording {path.name}", clock, loop=True)
        case "scripted", _ if place:
            # A simulation takes as long to load as all the rest, and few tables need one.
            from hardware.scripting import scripted_camera

            return scripted_camera(place, clock, awaited, seed)
        case _:
            name = "no camera" if form == "auto" else spec
            return LiveCamera(
                _opener(spec, clock, handling.hold),
                clock,
                handling.hung,
                name if handling.patient else None,
            )


def _opener(spec: str, clock: WaitingClock, hold: bool) -> Opener:
    """What opens the live camera of that name. Raises CameraUnavailable for no such name."""

    def pi(number: int) -> Device:
        return PiCamera(number, clock, hold)

    form, colon, place = spec.partition(":")
    match form, place:
        case "auto", "":
            return lambda: first_that_opens(pi_cameras, pi, find_devices, V4l2Camera)
        case "picamera2", "" if not colon:
            return lambda: pi(0)
        case "picamera2", _ if place.isascii() and place.isdigit():
            return lambda: pi(int(place))
        case "v4l2", _ if place:
            return ReturningCamera(place).open
        case _:
            raise CameraUnavailable(f"There is no camera {spec!r}. Write one of: {FORMS}.")
