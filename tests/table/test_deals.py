"""Dealing by the program, where a table does not deal by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.boards.loading import PackagedBoards
from companion.errors import StaleVersion
from companion.games.registry import GAMES
from companion.games.roll_and_wall.phases import Dealing, Drafting
from companion.runtime.dealer import SeededDealer
from companion.table.entries import EntryKind
from companion.table.journal import SqliteJournal
from companion.table.match import replay
from companion.table.table import Accepted, Refused, Table
from tests.web import play
from tests.web.fakes import FakeClock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def seated(journal: SqliteJournal, seed: int | None = 7) -> Table:
    dealer = None if seed is None else SeededDealer(seed)
    return Table(journal, PackagedBoards(), FakeClock(), dealer=dealer)


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    with SqliteJournal(path) as opened:
        yield opened


def hands(table: Table) -> list[tuple[str, ...]]:
    match = table.on_table()
    assert match is not None
    phase = match.state.position.phase
    assert isinstance(phase, Drafting)
    return [tuple(tile.value for tile in hand) for hand in phase.hands]


def test_everything_that_is_left_to_deal_is_dealt_in_one_step(journal: SqliteJournal) -> None:
    table = seated(journal)
    before = play.begin_advanced(table)
    assert before.can_deal
    done = table.deal(before.version, "page", match=before.info.id)
    assert isinstance(done, Accepted)
    after = play.now(table)
    assert (after.version, after.prompt_code) == (before.version + 1, "draft")
    assert not after.can_deal
    assert [len(hand) for hand in hands(table)] == [4, 4]


def test_the_rest_is_dealt_where_people_began_by_hand(journal: SqliteJournal) -> None:
    table = seated(journal)
    before = play.begin_advanced(table)
    table.submit(0, {"type": "Dealt", "tile": "talisman"}, before.version, "page")
    table.deal(before.version + 1, "page")
    assert "talisman" in hands(table)[0]
    assert [len(hand) for hand in hands(table)] == [4, 4]


def test_the_same_seed_deals_the_same_tiles(tmp_path: Path) -> None:
    found = []
    for n, seed in enumerate((7, 7, 8)):
        with SqliteJournal(tmp_path / f"{n}.sqlite3") as opened:
            table = seated(opened, seed)
            table.deal(play.begin_advanced(table).version, "page")
            found.append(hands(table))
    assert found[0] == found[1] != found[2]


def test_no_more_of_a_kind_is_dealt_than_there_are(tmp_path: Path) -> None:
    with SqliteJournal(tmp_path / "many.sqlite3") as opened:
        table = seated(opened)
        for _ in range(20):
            table.deal(play.begin_advanced(table).version, "page")
            match = table.on_table()
            assert match is not None
            stack = dict(match.state.terms.house.stack)
            dealt = Counter(tile for hand in match.state.position.phase.hands for tile in hand)
            assert all(n <= stack[tile] for tile, n in dealt.items())


def test_the_log_says_that_the_program_dealt_and_nothing_of_what(journal: SqliteJournal) -> None:
    table = seated(journal)
    before = play.begin_advanced(table)
    done = table.deal(before.version, "page")
    assert isinstance(done, Accepted)
    texts = [line.text for line in done.events]
    assert texts[0] == "The program dealt what was left to deal."
    assert len(texts) == len(set(texts))
    tiles = {tile for hand in hands(table) for tile in hand}
    assert not [text for text in texts if any(tile in text for tile in tiles)]


def test_a_deal_is_taken_back_as_one_step_and_differs_when_it_is_dealt_again(
    journal: SqliteJournal,
) -> None:
    table = seated(journal)
    before = play.begin_advanced(table)
    table.deal(before.version, "page")
    first = hands(table)
    undone = table.undo(before.version + 1, "page")
    assert isinstance(undone, Accepted)
    match = table.on_table()
    assert match is not None
    assert match.state.position.phase == Dealing(((), ()))
    table.deal(before.version + 2, "page")
    assert hands(table) != first


def test_a_deal_is_there_after_a_restart(path: Path) -> None:
    with SqliteJournal(path) as opened:
        table = seated(opened)
        table.deal(play.begin_advanced(table).version, "page")
        before = hands(table)
    with SqliteJournal(path) as opened:
        again = seated(opened)
        assert hands(again) == before
        entries = opened.entries("1")
    assert entries[-1].kind is EntryKind.DEAL
    assert replay(GAMES, entries).version == len(entries)


def test_nothing_is_dealt_where_nothing_is_left_to_deal(journal: SqliteJournal) -> None:
    table = seated(journal)
    match = play.begin_free_roll(table)
    assert not match.can_deal
    refused = table.deal(match.version, "page")
    assert isinstance(refused, Refused)
    assert refused.code == "nothing_to_deal"
    assert play.now(table).version == match.version


def test_a_table_without_a_dealer_says_so(journal: SqliteJournal) -> None:
    table = seated(journal, None)
    match = play.begin_advanced(table)
    refused = table.deal(match.version, "page")
    assert isinstance(refused, Refused)
    assert refused.text.endswith("Deal by hand.")


def test_an_old_page_deals_nothing(journal: SqliteJournal) -> None:
    table = seated(journal)
    match = play.begin_advanced(table)
    with pytest.raises(StaleVersion):
        table.deal(match.version - 1, "page")
