"""Random scenes of pip dice with labels, for the training of the net.

Knows the width of the world: dice, poses, cameras, light, things in the way. Refuses to
know nets and sensors.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from hardware.simulated.scene.camera import Camera, looking_at
from hardware.simulated.scene.die import Die, pip_die
from hardware.simulated.scene.draw import Layer, draw_dice
from hardware.simulated.scene.hand import Bone, cover_with
from hardware.simulated.scene.light import Light
from hardware.simulated.scene.paint import Colour, Paint, Pips
from hardware.simulated.scene.pose import Array
from hardware.simulated.scene.solid import RoundedCube
from hardware.simulated.scene.truth import truth_of
from tests.training.chance import Chance
from tests.training.grounds import Grounds
from tests.training.strangers import cube_marks, stranger

SIDE = 256
"""Side of a training crop in pixels."""
EDGE = 16.0
UNREADABLE = 6
"""Class of a die that is seen but shows no value for sure: cocked, half hidden, no pips."""
IGNORE = 7
"""A place where the net may say what it likes."""
LARGEST, LARGE, SMALL = 132.0, 108.0, 11.0
"""Sizes in pixels: above the first a die is background at this scale, above the second or
below the third it is ignored."""


@dataclass(frozen=True, slots=True)
class Label:
    """A die: place in pixels, size in pixels and class (0 to 5: values 1 to 6)."""

    x: float
    y: float
    size: float
    kind: int


@dataclass(frozen=True, slots=True, eq=False)
class Raw:
    """A lit picture (256, 256, 3), linear, with its labels; ``size``: typical die in pixels."""

    light: Array
    labels: tuple[Label, ...]
    size: float


class Worlds:
    """Draws scenes one after the other."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.chance = Chance(rng)
        self._grounds = Grounds(self.chance)

    def draw(self) -> Raw:
        """One scene. About one in seven has no dice."""
        chance = self.chance
        size = chance.scale(14, 104) if chance.happens(0.94) else chance.scale(130, 420)
        camera = self._camera(size)
        most = max(1, min(11, int((SIDE / size) ** 2 * 0.35)))
        count = 0 if chance.happens(0.14) else chance.whole(1, most)
        dice = self._dice(camera, count)
        floor = self._grounds.draw(SIDE, plain=chance.happens(0.55))
        if dice and chance.happens(0.14):
            floor = self._like(floor, dice[0].paint.body)
        light = self._light()
        area = sum(self._pixels(camera, die) ** 2 for die in dice)
        lit, layers = draw_dice(floor, camera, light, dice, 2 if area < 14000 else 1)
        cover = self._finger(lit, size) if chance.happens(0.06) else None
        labels = [
            label
            for die, layer in zip(dice, layers, strict=True)
            if (label := self._label(camera, die, layer, cover)) is not None
        ]
        return Raw(lit, tuple(labels), size)

    def _camera(self, size: float) -> Camera:
        chance = self.chance
        far = chance.scale(5, 45)
        tilt = min(abs(float(chance.rng.normal(0, 22))), 60)
        if chance.happens(0.4):
            tilt = chance.between(0, 15) if chance.happens(0.4) else chance.between(25, 60)
        roll = chance.between(0, 6.283) if chance.happens(0.3) else chance.between(-0.15, 0.15)
        camera = looking_at(
            (SIDE, SIDE),
            view_mm=EDGE * SIDE / size,
            height_mm=far * EDGE,
            tilt=math.radians(tilt),
            heading=chance.between(0, 6.283),
            roll=roll,
            squash=chance.scale(0.84, 1.19) if chance.happens(0.2) else 1.0,
        )
        reach = 0.5 * camera.focal_px
        x, y = (
            SIDE / 2 + float(np.clip(chance.rng.normal(0, 0.6) * SIDE / 2, -reach, reach))
            for _ in range(2)
        )
        return replace(camera, centre_px=(x, y))

    def _pixels(self, camera: Camera, die: Die) -> float:
        return die.edge_mm * camera.focal_px / max(1.0, camera.depth_mm(die.pose.centre_mm))

    def _dice(self, camera: Camera, count: int) -> list[Die]:
        """Dice that do not run into each other; nearly half of them beside another one."""
        chance = self.chance
        dice: list[Die] = []
        footprints: list[tuple[tuple[float, float], tuple[float, float], float]] = []
        paint, body = self._paint(), self._body()
        alike, mixed = chance.happens(0.6), chance.happens(0.2)
        for _ in range(count):
            edge = EDGE * (chance.between(0.75, 1.3) if mixed else 1.0)
            for _ in range(12):
                place, yaw = self._place(camera, footprints)
                if place is None:
                    continue
                spot = (place, (edge, edge), math.degrees(yaw))
                if all(
                    cv2.rotatedRectangleIntersection(spot, other)[0] == 0 for other in footprints
                ):
                    break
            else:
                continue
            footprints.append(spot)
            if not alike and chance.happens(0.7):
                paint = self._paint()
            if chance.happens(0.2):
                body = self._body()
                paint = replace(paint, pips=self._pips(paint.pips.layout))
            dice.append(self._die(place, yaw, paint, body, edge))
        return dice

    def _place(
        self, camera: Camera, taken: list[tuple[tuple[float, float], tuple[float, float], float]]
    ) -> tuple[tuple[float, float] | None, float]:
        chance = self.chance
        if taken and chance.happens(0.45):
            (x, y), (edge, _), degrees = taken[chance.whole(0, len(taken) - 1)]
            angle, far = chance.between(0, 6.283), chance.between(1.0, 1.5) * edge
            yaw = math.radians(degrees) + (0 if chance.happens(0.4) else chance.between(0, 1.57))
            return (x + far * math.cos(angle), y + far * math.sin(angle)), yaw
        x_px, y_px = (chance.between(-0.1, 1.1) * SIDE for _ in range(2))
        ray = camera.rays(np.array([x_px], np.float32), np.array([y_px], np.float32))
        if ray[2, 0] > -0.05:
            return None, 0.0
        point = camera.on_plane(x_px, y_px, EDGE / 2)
        return (float(point[0]), float(point[1])), chance.between(0, 6.283)

    def _die(
        self, place: tuple[float, float], yaw: float, paint: Paint, body: RoundedCube, edge: float
    ) -> Die:
        chance = self.chance
        kind = chance.rng.random()
        if kind < 0.06:
            return stranger(chance, place, yaw, paint, edge)
        if kind < 0.11:
            paint = replace(paint, marks=cube_marks(chance))
        elif kind < 0.125:
            paint = replace(paint, faces=((0, 0), (0, 0), (0, 0)))
        cocked = 0.0
        if chance.happens(0.06):
            cocked = math.radians(chance.between(12, 45))
        elif chance.happens(0.05):
            cocked = math.radians(chance.between(0, 6))
        value = 0 if paint.faces[0][0] == 0 else chance.whole(1, 6)
        heading = chance.between(0, 6.283)
        return pip_die(value, place, yaw, paint, body, edge, cocked, heading)

    def _body(self) -> RoundedCube:
        chance = self.chance
        ball = chance.between(0.62, 0.76) if chance.happens(0.45) else 1.0
        return RoundedCube(chance.between(0.03, 0.22), ball)

    def _pips(self, layout: int | None = None) -> Pips:
        chance = self.chance
        spread = chance.between(0.18, 0.29)
        radius = chance.between(0.055, min(0.128, 0.46 * spread))
        if chance.happens(0.35):  # large pips close together, as on casino and toy dice
            radius = min(0.132, chance.between(0.42, 0.58) * spread)
        clear = 2.04 * radius / spread  # the pips in a row of a six nearly touch at most
        return Pips(
            radius=radius,
            spread=spread,
            six_row=max(chance.between(0.78, 1.02), clear),
            six_gap=chance.between(0.95, 1.18),
            one=chance.between(1, 1.7) if chance.happens(0.25) else 1.0,
            two=chance.between(0.6, 1) if chance.happens(0.35) else 1.0,
            five=chance.between(0.85, 1.1) if chance.happens(0.4) else 1.0,
            hollow=chance.between(0, 1.0),
            layout=self._layout() if layout is None else layout,
        )

    def _layout(self) -> int:
        return self.chance.whole(0, 3) if self.chance.happens(0.85) else self.chance.whole(4, 5)

    def _paint(self) -> Paint:
        chance = self.chance
        body = self._body_colour()
        pip = self._pip_colour(body)
        one: Colour | None = None
        if chance.happens(0.12) and _shine(body) > 0.3:
            one = chance.hue(chance.between(-12, 12), (0.7, 1), (0.5, 0.9))
        polished = chance.happens(0.6)
        return Paint(
            body=body,
            pip=pip,
            one=one,
            pips=self._pips(),
            gloss=chance.between(0.3, 1.0) if polished else chance.between(0, 0.25),
            rough=chance.scale(0.04, 0.4),
            glow=chance.between(0, 0.9) if chance.happens(0.6) else 0.1,
            grain=chance.between(0, 0.05) if chance.happens(0.8) else chance.between(0.05, 0.3),
            specks=chance.between(0.2, 0.8) if chance.happens(0.08) else 0.0,
            faces=((2, 5), (3, 4), (1, 6)) if chance.happens(0.5) else ((2, 5), (4, 3), (1, 6)),
        )

    def _body_colour(self) -> Colour:
        chance = self.chance
        kind = chance.rng.random()
        if kind < 0.42:
            return chance.grey(0.78, 1.0, 0.04)
        if kind < 0.62:  # ivory
            b, g, r = chance.grey(0.72, 0.98, 0.03)
            return (b * chance.between(0.3, 0.75), g * chance.between(0.8, 0.97), r)
        if kind < 0.68:  # yellow
            return chance.hue(chance.between(42, 60), (0.4, 0.8), (0.75, 0.98))
        if kind < 0.77:
            return chance.grey(0.02, 0.2)
        return chance.hue(chance.between(0, 360), (0.5, 1), (0.25, 0.95))

    def _pip_colour(self, body: Colour) -> Colour:
        chance = self.chance
        light = _shine(body)
        pip: Colour = (0.0, 0.0, 0.0)
        for _ in range(20):
            kind = chance.rng.random()
            if light > 0.18:
                if kind < 0.72:
                    pip = chance.grey(0.02, 0.25, 0.15)
                elif kind < 0.92:
                    hues = (
                        chance.between(-14, 14),
                        chance.between(205, 245),
                        chance.between(90, 160),
                    )
                    pip = chance.hue(hues[chance.whole(0, 2)], (0.6, 1), (0.35, 0.95))
                else:
                    pip = chance.grey(0.88, 1.0)
            else:
                pip = chance.grey(0.75, 1.0, 0.12)
            if abs(_shine(pip) ** 0.45 - light**0.45) > 0.18:
                break
        return pip

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

    def _finger(self, lit: Array, size: float) -> Array:
        chance = self.chance
        start = (chance.between(0, SIDE), chance.between(0, SIDE))
        angle = chance.between(0, 6.283)
        stop = (start[0] + 300 * math.cos(angle), start[1] + 300 * math.sin(angle))
        wide = max(3.0, size * chance.between(0.25, 0.65))
        skin = chance.hue(chance.between(8, 28), (0.25, 0.65), (0.25, 0.98))
        lamp = (chance.between(-0.6, 0.6), chance.between(-0.6, 0.6))
        return cover_with(lit, [Bone(start, stop, wide, wide * 1.2)], lamp, skin)

    def _label(
        self, camera: Camera, die: Die, layer: Layer | None, cover: Array | None
    ) -> Label | None:
        truth = truth_of(camera, die, layer, cover)
        readable = die.kind == "d6" and die.paint.faces[0][0] > 0 and isinstance(die.value, int)
        kind = int(die.value) - 1 if readable else UNREADABLE
        visible, (x, y) = truth.visible, truth.centre_px
        if truth.size_px > LARGEST:
            return None
        kind = _class(kind, visible, truth.front, truth.cocked_deg)
        if truth.size_px > LARGE or truth.size_px < SMALL:
            kind = IGNORE
        if visible < 0.1 and (layer is None or layer.pixels < 4):
            return None
        return Label(
            float(np.clip(x, 0, SIDE - 1)), float(np.clip(y, 0, SIDE - 1)), truth.size_px, kind
        )


def _class(kind: int, visible: float, front: float, cocked_deg: float) -> int:
    if visible < 0.35:
        return IGNORE
    if visible < 0.8 or cocked_deg > 12 or front < 0.3:
        return UNREADABLE
    return IGNORE if cocked_deg > 7 and kind != UNREADABLE else kind


def _shine(colour: Colour) -> float:
    return 0.07 * colour[0] + 0.72 * colour[1] + 0.21 * colour[2]
