"""The script of a camera that does not exist.

Knows what a script may say: throws at set times, throws when the game asks, and faults.
Refuses to know how a picture is made and when it is due.

A script is TOML; every part may be left out::

    look = "green-felt-tray" # one of the renderer's; "flat" is drawn, for slow machines
    width = 800
    height = 600
    moving_fps = 12.0        # while something moves
    still_fps = 4.0          # while nothing does
    noise = 3                # sensor noise, grey levels

    [[throw]]
    at_s = 2.0
    dice = "2d6"
    faces = [3, 5]           # left out: by chance

    [reactive]
    after_s = 1.5            # how long the game must have waited
    hand = 0.2               # how often a hand passes after a throw
    cocked = 0.05            # how often a die leans
    short = 0.05             # how often a die is left out

    [[fault]]
    kind = "lost"            # or "frozen", "black"
    at_frame = 120
    frames = 40
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from companion.dice import FACES, DiceSpec, FaceValue
from companion.errors import CameraUnavailable

DEMO = "demo"
FLAT = "flat"
"""The look that is drawn, not rendered."""
T = TypeVar("T")


class FaultKind(StrEnum):
    """What can go wrong with a camera."""

    LOST = "lost"
    FROZEN = "frozen"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class Fault:
    """From frame ``at_frame`` on, ``frames`` frames long."""

    kind: FaultKind
    at_frame: int
    frames: int


@dataclass(frozen=True, slots=True)
class SetThrow:
    """A throw at a set time; ``faces`` empty means by chance."""

    at_s: float
    dice: DiceSpec
    faces: tuple[FaceValue, ...] = ()


@dataclass(frozen=True, slots=True)
class Reactive:
    """Throws when the game asks; the shares are chances from 0 to 1 a throw."""

    after_s: float = 1.5
    hand: float = 0.0
    cocked: float = 0.0
    short: float = 0.0


@dataclass(frozen=True, slots=True)
class Script:
    """Everything a scripted camera does. Sizes in pixels, noise in grey levels."""

    look: str = "green-felt-tray"
    width: int = 800
    height: int = 600
    moving_fps: float = 12.0
    still_fps: float = 4.0
    noise: int = 3
    throws: tuple[SetThrow, ...] = ()
    reactive: Reactive | None = None
    faults: tuple[Fault, ...] = ()


def load_script(path: str) -> Script:
    """The script in that file, or the one that ships under the name ``demo``.

    Raises CameraUnavailable, one sentence, for anything that is not a script.
    """
    if path == DEMO:
        return parse_script(
            files("hardware").joinpath("scripts/demo.toml").read_text("utf-8"), "the demo"
        )
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise CameraUnavailable(
            f"The script {path} cannot be read ({fault}). Name a TOML file, or write "
            f"scripted:demo for the one that comes with the program."
        ) from fault
    return parse_script(text, path)


def parse_script(text: str, source: str) -> Script:
    """The script written in ``text``; ``source`` names it. Raises CameraUnavailable."""
    try:
        written = tomllib.loads(text)
        return Script(
            throws=tuple(_throw(_Table(row, "throw")) for row in written.pop("throw", ())),
            faults=tuple(_fault(_Table(row, "fault")) for row in written.pop("fault", ())),
            reactive=_reactive(written.pop("reactive", None)),
            **_camera(_Table(written, "camera")),
        )
    except (ValueError, TypeError, AttributeError) as fault:
        raise CameraUnavailable(f"The script {source} cannot be used: {fault}") from fault


class _Table:
    """A TOML table from which every key must be taken."""

    def __init__(self, rows: Mapping[str, Any], name: str) -> None:
        self._rows = dict(rows)
        self._name = name

    def take(self, key: str, read: Callable[[Any], T], default: T | None = None) -> T:
        if key not in self._rows:
            if default is None:
                raise ValueError(f"[{self._name}] needs {key}.")
            return default
        value = self._rows.pop(key)
        try:
            return read(value)
        except (ValueError, TypeError) as fault:
            raise ValueError(
                f"{key} = {value!r} in [{self._name}] is not usable: {fault}"
            ) from None

    def end(self) -> None:
        if self._rows:
            raise ValueError(f"{min(self._rows)} in [{self._name}] is not known. Take it out.")


def _camera(rows: _Table) -> dict[str, Any]:
    found = {
        "look": rows.take("look", str, "green-felt-tray"),
        "width": rows.take("width", _whole(64, 4096), 800),
        "height": rows.take("height", _whole(64, 4096), 600),
        "moving_fps": rows.take("moving_fps", _number(0.5, 60), 12.0),
        "still_fps": rows.take("still_fps", _number(0.5, 60), 4.0),
        "noise": rows.take("noise", _whole(0, 40), 3),
    }
    rows.end()
    return found


def _throw(rows: _Table) -> SetThrow:
    throw = SetThrow(
        at_s=rows.take("at_s", _number(0, 1e6)),
        dice=rows.take("dice", DiceSpec.parse),
        faces=rows.take("faces", tuple, ()),
    )
    rows.end()
    if throw.faces and len(throw.faces) != throw.dice.total:
        raise ValueError(f"{throw.dice} needs {throw.dice.total} faces, got {len(throw.faces)}.")
    kinds = [kind for kind, count in throw.dice.counts for _ in range(count)]
    for kind in kinds:
        if kind not in FACES:
            raise ValueError(f"{kind!r} is no kind of die. Write {throw.dice.total}d6 or so.")
    for kind, face in zip(kinds, throw.faces, strict=False):
        if face not in FACES[kind]:
            raise ValueError(f"A {kind} has no face {face!r}.")
    return throw


def _fault(rows: _Table) -> Fault:
    fault = Fault(
        kind=rows.take("kind", FaultKind),
        at_frame=rows.take("at_frame", _whole(0, 10**9)),
        frames=rows.take("frames", _whole(1, 10**9)),
    )
    rows.end()
    return fault


def _reactive(written: Mapping[str, Any] | None) -> Reactive | None:
    if written is None:
        return None
    rows = _Table(written, "reactive")
    found = Reactive(
        after_s=rows.take("after_s", _number(0, 3600), 1.5),
        hand=rows.take("hand", _number(0, 1), 0.0),
        cocked=rows.take("cocked", _number(0, 1), 0.0),
        short=rows.take("short", _number(0, 1), 0.0),
    )
    rows.end()
    return found


def _whole(low: int, high: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"Write a whole number from {low} to {high}.")
        return value

    return read


def _number(low: float, high: float) -> Callable[[Any], float]:
    def read(value: Any) -> float:
        if type(value) not in (int, float) or not low <= value <= high:
            raise ValueError(f"Write a number from {low:g} to {high:g}.")
        return float(value)

    return read
