"""Packages from two places: what does not fit, is not seen, or is empty."""

from __future__ import annotations

from companion.doctor import packages
from companion.doctor.findings import Status
from companion.doctor.machine import ThisMachine
from tests.doctor.fakes import FakeMachine

MISFIT = (
    "Traceback (most recent call last):\n"
    "ValueError: numpy.dtype size changed, may indicate binary incompatibility. "
    "Expected 96 from C header, got 88 from PyObject\n"
)


class TestNumpy:
    def test_of_this_very_environment_fits(self) -> None:
        found = packages.numpy_fits(ThisMachine())
        assert found.status is Status.OK
        assert "OpenCV" in found.found

    def test_that_fits_simplejpeg_is_good(self, machine: FakeMachine) -> None:
        machine.says("simplejpeg", out="1.24.2 /usr/lib/numpy/__init__.py\n4.6.0\n1.6.6\n")
        found = packages.numpy_fits(machine)
        assert (found.status, found.found) == (
            Status.OK,
            "numpy 1.24.2, OpenCV 4.6.0, simplejpeg 1.6.6 fit together.",
        )

    def test_that_simplejpeg_was_not_built_for_is_named_with_its_place(
        self, machine: FakeMachine
    ) -> None:
        machine.says("simplejpeg", "2.4.6 /venv/numpy/__init__.py\n4.12.0\n", status=1, err=MISFIT)
        found = packages.numpy_fits(machine)
        assert found.status is Status.FAULT
        assert "2.4.6 /venv/numpy/__init__.py" in found.found
        assert "pip uninstall numpy" in found.advice

    def test_that_cannot_be_imported_says_why(self, machine: FakeMachine) -> None:
        machine.says("simplejpeg", status=1, err="ImportError: libGL.so.1: no such file\n")
        assert "libGL.so.1" in packages.numpy_fits(machine).found

    def test_that_never_answers_is_a_fault(self, machine: FakeMachine) -> None:
        assert packages.numpy_fits(machine).status is Status.FAULT


class TestTheSystemsPackages:
    def test_are_not_needed_where_there_is_no_pi(self, machine: FakeMachine) -> None:
        found = packages.system_packages(machine, "/venv")
        assert found.status is Status.NOT_APPLICABLE

    def test_that_the_environment_hides_are_a_fault(self, machine: FakeMachine) -> None:
        machine.is_a_pi()
        machine.write("venv/pyvenv.cfg", "home = /usr/bin\ninclude-system-site-packages = false\n")
        machine.says("import picamera2")
        found = packages.system_packages(machine, "/venv")
        assert found.status is Status.FAULT
        assert "--system-site-packages /venv" in found.advice

    def test_that_are_seen_are_good(self, machine: FakeMachine) -> None:
        machine.is_a_pi()
        machine.write("venv/pyvenv.cfg", "include-system-site-packages = true\n")
        machine.says("import picamera2")
        assert packages.system_packages(machine, "/venv").status is Status.OK

    def test_that_are_not_installed_are_named(self, machine: FakeMachine) -> None:
        machine.is_a_pi()
        machine.says("picamera2", status=1, err="ModuleNotFoundError: No module named 'libcamera'")
        found = packages.system_packages(machine, "/venv")
        assert "apt install" in found.advice
        assert "libcamera" in found.found


class TestLgpio:
    def test_that_is_real_is_good(self, machine: FakeMachine) -> None:
        machine.says("lgpio", out="0.2.2.0 /usr/lib/lgpio.py real\n")
        assert packages.pins_library(machine, True).status is Status.OK

    def test_that_is_the_empty_placeholder_is_a_fault(self, machine: FakeMachine) -> None:
        machine.says("lgpio", out="0.0.0.2 /venv/lgpio.py empty\n")
        found = packages.pins_library(machine, True)
        assert found.status is Status.FAULT
        assert "0.0.0.2 is an empty placeholder" in found.found

    def test_that_is_missing_matters_on_a_pi_or_with_pins(self, machine: FakeMachine) -> None:
        machine.says("lgpio", status=1, err="ModuleNotFoundError: No module named 'lgpio'")
        assert packages.pins_library(machine, False).status is Status.NOT_APPLICABLE
        assert packages.pins_library(machine, True).status is Status.FAULT
        machine.is_a_pi()
        assert packages.pins_library(machine, False).status is Status.FAULT

    def test_that_does_not_start_says_why(self, machine: FakeMachine) -> None:
        machine.says("lgpio", status=1, err="FileNotFoundError: '.lgd-nfy-3'")
        assert ".lgd-nfy-3" in packages.pins_library(machine, True).found

    def test_is_asked_in_a_folder_where_it_may_write(self) -> None:
        ran = ThisMachine().run(("sh", "-c", 'touch here && test "$LG_WD" = "$PWD" && ls'))
        assert (ran.status, ran.out) == (0, "here\n") if ran else False
