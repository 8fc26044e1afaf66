"""One die with marks in a pose, and its class.

Knows which dice exist, how they come to lie and what they show. Refuses to know light.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hardware.simulated.scene.pose import Array, about, turned, upright
from tests.training.chance import Chance
from tests.training.digits.bodies import (
    BARREL,
    CUBE,
    FLAT,
    OTHER,
    TETRA,
    Body,
    Mark,
    barrel,
    cube,
    many_sided,
    standing_on,
    tetra,
    tetra_marks,
)
from tests.training.digits.glyphs import Glyphs, icon, pips

_SIGNS = ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1))
LETTERS = "ACEHJKMNPRTUVWXY"
"""Letters that nobody takes for a numeral."""


@dataclass(frozen=True, slots=True, eq=False)
class Posed:
    """A die in the world, z up: ``kind`` is its class, ``bitmaps`` one for each mark."""

    body: Body
    marks: tuple[Mark, ...]
    bitmaps: tuple[Array, ...]
    rotation: Array
    kind: int


class DiceBox:
    """Draws dice one after the other."""

    def __init__(self, chance: Chance, glyphs: Glyphs) -> None:
        self._chance = chance
        self._glyphs = glyphs
        self._kinds: Mapping[str, Callable[[], Posed]] = {
            "cube": self._cube,
            "barrel": self._barrel,
            "tetra": self._tetra,
            "flat": self._flat,
            "many": self._many,
            "strange": self._strange,
            "edge": self._on_edge,
        }

    def draw(self, kinds: Sequence[str] = ()) -> Posed:
        """A die of any kind, or of one of these."""
        if kinds:
            return self._kinds[kinds[self._chance.whole(0, len(kinds) - 1)]]()
        shares = {
            "cube": 0.28, "barrel": 0.15, "tetra": 0.3, "flat": 0.1,
            "many": 0.07, "strange": 0.08, "edge": 0.02,
        }  # fmt: skip
        pick = str(self._chance.rng.choice(list(shares), p=list(shares.values())))
        return self._kinds[pick]()

    def _cube(self) -> Posed:
        chance = self._chance
        hand, foot = self._glyphs.hand(chance), ("", ".", "_")[chance.whole(0, 2)]
        order = [str(1 + int(k)) for k in chance.rng.permutation(6)]
        body, marks = cube(chance.whole(0, 6)), []
        tall = chance.between(0.42, 0.78)
        shift = chance.between(-0.05, 0.05)
        for face, text in enumerate(order):
            marks.append(self._on_square(body, face, text, tall, shift))
        texts = [text + (foot if text == "6" else "") for text in order]
        axis, negative = _SIGNS[chance.whole(0, 5)]
        rotation = turned(chance.between(0, 6.283)) @ upright(axis, bool(negative))
        up = int(np.argmax(body.normals[:6] @ rotation[2]))
        return self._posed(body, marks, texts, hand, rotation, CUBE + int(order[up]) - 1)

    def _barrel(self) -> Posed:
        chance = self._chance
        hand = self._glyphs.hand(chance)
        kind = chance.whole(0, 4)
        body = barrel(round(chance.between(1.25, 1.9), 1), kind)
        order = [str(1 + int(k)) for k in chance.rng.permutation(4)]
        across = chance.happens(0.35)
        along = chance.between(-0.25, 0.3) if kind == 1 else chance.between(-0.08, 0.08)
        tall = chance.between(0.42, 0.8)
        way = 1.0 if chance.happens(0.75) or kind != 1 else -1.0
        marks = []
        for face, text in enumerate(order):
            normal = body.normals[face]
            up = np.array([way, 0, 0], np.float32)
            if across:
                up = np.cross(normal, up).astype(np.float32)
            centre = normal * np.float32(0.5) + np.array([along, 0, 0], np.float32)
            marks.append(Mark(face, text, centre, up, tall))
        up_face = chance.whole(0, 3)
        side = body.normals[up_face]
        lay = about((1.0, 0.0, 0.0), math.atan2(float(side[1]), float(side[2])))
        rotation = turned(chance.between(0, 6.283)) @ lay
        return self._posed(body, marks, order, hand, rotation, BARREL + int(order[up_face]) - 1)

    def _tetra(self) -> Posed:
        body, marks, order, hand = self._numbered_tetra()
        down = self._chance.whole(0, 3)
        rotation = turned(self._chance.between(0, 6.283)) @ standing_on(body, down)
        return self._posed(body, marks, None, hand, rotation, TETRA + int(order[down]) - 1)

    def _flat(self) -> Posed:
        body, marks, order, hand = self._numbered_tetra()
        seen = self._chance.whole(0, 3)
        flip = about((1.0, 0.0, 0.0), math.pi) @ standing_on(body, seen)
        rotation = turned(self._chance.between(0, 6.283)) @ flip
        return self._posed(body, marks, None, hand, rotation, FLAT + int(order[seen]) - 1)

    def _numbered_tetra(self) -> tuple[Body, list[Mark], list[str], str]:
        """Half of them numbered at the tip, half at the base; see ``tetra_marks``."""
        chance = self._chance
        edge = round(chance.between(1.1, 1.5), 1)
        body = tetra(edge, chance.whole(0, 3) if chance.happens(0.5) else 0)
        order = [str(1 + int(k)) for k in chance.rng.permutation(4)]
        at_tip = chance.happens(0.5)
        out = chance.between(0.36, 0.62) if at_tip else chance.between(0.3, 0.62)
        tall = edge * chance.between(0.17, 0.27)
        marks = tetra_marks(body, tuple(order), at_tip, out, tall)
        return body, marks, order, self._glyphs.hand(chance)

    def _many(self) -> Posed:
        """Eight to twenty sides with numerals, also such as a d6 or d4 has."""
        chance = self._chance
        kind = ("8", "10", "12", "20")[chance.whole(0, 3)]
        body, hand = many_sided(kind), self._glyphs.hand(chance)
        first = 0 if kind == "10" else 1
        order = [str(first + int(k)) for k in chance.rng.permutation(len(body.faces))]
        tall = {"8": 0.4, "10": 0.32, "12": 0.34, "20": 0.24}[kind] * chance.between(0.8, 1.2)
        marks = []
        for face, text in enumerate(order):
            middle = body.points[list(body.faces[face])].mean(0)
            corner = body.points[body.faces[face][0]]
            marks.append(Mark(face, text, middle, _unit(corner - middle), tall))
        rotation = turned(chance.between(0, 6.283)) @ standing_on(
            body, chance.whole(0, len(order) - 1)
        )
        return self._posed(body, marks, order, hand, rotation, OTHER)

    def _strange(self) -> Posed:
        """Cubes, barrels and tetrahedra without numerals, or with numbers they never have."""
        chance = self._chance
        hand, what = self._glyphs.hand(chance), chance.whole(0, 4)
        shape = chance.rng.random()
        if shape < 0.65:
            body, sides, axis = cube(chance.whole(0, 6)), 6, upright(2, False)
        elif shape < 0.85:
            body, sides, axis = barrel(1.5, chance.whole(0, 4)), 4, upright(2, False)
        else:
            body = tetra(1.3, chance.whole(0, 3))
            sides, axis = 4, standing_on(body, 0)
        tall = chance.between(0.5, 0.85) * (1 if sides == 6 or shape < 0.85 else 0.6)
        bitmaps, marks = [], []
        for face in range(sides):
            middle = body.normals[face] * float(
                body.points[body.faces[face][0]] @ body.normals[face]
            )
            if what == 0:
                continue
            drawn = pips(1 + face, chance) if what == 1 else None
            drawn = icon(chance) if what == 2 else drawn
            if drawn is None:
                word = LETTERS[chance.whole(0, len(LETTERS) - 1)]
                drawn = self._glyphs.draw(str(chance.whole(7, 40)) if what == 3 else word, hand)
            bitmaps.append(drawn)
            marks.append(Mark(face, "", middle, _any_up(body.normals[face], chance), tall))
        rotation = turned(chance.between(0, 6.283)) @ axis
        return Posed(body, tuple(marks), tuple(bitmaps), rotation, OTHER)

    def _on_edge(self) -> Posed:
        """A cube or barrel on its edge: no face is up."""
        posed = self._cube() if self._chance.happens(0.7) else self._barrel()
        lean = about((1.0, 0.0, 0.0), math.pi / 4 + self._chance.between(-0.1, 0.1))
        axis = np.argmax(np.abs(posed.rotation[2]))
        if posed.kind >= BARREL:
            # About its own length, so that two of its long faces look up alike.
            heading = math.atan2(float(posed.rotation[1, 0]), float(posed.rotation[0, 0]))
            lean = turned(heading) @ lean @ turned(-heading)
        else:
            heading = math.atan2(
                float(posed.rotation[1, (axis + 1) % 3]), float(posed.rotation[0, (axis + 1) % 3])
            )
            lean = turned(heading) @ lean @ turned(-heading)
        return Posed(posed.body, posed.marks, posed.bitmaps, lean @ posed.rotation, OTHER)

    def _on_square(self, body: Body, face: int, text: str, tall: float, shift: float) -> Mark:
        normal = body.normals[face]
        up = _any_up(normal, self._chance)
        centre = normal * np.float32(0.5) + up * np.float32(shift)
        return Mark(face, text, centre, up, tall)

    def _posed(
        self,
        body: Body,
        marks: list[Mark],
        texts: list[str] | None,
        hand: str,
        rotation: Array,
        kind: int,
    ) -> Posed:
        words = texts if texts is not None else [mark.text for mark in marks]
        bitmaps = tuple(self._glyphs.draw(word, hand) for word in words)
        return Posed(body, tuple(marks), bitmaps, np.asarray(rotation, np.float32), kind)


def _any_up(normal: Array, chance: Chance) -> Array:
    """One of the four directions along the edges of a square face."""
    other = np.array([1, 0, 0] if abs(normal[0]) < 0.5 else [0, 1, 0], np.float32)
    way = _unit(other - normal * (other @ normal))
    if chance.happens(0.5):
        way = np.cross(normal, way).astype(np.float32)
    return way if chance.happens(0.5) else -way


def _unit(way: Array) -> Array:
    return np.asarray(way / np.linalg.norm(way), np.float32)
