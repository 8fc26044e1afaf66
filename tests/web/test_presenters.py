"""Presenters: what a template is given to draw."""

from __future__ import annotations

import pytest

from companion.dice import DiceSpec
from companion.table.cues import TrayState
from companion.table.snapshot import LogLine, Player, SeenDie, SeenTrouble, TrayNow
from companion.table.table import Table
from tests.web import play
from web.presenters import dice
from web.presenters.marks import SHAPES, marks, outline
from web.presenters.matches import day
from web.presenters.page import page_view
from web.presenters.roll_and_wall import percent, present
from web.presenters.tray import STATES, tray_view

PLAYERS = marks(play.LUCY_AND_RALPH)


def _seen(value: int | None, confidence: float = 0.999, x: float = 0.5) -> SeenDie:
    others = tuple((v, 0.01) for v in (6, 2) if v != value)
    return SeenDie("d6", value, confidence, others, (x, 0.5), (x - 0.05, 0.4, x + 0.05, 0.6))


def test_every_player_has_letters_of_their_own() -> None:
    names = ["Lucy", "Ralph", "Monica", "Mona", "Alex", "lu", ""]
    found = marks([Player(name, "red") for name in names])
    letters = [mark.letters for mark in found]
    assert letters[1] == "R"
    assert len({text.casefold() for text in letters}) == len(names)


def test_every_colour_has_a_shape_of_its_own_and_an_outline() -> None:
    assert len(set(SHAPES.values())) == len(SHAPES)
    outlines = {outline(shape, 0, 0, 10) for shape in SHAPES.values()}
    assert len(outlines) == len(SHAPES)


def test_an_unknown_colour_is_grey() -> None:
    assert marks([Player("Ann", '"><b>')])[0].colour == "grey"


def test_likely_values_come_first_and_the_shown_one_is_not_offered() -> None:
    chip = dice.chip("fix-0", 0, "d6", 5, _seen(5))
    assert chip.likely == (6, 2)
    assert chip.others == (1, 3, 4)


def test_what_the_camera_saw_is_the_first_offer_after_a_correction() -> None:
    assert dice.chip("fix-0", 0, "d6", 4, _seen(5)).likely == (5, 6, 2)


def test_a_typed_die_offers_every_other_value() -> None:
    assert dice.chip("fix-0", 0, "d4", 4, None).others == (1, 2, 3)


def test_dice_stay_tied_to_their_place_in_the_picture_after_a_correction() -> None:
    seen = [_seen(5), _seen(3), _seen(1)]
    assert dice.pair_up([("d6", 1), ("d6", 3), ("d6", 5)], seen) == (2, 1, 0)
    assert dice.pair_up([("d6", 1), ("d6", 5), ("d6", 6)], seen) == (2, 0, 1)
    assert dice.pair_up([("d4", 1), ("d6", 5)], seen) == (None, 0)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("1d6", "one six-sided die"),
        ("2d6+1d4", "one four-sided die and two six-sided dice"),
        ("12d20", "12 twenty-sided dice"),
        ("2symbol", "two symbol dice"),
    ],
)
def test_awaited_dice_are_said_in_words(spec: str, words: str) -> None:
    assert dice.spec_words(DiceSpec.parse(spec)) == words


def test_every_state_of_the_tray_has_a_sign_of_its_own() -> None:
    assert set(STATES) == set(TrayState)
    assert len({sign for sign, _, _ in STATES.values()}) == len(TrayState)


@pytest.mark.parametrize(
    "state", [TrayState.ROLLING, TrayState.HAND_IN_VIEW, TrayState.CAMERA_LOST]
)
def test_no_outlines_are_drawn_over_dice_that_may_have_moved(state: TrayState) -> None:
    assert tray_view(TrayNow(state, (_seen(5),)), None).boxes == ()


def test_a_die_that_was_not_read_is_a_question_mark() -> None:
    box = tray_view(TrayNow(TrayState.SETTLED, (_seen(None, 0.3),)), None).boxes[0]
    assert (box.text, box.sure) == ("?", False)
    assert (box.x, box.width) == ("45.00%", "10.00%")


def test_trouble_is_said_in_words_once() -> None:
    trouble = (SeenTrouble("cocked", None), SeenTrouble("cocked", (0.1, 0.1)))
    assert tray_view(TrayNow(TrayState.SETTLED, (), trouble), None).trouble == ("leaning die",)


