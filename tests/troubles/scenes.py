"""Rendered pictures in which one trouble is present, or is not.

Knows for each trouble how it comes about on a table, and where it then is. Refuses to know
readers.

Pictures without the trouble are of the same tables with the same number of dice; those of
another trouble are not mixed in, so that each row of the table of confusions tells of one thing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from hardware.simulated.scene.die import Die, pip_die
from hardware.simulated.scene.hand import hand
from hardware.simulated.scene.looks import LOOKS, RED, WHITE, Look
from hardware.simulated.scene.pose import showing
from hardware.simulated.scene.sensor import Picture
from hardware.simulated.scene.solid import RoundedCube
from hardware.simulated.scene.stage import Rendered, Stage
from hardware.simulated.scene.throw import throw
from hardware.simulated.scene.truth import DieTruth
from tests.troubles.glint import with_glint
from tests.troubles.things import THINGS, with_thing
from vision.calibration.floor import found_floor
from vision.calibration.reference import reduced
from vision.calibration.tray import Tray
from vision.values import Point, TroubleCode

TRAYS = ("green-felt-tray", "black-tray", "red-felt-tray")
SIZE = (640, 480)


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A picture; ``at`` are the places of the trouble (empty: it is not there, or is of the
    whole picture); ``values`` what may be read: None for a die that has no value.
    ``expected``: the dice that are asked for, as `--expect` takes them."""

    image_bgr: Picture
    present: bool
    at: tuple[Point, ...]
    values: tuple[int | None, ...]
    tray: Tray | None = None
    expected: str | None = None


Make = Callable[[bool, int, np.random.Generator], Case]


def case(code: TroubleCode, present: bool, number: int) -> Case:
    """The picture with that number of a trouble; the same arguments give the same bytes."""
    seed = sum(map(ord, code)) * 1009 + 2 * number + int(present)
    return CASES[code](present, number, np.random.default_rng(seed))


def known_tray(stage: Stage, die_side_px: float) -> Tray:
    """The tray of a stage as set-up finds it."""
    empty = stage.shoot((), 991).image_bgr
    floor = found_floor(empty)
    assert floor is not None
    return Tray(
        SIZE,
        floor.shape,
        floor.outline_px,
        die_side_px=die_side_px,
        reference_bgr=reduced(empty),
    )


def _look(number: int) -> Look:
    return list(LOOKS.values())[number % len(LOOKS)]


def _in_tray(number: int) -> tuple[Look, Stage]:
    """A look with a tray that is wholly in view."""
    look = LOOKS[TRAYS[number % len(TRAYS)]]
    return look, look.stage(SIZE, 0.88)


def _dice(look: Look, stage: Stage, rng: np.random.Generator, count: int) -> list[Die]:
    faces = [int(v) for v in rng.integers(1, 7, count)]
    return list(throw(faces, look, rng, stage=stage).rest)


def _face(rng: np.random.Generator) -> int:
    return int(rng.integers(1, 7))


def _values(rendered: Rendered) -> tuple[int | None, ...]:
    return tuple(
        None if die.cocked_deg > 8 or die.kind != "d6" or die.moving else int(die.value)
        for die in rendered.truth
    )


def _plain(
    rendered: Rendered, present: bool, at: tuple[Point, ...] = (), tray: Tray | None = None
) -> Case:
    return Case(rendered.image_bgr, present, at, _values(rendered), tray)


def _side_px(stage: Stage, look: Look) -> float:
    return look.edge_mm * stage.camera.focal_px / look.height_mm


def _cocked(present: bool, number: int, rng: np.random.Generator) -> Case:
    look = _look(number)
    stage = look.stage(SIZE)
    dice = _dice(look, stage, rng, 3)
    x, y = (float(v) for v in dice[-1].pose.centre_mm[:2])
    towards = float(rng.uniform(0, 2 * math.pi))
    lean = math.radians(float(rng.uniform(16, 44))) if present else 0.0
    leaning = _cube(look, dice[-1], (x, y), towards, _face(rng), lean, towards)
    reach = look.edge_mm * 1.18
    place = (x + reach * math.cos(towards), y + reach * math.sin(towards))
    support = _cube(look, dice[-1], place, towards, _face(rng))
    rendered = stage.shoot((*dice[:-1], leaning, support), number)
    return _plain(rendered, present, (rendered.truth[-2].centre_px,) if present else ())


def _cube(
    look: Look,
    like: Die,
    xy_mm: tuple[float, float],
    yaw: float,
    face: int,
    lean: float = 0.0,
    towards: float = 0.0,
) -> Die:
    body = like.body if isinstance(like.body, RoundedCube) else look.body
    return pip_die(face, xy_mm, yaw, like.paint, body, look.edge_mm, lean, towards)


