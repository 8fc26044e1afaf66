"""The mean of two nets that began alike: python -m tests.training.mean one.pt two.pt mean.pt

Knows that weights which share most of their training lie in one valley, so that their mean reads
strange photographs better than either (Wortsman and others, Model soups, 2022). Refuses to train:
only what the layers' normalisation has measured is measured anew, over scenes and photographs.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor
from torch.utils.data import DataLoader

from tests.training.net import DiceNet
from tests.training.train import Crops

BATCHES, SEED, SHARE = 40, 77, 0.3


def main() -> None:
    """Write the weights that the command line names."""
    parser = argparse.ArgumentParser(description="Mean of two nets that began alike.")
    parser.add_argument("one", type=Path)
    parser.add_argument("two", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--leave-out", nargs="*", default=[])
    options = parser.parse_args()
    torch.set_num_threads(1)
    net = DiceNet()
    net.load_state_dict(mean(torch.load(options.one), torch.load(options.two)))
    measure(net, Crops(SEED, options.photos, SHARE, frozenset(options.leave_out)))
    torch.save(net.state_dict(), options.out)


def mean(one: dict[str, Tensor], two: dict[str, Tensor]) -> dict[str, Tensor]:
    """Half of each; what is counted, not learnt, is taken from the first."""
    return {
        name: ((value.float() + two[name].float()) / 2).to(value.dtype)
        if value.dtype.is_floating_point
        else value
        for name, value in one.items()
    }


def measure(net: DiceNet, crops: Crops) -> None:
    """Measure mean and spread in front of each layer anew: those of a mean are no mean of two."""
    for layer in net.modules():
        if isinstance(layer, torch.nn.BatchNorm2d):
            layer.reset_running_stats()
            layer.momentum = None  # the plain mean over all batches
    net.train()
    batches = iter(DataLoader(crops, batch_size=None, num_workers=1, prefetch_factor=3))
    with torch.no_grad():
        for _ in range(BATCHES):
            pictures, *_ = next(batches)
            net(pictures.permute(0, 3, 1, 2).float() / 255 - 0.5)
    del batches
    net.eval()


if __name__ == "__main__":
    main()
