"""Weights to the ONNX file that ships.

python -m tests.training.digits.export digits.pt vision/dice/digits.onnx

Knows the names and shapes of the file. Refuses to know how the weights were won. The input
``x`` is (n, 3, 96, 96), the output ``y`` (n, CLASSES + 3). Weights are stored with 16 bits
and widened on loading, which halves the file; the sums are of 32 bits.
"""

from __future__ import annotations

import argparse
import io
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from tests.training.digits.net import SIDE, DigitNet
from tests.training.export import OPSET

LEAST_HALVED = 512
"""Smaller weights stay as they are: they weigh next to nothing."""


def main() -> None:
    """Write the file that the command line names."""
    parser = argparse.ArgumentParser(description="Write a trained net of numerals as ONNX.")
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    net = DigitNet()
    net.load_state_dict(torch.load(options.weights))
    write(net, torch.zeros(2, 3, SIDE, SIDE), options.out)


def write(net: nn.Module, example: Tensor, out: Path) -> None:
    """Write a net that is shown any number of such pictures, its weights stored with 16 bits."""
    net.eval()
    plain = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter warns of its own successor
        torch.onnx.export(
            net.to(memory_format=torch.contiguous_format),
            (example,),
            plain,
            input_names=["x"],
            output_names=["y"],
            opset_version=OPSET,
            dynamo=False,
            dynamic_axes={"x": {0: "n"}, "y": {0: "n"}},
        )
    model = onnx.load_model_from_string(plain.getvalue())
    halve(model)
    onnx.checker.check_model(model)
    out.write_bytes(model.SerializeToString())


def halve(model: onnx.ModelProto) -> None:
    """Store the large weights with 16 bits, each widened by a node of its own."""
    graph = model.graph
    casts = []
    for weights in list(graph.initializer):
        values = numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.size < LEAST_HALVED:
            continue
        half = numpy_helper.from_array(values.astype(np.float16), f"{weights.name}.half")
        graph.initializer.remove(weights)
        graph.initializer.append(half)
        casts.append(helper.make_node("Cast", [half.name], [weights.name], to=TensorProto.FLOAT))
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend([*casts, *nodes])


if __name__ == "__main__":
    main()
