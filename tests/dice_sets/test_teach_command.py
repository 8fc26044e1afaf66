"""``companion teach`` from photographs to a set that reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main
from tests.dice_sets.samples import photograph, shot

ROW = ("lightning", "mountain", "cloud")


@pytest.fixture
def row(tmp_path: Path) -> str:
    return photograph(tmp_path / "row.png", shot(ROW).image_bgr)


@pytest.fixture
def state(tmp_path: Path) -> list[str]:
    return ["--state", str(tmp_path / "state")]


def told(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert main(["teach", *arguments]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err.count("\n") == 1, "one sentence"
    return out.err


def test_a_row_is_taught_checked_and_read(
    row: str, state: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    again = photograph(tmp_path / "again.png", shot(ROW[::-1], seed=2).image_bgr)
    assert main(["teach", "mine", "--faces", ",".join(ROW), row, "--json", *state]) == 0
    taught = told(capsys)["taught"]
    truth = shot(ROW).truth
    for one, die in zip(taught, truth, strict=True):
        assert one["label"] == die.value
        assert one["centre_px"] == pytest.approx(die.centre_px, abs=0.1 * die.size_px)
        assert one["side_px"] == pytest.approx(die.size_px, rel=0.15)
    assert main(["teach", "mine", "--faces", ",".join(ROW[::-1]), again, *state]) == 0
    capsys.readouterr()
    assert main(["teach", "check", "mine", "--json", *state]) == 0
    assert told(capsys)["findings"] == []
    thrown = ("cloud", "lightning", "lightning", "mountain")
    throw = photograph(tmp_path / "throw.png", shot(thrown, "red-cloth", 5).image_bgr)
    spec = ["--dice", "mine", "--expect", "4symbol", "--json", *state]
    assert main(["read", throw, *spec]) == 0
    reading = told(capsys)
    seen = sorted(reading["dice"], key=lambda die: die["centre_px"][0])
    assert [die["value"] for die in seen] == list(thrown)
    assert {die["kind"] for die in seen} == {"symbol"}


def test_one_die_is_taught_where_somebody_points(
    row: str, state: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    x, y = shot(ROW).truth[1].centre_px
    at = f"{x + 5:.0f},{y - 4:.0f}"
    assert main(["teach", "mine", "--face", "hill", row, at, "--json", *state]) == 0
    (taught,) = told(capsys)["taught"]
    assert taught["centre_px"] == pytest.approx([x, y], abs=5)


def test_what_cannot_be_taught_is_said_in_one_sentence_and_teaches_nothing(
    row: str, state: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert "3 dice" in refused(capsys, "mine", "--face", "cloud", row, *state)
    assert "2 faces were named" in refused(capsys, "mine", "--faces", "a,b", row, *state)
    assert "not in" in refused(capsys, "mine", "--face", "cloud", row, "9000,10", *state)
    assert "No die is clear" in refused(capsys, "mine", "--face", "cloud", row, "5,5", *state)
    assert "no file" in refused(capsys, "mine", "--face", "cloud", "gone.png", *state)
    assert "Name a photograph" in refused(capsys, "mine", "--face", "cloud", *state)
    assert "name of letters" in refused(capsys, "mine", "--face", " ", row, *state)
    assert "A name has up to" in refused(capsys, "../mine", "--face", "cloud", row, *state)
    assert "one of 1, 2" in refused(
        capsys, "mine", "--kind", "d6", "--face", "cloud", row, "300,200", *state
    )
    assert "none of that name" in refused(capsys, "check", "mine", *state)


def test_sets_are_listed_shown_and_removed(
    row: str, state: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taught = ["teach", "mine", "--faces", ",".join(ROW), row, "--opposite", "cloud=mountain"]
    assert main([*taught, *state]) == 0
    capsys.readouterr()
    assert main(["teach", "list", "--json", *state]) == 0
    listed = {one["name"]: one for one in told(capsys)}
    assert [face["label"] for face in listed["mine"]["faces"]] == list(ROW)
    sheet = tmp_path / "sheet.png"
    assert main(["teach", "show", "mine", "--sheet", str(sheet), *state]) == 0
    assert sheet.stat().st_size > 1000
    assert "mountain" in capsys.readouterr().out
    assert main(["teach", "remove", "mine", "--face", "cloud", "--json", *state]) == 0
    assert told(capsys) == {"name": "mine", "removed": ["cloud"]}
    assert main(["teach", "remove", "mine", *state]) == 0
    capsys.readouterr()
    assert main(["teach", "list", "--json", *state]) == 0
    assert "mine" not in {one["name"] for one in told(capsys)}


def test_a_damaged_set_is_listed_with_its_fault_and_the_status_says_so(
    row: str, state: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["teach", "mine", "--faces", ",".join(ROW), row, *state]) == 0
    capsys.readouterr()
    (tmp_path / "state" / "dice" / "mine" / "set.toml").write_text("version = 9\n", "utf-8")
    assert main(["teach", "list", "--json", *state]) == 1
    broken = next(one for one in told(capsys) if one["name"] == "mine")
    assert "version = 9" in broken["faults"][0]
    assert main(["read", row, "--dice", "mine", *state]) == 2
    assert "version = 9" in capsys.readouterr().err


def test_faces_that_are_alike_are_found(
    state: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = photograph(tmp_path / "twice.png", shot(("cloud", "cloud")).image_bgr)
    assert main(["teach", "mine", "--faces", "cloud,fog", row, *state]) == 0
    capsys.readouterr()
    assert main(["teach", "check", "mine", "--json", *state]) == 1
    (found,) = told(capsys)["findings"]
    assert found["code"] == "alike"
    assert found["faces"] == ["cloud", "fog"]
