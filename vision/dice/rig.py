"""Dice at rest under a camera whose tray and scale are known, read frame by frame.

Knows how still frames share the work of one reading: each is looked at in another way, and the
looks must agree. Refuses to know when dice are at rest: see settle.

The looks are those of a single picture (see evidence), so that a confidence means the same; but
each sees another frame, with its own noise, and none takes longer than three decodings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from vision.calibration.tray import RIM_SIDES, Tray
from vision.dice.crop import Pyramid
from vision.dice.evidence import (
    AGREED_FACE,
    Candidates,
    Evidence,
    Heard,
    Witnessed,
    laid,
    listened,
    proposed,
    turned_look,
)
from vision.dice.locate import Sighting, apart, look
from vision.dice.reading import DiceReader
from vision.dice.search import CLEAR, main_scale, side_of
from vision.dice.stacked import SAME_PLACE, Ask
from vision.values import Box, Status, TrayReading, View

Image = NDArray[np.uint8]

FRAMES = 5
"""So many still frames are one reading."""

SIDES_DIFFER = 1.25
"""Dice whose sides differ by more than this factor from what is known are other dice, or another
scene: nothing is said about them."""

BEYOND = 0.8
"""So many sides around the floor are shown to the net, so that dice at its edge are whole."""

MOST_RESTARTS = 2
"""Frames that disagree begin the vote anew; after so many times the doubt is reported."""


@dataclass(frozen=True, slots=True)
class Rig:
    """What is known of a set-up: side of a die's top face in pixels, and the box x0, y0, x1, y1
    around the tray's floor in pixels of the picture."""

    side_px: float
    box_px: Box

    @staticmethod
    def over(size_px: tuple[int, int], side_px: float, tray: Tray | None = None) -> Rig:
        """What is known of pictures of that width and height; without a tray all of it is floor.

        Around a tray (of pictures of that size) lies what may still be a die on its rim.
        """
        width, height = size_px
        if tray is None:
            return Rig(side_px, (0.0, 0.0, width - 1.0, height - 1.0))
        x0, y0, x1, y1 = tray.box_px
        across, down = ((RIM_SIDES + abs(lean)) * side_px for lean in tray.lean)
        box = (max(0.0, x0 - across), max(0.0, y0 - down))
        return Rig(side_px, (*box, min(width - 1.0, x1 + across), min(height - 1.0, y1 + down)))


class _Step(IntEnum):
    """What the next frame is looked at for."""

    MAIN = 0
    TURNED = 1
    RUMOURS = 2
    CLOSE = 3
    LATTICE = 4


