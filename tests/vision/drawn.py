"""Drawn dice and a reader that knows them: what settling needs and no more.

The tray is drawn, the reader is told what was drawn, so that these tests judge stillness
and not reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.settle import Phase, Settle, SettleRules
from vision.values import (
    Alternative,
    DieKind,
    DieReading,
    SettledRoll,
    Status,
    TrayReading,
)

Image = NDArray[np.uint8]
WIDTH, HEIGHT = 640, 480


@dataclass(frozen=True)
class Die:
    """A drawn die: a square with as many pips as it is worth."""

    value: int
    x: float
    y: float
    angle: float = 0.3
    side: float = 56.0


@dataclass(frozen=True)
class Scene:
    """What lies in front of the camera and how it is lit."""

    dice: tuple[Die, ...] = ()
    hand: tuple[float, float] | None = None
    cover: bool = False
    light: float = 1.0
    lamp: tuple[float, float] | None = None
    blink: bool = False
    shift: tuple[float, float] = (0.0, 0.0)
    plain: bool = False


PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def _table() -> Image:
    rng = np.random.default_rng(7)
    coarse = rng.normal(0, 14, (HEIGHT // 8, WIDTH // 8)).astype(np.float32)
    grain = cv2.resize(coarse, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    colour = np.full((HEIGHT, WIDTH, 3), (70, 95, 60), np.float32)
    table = np.clip(colour + np.asarray(grain)[..., None], 0, 255).astype(np.uint8)
    cv2.rectangle(table, (14, 14), (WIDTH - 15, HEIGHT - 15), (40, 50, 90), 10)
    return table


TABLE = _table()
NOISE = [
    np.random.default_rng(number).integers(0, 9, (HEIGHT, WIDTH, 3), np.uint8)
    for number in range(8)
]
"""Sheets of sensor noise; eight are enough for no two neighbouring frames to share one."""


def draw(scene: Scene, number: int) -> Image:
    """The picture of a scene; ``number`` picks the sensor's noise."""
    image = np.full_like(TABLE, (70, 95, 60)) if scene.plain else TABLE.copy()
    for die in scene.dice:
        _draw_die(image, die)
    if scene.cover:
        cv2.rectangle(image, (120, 0), (520, 400), (52, 60, 70), -1)
        cv2.rectangle(image, (180, 60), (460, 340), (120, 130, 140), 12)
    if scene.hand is not None:
        x, y = (int(v) for v in scene.hand)
        cv2.line(image, (x, y), (WIDTH + 40, y + 60), (140, 170, 215), 90, cv2.LINE_AA)
        cv2.circle(image, (x, y), 75, (140, 170, 215), -1, cv2.LINE_AA)
    if scene.blink:
        cv2.circle(image, (600, 60), 14, (255, 255, 255), -1)
    if scene.shift != (0.0, 0.0):
        move = np.array([[1, 0, scene.shift[0]], [0, 1, scene.shift[1]]], np.float32)
        bumped = cv2.warpAffine(image, move, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
        image = np.asarray(bumped, np.uint8)
    noise = NOISE[number % len(NOISE)]
    if scene.lamp is not None:
        # The soft glow of a lamp beside the tray: brightest at its place, wide.
        rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
        near = ((columns - scene.lamp[0]) ** 2 + (rows - scene.lamp[1]) ** 2) / (2 * 300.0**2)
        glow = scene.light + 0.8 * np.exp(-near)[..., None]
        image = np.clip(image * glow, 0, 255).astype(np.uint8)
    elif scene.light != 1.0:
        image = np.asarray(cv2.convertScaleAbs(image, alpha=scene.light), np.uint8)
    return np.asarray(cv2.add(image, noise), np.uint8)


def _draw_die(image: Image, die: Die) -> None:
    cos, sin = np.cos(die.angle), np.sin(die.angle)

    def at(u: float, v: float) -> tuple[float, float]:
        return (
            die.x + die.side * (u * cos - v * sin),
            die.y + die.side * (u * sin + v * cos),
        )

    corners = np.array([at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)])
    cv2.fillConvexPoly(image, np.rint(corners * 16).astype(np.int32), (225, 230, 235), 16, 4)
    for u, v in PIPS[die.value]:
        x, y = at(0.27 * u, 0.27 * v)
        centre = (round(x * 16), round(y * 16))
        cv2.circle(image, centre, round(0.09 * die.side * 16), (25, 25, 25), -1, 16, 4)


