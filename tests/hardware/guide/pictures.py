"""Example pictures of good and bad places and lights, and what the reader says of each.

Knows how each fault comes about in front of the simulated camera. Refuses to know the reader's
words beforehand: they are what it says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from hardware.simulated.scene.camera import looking_at
from hardware.simulated.scene.looks import LOOKS
from hardware.simulated.scene.sensor import Picture
from hardware.simulated.scene.stage import Rendered, Stage
from tests.troubles.glint import with_glint
from vision.dice.reading import DiceReader
from vision.values import Status, TrayReading

LOOK = "green-felt-tray"
SIZE = (640, 480)
FACES = (2, 5, 6)
PLACES_MM = ((-38.0, -20.0), (30.0, -28.0), (2.0, 32.0))
TURNS = (0.4, 1.2, 2.3)
QUALITY = 88
SEED = 5


@dataclass(frozen=True, slots=True)
class Example:
    """``name`` of the file, ``title``, how it is ``made``, and the ``advice`` beside it."""

    name: str
    title: str
    advice: str
    made: Callable[[], Picture]


def _dice_on(stage: Stage) -> Rendered:
    look = LOOKS[LOOK]
    dice = [
        look.die(face, place, turn)
        for face, place, turn in zip(FACES, PLACES_MM, TURNS, strict=True)
    ]
    return stage.shoot(dice, SEED)


def _good() -> Picture:
    return _dice_on(LOOKS[LOOK].stage(SIZE)).image_bgr


def _glare() -> Picture:
    rendered = _dice_on(LOOKS[LOOK].stage(SIZE))
    return with_glint(rendered.image_bgr, rendered.truth[1], (0.05, -0.05), 0.3)


def _dark() -> Picture:
    return _dice_on(LOOKS[LOOK].stage(SIZE).with_sensor(exposure=0.004)).image_bgr


def _oblique() -> Picture:
    stage = LOOKS[LOOK].stage(SIZE)
    camera = looking_at(SIZE, 260.0, 450.0, tilt=math.radians(62))
    return _dice_on(Stage(camera, stage.light, stage.table, stage.sensor)).image_bgr


def _small() -> Picture:
    look = replace(LOOKS[LOOK], view_mm=LOOKS[LOOK].view_mm * 5.5)
    return _dice_on(look.stage(SIZE)).image_bgr


def _blurred() -> Picture:
    return _dice_on(LOOKS[LOOK].stage(SIZE).with_sensor(blur_px=4.5)).image_bgr


EXAMPLES = (
    Example("good", "Good", "Straight from above, even light, dull floor, sharp.", _good),
    Example(
        "glare",
        "A lamp mirrored in a die",
        "Move the lamp to the side, or put baking paper before it.",
        _glare,
    ),
    Example(
        "dark", "Too dark", "Light the tray, not the room: a 5 W lamp near it is enough.", _dark
    ),
    Example(
        "oblique",
        "Too oblique",
        "The sides show more than the tops. Hang the camera over the middle.",
        _oblique,
    ),
    Example("small", "Too far away", "Hang the camera lower, as the table above says.", _small),
    Example(
        "blurred", "Out of focus", "Turn the lens, or let the camera focus by itself.", _blurred
    ),
)


def jpeg(picture: Picture) -> bytes:
    """The picture as it is kept in the documents."""
    _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return coded.tobytes()


def said(reading: TrayReading) -> str:
    """What the reader says, in words: status, values, troubles."""
    values = ", ".join("?" if die.value is None else str(die.value) for die in reading.dice)
    troubles = ", ".join(sorted({trouble.code.value for trouble in reading.trouble}))
    words = f"{reading.status.value}: {values or 'no die'}" + (f" ({troubles})" if troubles else "")
    return words if reading.status is not Status.OK or _is_right(reading) else f"{words}, **wrong**"


def _is_right(reading: TrayReading) -> bool:
    return sorted(str(die.value) for die in reading.dice) == sorted(map(str, FACES))


def table(reader: DiceReader, examples: Sequence[Example] = EXAMPLES) -> str:
    """All pictures with what is said of them, in Markdown; shown are 2, 5 and 6."""
    rows = ["| picture | the reader says | what to do |", "|---|---|---|"]
    for example in examples:
        # What lies in the documents is read, so that anybody can do the same.
        picture = cv2.imdecode(np.frombuffer(jpeg(example.made()), np.uint8), cv2.IMREAD_COLOR)
        rows.append(
            f"| ![{example.title}](images/hardware-{example.name}.jpg) {example.title} "
            f"| {said(reader.read(np.asarray(picture, np.uint8)))} | {example.advice} |"
        )
    return "\n".join(rows)
