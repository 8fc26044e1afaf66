"""Before the first turn of an advanced match: first player, deal, draft, packing."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.protocol import Seat, Setup
from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.actions import (
    Dealt,
    Discard,
    EndTurn,
    Keep,
    Packed,
    PlaceFlag,
    PlacePiton,
    UseTile,
)
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.phases import Dealing, Drafting, FirstRoll, Free, Packing
from companion.games.roll_and_wall.state import WallState
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.advanced import (
    BLACK,
    WHITE,
    AdvancedPlay,
    climb,
    climber,
    match,
    prepared,
)
from tests.games.roll_and_wall.walls import GAME, Play, example_board, white, with_blue
from tests.games.walking import board_of

S, C, H, G, Q = Tile.SHOES, Tile.CHALK, Tile.HELMET, Tile.GRABBER, Tile.QUICKDRAW
BIG, BAR, AXE = Tile.CRYSTAL_BALL, Tile.ENERGY_BAR, Tile.AXE


def flagged(seats: int = 3, **options: Any) -> Play:
    """All six flags are placed."""
    play = prepared(seats, **options)
    for _ in range(2):
        play.do(with_blue(3), PlaceFlag(WHITE), with_blue(1), PlaceFlag(BLACK), with_blue(2))
    return play


def dealing(seats: int = 3, **options: Any) -> Play:
    """Seat 0 has the first player marker."""
    play = flagged(seats, **options).do(white(6, 6, 6))
    return play.do(*[white(1, 1, 1)] * (seats - 1))


def by(play: Play, seat: int, *actions: Any) -> Play:
    """Carry out actions of that seat."""
    for action in actions:
        refusal = GAME.refusal(play.state, Seat(seat), action)
        assert refusal is None, (action, refusal)
        assert (Seat(seat), action) in GAME.legal_actions(play.state)
        step = GAME.apply(play.state, Seat(seat), action)
        play.state, play.events = step.state, step.events
    return play


def dealt(*hands: tuple[Tile, ...], **options: Any) -> Play:
    """These hands are dealt."""
    play = dealing(len(hands), **options)
    for seat, hand in enumerate(hands):
        by(play, seat, *map(Dealt, hand))
    return play


def on_practice(*hands: tuple[Tile, ...], **options: Any) -> Play:
    """On the practice wall, whose tiles have shapes, with these tiles kept by each."""
    board = board_of(GAME)
    setup = setup_of(board, len(hands), options)
    state = GAME.initial(setup)
    kept = tuple(tuple(sorted(hand)) for hand in hands)
    plain = GAME.dump_state(state)
    plain["phase"] = {
        "type": "Drafting",
        "hands": [[tile.value for tile in _one_and_rest(kept, i)] for i in range(len(kept))],
        "kept": [[tile.value for tile in hand[:2]] for hand in kept],
        "chosen": [None] * len(kept),
    }
    plain["advanced"]["flags"] = GAME.dump_state(flagged_on(board, len(hands)))["advanced"]["flags"]
    play = AdvancedPlay(GAME.load_state(plain, setup))
    for seat, hand in enumerate(kept):
        by(play, seat, Keep(hand[2]))
    return play


def _one_and_rest(kept: tuple[tuple[Tile, ...], ...], seat: int) -> tuple[Tile, ...]:
    """The seat's third tile, and the fourth of the player on the left, to be passed on."""
    return tuple(sorted((kept[seat][2], kept[(seat + 1) % len(kept)][3])))


def setup_of(board: Any, seats: int, options: dict[str, Any]) -> Setup:
    return Setup(seats, (("variant", "advanced"), *options.items()), board)


def flagged_on(board: Any, seats: int) -> WallState:
    play = AdvancedPlay(GAME.initial(setup_of(board, seats, {})))
    for _ in range(2):
        play.do(with_blue(3), PlaceFlag(WHITE), with_blue(1), PlaceFlag(BLACK), with_blue(2))
    return play.state


def test_rw26_the_highest_total_of_three_dice_begins() -> None:
    play = flagged().do(white(1, 2, 3), white(6, 6, 1), white(4, 4, 4))
    assert isinstance(play.position.phase, Dealing)
    assert GAME.view(play.state, None)["first"] == 1


def test_rw26_those_who_are_tied_roll_again() -> None:
    play = flagged().do(white(4, 4, 4), white(1, 1, 1), white(5, 5, 2))
    assert play.position.phase == FirstRoll((Seat(0), Seat(2)), ())
    assert e.FirstTied((Seat(0), Seat(2))) in play.events
    play.do(white(1, 1, 1), white(1, 1, 2))
    assert GAME.view(play.state, None)["first"] == 2


def test_rw26_a_house_rule_breaks_ties_by_seat() -> None:
    play = flagged(first_player_tie="seat_order")
    play.do(white(1, 1, 1), white(4, 4, 4), white(5, 5, 2))
    assert GAME.view(play.state, None)["first"] == 1


