"""``companion boards``: what is at hand, and one sentence for each fault of a file."""

from __future__ import annotations

import json
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion.boards.loading import PackagedBoards
from companion.cli import main as cli
from companion.games.registry import GAMES

GAME = "roll_and_wall"


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own, so that nobody's boards are seen."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    return tmp_path / "data" / "table-companion" / "boards" / GAME


def _practice() -> str:
    root = Path(__file__).resolve().parents[2]
    name = PackagedBoards().names(GAME)[0]
    return (root / "companion" / "boards" / GAME / f"{name}.toml").read_text(encoding="utf-8")


def test_every_shipped_board_is_listed_and_can_be_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["boards", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    shipped = [(game, name) for game in GAMES for name in PackagedBoards().names(game)]
    assert [(row["game"], row["board"]) for row in listed] == shipped
    assert all(row["faults"] == [] for row in listed)


def test_a_board_beside_the_games_is_listed_too_and_its_faults_are_status_1(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.mkdir(parents=True)
    (settings / "our-wall.toml").write_text("title = 3", encoding="utf-8")
    assert cli.main(["boards", "list", "--json"]) == 1
    faulty = [row for row in json.loads(capsys.readouterr().out) if row["faults"]]
    assert [(row["game"], row["board"]) for row in faulty] == [(GAME, "our-wall")]


def test_a_good_file_is_status_0_and_its_game_is_the_name_of_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / GAME / "mine.toml"
    file.parent.mkdir()
    file.write_text(_practice(), encoding="utf-8")
    assert cli.main(["boards", "validate", str(file)]) == 0
    assert "can be used for Roll & Wall" in capsys.readouterr().out


def test_a_file_with_faults_lists_each_and_is_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(_practice().replace("number = ", "number = 9", 1), encoding="utf-8")
    assert cli.main(["boards", "validate", "--game", GAME, str(file)]) == 1
    title, *faults = capsys.readouterr().out.splitlines()
    assert "cannot be used for Roll & Wall" in title
    assert faults
    assert all(fault.startswith("- ") for fault in faults)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "no such file"),
        (b"\xff\xfe", "not a text file in UTF-8"),
        (b"title: 3", "not TOML"),
        (b"width_mm = " + b"9" * 5_000, "a number that is too long"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line_and_status_2(
    content: bytes | None, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    if content is not None:
        file.write_bytes(content)
    assert cli.main(["boards", "validate", "--game", GAME, str(file)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert words in err


def test_an_unknown_game_names_the_known_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["boards", "validate", "--game", "chess", str(tmp_path / "x.toml")]) == 2
    assert GAME in capsys.readouterr().err


SHIPPED = [(game, name) for game in GAMES for name in PackagedBoards().names(game)]


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_every_shipped_board_is_named_as_practice_and_drawn(
    game: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = PackagedBoards().load(game, name)
    assert name.startswith("practice")
    assert "ractice" in content["title"]
    file = tmp_path / "board.svg"
    assert cli.main(["boards", "show", game, name, "--svg", str(file)]) == 0
    root = ET.parse(file).getroot()
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    shapes = [each for each in root.iter() if each.tag.endswith(("polygon", "ellipse", "rect"))]
    assert len(shapes) > 10
    for each in shapes:
        if "points" in each.attrib:
            for point in each.attrib["points"].split():
                x, y = map(float, point.split(","))
                assert left <= x <= left + width
                assert top <= y <= top + height
    assert cli.main(["boards", "show", game, name]) == 0
    assert content["title"] in capsys.readouterr().out


def test_a_drawing_that_cannot_be_written_is_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "none" / "board.svg"
    assert cli.main(["boards", "show", *SHIPPED[0], "--svg", str(file)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "cannot be written" in err


@pytest.mark.parametrize("game", dict(SHIPPED))
def test_a_new_board_is_a_template_that_can_be_used_and_is_never_overwritten(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    assert cli.main(["boards", "new", game, str(file)]) == 0
    text = file.read_text(encoding="utf-8")
    assert tomllib.loads(text)["title"] == "My board"
    assert text.count("\n# ") > 5
    assert cli.main(["boards", "validate", str(file)]) == 0
    assert cli.main(["boards", "new", game, str(file)]) == 2
    assert "left alone" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == text


def test_a_game_without_a_board_has_none_to_fill_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["boards", "new", "free_roll", str(tmp_path / "x.toml")]) == 2
    assert "needs no board" in capsys.readouterr().err


def test_an_own_file_is_shown_and_one_with_faults_is_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(_practice(), encoding="utf-8")
    assert cli.main(["boards", "show", GAME, str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["spaces"]
    file.write_text(_practice().replace("number = ", "number = 9", 1), encoding="utf-8")
    assert cli.main(["boards", "show", GAME, str(file)]) == 2
    assert "cannot be used" in capsys.readouterr().err
