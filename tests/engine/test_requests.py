"""Every request of the engine, with every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.dice import DiceSpec, count_throws, throws
from companion.engine.expanding import throw_at
from companion.games.registry import GAMES
from tests.engine.talking import Talk

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


@EVERY_GAME
def test_practice_is_a_board_of_every_game(game: str) -> None:
    begun = Talk().begin(game, board="practice", options={}, seed=1)
    assert (begun["game"], begun["version"], begun["over"]) == (game, 0, False)
    assert begun["prompt"]["seats"]
    assert begun["prompt"]["text"]


@EVERY_GAME
def test_a_board_that_does_not_exist_is_refused_and_named(game: str) -> None:
    talk = Talk()
    asked = {"game": game, "players": ["Ann", "Ben"], "board": "moon"}
    assert talk.code(new=asked) == "bad_request"
    assert "moon" in talk.replies[-1]["error"]["message"]
    assert talk.code(legal={}) == "no_game"


@EVERY_GAME
def test_every_listed_action_can_be_sent_back(game: str) -> None:
    talk, chance = Talk(), Random(3)
    talk.begin(game)
    for _ in range(12):
        choices = talk.done(legal={"expand": 15})["actions"]
        if not choices:
            break
        assert len({repr(choice) for choice in choices}) == len(choices)
        for choice in chance.sample(choices, min(5, len(choices))):
            talk.done(act=choice)
            talk.done(undo={})
        talk.done(act=chance.choice(choices))


@EVERY_GAME
def test_the_choices_of_all_seats_are_those_of_each_seat(game: str) -> None:
    talk = Talk()
    begun = talk.begin(game)
    everybody = talk.done(legal={"expand": 100_000})
    one_by_one = [
        talk.done(legal={"seat": line["seat"], "expand": 100_000}) for line in begun["standings"]
    ]
    each = [choice for reply in one_by_one for choice in reply["actions"]]
    assert sorted(map(repr, each)) == sorted(map(repr, everybody["actions"]))


@EVERY_GAME
def test_undo_gives_the_same_position_back(game: str) -> None:
    talk = Talk()
    begun = talk.begin(game)
    at_first = talk.done(dump={})["dump"]
    played = len(list(talk.play(Random(5), 12)))
    back = talk.done(undo={"count": played})
    assert back["prompt"] == begun["prompt"]
    assert back["version"] == played + 1
    assert talk.done(dump={})["dump"] == at_first
    assert talk.code(undo={}) == "bad_request"
    assert "Nothing is to be taken back" in talk.replies[-1]["error"]["message"]


@EVERY_GAME
def test_a_dump_is_loaded_by_another_engine_and_goes_on_the_same(game: str) -> None:
    one, other = Talk(), Talk()
    one.begin(game)
    for _ in one.play(Random(8), 20):
        pass
    dump = one.done(dump={})["dump"]
    loaded = other.done(load={"dump": dump})
    assert other.done(dump={})["dump"] == dump
    assert loaded["prompt"]["text"]
    asked: list[dict[str, Any]] = [{"legal": {}}, {"view": {"seat": None}}, {"odds": {}}]
    for request in asked:
        assert one.done(**request) == other.done(**request)


@EVERY_GAME
def test_a_stale_version_is_refused(game: str) -> None:
    talk = Talk()
    begun = talk.begin(game)
    choice = talk.done(legal={"expand": 1})["actions"][0]
    moved = talk.done(act={**choice, "version": begun["version"]})
    assert moved["version"] == begun["version"] + 1
    assert talk.code(act={**choice, "version": begun["version"]}) == "stale"
    assert talk.code(undo={"version": begun["version"]}) == "stale"
    talk.done(undo={"version": moved["version"]})


@EVERY_GAME
def test_an_action_of_no_game_is_refused(game: str) -> None:
    talk = Talk()
    begun = talk.begin(game)
    wrong: list[Any] = [{}, {"type": "Fly"}, {"type": []}, {"type": "Rolled", "dice": 3}]
    for action in wrong:
        assert talk.code(act={"seat": 0, "action": action}) == "bad_request"
    seat = len(begun["standings"])
    assert talk.code(act={"seat": seat, "action": {"type": "Fly"}}) == "bad_request"
    assert talk.done(dump={})["dump"]["state"]


@EVERY_GAME
def test_without_a_match_there_is_no_game(game: str) -> None:
    talk = Talk()
    for verb in ("legal", "view", "odds", "undo", "dump"):
        assert talk.code(**{verb: {}}) == "no_game"
    assert talk.code(act={"seat": 0, "action": {}}) == "no_game"


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    reply = Talk().ask(new={"game": "chess", "players": ["Ann", "Ben"]})
    assert reply["error"]["code"] == "unknown_game"
    assert all(name in reply["error"]["message"] for name in GAMES)


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": ["Ann"]},
        {"players": ["Ann"] * 40},
        {"players": ["Ann", "ann"]},
        {"players": ["Ann", 2]},
        {"players": "Ann"},
        {"players": ["Ann", ""]},
        {"players": ["Ann", "Be\n"]},
        {"players": ["Ann", "\ud800"]},
        {"options": {"no_such": 1}},
        {"options": {"no_such": {}}},
        {"options": []},
        {"first": 2},
        {"first": -1},
        {"first": True},
        {"seed": 0.5},
        {"board": 3},
        {"board": {"title": 3}},
        {"colour": "red"},
    ],
)
def test_a_wrong_new_is_a_bad_request_and_leaves_the_match_alone(wrong: dict[str, Any]) -> None:
    talk = Talk()
    talk.begin("high_risk")
    before = talk.done(dump={})
    assert talk.code(new={"game": "high_risk", "players": ["Ann", "Ben"], **wrong}) == "bad_request"
    assert talk.done(dump={}) == before


def test_another_seat_is_told_that_it_is_not_asked() -> None:
    talk = Talk()
    talk.begin("high_risk")
    throw = talk.done(legal={"expand": 1})["actions"][0]["action"]
    reply = talk.ask(act={"seat": 1, "action": throw})
    assert reply["error"]["code"] == "not_your_seat"
    assert reply["error"]["reason"] == "not_your_turn"


def test_an_illegal_action_names_the_rule_and_says_what_to_do() -> None:
    talk = Talk()
    talk.begin("high_risk")
    five = [{"kind": "symbol", "value": "cloud"}] * 5
    error = talk.ask(act={"seat": 0, "action": {"type": "Rolled", "dice": five}})["error"]
    assert error["code"] == "illegal"
    assert error["rule"]
    assert "6" in error["message"]


def test_after_the_end_the_match_is_over_and_can_be_undone() -> None:
    talk = Talk()
    talk.begin("high_risk", players=4)
    last = list(talk.play(Random(1), 3000))[-1]
    assert last["over"]
    assert last["winners"]
    assert talk.done(legal={}) == {"ok": True, "actions": [], "complete": True}
    assert talk.code(act={"seat": 0, "action": {"type": "Stop"}}) == "over"
    assert not talk.done(undo={})["over"]


def test_awaited_dice_are_a_template_and_expanded_evenly() -> None:
    talk = Talk()
    awaits = talk.begin("free_roll", options={"dice": "9d6+2d4"})["prompt"]["awaits"]["dice"]
    assert awaits["spec"] == "2d4+9d6"
    assert awaits["throws"] == 10 * 2002
    few = talk.done(legal={"expand": 50})
    again = talk.done(legal={"expand": 50})
    assert few == again
    assert not few["complete"]
    thrown = [each["action"] for each in few["actions"] if each["action"]["type"] == "Rolled"]
    assert len(thrown) == 50
    sixes = [sum(die["value"] == 6 for die in action["dice"]) for action in thrown]
    assert min(sixes) == 0
    assert max(sixes) >= 4
    every = talk.done(legal={"expand": 100_000})
    assert every["complete"]
    assert len(every["actions"]) - len(few["actions"]) == 10 * 2002 - 50
    none = talk.done(legal={"expand": 0})
    assert not none["complete"]
    assert len(few["actions"]) - len(none["actions"]) == 50


@pytest.mark.parametrize("written", ["6symbol", "5d6", "2d4+3d6", "1d20", "3d4+1d6+2d8"])
def test_throws_by_number_are_all_throws_in_order(written: str) -> None:
    spec = DiceSpec.parse(written)
    assert tuple(throw_at(spec, i) for i in range(count_throws(spec))) == throws(spec)


def test_twenty_dice_of_many_kinds_are_sampled_without_listing_them() -> None:
    talk = Talk()
    talk.begin("free_roll", options={"dice": "10d20+10d12"})
    reply = talk.done(legal={})
    assert sum(each["action"]["type"] == "Rolled" for each in reply["actions"]) == 1000


@EVERY_GAME
def test_odds_are_exact_fractions_of_listed_choices(game: str) -> None:
    talk, chance = Talk(), Random(2)
    talk.begin(game)
    for _ in range(12):
        choices = talk.done(legal={})["actions"]
        listed = {(each["seat"], repr(each["action"])) for each in choices}
        for figure in talk.done(odds={})["odds"]:
            assert (figure["chance"] is None) != (figure["worth"] is None)
            assert figure["action"] is None or (figure["seat"], repr(figure["action"])) in listed
            assert figure["text"].endswith(".")
        if not choices:
            break
        talk.done(act=chance.choice(choices))


def test_a_seed_deals_the_same_each_time_and_another_seed_otherwise() -> None:
    def dealt(seed: int) -> list[str]:
        """What every seat holds after the deal, which nobody is asked about."""
        talk = Talk()
        talk.begin("roll_and_wall", players=3, options={"variant": "advanced"}, seed=seed)
        for reply in talk.play(Random(4), 60):
            assert reply["prompt"]["code"] != "deal"
            told = [each["event"]["type"] for each in reply["events"]]
            if "TileDealt" in told:
                assert told.count("TileDealt") == 3 * 4
                hands = talk.done(legal={})["actions"]
                return [str(each["action"]) for each in hands]
        raise AssertionError("nothing was dealt")

    assert dealt(1) == dealt(1)
    assert dealt(1) != dealt(2)


def test_without_a_seed_the_table_deals() -> None:
    talk = Talk()
    talk.begin("roll_and_wall", options={"variant": "advanced"})
    codes = [reply["prompt"]["code"] for reply in talk.play(Random(4), 40)]
    assert codes.count("deal") == 2 * 4


def test_the_seed_of_a_game_without_a_deal_changes_nothing() -> None:
    one, other = Talk(), Talk()
    one.begin("high_risk", seed=1)
    other.begin("high_risk", seed=2)
    assert one.done(view={}) == other.done(view={})
