"""The loop of lights and buttons.

Knows what each button does at the table and how often the lights move on. Refuses to know
pins and patterns.
"""

from __future__ import annotations

import logging
import threading

from companion.errors import CompanionError
from companion.table.ports import Button, Buttons, Clock, Lights
from companion.table.table import Table

TICK_S = 0.05
"""Twenty times a second: the shortest flash lasts 0.2 s."""
SOURCE = "button"

_log = logging.getLogger(__name__)


class Hands:
    """Shows the table's cue and passes presses on."""

    def __init__(self, table: Table, lights: Lights, buttons: Buttons, clock: Clock) -> None:
        self._table = table
        self._lights = lights
        self._buttons = buttons
        self._clock = clock
        self._failed = False
        self.turned_s = clock.now_s()
        """When the loop came round last, in monotonic seconds."""

    def run(self, stop: threading.Event) -> None:
        """Go on until ``stop`` is set; a fault is logged once and does not end it."""
        while not stop.wait(TICK_S):
            try:
                self.turn()
            except Exception:
                if not self._failed:
                    _log.exception("Lights or buttons failed; the table goes on without them.")
                self._failed = True
            else:
                self._failed = False
            self.turned_s = self._clock.now_s()

    def turn(self) -> None:
        """One turn: lights on, presses passed on."""
        self._lights.show(self._table.snapshot().cue)
        self._lights.tick(self._clock.now_s())
        for button in self._buttons.presses():
            try:
                press(self._table, button)
            except CompanionError as refusal:
                # The table moved on while the finger came down, or the disk is full, which
                # the table itself says on the page.
                _log.info("The button %s did nothing: %s", button, refusal)


def press(table: Table, button: Button) -> None:
    """Do what a press of that button means now; nothing when it means nothing.

    Confirm takes the likeliest reading of a doubtful throw, next drops the question (roll
    again) or takes the only choice there is, undo takes back the newest step.
    """
    snapshot = table.snapshot()
    match, question = snapshot.match, snapshot.tray.question
    if match is None:
        return
    match button:
        case Button.CONFIRM:
            if question and question.suggestions:
                dice = question.suggestions[0].dice
                table.answer(question.id, dice, match.version, SOURCE)
        case Button.UNDO:
            if match.can_undo:
                table.undo(match.version, SOURCE)
        case Button.NEXT:
            if question:
                table.dismiss(question.id)
            elif len(match.choices) == 1 and match.awaits is None:
                choice = match.choices[0]
                table.submit(choice.seat, choice.action, match.version, SOURCE)
