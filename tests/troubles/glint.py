"""The mirror image of a lamp in the polished top of a die.

Knows lamps of several shapes, where on the face they lie, and that mirrored light is added to what
the face shows, so that it hides only by burning out. Refuses to know readers.

The renderer's lamps light a flat face evenly, as a frosted lamp does; a bare bulb or a window
shows as a patch with an edge. The patch is laid over the finished picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.scene.pose import Array
from hardware.simulated.scene.sensor import Picture
from hardware.simulated.scene.truth import DieTruth

SCALE = 64
"""Pixels along a face in which a patch is drawn, before it is averaged."""

FINER = 4
ROUND = 0.8
"""Width to length of the patch of a bulb: a face seen at a slant squeezes it."""

EDGE = 0.024
"""Blur of the patch's edge, in sides, of a lamp that is in focus."""

PANE_GAP = 0.06
"""Part of a window's half width that its cross bars take."""


@dataclass(frozen=True, slots=True)
class Glint:
    """One lamp's mirror image on a face, in sides and along the face's edges.

    ``at``: its middle, -0.5 to 0.5; ``long``: length to width; ``turn``: radians; ``soft``: blur
    of its edge; ``strength``: added light, 1 for as much as white paper at full exposure, which
    hides all that lies below; ``colour``: shares of blue, green and red; ``twin``: from its
    middle to that of a second one, as of a lamp with two tubes; ``panes``: four squares.
    """

    at: tuple[float, float] = (0.0, 0.0)
    radius: float = 0.2
    strength: float = 1.0
    long: float = 1.0
    turn: float = 0.0
    soft: float = EDGE
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    twin: tuple[float, float] | None = None
    panes: bool = False


def with_glint(
    image_bgr: Picture,
    die: DieTruth,
    at: tuple[float, float],
    radius: float,
    strength: float = 1.0,
) -> Picture:
    """A copy with the patch of a white bulb on the top face of a die."""
    return with_lamp(image_bgr, die, Glint(at, radius, strength))


def with_lamp(image_bgr: Picture, die: DieTruth, glint: Glint) -> Picture:
    """A copy with a lamp mirrored in the top face of a die."""
    corners = np.array([[0, 0], [SCALE, 0], [SCALE, SCALE], [0, SCALE]], np.float32) - 0.5
    onto = cv2.getPerspectiveTransform(corners, np.array(die.outline_px, np.float32))
    size = (image_bgr.shape[1], image_bgr.shape[0])
    cover = cv2.warpPerspective(_cover(glint), onto, size)[..., None]
    added = np.array(glint.colour, np.float32) * np.float32(glint.strength)
    light = _linear(image_bgr) + cover * added
    lit = 255 * np.clip(light, 0, 1) ** np.float32(1 / 2.2)
    lit = np.where(cover > 0, lit, image_bgr.astype(np.float32))
    return np.asarray(np.clip(lit + 0.5, 0, 255), np.uint8)


def _linear(image_bgr: Picture) -> Array:
    return (image_bgr.astype(np.float32) / np.float32(255)) ** np.float32(2.2)


def _cover(glint: Glint) -> Array:
    """How far each place of the face is in the patch: SCALE x SCALE, 0 to 1."""
    fine = SCALE * FINER
    canvas = np.zeros((fine, fine), np.uint8)
    middles = [np.array(glint.at)]
    if glint.twin is not None:
        middles.append(middles[0] + glint.twin)
    for middle in middles:
        for outline in _outlines(glint):
            corners = np.rint((middle + outline + 0.5) * fine).astype(np.int32)
            cv2.fillPoly(canvas, [corners], (255,))
    soft = cv2.resize(canvas, (SCALE, SCALE), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(soft, (0, 0), glint.soft * SCALE) / 255, np.float32)


def _outlines(glint: Glint) -> list[NDArray[np.float64]]:
    """The patch's outlines about its middle, in sides."""
    cos, sin = np.cos(glint.turn), np.sin(glint.turn)
    turned = np.array([[cos, sin], [-sin, cos]])
    if glint.panes:
        pane = np.array([[PANE_GAP, PANE_GAP], [1, PANE_GAP], [1, 1], [PANE_GAP, 1]])
        signs = [(x, y) for x in (-1, 1) for y in (-1, 1)]
        return [pane * sign * glint.radius @ turned for sign in signs]
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    wide = ROUND if glint.long == 1 else 1.0
    ellipse = np.column_stack([glint.long * np.cos(angle), wide * np.sin(angle)])
    return [ellipse * glint.radius @ turned]
