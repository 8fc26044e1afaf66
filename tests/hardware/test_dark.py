"""``companion dark`` puts out what a killed service left on."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import COULD_NOT, DONE, main
from hardware.lights.gpio import GpioLamp
from tests.hardware.pins import mock_pins

WIRED = "[lights]\npins = [17, 27, 22]\nseats = [23]\n[buttons]\nundo = 5\n[sound]\nbuzzer = 12\n"


@pytest.fixture
def pins() -> Iterator[Any]:
    with mock_pins() as factory:
        yield factory


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "x.toml"
    path.write_text(WIRED, "utf-8")
    return str(path)


def test_every_lamp_and_the_buzzer_are_driven_low_and_let_go(pins: Any, file: str) -> None:
    states = {number: pins.pin(number).states for number in (17, 27, 22, 23, 12)}
    for number in states:
        pins.pin(number).function = "output"
        pins.pin(number).state = 1.0
    assert main(["dark", "--config", file]) == DONE
    assert {number: seen[-1].state for number, seen in states.items()} == dict.fromkeys(states, 0)
    assert 5 not in {pin.info.name for pin in pins.pins.values()}, "buttons are left alone"
    GpioLamp("lights.pins", [17, 27, 22, 23, 12]).close()


def test_lamps_that_the_service_holds_are_left_to_it(
    pins: Any, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    held = GpioLamp("lights.pins", [17])
    assert main(["dark", "--config", file]) == COULD_NOT
    assert "17" in capsys.readouterr().err
    held.close()


def test_a_table_without_lamps_asks_no_driver(pins: Any, tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    path.write_text("", "utf-8")
    assert main(["dark", "--config", str(path)]) == DONE
    assert not pins.pins


def test_it_starts_with_little_because_a_stop_of_the_service_waits_for_it(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    path.write_text("", "utf-8")
    asks = (
        "import sys; from companion.cli.main import main; "
        f"print(main(['dark', '--config', {str(path)!r}]), *sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", asks], stdout=subprocess.PIPE, text=True, check=True
    )
    status, *loaded = done.stdout.split()
    assert status == "0"
    heavy = ("companion.table", "companion.games", "numpy", "gpiozero", "importlib.metadata")
    assert not [name for name in loaded if name.startswith(heavy)]