def true_reading(scene: Scene) -> TrayReading:
    """What a perfect reader says: dice out of the picture or under something are not seen."""
    dice = []
    for die in scene.dice:
        hidden = die.y + scene.shift[1] < 0
        hidden |= scene.cover and 120 < die.x < 520 and die.y < 400
        if scene.hand is not None:
            hidden |= np.hypot(die.x - scene.hand[0], die.y - scene.hand[1]) < 100
        if not hidden:
            dice.append(reading_of(die, scene.shift))
    status = Status.OK if dice else Status.EMPTY
    return TrayReading(status, 0.999, tuple(dice))


def reading_of(
    die: Die, shift: tuple[float, float] = (0.0, 0.0), value: int | None = None
) -> DieReading:
    """A sure reading of that die, or of another value in its place."""
    x, y, half = die.x + shift[0], die.y + shift[1], die.side / 2
    shown = die.value if value is None else value
    return DieReading(
        DieKind.D6,
        shown,
        0.999,
        (Alternative(7 - shown, 0.001),),
        (x, y),
        (x - half, y - half, x + half, y + half),
    )


Reader = Callable[[Scene, int], TrayReading]
"""Reads a scene; the number counts readings from 0."""


@dataclass
class Film:
    """Shows scenes to a Settle and keeps what it says. Times in seconds."""

    rules: SettleRules = field(default_factory=SettleRules)
    awaited: int | None = None
    fps: float = 10.0
    reader: Reader = lambda scene, number: true_reading(scene)

    def __post_init__(self) -> None:
        self.settle = Settle(self.rules)
        self.index = -1
        self.t_s = 50.0
        self.rolls: list[SettledRoll] = []
        self.rolled_at: list[int] = []
        self.phases: list[Phase] = []
        self.readings = 0

    def show(self, scene: Scene) -> None:
        """One frame."""
        self.index += 1
        self.t_s += 1.0 / self.fps
        watched = self.settle.watch(draw(scene, self.index), self.index, self.t_s, self.awaited)
        self.phases.append(watched.phase)
        if watched.read:
            roll = self.settle.take(self.reader(scene, self.readings))
            self.readings += 1
            if roll is not None:
                self.rolls.append(roll)
                self.rolled_at.append(self.index)

    def hold(self, scene: Scene, seconds: float) -> None:
        """The same scene for so long."""
        for _ in range(round(seconds * self.fps)):
            self.show(scene)

    def throw(self, scene: Scene, dice: Iterable[Die], seconds: float = 1.0) -> Scene:
        """These dice come in beside those that lie there; the scene in which all lie."""
        coming = tuple(dice)
        count = max(2, round(seconds * self.fps))
        for step in range(count):
            left = (1.0 - step / count) ** 2
            moving = tuple(
                replace(
                    die,
                    value=1 + (die.value + step) % 6,
                    y=die.y - left * (die.y + 60),
                    angle=die.angle + 7 * left,
                )
                for die in coming
            )
            self.show(replace(scene, dice=(*scene.dice, *moving)))
        return replace(scene, dice=(*scene.dice, *coming))

    def hand_over(self, scene: Scene, stop_s: float = 0.0) -> None:
        """A hand comes in, may stop over the tray, and goes."""
        way = [680.0 - 40.0 * step for step in range(11)]
        for x in way:
            self.show(replace(scene, hand=(x, 240.0)))
        self.hold(replace(scene, hand=(way[-1], 240.0)), stop_s)
        for x in reversed(way):
            self.show(replace(scene, hand=(x, 240.0)))

    def phase(self) -> Phase:
        """The phase of the newest frame."""
        return self.phases[-1]

    @property
    def values(self) -> list[list[int | str | None]]:
        """The values of every reported throw."""
        return [[die.value for die in roll.reading.dice] for roll in self.rolls]


def unsure(reading: TrayReading, values: Sequence[int] | None = None) -> TrayReading:
    """The same reading as a doubtful one, with other values if given."""
    dice = reading.dice
    if values is not None:
        dice = tuple(replace(d, value=v) for d, v in zip(dice, values, strict=True))
    return replace(reading, status=Status.UNSURE, confidence=0.6, dice=dice)


EMPTY = Scene()
LEFT, RIGHT = Die(3, 220, 200), Die(5, 420, 300, 0.9)
OTHER = Die(6, 300, 380, 1.3)


def filmed(awaited: int | None = 2, fps: float = 10.0, **settings: object) -> Film:
    film = Film(awaited=awaited, fps=fps, **settings)  # type: ignore[arg-type]
    film.hold(EMPTY, 1.0)
    return film


def after_throw(film: Film, *dice: Die) -> Scene:
    """Dice were thrown, reported and lie there."""
    scene = film.throw(EMPTY, dice)
    film.hold(scene, 1.5)
    return scene
