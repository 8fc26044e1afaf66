"""Labelled photographs: written, found, judged and compared."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main as cli
from companion.cli.lab_photos import Labelled, labelled, parsed
from companion.cli.lab_reading import Outcome, compared, judged, shares, wrong_rose
from companion.config import journal_file
from companion.errors import LabelsUnusable
from companion.table.entries import Draft, EntryKind, seal, unsealed
from companion.table.journal import SqliteJournal
from vision.values import DieKind, DieReading, Status, TrayReading

PICTURES = Path(__file__).resolve().parents[1] / "fixtures" / "pictures"
EASY = PICTURES / "plain-1.jpg"
"""A picture that is read with certainty, as its truth beside it says."""


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    threads = cv2.getNumThreads()
    yield
    cv2.setNumThreads(threads)


def truth() -> str:
    dice = json.loads(EASY.with_suffix(".json").read_text("utf-8"))["dice"]
    return " ".join(str(die["value"]) for die in dice)


def reading(status: Status, *values: int | None) -> TrayReading:
    dice = tuple(
        DieReading(
            DieKind.UNKNOWN if value is None else DieKind.D6,
            value,
            0.99,
            (),
            (0.0, 0.0),
            (0.0, 0.0, 1.0, 1.0),
        )
        for value in values
    )
    return TrayReading(status, 0.99, dice)


def outcome(verdict: str, file: str = "a.jpg") -> Outcome:
    return Outcome("own", file, verdict, 0.9, (("d6", "3"),), 20.0, 2.0)


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("5 2", (("d6", "2"), ("d6", "5"))),
        ("d4:3 2 d6:?", (("d4", "3"), ("d6", "2"), ("d6", "?"))),
        ("symbol:cloud", (("symbol", "cloud"),)),
        ("", ()),
    ],
)
def test_dice_are_written_as_values_with_their_kind_where_it_is_no_d6(
    text: str, dice: tuple[tuple[str, str], ...]
) -> None:
    assert parsed(text) == dice


@pytest.mark.parametrize("text", ["7", "d4:5", "d5:1", "d6:", "five"])
def test_dice_that_cannot_be_are_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(LabelsUnusable, match="Write"):
        parsed(text)


@pytest.mark.parametrize(
    ("told", "dice", "verdict"),
    [
        (reading(Status.OK, 2, 5), "5 2", "right"),
        (reading(Status.OK, 2, 5), "5 3", "wrong"),
        (reading(Status.OK, 2, 5), "5 2 2", "wrong"),
        (reading(Status.OK, 2), "d4:2", "wrong"),
        (reading(Status.UNSURE, 2, 5), "5 2", "unsure"),
        (reading(Status.UNSURE, 2, 5), "5 d6:?", "right"),
        (reading(Status.OK, 2, 5), "5 d6:?", "wrong"),
        (reading(Status.EMPTY), "", "right"),
        (reading(Status.EMPTY), "1", "wrong"),
        (reading(Status.UNSURE), "", "unsure"),
    ],
)
def test_a_reading_is_right_unsure_or_wrong(told: TrayReading, dice: str, verdict: str) -> None:
    photo = Labelled("own", Path("a.jpg"), parsed(dice))
    assert judged(photo, told).verdict == verdict


def test_a_table_of_labels_gives_sets_files_and_kinds(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "tray_001.jpg").write_bytes(b"")
    (tmp_path / "glass_2.jpg").write_bytes(b"")
    (tmp_path / "labels.csv").write_text(
        "file,view,kind,values\ntray_001.jpg,top,d6,3 1\nglass_2.jpg,below,d6_numeral,\n", "utf-8"
    )
    assert labelled([tmp_path]) == [
        Labelled("tray", tmp_path / "images" / "tray_001.jpg", (("d6", "1"), ("d6", "3"))),
        Labelled("glass", tmp_path / "glass_2.jpg", ()),
    ]


def test_what_is_no_label_is_named(tmp_path: Path) -> None:
    with pytest.raises(LabelsUnusable, match="no labelled photograph"):
        labelled([tmp_path])
    (tmp_path / "a.json").write_text("{", "utf-8")
    with pytest.raises(LabelsUnusable, match=r"a\.json is no JSON"):
        labelled([tmp_path])
    (tmp_path / "a.json").write_text('{"file": "a.jpg", "dice": [{"kind": "d6"}]}', "utf-8")
    with pytest.raises(LabelsUnusable, match="Label it anew"):
        labelled([tmp_path])


def test_a_picture_and_a_folder_of_images_find_the_labels_beside_them(tmp_path: Path) -> None:
    images = tmp_path / "images"
    images.mkdir()
    for name in ("a_1.jpg", "a_2.jpg"):
        shutil.copyfile(EASY, images / name)
    (tmp_path / "labels.csv").write_text("file,values\na_1.jpg,4 4\na_2.jpg,5\n", "utf-8")
    assert [one.path.name for one in labelled([images])] == ["a_1.jpg", "a_2.jpg"]
    (one,) = labelled([images / "a_2.jpg"])
    assert (one.group, one.dice) == ("a", (("d6", "5"),))
    with pytest.raises(LabelsUnusable, match="no labelled photograph"):
        labelled([images / "b_3.jpg"])


def test_a_labelled_picture_that_is_gone_is_named_before_anything_is_read(tmp_path: Path) -> None:
    shutil.copyfile(EASY, tmp_path / "a.jpg")
    (tmp_path / "labels.csv").write_text("file,values\na.jpg,4\nb.jpg,5\nc.jpg,5\n", "utf-8")
    with pytest.raises(LabelsUnusable, match=r"b\.jpg and 1 more is labelled, but not there"):
        labelled([tmp_path])


def test_our_own_pictures_are_labelled_photographs() -> None:
    photos = labelled([PICTURES])
    assert len(photos) == len(list(PICTURES.glob("*.jpg")))
    assert not {photo.path for photo in photos if not photo.path.is_file()}
    assert not next(p for p in photos if p.path.stem == "cocked-1").readable


def test_a_label_round_trip(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = tmp_path / "My table (1).JPG"
    shutil.copyfile(EASY, photo)
    into = tmp_path / "fixtures"
    assert cli.main(["label", str(photo), "--dice", truth(), "--into", str(into)]) == 0
    assert "as it is read" in capsys.readouterr().out
    (found,) = labelled([into])
    assert found == Labelled("own", into / "My-table-1.jpg", parsed(truth()))
    assert found.path.read_bytes() == photo.read_bytes()
    told = json.loads(found.path.with_suffix(".json").read_text("utf-8"))
    assert all("centre_px" in die for die in told["dice"])
    assert cli.main(["bench", "reading", str(into), "--json"]) == 0
    (judgement,) = json.loads(capsys.readouterr().out)["photographs"]
    assert (judgement["set"], judgement["verdict"]) == ("own", "right")


def test_a_picture_labelled_again_takes_the_new_truth_and_another_of_its_name_its_own_place(
    tmp_path: Path,
) -> None:
    into = tmp_path / "fixtures"
    for dice in ("1 1", "d6:? 2"):
        assert cli.main(["label", str(EASY), "--dice", dice, "--into", str(into)]) == 0
    assert [one.dice for one in labelled([into])] == [parsed("d6:? 2")]
    other = tmp_path / "plain-1.jpg"
    shutil.copyfile(PICTURES / "plain-2.jpg", other)
    assert cli.main(["label", str(other), "--dice", "", "--into", str(into)]) == 0
    assert sorted(one.dice for one in labelled([into])) == [(), parsed("d6:? 2")]


def test_a_label_without_its_truth_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["label", str(EASY)]) == 2
    assert "what lies there" in capsys.readouterr().err
    assert cli.main(["label", "--corrected", str(EASY)]) == 2
    assert "Leave out PHOTO" in capsys.readouterr().err


def test_failures_are_kept_with_their_stages_and_a_wrong_one_is_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    into, failures = tmp_path / "fixtures", tmp_path / "failures"
    assert cli.main(["label", str(EASY), "--dice", "1", "--into", str(into)]) == 0
    assert cli.main(["bench", "reading", str(into), "--failures", str(failures)]) == 1
    assert "wrong   own/plain-1.jpg" in capsys.readouterr().out
    (kept,) = failures.iterdir()
    assert kept.name == "wrong-own-plain-1.jpg"
    picture = cv2.imread(str(kept))
    assert picture.shape[1] > 1500
    assert np.std(picture) > 10


def test_two_versions_are_compared_photograph_by_photograph(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    into, earlier = tmp_path / "fixtures", tmp_path / "earlier.json"
    cli.main(["label", str(EASY), "--dice", "1", "--into", str(into)])
    capsys.readouterr()
    cli.main(["bench", "reading", str(into), "--json"])
    earlier.write_text(capsys.readouterr().out, "utf-8")
    assert cli.main(["bench", "reading", str(into), "--against", str(earlier)]) == 0
    assert "Changed since the earlier run: 0" in capsys.readouterr().out
    cli.main(["label", str(EASY), "--dice", truth(), "--into", str(into)])
    assert cli.main(["bench", "reading", str(into), "--against", str(earlier)]) == 0
    assert "own/plain-1.jpg: wrong" in capsys.readouterr().out
    cli.main(["bench", "reading", str(into), "--against", str(earlier), "--json"])
    (changed,) = json.loads(capsys.readouterr().out)["changed"]
    assert changed.startswith("own/plain-1.jpg: wrong")


def test_more_wrong_ones_among_those_both_read_are_a_step_back() -> None:
    before = [outcome("right"), outcome("wrong", "b.jpg")]
    assert wrong_rose(before, [outcome("wrong"), outcome("wrong", "b.jpg")])
    assert not wrong_rose(before, [outcome("right"), outcome("wrong", "c.jpg")])
    assert not wrong_rose(before, [outcome("unsure"), outcome("wrong", "b.jpg")])
    assert len(compared(before, [outcome("unsure"), outcome("wrong", "c.jpg")])) == 3


def test_a_set_has_one_line_with_its_median_times() -> None:
    (line,) = shares([outcome("right"), outcome("wrong", "b.jpg"), outcome("right", "c.jpg")])
    assert (line.photographs, line.right, line.unsure, line.wrong) == (3, 2, 0, 1)
    assert (line.reading_ms, line.decodings) == (20.0, 10.0)


@pytest.mark.parametrize(
    "words", [["reading"], ["photos", "x"], ["--failures", "x"], ["--against", "x"]]
)
def test_a_bench_of_something_else_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bench", *words]) == 2
    assert "companion bench reading FOLDER" in capsys.readouterr().err


def corrections(state: Path, drafts: list[Draft]) -> None:
    """A journal with one match that holds these entries after its start."""
    state.mkdir(parents=True)
    with SqliteJournal(journal_file(state)) as journal:
        match, chain = journal.next_match(), ""
        for number, draft in enumerate([Draft(EntryKind.START, {}, "page"), *drafts], start=1):
            entry = seal(unsealed(match, number, draft, "2030-01-02T03:04:05+00:00"), "", chain)
            journal.append([entry])
            chain = entry.chain


def said(kind: EntryKind, values: list[int], seen: int, evidence: str | None) -> Draft:
    """People say that these dice lay there, where the camera saw so many."""
    dice = [{"kind": "d6", "value": value} for value in values]
    content = {"action": {"type": "Rolled", "dice": dice}}
    return Draft(kind, content, "page", seat=0, evidence=evidence, reading={"dice": [{}] * seen})


def test_corrected_and_answered_throws_become_fixtures_where_their_picture_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state, into = tmp_path / "state", tmp_path / "fixtures"
    names = [f"0000000{k}-0123456789ab.jpg" for k in range(1, 6)]
    corrections(
        state,
        [
            said(EntryKind.CORRECTION, [6, 1], 2, names[0]),
            said(EntryKind.ANSWER, [3], 1, names[1]),
            said(EntryKind.ACTION, [3], 1, names[2]),
            said(EntryKind.CORRECTION, [4], 3, names[3]),
            said(EntryKind.CORRECTION, [2], 1, names[4]),
            said(EntryKind.CORRECTION, [2], 1, None),
        ],
    )
    (state / "evidence").mkdir()
    for name in names[:4]:
        shutil.copyfile(EASY, state / "evidence" / name)
    arguments = ["label", "--corrected", "--state", str(state), "--into", str(into)]
    assert cli.main([*arguments, "--set", "kitchen"]) == 0
    assert capsys.readouterr().out.count("\n") == 2
    assert [(one.group, one.dice) for one in labelled([into])] == [
        ("kitchen", parsed("1 6")),
        ("kitchen", parsed("3")),
    ]


def test_a_journal_without_corrections_is_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corrections(tmp_path / "state", [])
    assert cli.main(["label", "--corrected", "--state", str(tmp_path / "state")]) == 1
    assert "No throw was corrected" in capsys.readouterr().out
