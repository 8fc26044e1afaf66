"""A machine without anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doctor.fakes import FakeMachine


@pytest.fixture
def machine(tmp_path: Path) -> FakeMachine:
    root = tmp_path / "root"
    root.mkdir()
    return FakeMachine(root)
