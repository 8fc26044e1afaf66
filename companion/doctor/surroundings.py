"""Clock, Wi-Fi and heat: what around the table makes it seem broken.

Knows where Linux and a Raspberry Pi tell of them. Refuses to change a setting of the system.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from companion.doctor.findings import Finding, fault, good, not_applicable, warning
from companion.doctor.machine import Machine, number_of

CLOCK, WIFI, HEAT = "clock", "wi-fi", "heat"
FIRST_YEAR = 2026
"""This program is not older; a Pi without a battery begins long before."""
WENT_BACK = timedelta(hours=26)
"""More than any change of time zone."""
WARM_C, HOT_C = 75.0, 82.0
"""A Pi slows down from 80 °C on."""

_NOW = {
    0: "its supply gives too little voltage",
    1: "it is slowed down",
    2: "it is throttled",
    3: "it is at its limit of heat",
}
_SINCE_START = {16: "too little voltage", 17: "slowed down", 18: "throttled", 19: "too hot"}
"""Bits of ``vcgencmd get_throttled``; bits 16 and up are the same, some time since the start."""


def clock(machine: Machine, now: datetime, newest: datetime | None) -> Finding:
    """Whether the time of day can be right; ``newest`` is when the last entry was written."""
    shown = now.strftime("%Y-%m-%d %H:%M")
    advice = "Connect the machine to a network, or set the time: `sudo timedatectl set-time …`."
    if now.year < FIRST_YEAR:
        return fault(CLOCK, f"The clock is not set: it says {shown}.", advice)
    if newest is not None and newest - now > WENT_BACK:
        return warning(
            CLOCK,
            f"The clock says {shown}, but games were written down later than that. Nothing is "
            f"lost: their order does not depend on it.",
            advice,
        )
    synchronised = _synchronised(machine)
    if synchronised is None:
        return good(CLOCK, f"{shown}. Nobody here tells whether it is kept by a time server.")
    if synchronised:
        return good(CLOCK, f"{shown}, kept by a time server.")
    return warning(
        CLOCK,
        f"{shown}, not set by a time server yet.",
        "Connect the machine to a network, or run `sudo timedatectl set-ntp true`. The games "
        "do not need it; the dates in lists do.",
    )


def wifi(machine: Machine) -> Finding:
    """Whether a wireless network saves power, which makes pages stutter."""
    names = sorted(path.parent.name for path in (machine.root / "sys/class/net").glob("*/wireless"))
    if not names:
        return not_applicable(WIFI, "This machine has no wireless network.")
    told = {name: _saves_power(machine, name) for name in names}
    if saving := [name for name, saves in told.items() if saves]:
        return warning(
            WIFI,
            f"{', '.join(saving)} saves power: pages may take a second and more to follow.",
            f"`sudo iw dev {saving[0]} set power_save off` until the next start; for good, a file "
            f"in /etc/NetworkManager/conf.d with `[connection]` and `wifi.powersave = 2`.",
        )
    if None in told.values():
        return not_applicable(WIFI, f"Whether {', '.join(names)} saves power is told by nobody.")
    return good(WIFI, f"{', '.join(names)} saves no power.")


def heat(machine: Machine) -> Finding:
    """Temperature, and on a Raspberry Pi whether it is or was slowed down."""
    degrees_c = _degrees_c(machine)
    bits = _throttled(machine)
    if degrees_c is None and bits is None:
        return not_applicable(HEAT, "This machine tells no temperature.")
    shown = "" if degrees_c is None else f"{degrees_c:.0f} °C"
    now = _named(_NOW, bits)
    before = _named(_SINCE_START, bits)
    if now:
        return fault(HEAT, f"{shown or 'Now'}: {', '.join(now)}.", _advice(bits or 0))
    if degrees_c is not None and degrees_c >= HOT_C:
        return fault(HEAT, f"{shown} is too hot.", _advice(0))
    if before:
        told = f"{shown}. Since its start the machine had: {', '.join(before)}."
        return warning(HEAT, told.removeprefix(". "), _advice((bits or 0) >> 16))
    if degrees_c is not None and degrees_c >= WARM_C:
        return warning(HEAT, f"{shown} is warm.", _advice(0))
    return good(
        HEAT, f"{shown or 'Not throttled'}{', not throttled' if shown and bits == 0 else ''}."
    )


def _advice(bits: int) -> str:
    if bits & 1:
        return "Use the power supply made for this Pi and a short, thick cable."
    return "Give the case air, a heat sink or a fan, and keep it out of the sun."


def _named(names: dict[int, str], bits: int | None) -> list[str]:
    return [text for bit, text in names.items() if bits is not None and bits >> bit & 1]


def _throttled(machine: Machine) -> int | None:
    ran = machine.run(("vcgencmd", "get_throttled"))
    found = re.search(r"throttled=0x([0-9a-fA-F]+)", ran.out) if ran else None
    return int(found[1], 16) if found else None


def _degrees_c(machine: Machine) -> float | None:
    ran = machine.run(("vcgencmd", "measure_temp"))
    if ran and (found := re.search(r"temp=([\d.]+)", ran.out)):
        return float(found[1])
    zones = sorted((machine.root / "sys/class/thermal").glob("thermal_zone*"))
    told = [number_of(machine, f"sys/class/thermal/{zone.name}/temp") for zone in zones]
    # Zones that are switched off say 0 or less.
    known = [value / 1000.0 for value in told if value is not None and value > 0]
    return max(known, default=None)


def _synchronised(machine: Machine) -> bool | None:
    if (machine.root / "run/systemd/timesync/synchronized").exists():
        return True
    ran = machine.run(("timedatectl", "show", "--property=NTPSynchronized", "--value"))
    answer = ran.out.strip() if ran and ran.status == 0 else ""
    return {"yes": True, "no": False}.get(answer)


def _saves_power(machine: Machine, name: str) -> bool | None:
    ran = machine.run(("iw", "dev", name, "get", "power_save"))
    if ran and (found := re.search(r"Power save:\s*(on|off)", ran.out)):
        return found[1] == "on"
    ran = machine.run(("nmcli", "-g", "GENERAL.CONNECTION", "device", "show", name))
    connection = ran.out.strip() if ran and ran.status == 0 else ""
    if not connection:
        return None
    ran = machine.run(
        ("nmcli", "-g", "802-11-wireless.powersave", "connection", "show", connection)
    )
    answer = ran.out.strip().split(" ")[0] if ran and ran.status == 0 else ""
    # 0 and 1 leave it to the driver, whose default on a Pi is to save.
    return {"2": False, "3": True, "disable": False, "enable": True}.get(answer)
