"""Teaches dice that lie in the tray, from its newest picture.

Knows the last few pictures that were looked at and where dice lie in them. Refuses to know who
asks, and how sets are written.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.dice_sets.checking import findings
from companion.dice_sets.keeping import alone, check_changeable, keep, remove
from companion.dice_sets.loading import DiceSets
from companion.dice_sets.values import DiceSet, fault_of_label, label_of
from companion.errors import DiceSetError, DieNotFound
from companion.runtime.pictures import Picture
from companion.table.teaching import Look, LyingDie, SetFacts
from vision.dice.evidence import gather
from vision.dice.model import DiceModel
from vision.dice.taught import taken
from vision.dice.taught_places import dice_to_teach
from vision.values import DieKind

KEPT_LOOKS = 4
"""So many people may teach at once; a look is a picture of a hundred kilobytes."""

NewestJpeg = Callable[[], tuple[int, bytes] | None]
"""A serial number that changes with the picture, and the JPEG; None before the first."""

GONE = "That picture is no longer kept. Look at the tray again and tap the die once more."


@dataclass(frozen=True, slots=True, eq=False)
class _Looked:
    look: Look
    jpeg: bytes
    image: Picture


class TrayTeacher:
    """A Teacher for the pictures of one tray. Safe to use from several threads."""

    def __init__(self, newest: NewestJpeg, sets: DiceSets, model: DiceModel) -> None:
        self._newest = newest
        self._sets = sets
        self._model = model
        self._lock = threading.Lock()
        self._looks: dict[int, _Looked] = {}

    def sets(self) -> Sequence[SetFacts]:
        """The sets that can be used, the practice ones first."""
        found = []
        for name in self._sets.names():
            try:
                found.append(_facts(self._sets.load(name)))
            except DiceSetError:
                continue  # `companion teach list` names its faults
        return found

    def look(self) -> Look | None:
        """Look at the newest picture of the tray; None before the first."""
        newest = self._newest()
        if newest is None:
            return None
        number, jpeg = newest
        with self._lock:
            if number not in self._looks:
                self._looks[number] = self._looked(number, jpeg)
                while len(self._looks) > KEPT_LOOKS:
                    self._looks.pop(next(iter(self._looks)))
            return self._looks[number].look

    def looked_at(self, number: int) -> Look | None:
        """A look that was taken lately; None when it is no longer kept."""
        with self._lock:
            looked = self._looks.get(number)
        return looked.look if looked else None

    def picture(self, number: int) -> bytes | None:
        """The JPEG of a look; None when it is no longer kept."""
        with self._lock:
            looked = self._looks.get(number)
        return looked.jpeg if looked else None

    def teach(self, number: int, die: int, name: str, label: str) -> None:
        """A die of a look shows this face. Raises DieNotFound and DiceSetError."""
        with self._lock:
            looked = self._looks.get(number)
        if looked is None or not 0 <= die < len(looked.look.dice):
            raise DieNotFound(GONE)
        check_changeable(name)
        with alone(self._sets):
            if name in self._sets.names():
                dice = self._sets.load(name)
            else:
                dice = DiceSet(name, name, DieKind.SYMBOL, ())
            face = label_of(label, dice.kind)
            fault = fault_of_label(face, dice.kind)
            if fault:
                raise DiceSetError(name, (fault,))
            place = looked.look.dice[die]
            example = taken(looked.image, face, place.x_px, place.y_px, place.side_px)
            keep(self._sets, dice.with_example(example))

    def forget(self, name: str, label: str) -> None:
        """Remove a face with its pictures, and a set with its last face."""
        check_changeable(name)
        with alone(self._sets):
            dice = self._sets.load(name)
            left = dice.without(label_of(label, dice.kind))
            if left.faces:
                keep(self._sets, left)
            else:
                remove(self._sets, name)

    def advice(self, name: str) -> Sequence[str]:
        """What should be mended about a set. Raises DiceSetError."""
        return [found.advice for found in findings(self._sets.load(name))]

    def _looked(self, number: int, jpeg: bytes) -> _Looked:
        image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        if image is None:
            raise DieNotFound("The tray's picture is damaged. Wait for the next one.")
        picture = np.asarray(image, np.uint8)
        squares = dice_to_teach(picture, lambda seen: gather(self._model, seen))
        dice = tuple(LyingDie(one.x, one.y, one.side) for one in squares)
        height, width = picture.shape[:2]
        return _Looked(Look(number, width, height, dice), jpeg, picture)


def _facts(dice: DiceSet) -> SetFacts:
    faces = tuple((str(face.label), len(face.examples)) for face in dice.faces)
    return SetFacts(dice.name, str(dice.kind), dice.practice, faces)
