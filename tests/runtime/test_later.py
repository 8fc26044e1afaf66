"""Readers that are made late: once, in time, and never at the cost of the page."""

from __future__ import annotations

import subprocess
import sys
import threading

import numpy as np
import pytest

from companion.cli.later import LaterReader
from companion.runtime.pictures import Picture
from tests.runtime.served import environment
from vision.values import Status, TrayReading

PICTURE: Picture = np.zeros((20, 20, 3), np.uint8)
EMPTY = TrayReading(Status.EMPTY, 1.0, ())
WITHIN_S = 20.0


def test_a_reader_is_made_once_and_at_its_first_picture() -> None:
    made: list[int] = []

    def make() -> object:
        made.append(1)
        return lambda image: EMPTY

    reader = LaterReader(make)  # type: ignore[arg-type]
    assert made == []
    assert [reader(PICTURE), reader(PICTURE)] == [EMPTY, EMPTY]
    assert made == [1]


def test_frames_before_a_reading_are_passed_on_once_there_is_a_reader() -> None:
    shown: list[str] = []

    class Noted:
        def __call__(self, image: Picture) -> TrayReading:
            return EMPTY

        def lies(self, image: Picture) -> None:
            shown.append("lies")

        def moved(self) -> None:
            shown.append("moved")

    reader = LaterReader(Noted)
    reader.lies(PICTURE)
    reader.moved()
    assert shown == []
    reader(PICTURE)
    reader.lies(PICTURE)
    reader.moved()
    assert shown == ["lies", "moved"]


def test_at_rest_a_reader_lets_go_and_then_the_process_gives_back() -> None:
    done: list[str] = []

    class Resting:
        def __call__(self, image: Picture) -> TrayReading:
            return EMPTY

        def rest(self) -> None:
            done.append("reader")

    reader = LaterReader(Resting, lambda: done.append("process"))
    reader.rest()
    assert done == ["process"]
    reader(PICTURE)
    reader.rest()
    assert done == ["process", "reader", "process"]


def test_a_reader_that_holds_nothing_need_not_rest() -> None:
    done: list[str] = []
    reader = LaterReader(lambda: lambda image: EMPTY, lambda: done.append("process"))
    reader(PICTURE)
    reader.rest()
    assert done == ["process"]


def test_a_picture_that_comes_while_the_reader_is_made_waits_for_it() -> None:
    begun, go_on = threading.Event(), threading.Event()
    made: list[int] = []

    def make() -> object:
        made.append(1)
        begun.set()
        assert go_on.wait(WITHIN_S)
        return lambda image: EMPTY

    reader = LaterReader(make)  # type: ignore[arg-type]
    reader.prepare()
    assert begun.wait(WITHIN_S)
    found: list[TrayReading] = []
    thread = threading.Thread(target=lambda: found.append(reader(PICTURE)))
    thread.start()
    go_on.set()
    thread.join(WITHIN_S)
    assert found == [EMPTY]
    assert made == [1]


def test_what_loading_a_reader_took_is_given_back() -> None:
    given_back = threading.Event()
    reader = LaterReader(lambda: lambda image: EMPTY, given_back.set)
    reader.prepare()
    assert given_back.wait(WITHIN_S)


def test_a_picture_does_not_wait_for_the_time_at_which_the_reader_would_be_made() -> None:
    made: list[int] = []

    def make() -> object:
        made.append(1)
        return lambda image: EMPTY

    reader = LaterReader(make)  # type: ignore[arg-type]
    reader.prepare(after_s=30.0)
    assert made == []
    assert reader(PICTURE) == EMPTY
    assert made == [1]


def test_a_reader_that_cannot_be_made_fails_where_it_is_asked(
    caplog: pytest.LogCaptureFixture,
) -> None:
    failed = threading.Event()

    def make() -> object:
        failed.set()
        raise ValueError("no net")

    reader = LaterReader(make)  # type: ignore[arg-type]
    reader.prepare()
    assert failed.wait(WITHIN_S)
    with pytest.raises(ValueError, match="no net"):
        reader(PICTURE)


def test_the_page_does_not_wait_for_readers_games_and_simulations_to_load() -> None:
    code = (
        "import sys, companion.cli.serve\n"
        "late = ('onnxruntime', 'shapely', 'rich', 'vision.dice.reading', 'vision.calibration',"
        " 'hardware.simulated', 'companion.games.climb', 'companion.games.rocodromo',"
        " 'web.presenters.climb', 'companion.links', 'companion.backup')\n"
        "print([name for name in late if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True
    )
    assert done.stdout.strip() == "[]"
