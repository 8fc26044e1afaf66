"""The model's file is checked in words, and its answer has the agreed layout."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.errors import ConfigError
from vision.dice.model import CELL_PX, CHANNELS, DiceModel

CARD = Path(__file__).resolve().parents[2] / "docs" / "model.md"


def test_a_missing_model_is_one_sentence(tmp_path: Path) -> None:
    model = DiceModel(tmp_path / "gone.onnx")
    with pytest.raises(ConfigError, match=r"gone\.onnx"):
        model.run(np.zeros((1, 32, 32, 3), np.uint8))


def test_a_file_that_is_no_model_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "bad.onnx"
    path.write_bytes(b"not a model")
    with pytest.raises(ConfigError, match="not a model"):
        DiceModel(path).run(np.zeros((1, 32, 32, 3), np.uint8))


def test_a_net_of_another_layout_is_one_sentence() -> None:
    class Narrow:
        def run(self, _: None, given: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
            return [np.zeros((len(given["x"]), CHANNELS - 1, 4, 4), np.float32)]

    model = DiceModel()
    model._session = Narrow()
    with pytest.raises(ConfigError, match=f"{CHANNELS} are wanted"):
        model.run(np.zeros((1, 32, 32, 3), np.uint8))


def test_the_answer_has_all_channels_and_a_cell_for_each_square() -> None:
    answer = DiceModel().run(np.zeros((3, 64, 96, 3), np.uint8))
    assert answer.shape == (3, CHANNELS, 64 // CELL_PX, 96 // CELL_PX)
    assert answer.dtype == np.float32


def test_pictures_of_a_batch_do_not_touch_each_other() -> None:
    pictures = np.random.default_rng(2).integers(0, 255, (2, 64, 64, 3), np.uint8)
    together = DiceModel().run(pictures)
    alone = np.concatenate([DiceModel().run(pictures[k : k + 1]) for k in range(2)])
    assert np.allclose(together, alone, atol=1e-4, equal_nan=True)


def test_nothing_is_loaded_before_it_is_needed(tmp_path: Path) -> None:
    assert DiceModel(tmp_path / "gone.onnx").path == tmp_path / "gone.onnx"


def test_the_digest_names_the_file_that_is_used() -> None:
    assert len(DiceModel().digest()) == 64
    assert DiceModel().digest() == DiceModel().digest()


def test_the_model_is_the_one_that_its_card_describes() -> None:
    assert f"`{DiceModel().digest()}`" in CARD.read_text("utf-8")


def test_all_models_together_are_small_enough_to_ship() -> None:
    files = list(DiceModel().path.parent.glob("*.onnx"))
    assert 0 < sum(file.stat().st_size for file in files) <= 4_000_000


def test_after_a_rest_the_net_answers_as_before() -> None:
    model = DiceModel()
    model.rest()
    pictures = np.random.default_rng(3).integers(0, 255, (2, 64, 96, 3), np.uint8)
    before = model.run(pictures)
    model.rest()
    assert np.array_equal(before, model.run(pictures))


IN_A_FRESH_PROCESS = """
import numpy as np
from tests.vision.test_model import own_bytes
from vision.dice.model import DiceModel
model = DiceModel()
model.run(np.zeros((1, 64, 64, 3), np.uint8))
loaded = own_bytes()
model.run(np.zeros((1, 2048, 2048, 3), np.uint8))
held = own_bytes() - loaded
model.rest()
print(held, own_bytes() - loaded)
"""
"""Elsewhere a look may take memory that other tests have left."""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="tells memory from /proc")
def test_a_rest_lets_go_of_what_a_look_took() -> None:
    # Settings of the C library, as trainings like them, may forbid to give memory back.
    plain = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
    told = subprocess.run(
        [sys.executable, "-c", IN_A_FRESH_PROCESS],
        env=plain,
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).resolve().parents[2],
    )
    held, left = (int(number) for number in told.stdout.split())
    assert held > 20_000_000
    assert left < 0.5 * held


def own_bytes() -> int:
    """The process's memory that belongs to no file."""
    numbers = Path("/proc/self/statm").read_text(encoding="ascii").split()
    return (int(numbers[1]) - int(numbers[2])) * resource.getpagesize()
