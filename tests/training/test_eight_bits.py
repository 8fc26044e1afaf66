"""A net in whole numbers answers as the one in floating point that it was made of."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.model import DiceModel

torch = pytest.importorskip("torch", reason="needs the extra `training`")
onnx = pytest.importorskip("onnx", reason="needs the extra `training`")

from tests.training import eight_bits  # noqa: E402
from tests.training.export import export  # noqa: E402
from tests.training.net import DiceNet  # noqa: E402


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same narrow net of random weights in floating point and in whole numbers."""
    folder = tmp_path_factory.mktemp("nets")
    torch.manual_seed(1)
    exact, whole = folder / "exact.onnx", folder / "whole.onnx"
    export(DiceNet((8, 8, 16, 16)).eval(), exact)
    with torch.no_grad():
        code = eight_bits.eight_bits(eight_bits.weights_of(exact), pictures(2))
    whole.write_bytes(code)
    return exact, whole


def pictures(count: int) -> NDArray[np.uint8]:
    chance = np.random.default_rng(count)
    coarse = chance.integers(0, 256, (count, 12, 16, 3))
    return np.kron(coarse, np.ones((1, 8, 8, 1), int)).astype(np.uint8)


def test_both_answer_the_same_to_a_few_hundredths(files: tuple[Path, Path]) -> None:
    exact, whole = (DiceModel(file).run(pictures(3)) for file in files)
    assert exact.shape == whole.shape
    assert float(exact.std()) > 0.0
    for channel in range(exact.shape[1]):
        spread = float(exact[:, channel].std())
        error = float(np.abs(exact[:, channel] - whole[:, channel]).mean())
        assert error < 0.1 * spread + 1e-3, channel


def test_no_two_neighbouring_weights_overflow_sixteen_bits(files: tuple[Path, Path]) -> None:
    found = 0
    for one in onnx.load(files[1]).graph.initializer:
        weight = onnx.numpy_helper.to_array(one)
        if weight.dtype == np.int8 and weight.ndim == 4:
            found += 1
            side_by_side = np.abs(weight.transpose(0, 2, 3, 1).astype(int)).reshape(
                len(weight), -1, 2
            )
            assert side_by_side.sum(2).max() * 255 <= np.iinfo(np.int16).max
    assert found == 15