def test_the_picture_can_be_tapped_only_for_dice_of_the_roll_that_counted(table: Table) -> None:
    play.begin_free_roll(table)
    table.tray(TrayState.SETTLED)
    roll = play.throw_seen(play.die(3, 100), play.die(5, 300), play.die(1, 500))
    table.rolled(roll, play.PICTURE_SIZE, None)
    counted = table.snapshot()
    assert [b.target for b in tray_view(counted.tray, counted.match).boxes] == [
        "fix-1",
        "fix-2",
        "fix-0",
    ]
    unasked = TrayNow(TrayState.UNASKED_ROLL, (_seen(5),))
    assert tray_view(unasked, counted.match).boxes[0].target is None


def test_the_picture_shows_the_corrected_value(table: Table) -> None:
    play.begin_free_roll(table)
    table.tray(TrayState.SETTLED)
    roll = play.throw_seen(play.die(3, 100), play.die(5, 300), play.die(1, 500))
    table.rolled(roll, play.PICTURE_SIZE, None)
    match = play.now(table)
    table.correct(match.version, [("d6", 1), ("d6", 3), ("d6", 6)], "page")
    now = table.snapshot()
    assert [b.text for b in tray_view(now.tray, now.match).boxes] == ["3", "6", "1"]


@pytest.mark.parametrize(
    ("chance", "text"),
    [(0.0, "0 %"), (0.001, "< 1 %"), (0.5, "50 %"), (0.998, "> 99 %"), (1.0, "100 %")],
)
def test_a_chance_is_certain_only_when_it_is(chance: float, text: str) -> None:
    assert percent(chance) == text


def test_every_declaration_of_the_wall_is_offered_once(table: Table) -> None:
    match = play.begin_wall(table)
    board = present(match, PLAYERS)
    offered = [d.choice for t in board.content.targets for row in t.rows for d in row]
    declares = [c for c in match.choices if c.action["type"] == "Declare"]
    assert len(offered) == len(declares)
    assert all(choice in offered for choice in declares)
    assert board.used == {match.choices.index(choice) for choice in declares}


def test_targets_that_would_be_called_the_same_are_told_apart(table: Table) -> None:
    play.begin_wall(table)
    for action in (
        {"type": "Declare", "target": "2a.01", "white": 1, "blue": 0},
        {"type": "Rolled", "dice": [{"kind": "d6", "value": 6}]},
        {"type": "KeepEnergyBar"},
    ):
        table.submit(0, action, play.now(table).version, "page")
    board = present(play.now(table), PLAYERS)
    words = [target.words for target in board.content.targets]
    assert len(words) == len(set(words))
    assert "the lower 3 on the left" in words


def test_pawns_in_one_space_do_not_cover_each_other(table: Table) -> None:
    pawns = present(play.begin_wall(table), PLAYERS).content.pawns
    assert len(pawns) == 2
    assert abs(pawns[0].x - pawns[1].x) >= pawns[0].radius + pawns[1].radius


def test_the_ground_is_not_a_target_and_the_summit_is_named(table: Table) -> None:
    spaces = {s.id: s for s in present(play.begin_wall(table), PLAYERS).content.spaces}
    assert spaces["start"].role == ""
    assert spaces["summit.left"].label == "the summit on the left"
    assert spaces["1a.01"].role == "target"


def test_what_just_happened_tells_events_rather_than_the_step(table: Table) -> None:
    match = play.begin_wall(table)
    table.submit(0, match.choices[0].action, match.version, "page")
    page = page_view(table.snapshot())
    assert page.now is not None
    assert [line.kind for line in page.now.happened] == ["event"]


def test_the_log_is_newest_first_with_the_players_mark(table: Table) -> None:
    match = play.begin_wall(table)
    table.submit(0, match.choices[0].action, match.version, "page")
    page = page_view(table.snapshot())
    assert page.now is not None
    lines: list[LogLine] = [entry.line for entry in page.now.log]
    assert lines[-1].kind == "start"
    assert page.now.log[0].mark == page.now.marks[0]


def test_dates_are_said_as_people_do() -> None:
    assert day("2026-11-28T19:05:00+00:00") == "28 November 2026, 19:05"
    assert day("yesterday") == "yesterday"


def test_climbers_on_a_mountain_are_counted_by_player_and_place(table: Table) -> None:
    for game, start, own in (
        ("high_risk", "Basecamp", "climbers"),
        ("gipfelkraxler", "Start", "ibexes"),
    ):
        table.new_match(game, play.LUCY_AND_RALPH, {}, "practice")
        page = page_view(table.snapshot())
        assert page.now is not None
        assert page.now.board is not None
        mountain = page.now.board.content
        count = len(page.now.match.view["players"][0][own])
        assert count > 1
        places = {place.name: place for place in mountain.places}
        assert [(p.mark.name, p.count) for p in mountain.pieces] == [
            ("Lucy", count),
            ("Ralph", count),
        ]
        assert all(p.y == places[start].y for p in mountain.pieces)
        assert f"Lucy has {count} at {start}" in mountain.summary
