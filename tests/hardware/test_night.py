"""When it is night: by the clock, over midnight, or by the switch."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from hardware.lights.night import Night

DAY = datetime(2026, 11, 30)


def at(text: str) -> datetime:
    hours, minutes = map(int, text.split(":"))
    return DAY + timedelta(hours=hours, minutes=minutes)


@pytest.mark.parametrize(
    ("begins", "ends", "inside", "outside"),
    [
        ("22:00", "07:00", ("22:00", "23:59", "00:00", "06:59"), ("07:00", "12:00", "21:59")),
        ("01:00", "05:00", ("01:00", "04:59"), ("00:59", "05:00", "23:00")),
        ("08:00", "08:00", (), ("07:59", "08:00", "20:00")),
    ],
)
def test_the_hours_may_go_over_midnight(
    begins: str, ends: str, inside: tuple[str, ...], outside: tuple[str, ...]
) -> None:
    night = Night.of("hours", begins, ends)
    assert [time for time in inside if not night.is_at(at(time))] == []
    assert [time for time in outside if night.is_at(at(time))] == []


def test_the_switch_wins_over_the_hours() -> None:
    assert Night.of("on", "22:00", "07:00").is_at(at("12:00"))
    assert not Night.of("off", "22:00", "07:00").is_at(at("23:00"))
