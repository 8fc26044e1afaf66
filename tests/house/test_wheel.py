"""The wheel: built from the tree, installed into a fresh environment, used from there.

The fresh environment sees the installed dependencies but not the source tree, so whatever
is missing from the wheel is missing from the test.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "hardware", "vision", "web")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy so that the tree stays clean."""
    copy = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, copy)
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    out = tmp_path_factory.mktemp("wheel")
    _pip("wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", out, copy)
    (built,) = out.glob("table_companion-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel in it."""
    home = tmp_path_factory.mktemp("fresh")
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    _pip("--python", python, "install", "--no-deps", "--no-index", wheel)
    libraries = Path(sysconfig.get_path("purelib", vars={"base": str(home)}))
    # Only the dependencies: .pth files found through a .pth file, such as that of this
    # development checkout, are not followed.
    seen = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    (libraries / "dependencies.pth").write_text("\n".join(seen), encoding="utf-8")
    return home


def _pip(*arguments: str | Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _run(home: Path, *command: str) -> str:
    done = subprocess.run(
        [home / "bin" / command[0], *command[1:]],
        cwd=home,
        env={k: v for k, v in os.environ.items() if not k.startswith("PYTHON")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_everything_in_the_packages_is_in_the_wheel_and_nothing_else(wheel: Path) -> None:
    tree = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    packed = {n for n in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in n}
    assert packed == tree


def test_the_command_runs_from_the_wheel(installed: Path) -> None:
    assert "commands:" in _run(installed, "companion", "--help")


def test_the_four_packages_come_from_the_fresh_environment(installed: Path) -> None:
    script = f"import {', '.join(PACKAGES)}\n" + "\n".join(
        f"print({package}.__file__)" for package in PACKAGES
    )
    lines = _run(installed, "python", "-c", script).splitlines()
    assert len(lines) == len(PACKAGES)
    assert all(line.startswith(str(installed)) for line in lines)


def test_a_template_and_a_board_load_from_the_wheel(installed: Path) -> None:
    script = (
        "import jinja2\n"
        "from companion.boards.loading import PackagedBoards\n"
        "from companion.games.registry import GAMES\n"
        "environment = jinja2.Environment(loader=jinja2.PackageLoader('web'))\n"
        "names = environment.list_templates()\n"
        "for name in names:\n"
        "    source, _, _ = environment.loader.get_source(environment, name)\n"
        "    environment.parse(source)\n"
        "print(len(names))\n"
        "boards = PackagedBoards()\n"
        "for game in GAMES.values():\n"
        "    for name in boards.names(game.name):\n"
        "        game.parse_board(boards.load(game.name, name), name)\n"
        "        print(game.name, name)\n"
    )
    templates, *boards = _run(installed, "python", "-c", script).splitlines()
    assert int(templates) > 0
    assert "roll_and_wall practice" in boards