def test_rw27_one_is_kept_and_the_rest_go_to_the_left_until_four_are_kept() -> None:
    play = dealt((S, S, C, C), (H, H, G, G), (C, C, Q, Q))
    by(by(play, 0, Keep(S)), 2, Keep(Q))
    assert hands(play)[0] == (C, C, S, S)  # nothing moves before all have chosen
    by(play, 1, Keep(H))
    assert hands(play) == ((C, C, Q), (C, C, S), (G, G, H))
    by(by(by(play, 0, Keep(Q)), 1, Keep(S)), 2, Keep(H))
    assert hands(play) == ((G, G), (C, C), (C, C))
    by(by(by(play, 0, Keep(G)), 1, Keep(C)), 2, Keep(C))  # the last tile needs no choice
    phase = play.position.phase
    assert isinstance(phase, Packing)
    assert phase.kept == ((C, G, Q, S), (C, G, H, S), (C, C, H, Q))


def hands(play: Play) -> tuple[tuple[Tile, ...], ...]:
    """What everybody holds in the draft."""
    assert isinstance(play.position.phase, Drafting)
    return play.position.phase.hands


def test_rw27_hands_and_choices_are_hidden_from_others() -> None:
    play = by(dealt((S, S, C, C), (H, H, G, G)), 0, Keep(S))
    mine = GAME.view(play.state, Seat(0))["preparation"]
    assert (mine["hand"], mine["chosen"]) == (["chalk", "chalk", "shoes", "shoes"], "shoes")
    for viewer in (None, Seat(1)):
        shown = str(GAME.view(play.state, viewer)["preparation"])
        assert "shoes" not in shown
        assert "chalk" not in shown
    told = [GAME.event_text(event, ("Lucy", "Ralph")) for event in play.events]
    assert told == ["Lucy has chosen a tile."]


def test_rw27_tiles_are_dealt_from_those_in_the_box() -> None:
    play = dealing(2)
    by(play, 0, *[Dealt(S)] * 4)
    assert play.refused(Dealt(S), 1) == ("none_of_that_tile_left", "RW27")
    assert (Seat(1), Dealt(S)) not in GAME.legal_actions(play.state)
    by(play, 1, Dealt(AXE))
    assert (Seat(1), Dealt(AXE)) not in GAME.legal_actions(play.state)


def test_red_tiles_can_be_left_out() -> None:
    setup = setup_of(board_of(GAME), 2, {"red_tiles": False})
    stack = dict(GAME.initial(setup).terms.house.stack)  # type: ignore[union-attr]
    red = {Tile.SAND, Tile.VOODOO_DOLL, Tile.WIND_AMULET, Tile.QUIET_ZONE}
    assert not red & set(stack)
    with_red = GAME.initial(setup_of(board_of(GAME), 2, {})).terms.house
    assert with_red is not None
    assert set(dict(with_red.stack)) == set(stack) | red
    assert dict(with_red.stack)[Tile.VOODOO_DOLL] == 2
    assert stack[Tile.SHOES] == 3  # the green ones are for the basic variant only


def test_a_dealer_outside_the_rules_is_told_what_is_left() -> None:
    play = by(dealing(2), 0, Dealt(S))
    undealt = GAME.undealt(play.state)
    assert {seat for seat, _, _ in undealt} == {Seat(1)}
    assert {action.tile: n for _, action, n in undealt}[S] == 3
    assert GAME.undealt(match(climber("start")).state) == ()


def test_rw28_tiles_are_discarded_until_the_rest_fits() -> None:
    # Squares of four and four, a row of three and an angle of three: fourteen of nine.
    play = on_practice((BIG, H, BAR, AXE), (C, C, S, Q))
    phase = play.position.phase
    assert isinstance(phase, Packing)
    assert phase.done == (False, True)
    assert GAME.prompt(play.state).seats == (0,)
    assert play.choices() == {Discard(AXE), Discard(BIG), Discard(BAR), Discard(H)}
    assert play.refused(Packed()) == ("pack_first", "RW28")
    play.do(Discard(BIG))
    assert isinstance(play.position.phase, Packing)  # ten squares are still too many
    play.do(Discard(H))
    assert isinstance(play.position.phase, Free)
    assert play.climber(0).tiles == (AXE, BAR)
    assert play.climber(1).tiles == (C, C, Q, S)


def test_rw28_the_view_shows_how_the_tiles_lie() -> None:
    play = on_practice((C, S, Q, BAR), (C, C, S, Q))
    pack = GAME.view(play.state, None)["climbers"][0]["backpack"]
    cells = [tuple(cell) for tile in pack["tiles"] for cell in tile["cells"]]
    assert pack["size"] == 3
    assert len(cells) == len(set(cells)) == 9
    assert [tile["tile"] for tile in pack["tiles"]] == ["chalk", "energy_bar", "quickdraw", "shoes"]


