"""What judges of Climb! enter: how far a card moved, and where fingers come down."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.errors import CorruptState
from companion.games.protocol import Seat
from companion.games.registry import GAMES
from companion.table.shown import match_now
from companion.table.snapshot import MatchNow
from companion.table.table import Table
from tests.web import play, walking
from web import reading_forms
from web.presenters import climb
from web.presenters.marks import marks
from web.presenters.page import page_view


def _climbing(table: Table) -> MatchNow:
    """Lucy climbs the practice route, her thumb is down."""
    table.new_match("climb", play.LUCY_AND_RALPH, {}, "practice")
    for wanted in (
        {"type": "UseRoute"},
        {"type": "ChooseHand", "hand": "right"},
        {"type": "FingerDown", "finger": "thumb", "place": "base"},
    ):
        form = play.choose(table, **wanted)
        match = play.now(table)
        table.submit(int(form["seat"]), json.loads(form["action"]), match.version, "page")
    return play.now(table)


def _moved(table: Table, millimetres: str) -> dict[str, str]:
    match = play.now(table)
    card = match.view["route"]["cards"][0]["card"]
    action = json.dumps({"type": "CardMoved", "card": card})
    seat = str(match.prompt_seats[0])
    return play.stamp(table) | {"seat": seat, "action": action, "mm-tenths_mm": millimetres}


@pytest.mark.parametrize(
    ("written", "tenths"),
    [("0.4", 4), ("0,4", 4), (" 12 ", 120), ("1000", 10_000), ("3.0", 30), ("0.1", 1)],
)
def test_any_distance_can_be_entered_in_millimetres(
    client: FlaskClient, table: Table, written: str, tenths: int
) -> None:
    before = _climbing(table)
    sent = play.ask(client, "/actions/submit", _moved(table, written))
    assert sent.status_code == 200, sent.json
    after = play.now(table)
    assert after.version == before.version + 1
    entered = table.on_table()
    assert entered is not None
    assert entered.applied[-1].action.tenths_mm == tenths


@pytest.mark.parametrize(
    "written",
    [
        "",
        "x",
        "-1",
        "1.25",
        "0",
        "0.0",
        "1e3",
        "1000.1",
        "99999",
        "١٢",
        "0.4 mm",
        "nan",
        ".5",
        "1.",
    ],
)
def test_a_distance_that_cannot_be_gets_one_sentence_and_changes_nothing(
    client: FlaskClient, table: Table, written: str
) -> None:
    before = _climbing(table)
    sent = play.ask(client, "/actions/submit", _moved(table, written))
    assert sent.status_code == 400
    assert sent.json is not None
    assert "millimetres" in sent.json["notice"]
    assert "0.1" in sent.json["notice"]
    assert play.now(table).version == before.version


def test_a_distance_is_no_place_to_smuggle_fields_in() -> None:
    with pytest.raises(CorruptState):
        reading_forms.action(MultiDict([("action", "{}"), ("mm-type", "FingerDown")]))


def test_table_and_judges_have_the_field(client: FlaskClient, table: Table) -> None:
    _climbing(table)
    climber = play.now(table).prompt_seats[0]
    judge = 1 - climber
    for address in ("/", f"/seat/{judge}"):
        assert 'name="mm-tenths_mm"' in client.get(address).text, address


def test_a_judges_own_choices_stay_their_own(table: Table) -> None:
    match = _climbing(table)
    judge = Seat(1 - match.prompt_seats[0])
    now = page_view(table.snapshot_for(judge), judge).now
    assert now is not None
    kinds = {choice.action["type"] for choice in now.match.choices if choice.seat != judge}
    assert kinds == {"CardMoved"}


def test_every_finger_and_place_is_in_the_form_also_where_some_pairs_are_refused() -> None:
    """A hold that was left is closed to its own fingers, but others may come down there."""
    incomplete = 0
    for seed in range(12):
        for match in walking.matches(GAMES["climb"], seed, 80):
            now = match_now(match)
            downs = [c for c in now.choices if c.action["type"] == "FingerDown"]
            if not downs:
                continue
            board = climb.present(now, marks(now.info.players))
            used = {i for i, c in enumerate(now.choices) if c.action["type"] == "FingerDown"}
            assert used <= board.used
            parts = board.content.finger_down[0].parts
            pairs = {(c.action["finger"], c.action["place"]) for c in downs}
            assert {finger for finger, _ in pairs} == {p.value for p in parts["finger"]}
            assert {place for _, place in pairs} == {p.value for p in parts["place"]}
            incomplete += len(pairs) < len(parts["finger"]) * len(parts["place"])
    assert incomplete
