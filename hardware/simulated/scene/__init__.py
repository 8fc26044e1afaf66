"""A small renderer of dice on tables: seeded, with the truth of each picture computed.

Knows dice, tables, cameras and light as the demo, the fixtures and the training of the
reader need them; numpy and OpenCV alone. Refuses to know readers and games.

``LOOKS[name].stage()`` sets a table, ``stage.shoot(dice, seed)`` photographs dice on it.
"""

from hardware.simulated.scene.camera import Camera, looking_at
from hardware.simulated.scene.die import Die, barrel_die, pip_die
from hardware.simulated.scene.fours import tetrahedron_die
from hardware.simulated.scene.light import Light
from hardware.simulated.scene.looks import LOOKS, Look
from hardware.simulated.scene.paint import Paint, Pips
from hardware.simulated.scene.sensor import Picture, Sensor
from hardware.simulated.scene.stage import Rendered, Stage
from hardware.simulated.scene.table import Surface, Table, Tray
from hardware.simulated.scene.throw import Throw, throw
from hardware.simulated.scene.truth import DieTruth

__all__ = [
    "LOOKS",
    "Camera",
    "Die",
    "DieTruth",
    "Light",
    "Look",
    "Paint",
    "Picture",
    "Pips",
    "Rendered",
    "Sensor",
    "Stage",
    "Surface",
    "Table",
    "Throw",
    "Tray",
    "barrel_die",
    "looking_at",
    "pip_die",
    "tetrahedron_die",
    "throw",
]
