"""``companion doctor`` as a program: lines, JSON, exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main as cli
from companion.doctor.findings import Status, fault, good, looked, not_applicable, warning, worst
from tests.runtime.served import free_port

CHECKS = [
    "settings", "camera", "pins", "lgpio", "numpy", "system packages", "nets", "boards",
    "journal", "copies", "disk space", "card", "file system", "port", "clock", "wi-fi", "heat",
]  # fmt: skip


def test_every_check_is_told_as_json_with_what_was_found_and_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "settings.toml"
    written.write_text(f'camera = "v4l2:/dev/nothing"\nport = {free_port()}', encoding="utf-8")
    arguments = ["doctor", "--json", "--state", str(tmp_path), "--config", str(written)]
    assert cli.main(arguments) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["worst"] == "fault"
    assert [each["check"] for each in told["findings"]] == CHECKS
    for each in told["findings"]:
        assert set(each) == {"check", "status", "found", "advice"}
        assert each["status"] in {"ok", "warning", "fault", "not_applicable"}
        assert each["found"]
        assert bool(each["advice"]) is (each["status"] in ("warning", "fault"))


def test_a_check_that_fails_itself_does_not_end_the_others() -> None:
    def broken() -> None:
        raise KeyError("oops")

    (found,) = looked("x", broken)  # type: ignore[arg-type]
    assert found.status is Status.FAULT
    assert "KeyError" in found.found
    assert looked("y", lambda: good("y", "well")) == (good("y", "well"),)


def test_what_only_the_service_may_see_asks_for_more_rights_and_is_no_fault() -> None:
    def closed() -> None:
        raise PermissionError(13, "Permission denied", "/var/lib/table-companion")

    (found,) = looked("x", closed)  # type: ignore[arg-type]
    assert found.status is Status.WARNING
    assert "/var/lib/table-companion" in found.found
    assert "sudo companion doctor" in found.advice


def test_the_worst_finding_decides() -> None:
    well, bad = good("a", "b"), fault("a", "b", "c")
    assert worst([]) is Status.OK
    assert worst([well, not_applicable("a", "b")]) is Status.OK
    assert worst([well, warning("a", "b", "c")]) is Status.WARNING
    assert worst([warning("a", "b", "c"), bad, well]) is Status.FAULT


def test_pins_are_told_one_by_one_without_touching_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "settings.toml"
    written.write_text("[lights]\npins = [17, 27, 22]\n[buttons]\nundo = 14\n", encoding="utf-8")
    status = cli.main(["doctor", "--pins", "--json", "--config", str(written)])
    told = json.loads(capsys.readouterr().out)["findings"]
    assert {each["check"] for each in told} == {"pins"}
    assert any("17, 27, 22, 14" in each["found"] for each in told)
    assert status == (1 if any(each["status"] == "fault" for each in told) else 0)


def test_where_no_pin_is_set_it_says_how_one_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "settings.toml"
    written.write_text('camera = "none"\n', encoding="utf-8")
    assert cli.main(["doctor", "--pins", "--config", str(written)]) == 0
    said = capsys.readouterr().out
    assert "docs/lights.md" in said
    for key in ("lights.pins", "lights.seats", "buttons", "sound.buzzer"):
        assert key in said
