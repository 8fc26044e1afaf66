"""The dispatcher: exit statuses, one sentence per error, commands loaded only when asked."""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from types import ModuleType

import pytest

from companion.cli import main as cli
from companion.errors import ConfigError


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], int]], None]:
    """Makes ``companion verify --loud`` do what the test says."""

    def install(work: Callable[[], int]) -> None:
        module = ModuleType("companion.cli.verify")

        def add_arguments(parser: argparse.ArgumentParser) -> None:
            parser.add_argument("--loud", action="store_true")

        def run(args: argparse.Namespace) -> int:
            return work()

        module.__dict__.update(add_arguments=add_arguments, run=run)
        monkeypatch.setitem(sys.modules, "companion.cli.verify", module)

    return install


@pytest.mark.parametrize("status", [0, 1, 2])
def test_the_commands_status_is_the_programs_status(
    command: Callable[[Callable[[], int]], None], status: int
) -> None:
    command(lambda: status)
    assert cli.main(["verify", "--loud"]) == status


def test_an_error_that_a_user_can_mend_is_one_line_and_status_2(
    command: Callable[[Callable[[], int]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> int:
        raise ConfigError("The key is wrong. Mend it.")

    command(fails)
    assert cli.main(["verify"]) == 2
    assert capsys.readouterr() == ("", "companion verify: The key is wrong. Mend it.\n")


def test_a_fault_of_ours_is_told_in_full_and_never_reads_as_found_something_wrong(
    command: Callable[[Callable[[], int]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    command(lambda: 1 // 0)
    assert cli.main(["verify"]) == 2
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_an_unknown_command_names_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(["reed"])
    assert caught.value.code == 2
    assert "'read'" in capsys.readouterr().err


def test_without_arguments_the_help_is_shown_and_nothing_counts_as_done(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main([]) == 2
    assert "commands:" in capsys.readouterr().err


def test_the_help_lists_every_command_without_loading_one() -> None:
    script = (
        "import sys\n"
        "from companion.cli.main import main\n"
        "try:\n    main(['--help'])\n"
        "except SystemExit as end:\n"
        "    print('status', end.code)\n"
        "    print([m for m in ('numpy', 'cv2', 'flask', 'onnxruntime') if m in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert all(f"\n  {name} " in done.stdout for name in cli.COMMANDS)
    assert done.stdout.endswith("status 0\n[]\n")


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_a_module_that_explains_itself(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    module = importlib.import_module(f"companion.cli.{name}")
    assert callable(module.add_arguments)
    with pytest.raises(SystemExit) as caught:
        cli.main([name, "--help"])
    assert caught.value.code == 0
    assert f"usage: companion {name}" in capsys.readouterr().out


def test_a_reader_that_goes_away_is_not_a_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    # What is not held back is lost without a word at once, and nothing is left to complain about.
    env = {name: told for name, told in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli.main", "boards", "--help"],
        env=env,
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writing)
    assert done.stderr == ""