def test_rw28_without_known_shapes_the_players_say_what_was_dropped() -> None:
    play = dealt((S, S, C, C), (H, H, G, G))
    for _ in range(3):
        for seat in (0, 1):
            phase = play.position.phase
            assert isinstance(phase, Drafting)
            by(play, seat, Keep(phase.hands[seat][0]))
    assert {Packed(), Discard(C)} <= play.choices()
    by(play, 1, Packed())
    by(play, 0, Discard(C), Packed())
    assert isinstance(play.position.phase, Free)
    assert len(play.climber(0).tiles) == 3


def test_rw28_rw29_only_a_packed_quickdraw_brings_a_fourth_piton() -> None:
    play = on_practice((Q, BIG, BAR, S), (C, C, S, Q))
    play.do(Discard(Q))
    while isinstance(play.position.phase, Packing):
        play.do(Discard(BIG))
    pitons = [climber["pitons_left"] for climber in GAME.view(play.state, None)["climbers"]]
    assert pitons == [3, 4]


def test_rw29_the_fourth_piton_is_an_ordinary_one() -> None:
    hung = ("2a.a1", "2a.b1", "2a.c1")
    play = match(climber("2a.b2", Q, pitons=hung)).do(PlacePiton())
    assert len(play.climber(0).pitons) == 4
    assert play.refused(PlacePiton()) == ("no_piton_left", "rule 4")


def test_rw29_a_house_rule_keeps_it_for_the_quickdraw() -> None:
    hung = ("2a.a1", "2a.b1", "2a.c1")
    alone = match(climber("2a.b2", Q, pitons=hung), fourth_piton="quickdraw_only")
    assert alone.refused(PlacePiton()) == ("piton_for_quickdraw", "RW29")
    lent = match(
        climber("2a.b2", Q, pitons=hung),
        climber("start", pitons=("2a.b2",)),
        fourth_piton="quickdraw_only",
    )
    lent.do(UseTile(Q))
    assert len(lent.climber(0).pitons) == 4
    early = match(
        climber("2a.b2", Q, pitons=hung[:2]),
        climber("start", pitons=("2a.b2",)),
        fourth_piton="quickdraw_only",
    )
    early.do(UseTile(Q), climb("2a.c2", 1), white(6), PlacePiton())
    assert len(early.climber(0).pitons) == 4


@pytest.mark.parametrize("young", [(), (0,)])
def test_rw30_rw32_two_quickdraws_and_young_players_have_four_pitons(young: Any) -> None:
    play = match(climber("2a.b2", Q, Q), young_players=young)
    assert GAME.view(play.state, None)["climbers"][0]["pitons_left"] == 4


def test_rw30_d37_two_quickdraws_bring_one_piton() -> None:
    play = match(climber("2a.b2", Q, Q))
    assert GAME.view(play.state, None)["climbers"][0]["pitons_left"] == 4


def test_d37_the_fourth_piton_stays_after_the_quickdraw_is_used() -> None:
    play = match(climber("2a.b2", Q), climber("start", pitons=("2a.b2",))).do(UseTile(Q))
    assert GAME.view(play.state, None)["climbers"][0]["pitons_left"] == 3


def test_rw35_the_drafted_tiles_replace_the_basic_ones() -> None:
    play = on_practice((C, S, Q, BAR), (C, C, S, Q))
    assert play.climber(1).tiles == (C, C, Q, S)
    assert play.seat == 0
    play.do(EndTurn())
    assert play.seat == 1


def test_a_board_without_tiles_or_flag_places_cannot_be_played_advanced() -> None:
    for missing, words in (("equipment", "equipment tiles"), ("flags", "flag place top 1")):
        plain = example_board()
        del plain[missing]
        board = GAME.parse_board(plain, "example")
        assert GAME.initial(Setup(2, (), board)) is not None  # the basic variant needs neither
        with pytest.raises(ValueError, match=words):
            GAME.initial(setup_of(board, 2, {}))


def test_too_few_tiles_for_the_players_are_named() -> None:
    plain = example_board()
    plain["equipment"]["tiles"] = [{"tile": "shoes", "blue": 9}]
    board = GAME.parse_board(plain, "example")
    assert GAME.initial(setup_of(board, 2, {})) is not None
    with pytest.raises(ValueError, match=r"3 players are dealt 12 tiles, but only 9"):
        GAME.initial(setup_of(board, 3, {}))


def test_the_space_of_a_flag_is_on_the_wall() -> None:
    play = flagged()
    for shown in GAME.view(play.state, None)["flags"]:
        assert all(SpaceId(space) in play.state.terms.wall.spaces for space in shown["spaces"])
