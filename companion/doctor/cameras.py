"""Which cameras there are, whether this user may use them, and who uses them already.

Knows the devices of the operating system and how to ask the Pi's camera stack. Refuses to
open a camera: that would take it away from a running table.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from companion.doctor.findings import Finding, fault, good, not_applicable
from companion.doctor.machine import Machine, holders, is_a_pi, is_ours, number_of, text_of

CHECK = "camera"
_NO_CAMERAS = ("bcm2835-", "pispbe", "rpi-hevc", "rpivid", "unicam", "rp1-cfe")
"""Codecs and receivers of a Pi that look like video devices."""
_ASK_THE_STACK = (
    "import json; from picamera2 import Picamera2; "
    "print('CAMERAS ' + json.dumps([c['Model'] for c in Picamera2.global_camera_info()]))"
)


@dataclass(frozen=True, slots=True)
class Device:
    """A camera of the operating system: its file and the name that its driver gives."""

    path: str
    name: str


def devices(machine: Machine) -> tuple[Device, ...]:
    """The cameras that are plugged in, lowest number first; no codecs, no second nodes."""
    found = []
    for node in (machine.root / "dev").glob("video*"):
        number = node.name.removeprefix("video")
        if not number.isdigit():
            continue
        about = f"sys/class/video4linux/{node.name}"
        name = text_of(machine, f"{about}/name") or "camera without a name"
        second = number_of(machine, f"{about}/index") or 0
        if not second and not name.startswith(_NO_CAMERAS):
            found.append((int(number), Device(f"/dev/{node.name}", name)))
    return tuple(device for _, device in sorted(found, key=lambda each: each[0]))


def on_ribbon(machine: Machine, python: str = sys.executable) -> tuple[str, ...] | None:
    """The cameras that picamera2 lists, by model; None where it cannot be asked."""
    ran = machine.run((python, "-c", _ASK_THE_STACK))
    for line in ran.out.splitlines() if ran and ran.status == 0 else ():
        if line.startswith("CAMERAS "):
            return tuple(str(model) for model in json.loads(line.removeprefix("CAMERAS ")))
    return None


def check(machine: Machine, spec: str) -> Finding:
    """Whether the camera that the settings name (``spec`` as for ``serve``) can be had."""
    form, _, place = spec.partition(":")
    match form:
        case "none":
            return not_applicable(CHECK, "The table is played without a camera.")
        case "scripted":
            return good(CHECK, "A simulated camera is set; it needs no device.")
        case "recorded":
            return _recording(place)
        case "v4l2":
            return _named(machine, place)
        case _:
            return _looked_for(machine, picamera_only=form == "picamera2")


def _recording(place: str) -> Finding:
    if Path(place).exists():
        return good(CHECK, "A recording is set, and it is there.")
    return fault(CHECK, f"There is no recording at {place}.", "Name another one in the settings.")


def _named(machine: Machine, path: str) -> Finding:
    there = devices(machine)
    device = next((each for each in there if each.path == path), None)
    if device is None and not (machine.root / path.lstrip("/")).exists():
        others = ", ".join(f"{each.path} ({each.name})" for each in there) or "no camera"
        return fault(
            CHECK,
            f"{path} is set and not there; this machine has {others}.",
            "Plug the camera in, or write another one, or auto, as camera in the settings.",
        )
    return _usable(machine, device or Device(path, "camera"))


def _looked_for(machine: Machine, picamera_only: bool) -> Finding:
    ribbon = on_ribbon(machine) or () if picamera_only or is_a_pi(machine) else ()
    if ribbon:
        return good(CHECK, f"On the camera connector: {', '.join(ribbon)}.")
    there = () if picamera_only else devices(machine)
    findings = [_usable(machine, device) for device in there]
    if findings:
        return next((f for f in findings if not f.advice), findings[0])
    return fault(
        CHECK,
        "No camera was found on this machine.",
        "Plug a USB camera in, or push the ribbon cable of a Pi's camera home with the power "
        'off. To play by hand, write camera = "none" in the settings.',
    )


def _usable(machine: Machine, device: Device) -> Finding:
    what = f"{device.name} at {device.path}"
    if not machine.may_use(device.path):
        return fault(
            CHECK,
            f"{what} is there, but the user {machine.user} may not use it.",
            f"Run `sudo usermod -aG video {machine.user}` and log in again. The service is in "
            f"that group by itself.",
        )
    strangers = [one for one in holders(machine, device.path) if not is_ours(one[1])]
    if strangers:
        number, line = strangers[0]
        program = line.split()[0].rpartition("/")[2]
        return fault(
            CHECK,
            f"{what} is in use by another program: {program} (process {number}).",
            f"End it, for instance with `kill {number}`, then start the table again.",
        )
    used = holders(machine, device.path)
    return good(CHECK, f"{what}, {'in use by the table' if used else 'free'}.")
