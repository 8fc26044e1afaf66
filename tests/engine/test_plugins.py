"""Games of other packages: found, checked, and left out when they are faulty."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.boards.loading import PackagedBoards
from companion.cli import main as cli
from companion.cli.plugins import BOARDS_GROUP, GROUP, games_at_hand, packaged_boards
from companion.engine.session import Session
from companion.games.protocol import Setup
from companion.games.registry import GAMES
from tests.engine.talking import Talk
from tests.games.walking import Legality, strangers, walk

PIG = Path(__file__).resolve().parents[2] / "docs" / "examples" / "pig"


@pytest.fixture
def pig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The example installed: its folder on the path, with the metadata that pip would write."""
    about = tmp_path / "table_companion_pig-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: table-companion-pig\nVersion: 1.0\n"
    )
    (about / "entry_points.txt").write_text(
        f"[{GROUP}]\npig = pig.game:Pig\n[{BOARDS_GROUP}]\npig = pig.boards\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(PIG)
    yield tmp_path
    for name in [name for name in sys.modules if name.split(".")[0] == "pig"]:
        del sys.modules[name]


def found(*values: str) -> tuple[dict[str, Any], list[str]]:
    """Games and complaints with these entry points."""
    told: list[str] = []
    points = [EntryPoint(f"p{i}", value, GROUP) for i, value in enumerate(values)]
    return dict(games_at_hand(told.append, found=points)), told


@pytest.mark.usefixtures("pig")
def test_an_installed_game_is_found_and_played_by_the_engine(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told: list[str] = []
    games = games_at_hand(told.append)
    assert told == []
    assert list(games) == [*GAMES, "pig"]
    talk = Talk(games)
    talk.done(new={"game": "pig", "players": ["Ann", "Ben"], "options": {"goal": 20}})
    assert len(talk.done(odds={})["odds"]) == 2
    assert list(talk.play(Random(2), 2000))[-1]["over"]
    assert cli.main(["engine", "--document"]) == 0
    assert "## Pig: `pig`" in capsys.readouterr().out


@pytest.mark.usefixtures("pig")
def test_a_board_of_a_plug_in_that_says_nowhere_where_it_lies_is_shown_but_not_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = packaged_boards(["pig"], print).names("pig")[0]
    assert cli.main(["boards", "show", "pig", name]) == 0
    assert cli.main(["boards", "show", "pig", name, "--json"]) == 0
    capsys.readouterr()
    assert cli.main(["boards", "show", "pig", name, "--svg", str(tmp_path / "x.svg")]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "cannot be drawn" in err


@pytest.mark.usefixtures("pig")
def test_the_example_keeps_the_laws_of_games() -> None:
    game = games_at_hand(print)["pig"]
    rng = Random(5)
    for state, (seat, action), step in walk(game, Setup(3, (("goal", 30),)), rng, 80):
        assert game.apply(state, seat, action) == step
        assert game.load_state(game.dump_state(step.state), Setup(3, (("goal", 30),))) == step.state
        legality = Legality(game, state)
        for other in (action, *strangers(game, list(GAMES.values()), rng)):
            strange: list[Any] = [seat, (seat + 1) % 3, -1, "0"]
            for who in strange:
                refusal = game.refusal(state, who, other)
                assert (refusal is None) == legality.of(who, other)
                assert refusal is None or game.refusal_text(refusal).endswith(".")
        for event in step.events:
            assert game.event_text(event, ("Lucy", "Ralph", "Ann")).endswith(".")


def test_the_examples_own_tests_pass() -> None:
    places = f"{PIG}{os.pathsep}{PIG.parents[2]}"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "tests"],
        cwd=PIG,
        env={
            **os.environ,
            "PYTHONPATH": places,
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "13 passed" in done.stdout


FAULTY = {
    "nowhere.at_all:Game": "ModuleNotFoundError",
    "tests.engine.faulty:NOT_THERE": "AttributeError",
    "tests.engine.faulty:Exploding": "fails with RuntimeError",
    "tests.engine.faulty:Leaving": "fails with SystemExit",
    "tests.engine.faulty:Nameless": "AttributeError",
    "tests.engine.faulty:Shouting": "lower-case",
    "tests.engine.faulty:Doubled": "'free_roll' already",
    "tests.engine.faulty:Hollow": "it lacks",
    "tests.engine.faulty:Seatless": "seats",
}


@pytest.mark.parametrize(("value", "reason"), FAULTY.items())
def test_a_faulty_plugin_is_named_and_left_out(value: str, reason: str) -> None:
    games, told = found(value)
    assert games == dict(GAMES)
    assert len(told) == 1
    assert value in told[0]
    assert reason in told[0]


def test_a_good_plugin_beside_faulty_ones_is_let_in() -> None:
    games, told = found(*FAULTY, "tests.engine.faulty:Late")
    assert set(games) - set(GAMES) == {"late"}
    assert len(told) == len(FAULTY)


def test_a_plugin_that_fails_later_leaves_the_match_as_it_was() -> None:
    games, _ = found("tests.engine.faulty:Late")
    told: list[BaseException] = []
    session = Session(games, PackagedBoards(), told.append)
    assert b'"ok":true' in session.answer(b'{"new":{"game":"late","players":["Ann"]}}')
    before = session.answer(b'{"dump":{}}')
    for request in (
        b'{"act":{"seat":0,"action":{"type":"Rolled","dice":[]}}}',
        b'{"view":{"seat":0}}',
    ):
        assert b'"code":"internal"' in session.answer(request)
    assert session.answer(b'{"dump":{}}') == before
    assert [type(error) for error in told] == [ZeroDivisionError, ZeroDivisionError]
    assert b'"ok":true' in session.answer(b'{"new":{"game":"high_risk","players":["Ann","Ben"]}}')


@pytest.mark.usefixtures("pig")
def test_the_boards_of_a_plugin_are_listed_shown_and_copied(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.main(["boards", "list", "--json", "--folder", str(tmp_path)]) == 0
    listed = {(row["game"], row["board"]) for row in json.loads(capsys.readouterr().out)}
    assert {("pig", "practice"), ("pig", "long"), ("high_risk", "practice")} <= listed
    assert cli.main(["boards", "show", "pig", "long", "--folder", str(tmp_path)]) == 0
    assert "Pig: Long track" in capsys.readouterr().out
    copy = tmp_path / "pig" / "yard.toml"
    copy.parent.mkdir()
    assert cli.main(["boards", "new", "pig", str(copy)]) == 0
    assert cli.main(["boards", "validate", str(copy)]) == 0


@pytest.mark.usefixtures("pig")
def test_the_engine_plays_on_the_boards_of_a_plugin() -> None:
    games = games_at_hand(print)
    session = Session(games, packaged_boards(games, print))
    for board, goal in (("practice", 50), ("long", 100)):
        new = {"new": {"game": "pig", "players": ["Ann", "Ben"], "board": board}}
        session.answer(json.dumps(new).encode())
        view = json.loads(session.answer(b'{"view": {}}'))["view"]
        assert view["goal"] == goal


def boards_of(*values: str) -> tuple[PackagedBoards, list[str]]:
    """Boards and complaints with these entry points."""
    told: list[str] = []
    points = [EntryPoint(f"p{i}", value, BOARDS_GROUP) for i, value in enumerate(values)]
    return packaged_boards(GAMES, told.append, found=points), told


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("nowhere.at_all", "ModuleNotFoundError"),
        ("tests.engine.faulty:NOT_THERE", "AttributeError"),
        ("tests.engine.faulty:Exploding", "AttributeError"),
    ],
)
def test_faulty_boards_are_named_and_left_out(value: str, reason: str) -> None:
    boards, told = boards_of(value)
    assert [boards.names(game) for game in GAMES] == [PackagedBoards().names(g) for g in GAMES]
    assert len(told) == 1
    assert value in told[0]
    assert reason in told[0]


def test_a_plugin_cannot_put_itself_before_a_board_that_ships(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "ours" / "high_risk"
    folder.mkdir(parents=True)
    (tmp_path / "ours" / "__init__.py").write_text("")
    (folder / "practice.toml").write_text("title = 'Another'")
    (folder / "attic.toml").write_text("title = 'Attic'")
    monkeypatch.syspath_prepend(tmp_path)
    boards, told = boards_of("ours")
    assert boards.load("high_risk", "practice") == PackagedBoards().load("high_risk", "practice")
    assert boards.load("high_risk", "attic") == {"title": "Attic"}
    assert len(told) == 1
    assert "high_risk/practice" in told[0]
    del sys.modules["ours"]
