"""Makes the practice wall that ships.

Knows how rows of spaces become rock-like outlines that share their borders. Refuses to
know the real board: everything here is invented.

Run ``python -m tests.games.practice_wall_maker`` to write the file anew.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

WIDTH, HEIGHT = 100.0, 170.0
SUMMIT, START, CAMPSITE = 28.0, 26.0, 70.0
TARGET = Path(__file__).parents[2] / "companion" / "boards" / "roll_and_wall" / "practice.toml"

Point = tuple[float, float]
Line = list[Point]

NUMBERS = {
    # From the bottom row to the top, from left to right; a star marks a ledge.
    "1a": ("3", "2 4*3", "5 3", "4 2*6", "3 4*", "5 3"),
    "1b": ("2", "4 3*", "6 2 4", "3*5", "4 6 2*", "3 4"),
    "2a": ("4", "3 2*", "5 4 3", "2*6", "4 3*5", "2 4"),
    "2b": ("3", "5 2*4", "3 6", "4*3 2", "5 4*", "6 2"),
    "3a": ("3", "4*2 5", "3 4", "6 2*", "3 5 4*", "2 5"),
    "3b": ("2", "3 4*", "5*3", "2 4 6", "4 2*3", "3 5"),
}
ROW_HEIGHTS = {
    "1a": (22, 30, 28, 30, 32, 28),
    "1b": (24, 26, 34, 28, 30, 28),
    "2a": (26, 30, 26, 32, 28, 28),
    "2b": (20, 32, 30, 30, 28, 30),
    "3a": (28, 28, 30, 26, 32, 26),
    "3b": (22, 34, 26, 30, 30, 28),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A space while it is being made: its row, its part of the row, its outline."""

    id: str
    number: int
    ledge: bool
    row: int
    x0: float
    x1: float
    outline: Line


def main() -> None:
    """Write the file."""
    TARGET.write_text(practice_wall(), encoding="utf-8")


def practice_wall() -> str:
    """The whole file as text."""
    faces = "".join(_face_text(face_id) for face_id in NUMBERS)
    return _HEAD.replace("{TILES}", _tiles_text()) + faces


def _tiles_text() -> str:
    text = ""
    for tile, (*counts, shape) in TILES.items():
        text += f'\n[[equipment.tiles]]\ntile = "{tile}"\n'
        for colour, n in zip(("green", "blue", "red"), counts, strict=True):
            text += f"{colour} = {n}\n" if n else ""
        text += f"shape = {_list(str(shape).split())}\n"
    return text


def _cells(face_id: str) -> list[Cell]:
    rng = random.Random(f"practice wall {face_id}")
    rows = [_numbers(row) for row in NUMBERS[face_id]]
    cuts = _cuts([len(row) for row in rows], rng)
    lines = _borders(ROW_HEIGHTS[face_id], cuts, rng)
    cells: list[Cell] = []
    for r, row in enumerate(rows):
        dividers = [_divider(lines[r], lines[r + 1], x, rng) for x in cuts[r]]
        for c, (number, ledge) in enumerate(row):
            x0, x1 = cuts[r][c], cuts[r][c + 1]
            below, over = _between(lines[r], x0, x1), _between(lines[r + 1], x0, x1)
            outline = below + dividers[c + 1] + over[::-1] + dividers[c][::-1]
            cells.append(Cell(f"{len(cells) + 1:02}", number, ledge, r, x0, x1, outline))
    return cells


def _numbers(row: str) -> list[tuple[int, bool]]:
    found: list[tuple[int, bool]] = []
    for mark in row.replace(" ", ""):
        if mark == "*":
            found[-1] = (found[-1][0], True)
        else:
            found.append((int(mark), False))
    return found


def _cuts(counts: list[int], rng: random.Random) -> list[list[float]]:
    """Where each row is divided; cuts of rows that touch keep 9 mm apart, so that no two
    spaces meet in a corner only."""
    rows: list[list[float]] = []
    for n in counts:
        while True:
            inner = [round(WIDTH * i / n + rng.uniform(-14, 14)) for i in range(1, n)]
            row = [0.0, *map(float, inner), WIDTH]
            wide = all(b - a >= 24 for a, b in pairwise(row))
            if wide and all(abs(x - y) >= 9 for x in inner for y in (rows[-1] if rows else [])):
                rows.append(row)
                break
    return rows


