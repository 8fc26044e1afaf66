"""Reading dice tells nobody of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SILENT_OF_ITSELF = ("CI", "ORT_DISABLE_TELEMETRY", "ORT_RUNNING_UNIT_TESTS")
READ = """
import numpy
from vision.dice.reading import DiceReader
DiceReader().read(numpy.full((240, 320, 3), 90, numpy.uint8))
"""


def test_the_runtime_of_the_net_keeps_no_book_for_its_maker(tmp_path: Path) -> None:
    homes = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    kept = {name: value for name, value in os.environ.items() if name not in SILENT_OF_ITSELF}
    subprocess.run([sys.executable, "-c", READ], env={**kept, **homes}, check=True, timeout=120)
    assert [str(path) for path in tmp_path.rglob("*") if "Microsoft" in path.name] == []
