"""How a player is told apart on the page: a colour, a shape and letters.

Knows the palette and the outlines. Refuses to know games. Colour is never the only sign:
each colour has its own shape, and each player has letters of their own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.protocol import Seat
from companion.table.snapshot import Player

SHAPES: dict[str, str] = {
    "red": "circle",
    "blue": "square",
    "yellow": "triangle",
    "green": "diamond",
    "purple": "pentagon",
    "orange": "hexagon",
    "black": "star",
    "white": "cross",
}
"""The shape that goes with each colour of pieces."""

_SIDES = {"triangle": 3, "diamond": 4, "pentagon": 5, "hexagon": 6, "circle": 32}
_UNKNOWN_SHAPE = "circle"


@dataclass(frozen=True, slots=True)
class Mark:
    """One player as drawn: ``colour`` is a key of ``SHAPES`` or ``grey``."""

    seat: Seat
    name: str
    colour: str
    shape: str
    letters: str


def marks(players: Sequence[Player]) -> tuple[Mark, ...]:
    """The players' marks by seat; letters are unique as far as the names allow."""
    letters = _letters([p.name for p in players])
    return tuple(
        Mark(
            Seat(i),
            p.name,
            p.colour if p.colour in SHAPES else "grey",
            SHAPES.get(p.colour, _UNKNOWN_SHAPE),
            letters[i],
        )
        for i, p in enumerate(players)
    )


def outline(shape: str, x: float, y: float, radius: float) -> str:
    """The points attribute of an SVG polygon for that shape around a centre."""
    if shape == "square":
        half = radius * 0.86
        corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    elif shape == "star":
        corners = [_polar(radius * (1.15 if i % 2 == 0 else 0.62), -90 + i * 36) for i in range(10)]
    elif shape == "cross":
        a, b = radius * 0.42, radius
        corners = [(-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a)]
        corners += [(a, b), (-a, b), (-a, a), (-b, a), (-b, -a), (-a, -a)]
    else:
        sides = _SIDES.get(shape, _SIDES["circle"])
        reach = radius * {3: 1.25, 4: 1.15}.get(sides, 1.0)
        corners = [_polar(reach, -90 + i * 360 / sides) for i in range(sides)]
    return " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)


def _polar(radius: float, degrees: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return radius * math.cos(angle), radius * math.sin(angle)


def _letters(names: Sequence[str]) -> list[str]:
    """The shortest start of each name that no other name shares, at most three letters."""
    folded = [n.strip() or "?" for n in names]
    given: list[str] = []
    for i, name in enumerate(folded):
        others = [o.casefold() for j, o in enumerate(folded) if j != i]
        for length in (1, 2, 3):
            start = name[:length]
            if not any(o.startswith(start.casefold()) for o in others):
                break
        else:
            start = name[:1] + str(i + 1)
        given.append(start[:1].upper() + start[1:])
    return given
