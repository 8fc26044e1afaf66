"""Whether the pins of the header can be had at all.

Knows the devices that stand for them. Refuses to take a pin: a running table would lose it.
Which pin is used for what, and whether that can be, is for `companion doctor --pins`.
"""

from __future__ import annotations

from companion.doctor.findings import Finding, fault, good, not_applicable
from companion.doctor.machine import Machine

CHECK = "pins"


def check(machine: Machine, wanted: bool) -> Finding:
    """Whether this user may use the pins; ``wanted``: some are set."""
    if not wanted:
        return not_applicable(CHECK, "No lamp, button or buzzer is set.")
    chips = sorted(path.name for path in (machine.root / "dev").glob("gpiochip*"))
    if not chips:
        return fault(
            CHECK,
            "Pins are set, but this machine has none that a program can use.",
            "Take lights, buttons and buzzer out of the settings, or run this on a Raspberry Pi.",
        )
    if not any(machine.may_use(f"/dev/{chip}") for chip in chips):
        return fault(
            CHECK,
            f"The user {machine.user} may not use the pins (/dev/{chips[0]}).",
            f"Run `sudo usermod -aG gpio {machine.user}` and log in again. The service is in "
            f"that group by itself.",
        )
    return good(CHECK, f"The pins can be used (/dev/{chips[0]}).")
