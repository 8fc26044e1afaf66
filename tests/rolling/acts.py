"""What hands do at a table when nobody throws: acts of a film.

Knows how hands, cups, cards and lights come, stay and go. Refuses to know throws.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hardware.simulated.scene.pose import turned
from tests.rolling.camera import PLAIN, Glow, Laid
from tests.rolling.reel import Reel, Shot
from tests.rolling.sprites import Gesture, Sprite, card, cup, hand, person, phone, tower

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Way:
    """Where something is when: times in seconds and pixels, eased between them."""

    times_s: tuple[float, ...]
    points_px: tuple[Point, ...]

    def at(self, t_s: float) -> Point:
        """The place at a time."""
        number = int(np.searchsorted(self.times_s, t_s))
        if number == 0:
            return self.points_px[0]
        if number == len(self.times_s):
            return self.points_px[-1]
        begin, end = self.times_s[number - 1], self.times_s[number]
        ease = 0.5 - 0.5 * math.cos(math.pi * (t_s - begin) / (end - begin))
        (ax, ay), (bx, by) = self.points_px[number - 1 : number + 1]
        return ax + (bx - ax) * ease, ay + (by - ay) * ease


def entrance(reel: Reel) -> float:
    """A direction in the picture from which somebody's arm comes: right, below or left."""
    return float(reel.rng.choice([0.0, math.pi / 2, math.pi]) + reel.rng.uniform(-0.45, 0.45))


def outside(reel: Reel, towards: float, to: Point) -> Point:
    """A place beyond the picture's border in that direction from a point."""
    far = math.hypot(*reel.place.size_px)
    return to[0] + far * math.cos(towards), to[1] + far * math.sin(towards)


def over_dice(reel: Reel) -> Point:
    """Where a die lies, or somewhere in the middle of the picture."""
    width, height = reel.place.size_px
    if reel.dice and reel.rng.random() < 0.8:
        die = reel.dice[int(reel.rng.integers(len(reel.dice)))]
        x, y, z = (float(v) for v in die.pose.centre_mm)
        return reel.place.seen_px(x, y, z)
    return float(reel.rng.uniform(0.2, 0.8)) * width, float(reel.rng.uniform(0.2, 0.8)) * height


def laid(
    reel: Reel, sprite: Sprite, way: Way, turn: float, t_s: float, wobble: float = 0.0
) -> Laid:
    """A cut-out on its way, with its smear; ``wobble`` in pixels: nobody holds still."""
    open_s = reel.place.stream.shutter / reel.place.stream.fps
    x, y = way.at(t_s)
    before = way.at(t_s - open_s)
    x += wobble * math.sin(9.1 * t_s)
    y += wobble * math.sin(7.3 * t_s + 1)
    grown = 1.0 + sprite.high_mm / 450.0
    return Laid(sprite, (x, y), turn, grown, (x - before[0], y - before[1]))


def pass_over(reel: Reel) -> Iterator[Shot]:
    """A hand comes over the dice, perhaps stays, and goes."""
    rng = reel.rng
    gesture = Gesture(rng.choice(list(Gesture)))
    turn, target = entrance(reel), over_dice(reel)
    stay_s = float(rng.choice([0.0, 0.4, 1.5, 4.0]))
    go_s = float(rng.uniform(0.35, 1.2))
    away = outside(reel, turn, target)
    way = Way((0.0, go_s, go_s + stay_s + 0.01, 2 * go_s + stay_s), (away, target, target, away))
    shown = hand(reel.who, gesture, gesture is Gesture.PINCH and rng.random() < 0.5)
    wobble = float(rng.choice([0.0, 0.6, 2.0]))
    yield from reel.over(
        2 * go_s + stay_s, lambda t: [laid(reel, shown, way, turn, t, wobble)], "hand"
    )


def creep(reel: Reel) -> Iterator[Shot]:
    """A hand comes in very slowly from the border and goes as slowly."""
    turn, target = entrance(reel), over_dice(reel)
    width = reel.place.size_px[0]
    near = (target[0] + 0.45 * width * math.cos(turn), target[1] + 0.45 * width * math.sin(turn))
    away = outside(reel, turn, target)
    slow_s = float(reel.rng.uniform(3.0, 7.0))
    way = Way(
        (0.0, 1.0, 1.0 + slow_s, 1.0 + 2 * slow_s, 2.0 + 2 * slow_s),
        (away, near, target, near, away),
    )
    shown = hand(reel.who, Gesture.POINT)
    yield from reel.over(2 + 2 * slow_s, lambda t: [laid(reel, shown, way, turn, t)], "creep")


