"""From a script's place to a camera that films it.

Knows which stage a script is played on. Refuses to know what the game awaits.
"""

from __future__ import annotations

from pathlib import Path

from hardware.asked import Awaited
from hardware.clock import WaitingClock
from hardware.script import FLAT, Script, load_script
from hardware.scripted import ScriptedCamera
from hardware.simulated.drawn import DrawnTray
from hardware.simulated.filmed import FilmedTray
from hardware.simulated.stage import Stage


def scripted_camera(place: str, clock: WaitingClock, awaited: Awaited, seed: int) -> ScriptedCamera:
    """The camera of the script at that place. Raises CameraUnavailable with what to do."""
    script = load_script(place)
    name = f"scripted camera {Path(place).stem}"
    return ScriptedCamera(script, _stage(script), name, clock, awaited, seed)


def _stage(script: Script) -> Stage:
    if script.look == FLAT:
        return DrawnTray(script.width, script.height)
    return FilmedTray(script.look, script.width, script.height, script.moving_fps)