class RigReader:
    """Reads one throw from still frames in a row; ``reset`` when anything moves.

    ``tray``: dice beside it are left out, as by the reader of single pictures.
    """

    def __init__(
        self, reader: DiceReader, rig: Rig, view: View = View.ABOVE, tray: Tray | None = None
    ) -> None:
        self._reader = reader
        self._rig = rig
        self._view = view
        self._tray = tray
        self._restarts = 0
        self._step = _Step.MAIN
        self._disputed = False
        self._first: list[Sighting] = []
        self._second: list[Sighting] = []
        self._candidates = Candidates(())
        self._heard: list[Heard] = []
        self._laid: tuple[Witnessed, ...] = ()
        self._ask_stacked: Ask | None = None

    @property
    def begun(self) -> bool:
        """True when some frames of a reading were taken and more are wanted."""
        return self._step is not _Step.MAIN

    def reset(self) -> None:
        """Something moved: what was seen so far is worth nothing."""
        self._restarts = 0
        self._begin()

    def see(self, image_bgr: Image) -> TrayReading | None:
        """Take one still frame (H x W x 3, 8 bit, BGR): the reading when this completes one.

        Three of the frames must show the same dice in a row, the last one confirms their pips;
        the next frame after a reading begins another one. Raises TrayUnusable for pictures of
        another shape than the tray's.
        """
        match self._step:
            case _Step.MAIN:
                self._first = self._looked(image_bgr, turned=False)
                self._step = _Step.TURNED
            case _Step.TURNED:
                self._second = self._looked(image_bgr, turned=True)
                if not self._doubts(same_dice(self._first, self._second)):
                    self._step = _Step.RUMOURS
            case _Step.RUMOURS:
                self._candidates = self._proposed(image_bgr)
                clear = [(one.x, one.y, one.side) for one in self._first if one.heat > CLEAR]
                self._ask_stacked = self._reader.stacks.asked(image_bgr, clear)
                self._step = _Step.CLOSE
            case _Step.CLOSE:
                looks = (self._first, self._second)
                self._heard = listened(self._reader.model, image_bgr, looks, self._candidates)
                if not self._doubts(_confirmed(self._heard)):
                    self._step = _Step.LATTICE
                    self._laid = laid(image_bgr, self._heard[: self._early()])
            case _Step.LATTICE:
                height, width = image_bgr.shape[:2]
                places = self._laid + laid(image_bgr, self._heard[self._early() :])
                evidence = Evidence(width, height, self._side(), places)
                reading = self._reader.concluded(
                    image_bgr, evidence, self._view, self._tray, self._ask_stacked
                )
                if self._disputed or self._is_other_scale():
                    reading = replace(reading, status=Status.UNSURE)
                self.reset()
                return reading
        return None

    def _begin(self) -> None:
        self._step, self._disputed = _Step.MAIN, False

    def _doubts(self, agreed: bool) -> bool:
        """Begin anew where frames disagree; in the end go on, and remember that they did."""
        if agreed:
            return False
        if self._restarts == MOST_RESTARTS:
            self._disputed = True
            return False
        self._restarts += 1
        self._begin()
        return True

    def _early(self) -> int:
        """So many places get their lattices at the frame of the close looks: five of six, so that
        the last frame, in which all is joined and the troubles are asked, does not take longest."""
        return 5 * len(self._heard) // 6

    def _is_other_scale(self) -> bool:
        times = self._side() / self._rig.side_px
        return not 1 / SIDES_DIFFER < times < SIDES_DIFFER

    def _side(self) -> float:
        return side_of(self._first) or self._rig.side_px

    def _floor(self, image_bgr: Image) -> tuple[Image, int, int]:
        """The part of the picture around the tray, and where it begins."""
        height, width = image_bgr.shape[:2]
        x0, y0, x1, y1 = self._rig.box_px
        beyond = BEYOND * self._rig.side_px
        left, top = max(0, int(x0 - beyond)), max(0, int(y0 - beyond))
        right, below = min(width, int(x1 + beyond) + 1), min(height, int(y1 + beyond) + 1)
        return image_bgr[top:below, left:right], left, top

    def _inside(self, x: float, y: float) -> bool:
        x0, y0, x1, y1 = self._rig.box_px
        return x0 <= x <= x1 and y0 <= y <= y1

    def _looked(self, image_bgr: Image, *, turned: bool) -> list[Sighting]:
        floor, left, top = self._floor(image_bgr)
        picture = Pyramid(floor)
        if turned:
            seen = turned_look(self._reader.model, picture, self._side())
        else:
            seen = look(self._reader.model, picture, main_scale(picture, self._rig.side_px))
        seen = [replace(one, x=one.x + left, y=one.y + top) for one in seen]
        return [one for one in seen if self._inside(one.x, one.y)]

    def _proposed(self, image_bgr: Image) -> Candidates:
        floor, left, top = self._floor(image_bgr)
        looks = tuple(
            [replace(one, x=one.x - left, y=one.y - top) for one in seen]
            for seen in (self._first, self._second)
        )
        found = proposed(Pyramid(floor), (looks[0], looks[1]), self._side())
        return Candidates(
            *(
                tuple(
                    (x + left, y + top, side)
                    for x, y, side in places
                    if self._inside(x + left, y + top)
                )
                for places in (found.sighted, found.by_pips, found.by_body)
            )
        )


def same_dice(first: Sequence[Sighting], second: Sequence[Sighting]) -> bool:
    """Whether two frames clearly show dice at the same places, with faces that may be the same."""
    before = [one for one in first if one.heat > CLEAR]
    after = [one for one in second if one.heat > CLEAR]
    if len(before) != len(after):
        return False
    return all(
        any(apart(one, other) < SAME_PLACE and not _differ(one, other) for other in after)
        for one in before
    )


def _confirmed(heard: Sequence[Heard]) -> bool:
    """Whether the close looks at a third frame see the dice that the first two saw."""
    return all(
        one.main is None
        or one.main.heat <= CLEAR
        or (one.close[0] is not None and not _differ(one.close[0], one.main))
        for one in heard
    )


def _differ(one: Sighting, other: Sighting) -> bool:
    """Whether two looks are firm about different faces; where one is not, evidence decides."""
    firm = min(float(one.faces.max()), float(other.faces.max())) > AGREED_FACE
    return firm and one.value != other.value