def _stacked(present: bool, number: int, rng: np.random.Generator) -> Case:
    look = _look(number)
    stage = look.stage(SIZE)
    dice = _dice(look, stage, rng, 3)
    x, y = (float(v) for v in dice[-1].pose.centre_mm[:2])
    slip = rng.uniform(-0.3, 0.3, 2) * look.edge_mm
    upper = _cube(look, dice[-1], (x, y), 0.0, _face(rng))
    turn = showing(_face(rng), float(rng.uniform(0, 6.28)))
    high = upper.resting((x + float(slip[0]), y + float(slip[1])), turn, look.edge_mm)
    rendered = stage.shoot((*dice, high) if present else dice, number)
    at = (rendered.truth[-1].centre_px,) if present else ()
    values = (*_values(rendered)[:-2], None, None) if present else _values(rendered)
    return Case(rendered.image_bgr, present, at, values)


def _at_edge(present: bool, number: int, rng: np.random.Generator) -> Case:
    look, stage = _in_tray(number)
    inner = replace(look, area_mm=(0.8 * look.area_mm[0], 0.8 * look.area_mm[1]))
    dice = _dice(inner, stage, rng, 3)
    assert look.table.tray is not None
    if present:
        way = float(rng.uniform(0, 2 * math.pi))
        if not look.round_area:
            way = (number // 3) * math.pi / 2
        tray = look.table.tray
        on_rim = number % 2 == 1
        reach = tray.half_mm + 0.3 * tray.rim_mm if on_rim else tray.half_mm - 0.5 * look.edge_mm
        yaw = way if not on_rim else way + 0.3
        xy = (reach * math.cos(way), reach * math.sin(way))
        turn = showing(_face(rng), yaw)
        dice[-1] = dice[-1].resting(xy, turn, tray.high_mm if on_rim else 0.0)
    rendered = stage.shoot(dice, number)
    at = (rendered.truth[-1].centre_px,) if present else ()
    return _plain(rendered, present, at, known_tray(stage, _side_px(stage, look)))


def _cut_off(present: bool, number: int, rng: np.random.Generator) -> Case:
    look = LOOKS[("dark-wood", "white-table", "grey-carpet", "red-cloth")[number % 4]]
    stage = look.stage(SIZE)
    dice = _dice(look, stage, rng, 3)
    side = _side_px(stage, look)
    off = float(rng.uniform(0.1, 0.42)) if present else float(rng.uniform(0.8, 1.2))
    along = float(rng.uniform(0.2, 0.8))
    x_px, y_px = (
        (off * side, along * SIZE[1]),
        (SIZE[0] - off * side, along * SIZE[1]),
        (along * SIZE[0], off * side),
        (along * SIZE[0], SIZE[1] - off * side),
    )[number // 4 % 4]
    place = stage.camera.on_plane(x_px, y_px, look.edge_mm)
    dice[-1] = look.die(_face(rng), (float(place[0]), float(place[1])), float(rng.uniform(0, 6)))
    others = [d for d in dice[:-1] if np.hypot(*(d.pose.centre_mm - dice[-1].pose.centre_mm)[:2])
              > 1.5 * look.edge_mm]  # fmt: skip
    rendered = stage.shoot((*others, dice[-1]), number)
    return _plain(rendered, present, (rendered.truth[-1].centre_px,) if present else ())


def _blurred(present: bool, number: int, rng: np.random.Generator) -> Case:
    look = _look(number)
    stage = look.stage(SIZE)
    dice = _dice(look, stage, rng, 3)
    if present:
        way, far = rng.uniform(0, 2 * math.pi), rng.uniform(0.5, 0.9) * _side_px(stage, look)
        moving = (float(far * math.cos(way)), float(far * math.sin(way)))
        dice[-1] = replace(dice[-1], moving_px=moving)
    rendered = stage.shoot(dice, number)
    return _plain(rendered, present, (rendered.truth[-1].centre_px,) if present else ())


def _out_of_focus(present: bool, number: int, rng: np.random.Generator) -> Case:
    look = _look(number)
    stage = look.stage(SIZE)
    dice = _dice(look, stage, rng, 1 + number % 4)
    part = rng.uniform(0.09, 0.16) if present else rng.uniform(0.01, 0.035)
    blurred = stage.with_sensor(blur_px=float(part) * _side_px(stage, look))
    return _plain(blurred.shoot(dice, number), present)


def _glare(present: bool, number: int, rng: np.random.Generator) -> Case:
    look = _look(number)
    stage = look.stage(SIZE)
    rendered = stage.shoot(_dice(look, stage, rng, 3), number)
    die = _most_visible(rendered.truth)
    image = rendered.image_bgr
    if present:
        at = (float(rng.uniform(-0.2, 0.2)), float(rng.uniform(-0.2, 0.2)))
        image = with_glint(image, die, at, float(rng.uniform(0.24, 0.42)))
    return Case(image, present, (die.centre_px,) if present else (), _values(rendered))


def _most_visible(truth: tuple[DieTruth, ...]) -> DieTruth:
    return max(truth, key=lambda die: die.visible * die.front)


def _too_dark(present: bool, number: int, rng: np.random.Generator) -> Case:
    exposure = rng.uniform(0.002, 0.008) if present else rng.uniform(0.25, 1.0)
    return _exposed(present, number, rng, float(exposure))


def _too_bright(present: bool, number: int, rng: np.random.Generator) -> Case:
    exposure = rng.uniform(30, 90) if present else rng.uniform(0.8, 1.7)
    return _exposed(present, number, rng, float(exposure))


def _exposed(present: bool, number: int, rng: np.random.Generator, exposure: float) -> Case:
    look = _look(number)
    stage = look.stage(SIZE)
    dice = _dice(look, stage, rng, 3)
    return _plain(stage.with_sensor(exposure=exposure).shoot(dice, number), present)


def _foreign_object(present: bool, number: int, rng: np.random.Generator) -> Case:
    look, stage = _in_tray(number)
    tray = known_tray(stage, _side_px(stage, look))
    dice = _dice(look, stage, rng, 2)
    if not present:
        return _plain(stage.shoot(dice, number), False, (), tray)
    names = [*THINGS, "hand"]
    name = names[number % len(names)]
    if name == "hand":
        tip = (float(rng.uniform(250, 390)), float(rng.uniform(180, 300)))
        bones = hand(tip, float(rng.uniform(0, 6.28)), 24.0)
        rendered = stage.shoot(dice, number, hand=bones)
        seen = tuple(int(d.value) for d in rendered.truth if d.visible > 0.2)
        middle = bones[-2].start_px
        return Case(rendered.image_bgr, True, (middle,), seen, tray)
    place = _free_place(dice, rng)
    rendered = with_thing(stage, name, place, float(rng.uniform(0, 3))).shoot(dice, number)
    at = stage.camera.project(np.array([[*place, 0.0]], np.float32))[0]
    return _plain(rendered, True, ((float(at[0]), float(at[1])),), tray)


def _free_place(dice: list[Die], rng: np.random.Generator) -> tuple[float, float]:
    """A place near the middle that no die covers."""
    for _ in range(200):
        x, y = (float(v) for v in rng.uniform(-45, 45, 2))
        if all(np.hypot(x - d.pose.centre_mm[0], y - d.pose.centre_mm[1]) > 32 for d in dice):
            break
    return x, y


def _unknown_die(present: bool, number: int, rng: np.random.Generator) -> Case:
    look = _look(number)
    stage = look.stage(SIZE)
    dice = _dice(look, stage, rng, 3)
    if present:
        paint = replace(RED, marks=("lightning", "mountain") * 3)
        if number % 2:
            paint = replace(WHITE, marks=(" ",) * 6)  # a die without any mark
        dice[-1] = replace(dice[-1], paint=paint, kind="symbol")
    rendered = stage.shoot(dice, number)
    values = (*_values(rendered)[:-1], None) if present else _values(rendered)
    at = (rendered.truth[-1].centre_px,) if present else ()
    return Case(rendered.image_bgr, present, at, values)


def _wrong_count(present: bool, number: int, rng: np.random.Generator) -> Case:
    look = _look(number)
    stage = look.stage(SIZE)
    dice = _dice(look, stage, rng, 3)
    rendered = stage.shoot(dice, number)
    expected = (2 if number % 2 else 4) if present else 3
    return Case(rendered.image_bgr, present, (), _values(rendered), expected=f"{expected}d6")


def _wrong_kind(present: bool, number: int, rng: np.random.Generator) -> Case:
    look = _look(number)
    stage = look.stage(SIZE)
    dice = _dice(look, stage, rng, 3)
    rendered = stage.shoot(dice, number)
    expected = ("2d6+1d4" if number % 2 else "3symbol") if present else "3d6"
    return Case(rendered.image_bgr, present, (), _values(rendered), expected=expected)


CASES: Mapping[TroubleCode, Make] = {
    TroubleCode.COCKED: _cocked,
    TroubleCode.STACKED: _stacked,
    TroubleCode.AT_EDGE: _at_edge,
    TroubleCode.CUT_OFF: _cut_off,
    TroubleCode.BLURRED: _blurred,
    TroubleCode.OUT_OF_FOCUS: _out_of_focus,
    TroubleCode.GLARE: _glare,
    TroubleCode.TOO_DARK: _too_dark,
    TroubleCode.TOO_BRIGHT: _too_bright,
    TroubleCode.FOREIGN_OBJECT: _foreign_object,
    TroubleCode.UNKNOWN_DIE: _unknown_die,
    TroubleCode.WRONG_COUNT: _wrong_count,
    TroubleCode.WRONG_KIND: _wrong_kind,
}
