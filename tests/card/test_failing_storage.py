"""A disk that fills up, fails or spoils the journal while people play: said, and nothing lost."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from companion.cli import main as cli
from companion.config import journal_file
from companion.doctor import disk
from companion.errors import StorageReadOnly
from companion.table.journal import SqliteJournal
from tests.backup.mounts import failing, mounted, resize
from tests.doctor.games import play, spoil
from tests.runtime.served import Served, command, refused

MATCH = {
    "game": "free_roll",
    "players": [{"name": "Lucy", "colour": "red"}, {"name": "Ralph", "colour": "blue"}],
    "options": {"dice": "2d6"},
}
DICE = [{"kind": "d6", "value": 3}, {"kind": "d6", "value": 5}]


def throw(served: Served, version: int) -> tuple[int, Any]:
    """Enter a throw; the status and what was answered."""
    try:
        return 200, served.post("/api/v1/throw", {"dice": DICE, "version": version})
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


def version(served: Served) -> int:
    return int(served.snapshot()["match"]["version"])


def test_a_disk_that_fills_up_costs_nothing_that_was_shown(tmp_path: Path) -> None:
    with mounted(tmp_path, "2m"):
        with Served(tmp_path, "--camera", "none") as served:
            served.post("/api/v1/matches", MATCH)
            free = shutil.disk_usage(tmp_path).free
            (tmp_path / "holiday.jpg").write_bytes(b"x" * (free - 40_000))
            status = 200
            while status == 200:
                shown = served.snapshot()["match"]
                status, answer = throw(served, shown["version"])
                assert shown["version"] < 5000
            assert (status, answer["error"]["code"]) == (507, "storage_full")
            now = served.snapshot()
            assert now["match"] == shown
            assert "no room" in now["message"]
            assert throw(served, shown["version"])[0] == 507
            resize(tmp_path, "4m")
            assert throw(served, shown["version"])[0] == 200
            now = served.snapshot()
            assert now["match"]["version"] == shown["version"] + 1
            assert "no room" not in (now["message"] or "")
            served.kill()
        with Served(tmp_path, "--camera", "none") as again:
            assert version(again) == shown["version"] + 1


def test_a_card_that_turns_read_only_is_named_and_what_was_shown_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state, image = tmp_path / "state", tmp_path / "card"
    state.mkdir()
    with failing(state, image) as fail:
        with Served(state, "--camera", "none") as served:
            served.post("/api/v1/matches", MATCH)
            for number in range(1, 6):
                assert throw(served, number)[0] == 200
            shown = served.snapshot()["match"]
            fail()
            status, answer = throw(served, shown["version"])
            assert (status, answer["error"]["code"]) == (503, "storage_read_only")
            now = served.snapshot()
            assert now["match"] == shown
            assert "is read-only" in now["message"]
            # The games can still be carried to another machine.
            backup = tmp_path / "games.zip"
            assert cli.main(["backup", str(backup), "--state", str(state)]) == 0
            assert cli.main(["verify", str(state)]) == 0
            served.kill()
        assert disk.card(disk.measured(state)).found.startswith("The file system is read-only")
        status, said = refused(command(state))
        assert status == 2
        assert "is read-only" in said
        assert "Traceback" not in said
        with pytest.raises(StorageReadOnly, match="companion backup"):
            SqliteJournal(journal_file(state))
        capsys.readouterr()
        assert cli.main(["doctor", "--json", "--state", str(state)]) == 1
        told = {each["check"]: each for each in json.loads(capsys.readouterr().out)["findings"]}
        assert told["card"]["status"] == "fault"
        assert told["file system"]["status"] == "fault"
    new = tmp_path / "new"
    assert cli.main(["restore", str(backup), "--state", str(new)]) == 0
    with Served(new, "--camera", "none") as elsewhere:
        assert elsewhere.snapshot()["match"] == shown


def test_a_match_that_is_spoilt_is_named_on_the_page_and_by_every_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(play(tmp_path, matches=2))
    with Served(tmp_path, "--camera", "none") as served:
        assert "Match 2 cannot be continued: entry 2" in served.snapshot()["message"]
        listed = served.get("/api/v1/matches")["matches"]
        assert [bool(each.get("damage")) for each in listed] == [True, False]
        assert cli.main(["verify", str(tmp_path)]) == 1
        backup = tmp_path / "games.zip"
        assert cli.main(["backup", str(backup), "--state", str(tmp_path)]) == 1
        assert cli.main(["restore", str(backup), "--state", str(tmp_path), "--replace"]) == 2
        assert "Another Table Companion is using" in capsys.readouterr().err


def test_a_file_that_may_not_grow_is_one_more_error_and_no_loss(tmp_path: Path) -> None:
    """As a quota would have it: a limit on the size of files, in a process of its own."""
    script = (
        "import resource, sys; from pathlib import Path\n"
        "from companion.errors import JournalError\n"
        "from tests.doctor.games import play\n"
        "play(Path(sys.argv[1]), matches=1)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))\n"
        "try: play(Path(sys.argv[1]), matches=1, throws=2000)\n"
        "except JournalError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
    )
    assert "Nothing was applied" in done.stdout
    assert cli.main(["verify", str(tmp_path)]) == 0
