"""A film of one place, frame by frame, with the truth of each.

Knows what lies on the table, what is held over it and which throws were made. Refuses to know
why: what happens is told by throws.py and hands.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from hardware.simulated.scene.die import Die
from hardware.simulated.scene.pose import Array
from tests.rolling.camera import PLAIN, Clock, Glow, Laid, Lens
from tests.rolling.physics import RATE_HZ, Motion
from tests.rolling.places import Place
from tests.rolling.sprites import Image, Person, person

_SMEAR_PX = 0.3
_SHADE = 12
"""Grey levels below which a shade at the border is nothing that moves in view."""
_HIDDEN = 30.0
"""Grey levels by which the middle of a die differs when more than a shade falls on it."""
_BLUR_RAD = 0.4
"""A die that turns further while the shutter is open is exposed several times."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One frame and what is true of it. ``t_s``: the time that the camera gives it;
    ``awaited``: how many dice the game waits for; ``moving``: a die is not at rest; ``tops_px``:
    the corners (4, 2) of each die's top face; ``seen``: nothing is held over that die."""

    image_bgr: Image
    index: int
    t_s: float
    awaited: int | None
    event: str
    dice: tuple[Die, ...]
    moving: bool
    tops_px: tuple[Array, ...]
    seen: tuple[bool, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Thrown:
    """A throw as it was: frames of its beginning and of its rest, from which on nothing moves,
    with the time of the latter; ``dice``: all that lie there then."""

    kind: str
    begin: int
    rest: int
    rest_s: float
    dice: tuple[Die, ...]


class Reel:
    """Films one place. Every act is an iterator of shots that must be run to its end.

    ``clear_from_px``: above this row a tower hides dice, so that none may come to lie there.
    """

    def __init__(self, place: Place, rng: np.random.Generator) -> None:
        self.place = place
        self.rng = rng
        self.lens = Lens(place, rng)
        self.who: Person = person(rng)
        self.dice: tuple[Die, ...] = ()
        self.things: tuple[Laid, ...] = ()
        self.awaited: int | None = None
        self.clear_from_px = 0.0
        self.glow: Callable[[float], Glow] = lambda t_s: PLAIN
        self.thrown: list[Thrown] = []
        self.index = -1
        self._clock = Clock(place.stream, rng)
        self._taken_s = 0.0
        self._told_s = 0.0
        self._still: Image | None = None
        self._disturbed = False

    def lay(self, dice: Sequence[Die] | None = None, things: Sequence[Laid] | None = None) -> None:
        """Change what lies there between two frames."""
        self.dice = self.dice if dice is None else tuple(dice)
        self.things = self.things if things is None else tuple(things)
        self._still = None

    def knock(self, dx_px: float, dy_px: float) -> None:
        """Bump the camera."""
        self.place = replace(self.place, stage=self.place.stage.knocked(dx_px, dy_px))
        moved = [replace(t, at_px=(t.at_px[0] + dx_px, t.at_px[1] + dy_px)) for t in self.things]
        self.lay(things=moved)

    def rest(self, seconds: float, event: str = "rest") -> Iterator[Shot]:
        """Nothing moves."""
        yield from self.over(seconds, lambda t_s: (), event)

    def over(
        self, seconds: float, held: Callable[[float], Sequence[Laid]], event: str
    ) -> Iterator[Shot]:
        """The dice lie still; ``held(t)`` is what is over them so long after the beginning."""
        for t_s in self._ticks(seconds):
            yield self._shot(self.still(), held(t_s), t_s, event, self.dice, False)

    def roll(
        self,
        kind: str,
        motion: Motion,
        bodies: Sequence[Die],
        held: Callable[[float], Sequence[Laid]],
        held_s: float,
        begin: int,
    ) -> Iterator[Shot]:
        """The dice move as the engine says while ``held`` is over them for ``held_s`` seconds."""
        end_s = max(motion.rest_s, held_s)
        lying = _posed(bodies, motion, len(motion.centres_mm) - 1)
        last: Shot | None = None
        rest: Shot | None = None
        for t_s in self._ticks(end_s):
            over = held(t_s) if t_s < held_s else ()
            if t_s < motion.rest_s:
                dice = _posed(bodies, motion, motion.index(t_s))
                last = self._shot(self._exposed(motion, bodies, t_s), over, t_s, kind, dice, True)
            else:
                if self.dice is not lying:
                    self.lay(lying)
                last = self._shot(self.still(), over, t_s, kind, lying, False)
            if last.moving or self._disturbed:
                rest = None
            elif rest is None:
                rest = last
            yield last
        assert rest is not None
        self.thrown.append(Thrown(kind, begin, rest.index, rest.t_s, self.dice))

    def still(self) -> Image:
        """The clean picture of what lies there."""
        if self._still is None:
            self._still = self._dressed(self.place.stage.shoot(self.dice).image_bgr)
        return self._still

    def _exposed(self, motion: Motion, bodies: Sequence[Die], t_s: float) -> Image:
        open_s = self.place.stream.shutter / self.place.stream.fps
        first, last = motion.index(max(0.0, t_s - open_s)), motion.index(t_s)
        turned = motion.rotations[last] - motion.rotations[first]
        angle = float(np.linalg.norm(turned, axis=(1, 2)).max()) / 1.414
        parts = min(3, 1 + int(angle / _BLUR_RAD))
        total = np.zeros((*reversed(self.place.size_px), 3), np.float32)
        for part in range(parts):
            row = first + round((last - first) * (part + 0.5) / parts)
            before = max(first, row - round(open_s * RATE_HZ / parts))
            dice = [
                self._smeared(die, motion, number, before, row)
                for number, die in enumerate(bodies)
                if motion.there[row, number]
            ]
            total += self.place.stage.shoot(dice).image_bgr
        return self._dressed(np.asarray(total / parts, np.uint8))

    def _smeared(self, die: Die, motion: Motion, number: int, first: int, last: int) -> Die:
        posed = die.at(tuple(motion.centres_mm[last, number]), _turn(motion, last, number))
        ends = np.stack([motion.centres_mm[first, number], motion.centres_mm[last, number]])
        here, there = self.place.stage.camera.project(ends.astype(np.float32))
        step = there - here
        if float(np.hypot(*step)) < _SMEAR_PX:
            return posed
        return replace(posed, moving_px=(float(step[0]), float(step[1])))

    def _dressed(self, image: Image) -> Image:
        for thing in self.things:
            image = self.lens.laid_over(image, thing)
        return image

    def _ticks(self, seconds: float) -> Iterator[float]:
        """Seconds since the call for each frame; the last one is at or after the end."""
        start_s = self._taken_s
        while True:
            self._taken_s, self._told_s = self._clock.next_s()
            yield self._taken_s - start_s
            if self._taken_s - start_s >= seconds:
                return

    def _shot(
        self,
        image: Image,
        over: Sequence[Laid],
        t_s: float,
        event: str,
        dice: tuple[Die, ...],
        moving: bool,
    ) -> Shot:
        self.index += 1
        bare = image
        for thing in over:
            image = self.lens.laid_over(image, thing)
        off = cv2.absdiff(bare[::4, ::4], image[::4, ::4]) if over else np.zeros(1, np.uint8)
        self._disturbed = bool(off.max() > _SHADE)
        camera = self.place.stage.camera
        tops = tuple(camera.project(die.top_face_mm()) for die in dice)
        seen = tuple(not over or _same(bare, image, top.mean(axis=0)) for top in tops)
        taken = self.lens.taken(image, self.glow(t_s))
        return Shot(taken, self.index, self._told_s, self.awaited, event, dice, moving, tops, seen)


def _same(bare: Image, image: Image, at: Array) -> bool:
    x, y = (max(0, round(float(v))) for v in at)
    part = (slice(max(0, y - 3), y + 4), slice(max(0, x - 3), x + 4))
    off = np.abs(bare[part].astype(np.int16) - image[part])
    return off.size == 0 or float(off.mean()) < _HIDDEN


def _posed(bodies: Sequence[Die], motion: Motion, row: int) -> tuple[Die, ...]:
    return tuple(
        die.at(tuple(motion.centres_mm[row, number]), _turn(motion, row, number))
        for number, die in enumerate(bodies)
        if motion.there[row, number]
    )


def _turn(
    motion: Motion, row: int, number: int
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.asarray(motion.rotations[row, number], np.float32)
