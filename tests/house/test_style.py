"""What every file must be like, as far as a program can tell."""

from __future__ import annotations

import ast
import re
import statistics
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "hardware", "vision", "web")
MOST_LINES = 400
MOST_MEDIAN_LINES = 150
EMPTY_NAMES = {
    "util",
    "utils",
    "helper",
    "helpers",
    "manager",
    "managers",
    "data",
    "misc",
    "common",
}

PRODUCT = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
ALL = sorted([*PRODUCT, *(ROOT / "tests").rglob("*.py")])


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_no_file_is_longer_than_a_person_reads_in_one_go() -> None:
    lengths = {_name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in ALL}
    assert len(lengths) > 100
    assert {name: n for name, n in lengths.items() if n > MOST_LINES} == {}
    assert statistics.median(lengths.values()) < MOST_MEDIAN_LINES


@pytest.mark.parametrize(
    "path", [path for path in PRODUCT if path.name != "__init__.py"], ids=_name
)
def test_a_module_says_what_it_knows_and_what_it_refuses_to_know(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    assert re.search(r"\b[Kk]nows\b", docstring)
    assert re.search(r"\b[Rr]efuses\b", docstring)


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [_name(path) for path in ALL if path.stem in EMPTY_NAMES] == []


def test_no_test_sleeps_or_draws_unseeded_chance() -> None:
    # Written so that this line does not find itself.
    banned = re.compile(r"\btime\.sl" + r"eep\(|\bRandom\(\)|default_rng\(\)|\brandom\.seed\(")
    found = [
        f"{_name(path)}: {line.strip()}"
        for path in ALL
        if path.is_relative_to(ROOT / "tests")
        for line in path.read_text(encoding="utf-8").splitlines()
        if banned.search(line)
    ]
    assert found == []
