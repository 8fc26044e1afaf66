"""What only one seat may see: not among anybody else's choices, views or lines of the log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.boards.loading import PackagedBoards
from companion.table.journal import SqliteJournal
from companion.table.snapshot import MatchNow, Player, Snapshot
from companion.table.table import Accepted, Table
from tests.web.fakes import FakeClock

PLAYERS = (Player("Lucy", "red"), Player("Ralph", "blue"))


def _match(snapshot: Snapshot) -> MatchNow:
    assert snapshot.match is not None
    return snapshot.match


@pytest.fixture
def dealing(tmp_path: Path) -> Iterator[Table]:
    """Advanced Roll & Wall: flags stand, Lucy begins, tiles are about to be dealt."""
    with SqliteJournal(tmp_path / "journal.sqlite3") as journal:
        table = Table(journal, PackagedBoards(), FakeClock())
        _deal(table)
        yield table


def _deal(table: Table) -> None:
    table.new_match("roll_and_wall", PLAYERS, {"variant": "advanced"}, "practice")
    while (code := (match := _match(table.snapshot())).prompt_code) != "deal":
        if code == "flag_colour":
            choice = match.choices[0]
            table.submit(choice.seat, choice.action, match.version, "page")
        elif code == "flag_roll":
            table.throw([("d4", 1)], match.version, "page")
        else:
            value = 6 if match.prompt_seats == (0,) else 1
            table.throw([("d6", value)] * 3, match.version, "page")


def test_hidden_choices_are_listed_for_their_own_seat_only(dealing: Table) -> None:
    public = _match(dealing.snapshot())
    assert public.choices == ()
    assert public.secret == (0, 1)
    for seat in (0, 1):
        own = _match(dealing.snapshot_for(seat))
        assert own.viewer == seat
        assert {choice.seat for choice in own.choices} == {seat}
        assert {choice.action["type"] for choice in own.choices} == {"Dealt"}


def test_neither_view_nor_log_tells_what_another_seat_holds(dealing: Table) -> None:
    action = {"type": "Dealt", "tile": "talisman"}
    done = dealing.submit(0, action, _match(dealing.snapshot()).version, "page")
    assert isinstance(done, Accepted)
    seen = [dealing.snapshot(), dealing.snapshot_for(1), dealing.snapshot_for(7), done.snapshot]
    for match in map(_match, seen):
        preparation = match.view["preparation"]
        assert "talisman" not in str(preparation)
        assert not any("talisman" in line.text for line in match.log)
    assert _match(dealing.snapshot_for(0)).view["preparation"]["hand"] == ["talisman"]


def test_taking_back_a_hidden_choice_does_not_tell_it(dealing: Table) -> None:
    before = _match(dealing.snapshot()).version
    dealing.submit(0, {"type": "Dealt", "tile": "talisman"}, before, "page")
    dealing.undo(_match(dealing.snapshot()).version, "page")
    assert not any("talisman" in line.text for line in _match(dealing.snapshot()).log)