def pick_and_return(reel: Reel) -> Iterator[Shot]:
    """A die is picked up, held or carried off, and put back as it lay."""
    if not reel.dice:
        return
    rng = reel.rng
    number = int(rng.integers(len(reel.dice)))
    before = reel.dice
    x, y, z = (float(v) for v in before[number].pose.centre_mm)
    at = reel.place.seen_px(x, y, z)
    turn = entrance(reel)
    away = outside(reel, turn, at)
    off = bool(rng.random() < 0.5)
    hold = away if off else over_dice(reel)
    go_s, hold_s = float(rng.uniform(0.5, 1.0)), float(rng.choice([0.5, 1.5, 3.0]))
    bare, full = hand(reel.who, Gesture.PINCH), hand(reel.who, Gesture.PINCH, die=True)

    def moved(ends: Sequence[Point], times: Sequence[float], shown: Sprite) -> Iterator[Shot]:
        way = Way(tuple(times), tuple(ends))
        yield from reel.over(times[-1], lambda t: [laid(reel, shown, way, turn, t, 0.5)], "pick up")

    yield from moved((away, at, at), (0.0, go_s, go_s + 0.3), bare)
    reel.lay([die for index, die in enumerate(before) if index != number])
    yield from moved((at, hold, hold), (0.0, go_s, go_s + hold_s), full)
    yield from moved((hold, at, at), (0.0, go_s, go_s + 0.3), full)
    edge = before[number].edge_mm
    dx, dy = (float(v) for v in rng.normal(0, 0.05 * edge, 2).clip(-0.1 * edge, 0.1 * edge))
    rotation = turned(float(rng.normal(0, 0.04))) @ before[number].pose.rotation
    back = before[number].at((x + dx, y + dy, z), rotation)
    reel.lay([back if index == number else die for index, die in enumerate(before)])
    yield from moved((at, at, away), (0.0, 0.2, 0.2 + go_s), bare)


def shake_cup(reel: Reel) -> Iterator[Shot]:
    """A cup is shaken over the table and taken away again."""
    rng = reel.rng
    shake_s = float(rng.uniform(1.5, 9.0))
    held = shaken(reel, over_dice(reel), shake_s, int(rng.integers(0, 6)))
    yield from reel.over(shake_s + 1.6, held, "cup")


def shaken(
    reel: Reel, target: Point, shake_s: float, dice: int, leave: bool = True
) -> Callable[[float], Sequence[Laid]]:
    """A cup in a hand that comes, is shaken for so long at a place, and goes."""
    turn = entrance(reel)
    away = outside(reel, turn, target)
    end = away if leave else target
    way = Way((0.0, 0.8, 0.8 + shake_s, 1.6 + shake_s), (away, target, target, end))
    cups = [cup(np.random.default_rng(int(reel.rng.integers(2**31))), dice=dice)]
    fist = hand(reel.who, Gesture.FIST)
    swing = float(reel.rng.uniform(6, 22)) * reel.place.px_per_mm
    rate = float(reel.rng.uniform(2.5, 5.0)) * 2 * math.pi

    def held(t_s: float) -> Sequence[Laid]:
        def shift(thing: Laid) -> Laid:
            if not 0.8 < t_s < 0.8 + shake_s:
                return thing
            dx, dy = swing * math.sin(rate * t_s), 0.4 * swing * math.sin(2 * rate * t_s)
            open_s = reel.place.stream.shutter / reel.place.stream.fps
            smear = swing * rate * math.cos(rate * t_s) * open_s
            return replace(
                thing, at_px=(thing.at_px[0] + dx, thing.at_px[1] + dy), moving_px=(smear, 0.0)
            )

        return [
            shift(laid(reel, cups[0], way, 0.0, t_s)),
            shift(laid(reel, fist, way, turn, t_s)),
        ]

    return held


def thing_comes(reel: Reel) -> Iterator[Shot]:
    """A tower, a cup, a card or a phone is put beside the dice, stands there, and is taken away."""
    rng = reel.rng
    width, height = reel.place.size_px
    made = [tower, cup, card, phone][int(rng.integers(4))](rng)
    for _ in range(20):
        x = float(rng.choice([rng.uniform(0.0, 0.14), rng.uniform(0.86, 1.0)])) * width
        y = float(rng.uniform(0.1, 0.9)) * height
        if _clear_of_dice(reel, (x, y), made):
            break
    else:
        return
    turn, angle = entrance(reel), float(rng.uniform(-0.5, 0.5))
    away = outside(reel, turn, (x, y))
    shown = hand(reel.who, Gesture.FLAT)
    come = Way((0.0, 1.0), (away, (x, y)))
    go = Way((0.0, 0.3, 1.2), ((x, y), (x, y), away))
    before = reel.things
    yield from reel.over(
        1.0,
        lambda t: [laid(reel, made, come, angle, t), laid(reel, shown, come, turn, t)],
        "thing",
    )
    there = Laid(made, (x, y), angle, 1.0 + made.high_mm / 450.0)
    reel.lay(things=(*before, there))
    yield from reel.over(1.2, lambda t: [laid(reel, shown, go, turn, t)], "thing")
    yield from reel.rest(float(rng.uniform(0.5, 4.0)))
    if rng.random() < 0.7:
        yield from reel.over(1.0, lambda t: [laid(reel, shown, come, turn, t)], "thing")
        reel.lay(things=before)
        yield from reel.over(
            1.2,
            lambda t: [laid(reel, made, go, angle, t), laid(reel, shown, go, turn, t)],
            "thing",
        )


