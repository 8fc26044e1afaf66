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
    READING = "reading"
    ACCEPTED = "accepted"
    SUCCESS = "success"
    FALL = "fall"
    DOUBT = "doubt"
    UNASKED = "unasked"
    CAMERA_LOST = "camera_lost"
    GAME_OVER = "game_over"
