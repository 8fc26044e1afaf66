"""The load test in small: tables that play while the broker is stopped or killed."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from tests.club.load import measured
from tests.links.broker import needs_mosquitto

pytestmark = [needs_mosquitto, pytest.mark.long]


@pytest.mark.parametrize("kill", [False, True], ids=["stopped", "killed"])
def test_no_entry_is_missing_when_the_broker_was_away(tmp_path: Path, kill: bool) -> None:
    asked = Namespace(tables=12, processes=2, seconds=30.0, every=1.0, kill=kill)
    figures = measured(asked, tmp_path)
    assert figures["entries"] > 100
    assert (figures["entries_missing"], figures["club_differs"]) == (0, [])
