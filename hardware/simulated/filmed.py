"""The stage of a scripted camera, rendered: real light, lenses and tumbling dice.

Knows how throws and hands of a script become scenes of the renderer. Refuses to know when
they happen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.dice import RolledDie
from companion.errors import CameraUnavailable
from hardware.pictures import Picture
from hardware.simulated.scene import LOOKS, Look, Throw, pip_die, throw
from hardware.simulated.scene.hand import cover_with, hand
from hardware.simulated.scene.picture_dice import picture_die
from hardware.simulated.stage import Motion, Throwing

HAND_S = 1.8
"""How long a hand takes over the tray and back."""
_LEAN = 0.55
"""Radians, some 30 degrees: a die that leans as it does against a rim or a neighbour."""
_FINGER = 1 / 24
"""Width of a finger as a share of the picture's width: a hand over a tray of 26 cm."""
_GAMMA = 2.2


class FilmedTray:
    """A tray of one of the renderer's looks: dice with pips or pictures, and four-sided ones."""

    def __init__(self, look: str, width: int, height: int, fps: float) -> None:
        """``fps`` sets the shutter of moving pictures. Raises CameraUnavailable."""
        if look not in LOOKS:
            raise CameraUnavailable(f"There is no look {look!r}. Write one of: {', '.join(LOOKS)}.")
        self._look: Look = LOOKS[look]
        self._size = (width, height)
        self._fps = fps
        self._stage = self._look.stage(self._size)
        self._still = self._stage.shoot(()).image_bgr

    def still(self) -> Picture:
        """The tray as it lies now."""
        return self._still

    def throw(self, throwing: Throwing) -> Motion:
        """Take up the dice that lie there and throw these."""
        motion = self._thrown(throwing)
        self._still = motion.render(motion.settled_frame).image_bgr
        return _Tumble(motion, self._still)

    def hand(self, seed: int) -> Motion:
        """A hand passes over the tray and touches nothing."""
        return _Passing(self._still, np.random.default_rng(seed))

    def _thrown(self, throwing: Throwing) -> Throw:
        rng = np.random.default_rng(throwing.seed)
        fours = _faces(throwing.dice, "d4")
        faces = _faces(throwing.dice, "d6") + _faces(throwing.dice, "d6_numeral")
        marks = [str(die.value) for die in throwing.dice if die.kind == "symbol"]
        # Dice with pictures fly as pip dice do, and are painted when the throw is known.
        cubes = faces + [1] * len(marks)
        thrown = throw(cubes, self._look, rng, self._fps, fours, stage=self._stage)
        if marks:
            thrown = self._with_pictures(thrown, len(faces), marks, rng, throwing.cocked)
        if not (throwing.cocked and faces):
            return thrown
        # Six-sided dice come first; the last of them leans.
        number = len(faces) - 1
        flight = thrown.flights[number]
        x, y = (float(mm) for mm in flight.rest.pose.centre_mm[:2])
        leaning = pip_die(
            faces[number],
            (x, y),
            paint=self._look.paints[0],
            body=self._look.body,
            edge_mm=self._look.edge_mm,
            cocked=_LEAN,
            towards=float(rng.uniform(0, 2 * math.pi)),
        )
        flights = list(thrown.flights)
        flights[number] = replace(flight, rest=leaning)
        return replace(thrown, flights=tuple(flights))

    def _with_pictures(
        self, thrown: Throw, first: int, marks: Sequence[str], rng: np.random.Generator, lean: bool
    ) -> Throw:
        """The throw with pictures on its cubes from the ``first`` on; the last leans perhaps."""
        flights = list(thrown.flights)
        for number, mark in enumerate(marks, first):
            x, y = (float(mm) for mm in flights[number].rest.pose.centre_mm[:2])
            leaning = lean and first == 0 and number == len(marks) - 1
            rest = picture_die(
                mark,
                (x, y),
                float(rng.uniform(0, 2 * math.pi)),
                body=self._look.body,
                edge_mm=self._look.edge_mm,
                cocked=_LEAN if leaning else 0.0,
            )
            flights[number] = replace(flights[number], rest=rest)
        return replace(thrown, flights=tuple(flights))


class _Tumble:
    def __init__(self, thrown: Throw, still: Picture) -> None:
        self._thrown = thrown
        self._still = still

    @property
    def duration_s(self) -> float:
        return self._thrown.t_s(self._thrown.settled_frame)

    def picture(self, t_s: float) -> Picture:
        index = max(0, round(t_s * self._thrown.fps))
        if index >= self._thrown.settled_frame:
            return self._still
        return self._thrown.render(index).image_bgr


class _Passing:
    """In from the lower right, half across, and out again."""

    duration_s = HAND_S

    def __init__(self, still: Picture, rng: np.random.Generator) -> None:
        self._still = still
        self._heading = float(rng.uniform(0.2, 0.9))

    def picture(self, t_s: float) -> Picture:
        reach = 1.0 - abs(2 * t_s / self.duration_s - 1.0)
        if reach <= 0.0:
            return self._still
        height, width = self._still.shape[:2]
        cos, sin = math.cos(self._heading), math.sin(self._heading)
        out = (1.0 - reach) * 0.75 * width
        tip = (0.45 * width + out * cos, 0.45 * height + out * sin)
        light = (self._still.astype(np.float32) / 255) ** _GAMMA
        cover_with(light, hand(tip, self._heading, _FINGER * width), (0.4, -0.5))
        seen = np.clip(light, 0, 1) ** (1 / _GAMMA) * 255
        return np.asarray(np.rint(seen), np.uint8)


def _faces(dice: Sequence[RolledDie], kind: str) -> list[int]:
    return [die.value for die in dice if die.kind == kind and isinstance(die.value, int)]
