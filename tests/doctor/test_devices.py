"""Cameras, pins and ports: there, not there, somebody else's."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from companion.doctor import cameras, pins, port
from companion.doctor.findings import Status
from companion.doctor.machine import ThisMachine
from tests.doctor.fakes import FakeMachine


class TestTheCamera:
    def test_that_is_plugged_in_and_free_is_good(self, machine: FakeMachine) -> None:
        machine.camera(0, "HD Webcam")
        found = cameras.check(machine, "auto")
        assert (found.status, found.found) == (Status.OK, "HD Webcam at /dev/video0, free.")

    def test_that_is_missing_is_a_fault(self, machine: FakeMachine) -> None:
        found = cameras.check(machine, "auto")
        assert found.status is Status.FAULT
        assert "Plug a USB camera in" in found.advice

    def test_is_not_a_codec_or_a_second_node(self, machine: FakeMachine) -> None:
        machine.camera(10, "bcm2835-codec-decode")
        machine.camera(1, "HD Webcam", index=1)
        assert cameras.devices(machine) == ()
        machine.camera(0, "HD Webcam")
        assert [device.path for device in cameras.devices(machine)] == ["/dev/video0"]

    def test_that_is_forbidden_names_the_group(self, machine: FakeMachine) -> None:
        machine.camera(0, "HD Webcam")
        machine.forbidden.add("/dev/video0")
        found = cameras.check(machine, "v4l2:/dev/video0")
        assert found.status is Status.FAULT
        assert "usermod -aG video ann" in found.advice

    def test_that_another_program_has_names_it(self, machine: FakeMachine) -> None:
        machine.camera(0, "HD Webcam")
        machine.process(77, "/usr/bin/cheese --fullscreen", "/dev/null", "/dev/video0")
        found = cameras.check(machine, "auto")
        assert found.status is Status.FAULT
        assert "cheese (process 77)" in found.found
        assert "kill 77" in found.advice

    def test_that_the_table_itself_has_is_good(self, machine: FakeMachine) -> None:
        machine.camera(0, "HD Webcam")
        machine.process(77, "python /opt/x/bin/companion serve", "/dev/video0")
        found = cameras.check(machine, "auto")
        assert (found.status, "in use by the table" in found.found) == (Status.OK, True)

    def test_of_which_two_are_there_needs_only_one_that_can_be_used(
        self, machine: FakeMachine
    ) -> None:
        machine.camera(0, "Broken")
        machine.camera(2, "Whole")
        machine.forbidden.add("/dev/video0")
        assert "Whole" in cameras.check(machine, "auto").found

    def test_that_was_named_and_is_another_says_which_there_are(self, machine: FakeMachine) -> None:
        machine.camera(2, "HD Webcam")
        found = cameras.check(machine, "v4l2:/dev/video0")
        assert found.status is Status.FAULT
        assert "/dev/video2 (HD Webcam)" in found.found

    def test_at_the_connector_of_a_pi_is_listed_by_its_stack(self, machine: FakeMachine) -> None:
        machine.is_a_pi()
        machine.says("picamera2", out='noise\nCAMERAS ["imx708"]\n')
        found = cameras.check(machine, "auto")
        assert (found.status, found.found) == (Status.OK, "On the camera connector: imx708.")

    @pytest.mark.parametrize("spec", ["picamera2", "picamera2:1"])
    def test_at_the_connector_that_nobody_sees_is_a_fault(
        self, machine: FakeMachine, spec: str
    ) -> None:
        machine.is_a_pi()
        machine.camera(0, "HD Webcam")
        machine.says("picamera2", out="CAMERAS []\n")
        found = cameras.check(machine, spec)
        assert found.status is Status.FAULT
        assert "ribbon cable" in found.advice

    def test_need_not_be_there_for_a_table_without(self, machine: FakeMachine) -> None:
        assert cameras.check(machine, "none").status is Status.NOT_APPLICABLE
        assert cameras.check(machine, "scripted:demo").status is Status.OK

    def test_of_a_recording_needs_the_recording(self, machine: FakeMachine, tmp_path: Path) -> None:
        assert cameras.check(machine, f"recorded:{tmp_path}").status is Status.OK
        assert cameras.check(machine, f"recorded:{tmp_path}/no").status is Status.FAULT


class TestThePins:
    def test_are_not_looked_at_where_none_are_set(self, machine: FakeMachine) -> None:
        assert pins.check(machine, False).status is Status.NOT_APPLICABLE

    def test_are_a_fault_where_there_are_none(self, machine: FakeMachine) -> None:
        assert pins.check(machine, True).status is Status.FAULT

    def test_can_be_used_or_the_group_is_named(self, machine: FakeMachine) -> None:
        machine.write("dev/gpiochip0")
        assert pins.check(machine, True).status is Status.OK
        machine.forbidden.add("/dev/gpiochip0")
        assert "usermod -aG gpio ann" in pins.check(machine, True).advice


class TestThePort:
    @pytest.fixture
    def taken(self) -> socket.socket:
        taken = socket.socket()
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        return taken

    def test_that_is_free_is_good(self, machine: FakeMachine, taken: socket.socket) -> None:
        number = taken.getsockname()[1]
        taken.close()
        assert port.check(machine, "127.0.0.1", number).status is Status.OK

    def test_that_somebody_has_names_the_program(self, taken: socket.socket) -> None:
        with taken:
            found = port.check(ThisMachine(), "127.0.0.1", taken.getsockname()[1])
        assert found.status is Status.FAULT
        assert f"(process {os.getpid()})" in found.found

    def test_that_the_table_has_is_good(self, machine: FakeMachine, taken: socket.socket) -> None:
        with taken:
            number = taken.getsockname()[1]
            inode = os.fstat(taken.fileno()).st_ino
            row = f"0: 0100007F:{number:04X} 00000000:0000 0A 0:0 00:0 0 0 0 {inode} 1"
            machine.write("proc/net/tcp", f"heading\n{row}\n")
            machine.process(9, "python -m companion.cli.main serve", f"socket:[{inode}]")
            found = port.check(machine, "127.0.0.1", number)
        assert (found.status, "is running" in found.found) == (Status.OK, True)

    def test_of_another_user_asks_for_more_rights_or_for_the_service(
        self, machine: FakeMachine, taken: socket.socket
    ) -> None:
        with taken:
            number = taken.getsockname()[1]
            found = port.check(machine, "127.0.0.1", number)
            assert (found.status, "sudo" in found.advice) == (Status.FAULT, True)
            machine.says("systemctl is-active", out="active\n")
            assert port.check(machine, "127.0.0.1", number).status is Status.OK

    @pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid"])
    def test_at_an_address_of_another_machine_is_a_fault(
        self, machine: FakeMachine, host: str
    ) -> None:
        found = port.check(machine, host, 8080)
        assert found.status is Status.FAULT
        assert "no address of this machine" in found.found

    def test_that_only_the_superuser_may_have_says_so(
        self, machine: FakeMachine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refused(self: socket.socket, address: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(socket.socket, "bind", refused)
        found = port.check(machine, "127.0.0.1", 80)
        assert (found.status, "from 1024 on" in found.advice) == (Status.FAULT, True)
