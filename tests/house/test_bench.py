"""``companion bench``: its figures are real, its budgets bite, its words fit."""

from __future__ import annotations

import json
from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from companion.cli import bench, bench_film, bench_measures, bench_rules
from companion.cli import main as cli
from companion.cli.bench_measure import Measure
from companion.games.registry import GAMES


def _figures(reading: float) -> list[Measure]:
    return [
        Measure("reading", "Reading", reading, "× decoding", budget=15.0, note="12 ms"),
        Measure("rules", "Rules", 12_345.6, "steps/s"),
    ]


@pytest.fixture
def one_thread() -> Iterator[None]:
    """The bench sets OpenCV to one thread; the other tests get back what they had."""
    threads = cv2.getNumThreads()
    yield
    cv2.setNumThreads(threads)


@pytest.mark.parametrize(("reading", "status", "word"), [(15.0, 0, "yes"), (15.1, 1, "NO")])
def test_a_figure_over_its_budget_is_marked_and_is_status_1(
    reading: float,
    status: int,
    word: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(bench, "measure", lambda rounds: iter(_figures(reading)))
    assert cli.main(["bench"]) == status
    shown = capsys.readouterr().out
    assert word in shown
    assert "≤ 15" in shown
    assert "12,346 steps/s" in shown


def test_json_holds_every_figure_with_budget_and_machine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "measure", lambda rounds: iter(_figures(20.0)))
    assert cli.main(["bench", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["kept"] is False
    assert set(report["machine"]) == {"machine", "python", "numpy", "opencv"}
    assert [(m["name"], m["value"], m["budget"], m["kept"]) for m in report["measures"]] == [
        ("reading", 20.0, 15.0, False),
        ("rules", 12345.6, None, True),
    ]


@pytest.mark.parametrize("rounds", ["0", "-3", "1001", "many", "1.5"])
def test_a_bad_number_of_rounds_is_one_sentence(
    rounds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(["bench", "--rounds", rounds])
    assert caught.value.code == 2
    assert "number of rounds from 1 to 1000" in capsys.readouterr().err


def test_the_film_is_the_same_every_time_and_ends_with_still_dice() -> None:
    first, second = bench_film.film((3, 5)), bench_film.film((3, 5))
    assert len(first) == len(second)
    assert all(
        np.array_equal(a.image, b.image) and a.t_s == b.t_s
        for a, b in zip(first, second, strict=True)
    )
    assert first[0].image.shape == (bench_film.HEIGHT, bench_film.WIDTH, 3)
    assert first[-1].t_s >= bench_film.LENGTH_S


@pytest.mark.usefixtures("one_thread")
def test_every_figure_is_measured_and_what_was_thrown_is_what_was_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bench_rules, "ROUND_S", 0.01)
    monkeypatch.setattr(bench_rules, "ODDS_STEPS", 3)
    figures = {figure.name: figure for figure in bench_measures.measure(rounds=1)}
    measured = (*GAMES, "roll_and_wall_advanced")
    assert set(figures) == {
        "reading_2_dice",
        "reading_6_dice",
        "rig_6_dice",
        "large_photograph",
        "still_tray",
        "reaction_frames",
        "reaction_ms",
        "reach",
        *(f"rules_{name}" for name in measured),
        *(f"rules_{name}_and_chess" for name in measured),
        *(f"odds_{name}" for name in measured if name not in ("climb", "free_roll", "rocodromo")),
    }
    assert all(figure.value > 0 for figure in figures.values())
    assert "thrown 2 5, read 2 5" in figures["reading_2_dice"].note
    assert "thrown 1 2 3 4 5 6, read 1 2 3 4 5 6" in figures["reading_6_dice"].note
    assert "read 1 2 3 4 5 6" in figures["rig_6_dice"].note
    assert "read 1 2 3 4 5 6" in figures["large_photograph"].note
    assert "reported" in figures["still_tray"].note
    assert "met as Accept" in figures["reaction_frames"].note
