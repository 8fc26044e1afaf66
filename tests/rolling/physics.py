"""How dice really fall: a throw worked out by a physics engine.

Knows a floor, walls and cubes that collide, and when they have come to rest. Refuses to know
pictures and what the dice show. MuJoCo does the mechanics; the same launches give the same
motion on the same machine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]

RATE_HZ = 240
"""Poses a second: a multiple of the usual rates of cameras."""
_STEP_S = 1 / 960
_LONGEST_S = 4.0
_CALM_S = 0.25
_CALM_MM = 0.05
"""All lie when in so long no corner has moved further than this; the engine trembles less."""
_AT_REST_MM = 0.3
"""From the first time on at which no corner will move further than this, a die lies at rest:
less than a pixel of the cameras here."""
_PARKED_M = 2.0
"""Dice that are not let go yet wait so far away."""


@dataclass(frozen=True, slots=True)
class Walls:
    """What dice bounce off: a ring or a box of walls. Inner half width and half depth, and
    height, in millimetres; ``grip``: friction of dice, 0.2 (polished) to 0.9 (rubber); ``damping``:
    how little they bounce, 0.08 (wood) to 0.5 (felt)."""

    round: bool = True
    half_mm: tuple[float, float] = (95.0, 95.0)
    high_mm: float = 20.0
    grip: float = 0.4
    damping: float = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class Launch:
    """One cube let go: (3,) place in mm, (3, 3) rotation, (3,) speeds in mm/s and rad/s."""

    centre_mm: Vector
    rotation: Vector
    speed_mm_s: Vector
    spin_rad_s: Vector
    edge_mm: float
    from_s: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """Where each cube is at every 1/240 s: ``centres_mm`` (n, d, 3), ``rotations``
    (n, d, 3, 3), ``there`` (n, d) false before it is let go. The last row is the rest."""

    centres_mm: Vector
    rotations: Vector
    there: npt.NDArray[np.bool_]
    edges_mm: tuple[float, ...]

    def index(self, t_s: float) -> int:
        """The row of a time; the last one from the end on."""
        return min(len(self.centres_mm) - 1, max(0, round(t_s * RATE_HZ)))

    @property
    def rest_s(self) -> float:
        """The first time from which on no corner moves further than 0.3 mm."""
        reach = np.array(self.edges_mm) * math.sqrt(3) / 2
        off = np.linalg.norm(self.centres_mm - self.centres_mm[-1], axis=2)
        turned = np.linalg.norm(self.rotations - self.rotations[-1], axis=(2, 3)) * reach
        moving = ((off + turned > _AT_REST_MM) | ~self.there).any(axis=1)
        late = np.flatnonzero(moving)
        return float(late[-1] + 1) / RATE_HZ if late.size else 0.0


def tumble(launches: Sequence[Launch], walls: Walls) -> Motion | None:
    """Let the cubes go and watch them until all lie; None when they are not calm in time."""
    model = mujoco.MjModel.from_xml_string(_world(launches, walls))
    state = mujoco.MjData(model)
    for number in range(len(launches)):
        state.qpos[7 * number : 7 * number + 3] = (_PARKED_M + 0.2 * number, _PARKED_M, 0.01)
    waiting = set(range(len(launches)))
    centres, rotations, there = [], [], []
    steps = round(1 / (_STEP_S * RATE_HZ))
    for row in range(round(_LONGEST_S * RATE_HZ)):
        for number in sorted(waiting):
            if row / RATE_HZ >= launches[number].from_s:
                _let_go(state, number, launches[number])
                waiting.remove(number)
        if row:
            mujoco.mj_step(model, state, steps)
        else:
            mujoco.mj_forward(model, state)
        centres.append(state.xpos[1:] * 1000.0)
        rotations.append(state.xmat[1:].reshape(-1, 3, 3).copy())
        there.append([number not in waiting for number in range(len(launches))])
        if not waiting and _are_calm(centres, rotations, there, launches):
            edges = tuple(launch.edge_mm for launch in launches)
            return Motion(np.array(centres), np.array(rotations), np.array(there), edges)
    return None


def _are_calm(
    centres: Sequence[Vector],
    rotations: Sequence[Vector],
    there: Sequence[Sequence[bool]],
    launches: Sequence[Launch],
) -> bool:
    back = round(_CALM_S * RATE_HZ)
    if len(centres) <= back or not all(there[-back]):
        return False
    reach = max(launch.edge_mm for launch in launches)
    for then in (back, back // 2, back // 4):
        off = np.linalg.norm(centres[-1] - centres[-then], axis=1).max()
        turned = np.linalg.norm(rotations[-1] - rotations[-then], axis=(1, 2)).max() * reach
        if off + turned > _CALM_MM:
            return False
    return True


def _let_go(state: Any, number: int, launch: Launch) -> None:
    turn = np.zeros(4)
    mujoco.mju_mat2Quat(turn, np.ascontiguousarray(launch.rotation, np.float64).ravel())
    place = slice(7 * number, 7 * number + 3)
    state.qpos[place] = launch.centre_mm / 1000.0
    state.qpos[7 * number + 3 : 7 * number + 7] = turn
    state.qvel[6 * number : 6 * number + 3] = launch.speed_mm_s / 1000.0
    # The engine counts the spin in the body's own frame.
    state.qvel[6 * number + 3 : 6 * number + 6] = launch.rotation.T @ launch.spin_rad_s


def _world(launches: Sequence[Launch], walls: Walls) -> str:
    boxes = "".join(
        f'<body><freejoint/><geom type="box" size="{h} {h} {h}" density="1200"/></body>'
        for h in (launch.edge_mm / 2000 for launch in launches)
    )
    return f"""<mujoco>
      <option timestep="{_STEP_S}" gravity="0 0 -9.81" cone="elliptic"
        integrator="implicitfast"/>
      <default><geom friction="{walls.grip} 0.0004 0.00005" solref="0.008 {walls.damping}"
        solimp="0.5 0.95 0.001"/></default>
      <worldbody>
        <geom type="plane" size="5 5 0.1"/>{_fence(walls)}{boxes}
      </worldbody></mujoco>"""


def _fence(walls: Walls) -> str:
    sides = 28 if walls.round else 4
    high, thick = walls.high_mm / 2000, 0.01
    out = []
    for side in range(sides):
        angle = 2 * math.pi * side / sides
        deep, wide = walls.half_mm if side % 2 == 0 or walls.round else walls.half_mm[::-1]
        far = deep / 1000 + thick
        length = far * math.tan(math.pi / sides) if walls.round else wide / 1000 + 2 * thick
        x, y = far * math.cos(angle), far * math.sin(angle)
        out.append(
            f'<geom type="box" size="{thick} {length + thick} {high}" pos="{x} {y} {high}"'
            f' euler="0 0 {math.degrees(angle)}"/>'
        )
    return "".join(out)
