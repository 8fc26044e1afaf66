"""Tiles in the 3 × 3 squares of a backpack.

Knows how shapes turn and proves whether a set of them fits, by exhaustive search, and
shows how. Refuses to know which tile has which shape, and to turn a tile over: a tile has a
printed front.
"""

from __future__ import annotations

from functools import lru_cache

SIDE = 3
"""Squares along each side of a backpack."""

Cell = tuple[int, int]
"""Row and column from the top left corner, from 0."""

Shape = tuple[Cell, ...]
"""The cells of a tile, in order; the topmost row and the leftmost column are 0."""


def shape_of(rows: tuple[str, ...]) -> Shape:
    """The shape drawn with ``#`` for a cell and ``.`` for none, a text for each row."""
    return _settled([(r, c) for r, row in enumerate(rows) for c, m in enumerate(row) if m == "#"])


def is_connected(shape: Shape) -> bool:
    """Whether the cells hang together by their sides."""
    reached = {shape[0]} if shape else set()
    while True:
        more = {cell for cell in shape if cell not in reached and _beside(cell) & reached}
        if not more:
            return bool(shape) and len(reached) == len(shape)
        reached |= more


def turned(shape: Shape) -> tuple[Shape, ...]:
    """The different ways in which the shape can lie, by quarter turns."""
    found = [shape]
    for _ in range(3):
        found.append(_settled([(column, -row) for row, column in found[-1]]))
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=4096)
def pack(shapes: tuple[Shape, ...]) -> tuple[Shape, ...] | None:
    """Cells for each shape, none twice and none outside; None proves that they do not fit.

    The largest shapes are tried first and every place of each is tried, so that the search
    is complete.
    """
    if sum(map(len, shapes)) > SIDE * SIDE:
        return None
    order = sorted(range(len(shapes)), key=lambda i: -len(shapes[i]))
    found = _place([places(shapes[i]) for i in order], 0)
    if found is None:
        return None
    by_index = dict(zip(order, found, strict=True))
    return tuple(_cells(by_index[i]) for i in range(len(shapes)))


@lru_cache(maxsize=256)
def places(shape: Shape) -> tuple[int, ...]:
    """Every place of the shape in an empty backpack: a bit for each cell, row by row."""
    found: list[int] = []
    for way in turned(shape):
        height = 1 + max(row for row, _ in way)
        width = 1 + max(column for _, column in way)
        found += [
            sum(1 << (r + down) * SIDE + c + right for r, c in way)
            for down in range(SIDE - height + 1)
            for right in range(SIDE - width + 1)
        ]
    return tuple(found)


def _place(choices: list[tuple[int, ...]], taken: int) -> list[int] | None:
    if not choices:
        return []
    for place in choices[0]:
        if not place & taken:
            rest = _place(choices[1:], taken | place)
            if rest is not None:
                return [place, *rest]
    return None


def _cells(place: int) -> Shape:
    return tuple(divmod(i, SIDE) for i in range(SIDE * SIDE) if place >> i & 1)


def _beside(cell: Cell) -> set[Cell]:
    row, column = cell
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def _settled(cells: list[Cell]) -> Shape:
    top = min((row for row, _ in cells), default=0)
    left = min((column for _, column in cells), default=0)
    return tuple(sorted((row - top, column - left) for row, column in cells))
