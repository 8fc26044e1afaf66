"""What the tests with simulated hardware share; they are left out where there is none."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.hil.header import SimulatedHeader, simulated_header

WITHIN_S = 20.0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("TABLE_COMPANION_HIL"):
        return
    reason = "needs a kernel with simulated pins: ./run test-hil"
    for item in items:
        if "tests/hil" in item.path.as_posix():
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def header() -> Iterator[SimulatedHeader]:
    """A simulated header that gpiozero takes for a Pi 4's, through lgpio.

    One for all tests: lgpio has one thread for all that is told of pins, and it does not
    outlive a header that goes away.
    """
    from gpiozero import Device
    from gpiozero.pins.lgpio import LGPIOFactory

    class Pi4Factory(LGPIOFactory):  # type: ignore[misc]
        def _get_revision(self) -> int:
            return 0xA03111

    with simulated_header() as made:
        before: Any = Device.pin_factory
        Device.pin_factory = Pi4Factory(chip=made.number)
        try:
            yield made
        finally:
            Device.pin_factory.close()
            Device.pin_factory = before


def until(true: Callable[[], object], within_s: float = WITHIN_S) -> bool:
    """Whether that comes true within a deadline."""
    nap = threading.Event()
    for _ in range(round(within_s / 0.005)):
        if true():
            return True
        nap.wait(0.005)
    return False


def pass_s(seconds: float) -> None:
    """Let time pass at the simulated hardware, which has no event for "nothing happened"."""
    threading.Event().wait(seconds)
