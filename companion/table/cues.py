"""What the lights and sounds should say, as one named cue.

Knows the named states of tray and table and which of them matters most to the people at
it. Refuses to know colours, pins and time.
"""

from __future__ import annotations

from enum import StrEnum


class TrayState(StrEnum):
    """What the tray is doing, shown on the page and the lights."""

    NO_CAMERA = "no_camera"
    WAITING = "waiting"
    ROLLING = "rolling"
    HAND_IN_VIEW = "hand_in_view"
    SETTLED = "settled"
    READING = "reading"
    DOUBT = "doubt"
    WRONG_COUNT = "wrong_count"
    COCKED_DIE = "cocked_die"
    UNASKED_ROLL = "unasked_roll"
    TOWER_DOWN = "tower_down"
    CAMERA_LOST = "camera_lost"


class Cue(StrEnum):
    """What the lights say. Each has a rhythm of its own, so that colour is not needed."""

    OFF = "off"
    IDLE = "idle"
    YOUR_TURN = "your_turn"
    ROLL_NOW = "roll_now"
    ROLLING = "rolling"
    HAND = "hand"
    READING = "reading"
    ACCEPTED = "accepted"
    SUCCESS = "success"
    FALL = "fall"
    DOUBT = "doubt"
    WRONG_COUNT = "wrong_count"
    COCKED = "cocked"
    TOWER_DOWN = "tower_down"
    UNASKED = "unasked"
    CAMERA_LOST = "camera_lost"
    GAME_OVER = "game_over"


DOUBT_STATES = {
    "cocked": TrayState.COCKED_DIE,
    "wrong_count": TrayState.WRONG_COUNT,
}
"""The tray's state for the code of an open question; DOUBT for the others."""

_ALIVE = frozenset(
    {
        TrayState.CAMERA_LOST,
        TrayState.TOWER_DOWN,
        TrayState.ROLLING,
        TrayState.HAND_IN_VIEW,
    }
)
"""What happens at the tray this moment, which matters more than what was judged before."""

_TRAY_CUES = {
    TrayState.CAMERA_LOST: Cue.CAMERA_LOST,
    TrayState.ROLLING: Cue.ROLLING,
    TrayState.HAND_IN_VIEW: Cue.HAND,
    TrayState.READING: Cue.READING,
    TrayState.DOUBT: Cue.DOUBT,
    TrayState.WRONG_COUNT: Cue.WRONG_COUNT,
    TrayState.COCKED_DIE: Cue.COCKED,
    TrayState.TOWER_DOWN: Cue.TOWER_DOWN,
    TrayState.UNASKED_ROLL: Cue.UNASKED,
}


def shown_tray_state(camera: TrayState, question_code: str | None, unasked: bool) -> TrayState:
    """The state to show: movement and faults first, then a doubt, then an unasked roll.

    ``camera`` is what the camera's side says; ``question_code`` belongs to an open question.
    """
    if camera in _ALIVE:
        return camera
    if question_code is not None:
        return DOUBT_STATES.get(question_code, TrayState.DOUBT)
    return TrayState.UNASKED_ROLL if unasked else camera


def cue_for(
    tray: TrayState, flash: Cue | None, in_match: bool, over: bool, awaits_dice: bool
) -> Cue:
    """What the lights say. The tray comes first, then what just happened, then whose turn it is.

    ``flash`` is a cue that holds for a moment after a step, None when that has passed.
    """
    if tray in _TRAY_CUES:
        return _TRAY_CUES[tray]
    if not in_match:
        return Cue.IDLE
    if flash is not None:
        return flash
    if over:
        return Cue.GAME_OVER
    return Cue.ROLL_NOW if awaits_dice else Cue.YOUR_TURN
