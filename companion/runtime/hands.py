"""The loop of lights and buttons.

Knows what each button does at the table and how often the lights move on. Refuses to know
pins and patterns.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection

from companion.errors import CompanionError
from companion.runtime.helping import help_text
from companion.table.ports import Button, Buttons, Clock, Lights
from companion.table.snapshot import Snapshot
from companion.table.table import Table

TICK_S = 0.05
"""Twenty times a second: the shortest flash lasts 0.2 s."""
SOURCE = "button"
HELP_S = 20.0
"""How long help stands on the page, unless something is done before."""
_HELP = "help"

_log = logging.getLogger(__name__)


def acted_on_elsewhere(button: Button) -> bool:
    """Nobody but the table wants presses."""
    return False


class Hands:
    """Shows the table's cue and passes presses on."""

    def __init__(
        self,
        table: Table,
        lights: Lights,
        buttons: Buttons,
        clock: Clock,
        hears: Callable[[Button], bool] = acted_on_elsewhere,
        wired: Collection[Button] = tuple(Button),
    ) -> None:
        """``hears`` may keep a press for itself; ``wired`` are the buttons that help speaks of."""
        self._table = table
        self._hears = hears
        self._wired = wired
        self._helped: tuple[int | None, float] | None = None
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
        snapshot = self._table.snapshot()
        self._lights.show(snapshot.cue, concerned(snapshot))
        self._lights.tick(self._clock.now_s())
        self._help_passes(snapshot)
        for button in self._buttons.presses():
            if self._hears(button):
                continue
            try:
                if button is Button.HELP:
                    self._help()
                else:
                    press(self._table, button)
            except CompanionError as refusal:
                # The table moved on while the finger came down, or the disk is full, which
                # the table itself says on the page.
                _log.info("The button %s did nothing: %s", button, refusal)

    def _help(self) -> None:
        snapshot = self._table.snapshot()
        self._table.message(help_text(snapshot, self._wired), _HELP)
        self._helped = (_version(snapshot), self._clock.now_s() + HELP_S)

    def _help_passes(self, snapshot: Snapshot) -> None:
        """Take help from the page when its time is over, or when it is about what was."""
        if self._helped is None:
            return
        version, until_s = self._helped
        if _version(snapshot) != version or self._clock.now_s() >= until_s:
            self._table.message(None, _HELP)
            self._helped = None


def concerned(snapshot: Snapshot) -> tuple[int, ...]:
    """The seats that the lights speak of: who must act, or who won."""
    if snapshot.match is None:
        return ()
    return tuple(snapshot.match.info.winners or snapshot.match.prompt_seats)


def _version(snapshot: Snapshot) -> int | None:
    return None if snapshot.match is None else snapshot.match.version


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
        case Button.HELP:
            """Help is no step of a game: it goes to the page."""
