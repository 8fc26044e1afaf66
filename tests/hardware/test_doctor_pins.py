"""``companion doctor --pins``: parts are tried with a person, and what fails is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import config
from companion.cli.doctor_pins import PUSH_WITHIN_S, run_pins
from companion.config import Config
from companion.doctor.findings import Finding, Status
from hardware.lights.gpio import GpioLamp
from tests.hardware.clocks import FakeClock
from tests.hardware.pins import duty, mock_pins, pushed

WIRED = """
    [lights]
    pins = [17, 27, 22]
    seats = [23]
    [buttons]
    undo = 5
    [sound]
    buzzer = 12
"""


@pytest.fixture
def pins() -> Iterator[Any]:
    with mock_pins() as factory:
        yield factory


def settings(text: str = WIRED) -> Config:
    return config.parse(text, "x.toml")


class Person:
    """Answers as told; ``seen`` is how the pins of lamp and seat were when asked."""

    def __init__(self, pins: Any, no: Callable[[str], bool] = lambda question: False) -> None:
        self.questions: list[str] = []
        self.seen: list[list[float]] = []
        self._pins = pins
        self._no = no

    def ask(self, question: str) -> bool:
        self.questions.append(question)
        self.seen.append(duty(self._pins, 17, 27, 22, 23))
        return not self._no(question)


class PushedLater(FakeClock):
    """Somebody pushes a button while time passes."""

    def __init__(self, pins: Any, number: int) -> None:
        super().__init__()
        self._pins, self._number = pins, number
        self._waited = 0

    def sleep_s(self, seconds: float) -> None:
        super().sleep_s(seconds)
        self._waited += 1
        if self._waited == 5:
            pushed(self._pins, self._number)


def listed(findings: list[Finding]) -> list[tuple[Status, str]]:
    return [(each.status, each.found) for each in findings]


def test_without_a_person_no_pin_is_touched(pins: Any, tmp_path: Path) -> None:
    findings = run_pins(settings(), FakeClock(), root=tmp_path)
    assert listed(findings) == [
        (
            Status.OK,
            "Nothing else needs the pins in use, GPIO 17, 27, 22, 23, 5, 12 "
            "(pins 11, 13, 15, 16, 29, 32 of the header).",
        )
    ]
    assert not pins.pins


def test_without_wires_there_is_nothing_to_try(tmp_path: Path) -> None:
    (finding,) = run_pins(Config(), FakeClock(), lambda question: True, root=tmp_path)
    assert finding.status is Status.NOT_APPLICABLE


def test_each_part_is_tried_alone_and_freed_again(pins: Any, tmp_path: Path) -> None:
    person, told = Person(pins), list[str]()
    findings = run_pins(settings(), PushedLater(pins, 5), person.ask, told.append, tmp_path)
    assert [each.status for each in findings] == [Status.OK] * 5
    assert person.seen[:4] == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    assert [question.split("?")[0] for question in person.questions] == [
        "Is the status lamp red now, and nothing else of it",
        "Is the status lamp green now, and nothing else of it",
        "Is the status lamp blue now, and nothing else of it",
        "Is the LED of seat 1 lit now, and nothing else of it",
        "Did the buzzer sound",
    ]
    assert told == ["Push the button undo now, within 15 seconds."]
    assert findings[-1].found == "The button undo works (GPIO 5 (pin 29 of the header))."
    GpioLamp("lights.pins", [17, 27, 22, 23, 5, 12]).close()


def test_what_the_person_does_not_see_or_hear_is_named_with_its_pin(
    pins: Any, tmp_path: Path
) -> None:
    person = Person(pins, lambda question: "green" in question or "buzzer" in question)
    findings = run_pins(settings(), FakeClock(), person.ask, lambda text: None, tmp_path)
    faults = [each.found for each in findings if each.status is Status.FAULT]
    assert faults == [
        "The status lamp was not seen as it should be: green at GPIO 27 (pin 13 of the header).",
        "The buzzer at GPIO 12 (pin 32 of the header) was not heard.",
        "The button undo at GPIO 5 (pin 29 of the header) was not heard.",
    ]
    assert all(each.advice for each in findings if each.status is Status.FAULT)


def test_a_button_that_nobody_pushes_is_waited_for_and_no_longer(pins: Any, tmp_path: Path) -> None:
    clock = FakeClock()
    began_s = clock.now_s()
    text = "[buttons]\nundo = 5"
    run_pins(settings(text), clock, lambda question: True, lambda text: None, tmp_path)
    assert PUSH_WITHIN_S <= clock.now_s() - began_s < PUSH_WITHIN_S + 1


def test_swapped_buttons_are_told_apart(pins: Any, tmp_path: Path) -> None:
    text = "[buttons]\nconfirm = 6\nundo = 5"
    clock = PushedLater(pins, 5)
    findings = run_pins(settings(text), clock, lambda question: True, lambda text: None, tmp_path)
    assert findings[1].found == "Asked for confirm, the button undo was heard."
    assert findings[1].advice.startswith("Swap buttons.confirm and buttons.undo")


def test_pins_that_the_service_holds_are_said_to_be_held(pins: Any, tmp_path: Path) -> None:
    held = GpioLamp("lights.pins", [17, 27, 22])
    findings = run_pins(settings(), FakeClock(), lambda question: True, root=tmp_path)
    held.close()
    assert findings[-1].status is Status.FAULT
    assert "systemctl stop table-companion" in findings[-1].advice
