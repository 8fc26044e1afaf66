"""Writes the practice walls: ``python -m tests.games.rocodromo.practice_maker``.

Knows how the invented tiles are drawn. Refuses to know the real ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import companion.boards
from companion.games.rocodromo.assembly import dealt
from companion.games.rocodromo.board_file import parse_board
from companion.games.rocodromo.planar import Disc, lies_in
from companion.games.rocodromo.wall import SHAPES, Layout

SIZE = 120
HOLD = 5.0
COLOURS = ("red", "yellow", "green", "blue", "violet")
LENGTHS = {"red": 55, "yellow": 57, "green": 59, "blue": 53, "violet": 56}
STEPS = (0, 20, 45, 75)
"""By how many mm the ropes of a colour are longer than its shortest."""

Points = list[list[int]]

WALLS: Mapping[str, tuple[str, str, list[list[int]], int, list[tuple[int, int, int, int]]]] = {
    "practice": ("base", "Practice wall", [[0, 120]] * 3, 0, []),
    "practice_ledge": (
        "la_cornisa", "Practice wall, ledge", [[100, 220], [100, 220], [40, 160, 280]], 0,
        [(0, 0, 40, 120), (400, 0, 40, 120)],
    ),
    "practice_pyramid": (
        "la_piramide", "Practice wall, pyramid", [[0, 120, 240], [60, 180], [120]], 20,
        [(120, 0, 120, 20)],
    ),
    "practice_peak": (
        "el_everest", "Practice wall, peak", [[0, 120], [60], [0, 120], [60], [60]], 20,
        [(60, 0, 120, 20)],
    ),
}  # fmt: skip
"""Shape, title, left edges from the first level up, top edge, finish tiles."""


def face(tile: int, side: str) -> dict[str, Any]:
    """Four sections around a point, or three of which one has two corners; five or more holds."""
    rng = Random(f"{tile}{side}")
    px, py = rng.randint(46, 74), rng.randint(46, 74)
    top, bottom, left, right = (rng.randint(42, 78) for _ in range(4))
    far = SIZE
    outlines: list[Points] = [
        [[0, 0], [top, 0], [px, py], [0, left]],
        [[top, 0], [far, 0], [far, right], [px, py]],
        [[px, py], [far, right], [far, far], [bottom, far]],
        [[0, left], [px, py], [bottom, far], [0, far]],
    ]
    if tile % 2:
        outlines[:2] = [[[0, 0], [far, 0], [far, right], [px, py], [0, left]]]
    colours = rng.sample(COLOURS, len(outlines))
    holds: list[list[int]] = []
    for outline in outlines:
        wanted = len(holds) + (1 if len(outlines) == 4 else 2)
        ring = [(float(x), float(y)) for x, y in outline]
        while len(holds) < wanted:
            x, y = rng.randint(10, SIZE - 10), rng.randint(10, SIZE - 10)
            apart = all((x - a) ** 2 + (y - b) ** 2 > 24**2 for a, b in holds)
            if apart and lies_in(ring, Disc((x, y), HOLD + 2), 0.0):
                holds.append([x, y])
    return {
        "tile": tile,
        "side": side,
        "sections": [
            {"colour": colour, "outline": outline}
            for colour, outline in zip(colours, outlines, strict=True)
        ],
        "holds": [{"x_mm": x, "y_mm": y, "radius_mm": HOLD} for x, y in sorted(holds)],
    }


def plain_wall(name: str) -> dict[str, Any]:
    """A practice wall as its file is read."""
    shape, title, levels, top, finish = WALLS[name]
    board: dict[str, Any] = {
        "game": "rocodromo",
        "format": 1,
        "title": title,
        "note": "Practice board. Tiles, holds and ropes are invented; enter those of your box.",
        "carabiner_mm": 38.0,
        "placed": [{"tile": 1, "side": "a", "quarters": 0}],
        "layout": {
            "shape": "own", "tile_width_mm": SIZE, "tile_height_mm": SIZE, "levels": [[0]],
            "top_mm": top,
        },
        "climber": {
            "nose": {"x_mm": 0, "y_mm": -1, "radius_mm": 4},
            "body": {"x_mm": 0, "y_mm": 0, "radius_mm": 9},
        },
        "ropes": {
            "width_mm": 16.0,
            "lengths_mm": {c: [LENGTHS[c] + step for step in STEPS] for c in COLOURS},
        },
        "faces": [face(tile, side) for tile in range(1, 9) for side in "ab"],
    }  # fmt: skip
    box = parse_board(board, name)
    whole = Layout(
        shape, SIZE, SIZE, tuple(tuple(map(float, level)) for level in levels), 0.0, top, ()
    )
    assert tuple(len(level) for level in reversed(levels)) == SHAPES[shape]
    usual = dealt(replace(box, layout=whole, fingerprint=name), 1)
    board["placed"] = [
        {"tile": each.tile, "side": each.side, "quarters": each.quarters} for each in usual
    ]
    board["layout"] |= {"shape": shape, "levels": levels}
    if finish:
        names = ("x_mm", "y_mm", "width_mm", "height_mm")
        board["layout"]["finish"] = [dict(zip(names, box, strict=True)) for box in finish]
    return board


def written(name: str) -> str:
    """The text of a practice wall's file."""
    board = plain_wall(name)
    ropes, layout = board["ropes"], board["layout"]
    lines = [
        f"# {board['title']}",
        "# Invented for practice: no tile, hold, length or distance is that of a real box.",
        "# The file's form is described in docs/boards/rocodromo.md.",
        *(f"{key} = {_value(board[key])}" for key in ("game", "format", "title", "note")),
        f"carabiner_mm = {board['carabiner_mm']}",
        "# From the first level up, left to right.",
        f"placed = {_list(board['placed'])}",
        "",
        "[layout]",
        *(f"{key} = {_value(value)}" for key, value in layout.items()),
        "",
        "[climber]",
        *(f"{key} = {_value(value)}" for key, value in board["climber"].items()),
        "",
        "[ropes]",
        f"width_mm = {ropes['width_mm']}",
        "",
        "[ropes.lengths_mm]",
        *(f"{key} = {value}" for key, value in ropes["lengths_mm"].items()),
    ]
    for each in board["faces"]:
        lines += [
            "",
            "[[faces]]",
            f"tile = {each['tile']}",
            f'side = "{each["side"]}"',
            f"sections = {_list(each['sections'])}",
            f"holds = {_list(each['holds'])}",
        ]
    return "\n".join(lines) + "\n"


def _list(values: list[Any]) -> str:
    return "[\n" + "".join(f"  {_value(value)},\n" for value in values) + "]"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    folder = Path(companion.boards.__path__[0]) / "rocodromo"
    for wall in WALLS:
        (folder / f"{wall}.toml").write_text(written(wall), encoding="utf-8")
        print(f"wrote {wall}.toml")
