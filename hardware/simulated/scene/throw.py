"""A throw: dice tumble in, bounce, slide and lie still with exactly the wanted faces.

Knows how dice move so that a camera and a reader believe it. Refuses to know why these
faces were wanted.

The motion is told backwards from where each die comes to rest, so that the end is exact;
it looks like a throw but is no simulation of forces.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from hardware.simulated.scene.die import Die
from hardware.simulated.scene.looks import Look
from hardware.simulated.scene.pose import Array, about
from hardware.simulated.scene.stage import Rendered, Stage

SHUTTER = 0.35
"""Share of the time between two frames during which the shutter is open."""
CLEAR = 1.5
"""Distance of centres, in edges, at which dice do not touch whatever their turn."""


@dataclass(frozen=True, slots=True, eq=False)
class Flight:
    """How one die gets to rest: from ``start_mm`` (x, y), beginning at ``from_s`` and taking
    ``for_s`` seconds, with ``hops`` bounces, the first ``high_mm`` high, turning ``turns``
    radians about ``axis`` on the way."""

    rest: Die
    start_mm: tuple[float, float]
    from_s: float
    for_s: float
    hops: int
    high_mm: float
    axis: tuple[float, float, float]
    turns: float

    def at(self, t_s: float) -> Die | None:
        """The die at a time, None before it comes in."""
        part = (t_s - self.from_s) / self.for_s
        if part < 0:
            return None
        if part >= 1:
            return self.rest
        left = (1 - part) ** 2
        end = self.rest.pose.centre_mm[:2]
        xy = end + (np.array(self.start_mm, np.float32) - end) * np.float32(left)
        turn = about(self.axis, self.turns * left) @ self.rest.pose.rotation
        return self.rest.resting((float(xy[0]), float(xy[1])), turn, self._lift(part))

    def _lift(self, part: float) -> float:
        """Height over the table: parabolas that shrink, the last one ends before the slide."""
        span = part / 0.8
        begin, width, high = 0.0, 0.42, self.high_mm
        for _ in range(self.hops):
            if begin <= span < begin + width:
                x = (span - begin) / width
                return high * 4 * x * (1 - x)
            begin, width, high = begin + width, width * 0.62, high * 0.32
        return 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Throw:
    """One throw as frames. Frames are rendered when asked for; the same index gives the same
    bytes. ``lying``: dice that lay there before and stay."""

    stage: Stage
    flights: tuple[Flight, ...]
    lying: tuple[Die, ...]
    fps: float
    frames: int
    seed: int

    @property
    def settled_frame(self) -> int:
        """The first frame in which no die moves."""
        end = max((f.from_s + f.for_s for f in self.flights), default=0.0)
        return min(self.frames - 1, math.ceil(end * self.fps))

    @property
    def rest(self) -> tuple[Die, ...]:
        """All dice as they lie in the end."""
        return (*self.lying, *(flight.rest for flight in self.flights))

    def t_s(self, index: int) -> float:
        """Time of a frame in seconds from the start."""
        return index / self.fps

    def dice(self, index: int) -> tuple[Die, ...]:
        """The dice in the picture at a frame, moving ones with their smear."""
        moving = [self._moving(flight, self.t_s(index)) for flight in self.flights]
        return (*self.lying, *(die for die in moving if die is not None))

    def render(self, index: int) -> Rendered:
        """The picture of a frame and its truth. IndexError beyond the last frame."""
        if not 0 <= index < self.frames:
            raise IndexError(f"The throw has frames 0 to {self.frames - 1}, not {index}.")
        return self.stage.shoot(self.dice(index), seed=self.seed * 100003 + index)

    def _moving(self, flight: Flight, t_s: float) -> Die | None:
        die = flight.at(t_s)
        if die is None or die is flight.rest:
            return die
        before = flight.at(max(flight.from_s, t_s - SHUTTER / self.fps))
        camera = self.stage.camera
        here = camera.project(die.pose.centre_mm[None])[0]
        there = camera.project((before or die).pose.centre_mm[None])[0]
        step = here - there
        if float(np.hypot(*step)) < 0.3:
            return replace(die, moving_px=(1e-3, 0.0))
        return replace(die, moving_px=(float(step[0]), float(step[1])))


def throw(
    faces: Sequence[int],
    look: Look,
    rng: np.random.Generator,
    fps: float = 15.0,
    fours: Sequence[int] = (),
    lying: Sequence[Die] = (),
    touching: bool = False,
    still_s: float = 1.2,
    size_px: tuple[int, int] = (640, 480),
    stage: Stage | None = None,
) -> Throw:
    """A throw that ends with these faces.

    ``faces``: values of six-sided dice; ``fours``: values of four-sided dice; ``lying``: dice
    that lie on the table already; ``touching``: let the first two dice lie face to face;
    ``still_s``: how long the picture goes on after all dice lie still.
    """
    stage = stage or look.stage(size_px)
    places = resting_places(len(faces) + len(fours), look, rng, lying)
    resting = [
        look.die(value, place, rng.uniform(0, 2 * math.pi), int(rng.integers(0, 8)))
        for value, place in zip(faces, places, strict=False)
    ]
    resting += [
        look.four(value, place, rng.uniform(0, 2 * math.pi))
        for value, place in zip(fours, places[len(faces) :], strict=True)
    ]
    if touching and len(faces) > 1:
        resting[1] = _beside(resting[0], resting[1], look, rng, [*resting[2:], *lying])
    flights = tuple(_flight(die, look, rng) for die in resting)
    end = max((f.from_s + f.for_s for f in flights), default=0.0)
    frames = math.ceil((end + still_s) * fps) + 1
    return Throw(stage, flights, tuple(lying), fps, frames, int(rng.integers(0, 2**31)))


def resting_places(
    count: int, look: Look, rng: np.random.Generator, lying: Sequence[Die] = ()
) -> list[tuple[float, float]]:
    """Places in millimetres where ``count`` dice lie apart. ValueError when there is no room."""
    taken = [tuple(float(v) for v in die.pose.centre_mm[:2]) for die in lying]
    out: list[tuple[float, float]] = []
    for attempt in range(4000):
        if len(out) == count:
            break
        if attempt % 400 == 399:
            out = []
        half = np.array(look.area_mm) - 0.75 * look.edge_mm
        x, y = (float(v) for v in rng.uniform(-half, half))
        if look.round_area and math.hypot(x, y) > half[0]:
            continue
        if all(math.hypot(x - a, y - b) > CLEAR * look.edge_mm for a, b in [*taken, *out]):
            out.append((x, y))
    if len(out) < count:
        raise ValueError(f"There is no room for {count} dice on {look.name}. Ask for fewer.")
    return out


def _beside(
    first: Die, second: Die, look: Look, rng: np.random.Generator, others: Sequence[Die]
) -> Die:
    """The second die laid against a side of the first where no other die is in the way."""
    edge = look.edge_mm
    centre = first.pose.centre_mm[:2]
    axis = int(np.argmin(np.abs(first.pose.rotation[2])))
    side = first.pose.rotation[:2, axis]
    side = side / np.linalg.norm(side)
    for turn in range(4):
        way = np.array([side[0], side[1]]) if turn % 2 == 0 else np.array([-side[1], side[0]])
        way = way if turn < 2 else -way
        slip = rng.uniform(-0.3, 0.3) * edge
        place = centre + way * edge * 1.02 + np.array([-way[1], way[0]]) * slip
        free = all(np.hypot(*(place - o.pose.centre_mm[:2])) > 1.42 * edge for o in others)
        if free and float(np.hypot(*place)) < look.area_mm[0]:
            yaw = math.atan2(side[1], side[0])
            return replace(
                look.die(int(second.value), (float(place[0]), float(place[1])), yaw),
                paint=second.paint,
            )
    return second


def _flight(die: Die, look: Look, rng: np.random.Generator) -> Flight:
    """A die that comes from the tower beyond the top edge of the picture."""
    start = (float(rng.uniform(-22, 22)), look.area_mm[1] * 1.25)
    way: Array = die.pose.centre_mm[:2] - np.array(start, np.float32)
    length = float(np.hypot(*way)) + 1e-3
    axis = (-float(way[1]) / length, float(way[0]) / length, float(rng.uniform(-0.25, 0.25)))
    return Flight(
        rest=die,
        start_mm=start,
        from_s=float(rng.uniform(0.1, 0.55)),
        for_s=float(rng.uniform(0.75, 1.25)),
        hops=int(rng.integers(2, 4)),
        high_mm=float(rng.uniform(25, 55)),
        axis=axis,
        turns=-length / look.edge_mm * float(rng.uniform(0.8, 1.3)),
    )
