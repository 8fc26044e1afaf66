"""The boards of the games: what can be tapped, and how choices are put together."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from companion.games.protocol import Seat
from companion.games.registry import GAMES
from companion.table.shown import match_now
from companion.table.snapshot import Choice, MatchNow
from companion.table.table import Table
from tests.web import play, walking
from web.presenters import climb, mountain, rocodromo
from web.presenters.choices import press_id, press_ids
from web.presenters.marks import marks
from web.presenters.page import page_view
from web.presenters.together import put_together


def _met(game: str, wanted: Callable[[MatchNow], bool]) -> MatchNow:
    """The first such moment of some random matches."""
    for seed in range(40):
        for match in walking.matches(GAMES[game], seed, 60):
            now = match_now(match)
            if wanted(now):
                return now
    raise AssertionError(f"no random match of {game} comes to that")


def _offers(now: MatchNow, kind: str) -> bool:
    return any(choice.action["type"] == kind for choice in now.choices)


def _choice(**action: object) -> Choice:
    return Choice(Seat(0), {"type": "Lay", **action}, str(action))


def test_every_combination_becomes_one_form_and_an_incomplete_set_stays_buttons() -> None:
    every = [_choice(card=card, turn=turn) for card in (1, 2) for turn in (0, 1, 2)]
    (form,), used = put_together(every, "Lay", ("card", "turn"))
    assert used == frozenset(range(6))
    assert [part.value for part in form.parts["turn"]] == [0, 1, 2]
    assert put_together(every[:-1], "Lay", ("card", "turn")) == ((), frozenset())


def test_a_place_that_two_buttons_choose_cannot_be_tapped() -> None:
    choices = [_choice(target="a", source="x"), _choice(target="a"), _choice(target="b")]
    assert press_ids(choices, ("target",), ("Lay",)) == {"b": press_id(choices[2])}


def test_dice_to_roll_again_are_tapped_instead_of_a_button_for_every_subset() -> None:
    now = _met("gipfelkraxler", lambda m: _offers(m, "Reroll"))
    board = mountain.gipfelkraxler(now, marks(now.info.players))
    left = [c.action["type"] for i, c in enumerate(now.choices) if i not in board.used]
    assert "Reroll" not in left
    assert list(board.content.reroll.dice) == sorted(now.view["phase"]["dice"])


def test_rolling_no_die_again_is_refused_in_a_sentence(client: FlaskClient, table: Table) -> None:
    table.new_match("gipfelkraxler", play.LUCY_AND_RALPH, {}, "practice")
    table.throw([("d6", v) for v in (1, 3, 4, 5, 5)], play.now(table).version, "page")
    sent = play.stamp(table) | {"seat": "0", "action": '{"type": "Reroll", "values": []}'}
    answer = play.ask(client, "/actions/submit", sent)
    assert answer.status_code == 422
    assert answer.get_json()["notice"].endswith(".")


def test_holds_of_climb_are_tapped_for_the_finger_and_tell_who_is_in_them() -> None:
    now = _met("climb", lambda m: bool(m.view["attempt"] and len(m.view["attempt"]["down"]) > 1))
    route = climb.present(now, marks(now.info.players)).content
    letters = "".join(h.down for h in route.holds) + "".join(s.down for s in route.spots)
    down = [e for e in now.view["attempt"]["down"] if e["place"] != "beside"]
    assert sorted(letters) == sorted(climb.FINGERS[e["finger"]] for e in down)
    if route.finger_down:
        assert all(hold.press for hold in route.holds)


def test_only_holds_that_may_be_declared_are_tapped() -> None:
    now = _met("rocodromo", lambda m: _offers(m, "Declare"))
    crag = rocodromo.present(now, marks(now.info.players)).content
    tapped = {int(hold.label) - 1 for hold in crag.holds if hold.press}
    assert tapped == {c.action["hold"] for c in now.choices if c.action["type"] == "Declare"}


def test_ropes_to_take_are_apart_for_each_rope_that_goes_back() -> None:
    full = _met(
        "rocodromo", lambda m: any(c.action.get("give_back") is not None for c in m.choices)
    )
    crag = rocodromo.present(full, marks(full.info.players)).content
    backs = {str(c.action["give_back"]) for c in full.choices if c.action["type"] == "Prepare"}
    assert len(crag.taking) == len(backs)
    assert all(taking.title.startswith("Give back") for taking in crag.taking)


@pytest.mark.parametrize(
    ("outline", "middle"),
    [
        ([(0, 0), (4, 0), (4, 2), (0, 2)], (2, 1)),
        ([(0, 0), (6, 0), (0, 3)], (2, 1)),
        ([(1, 1), (1, 1), (1, 1)], (1, 1)),
    ],
)
def test_a_sections_letter_stands_in_its_middle(
    outline: list[tuple[float, float]], middle: tuple[float, float]
) -> None:
    assert rocodromo.centre(outline) == pytest.approx(middle)


def test_flags_and_backpacks_are_drawn_and_the_hand_only_for_its_owner(table: Table) -> None:
    play.begin_advanced(table)
    for seat, page in ((None, table.snapshot()), (Seat(0), table.snapshot_for(0))):
        now = page_view(page, seat).now
        assert now is not None
        assert now.board is not None
        assert len(now.board.content.flags) == 6
        assert (now.board.content.hand is not None) is (seat == 0)
