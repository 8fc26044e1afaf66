"""Frames at rest are read while the throw is still waited for, and no less carefully."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.dice import DiceSpec
from companion.runtime.ahead import ReadsAhead, certain
from companion.runtime.eyes import Eyes
from companion.runtime.known_tray import KnownTray
from companion.runtime.pictures import Picture, Shutter
from companion.table.table import Table
from hardware.simulated.scene import LOOKS, throw
from tests.hardware.clocks import FakeClock
from tests.runtime.fakes import FakeGallery, FilmCamera
from tests.vision.drawn import Die, Scene
from vision.calibration.floor import Shape
from vision.calibration.tray import Tray
from vision.dice.reading import DiceReader
from vision.values import Status, TrayReading, View

TWO = DiceSpec.of({"d6": 2})
SIZE = (640, 480)
BEFORE_DUE = 4
"""Frames at rest before a reading is due: at 15 a second."""


@cache
def reader() -> DiceReader:
    cv2.setNumThreads(1)
    return DiceReader()


@cache
def lying(faces: tuple[int, ...], seed: int = 3) -> tuple[Picture, ...]:
    """Frames of one throw at rest, each with its own noise."""
    thrown = throw(faces, LOOKS["black-tray"], np.random.default_rng(seed), size_px=SIZE)
    shots = [thrown.stage.shoot(thrown.rest, frame) for frame in range(BEFORE_DUE + 1)]
    return tuple(shot.image_bgr for shot in shots)


class CountedReader(DiceReader):
    """The reader that ships, counting whole pictures that it read."""

    def __init__(self) -> None:
        super().__init__()
        self.model = reader().model
        self.whole = 0

    def read(
        self, image_bgr: Picture, view: View = View.ABOVE, tray: Tray | None = None
    ) -> TrayReading:
        self.whole += 1
        return super().read(image_bgr, view, tray)


@dataclass
class Stand:
    """What a table has: one reader and what is awaited, both changed at will."""

    awaited: DiceSpec | None = TWO
    tray: Tray | None = None
    reader: CountedReader = field(default_factory=CountedReader)

    def __post_init__(self) -> None:
        self.ahead = ReadsAhead(lambda awaited: self.reader, lambda: self.awaited)

    def thrown(self, *frames: Picture) -> TrayReading:
        """A throw of which these frames are seen at rest, the last when it is due."""
        self.ahead.moved()
        for frame in frames[:-1]:
            self.ahead.lies(frame, self.tray)
        return self.ahead.read(frames[-1], self.tray)


def values(reading: TrayReading) -> list[int | str | None]:
    return sorted((die.value for die in reading.dice), key=str)


@pytest.fixture
def stand() -> Stand:
    made = Stand()
    made.thrown(*lying((2, 5)))
    assert made.reader.whole == 1, "nobody knew how large the dice are"
    return made


def test_from_the_second_throw_on_the_frames_before_have_read_it(stand: Stand) -> None:
    reading = stand.thrown(*lying((3, 6), seed=4))
    assert (reading.status, values(reading)) == (Status.OK, [3, 6])
    assert stand.reader.whole == 1
    assert stand.ahead.spared == 1


def test_a_second_reading_of_the_same_throw_is_a_whole_one(stand: Stand) -> None:
    frames = lying((3, 6), seed=4)
    stand.thrown(*frames)
    again = stand.ahead.read(frames[-1], None)
    assert values(again) == [3, 6]
    assert stand.reader.whole == 2


def test_too_few_frames_are_read_as_a_whole(stand: Stand) -> None:
    assert values(stand.thrown(*lying((3, 6), seed=4)[:4])) == [3, 6]
    assert stand.reader.whole == 2


def test_the_size_of_the_dice_may_be_known_from_the_tray() -> None:
    outline = np.array([[0.0, 0.0], [639.0, 0.0], [639.0, 479.0], [0.0, 479.0]])
    made = Stand(tray=Tray(SIZE, Shape.POLYGON, outline, die_side_px=42.0))
    assert values(made.thrown(*lying((2, 5)))) == [2, 5]
    assert made.reader.whole == 0


def test_frames_that_differ_are_read_as_a_whole(stand: Stand) -> None:
    before, after = lying((2, 5)), lying((3, 6), seed=4)
    assert values(stand.thrown(*before[:2], *after[2:])) == [3, 6]
    assert stand.reader.whole == 2


def test_motion_between_makes_what_was_seen_worthless(stand: Stand) -> None:
    for frame in lying((2, 5))[:BEFORE_DUE]:
        stand.ahead.lies(frame, None)
    assert values(stand.thrown(*lying((3, 6), seed=4))) == [3, 6]
    assert stand.reader.whole == 1


@pytest.mark.parametrize("awaited", [DiceSpec.of({"d6": 3}), DiceSpec.of({"d6": 1, "d4": 1})])
def test_other_dice_than_awaited_are_read_as_a_whole(stand: Stand, awaited: DiceSpec) -> None:
    stand.awaited = awaited
    stand.thrown(*lying((3, 6), seed=4))
    assert stand.reader.whole == 2


def test_pictures_of_another_size_are_read_as_a_whole(stand: Stand) -> None:
    small = [cv2.resize(frame, (320, 240)) for frame in lying((3, 6), seed=4)]
    stand.thrown(*(np.asarray(frame, np.uint8) for frame in small))
    assert stand.reader.whole == 2


def test_another_reader_begins_anew(stand: Stand) -> None:
    frames = lying((3, 6), seed=4)
    for frame in frames[:BEFORE_DUE]:
        stand.ahead.lies(frame, None)
    stand.reader = CountedReader()
    assert values(stand.ahead.read(frames[-1], None)) == [3, 6]
    assert stand.reader.whole == 1


def test_an_empty_tray_is_read_as_a_whole(stand: Stand) -> None:
    stage = throw((2,), LOOKS["black-tray"], np.random.default_rng(3), size_px=SIZE).stage
    empty = [stage.shoot((), frame).image_bgr for frame in range(BEFORE_DUE + 1)]
    assert stand.thrown(*empty).status is Status.EMPTY
    assert stand.reader.whole == 2


@pytest.mark.parametrize(
    "change",
    [
        lambda reading: replace(reading, status=Status.UNSURE),
        lambda reading: replace(reading, dice=reading.dice[:1]),
    ],
)
def test_what_the_frames_doubt_is_read_as_a_whole(
    stand: Stand, monkeypatch: pytest.MonkeyPatch, change: Callable[[TrayReading], TrayReading]
) -> None:
    right = DiceReader.concluded
    calls: list[int] = []

    def doubting(self: DiceReader, *given: object, **named: object) -> TrayReading:
        calls.append(1)
        found = right(self, *given, **named)  # type: ignore[arg-type]
        return change(found) if len(calls) == 1 else found

    monkeypatch.setattr(DiceReader, "concluded", doubting)
    reading = stand.thrown(*lying((3, 6), seed=4))
    assert (reading.status, values(reading)) == (Status.OK, [3, 6])
    assert stand.reader.whole == 2


class Told:
    """A reader that notes in what order it is asked."""

    def __init__(self, camera: FilmCamera) -> None:
        self._camera = camera
        self.heard: list[str] = []

    def __call__(self, image_bgr: Picture) -> TrayReading:
        self.heard.append("read")
        return self._camera.read(image_bgr)

    def lies(self, image_bgr: Picture) -> None:
        self.heard.append("lies")

    def moved(self) -> None:
        self.heard.append("moved")


def test_the_loop_shows_frames_at_rest_before_the_one_that_is_read(
    table: Table, clock: FakeClock
) -> None:
    rolling = [Scene(dice=(Die(3, 200 + 30 * step, 100 + 20 * step),)) for step in range(6)]
    film = [*rolling, *[Scene(dice=(Die(3, 220, 200), Die(5, 420, 300)))] * 8]
    camera = FilmCamera(clock, film)
    told = Told(camera)
    eyes = Eyes(table, camera, told, Shutter(FakeGallery()), clock)
    for _ in range(10 + len(film)):
        eyes.look()
    throw_at = len(told.heard) - 1 - told.heard[::-1].index("read")
    assert told.heard[throw_at - 3 : throw_at] == ["moved", "lies", "lies"]
    assert set(told.heard[throw_at + 1 :]) == {"moved"}


def test_a_known_tray_passes_frames_on_with_its_tray() -> None:
    shown: list[Tray | None] = []

    class Noted:
        def lies(self, image_bgr: Picture, tray: Tray | None) -> None:
            shown.append(tray)

        def moved(self) -> None:
            shown.clear()

    outline = np.array([[0.0, 0.0], [639.0, 0.0], [639.0, 479.0]])
    tray = Tray(SIZE, Shape.POLYGON, outline)
    known = KnownTray(lambda image, given: reader().read(image), tray, print, Noted())
    known.lies(lying((2, 5))[0])
    assert shown == [tray]
    known.moved()
    assert shown == []


@pytest.mark.parametrize(("confidence", "enough"), [(0.97, True), (0.9, False)])
def test_what_the_frames_are_only_just_sure_of_is_asked_of_the_whole_reader(
    confidence: float, enough: bool
) -> None:
    seen = replace(reader().read(lying((2, 5))[0]), confidence=confidence, trouble=())
    assert seen.status is Status.OK
    assert certain(seen, TWO) is enough
