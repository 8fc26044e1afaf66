"""A second, naive opinion about backpacks: every way to colour nine squares is tried.

Knows tiles as drawings and turns them sign by sign. Refuses to share anything with the
product's packer.
"""

from __future__ import annotations

from itertools import product

Drawing = tuple[str, ...]


def turn(drawing: Drawing) -> Drawing:
    """The drawing a quarter turn clockwise."""
    return tuple("".join(row[i] for row in reversed(drawing)) for i in range(len(drawing[0])))


def laid(drawing: Drawing) -> list[set[tuple[int, int]]]:
    """Every way to lay the drawing into a 3 × 3 grid."""
    found: list[set[tuple[int, int]]] = []
    for _ in range(4):
        drawing = turn(drawing)
        for down, right in product(range(3), repeat=2):
            cells = {
                (r + down, c + right)
                for r, row in enumerate(drawing)
                for c, sign in enumerate(row)
                if sign == "#"
            }
            if all(0 <= r < 3 and 0 <= c < 3 for r, c in cells) and cells not in found:
                found.append(cells)
    return found


def can_pack(drawings: list[Drawing]) -> bool:
    """Whether some choice of one place for each drawing covers no square twice."""
    for ways in product(*map(laid, drawings)):
        squares = [cell for cells in ways for cell in cells]
        if len(squares) == len(set(squares)):
            return True
    return False