def _clear_of_dice(reel: Reel, at: Point, made: Sprite) -> bool:
    reach = max(made.bgra.shape[:2]) / made.px_per_mm / 2 + 15
    for die in reel.dice:
        x, y, z = (float(v) for v in die.pose.centre_mm)
        place = reel.place.seen_px(x, y, z)
        if math.dist(place, at) < reach * reel.place.px_per_mm:
            return False
    return True


def light_changes(reel: Reel) -> Iterator[Shot]:
    """A lamp is switched or dimmed, a screen flickers, or our own lights glow and blink."""
    rng = reel.rng
    kind = str(rng.choice(["switch", "ramp", "flicker", "blink", "breathe"]))
    before = reel.glow
    colour = tuple(float(v) for v in rng.uniform(0, 0.7, 3))
    at, reach = (
        (float(rng.uniform(0, 1)), float(rng.choice([0.0, 1.0]))),
        float(rng.uniform(0.2, 0.6)),
    )
    low = float(rng.uniform(0.55, 0.9))
    rate = float(rng.uniform(0.7, 3.0))
    wild = rng.uniform(0.85, 1.1, 400)

    def glow(t_s: float) -> Glow:
        match kind:
            case "switch":
                return Glow(low)
            case "ramp":
                return Glow(1.0 - (1.0 - low) * math.sin(math.pi * min(1.0, t_s / 4.0)))
            case "flicker":
                return Glow(float(wild[int(t_s * 15) % 400]))
            case "blink":
                on = math.sin(2 * math.pi * rate * t_s) > 0
                return Glow(1.0, (colour[0], colour[1], colour[2]), at, reach) if on else PLAIN
            case _:
                part = 0.5 - 0.5 * math.cos(2 * math.pi * rate * 0.5 * t_s)
                shade = (colour[0] * part, colour[1] * part, colour[2] * part)
                return Glow(1.0, shade, at, reach)

    reel.glow = glow
    yield from reel.rest(float(rng.uniform(2.0, 6.0)), f"light {kind}")
    reel.glow = before


def bump(reel: Reel) -> Iterator[Shot]:
    """The camera is knocked a little."""
    scale = reel.place.size_px[0] / 640
    dx, dy = (float(v) for v in reel.rng.normal(0, 5 * scale, 2))
    for part in (0.6, 0.9, 0.5):
        reel.knock(dx * part, dy * part)
        yield from reel.rest(0.05, "bump")
        reel.knock(-dx * part, -dy * part)
    reel.knock(dx, dy)
    yield from reel.rest(0.5, "bump")


def lean_in(reel: Reel) -> Iterator[Shot]:
    """A hand lies at the border for a long time."""
    turn = entrance(reel)
    width, height = reel.place.size_px
    middle = (width / 2, height / 2)
    edge = (
        middle[0] + 0.42 * width * math.cos(turn),
        middle[1] + 0.42 * height * math.sin(turn),
    )
    stay_s = float(reel.rng.uniform(3.0, 14.0))
    away = outside(reel, turn, middle)
    way = Way((0.0, 0.7, 0.7 + stay_s, 1.5 + stay_s), (away, edge, edge, away))
    shown = hand(reel.who, Gesture.FLAT)
    yield from reel.over(1.5 + stay_s, lambda t: [laid(reel, shown, way, turn, t)], "leans in")


def somebody_else(reel: Reel) -> Iterator[Shot]:
    """Another person's hands from now on."""
    reel.who = person(reel.rng)
    yield from pass_over(reel)


ACTS: Mapping[str, Callable[[Reel], Iterator[Shot]]] = {
    "pass over": pass_over,
    "somebody else": somebody_else,
    "creep": creep,
    "pick up and put back": pick_and_return,
    "shake a cup": shake_cup,
    "thing beside": thing_comes,
    "light": light_changes,
    "bump": bump,
    "lean in": lean_in,
}
"""Everything that is no throw, by name."""
