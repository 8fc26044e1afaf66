"""The service as a process: what it keeps over a kill, how it ends, what it refuses."""

from __future__ import annotations

import signal
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.served import SCRIPT, Served, command, refused

MATCH = {
    "game": "free_roll",
    "players": [{"name": "Lucy", "colour": "red"}, {"name": "Ralph", "colour": "blue"}],
    "options": {"dice": "2d6"},
}


def begun(served: Served) -> Any:
    """A match in which three throws were entered."""
    match = served.post("/api/v1/matches", MATCH)["snapshot"]["match"]
    for values in ([1, 2], [3, 4], [6, 6]):
        dice = [{"kind": "d6", "value": value} for value in values]
        sent = {"dice": dice, "version": match["version"]}
        match = served.post("/api/v1/throw", sent)["snapshot"]["match"]
    return match


def test_a_killed_service_finds_its_game_as_it_was(tmp_path: Path) -> None:
    with Served(tmp_path) as before:
        shown = begun(before)
        before.kill()
    with Served(tmp_path) as after:
        assert after.snapshot()["match"] == shown
        undone = after.post("/api/v1/undo", {"version": shown["version"], "count": 1})
        assert undone["snapshot"]["match"]["last_roll"]["dice"] == [["d6", 3], ["d6", 4]]


def test_a_practice_climb_is_begun_where_no_game_was_played_yet_and_never_again(
    tmp_path: Path,
) -> None:
    with Served(tmp_path, "--practice") as first:
        match = first.snapshot()["match"]
        assert match["info"]["game"] == "roll_and_wall"
        assert [player["name"] for player in match["info"]["players"]] == [
            "Lucy",
            "Ralph",
            "Monica",
        ]
        assert match["choices"], "Lucy can climb at once"
        first.post("/api/v1/leave", {})
        first.kill()
    with Served(tmp_path, "--practice") as again:
        assert again.snapshot()["match"] is None
        assert len(again.get("/api/v1/matches")["matches"]) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_service_that_is_asked_to_end_does_so_cleanly_and_soon(
    tmp_path: Path, number: int
) -> None:
    script = tmp_path / "script.toml"
    script.write_text(SCRIPT)
    with Served(tmp_path / "state", "--camera", f"scripted:{script}") as served:
        assert served.snapshot()["tray"]["state"] in ("no_camera", "waiting")
        assert served.stop(number) == 0


def test_a_port_that_is_taken_is_said_and_nothing_is_started(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        status, said = refused(command(tmp_path, port=port))
    assert status == 2
    assert f"Port {port} is taken" in said
    assert "Traceback" not in said


def test_a_second_service_on_the_same_games_is_refused(tmp_path: Path) -> None:
    with Served(tmp_path) as first:
        status, said = refused(command(tmp_path))
        assert first.snapshot()["match"] is None
    assert status == 2
    assert len(said.strip().splitlines()) == 1
    assert "Traceback" not in said


def test_a_journal_that_is_no_journal_is_refused_and_left_alone(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite3"
    journal.write_text("dear diary " * 1000)
    status, said = refused(command(tmp_path))
    assert status == 2
    assert len(said.strip().splitlines()) == 1
    assert journal.read_text() == "dear diary " * 1000


def test_a_camera_that_was_named_and_is_not_there_is_said(tmp_path: Path) -> None:
    status, said = refused(command(tmp_path, "--camera", "recorded:/nowhere"))
    assert status == 2
    assert "/nowhere" in said.strip().splitlines()[-1]
    assert "Traceback" not in said
