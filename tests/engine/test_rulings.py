"""docs/rulings.md: every ruling once, with its house rules, and a test that carries its id."""

from __future__ import annotations

import json
import re
from itertools import takewhile
from pathlib import Path

import pytest

from companion.games.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
IDS = {"RW": 37, "RO": 22, "HR": 19, "CL": 24, "GK": 21, "D": 53}
GAME_OF = {
    "RW": "roll_and_wall",
    "RO": "rocodromo",
    "HR": "high_risk",
    "CL": "climb",
    "GK": "gipfelkraxler",
    "D": "roll_and_wall",
}
LINES = re.findall(
    r"^\| ([A-Z]+)(\d+) \| (.+) \| (.+) \| (.*)\|$",
    (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8"),
    flags=re.MULTILINE,
)
EVERY_RULING = [f"{kind}{n}" for kind, most in IDS.items() for n in range(1, most + 1)]
TESTS = {
    game: re.findall(
        r"^def test_(\w+)",
        "\n".join(
            file.read_text(encoding="utf-8")
            for file in sorted((ROOT / "tests" / "games" / game).glob("test_*.py"))
        ),
        flags=re.MULTILINE,
    )
    for game in set(GAME_OF.values())
}


def test_the_document_holds_every_ruling_once_and_in_order() -> None:
    assert [f"{kind}{number}" for kind, number, *_ in LINES] == EVERY_RULING


@pytest.mark.parametrize("ruling", EVERY_RULING)
def test_every_ruling_of_a_registered_game_has_a_test_with_its_id(ruling: str) -> None:
    game = GAME_OF[ruling.rstrip("0123456789")]
    if game not in GAMES:
        pytest.skip(f"{game} is not registered yet")
    assert any(ruling.lower() in _marks(name) for name in TESTS[game]), (
        f"no test of {game} is called test_{ruling.lower()}_…"
    )


@pytest.mark.parametrize("kind", IDS)
def test_the_house_rules_of_the_document_are_the_options_of_the_game(kind: str) -> None:
    if GAME_OF[kind] not in GAMES:
        pytest.skip(f"{GAME_OF[kind]} is not registered yet")
    options = {
        (spec.ruling, spec.name, _written(spec.default))
        for spec in GAMES[GAME_OF[kind]].options
        if spec.ruling is not None and spec.ruling.rstrip("0123456789") == kind
    }
    told = {
        (f"{kind}{number}", name, default)
        for each, number, _, _, house in LINES
        if each == kind
        for name, default in re.findall(r"`(\w+)` \(([^)]*)\)", house)
    }
    assert told == options


def _marks(name: str) -> list[str]:
    """The ids that a name begins with: elsewhere in it ``d6`` is a die."""
    return list(takewhile(re.compile(r"(?:[a-z]{1,2}\d+|and)").fullmatch, name.split("_")))


def _written(default: object) -> str:
    return default if isinstance(default, str) else json.dumps(default)
