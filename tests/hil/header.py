"""A simulated header of a Raspberry Pi: what is at a pin, and what somebody does to it.

It is the kernel's own ``gpio-sim``: programs see a real ``/dev/gpiochipN``, and this side,
which is its back, plays the wires.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CONFIG = Path("/sys/kernel/config/gpio-sim")
LINES = 54
"""As many as a Pi 4 has."""
APPEARS_S = 10.0


class SimulatedHeader:
    """``number`` is N of ``/dev/gpiochipN``."""

    def __init__(self, number: int, back: Path) -> None:
        self.number = number
        self._back = back

    def level(self, gpio: int) -> bool:
        """Whether there is a voltage at the pin."""
        return (self._back / f"sim_gpio{gpio}/value").read_text().strip() == "1"

    def pull(self, gpio: int, high: bool) -> None:
        """Pull an input up or, as a button that is pushed does, to ground."""
        word = "pull-up" if high else "pull-down"
        (self._back / f"sim_gpio{gpio}/pull").write_text(word)

    def share(self, gpio: int, looks: int = 400) -> float:
        """How much of the time there is a voltage: the share of so many looks, a pulse width."""
        return sum(self.level(gpio) for _ in range(looks)) / looks


@contextmanager
def simulated_header() -> Iterator[SimulatedHeader]:
    """A header that is there while the block runs."""
    bank = CONFIG / "hil" / "bank0"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text(str(LINES))
    (bank / "label").write_text("pinctrl-bcm2711")
    (bank.parent / "live").write_text("1")
    device = (bank.parent / "dev_name").read_text().strip()
    chip = (bank / "chip_name").read_text().strip()
    nap = threading.Event()
    for _ in range(round(APPEARS_S / 0.01)):
        if Path("/dev", chip).exists():
            break
        nap.wait(0.01)
    try:
        yield SimulatedHeader(
            int(chip.removeprefix("gpiochip")), Path("/sys/devices/platform", device, chip)
        )
    finally:
        (bank.parent / "live").write_text("0")
        bank.rmdir()
        bank.parent.rmdir()
