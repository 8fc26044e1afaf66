"""README and docs: what they show is run, what they point to exists.

Fences say what a block is: ``sh`` is executed, line by line, as a newcomer would type it;
``python`` is executed; ``toml`` must be TOML, on the page about settings also settings; ``json``
must be JSON;
``console`` is for another machine and only its syntax is checked; ``text`` is not code.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion import config
from companion.games.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    {*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "systemd").glob("*.md")}
)
STARTS_A_SERVICE = ("./run demo", "./run serve")
START_TIMEOUT_S = 90


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its page, language and text."""

    page: str
    language: str
    text: str


def _blocks() -> Iterator[Block]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for language, body in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            yield Block(str(page.relative_to(ROOT)), language, body)


BLOCKS = list(_blocks())
COMMANDS = [(b.page, line) for b in BLOCKS if b.language == "sh" for line in b.text.splitlines()]


def test_every_block_says_what_it_is() -> None:
    assert {block.language for block in BLOCKS} <= {
        "sh",
        "console",
        "python",
        "toml",
        "json",
        "text",
    }


def test_the_newcomers_commands_are_among_those_that_are_run() -> None:
    lines = [line for page, line in COMMANDS if page == "README.md"]
    assert "./run demo" in lines
    assert "./run test" in lines


@pytest.mark.parametrize(("page", "line"), COMMANDS)
def test_a_command_works_as_it_is_written(page: str, line: str, tmp_path: Path) -> None:
    if not (ROOT / ".venv" / "installed-dev").exists():
        pytest.skip("./run has not made .venv here, and making it is not a test's business")
    # A second demo may be running, and its games are not the tests' to touch.
    if line.startswith(STARTS_A_SERVICE):
        _page_answers(f"{line} --port %d --state {tmp_path}", page)
        return
    # These very tests must not run themselves: ./run test finds them all and stops there.
    done = subprocess.run(
        ["bash", "-euc", line],
        cwd=ROOT,
        env={**os.environ, "PYTEST_ADDOPTS": "--collect-only -q"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{page}: {line}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.language == "console"])
def test_commands_for_another_machine_are_at_least_well_formed(block: Block) -> None:
    done = subprocess.run(
        ["bash", "-n"], input=block.text, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.language == "python"])
def test_an_example_in_python_runs(block: Block) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", block.text],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.language == "toml"])
def test_an_example_in_toml_is_accepted(block: Block) -> None:
    assert tomllib.loads(block.text) != {}
    if block.page == "docs/settings.md":
        assert config.parse(block.text, block.page) != config.Config()


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.language == "json"])
def test_an_example_in_json_can_be_read(block: Block) -> None:
    assert json.loads(block.text) not in ({}, [])


def test_every_setting_stands_in_the_table_as_it_is_declared() -> None:
    text = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\S+)` \| (.*?) \| (.*) \|$", text, re.MULTILINE)
    declared = [
        (key, "" if default == "left out" else f"`{default}`", meaning)
        for key, default, meaning in config.described()
    ]
    assert [(key, default.strip(), meaning) for key, default, meaning in rows] == declared


def test_the_index_leads_to_every_page() -> None:
    docs = ROOT / "docs"
    index = (docs / "README.md").read_text(encoding="utf-8")
    pages = [str(p.relative_to(docs)) for p in docs.rglob("*.md") if p.parent.name != "decisions"]
    assert [p for p in pages if p != "README.md" and f"]({p})" not in index] == []


def test_the_readme_names_every_game() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8").lower()
    assert [game.title for game in GAMES.values() if game.title.lower() not in text] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_place_that_a_page_points_to_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
    local = [t for t in targets if not t.startswith(("http:", "https:"))]
    assert [t for t in local if not (page.parent / t).exists()] == []


def _page_answers(line: str, page: str) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    service = subprocess.Popen(
        ["bash", "-euc", "exec " + line % port],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    # A service that neither speaks nor ends must not keep the tests for ever.
    deadline = threading.Timer(START_TIMEOUT_S, service.kill)
    deadline.start()
    try:
        # The service says where it is once it listens; waiting for that line needs no clock.
        assert service.stdout is not None
        said = []
        for text in service.stdout:
            said.append(text)
            if f":{port}" in text:
                break
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{port}/", timeout=START_TIMEOUT_S
            ) as answer:
                assert answer.status == 200
        except urllib.error.URLError as error:
            raise AssertionError(f"{page}: {line}\n{''.join(said)}") from error
    finally:
        deadline.cancel()
        service.terminate()
        assert service.wait(timeout=START_TIMEOUT_S) is not None
        assert service.stdout is not None
        service.stdout.close()
