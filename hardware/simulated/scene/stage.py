"""A set table under a fixed camera, ready to be photographed with any dice on it.

Knows how to join table, dice, light and sensor into one picture. Refuses to know how dice
got where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hardware.simulated.scene.camera import Camera
from hardware.simulated.scene.die import Die
from hardware.simulated.scene.draw import draw_dice
from hardware.simulated.scene.hand import Bone, cover_with
from hardware.simulated.scene.light import Light
from hardware.simulated.scene.pose import Array
from hardware.simulated.scene.sensor import Picture, Sensor, expose
from hardware.simulated.scene.table import Table, ground
from hardware.simulated.scene.truth import DieTruth, truths


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """A picture, (h, w, 3) uint8 blue green red, and what is true of the dice in it."""

    image_bgr: Picture
    truth: tuple[DieTruth, ...]


class Stage:
    """Camera, light and table; the picture of the empty table is made once and kept."""

    def __init__(
        self, camera: Camera, light: Light, table: Table, sensor: Sensor | None = None
    ) -> None:
        self.camera = camera
        self.light = light
        self.table = table
        self.sensor = sensor or Sensor()
        self._ground = ground(camera, light, table)
        middle = self._ground.albedo[:: max(1, camera.size_px[1] // 40)]
        self._bounce: Array = np.asarray(middle.reshape(-1, 3).mean(axis=0), np.float32)

    def shoot(
        self, dice: Sequence[Die], seed: int = 0, samples: int = 2, hand: Sequence[Bone] = ()
    ) -> Rendered:
        """Photograph dice on this table, perhaps with a hand over them.

        The same dice and seed give the same bytes.
        """
        lit, layers = draw_dice(
            self._ground.albedo,
            self.camera,
            self.light,
            dice,
            samples,
            self._bounce,
            self._ground.open_lamp,
        )
        cover = None
        if hand:
            cover = cover_with(lit, hand, self._lamp_px())
        image = expose(lit, self.sensor, np.random.default_rng(seed))
        return Rendered(image, truths(self.camera, dice, layers, cover))

    def strewn(self, draw: Callable[[Array], None]) -> Stage:
        """The same table with flat things on it.

        ``draw`` paints on the (h, w, 3) linear colour of the table as the camera sees it.
        """
        out = Stage(self.camera, self.light, self.table, self.sensor)
        draw(out._ground.albedo)
        return out

    def _lamp_px(self) -> tuple[float, float]:
        """Direction to the lamp in the picture, length 0 to 1."""
        way = self.light.towards(np.zeros(3, np.float32)) @ self.camera.axes
        return (float(way[0]), float(way[1]))

    def with_light(self, light: Light) -> Stage:
        """The same table under another light."""
        return Stage(self.camera, light, self.table, self.sensor)

    def knocked(self, dx_px: float, dy_px: float) -> Stage:
        """The same table after the camera was bumped by so many pixels."""
        return Stage(self.camera.shifted(dx_px, dy_px), self.light, self.table, self.sensor)

    def with_sensor(self, **changes: float) -> Stage:
        """The same table with other settings of the sensor."""
        return Stage(self.camera, self.light, self.table, replace(self.sensor, **changes))
