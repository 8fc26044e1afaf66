"""``companion bench service``: real figures of a real table, and its words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from companion.cli import bench_service, bench_service_process
from companion.cli import main as cli
from companion.cli.bench_measure import Measure
from companion.cli.bench_service import Idle, idle
from companion.cli.bench_service_process import Memory, slow_core


def _idle(page_s: float = 1.0, share: float = 0.05, resident: float = 100.0) -> Idle:
    return Idle(0.9, page_s, 0.8, share, Memory(resident, 90.0, 120.0), 2.0, 0.5)


def _kept(found: Idle, share: float = 1.0) -> dict[str, bool]:
    return {m.name: m.kept for m in bench_service.figures(found, share, "")}


def test_each_budget_bites() -> None:
    assert all(_kept(_idle()).values())
    assert not _kept(_idle(page_s=2.1))["service_ready"]
    assert not _kept(_idle(share=0.11))["service_idle"]
    assert not _kept(_idle(resident=151.0))["service_memory"]


def test_a_share_of_a_core_counts_as_all_of_it_and_bears_no_budget() -> None:
    found = {m.name: m for m in bench_service.figures(_idle(share=0.05), 0.25, ", slow")}
    assert found["service_idle_slow"].value == pytest.approx(20.0)
    assert all(m.budget is None for m in found.values())


def test_the_command_shows_the_figures_of_the_service(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[float, float]] = []

    def measured(seconds: float, slow: float) -> list[Measure]:
        asked.append((seconds, slow))
        return [Measure("service_idle", "Idle table", 12.0, "%", budget=10.0)]

    monkeypatch.setattr(bench_service, "measure_service", measured)
    assert cli.main(["bench", "service", "--seconds", "5", "--slow-core", "0"]) == 1
    assert asked == [(5.0, 0.0)]
    assert "Idle table" in capsys.readouterr().out


def test_a_table_is_started_looked_at_and_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_service, "WARM_UP_S", 0.1)
    path = tmp_path / "pictures.npy"
    np.save(path, np.random.default_rng(1).integers(90, 110, (2, 120, 160, 3), np.uint8))
    found = idle(path, 0.5, None)
    assert 0.0 < found.line_s <= found.page_s
    assert found.processor_s > 0.05
    assert 30.0 < found.memory.proportional <= found.memory.resident <= found.memory.peak


def test_a_slow_core_gives_no_more_than_its_share() -> None:
    with slow_core(0.2) as group:
        if group is None:
            pytest.skip("no control group can be made here: that takes root")
        code = (
            "import time\nfrom_s, end = time.monotonic(), time.process_time() + 0.2\n"
            "while time.process_time() < end: pass\nprint(time.monotonic() - from_s)"
        )
        script = 'echo $$ > "$0" && exec "$@"'
        done = subprocess.run(
            ["sh", "-c", script, str(group / "cgroup.procs"), sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
        )
        # 0.2 s of work on a fifth of a core; the first slice comes at once.
        assert float(done.stdout) > 0.8
    assert not group.exists()


def test_without_the_right_to_make_a_group_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_service_process, "V1", tmp_path / "no")
    monkeypatch.setattr(bench_service_process, "V2", tmp_path / "such" / "folder")
    with slow_core(0.25) as group:
        assert group is None
    assert list(tmp_path.iterdir()) == []
