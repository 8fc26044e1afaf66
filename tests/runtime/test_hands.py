"""Lights follow the table, buttons act at it, and neither can end the service."""

from __future__ import annotations

import logging
import threading

import pytest

from companion.runtime.hands import HELP_S, Hands, press
from companion.runtime.service import Service
from companion.table.cues import Cue, TrayState
from companion.table.ports import Button
from companion.table.table import Table
from hardware.lights.simulated import SimulatedLights
from tests.hardware.clocks import FakeClock
from tests.table.fakes import MemoryJournal, d6, die, doubtful, settled, version


class Pressed:
    """Buttons that were pressed in that order before the first look."""

    def __init__(self, *buttons: Button) -> None:
        self.buttons = buttons

    def presses(self) -> tuple[Button, ...]:
        taken, self.buttons = self.buttons, ()
        return taken

    def close(self) -> None:
        """Nothing is held."""


class NotedLights:
    """Lamps that note what they are asked for."""

    def __init__(self) -> None:
        self.cues: list[Cue] = []
        self.seats: list[tuple[int, ...]] = []
        self.fault: Exception | None = None

    def show(self, cue: Cue, seats: tuple[int, ...] = ()) -> None:
        if self.fault:
            raise self.fault
        self.cues.append(cue)
        self.seats.append(seats)

    def tick(self, t_s: float) -> None:
        """Time passes."""

    def close(self) -> None:
        """Nothing is held."""


def test_lights_show_the_cue_of_the_table(table: Table, clock: FakeClock) -> None:
    lights = NotedLights()
    hands = Hands(table, lights, Pressed(), clock)
    hands.turn()
    table.tray(TrayState.CAMERA_LOST)
    hands.turn()
    assert lights.cues == [Cue.ROLL_NOW, Cue.CAMERA_LOST]


def test_lights_speak_of_the_seats_that_must_act(table: Table, clock: FakeClock) -> None:
    lights = NotedLights()
    Hands(table, lights, Pressed(), clock).turn()
    match = table.snapshot().match
    assert match is not None
    assert lights.seats == [tuple(match.prompt_seats)] == [(0,)]
    table.leave()
    Hands(table, lights, Pressed(), clock).turn()
    assert lights.seats[-1] == ()


def message(table: Table) -> str:
    return table.snapshot().message or ""


def test_a_held_button_says_what_is_to_be_done_and_what_each_button_would_do(
    table: Table, clock: FakeClock
) -> None:
    table.throw(d6(2, 6), version(table), "page")
    prompt = table.snapshot().match
    assert prompt is not None
    Hands(table, NotedLights(), Pressed(Button.HELP), clock).turn()
    assert message(table) == f"{prompt.prompt_text} Undo takes back the last step."
    assert version(table) == prompt.version, "asking for help is no step of the game"


def test_help_in_a_doubt_names_the_reading_that_confirm_would_take(
    table: Table, clock: FakeClock
) -> None:
    table.rolled(doubtful(die(3), die(5, 0.6, [(4, 0.4)])), (640, 480), None)
    Hands(table, NotedLights(), Pressed(Button.HELP), clock).turn()
    assert "Confirm takes the throw as 3, 5." in message(table)
    assert "Next leaves this throw out, to roll again." in message(table)
    assert "Undo" not in message(table)


def test_help_speaks_only_of_buttons_that_are_wired(table: Table, clock: FakeClock) -> None:
    table.throw(d6(2, 6), version(table), "page")
    hands = Hands(table, NotedLights(), Pressed(Button.HELP), clock, wired=(Button.NEXT,))
    hands.turn()
    assert "Undo" not in message(table)
    assert message(table).endswith("The buttons do nothing just now.")


def test_without_a_game_help_says_how_to_begin_one(table: Table, clock: FakeClock) -> None:
    table.leave()
    Hands(table, NotedLights(), Pressed(Button.HELP), clock).turn()
    assert message(table).startswith("No game is on the table. Begin one on the page")


def test_help_goes_when_the_game_goes_on_or_after_a_while(table: Table, clock: FakeClock) -> None:
    hands = Hands(table, NotedLights(), buttons := Pressed(Button.HELP), clock)
    hands.turn()
    assert message(table)
    clock.sleep_s(HELP_S - 1)
    hands.turn()
    assert message(table)
    clock.sleep_s(1.1)
    hands.turn()
    assert not message(table)
    buttons.buttons = (Button.HELP,)
    hands.turn()
    assert message(table)
    table.throw(d6(2, 6), version(table), "page")
    hands.turn()
    assert not message(table)


