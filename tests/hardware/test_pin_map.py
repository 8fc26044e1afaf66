"""The default wiring: pins that exist, one thing each, and none that something else may want."""

from __future__ import annotations

import re
from pathlib import Path

from companion import config
from companion.config.pins import pin_uses
from hardware.pin_map import (
    BUSES,
    DEFAULT_PINS,
    GROUND,
    HEADER,
    LAST_PULLED_UP,
    POWER_3V3,
    POWER_5V,
    Kind,
    bus_of,
)

LIGHTS_MD = Path(__file__).resolve().parents[2] / "docs" / "lights.md"


def test_every_place_of_the_header_is_one_thing() -> None:
    assert sorted(HEADER) == list(range(28))
    places = [*HEADER.values(), *GROUND, *POWER_3V3, *POWER_5V]
    assert sorted(places) == list(range(1, 41))


def test_the_default_wiring_gives_every_pin_one_thing() -> None:
    assert len({wire.gpio for wire in DEFAULT_PINS}) == len(DEFAULT_PINS)
    assert len({wire.role for wire in DEFAULT_PINS}) == len(DEFAULT_PINS)
    counts = {kind: sum(wire.kind is kind for wire in DEFAULT_PINS) for kind in Kind}
    assert counts == {Kind.STATUS: 3, Kind.SEAT: 5, Kind.BUTTON: 3, Kind.BUZZER: 1}


def test_the_default_wiring_leaves_every_bus_alone() -> None:
    assert [wire.role for wire in DEFAULT_PINS if bus_of(wire.gpio)] == []
    assert all(bus_of(pin) is bus for bus in BUSES for pin in bus.pins)


def test_after_a_reset_lamps_are_pulled_dark_and_buttons_are_pulled_up() -> None:
    up = {wire.role for wire in DEFAULT_PINS if wire.gpio <= LAST_PULLED_UP}
    assert up == {"buttons.confirm", "buttons.undo", "buttons.next"}


def test_the_documents_draw_the_same_map() -> None:
    text = LIGHTS_MD.read_text("utf-8")
    rows = re.findall(r"^\| `(\w+\.\w+)` \| ([\d, ]+) \| ([\d, ]+) \|", text, re.MULTILINE)
    told = [
        (key, int(gpio), int(header))
        for key, gpios, headers in rows
        for gpio, header in zip(gpios.split(", "), headers.split(", "), strict=True)
    ]
    assert told == [(wire.role.split("[")[0], wire.gpio, wire.header) for wire in DEFAULT_PINS]
    named = config.parse(re.findall(r"```toml\n(.*?)```", text, re.DOTALL)[0], "lights.md")
    uses = pin_uses(named.lights, named.buttons, named.sound)
    assert list(uses) == [(key, gpio) for key, gpio, _ in told]
