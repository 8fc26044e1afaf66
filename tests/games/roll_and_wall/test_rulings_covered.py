"""Each ruling and each note on equipment has a test that carries its id in its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

NAMES = re.findall(
    r"^def (test_\w+)",
    "\n".join(p.read_text(encoding="utf-8") for p in Path(__file__).parent.glob("test_*.py")),
    flags=re.MULTILINE,
)


def carried(name: str) -> set[str]:
    """The ids at the beginning of a test's name: ``test_rw29_d37_the_…`` has two."""
    ids = re.match(r"test((?:_(?:rw_t|d_t|rw|d)\d+)+)_", name)
    return set(re.findall(r"(?:rw_t|d_t|rw|d)\d+", ids[1])) if ids else set()


COVERED = set().union(*map(carried, NAMES))


@pytest.mark.parametrize("number", range(1, 38))
def test_the_ruling_has_a_test(number: int) -> None:
    assert f"rw{number}" in COVERED


@pytest.mark.parametrize("number", range(1, 54))
def test_the_note_on_equipment_has_a_test(number: int) -> None:
    assert f"d{number}" in COVERED


@pytest.mark.parametrize("worked", ["rw_t1", "rw_t2", "rw_t3", "rw_t4", "rw_t5", "rw_t6"])
def test_the_worked_example_of_the_basic_variant_has_a_test(worked: str) -> None:
    assert worked in COVERED


@pytest.mark.parametrize(
    "worked", ["rw_t7", "rw_t8", "rw_t10", "rw_t11", "d_t1", "d_t3", "d_t5", "d_t9", "d_t10"]
)
def test_the_worked_example_of_the_advanced_variant_has_a_test(worked: str) -> None:
    assert worked in COVERED