def test_a_press_that_is_only_listened_to_does_nothing(table: Table, clock: FakeClock) -> None:
    table.throw(d6(2, 6), version(table), "page")
    before, heard = version(table), []

    def hears(button: Button) -> bool:
        heard.append(button)
        return True

    Hands(table, NotedLights(), Pressed(Button.UNDO, Button.HELP), clock, hears).turn()
    assert heard == [Button.UNDO, Button.HELP]
    assert version(table) == before
    assert not message(table)


def test_confirm_takes_the_likeliest_reading(table: Table) -> None:
    table.rolled(doubtful(die(3), die(5, 0.6, [(4, 0.4)])), (640, 480), None)
    assert table.snapshot().tray.question is not None
    press(table, Button.CONFIRM)
    snapshot = table.snapshot()
    assert snapshot.tray.question is None
    assert snapshot.match is not None
    assert snapshot.match.last_roll is not None
    assert sorted(value for _, value in snapshot.match.last_roll.dice if value) == [3, 5]


def test_next_drops_a_question_so_that_the_dice_are_rolled_again(table: Table) -> None:
    table.rolled(doubtful(die(3), die(5, 0.6, [(4, 0.4)])), (640, 480), None)
    press(table, Button.NEXT)
    snapshot = table.snapshot()
    assert snapshot.tray.question is None
    assert snapshot.match is not None
    assert snapshot.match.last_roll is None


def test_undo_takes_back_the_newest_step(table: Table) -> None:
    table.throw(d6(2, 6), version(table), "page")
    press(table, Button.UNDO)
    match = table.snapshot().match
    assert match is not None
    assert match.last_roll is None
    assert any(line.undone for line in match.log)


@pytest.mark.parametrize("button", list(Button))
def test_a_button_without_a_meaning_does_nothing(table: Table, button: Button) -> None:
    before = version(table)
    press(table, button)
    assert version(table) == before
    table.leave()
    press(table, button)
    assert table.snapshot().match is None


def test_a_press_that_cannot_be_written_ends_nothing(
    table: Table, clock: FakeClock, journal: MemoryJournal
) -> None:
    table.throw(d6(2, 6), version(table), "page")
    journal.full = True
    lights = NotedLights()
    Hands(table, lights, Pressed(Button.UNDO), clock).turn()
    match = table.snapshot().match
    assert match is not None
    assert match.last_roll is not None
    assert lights.cues


class SomeTurns(threading.Event):
    """Set after so many waits, which take no time."""

    def __init__(self, turns: int) -> None:
        super().__init__()
        self._turns = turns

    def wait(self, timeout: float | None = None) -> bool:
        self._turns -= 1
        if self._turns < 0:
            self.set()
        return self.is_set()


def test_lights_that_fail_are_logged_once_and_tried_again(
    table: Table, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    lights = NotedLights()
    lights.fault = OSError("a loose wire")
    hands = Hands(table, lights, Pressed(), clock)
    with caplog.at_level(logging.ERROR):
        hands.run(SomeTurns(20))
    assert caplog.text.count("Lights or buttons failed") == 1
    lights.fault = None
    hands.run(SomeTurns(1))
    assert lights.cues == [Cue.ROLL_NOW]


def test_without_a_camera_the_page_is_told_why(table: Table, clock: FakeClock) -> None:
    lights = SimulatedLights(4)
    hands = Hands(table, lights, Pressed(), clock)
    service = Service(
        table, None, hands, clock, lambda: "no camera", lambda: lights.colours, "Played by hand."
    )
    with service:
        status = service.status()
    assert (status.camera_ok, status.camera_message) == (False, "Played by hand.")
    assert status.frame_age_s is None
    assert len(status.lights) == 4
    assert table.snapshot().tray.state is TrayState.NO_CAMERA
    service.close()


def test_a_roll_that_is_sure_needs_no_button(table: Table) -> None:
    table.rolled(settled(die(1), die(2)), (640, 480), None)
    press(table, Button.CONFIRM)
    match = table.snapshot().match
    assert match is not None
    assert match.last_roll is not None
    assert match.last_roll.source == "camera"
