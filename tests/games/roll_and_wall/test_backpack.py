"""The packer: it proves whether tiles fit and shows how, against a naive second opinion."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.roll_and_wall.backpack import (
    SIDE,
    Shape,
    is_connected,
    pack,
    places,
    shape_of,
    turned,
)
from tests.games.practice_wall_maker import TILES
from tests.games.roll_and_wall.naive_packing import Drawing, can_pack, laid

PIECES: tuple[Drawing, ...] = (
    ("#",),
    ("##",),
    ("###",),
    ("##", "#."),
    ("##", "##"),
    ("###", "#.."),
    ("###", ".#."),
    ("##.", ".##"),
    ("###", "#.#"),
    ("#..", "###", "..#"),
    (".#.", "###", ".#."),
)


def check(drawings: tuple[Drawing, ...]) -> bool:
    """Whether they fit, by both; the shown places are right."""
    shapes = tuple(map(shape_of, drawings))
    shown = pack(shapes)
    assert (shown is not None) == can_pack(list(drawings)), drawings
    if shown is None:
        return False
    cells = [cell for tile in shown for cell in tile]
    assert len(cells) == len(set(cells))
    assert all(0 <= row < SIDE and 0 <= column < SIDE for row, column in cells)
    for shape, tile in zip(shapes, shown, strict=True):
        assert settled(tile) in turned(shape)
    return True


def settled(tile: Shape) -> Shape:
    top, left = min(row for row, _ in tile), min(column for _, column in tile)
    return tuple(sorted((row - top, column - left) for row, column in tile))


def test_rw28_up_to_three_pieces_fit_exactly_when_the_naive_packer_says_so() -> None:
    verdicts = [
        check(pieces) for n in (1, 2, 3) for pieces in combinations_with_replacement(PIECES, n)
    ]
    assert True in verdicts
    assert False in verdicts


@given(st.lists(st.sampled_from(PIECES), min_size=4, max_size=4))
@settings(max_examples=60, deadline=None)
def test_rw28_four_pieces_fit_exactly_when_the_naive_packer_says_so(pieces: list[Drawing]) -> None:
    check(tuple(pieces))


@pytest.mark.long
def test_rw28_all_sets_of_four_pieces_agree_with_the_naive_packer() -> None:
    for pieces in combinations_with_replacement(PIECES, 4):
        check(pieces)


def test_rotation_can_be_needed_and_can_be_enough() -> None:
    assert check((("###",), ("###",), ("###",)))
    assert check((("##", "#."), ("##", "#."), ("###",)))


def test_nine_squares_can_still_not_fit() -> None:
    """Two squares of four and a single one are nine, but no two of the large ones fit."""
    assert not check((("##", "##"), ("##", "##"), ("#",)))


def test_a_tile_is_not_turned_over() -> None:
    left, right = shape_of(("##.", ".##")), shape_of((".##", "##."))
    assert right not in turned(left)


@pytest.mark.parametrize("drawing", PIECES)
def test_places_are_those_of_the_naive_packer(drawing: Drawing) -> None:
    assert len(set(places(shape_of(drawing)))) == len(places(shape_of(drawing)))
    assert len(places(shape_of(drawing))) == len(laid(drawing))


def test_connected_shapes_are_told_from_others() -> None:
    assert all(is_connected(shape_of(piece)) for piece in PIECES)
    assert not is_connected(shape_of(("#.", ".#")))
    assert not is_connected(shape_of(("..", "..")))


def test_every_practice_tile_fits_alone_and_some_four_do_not() -> None:
    drawings = [tuple(str(shape).split()) for *_, shape in TILES.values()]
    assert all(check((drawing,)) for drawing in drawings)
    verdicts = {check(four) for four in combinations_with_replacement(drawings[:6], 4)}
    assert verdicts == {True, False}
