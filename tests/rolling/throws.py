"""How dice get onto the table: from a tower, a hand, a cup, or a cup set down over them.

Knows launches, and what hands do before and after. Refuses to know how dice fall.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hardware.simulated.scene.die import Die
from hardware.simulated.scene.pose import about
from tests.rolling.acts import Point, Way, entrance, laid, outside, shaken
from tests.rolling.camera import Laid
from tests.rolling.physics import RATE_HZ, Launch, Motion, Vector, Walls, tumble
from tests.rolling.reel import Reel, Shot
from tests.rolling.sprites import Gesture, Sprite, cup, hand, tower

_TRIES = 100
_LEAN_TRIES = 16
LEANING_DEG = 8.0
"""A die whose top face is further than this from level leans."""


@dataclass(frozen=True, slots=True, eq=False)
class _Fall:
    motion: Motion
    bodies: tuple[Die, ...]


def collect(reel: Reel, keep: int = 0) -> Iterator[Shot]:
    """A hand takes all dice but ``keep`` off the table, in one sweep or one by one."""
    rng = reel.rng
    order = [int(v) for v in rng.permutation(len(reel.dice))][keep:]
    if not order:
        return
    groups = [order] if rng.random() < 0.5 else [[number] for number in order]
    before, gone = reel.dice, set[int]()
    turn = entrance(reel)
    shown = hand(reel.who, Gesture.FLAT if len(groups) == 1 else Gesture.PINCH)
    at = outside(reel, turn, _seen(reel, before[order[0]]))
    for group in groups:
        target = _seen(reel, before[group[0]])
        way = Way((0.0, float(rng.uniform(0.4, 0.9))), (at, target))
        yield from _held(reel, shown, way, turn)
        gone |= set(group)
        reel.lay([die for number, die in enumerate(before) if number not in gone])
        at = target
    away = Way((0.0, 0.7), (at, outside(reel, turn, at)))
    yield from _held(reel, shown, away, turn)


def stand_tower(reel: Reel) -> None:
    """A dice tower stands at the upper border for the whole film."""
    mouth = reel.place.walls.half_mm[1] - 6.0
    at = reel.place.seen_px(0.0, mouth, 0.0)
    shown = tower(reel.rng)
    reel.lay(things=(*reel.things, Laid(shown, at, 0.0, 1.0 + shown.high_mm / 450.0)))
    reel.clear_from_px = at[1]


def throw(reel: Reel, kind: str, count: int, lean: bool = False) -> Iterator[Shot]:
    """``count`` dice are thrown to those that lie there; ``lean``: until one leans."""
    begin = reel.index + 1
    yield from THROWS[kind](reel, count, lean, begin)


def _from_tower(reel: Reel, count: int, lean: bool, begin: int) -> Iterator[Shot]:
    rng = reel.rng
    top = _inner(reel)[1]
    speed = float(rng.uniform(250, 800))

    def launch(number: int) -> tuple[Vector, Vector, float]:
        at = np.array([rng.uniform(-28, 28), top * rng.uniform(0.85, 0.95), rng.uniform(20, 45)])
        going = np.array([rng.uniform(-150, 150), -speed * rng.uniform(0.7, 1.3), -150.0])
        return at, going, float(rng.uniform(0, 0.12) * number)

    fall = _falls(reel, count, launch, lean)
    yield from reel.roll("tower", fall.motion, fall.bodies, lambda t_s: (), 0.0, begin)


def _from_hand(reel: Reel, count: int, lean: bool, begin: int) -> Iterator[Shot]:
    rng = reel.rng
    turn = entrance(reel)
    inner = _inner(reel)
    # Towards the arm in the world: y runs up there and down in the picture.
    arm = np.array([math.cos(turn), -math.sin(turn)])
    start = arm * np.array(inner) * rng.uniform(0.3, 0.6)
    target = reel.place.seen_px(float(start[0]), float(start[1]), 50.0)
    come_s, shake_s = float(rng.uniform(0.4, 0.9)), float(rng.choice([0.0, 0.6, 1.5]))
    away = outside(reel, turn, target)
    full = hand(reel.who, Gesture.FIST)
    swing = 9 * reel.place.px_per_mm
    way = Way((0.0, come_s), (away, target))

    def shake(t_s: float) -> Sequence[Laid]:
        thing = laid(reel, full, way, turn, t_s)
        if t_s <= come_s:
            return [thing]
        x, y = thing.at_px
        off = swing * math.sin(22 * (t_s - come_s))
        return [Laid(thing.sprite, (x + off, y + off / 2), turn, thing.grown, (off / 3, 0.0))]

    yield from reel.over(come_s + shake_s, shake, "hand throws")
    speed = float(rng.uniform(150, 600))

    def launch(number: int) -> tuple[Vector, Vector, float]:
        at = np.array([*(start + rng.uniform(-14, 14, 2)), rng.uniform(35, 70)])
        going = np.array([*(-arm * speed * rng.uniform(0.6, 1.3)), rng.uniform(-200, 100)])
        going[:2] += rng.uniform(-120, 120, 2)
        return at, going, 0.0

    fall = _falls(reel, count, launch, lean)
    leave_s = float(rng.uniform(0.3, 1.2))
    leave = Way((0.0, 0.15, 0.15 + leave_s), (target, target, away))
    opened = hand(reel.who, Gesture.FLAT)
    yield from reel.roll(
        "hand",
        fall.motion,
        fall.bodies,
        lambda t_s: [laid(reel, opened, leave, turn, t_s)],
        0.15 + leave_s,
        begin,
    )


def _from_cup(reel: Reel, count: int, lean: bool, begin: int) -> Iterator[Shot]:
    rng = reel.rng
    inner = _inner(reel)
    start = rng.uniform(-0.4, 0.4, 2) * np.array(inner)
    target = reel.place.seen_px(float(start[0]), float(start[1]), 60.0)
    shake_s = float(rng.uniform(0.8, 7.0))
    held = shaken(reel, target, shake_s, count, leave=False)
    yield from reel.over(0.85 + shake_s, held, "cup throws")

    def launch(number: int) -> tuple[Vector, Vector, float]:
        at = np.array([*(start + rng.uniform(-22, 22, 2)), rng.uniform(30, 60)])
        return at, np.array([*rng.uniform(-350, 350, 2), -200.0]), 0.0

    fall = _falls(reel, count, launch, lean)
    turn = entrance(reel)
    away = outside(reel, turn, target)
    leave_s = float(rng.uniform(0.4, 0.9))
    leave = Way((0.0, 0.1, 0.1 + leave_s), (target, target, away))
    turned, fist = cup(rng, upturned=True), hand(reel.who, Gesture.FIST)
    yield from reel.roll(
        "cup",
        fall.motion,
        fall.bodies,
        lambda t_s: [laid(reel, s, leave, turn, t_s) for s in (turned, fist)],
        0.1 + leave_s,
        begin,
    )


def _under_cup(reel: Reel, count: int, lean: bool, begin: int) -> Iterator[Shot]:
    """A cup is set down with its mouth below, stands, and is lifted: the dice lie there."""
    rng = reel.rng
    inner = _inner(reel)
    start = rng.uniform(-0.4, 0.4, 2) * np.array(inner)
    target = reel.place.seen_px(float(start[0]), float(start[1]), 60.0)
    turn = entrance(reel)
    away = outside(reel, turn, target)
    stand_s = float(rng.uniform(0.6, 3.0))
    way = Way((0.0, 0.5, 0.5 + stand_s), (away, target, target))
    turned, fist = cup(rng, upturned=True), hand(reel.who, Gesture.FIST)
    yield from reel.over(
        0.5 + stand_s, lambda t: [laid(reel, s, way, turn, t) for s in (turned, fist)], "cup set"
    )

    def launch(number: int) -> tuple[Vector, Vector, float]:
        at = np.array([*(start + rng.uniform(-20, 20, 2)), 12.0 + 18.0 * number])
        return at, np.array([*rng.uniform(-150, 150, 2), -100.0]), 0.0

    fall = _falls(reel, count, launch, lean)
    still = Motion(
        fall.motion.centres_mm[-1:],
        fall.motion.rotations[-1:],
        fall.motion.there[-1:],
        fall.motion.edges_mm,
    )
    reel.lay(fall.bodies)
    lift_s = float(rng.uniform(0.35, 0.8))
    leave = Way((0.0, lift_s), (target, away))
    yield from reel.roll(
        "under a cup",
        still,
        fall.bodies,
        lambda t_s: [laid(reel, s, leave, turn, t_s) for s in (turned, fist)],
        lift_s,
        begin,
    )


def _spun(reel: Reel, count: int, lean: bool, begin: int) -> Iterator[Shot]:
    """The dice of a throw from a hand, of which one goes on spinning on its corner."""
    rng = reel.rng

    def launch(number: int) -> tuple[Vector, Vector, float]:
        at = np.array([*(rng.uniform(-0.5, 0.5, 2) * np.array(_inner(reel))), 30.0])
        return at, np.array([*rng.uniform(-250, 250, 2), -100.0]), 0.0

    fall = _falls(reel, count, launch, lean)
    motion = _spinning(fall.motion, len(fall.bodies) - 1, float(rng.uniform(4.0, 11.0)), rng)
    yield from reel.roll("spun", motion, fall.bodies, lambda t_s: (), 0.0, begin)


def _spinning(motion: Motion, number: int, spin_s: float, rng: np.random.Generator) -> Motion:
    """The same throw with one die that spins on a corner where it will lie, ever slower.

    Told, not computed: the engine has no corner so fine that a die spins on it.
    """
    rows = round(spin_s * RATE_HZ)
    total = len(motion.centres_mm) + rows
    centres = np.repeat(motion.centres_mm[-1:], total, axis=0)
    rotations = np.repeat(motion.rotations[-1:], total, axis=0)
    there = np.ones((total, len(motion.edges_mm)), bool)
    known = len(motion.centres_mm)
    centres[:known], rotations[:known], there[:known] = (
        motion.centres_mm,
        motion.rotations,
        motion.there,
    )
    rest, flat = motion.centres_mm[-1, number], motion.rotations[-1, number]
    edge = motion.edges_mm[number]
    tilt = about((1.0, -1.0, 0.0), math.acos(1 / math.sqrt(3)))
    fall_rows = round(0.25 * RATE_HZ)
    turns = float(rng.uniform(9, 14))
    phase = 0.0
    for row in range(total - fall_rows, -1, -1):
        left = (total - fall_rows - row) / RATE_HZ
        phase -= 2 * math.pi * (1.5 + turns * left / (total / RATE_HZ)) / RATE_HZ
        wander = 0.25 * edge * np.array([math.sin(0.9 * left), math.cos(1.3 * left) - 1, 0.0])
        rotations[row, number] = about((0, 0, 1), phase) @ tilt @ flat
        centres[row, number] = [*(rest + wander)[:2], edge * math.sqrt(3) / 2]
    for step in range(fall_rows):
        part = (1 - (step + 1) / fall_rows) ** 0.5
        row = total - fall_rows + step
        angle = math.acos(1 / math.sqrt(3)) * part
        rotations[row, number] = about((1.0, -1.0, 0.0), angle) @ flat
        high = rest[2] + (edge * math.sqrt(3) / 2 - rest[2]) * part
        centres[row, number] = [*rest[:2], high]
    return Motion(centres, rotations, there, motion.edges_mm)


def _falls(
    reel: Reel, count: int, launch: Callable[[int], tuple[Vector, Vector, float]], lean: bool
) -> _Fall:
    """A motion that ends with all dice in view, in the open and flat (or one leaning); fewer dice
    where so many find no room."""
    look, rng = reel.place.look, reel.rng
    best: _Fall | None = None
    for attempt in range(_TRIES):
        lying = [_lying(die) for die in reel.dice]
        bodies = [look.die(1, which=int(rng.integers(8))) for _ in range(count)]
        thrown = []
        for number in range(count):
            at, going, from_s = launch(number)
            if lean:  # in a heap, so that dice come to lie on and against others
                at = at * np.array([0.4, 0.4, 1.0]) + [0, 0, 12 * number]
                going = going * 0.4
            # Dice that leave the table are thrown again, with more or less care.
            care = float(rng.uniform(0.15, 1.0))
            spin = care * rng.normal(size=3) * rng.uniform(5, 30)
            going = going * care
            thrown.append(Launch(at, _any_turn(rng), going, spin, look.edge_mm, from_s))
        walls = reel.place.walls
        if lean:
            walls = Walls(walls.round, walls.half_mm, walls.high_mm, 0.9, 0.5)
        motion = tumble([*lying, *thrown], walls)
        if motion is None:
            continue
        fall = _Fall(motion, (*reel.dice, *bodies))
        rest = [
            die.at(tuple(motion.centres_mm[-1, n]), np.asarray(motion.rotations[-1, n], np.float32))
            for n, die in enumerate(fall.bodies)
        ]
        camera = reel.place.stage.camera
        tops = [camera.project(die.top_face_mm()) for die in rest]
        free = all(float(top[:, 1].min()) > reel.clear_from_px for top in tops)
        if not free or not all(reel.place.holds(die) for die in rest):
            continue
        if lean and not any(die.cocked_deg > LEANING_DEG for die in rest):
            best = best or fall
            if attempt < _LEAN_TRIES:
                continue
        return fall
    if best is None:
        if count == 1:
            raise RuntimeError(f"No die comes to rest on {look.name}; take another seed.")
        return _falls(reel, count - 1, launch, lean)  # there is no room for so many
    return best


def _lying(die: Die) -> Launch:
    zero = np.zeros(3)
    return Launch(
        np.asarray(die.pose.centre_mm, np.float64),
        np.asarray(die.pose.rotation, np.float64),
        zero,
        zero,
        die.edge_mm,
    )


def _any_turn(rng: np.random.Generator) -> Vector:
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return np.asarray(turn * np.sign(np.linalg.det(turn)), np.float64)


def _inner(reel: Reel) -> tuple[float, float]:
    """Half width and half height within which dice are let go."""
    walls = reel.place.walls
    share = 0.65 if walls.round else 0.8
    return walls.half_mm[0] * share, walls.half_mm[1] * share


def _seen(reel: Reel, die: Die) -> Point:
    x, y, z = (float(v) for v in die.pose.centre_mm)
    return reel.place.seen_px(x, y, z)


def _held(reel: Reel, shown: Sprite, way: Way, turn: float) -> Iterator[Shot]:
    yield from reel.over(way.times_s[-1], lambda t: [laid(reel, shown, way, turn, t)], "collect")


THROWS: Mapping[str, Callable[[Reel, int, bool, int], Iterator[Shot]]] = {
    "tower": _from_tower,
    "hand": _from_hand,
    "cup": _from_cup,
    "under a cup": _under_cup,
    "spun": _spun,
}
"""Ways to throw, by name."""
