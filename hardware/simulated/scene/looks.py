"""Named looks: table, tray, light and dice that go together.

Knows a handful of settings that people play in. Refuses to know what is thrown.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.simulated.scene.camera import looking_at
from hardware.simulated.scene.die import Die, barrel_die, pip_die
from hardware.simulated.scene.light import Light
from hardware.simulated.scene.paint import Colour, Paint
from hardware.simulated.scene.sensor import Sensor
from hardware.simulated.scene.solid import RoundedCube
from hardware.simulated.scene.stage import Stage
from hardware.simulated.scene.table import Surface, Table, Tray

DAYLIGHT = Light()
SENSOR = Sensor()
WHITE = Paint()
IVORY = Paint(body=(0.52, 0.72, 0.80), grain=0.05, glow=0.35)
RED = Paint(body=(0.03, 0.03, 0.50), pip=(0.85, 0.86, 0.86), gloss=0.9, rough=0.08)
BLACK = Paint(body=(0.015, 0.013, 0.012), pip=(0.75, 0.77, 0.78), gloss=0.7)
BLUE = Paint(body=(0.42, 0.10, 0.02), pip=(0.85, 0.86, 0.86), glow=0.4)
GREEN = Paint(body=(0.08, 0.32, 0.05), pip=(0.85, 0.86, 0.86), gloss=0.8)
WOODEN = Paint(
    body=(0.17, 0.38, 0.58), pip=(0.02, 0.03, 0.05), gloss=0.1, rough=0.35, glow=0.0, grain=0.12
)
RED_PIPPED = Paint(pip=(0.02, 0.02, 0.42), one=(0.02, 0.02, 0.55))


def rgb(code: str) -> Colour:
    """Linear blue, green, red of a colour code like ``#a0522d``."""
    parts = [int(code[i : i + 2], 16) / 255 for i in (5, 3, 1)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return (linear[0], linear[1], linear[2])


@dataclass(frozen=True, slots=True)
class Look:
    """``view_mm``: width of table in the picture; ``height_mm``: camera over the table;
    ``tilt``: radians from straight down; ``area_mm``: half width, half height of the part
    where dice may lie; ``round_area``: that part is round, of the first radius."""

    name: str
    table: Table
    light: Light = DAYLIGHT
    sensor: Sensor = SENSOR
    paints: tuple[Paint, ...] = (WHITE,)
    body: RoundedCube = field(default_factory=lambda: RoundedCube(0.11))
    edge_mm: float = 16.0
    view_mm: float = 260.0
    height_mm: float = 480.0
    tilt: float = 0.0
    area_mm: tuple[float, float] = (78.0, 78.0)
    round_area: bool = True

    def stage(self, size_px: tuple[int, int] = (640, 480), scale: float = 1.0) -> Stage:
        """The set table under its camera; ``scale`` above 1 moves the camera closer."""
        camera = looking_at(size_px, self.view_mm / scale, self.height_mm, self.tilt)
        return Stage(camera, self.light, self.table, self.sensor)

    def die(
        self, value: int, xy_mm: tuple[float, float] = (0.0, 0.0), yaw: float = 0.0, which: int = 0
    ) -> Die:
        """A six-sided die as this look has them; ``which`` picks among its paints."""
        paint = self.paints[which % len(self.paints)]
        return pip_die(value, xy_mm, yaw, paint, self.body, self.edge_mm)

    def four(self, value: int, xy_mm: tuple[float, float] = (0.0, 0.0), yaw: float = 0.0) -> Die:
        """A blue four-sided barrel die of fitting size."""
        return barrel_die(value, xy_mm, yaw, edge_mm=self.edge_mm * 0.8)


_ROUND_FELT = Tray(lining=Surface("felt", rgb("#2f6b3c"), 0.12), rim=rgb("#3a2a1e"))
_BLACK_ROUND = Tray(lining=Surface("smooth", rgb("#2e3133"), 0.06), rim=rgb("#1d1f21"))
_WOOD_SQUARE = Tray(
    round=False,
    half_mm=92.0,
    rim_mm=11.0,
    high_mm=20.0,
    lining=Surface("felt", rgb("#7c2230"), 0.14),
    rim=rgb("#7a5230"),
)

LOOKS: Mapping[str, Look] = {
    look.name: look
    for look in (
        Look(
            "green-felt-tray",
            Table(Surface("wood", rgb("#9c7a55"), 0.16), _ROUND_FELT, seed=3),
        ),
        Look(
            "black-tray",
            Table(Surface("smooth", rgb("#d9d6d0"), 0.02), _BLACK_ROUND, seed=5),
            Light(0.6, 1.15, 700.0, (0.5, 0.5, 0.5), (0.4, 0.4, 0.4), 0.25, 0.4),
            paints=(IVORY,),
            body=RoundedCube(0.14),
        ),
        Look(
            "red-felt-tray",
            Table(Surface("planks", rgb("#6b5138"), 0.2), _WOOD_SQUARE, seed=8),
            Light(-2.2, 0.95, 900.0, (0.5, 0.58, 0.64), (0.28, 0.28, 0.28), 0.1),
            paints=(WHITE, IVORY),
            area_mm=(74.0, 74.0),
            round_area=False,
        ),
        Look(
            "dark-wood",
            Table(Surface("wood", rgb("#4a3020"), 0.25, grain_mm=0.5), seed=11),
            Light(2.6, 0.8, 1000.0, (0.5, 0.58, 0.66), (0.25, 0.26, 0.27), 0.08, 0.8),
            paints=(IVORY,),
            tilt=0.12,
            area_mm=(95.0, 66.0),
            round_area=False,
        ),
        Look(
            "white-table",
            Table(Surface("smooth", rgb("#e3e2de"), 0.015), seed=13),
            Light(1.2, 1.1, 1200.0, (0.42, 0.42, 0.42), (0.48, 0.47, 0.46), 0.3, 0.5),
            paints=(RED, BLACK, BLUE, GREEN),
            area_mm=(95.0, 66.0),
            round_area=False,
        ),
        Look(
            "red-cloth",
            Table(Surface("cloth", rgb("#8c2b2b"), 0.16, grain_mm=0.45), seed=17),
            Light(-0.8, 0.9, 900.0, (0.5, 0.55, 0.58), (0.34, 0.33, 0.32), 0.12),
            paints=(WHITE, RED_PIPPED),
            tilt=0.3,
            area_mm=(90.0, 62.0),
            round_area=False,
        ),
        Look(
            "grey-carpet",
            Table(Surface("carpet", rgb("#8d8379"), 0.22, grain_mm=0.6), seed=19),
            Light(2.0, 0.7, 1100.0, (0.5, 0.54, 0.56), (0.30, 0.30, 0.30), 0.06),
            paints=(IVORY,),
            body=RoundedCube(0.16, 0.72),
            area_mm=(95.0, 66.0),
            round_area=False,
        ),
        Look(
            "pale-wood-evening",
            Table(Surface("wood", rgb("#d8bd98"), 0.10, grain_mm=0.7), seed=23),
            Light(math.pi, 0.6, 800.0, (0.24, 0.40, 0.55), (0.12, 0.16, 0.20), 0.05, 0.7),
            Sensor(exposure=1.2, noise=3.0, vignette=0.25),
            paints=(WHITE, WOODEN),
            tilt=0.45,
            height_mm=420.0,
            area_mm=(85.0, 58.0),
            round_area=False,
        ),
    )
}
