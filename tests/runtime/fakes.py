"""A camera and a gallery that the test holds in its hands."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table.ports import Frame
from tests.hardware.clocks import FakeClock
from tests.vision.drawn import Scene, draw, true_reading
from vision.values import TrayReading

Picture = NDArray[np.uint8]


class FilmCamera:
    """Gives the scenes one by one, a tenth of a second apart; an exception is raised.

    None: no picture comes. Before the first scene lies a second of empty tray.
    """

    name = "film"

    def __init__(self, clock: FakeClock, scenes: Sequence[Scene | Exception | None]) -> None:
        self._clock = clock
        self._scenes = [*[Scene()] * 10, *scenes]
        self._next = 0
        self.closed = False

    def latest(self, after: int, timeout_s: float) -> Frame[Picture] | None:
        self._clock.sleep_s(0.1)
        if self.ended:
            return None
        scene = self._scenes[self._next]
        self._next += 1
        match scene:
            case None:
                self._clock.sleep_s(timeout_s)
                return None
            case Exception():
                raise scene
            case Scene():
                number = self._next - 1
                return Frame(draw(scene, number), number, self._clock.now_s())

    @property
    def ended(self) -> bool:
        return self._next >= len(self._scenes)

    @property
    def shown(self) -> Scene:
        """The scene of the newest picture."""
        scene = self._scenes[self._next - 1]
        assert isinstance(scene, Scene)
        return scene

    def read(self, image: Picture) -> TrayReading:
        """What a perfect reader says of the newest picture."""
        return true_reading(self.shown)

    def close(self) -> None:
        self.closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class FakeGallery:
    """Keeps every picture that was shown, kept or held, decoded, and what was to be stored."""

    def __init__(self) -> None:
        self.trouble: str | None = None
        self.shown: list[Picture] = []
        self.kept: list[Picture] = []
        self.held: list[Picture] = []
        self.stored: list[str] = []
        self.watched = True

    def show(self, jpeg: bytes) -> None:
        self.shown.append(decoded(jpeg))

    def asked(self) -> bool:
        return self.watched

    def keep(self, jpeg: bytes) -> str | None:
        self.kept.append(decoded(jpeg))
        return f"evidence-{len(self.kept)}"

    def hold(self, jpeg: bytes) -> str:
        self.held.append(decoded(jpeg))
        return f"held-{len(self.held)}"

    def store(self, name: str) -> None:
        if name not in self.stored:
            self.stored.append(name)


def decoded(jpeg: bytes) -> Picture:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)
