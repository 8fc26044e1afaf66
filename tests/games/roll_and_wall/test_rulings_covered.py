"""Each ruling of the basic variant has a test that carries its id in its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

BASIC = (*range(1, 21), 31, 32, 33, 34, 36, 37)
NAMES = re.findall(
    r"^def (test_rw\w+)",
    "\n".join(p.read_text(encoding="utf-8") for p in Path(__file__).parent.glob("test_*.py")),
    flags=re.MULTILINE,
)


@pytest.mark.parametrize("number", BASIC)
def test_the_ruling_has_a_test(number: int) -> None:
    assert any(name.startswith(f"test_rw{number}_") for name in NAMES)


@pytest.mark.parametrize("number", range(1, 7))
def test_the_worked_example_has_a_test(number: int) -> None:
    assert any(name.startswith(f"test_rw_t{number}_") for name in NAMES)
