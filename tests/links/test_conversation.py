"""What is said over one connection, how much of it at once, and what counts as heard."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from companion.links.conversation import RESENT, UNDER_WAY, Conversation
from companion.links.cursor import Cursor
from companion.links.payloads import Identity, Topics
from companion.links.results import Results
from companion.links.telling import Teller
from companion.table.table import Table
from tests.club.evening import result
from tests.links.playing import begin, play_to_the_end
from tests.links.test_cursor import MemoryRecord
from tests.table.fakes import GAMES, FakeBoards, FakeClock, MemoryJournal, climb

HERE = Identity("table-1", "Table 1", "Winter cup")
TOPICS = Topics("companion", "table-1")


class FakeLine:
    """A connection whose broker acknowledges when it is told to."""

    def __init__(self, remembered: bool = True) -> None:
        self.remembered = remembered
        self.sent: list[tuple[str, bytes, bool]] = []
        self._acknowledged: list[int] = []
        self.heard = 0

    def publish(self, topic: str, payload: bytes, retain: bool) -> int:
        self.sent.append((topic, payload, retain))
        return len(self.sent)

    def acknowledge(self, *numbers: int) -> None:
        """These; all that were sent, where none is named."""
        self._acknowledged += numbers or range(self.heard + 1, len(self.sent) + 1)
        self.heard = max(self._acknowledged, default=self.heard)

    def acknowledged(self) -> tuple[int, ...]:
        now, self._acknowledged = tuple(self._acknowledged), []
        return now

    def check(self) -> None:
        """Never lost."""

    def close(self) -> None:
        """Nothing is held."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def entries(self) -> list[int]:
        """The numbers of the events that were sent."""
        return [json.loads(p)["entry"] for topic, p, _ in self.sent if topic == TOPICS.event]


class Talk:
    """A conversation over a fake line about a table in memory."""

    def __init__(self, folder: Path, remembered: bool = True) -> None:
        self.clock = FakeClock()
        self.journal = MemoryJournal()
        self.table = Table(self.journal, FakeBoards(low={"top": 5}), self.clock, GAMES)
        self.record = MemoryRecord(self.journal)
        self.cursor = Cursor(folder / "mqtt.json", self.record)
        self.results = Results(folder / "results.json", most=2)
        self.line = FakeLine(remembered)
        teller = Teller(self.record, GAMES, HERE.table, HERE.name, HERE.tournament)
        self.talk = Conversation(
            self.line,
            self.table,
            self.record,
            teller,
            self.cursor,
            self.results,
            HERE,
            TOPICS,
            self.clock,
        )

    def until_heard(self) -> None:
        """Turn and acknowledge until all is said."""
        for _ in range(1000):
            self.clock.t_s += 1.0
            self.talk.turn(False)
            self.line.acknowledge()
            if self.talk.settled() and self.talk.patience_s(1.0) == 1.0:
                return
        raise AssertionError("it never ends")


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return Talk(tmp_path)


def test_only_so_much_is_under_way_however_long_the_broker_was_away(talk: Talk) -> None:
    begin(talk.table)
    for _ in range(100):
        climb(talk.table, 1)
    talk.talk.greet("homeassistant", True, "0.1")
    talk.talk.turn(True)
    for _ in range(50):
        talk.talk.turn(True)
    assert len(talk.line.sent) <= UNDER_WAY + 5
    assert talk.talk.patience_s(1.0) == 1.0, "there is nothing to do but wait"
    talk.until_heard()
    assert talk.line.entries() == list(range(1, 202))
    assert talk.cursor.position == 201


