"""The tray as the table knows it: what the camera's side said, and whose the dice there are.

Knows which throw was already reported and which was counted by hand, so that no throw
counts twice. Refuses to know pictures and rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.table.cues import TrayState
from companion.table.readings import seen_dice, seen_trouble
from companion.table.snapshot import SeenDie, SeenTrouble


@dataclass(frozen=True, slots=True)
class TrayFacts:
    """What was said last.

    ``dice`` and ``trouble`` are of the throw reported last, ``unasked`` says that nobody
    awaited it. ``reported`` is False from the first movement of a throw to its report.
    ``by_hand`` is the camera's state at the moment when somebody typed the throw that it had
    not reported yet; None when there is no such throw. ``name`` is what the camera is called,
    ``note`` what to do to have one; both empty where nobody looks for a camera.
    """

    camera: TrayState = TrayState.NO_CAMERA
    dice: tuple[SeenDie, ...] = ()
    trouble: tuple[SeenTrouble, ...] = ()
    unasked: bool = False
    reported: bool = True
    by_hand: TrayState | None = None
    name: str = ""
    note: str = ""


def moved(tray: TrayFacts, state: TrayState) -> TrayFacts:
    """The tray after its camera's side named a state."""
    moving = state in (TrayState.ROLLING, TrayState.HAND_IN_VIEW)
    # Dice that lay still when they were typed are gone when others roll, and all are gone
    # from an empty tray.
    anew = state is TrayState.ROLLING and tray.by_hand is not TrayState.ROLLING
    return replace(
        tray,
        camera=state,
        unasked=tray.unasked and not moving,
        reported=tray.reported and state is not TrayState.ROLLING,
        by_hand=None if anew or state is TrayState.WAITING else tray.by_hand,
    )


def rested(tray: TrayFacts, reading: Mapping[str, Any]) -> TrayFacts:
    """The tray after a throw was reported."""
    return replace(
        tray,
        dice=seen_dice(reading),
        trouble=seen_trouble(reading),
        unasked=False,
        reported=True,
        by_hand=None,
    )


def entered(tray: TrayFacts) -> TrayFacts:
    """The tray after somebody typed a throw: dice that the camera has yet to report are it."""
    pending = not tray.reported and tray.camera in (
        TrayState.ROLLING,
        TrayState.READING,
        TrayState.SETTLED,
    )
    return replace(tray, by_hand=tray.camera if pending else None)
