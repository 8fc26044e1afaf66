"""Fakes of the page's ports: pictures, rig and clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.errors import BoardError
from companion.table.ports import Rgb, RigStatus

JPEG = (Path(__file__).parents[1] / "fixtures" / "pictures" / "small-1.jpg").read_bytes()
"""A picture of a tray that a browser can show."""


@dataclass
class FakePictures:
    """Pictures that tests put there."""

    picture: tuple[int, bytes] | None = (1, JPEG)
    kept: dict[str, bytes] = field(default_factory=lambda: {"roll-0001.jpg": JPEG})

    def newest(self) -> tuple[int, bytes] | None:
        return self.picture

    def evidence(self, name: str) -> bytes | None:
        return self.kept.get(name)


@dataclass
class FakeRig:
    """A camera that is well and three lights."""

    lights: tuple[Rgb, ...] = ((0, 0, 0), (10, 20, 30), (255, 255, 255))

    def status(self) -> RigStatus:
        return RigStatus("a drawn camera", True, "", 0.1, self.lights)


@dataclass
class FakeClock:
    """Time that passes a second with each look."""

    seconds: float = 0.0

    def now_s(self) -> float:
        self.seconds += 1.0
        return self.seconds

    def wall(self) -> datetime:
        return datetime(2026, 11, 28, 19, 0, tzinfo=UTC) + timedelta(seconds=self.now_s())


class FakeBoards:
    """No boards at all: free roll needs none."""

    def names(self, game: str) -> tuple[str, ...]:
        return ()

    def load(self, game: str, name: str) -> dict[str, Any]:
        raise BoardError(name, ("There is no such board.",))
