"""Clock, Wi-Fi and heat."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from companion.doctor import surroundings
from companion.doctor.findings import Status
from tests.doctor.fakes import FakeMachine

NOW = datetime(2027, 3, 4, 20, 15, tzinfo=UTC)
ASKED = "timedatectl"


class TestTheClock:
    def test_that_was_never_set_is_a_fault(self, machine: FakeMachine) -> None:
        found = surroundings.clock(machine, datetime(1970, 1, 1, tzinfo=UTC), None)
        assert found.status is Status.FAULT

    def test_that_went_back_behind_the_games_is_a_warning(self, machine: FakeMachine) -> None:
        machine.says(ASKED, out="yes\n")
        assert surroundings.clock(machine, NOW, NOW + timedelta(days=3)).status is Status.WARNING
        assert surroundings.clock(machine, NOW, NOW + timedelta(hours=3)).status is Status.OK

    def test_that_no_time_server_keeps_is_a_warning(self, machine: FakeMachine) -> None:
        machine.says(ASKED, out="no\n")
        assert surroundings.clock(machine, NOW, None).status is Status.WARNING
        machine.write("run/systemd/timesync/synchronized")
        assert surroundings.clock(machine, NOW, None).status is Status.OK

    def test_of_which_nobody_tells_is_taken_as_it_is(self, machine: FakeMachine) -> None:
        found = surroundings.clock(machine, NOW, None)
        assert (found.status, "Nobody" in found.found) == (Status.OK, True)


class TestWifi:
    def test_is_not_looked_at_where_there_is_none(self, machine: FakeMachine) -> None:
        machine.write("sys/class/net/eth0/speed", "1000")
        assert surroundings.wifi(machine).status is Status.NOT_APPLICABLE

    @pytest.mark.parametrize(
        ("said", "status"), [("on", Status.WARNING), ("off", Status.OK), ("", None)]
    )
    def test_is_asked_of_iw(self, machine: FakeMachine, said: str, status: Status | None) -> None:
        machine.write("sys/class/net/wlan0/wireless/status")
        if said:
            machine.says("iw dev wlan0 get power_save", out=f"Power save: {said}\n")
        assert surroundings.wifi(machine).status is (status or Status.NOT_APPLICABLE)

    @pytest.mark.parametrize(
        ("said", "status"),
        [("2 (disable)", Status.OK), ("3", Status.WARNING), ("0", Status.NOT_APPLICABLE)],
    )
    def test_is_asked_of_the_network_manager_where_there_is_no_iw(
        self, machine: FakeMachine, said: str, status: Status
    ) -> None:
        machine.write("sys/class/net/wlan0/wireless/status")
        machine.says("device show wlan0", out="home\n")
        machine.says("connection show home", out=f"{said}\n")
        assert surroundings.wifi(machine).status is status


class TestHeat:
    def test_is_not_told_by_every_machine(self, machine: FakeMachine) -> None:
        assert surroundings.heat(machine).status is Status.NOT_APPLICABLE

    @pytest.mark.parametrize(
        ("bits", "status", "words"),
        [
            ("0x0", Status.OK, "not throttled"),
            ("0x1", Status.FAULT, "too little voltage"),
            ("0x5", Status.FAULT, "throttled"),
            ("0x8", Status.FAULT, "limit of heat"),
            ("0x50000", Status.WARNING, "too little voltage, throttled"),
            ("0x80000", Status.WARNING, "too hot"),
        ],
    )
    def test_bits_of_a_pi_are_told_in_words(
        self, machine: FakeMachine, bits: str, status: Status, words: str
    ) -> None:
        machine.says("get_throttled", out=f"throttled={bits}\n")
        machine.says("measure_temp", out="temp=51.5'C\n")
        found = surroundings.heat(machine)
        assert found.status is status
        assert words in found.found
        assert "51 °C" in found.found or "52 °C" in found.found

    def test_a_weak_supply_and_a_hot_case_get_different_advice(self, machine: FakeMachine) -> None:
        machine.says("get_throttled", out="throttled=0x10000\n")
        assert "power supply" in surroundings.heat(machine).advice
        machine.says("get_throttled", out="throttled=0x80000\n")
        assert "fan" in surroundings.heat(machine).advice

    @pytest.mark.parametrize(
        ("reading", "status"),
        [("48000", Status.OK), ("77000", Status.WARNING), ("91000", Status.FAULT)],
    )
    def test_is_read_of_the_kernel_where_there_is_no_vcgencmd(
        self, machine: FakeMachine, reading: str, status: Status
    ) -> None:
        machine.write("sys/class/thermal/thermal_zone0/temp", "-40000\n")
        machine.write("sys/class/thermal/thermal_zone1/temp", f"{reading}\n")
        assert surroundings.heat(machine).status is status
