"""Weights to the ONNX file that ships.

python -m tests.training.export full.pt vision/dice/model.onnx

Knows the names and shapes of the file. Refuses to know how the weights were won. The input
``x`` is (n, 3, h, w), the output ``y`` (n, 15, h/8, w/8), all but the channels of any size.
"""

from __future__ import annotations

import argparse
import warnings
from pathlib import Path

import torch

from tests.training.net import DiceNet

OPSET = 13
"""Old enough for every runtime that a Pi's system may carry."""


def main() -> None:
    """Write the file that the command line names."""
    parser = argparse.ArgumentParser(description="Write a trained net as ONNX.")
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    net = DiceNet()
    net.load_state_dict(torch.load(options.weights))
    net.eval()
    export(net, options.out)


def export(net: DiceNet, out: Path) -> None:
    """Write a net that is set to answer, not to learn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter warns of its own successor
        torch.onnx.export(
            net,
            (torch.zeros(1, 3, 96, 128),),
            str(out),
            input_names=["x"],
            output_names=["y"],
            opset_version=OPSET,
            dynamo=False,
            dynamic_axes={"x": {0: "n", 2: "h", 3: "w"}, "y": {0: "n", 2: "h8", 3: "w8"}},
        )


if __name__ == "__main__":
    main()
