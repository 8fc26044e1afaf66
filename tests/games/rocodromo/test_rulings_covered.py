"""Each ruling and worked case of Rocódromo has a test that carries its id in its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.rocodromo.options import OPTIONS

NAMES = re.findall(
    r"^def (test_ro\w+)",
    "\n".join(p.read_text(encoding="utf-8") for p in Path(__file__).parent.glob("test_*.py")),
    flags=re.MULTILINE,
)
WORKED = (1, 2, 4, 5, 6, 7, 10)


@pytest.mark.parametrize("number", range(1, 23))
def test_the_ruling_has_a_test(number: int) -> None:
    assert any(name.startswith(f"test_ro{number}_") for name in NAMES)


@pytest.mark.parametrize("number", WORKED)
def test_the_worked_case_has_a_test(number: int) -> None:
    assert any(name.startswith(f"test_ro_t{number}_") for name in NAMES)


@pytest.mark.parametrize("ruling", ["RO4", "RO15", "RO16", "RO20"])
def test_every_open_question_is_a_house_rule_with_a_test(ruling: str) -> None:
    assert any(spec.ruling == ruling for spec in OPTIONS)
    assert any(name.startswith(f"test_{ruling.lower()}_house_rule") for name in NAMES)
