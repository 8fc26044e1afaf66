"""Games of other packages: found, checked, and left out when they are faulty."""

from __future__ import annotations

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
from companion.cli.plugins import GROUP, games_at_hand
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
    (about / "entry_points.txt").write_text(f"[{GROUP}]\npig = pig.game:Pig\n")
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
    assert "9 passed" in done.stdout


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
