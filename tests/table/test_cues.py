"""What the lights say, and which state of the tray is shown."""

from __future__ import annotations

import pytest

from companion.table.cues import Cue, TrayState, cue_for, shown_tray_state


@pytest.mark.parametrize(
    "state",
    [TrayState.CAMERA_LOST, TrayState.TOWER_DOWN, TrayState.ROLLING, TrayState.HAND_IN_VIEW],
)
def test_what_happens_now_is_shown_before_an_older_doubt(state: TrayState) -> None:
    assert shown_tray_state(state, "cocked", unasked=True) is state


@pytest.mark.parametrize(
    ("code", "state"),
    [
        ("cocked", TrayState.COCKED_DIE),
        ("wrong_count", TrayState.WRONG_COUNT),
        ("wrong_kind", TrayState.DOUBT),
        ("low_confidence", TrayState.DOUBT),
    ],
)
def test_a_doubt_is_shown_before_an_unasked_roll(code: str, state: TrayState) -> None:
    assert shown_tray_state(TrayState.SETTLED, code, unasked=True) is state


def test_an_unasked_roll_is_shown_before_a_tray_at_rest() -> None:
    assert shown_tray_state(TrayState.SETTLED, None, unasked=True) is TrayState.UNASKED_ROLL
    assert shown_tray_state(TrayState.SETTLED, None, unasked=False) is TrayState.SETTLED


@pytest.mark.parametrize(
    ("tray", "cue"),
    [
        (TrayState.CAMERA_LOST, Cue.CAMERA_LOST),
        (TrayState.ROLLING, Cue.ROLLING),
        (TrayState.HAND_IN_VIEW, Cue.HAND),
        (TrayState.READING, Cue.READING),
        (TrayState.DOUBT, Cue.DOUBT),
        (TrayState.WRONG_COUNT, Cue.WRONG_COUNT),
        (TrayState.COCKED_DIE, Cue.COCKED),
        (TrayState.TOWER_DOWN, Cue.TOWER_DOWN),
        (TrayState.UNASKED_ROLL, Cue.UNASKED),
    ],
)
def test_the_tray_comes_before_the_match(tray: TrayState, cue: Cue) -> None:
    assert cue_for(tray, Cue.FALL, in_match=True, over=True, awaits_dice=True) is cue


@pytest.mark.parametrize("tray", [TrayState.WAITING, TrayState.SETTLED, TrayState.NO_CAMERA])
@pytest.mark.parametrize(
    ("flash", "over", "awaits_dice", "cue"),
    [
        (Cue.FALL, True, False, Cue.FALL),
        (Cue.ACCEPTED, False, True, Cue.ACCEPTED),
        (None, True, False, Cue.GAME_OVER),
        (None, False, True, Cue.ROLL_NOW),
        (None, False, False, Cue.YOUR_TURN),
    ],
)
def test_at_a_quiet_tray_the_match_speaks(
    tray: TrayState, flash: Cue | None, over: bool, awaits_dice: bool, cue: Cue
) -> None:
    assert cue_for(tray, flash, in_match=True, over=over, awaits_dice=awaits_dice) is cue


def test_without_a_match_the_lights_idle() -> None:
    cue = cue_for(TrayState.WAITING, None, in_match=False, over=False, awaits_dice=False)
    assert cue is Cue.IDLE
