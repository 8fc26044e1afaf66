"""The direction of dependencies, as ``docs/architecture.md`` draws it.

The contracts stand in ``pyproject.toml``; what they cannot say is checked here from the
source text: which foreign packages a part may use at all, and that drivers are imported
only inside the one class that uses them.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "hardware", "vision", "web")
DRIVERS = ("gpiozero", "lgpio", "picamera2", "libcamera")
ONE_ROOM = {"onnxruntime": "vision.dice.model", "PIL": "vision.frame"}
"""Packages that only one module of vision may use: the model runtime, the file decoder."""


@dataclass(frozen=True, slots=True)
class Import:
    """One import: where it stands, what it names, and the class it stands in, if any."""

    module: str
    name: str
    in_class: str | None


def _imports(source: str, module: str) -> Iterator[Import]:
    def walk(node: ast.AST, in_class: str | None) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            match child:
                case ast.Import(names=names):
                    yield from (Import(module, alias.name, in_class) for alias in names)
                case ast.ImportFrom(module=str(name), level=0):
                    yield Import(module, name, in_class)
                case ast.ClassDef(name=name):
                    yield from walk(child, name)
                case _:
                    yield from walk(child, in_class)

    yield from walk(ast.parse(source), None)


def _module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _sources(*packages: str) -> Iterator[Path]:
    for package in packages:
        yield from sorted((ROOT / package).rglob("*.py"))


def _imports_of(*packages: str) -> list[Import]:
    return [
        found
        for path in _sources(*packages)
        for found in _imports(path.read_text(encoding="utf-8"), _module(path))
    ]


def _contracts(config: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--no-logo", config],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_import_contract_is_kept() -> None:
    done = _contracts(ROOT / "pyproject.toml")
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


def test_a_broken_contract_would_be_seen(tmp_path: Path) -> None:
    config = tmp_path / "contracts.toml"
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    config.write_text(
        text + '\n[[tool.importlinter.contracts]]\nname = "planted"\ntype = "forbidden"\n'
        'source_modules = ["companion.table"]\nforbidden_modules = ["companion.dice"]\n',
        encoding="utf-8",
    )
    done = _contracts(config)
    assert done.returncode == 1
    assert "1 broken" in done.stdout


def test_vision_uses_arrays_and_nothing_else_from_outside() -> None:
    ours = {"vision", "companion"}
    foreign = {
        (found.module, top)
        for found in _imports_of("vision")
        if (top := found.name.split(".")[0]) not in sys.stdlib_module_names | ours
    }
    assert {top for _, top in foreign} <= {"numpy", "cv2", *ONE_ROOM}
    for package, room in ONE_ROOM.items():
        assert {module for module, top in foreign if top == package} <= {room}
    assert {
        found.name for found in _imports_of("vision") if found.name.startswith("companion")
    } <= {"companion.errors"}


def test_only_vision_runs_the_model() -> None:
    others = _imports_of("companion", "hardware", "web")
    assert [found for found in others if found.name.startswith("onnxruntime")] == []


def test_games_use_the_standard_library_only_but_for_the_reach_check() -> None:
    allowed = sys.stdlib_module_names | {"companion"}
    found = {
        (i.module, top)
        for i in _imports_of("companion/games")
        if (top := i.name.split(".")[0]) not in allowed
    }
    assert found == {("companion.games.rocodromo.reach", "shapely")}


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_driver_is_imported_only_inside_the_classes_of_hardware_that_use_it(driver: str) -> None:
    found = [i for i in _imports_of(*PACKAGES) if i.name.split(".")[0] == driver]
    assert [i for i in found if i.in_class is None or not i.module.startswith("hardware.")] == []
    modules = [module for module, _ in {(i.module, i.in_class) for i in found}]
    assert len(modules) == len(set(modules))


def test_the_search_for_imports_sees_those_at_the_top_and_those_in_a_class() -> None:
    source = "import a.b\nclass C:\n    def f(self):\n        from d import e\n"
    assert list(_imports(source, "m")) == [Import("m", "a.b", None), Import("m", "d", "C")]


def test_the_algebra_library_is_kept_on_one_thread_unless_told_otherwise() -> None:
    ask = "import companion, os; print(os.environ['OPENBLAS_NUM_THREADS'])"
    env = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    for told, expected in ((env, "1"), ({**env, "OPENBLAS_NUM_THREADS": "3"}, "3")):
        found = subprocess.run(
            [sys.executable, "-c", ask], env=told, capture_output=True, text=True
        )
        assert found.stdout.strip() == expected
