"""Recordings as cameras: which picture is due, where a recording ends, what is refused."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import CameraLost, CameraUnavailable, PictureMissing, PictureUnreadable
from hardware.pictures import open_recording
from hardware.recorded import RecordedCamera
from tests.hardware.clocks import FakeClock
from tests.hardware.rigs import folder_of_pictures, video_of_pictures


def camera_of(path: Path, loop: bool = False) -> tuple[RecordedCamera, FakeClock]:
    clock = FakeClock()
    return RecordedCamera(open_recording(path), "a recording", clock, loop), clock


def test_waiting_for_the_next_picture_takes_as_long_as_it_took_when_recorded(
    tmp_path: Path,
) -> None:
    camera, clock = camera_of(folder_of_pictures(tmp_path / "p", 3))
    start_s = clock.now_s()
    indices = [frame.index for after in (-1, 0, 1) if (frame := camera.latest(after, 1.0))]
    assert indices == [0, 1, 2]
    assert clock.now_s() - start_s == pytest.approx(0.2)


def test_the_wait_ends_with_the_timeout(tmp_path: Path) -> None:
    camera, clock = camera_of(folder_of_pictures(tmp_path / "p", 3))
    camera.latest(-1, 1.0)
    start_s = clock.now_s()
    assert camera.latest(0, 0.03) is None
    assert clock.now_s() - start_s == pytest.approx(0.03)
    assert not camera.ended


def test_a_recording_ends_after_its_last_picture(tmp_path: Path) -> None:
    camera, clock = camera_of(folder_of_pictures(tmp_path / "p", 3))
    camera.latest(-1, 1.0)
    clock.sleep_s(60.0)
    last = camera.latest(0, 1.0)
    assert last is not None
    assert last.index == 2
    assert not camera.ended
    assert camera.latest(2, 1.0) is None
    assert camera.ended


@pytest.mark.parametrize("form", ["folder", "video"])
def test_a_loop_begins_again_and_goes_on_counting(tmp_path: Path, form: str) -> None:
    if form == "folder":
        path = folder_of_pictures(tmp_path / "p", 3)
    else:
        path = video_of_pictures(tmp_path / "v.avi", 3)
    camera, _ = camera_of(path, loop=True)
    frames = []
    after = -1
    for _ in range(7):
        frame = camera.latest(after, 1.0)
        assert frame is not None
        frames.append(frame)
        after = frame.index
    assert [frame.index for frame in frames] == [0, 1, 2, 3, 4, 5, 6]
    assert [round(frame.t_s - frames[0].t_s, 3) for frame in frames] == [
        0.0,
        0.1,
        0.2,
        0.3,
        0.4,
        0.5,
        0.6,
    ]
    greys = [int(frame.image[0, 0, 0]) for frame in frames]
    assert greys[0] < greys[1] < greys[2]
    assert greys[3:6] == greys[:3]


def test_times_are_taken_from_the_list_beside_the_pictures(tmp_path: Path) -> None:
    folder = folder_of_pictures(tmp_path / "p", 4)
    (folder / "times.csv").write_text("file,t_s\n002.png,5.0\n000.png,5.25\n001.png,7.0\n")
    camera, _ = camera_of(folder)
    frames = [camera.latest(after, 5.0) for after in (-1, 0, 1)]
    assert [round(frame.t_s - 100.0, 3) for frame in frames if frame] == [0.0, 0.25, 2.0]
    assert [int(frame.image[0, 0, 0]) for frame in frames if frame] == [10, 0, 5]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("file,t_s\n000.png,now\n", "Line 2"),
        ("name,when\n000.png,0\n", "file,t_s"),
        ("file,t_s\nabsent.png,0\n", "absent.png"),
        ("file,t_s\n000.png,1\n001.png,1\n", "back in time"),
    ],
)
def test_a_faulty_list_of_times_is_refused_with_its_line(
    tmp_path: Path, rows: str, said: str
) -> None:
    folder = folder_of_pictures(tmp_path / "p", 2)
    (folder / "times.csv").write_text(rows)
    with pytest.raises(CameraUnavailable, match=said):
        open_recording(folder)


def test_a_damaged_picture_in_the_middle_is_one_lost_moment(tmp_path: Path) -> None:
    folder = folder_of_pictures(tmp_path / "p", 3)
    (folder / "001.png").write_bytes(b"no picture")
    camera, clock = camera_of(folder)
    camera.latest(-1, 1.0)
    with pytest.raises(CameraLost, match=r"001\.png"):
        camera.latest(0, 1.0)
    clock.sleep_s(0.1)
    after = camera.latest(0, 1.0)
    assert after is not None
    assert after.index == 2


def test_a_damaged_last_picture_ends_the_recording(tmp_path: Path) -> None:
    folder = folder_of_pictures(tmp_path / "p", 2)
    (folder / "001.png").write_bytes(b"no picture")
    camera, _ = camera_of(folder)
    camera.latest(-1, 1.0)
    with pytest.raises(CameraLost):
        camera.latest(0, 1.0)
    assert camera.ended


def test_what_is_no_recording_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(PictureMissing, match="no recording"):
        open_recording(tmp_path / "absent")
    (tmp_path / "empty").mkdir()
    with pytest.raises(PictureMissing, match="no picture"):
        open_recording(tmp_path / "empty")
    text = tmp_path / "text.mp4"
    text.write_text("not a video")
    with pytest.raises(PictureUnreadable, match="not a video"):
        open_recording(text)


def test_a_picture_by_number_is_the_same_forwards_and_backwards(tmp_path: Path) -> None:
    recording = open_recording(video_of_pictures(tmp_path / "v.avi", 6))
    forwards = [recording.picture(number) for number in range(6)]
    backwards = [recording.picture(number) for number in reversed(range(6))]
    recording.close()
    assert len(forwards) == 6
    for one, other in zip(forwards, reversed(backwards), strict=True):
        assert np.array_equal(one, other)


def test_a_grey_picture_comes_out_in_three_colours(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    assert cv2.imwrite(str(tmp_path / "p" / "a.png"), np.full((20, 30), 77, np.uint8))
    assert open_recording(tmp_path / "p").picture(0).shape == (20, 30, 3)


def test_who_leaves_frames_out_still_gets_the_last_one(tmp_path: Path) -> None:
    camera, _ = camera_of(folder_of_pictures(tmp_path / "p", 6))
    indices = [frame.index for after in (-1, 2, 5) if (frame := camera.latest(after, 1.0))]
    assert indices == [0, 3, 5]
    assert camera.latest(5, 1.0) is None
    assert camera.ended
