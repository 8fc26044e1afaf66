"""Where dice are thrown: table or tray, camera, light, dice and the stream of pictures.

Knows how to draw such a place by chance around one of the renderer's looks. Refuses to know
what happens there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from hardware.simulated.scene.camera import looking_at
from hardware.simulated.scene.die import Die
from hardware.simulated.scene.looks import LOOKS, Look
from hardware.simulated.scene.stage import Stage
from tests.rolling.physics import Walls

_AREA_MM = (100.0, 72.0)
"""Half width and half depth of the part of an open table where dice may come to lie."""


@dataclass(frozen=True, slots=True)
class Stream:
    """The camera's pictures: ``fps``; ``shutter``: share of the time between two that it is
    open; ``noise`` in grey levels; ``jpeg`` quality, None for none; ``uneven``: pictures come
    late, in bursts and with holes."""

    fps: float
    shutter: float
    noise: float
    jpeg: int | None
    uneven: bool


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A set table. ``area_mm``: half width and half height where dice may come to lie."""

    look: Look
    stage: Stage
    walls: Walls
    area_mm: tuple[float, float]
    stream: Stream

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of its pictures."""
        return self.stage.camera.size_px

    @property
    def px_per_mm(self) -> float:
        """In the middle of the table."""
        camera = self.stage.camera
        return camera.focal_px / camera.depth_mm(np.zeros(3, np.float32))

    def seen_px(self, x_mm: float, y_mm: float, z_mm: float = 0.0) -> tuple[float, float]:
        """The pixel of a point."""
        x, y = self.stage.camera.project(np.array([[x_mm, y_mm, z_mm]], np.float32))[0]
        return float(x), float(y)

    def holds(self, die: Die) -> bool:
        """Whether that die lies wholly in the picture and where dice may lie."""
        corners = self.stage.camera.project(die.hull_mm())
        width, height = self.size_px
        inside = (corners > 3).all() and (corners < np.array([width - 4, height - 4])).all()
        x, y = np.abs(die.pose.centre_mm[:2])
        return bool(inside and x <= self.area_mm[0] and y <= self.area_mm[1])


def place(
    rng: np.random.Generator,
    fps: float,
    size_px: tuple[int, int] = (640, 480),
    uneven: bool = False,
) -> Place:
    """A place drawn by chance; ``uneven``: its pictures come unevenly."""
    look = LOOKS[str(rng.choice(list(LOOKS)))]
    tray = look.table.tray
    scale = float(rng.uniform(0.86, 1.0) if tray else rng.uniform(0.85, 1.2))
    tilt = look.tilt + float(rng.uniform(0.0, 0.2))
    height_mm = look.height_mm * float(rng.uniform(0.85, 1.2))
    roll, bulge = float(rng.normal(0, 0.06)), float(rng.uniform(-0.12, 0.02))
    area = _AREA_MM if tray is None else (tray.half_mm, tray.half_mm)
    corners = np.array([[x, y, 0] for x in (-1, 1) for y in (-1, 1)], np.float32)
    while True:  # back until all is in view where dice may come to lie
        view_mm = look.view_mm / scale
        camera = looking_at(size_px, view_mm, height_mm, tilt, roll=roll, bulge=bulge)
        seen = camera.project(corners * np.array([*area, 0], np.float32))
        if tray and tray.round:
            seen = seen * 0.85 + seen.mean(axis=0) * 0.15
        if (seen > 0).all() and (seen < np.array(size_px)).all():
            break
        scale *= 0.97
    light = replace(
        look.light,
        azimuth=float(rng.uniform(0, 2 * math.pi)),
        elevation=look.light.elevation * float(rng.uniform(0.85, 1.1)),
        softness=look.light.softness * float(rng.uniform(0.7, 1.5)),
    )
    exposure = look.sensor.exposure * float(rng.uniform(0.7, 1.15))
    sensor = replace(look.sensor, noise=0.0, exposure=exposure)
    grip, damping = float(rng.uniform(0.25, 0.7)), float(rng.uniform(0.08, 0.2))
    if tray:
        walls = Walls(tray.round, area, tray.high_mm, grip, damping)
    else:  # a table without a border: the walls cannot be seen, and dice roll less
        walls = Walls(False, area, 60.0, grip + 0.2, 4 * damping)
    stream = Stream(
        fps=fps,
        shutter=float(rng.uniform(0.1, 0.6)),
        noise=float(rng.uniform(1.0, 4.0)),
        jpeg=int(rng.integers(70, 96)) if rng.random() < 0.7 else None,
        uneven=uneven,
    )
    return Place(look, Stage(camera, light, look.table, sensor), walls, area, stream)
