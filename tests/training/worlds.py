"""Random scenes of dice with labels, for the training of the net.

Knows the width of the world: dice, poses, cameras, light, things in the way. Refuses to
know nets and sensors, and what dice look like (``dress.py``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from hardware.simulated.scene.camera import Camera, looking_at
from hardware.simulated.scene.die import Die, pip_die
from hardware.simulated.scene.draw import Layer, draw_dice
from hardware.simulated.scene.light import Light
from hardware.simulated.scene.paint import Colour, Paint
from hardware.simulated.scene.pose import Array, leaning
from hardware.simulated.scene.solid import RoundedCube
from hardware.simulated.scene.truth import truth_of
from tests.training.beside import dusted, strewn
from tests.training.chance import Chance
from tests.training.dress import any_body, any_paint, any_pips, white_paint
from tests.training.grounds import Grounds
from tests.training.labels import FOUR, IGNORE, NUMERAL, OTHER, Label
from tests.training.strangers import four, numeral_marks, stranger, symbol_marks
from tests.training.things import THING, bead, cup, support
from tests.training.veils import cover, frosted, glare

SIDE = 256
"""Side of a training crop in pixels."""
EDGE = 16.0
LARGEST, LARGE, SMALL = 132.0, 108.0, 11.0
"""Sizes in pixels: above the first a die is background at this scale, above the second or
below the third it is ignored."""
UPMOST_DEG = 35.0
"""A die that leans further shows no face that is surely the top one."""
Footprint = tuple[tuple[float, float], tuple[float, float], float]
"""Middle, sides and turn in degrees, as OpenCV has rectangles; millimetres."""


@dataclass(frozen=True, slots=True, eq=False)
class Raw:
    """A lit picture (256, 256, 3), linear, with its labels; ``size``: typical die in pixels."""

    light: Array
    labels: tuple[Label, ...]
    size: float


@dataclass(frozen=True, slots=True)
class Manner:
    """How the dice of one scene lie: ``rig``: white dice in a black tray; ``from_below``: seen
    through the floor; ``strange``: share of dice without pips; ``unruly``: share that leans;
    ``close``: share that lies beside another one."""

    rig: bool
    from_below: bool
    strange: float
    unruly: float
    close: float


class Worlds:
    """Draws scenes one after the other, ``side`` pixels wide and high.

    ``whole``: as a camera sees them; else as a crop from anywhere in its picture.
    """

    beads, strewn, dusted = 0.06, 0.2, 0.12
    """Shares of the scenes that have beads, screws or pieces, glints of dust."""

    def __init__(self, rng: np.random.Generator, side: int = SIDE, whole: bool = False) -> None:
        self.chance = Chance(rng)
        self._side, self._whole = side, whole
        self._grounds = Grounds(self.chance)

    def draw(self) -> Raw:
        """One scene. About one in seven has no dice."""
        chance = self.chance
        manner = self._manner()
        size = chance.scale(130, 420)
        if chance.happens(0.94):
            size = chance.scale(30, 84) if chance.happens(0.5) else chance.scale(14, 104)
        if manner.rig:
            size = chance.scale(22, 80)
        camera = self._camera(size, manner)
        most = max(1, min(11, int((self._side / size) ** 2 * 0.35)))
        count = 0 if chance.happens(0.14) else chance.whole(1, most)
        dice = self._dice(camera, count, manner)
        floor = self._grounds.draw(self._side, plain=chance.happens(0.55))
        if manner.rig:
            floor = self._grounds.tray(self._side, size)
        elif dice and chance.happens(0.14):
            floor = self._like(floor, dice[0].paint.body)
        light = self._light()
        area = sum(self._pixels(camera, die) ** 2 for die in dice)
        lit, layers = draw_dice(floor, camera, light, dice, 2 if area < 14000 else 1)
        if manner.from_below and chance.happens(0.6):
            lit = frosted(chance, lit, size)
        hidden = cover(chance, lit, size)
        labels = []
        for number, (die, layer) in enumerate(zip(dice, layers, strict=True)):
            label = self._label(camera, die, layer, hidden, self._stacked(number, dice))
            if label is not None:
                labels.append(label)
        if labels and chance.happens(0.06):
            glare(chance, lit, labels[chance.whole(0, len(labels) - 1)])
        return Raw(self._with_things(lit, labels, size, manner), tuple(labels), size)

    def _with_things(self, lit: Array, labels: list[Label], size: float, manner: Manner) -> Array:
        """Things beside the dice, twice as often where there are none."""
        chance, often = self.chance, 1 if labels else 2
        if not manner.from_below and chance.happens(often * self.dusted):
            lit = dusted(lit, size, chance)
        if not manner.from_below and chance.happens(often * self.strewn):
            lit, _ = strewn(lit, labels, size, chance.whole(1, 3), chance)
        return lit

    def _manner(self) -> Manner:
        chance = self.chance
        kind = chance.rng.random()
        strange = 0.06 if kind < 0.58 else (0.45 if kind < 0.88 else 1.0)
        rig = chance.happens(0.09)
        return Manner(
            rig=rig,
            from_below=not rig and chance.happens(0.07),
            strange=0.06 if rig else strange,
            unruly=chance.between(0.2, 0.6) if chance.happens(0.4) else 0.02,
            close=0.75 if rig or chance.happens(0.1) else 0.45,
        )

    def _camera(self, size: float, manner: Manner) -> Camera:
        chance = self.chance
        far = chance.scale(5, 45)
        tilt = min(abs(float(chance.rng.normal(0, 22))), 60)
        if chance.happens(0.4):
            tilt = chance.between(0, 15) if chance.happens(0.4) else chance.between(25, 60)
        if manner.rig:
            far, tilt = chance.scale(9, 26), chance.between(0, 14)
        if self._whole:
            far = max(far, 0.8 * self._side / size)
        roll = chance.between(0, 6.283) if chance.happens(0.3) else chance.between(-0.15, 0.15)
        camera = looking_at(
            (self._side, self._side),
            view_mm=EDGE * self._side / size,
            height_mm=far * EDGE,
            tilt=math.radians(tilt),
            heading=chance.between(0, 6.283),
            roll=roll,
            squash=chance.scale(0.84, 1.19) if chance.happens(0.2) else 1.0,
        )
        if self._whole:
            return camera
        reach = 0.5 * camera.focal_px
        x, y = (
            self._side / 2
            + float(np.clip(chance.rng.normal(0, 0.6) * self._side / 2, -reach, reach))
            for _ in range(2)
        )
        return replace(camera, centre_px=(x, y))

    def _pixels(self, camera: Camera, die: Die) -> float:
        return die.edge_mm * camera.focal_px / max(1.0, camera.depth_mm(die.pose.centre_mm))

    def _dice(self, camera: Camera, count: int, manner: Manner) -> list[Die]:
        """Dice that do not run into each other; many of them beside another one."""
        chance = self.chance
        dice: list[Die] = []
        footprints: list[Footprint] = []
        paint = white_paint(chance) if manner.rig else any_paint(chance)
        body = any_body(chance)
        alike, mixed = manner.rig or chance.happens(0.6), chance.happens(0.2)
        for _ in range(count):
            edge = EDGE * (chance.between(0.75, 1.3) if mixed else 1.0)
            spot = self._spot(camera, footprints, edge, manner)
            if spot is None:
                continue
            footprints.append(spot)
            if not alike and chance.happens(0.7):
                paint = any_paint(chance)
            if chance.happens(0.2):
                body = any_body(chance)
                paint = replace(paint, pips=any_pips(chance, paint.pips.layout))
            yaw = math.radians(spot[2])
            die = self._die(spot[0], yaw, paint, body, edge, manner)
            if chance.happens(manner.unruly):
                dice += self._leaning(die, body, footprints)
            else:
                dice.append(die)
        if dice and chance.happens(0.2):
            dice.append(self._on_top(dice[chance.whole(0, len(dice) - 1)], paint, body, manner))
        if chance.happens(0.05):
            dice += self._things(camera, footprints, manner)
        if chance.happens(self.beads):
            dice += self._beads(camera, dice)
        return dice

    def _spot(
        self, camera: Camera, taken: list[Footprint], edge: float, manner: Manner
    ) -> Footprint | None:
        for _ in range(12):
            place, yaw = self._place(camera, taken, manner.close)
            if place is None:
                continue
            spot = (place, (edge, edge), math.degrees(yaw))
            if all(cv2.rotatedRectangleIntersection(spot, other)[0] == 0 for other in taken):
                return spot
        return None

    def _place(
        self, camera: Camera, taken: list[Footprint], close: float
    ) -> tuple[tuple[float, float] | None, float]:
        chance = self.chance
        if taken and chance.happens(close):
            (x, y), (edge, _), degrees = taken[chance.whole(0, len(taken) - 1)]
            angle, far = chance.between(0, 6.283), chance.between(1.0, 1.5) * edge
            yaw = math.radians(degrees) + (0 if chance.happens(0.4) else chance.between(0, 1.57))
            return (x + far * math.cos(angle), y + far * math.sin(angle)), yaw
        x_px, y_px = (chance.between(-0.1, 1.1) * self._side for _ in range(2))
        ray = camera.rays(np.array([x_px], np.float32), np.array([y_px], np.float32))
        if ray[2, 0] > -0.05:
            return None, 0.0
        point = camera.on_plane(x_px, y_px, EDGE / 2)
        return (float(point[0]), float(point[1])), chance.between(0, 6.283)

    def _die(
        self,
        place: tuple[float, float],
        yaw: float,
        paint: Paint,
        body: RoundedCube,
        edge: float,
        manner: Manner,
    ) -> Die:
        chance = self.chance
        if chance.happens(manner.strange):
            kind = chance.rng.random()
            if kind < 0.36:
                return four(chance, place, yaw, paint, edge, manner.from_below)
            if kind < 0.52:
                return stranger(chance, place, yaw, paint, edge)
            if kind < 0.74:
                paint = replace(paint, marks=numeral_marks(chance))
            elif kind < 0.94:
                paint = replace(paint, marks=symbol_marks(chance))
            else:
                paint = replace(paint, faces=((0, 0), (0, 0), (0, 0)))
        value = 0 if paint.faces[0][0] == 0 else chance.whole(1, 6)
        slant = math.radians(chance.between(0, 5)) if chance.happens(0.08) else 0.0
        heading = chance.between(0, 6.283)
        return pip_die(value, place, yaw, paint, body, edge, slant, heading)

    def _leaning(self, die: Die, body: RoundedCube, taken: list[Footprint]) -> list[Die]:
        """The die, no longer flat: against another one, on a thing, or on nothing to be seen."""
        chance = self.chance
        least, most = ((5, 26), (8, 45), (28, 52))[chance.whole(0, 2)]
        lean = math.radians(chance.between(least, most))
        towards = chance.between(0, 6.283)
        x, y = (float(v) for v in die.pose.centre_mm[:2])
        rotation = leaning(lean, towards) @ die.pose.rotation
        out = [die.resting((x, y), rotation, chance.between(0, 3) if chance.happens(0.2) else 0.0)]
        behind = towards if chance.happens(0.5) else towards + math.pi
        far = die.edge_mm * chance.between(1.0, 1.25)
        place = (x + far * math.cos(behind), y + far * math.sin(behind))
        kind = chance.rng.random()
        if kind < 0.5:  # a level die right beside it
            spot = (place, (die.edge_mm * 0.8,) * 2, math.degrees(towards))
            if all(cv2.rotatedRectangleIntersection(spot, other)[0] == 0 for other in taken[:-1]):
                taken.append(spot)
                value = 0 if die.paint.faces[0][0] == 0 else chance.whole(1, 6)
                level = pip_die(value, place, towards, die.paint, body, die.edge_mm)
                out.append(level)
        elif kind < 0.75:
            near = 0.5 * die.edge_mm * chance.between(0.6, 2)
            place = (x + near * math.cos(behind), y + near * math.sin(behind))
            out.append(support(chance, place, towards + math.pi / 2, die.edge_mm))
        return out

    def _on_top(self, under: Die, paint: Paint, body: RoundedCube, manner: Manner) -> Die:
        """A die on another one, flat or over its edge."""
        chance = self.chance
        edge = under.edge_mm * chance.between(0.8, 1.1)
        angle, off = chance.between(0, 6.283), chance.between(0, 0.7) * under.edge_mm
        x, y = (float(v) for v in under.pose.centre_mm[:2])
        place = (x + off * math.cos(angle), y + off * math.sin(angle))
        die = self._die(place, chance.between(0, 6.283), paint, body, edge, manner)
        rotation, lift = die.pose.rotation, float(under.hull_mm()[:, 2].max())
        if off > 0.45 * under.edge_mm:
            rotation = leaning(chance.between(0.15, 0.75), angle) @ rotation
            lift *= chance.between(0.3, 0.9)
        return die.resting(place, rotation, lift)

    def _things(self, camera: Camera, taken: list[Footprint], manner: Manner) -> list[Die]:
        chance = self.chance
        place, yaw = self._place(camera, taken, 0.0)
        if place is None:
            return []
        thing = (
            cup(chance, place, EDGE) if chance.happens(0.4) else support(chance, place, yaw, EDGE)
        )
        reach = thing.edge_mm * thing.body.reach + 0.8 * EDGE
        if any(math.hypot(place[0] - x, place[1] - y) < reach for (x, y), _, _ in taken):
            return []
        return [thing]

    def _beads(self, camera: Camera, dice: list[Die]) -> list[Die]:
        found: list[Die] = []
        for _ in range(self.chance.whole(1, 2)):
            place, _ = self._place(camera, [], 0.0)
            if place is not None and all(
                math.dist(place, die.pose.centre_mm[:2]) > 1.8 * die.edge_mm for die in dice
            ):
                found.append(bead(self.chance, place, EDGE))
        return found

    def _stacked(self, number: int, dice: list[Die]) -> float:
        """1 where the die stands above another one's top."""
        die = dice[number]
        foot = float(die.hull_mm()[:, 2].min())
        return 1.0 if foot > 0.25 * die.edge_mm and die.kind != THING else 0.0

    def _like(self, floor: Array, body: Colour) -> Array:
        """The floor recoloured to nearly the colour of the dice."""
        tone = floor / max(1e-3, float(floor.mean()))
        factor = self.chance.between(0.75, 1.1)
        soft = np.float32(self.chance.between(0.05, 0.6))
        return np.clip(np.array(body, np.float32) * factor * (1 + (tone - 1) * soft), 0.001, 1)

    def _light(self) -> Light:
        chance = self.chance
        room, key = chance.between(0.15, 0.6), chance.between(0.2, 0.8)
        if chance.happens(0.25):
            room, key = chance.between(0.55, 0.9), chance.between(0.04, 0.25)
        tint = [chance.between(0.88, 1.12) for _ in range(3)]
        elevation = math.asin(chance.between(0.3, 1))
        return Light(
            azimuth=chance.between(0, 6.283),
            elevation=elevation,
            distance_mm=chance.scale(350, 2500),
            key=(key * tint[0], key, key * tint[2]),
            room=(room, room * tint[1], room),
            softness=chance.scale(0.03, 0.4),
            glare=chance.between(0.1, 1.0),
        )

    def _label(
        self, camera: Camera, die: Die, layer: Layer | None, hidden: Array | None, stacked: float
    ) -> Label | None:
        if die.kind == THING:
            return None
        truth = truth_of(camera, die, layer, hidden)
        visible, (x, y) = truth.visible, truth.centre_px
        if truth.size_px > LARGEST:
            return None
        if visible < 0.1 and (layer is None or layer.pixels < 4):
            return None
        kind = _class(_kind_of(die), visible, truth.front, truth.cocked_deg)
        if truth.size_px > LARGE or truth.size_px < SMALL:
            kind = IGNORE
        last = self._side - 1
        middle = camera.project(die.pose.centre_mm[None])[0]
        return Label(
            float(np.clip(x, 0, last)),
            float(np.clip(y, 0, last)),
            truth.size_px,
            kind,
            truth.cocked_deg,
            stacked,
            (x - float(middle[0])) / truth.size_px,
            (y - float(middle[1])) / truth.size_px,
        )


def _kind_of(die: Die) -> int:
    if die.kind == "d4":
        return FOUR
    if die.kind == "d6_numeral":
        return NUMERAL
    if die.kind == "d6" and die.paint.faces[0][0] > 0:
        return int(die.value) - 1
    return OTHER


def _class(kind: int, visible: float, front: float, cocked_deg: float) -> int:
    """A face that is hidden, steep or as much a side as a top cannot be told."""
    if visible < 0.35:
        return IGNORE
    if visible < 0.8 or cocked_deg > UPMOST_DEG or front < 0.3:
        return OTHER
    return kind
