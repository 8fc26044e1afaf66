"""``companion read`` on films: each throw once, with its frame and time, or one clear sentence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main
from tests.rolling.films import one_throw
from tests.rolling.measure import FRAMES
from tests.rolling.reel import Thrown
from tests.rolling.sprites import Image
from tests.rolling.videos import retimed, write_folder, write_video

FPS = 15.0
UNEVEN = (0.04, 0.1, 0.05, 0.08)
"""Seconds from one frame to the next, over and over."""


@dataclass(frozen=True)
class Filmed:
    frames: tuple[Image, ...]
    throw: Thrown


@pytest.fixture(scope="module")
def filmed() -> Filmed:
    """A throw of two dice from a tower: an empty tray before, dice at rest after it."""
    film = one_throw(seed=3, count=2)
    frames = tuple(shot.image_bgr for shot in film.shots)
    return Filmed(frames, film.thrown[0])


def read(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    status = main(["read", "--json", *arguments])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def is_the_throw(result: dict[str, Any], filmed: Filmed, times_s: Sequence[float]) -> None:
    assert list(result)[:3] == ["file", "frame", "t_s"]
    assert abs(result["frame"] - filmed.throw.rest) <= FRAMES
    assert result["t_s"] == pytest.approx(times_s[result["frame"]], abs=0.002)
    assert result["status"] in ("ok", "unsure")
    if result["status"] == "ok":
        truth = sorted(int(die.value) for die in filmed.throw.dice)
        assert sorted(die["value"] for die in result["dice"]) == truth


@pytest.mark.parametrize(
    ("name", "code"), [("a.mp4", "mp4v"), ("a.avi", "MJPG"), ("a.avi", "XVID"), ("a.mkv", "mp4v")]
)
def test_a_throw_in_a_video_is_told_once_with_its_frame_and_time(
    filmed: Filmed, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, code: str
) -> None:
    path = write_video(tmp_path / name, filmed.frames, code, FPS)
    status, results = read(capsys, str(path))
    assert (status, len(results)) == (0, 1)
    is_the_throw(results[0], filmed, [n / FPS for n in range(len(filmed.frames))])


def test_a_video_of_uneven_rate_is_told_by_its_own_times(
    filmed: Filmed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_video(tmp_path / "a.mp4", filmed.frames, "mp4v", FPS)
    steps = [UNEVEN[n % len(UNEVEN)] for n in range(len(filmed.frames))]
    retimed(path, steps)
    status, results = read(capsys, str(path))
    assert (status, len(results)) == (0, 1)
    is_the_throw(results[0], filmed, [0.0, *accumulate(steps)])


def test_a_folder_is_a_film_only_when_that_is_asked(
    filmed: Filmed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = [UNEVEN[n % len(UNEVEN)] for n in range(len(filmed.frames) - 1)]
    times = [0.0, *accumulate(steps)]
    folder = write_folder(tmp_path / "film", filmed.frames, times)
    status, results = read(capsys, "--film", str(folder))
    assert (status, len(results)) == (0, 1)
    is_the_throw(results[0], filmed, times)
    few = write_folder(tmp_path / "pictures", filmed.frames[-2:], times[:2])
    status, results = read(capsys, str(few))
    assert status == 0
    assert [Path(result["file"]).name for result in results] == ["0000.jpg", "0001.jpg"]


def test_a_video_that_is_cut_short_tells_its_throws_and_then_that_it_is_cut(
    filmed: Filmed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_video(tmp_path / "a.avi", [*filmed.frames, *filmed.frames[-1:] * 30], "MJPG", FPS)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) * 8 // 10])
    status, results = read(capsys, str(path))
    assert (status, len(results)) == (2, 2)
    is_the_throw(results[0], filmed, [n / FPS for n in range(len(filmed.frames))])
    assert results[1]["status"] == "error"
    assert "cut short" in results[1]["error"]["message"]


@pytest.mark.parametrize("keep", [24, 4000])
def test_a_video_of_which_no_frame_can_be_decoded_is_one_error(
    filmed: Filmed, tmp_path: Path, capsys: pytest.CaptureFixture[str], keep: int
) -> None:
    path = write_video(tmp_path / "a.mp4", filmed.frames[:20], "mp4v", FPS)
    path.write_bytes(path.read_bytes()[:keep])
    status = main(["read", "--json", str(path)])
    told = capsys.readouterr()
    assert status == 2
    (result,) = (json.loads(line) for line in told.out.splitlines())
    assert (result["status"], result["error"]["code"]) == ("error", "unreadable")
    assert told.err == ""