def test_what_was_not_acknowledged_before_is_not_passed_over(talk: Talk) -> None:
    talk.talk.greet(None, False, "0.1")
    talk.until_heard()
    begin(talk.table)
    climb(talk.table, 1)
    talk.talk.turn(True)
    events = [n for n, (t, _, _) in enumerate(talk.line.sent, start=1) if t == TOPICS.event]
    before = [n for n in range(events[0]) if n > talk.line.heard]
    talk.line.acknowledge(*before, *events[1:])
    talk.talk.turn(False)
    assert talk.cursor.position == 0
    talk.line.acknowledge(events[0], *range(events[0] + 1, events[1]), *range(events[1] + 1, 40))
    talk.talk.turn(False)
    assert talk.cursor.position >= 2


def test_a_result_is_sent_before_the_event_of_its_end(talk: Talk) -> None:
    talk.talk.greet(None, False, "0.1")
    begin(talk.table)
    play_to_the_end(talk.table)
    talk.talk.turn(True)
    talk.until_heard()
    topics = [topic for topic, _, _ in talk.line.sent]
    assert topics.index(TOPICS.result("1")) < len(topics) - topics[::-1].index(TOPICS.event) - 1
    assert [each.match for each in talk.results.all()] == ["1"]


def test_the_oldest_result_makes_room(talk: Talk) -> None:
    talk.talk.greet(None, False, "0.1")
    for _ in range(3):
        begin(talk.table)
        play_to_the_end(talk.table)
    talk.talk.turn(True)
    talk.until_heard()
    said = [(topic, payload == b"") for topic, payload, _ in talk.line.sent if "/result/" in topic]
    assert said == [
        (TOPICS.result("1"), False),
        (TOPICS.result("2"), False),
        (TOPICS.result("3"), False),
        (TOPICS.result("1"), True),
    ]


def test_a_result_keeps_its_tournament_when_it_is_told_again(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    begin(talk.table)
    play_to_the_end(talk.table)
    old = result(("Lucy", 1), ("Ralph", 2), match="1", tournament="Autumn cup")
    talk.results.add(old)
    talk.talk.greet(None, False, "0.1")
    talk.talk.turn(True)
    talk.until_heard()
    [said] = [p for topic, p, _ in talk.line.sent if topic == TOPICS.result("1")]
    assert json.loads(said)["tournament"] == "Autumn cup"


def test_a_broker_that_forgot_is_told_the_newest_events_and_all_results(tmp_path: Path) -> None:
    talk = Talk(tmp_path, remembered=False)
    begin(talk.table)
    for _ in range(100):
        climb(talk.table, 1)
    talk.cursor.position = talk.record.newest_position()
    talk.results.add(result(("Lucy", 1), match="9"))
    talk.talk._sent = talk.cursor.position
    talk.talk.greet(None, False, "0.1")
    talk.until_heard()
    assert talk.line.entries() == list(range(201 - RESENT + 1, 202))
    again = [json.loads(p)["again"] for topic, p, _ in talk.line.sent if topic == TOPICS.event]
    assert set(again) == {True}
    assert TOPICS.result("9") in [topic for topic, _, _ in talk.line.sent]


def test_what_stands_is_said_once_until_it_changes(talk: Talk) -> None:
    talk.talk.greet(None, False, "0.1")
    begin(talk.table)
    talk.talk.turn(True)
    talk.until_heard()
    count = len(talk.line.sent)
    for _ in range(5):
        talk.clock.t_s += 10.0
        talk.talk.turn(True)
    assert len(talk.line.sent) == count


def test_a_table_that_changes_quickly_is_not_told_step_by_step(talk: Talk) -> None:
    talk.talk.greet(None, False, "0.1")
    talk.until_heard()
    before = [topic for topic, _, _ in talk.line.sent].count(TOPICS.state)
    for number in range(20):
        talk.table.message(f"note {number}")
        talk.talk.turn(True)
        talk.line.acknowledge()
    assert 0.0 < talk.talk.patience_s(1.0) < 0.11
    talk.clock.t_s += 0.1
    talk.talk.turn(False)
    states = [json.loads(p) for topic, p, _ in talk.line.sent if topic == TOPICS.state][before:]
    assert len(states) <= 2
    assert states[-1]["message"] == "note 19"
