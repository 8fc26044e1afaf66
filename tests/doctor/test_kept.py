"""Nets, boards, games, settings and copies, as they came and spoilt."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import UTC, datetime, timedelta
from importlib import resources
from pathlib import Path

import pytest

from companion.boards.loading import FolderBoards, names_in
from companion.doctor import kept
from companion.doctor.findings import Finding, Status
from companion.games.registry import GAMES
from tests.doctor.games import play, spoil

ROOT = Path(__file__).resolve().parents[2]
NOW = datetime(2027, 3, 4, 20, 15, tzinfo=UTC)


class TestNets:
    def test_as_they_came_are_good_and_changed_or_missing_ones_are_named(
        self, tmp_path: Path
    ) -> None:
        (tmp_path / "a.onnx").write_bytes(b"net")
        digests = {"a.onnx": hashlib.sha256(b"net").hexdigest()}
        assert kept.nets(tmp_path, digests).status is Status.OK
        (tmp_path / "a.onnx").write_bytes(b"nat")
        assert "a.onnx is not the one" in kept.nets(tmp_path, digests).found
        (tmp_path / "a.onnx").unlink()
        assert "a.onnx cannot be read" in kept.nets(tmp_path, digests).found

    def test_that_ship_are_those_of_the_list(self) -> None:
        """After a net has been trained anew: python -m tests.training.checksums."""
        folder = Path(str(resources.files("vision.dice")))
        listed = json.loads((folder / "checksums.json").read_text("utf-8"))
        assert set(listed) == {path.name for path in folder.glob("*.onnx")}
        assert kept.nets(folder, listed).status is Status.OK
        told = re.search(
            r"SHA-256 \| `([0-9a-f]{64})`", (ROOT / "docs/model.md").read_text("utf-8")
        )
        assert told is not None
        assert told[1] == listed["model.onnx"]


class TestBoards:
    def test_of_the_owner_are_loaded_and_a_faulty_one_is_named(self, tmp_path: Path) -> None:
        def look() -> Finding:
            own = {game: names_in(tmp_path, game) for game in GAMES}
            return kept.boards(GAMES, FolderBoards(tmp_path), own)

        assert (look().status, "0 of them" in look().found) == (Status.OK, True)
        folder = tmp_path / "high_risk"
        folder.mkdir()
        shipped = ROOT / "companion/boards/high_risk/practice.toml"
        (folder / "mine.toml").write_bytes(shipped.read_bytes())
        assert (look().status, "1 of them" in look().found) == (Status.OK, True)
        (folder / "torn.toml").write_text("title = ", encoding="utf-8")
        found = look()
        assert found.status is Status.FAULT
        assert "high_risk/torn" in found.found


class TestTheJournal:
    def test_that_is_not_there_yet_is_good(self, tmp_path: Path) -> None:
        assert kept.journal(tmp_path / "journal.sqlite3", GAMES).status is Status.OK

    def test_that_is_sound_is_good_and_a_damaged_match_is_named_without_names(
        self, tmp_path: Path
    ) -> None:
        path = play(tmp_path)
        assert kept.journal(path, GAMES).found == "2 matches are as they were written."
        spoil(path)
        found = kept.journal(path, GAMES)
        assert found.status is Status.FAULT
        assert "Damaged: match 2; 1 others are sound." in found.found
        assert "Lucy" not in found.found

    def test_that_is_no_journal_is_a_fault(self, tmp_path: Path) -> None:
        path = tmp_path / "journal.sqlite3"
        path.write_bytes(b"dear diary" * 500)
        assert kept.journal(path, GAMES).status is Status.FAULT

    def test_of_a_newer_version_is_a_fault(self, tmp_path: Path) -> None:
        path = play(tmp_path)
        spoil(path, "PRAGMA user_version = 99")
        found = kept.journal(path, GAMES)
        assert (found.status, "newer version" in found.found) == (Status.FAULT, True)


def test_settings_are_good_or_say_what_is_wrong() -> None:
    assert kept.settings(None, None).status is Status.OK
    assert "x.toml" in kept.settings(None, Path("x.toml")).found
    assert kept.settings("x.toml sets prot.", Path("x.toml")).status is Status.FAULT


@pytest.mark.parametrize(
    ("newest", "daily", "played", "status"),
    [
        ((NOW - timedelta(days=2), True), True, True, Status.OK),
        ((NOW - timedelta(days=40), True), True, True, Status.WARNING),
        ((NOW - timedelta(days=1), False), True, True, Status.WARNING),
        (None, True, True, Status.WARNING),
        (None, True, False, Status.NOT_APPLICABLE),
        (None, False, True, Status.NOT_APPLICABLE),
    ],
)
def test_copies_are_judged_by_age_and_soundness(
    newest: tuple[datetime, bool] | None, daily: bool, played: bool, status: Status
) -> None:
    assert kept.copies(newest, daily, played, NOW).status is status
