"""``companion read`` keeps its public contract."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.cli.main import main

PICTURES = Path(__file__).resolve().parents[1] / "fixtures" / "pictures"
EASY = PICTURES / "plain-1.jpg"


def truth(picture: Path) -> list[int]:
    told = json.loads(picture.with_suffix(".json").read_text("utf-8"))
    return sorted(die["value"] for die in told["dice"])


def results(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict]]:  # type: ignore[type-arg]
    status = main(["read", "--json", *arguments])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def blank(path: Path) -> Path:
    assert cv2.imwrite(str(path), np.full((120, 160, 3), 90, np.uint8))
    return path


def test_a_picture_gives_every_field_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    status, (result,) = results(capsys, str(EASY))
    assert status == 0
    assert list(result) == ["file", "status", "confidence", "dice", "trouble", "elapsed_ms"]
    assert result["file"] == str(EASY)
    assert result["status"] == "ok"
    assert 0.5 < result["confidence"] <= 1
    assert result["elapsed_ms"] > 0
    assert sorted(die["value"] for die in result["dice"]) == truth(EASY)
    for die in result["dice"]:
        assert list(die) == [
            "kind",
            "value",
            "confidence",
            "alternatives",
            "centre_px",
            "box_px",
        ]
        assert die["kind"] == "d6"
        x0, y0, x1, y1 = die["box_px"]
        assert x0 < die["centre_px"][0] < x1
        assert y0 < die["centre_px"][1] < y1


def test_every_die_lies_where_the_truth_says(capsys: pytest.CaptureFixture[str]) -> None:
    _, (result,) = results(capsys, str(EASY))
    told = json.loads(EASY.with_suffix(".json").read_text("utf-8"))["dice"]
    assert len(result["dice"]) == len(told)
    for die in told:
        nearest = min(
            result["dice"],
            key=lambda one: np.hypot(*np.subtract(one["centre_px"], die["centre_px"])),
        )
        gap = np.hypot(*np.subtract(nearest["centre_px"], die["centre_px"]))
        assert gap < 0.2 * die["size_px"]
        assert nearest["value"] == die["value"]


def test_from_below_a_die_counts_seven_minus_what_is_seen_and_lies_mirrored(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, (above,) = results(capsys, str(EASY))
    _, (below,) = results(capsys, "--view", "below", str(EASY))
    assert [7 - die["value"] for die in above["dice"]] == [die["value"] for die in below["dice"]]
    last = cv2.imread(str(EASY)).shape[1] - 1
    assert [[last - d["centre_px"][0], d["centre_px"][1]] for d in above["dice"]] == [
        pytest.approx(d["centre_px"], abs=0.11) for d in below["dice"]
    ]


def test_a_picture_without_dice_is_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, (result,) = results(capsys, str(blank(tmp_path / "a.png")))
    assert (status, result["status"], result["dice"]) == (0, "empty", [])


def test_a_folder_gives_its_pictures_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("b.png", "a.png"):
        blank(tmp_path / name)
    status, found = results(capsys, str(tmp_path))
    assert status == 0
    assert [one["file"] for one in found] == [str(tmp_path / "a.png"), str(tmp_path / "b.png")]


def test_one_bad_file_does_not_end_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "a.jpg"
    text.write_text("no picture")
    empty = tmp_path / "empty"
    empty.mkdir()
    good = blank(tmp_path / "c.png")
    paths = [str(text), str(tmp_path / "gone.png"), str(empty), str(good)]
    status, found = results(capsys, *paths)
    assert status == 2
    assert [one["file"] for one in found] == paths
    assert [one["status"] for one in found] == ["error", "error", "error", "empty"]
    assert [one["error"]["code"] for one in found[:3]] == ["unreadable", "missing", "missing"]
    for one in found[:3]:
        assert one["dice"] == []
        assert one["error"]["message"].endswith(".")
    assert "error" not in found[3]


def test_another_count_than_expected_is_unsure(capsys: pytest.CaptureFixture[str]) -> None:
    count = len(truth(EASY))
    _, (fits,) = results(capsys, "--expect", f"{count}d6", str(EASY))
    assert fits["status"] == "ok"
    _, (fewer,) = results(capsys, "--expect", f"{count + 1}d6", str(EASY))
    assert fewer["status"] == "unsure"
    assert {"code": "wrong_count", "centre_px": None} in fewer["trouble"]
    _, (other,) = results(capsys, "--expect", f"{count}d4", str(EASY))
    assert other["status"] == "unsure"
    assert {"code": "wrong_kind", "centre_px": None} in other["trouble"]


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--expect", "2x6!", "2d6"),
        ("--expect", "3coin", "no kind of die"),
    ],
)
def test_a_wish_that_cannot_be_met_is_told_with_what_can(
    option: str, value: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["read", option, value, str(EASY)])
    assert left.value.code == 2
    assert words in capsys.readouterr().err


def test_a_set_of_dice_that_nobody_taught_is_told_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["read", "--dice", "mine", str(EASY)]) == 2
    assert "practice-high-risk" in capsys.readouterr().err


def test_overlays_show_the_reading_and_leave_the_picture_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = EASY.read_bytes()
    for _ in range(2):
        assert main(["read", "--overlay", str(tmp_path / "seen"), str(EASY)]) == 0
    made = sorted(path.name for path in (tmp_path / "seen").iterdir())
    assert made == ["plain-1-2.png", "plain-1.png"]
    drawn = cv2.imread(str(tmp_path / "seen" / "plain-1.png"))
    original = cv2.imread(str(EASY))
    assert drawn is not None
    assert original is not None
    assert drawn.shape == original.shape
    assert (drawn != original).any()
    assert EASY.read_bytes() == before


def test_an_overlay_folder_that_cannot_be_made_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(["read", "--overlay", str(tmp_path / "file" / "x"), str(EASY)]) == 2
    assert "cannot be made" in capsys.readouterr().err


def test_without_json_people_get_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(blank(tmp_path / "a.png")), str(tmp_path / "gone.png")]) == 2
    text = capsys.readouterr().out
    assert "empty" in text
    assert "There is no file" in text


def test_it_reads_with_an_opencv_5_which_is_hushed_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    levels: list[int] = []
    monkeypatch.delattr(cv2, "setLogLevel", raising=False)
    kept = SimpleNamespace(setLogLevel=levels.append)
    monkeypatch.setattr(cv2.utils, "logging", kept, raising=False)
    status, (result,) = results(capsys, str(blank(tmp_path / "a.png")))
    assert (status, result["status"], levels) == (0, "empty", [0])


def test_a_video_without_a_settled_roll_gives_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (160, 120))
    for _ in range(20):
        writer.write(np.full((120, 160, 3), 90, np.uint8))
    writer.release()
    assert results(capsys, str(path)) == (0, [])


def test_a_video_of_dice_at_rest_gives_one_roll(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = cv2.imread(str(EASY))
    assert picture is not None
    path = tmp_path / "a.avi"
    size = (picture.shape[1], picture.shape[0])
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, size)
    for _ in range(40):
        writer.write(picture)
    writer.release()
    status, (result,) = results(capsys, str(path))
    assert status == 0
    assert list(result)[:3] == ["file", "frame", "t_s"]
    assert sorted(die["value"] for die in result["dice"]) == truth(EASY)
