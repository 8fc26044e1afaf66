"""Trying lamps and buttons: presses are told and do nothing, for a while."""

from __future__ import annotations

from companion.runtime.panel import LISTEN_S, PinPanel
from companion.table.panel import Heard, Part, PartKind
from companion.table.ports import Button
from tests.hardware.clocks import FakeClock

LAMP = Part("lights.pins 0", PartKind.LAMP, "status lamp", "GPIO 17, 27, 22")
UNDO = Part("buttons.undo", PartKind.BUTTON, "button undo", "GPIO 5")


def made(clock: FakeClock, tried: list[str]) -> PinPanel:
    def probe(name: str) -> bool:
        tried.append(name)
        return name == LAMP.name

    return PinPanel([LAMP], [UNDO], probe, clock)


def test_parts_are_told_and_a_lamp_is_tried_by_its_name() -> None:
    tried: list[str] = []
    panel = made(FakeClock(), tried)
    assert panel.parts() == (LAMP, UNDO)
    assert panel.probe(LAMP.name)
    assert not panel.probe("nothing")
    assert tried == [LAMP.name, "nothing"]


def test_presses_act_until_somebody_listens_and_again_afterwards() -> None:
    clock = FakeClock()
    panel = made(clock, [])
    assert not panel.hears(Button.UNDO)
    panel.listen()
    assert panel.listening_s() == LISTEN_S
    assert panel.hears(Button.UNDO)
    clock.sleep_s(2.0)
    assert panel.hears(Button.HELP)
    clock.sleep_s(1.0)
    assert panel.heard() == (Heard(Button.HELP, 1.0), Heard(Button.UNDO, 3.0))
    clock.sleep_s(LISTEN_S)
    assert panel.listening_s() == 0.0
    assert not panel.hears(Button.UNDO)
    assert len(panel.heard()) == 2, "what was heard can still be read"
    panel.listen()
    assert panel.heard() == ()


def test_somebody_who_leans_on_a_button_does_not_fill_the_memory() -> None:
    panel = made(FakeClock(), [])
    panel.listen()
    for _ in range(500):
        panel.hears(Button.NEXT)
    assert 1 <= len(panel.heard()) < 50
