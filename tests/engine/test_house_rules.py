"""Every open point of the rules is a named house rule: documented, shown and with a default."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from tests.engine import house_rules

OPEN = {
    "roll_and_wall": (
        [
            "RW10",
            "RW15",
            "RW21",
            "RW26",
            "RW29",
            "RW31",
            "D5",
            "D10",
            "D11",
            "D16",
            "D24",
            "D26",
            "D29",
            "D41",
            "D45",
            "D49",
        ]
    ),
    "rocodromo": ["RO4", "RO15", "RO16", "RO20"],
    "climb": ["CL11", "CL16", "CL18"],
    "gipfelkraxler": ["GK16"],
}  # fmt: skip
"""The rulings that the rulebooks leave open. Beside them RW37 is said by the board file, and
D17 follows the option of D11."""


@pytest.mark.parametrize(
    ("game", "ruling"), [(game, ruling) for game, each in OPEN.items() for ruling in each]
)
def test_an_open_point_is_an_option_with_words_and_a_default(game: str, ruling: str) -> None:
    found = [spec for spec in GAMES[game].options if spec.ruling == ruling]
    assert found
    for spec in found:
        assert spec.title
        assert spec.explanation.endswith(".")
        if spec.kind == "choice":
            assert spec.default == spec.choices[0]
            assert len(spec.choices) == 2 + (ruling == "RO20")


def test_the_document_has_the_table_of_all_house_rules() -> None:
    """Changed on purpose? Write it anew: python -m tests.engine.house_rules."""
    text = house_rules.DOCUMENT.read_text(encoding="utf-8")
    assert house_rules.written(text) == house_rules.section()