def _borders(heights: tuple[int, ...], cuts: list[list[float]], rng: random.Random) -> list[Line]:
    """The lines between rows, from the bottom edge to the top edge, each from left to right."""
    lines: list[Line] = [[(0.0, HEIGHT), (WIDTH, HEIGHT)]]
    for x in cuts[0][1:-1]:
        lines[0].insert(-1, (x, HEIGHT))
    y = HEIGHT
    for r, height in enumerate(heights[:-1]):
        y -= height
        xs = {*cuts[r], *cuts[r + 1]}
        xs |= {x for x in map(float, range(12, 100, 19)) if all(abs(x - z) >= 6 for z in xs)}
        lines.append([(x, round(y + rng.uniform(-4.5, 4.5), 1)) for x in sorted(xs)])
    lines.append([(x, 0.0) for x in cuts[-1]])
    return lines


def _divider(below: Line, over: Line, x: float, rng: random.Random) -> Line:
    """The points between two spaces of a row, without the ends, upwards."""
    if x in (0.0, WIDTH):
        return []
    y0, y1 = dict(below)[x], dict(over)[x]
    return [
        (round(x + rng.uniform(-4, 4), 1), round(y0 + (y1 - y0) * part, 1)) for part in (0.35, 0.7)
    ]


def _between(line: Line, x0: float, x1: float) -> Line:
    return [point for point in line if x0 <= point[0] <= x1]


def _face_text(face_id: str) -> str:
    cells = _cells(face_id)
    top = [cell.id for cell in cells if cell.row == max(each.row for each in cells)]
    text = f'\n[[faces]]\nid = "{face_id}"\nlowest = "01"\ntop = {_list(top)}\n'
    for cell in cells:
        near = [each for each in cells if each.row == cell.row]
        above = [
            each.id
            for each in cells
            if each.row == cell.row + 1 and min(each.x1, cell.x1) > max(each.x0, cell.x0)
        ]
        text += "\n[[faces.spaces]]\n"
        text += f'id = "{cell.id}"\nnumber = {cell.number}\n'
        text += "ledge = true\n" if cell.ledge else ""
        text += f"above = {_list(above)}\n" if above else ""
        left = [each.id for each in near if each.x1 == cell.x0]
        right = [each.id for each in near if each.x0 == cell.x1]
        text += f"left = {_list(left)}\n" if left else ""
        text += f"right = {_list(right)}\n" if right else ""
        points = ", ".join(f"[{x:g}, {y:g}]" for x, y in cell.outline)
        text += f"outline = [{points}]\n"
    return text


def _list(names: list[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


_HEAD = f"""\
# The practice wall: invented for Table Companion, so that every rule can be played
# without the box. It is not the wall of the real game. docs/boards.md explains the form.
# Made by: python -m tests.games.practice_wall_maker

game = "roll_and_wall"
format = 1
title = "Practice wall"
note = "Invented for practice; this is not the wall of the box."

[usual]
left = "1a"
centre = "2a"
right = "3a"

[frame]
width_mm = {WIDTH:g}
height_mm = {HEIGHT:g}
start_mm = {START:g}
summit_mm = {SUMMIT:g}
campsite_mm = {CAMPSITE:g}

[summit]
spaces = "extra"
number = 4
left = [[0, 28], [100, 28], [100, 15], [84, 9], [66, 12], [47, 3], [26, 11], [11, 8], [0, 17]]
centre = [[0, 28], [100, 28], [100, 12], [81, 10], [63, 4], [52, 1], [39, 6], [18, 8], [0, 15]]
right = [[0, 28], [100, 28], [100, 18], [87, 10], [70, 11], [55, 4], [34, 9], [15, 7], [0, 12]]

# Where flags can stand on the inner edges, measured downwards; the same for all faces.
[flags]
top = [9, 19, 36, 47]
middle = [65, 76, 97, 108]
bottom = [124, 134, 156, 165]

# Practice tiles: numbers and shapes are invented too. # is a square, . is none.
[equipment]
title = "Practice tiles, invented"
{{TILES}}"""

TILES = {
    # Green, blue and red tiles of each kind, and the shape, row by row.
    "axe": (0, 2, 0, "## #."),
    "chalk": (3, 3, 0, "#"),
    "crystal_ball": (0, 2, 0, "## ##"),
    "energy_bar": (3, 3, 0, "###"),
    "grabber": (0, 2, 0, "##"),
    "helmet": (0, 2, 0, "## ##"),
    "quickdraw": (0, 2, 0, "##"),
    "quiet_zone": (0, 0, 1, "###"),
    "sand": (0, 0, 1, "##"),
    "shoes": (3, 3, 0, "## #."),
    "talisman": (0, 2, 0, "#"),
    "voodoo_doll": (0, 0, 2, "## #."),
    "wind_amulet": (0, 0, 1, "### .#."),
}


if __name__ == "__main__":
    main()
