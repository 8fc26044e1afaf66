"""Trains a small net that answers one question about the die in the middle of a square.

python -m tests.training.squares.train --asked stacked --share 0.35 --pools pool_*.npz \\
    --judge held.npz --seconds 1900 --out stacked.pt --onnx vision/dice/stacked.onnx

Knows the net, its batches and its loss. Refuses to know scenes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from tests.training.digits.export import write
from tests.training.labels import IGNORE
from tests.training.small import Limits, Rows, conv, stretched, train
from vision.dice.squares import SHOWN_PX

BATCH = 128
SMOOTHING = 0.02
LEAST_SPREAD = 0.05
"""Spread of a square's pixels below which it is even, and is not stretched further."""


class SquareNet(nn.Module):
    """In: (n, 3, 64, 64) blue, green, red, 0 to 1 minus 0.5. Out: (n, 1) logit of *yes*."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2),
            conv(16, 24, 2),
            conv(24, 32),
            conv(32, 48, 2),
            conv(48, 64),
            conv(64, 64, 2),
            nn.Flatten(),
            nn.Linear(64 * (SHOWN_PX // 16) ** 2, 48),
            nn.ReLU(inplace=True),
            nn.Dropout(0.2),
            nn.Linear(48, 1),
        )

    def forward(self, x: Tensor) -> Tensor:
        """The answer about the middle of each square."""
        out: Tensor = self.body(stretched(x, LEAST_SPREAD))
        return out


class Squares:
    """All squares of some files: ``images`` (n, 64, 64, 3), ``truth`` (n,) 0 or 1.

    ``group`` (n,): of each answer all groups come equally often. A file of dice on dice has nothing
    but dice, if it is asked whether a die is there.
    """

    def __init__(self, files: Sequence[Path], asked: str, share: float) -> None:
        pools = [np.load(file) for file in files]
        self.files = len(pools)
        self.images: npt.NDArray[np.uint8] = np.concatenate([one["images"] for one in pools])
        known = [asked in one for one in pools]
        self.truth: npt.NDArray[np.uint8] = np.concatenate(
            [
                one[asked] if told else np.ones(len(one["images"]), np.uint8)
                for one, told in zip(pools, known, strict=True)
            ]
        )
        group = np.concatenate(
            [
                one["group"] if told else np.full(len(one["images"]), IGNORE, np.uint8)
                for one, told in zip(pools, known, strict=True)
            ]
        )
        self._share = share
        self._rows = [
            [np.flatnonzero((self.truth == kind) & (group == each)) for each in np.unique(group)]
            for kind in (1, 0)
        ]

    def refresh(self) -> None:
        """Nothing comes in later."""

    def batch(self, rng: np.random.Generator) -> Rows:
        """As many squares with *yes* as the share says, and others."""
        count = round(BATCH * self._share)
        counts = (count, BATCH - count)
        chosen = []
        for groups, n in zip(self._rows, counts, strict=True):
            some = [rows for rows in groups if len(rows)]
            chosen += [rng.choice(some[k]) for k in rng.integers(len(some), size=n)]
        return [self.images[chosen], self.truth[chosen]]


def shown(images: npt.NDArray[np.generic]) -> Tensor:
    """Squares as the net is shown them."""
    return torch.from_numpy(images).permute(0, 3, 1, 2).float() / 255 - 0.5


def loss_of(net: nn.Module, rows: Rows, rng: np.random.Generator) -> tuple[Tensor, list[float]]:
    """The loss of squares in one of eight ways up and in another light; for the log: itself."""
    images, truth = rows
    x, way = shown(images), int(rng.integers(8))
    x = torch.rot90(x, way % 4, (2, 3))
    if way >= 4:
        x = x.flip(3)
    gain = torch.from_numpy(rng.uniform(0.8, 1.25, (len(x), 3, 1, 1)).astype(np.float32))
    noise = torch.randn_like(x) * float(rng.uniform(0, 0.02))
    seen = net((x * gain + noise).contiguous(memory_format=torch.channels_last))
    wanted = torch.from_numpy(truth.astype(np.float32))[:, None]
    wanted = SMOOTHING + (1 - 2 * SMOOTHING) * wanted
    loss = functional.binary_cross_entropy_with_logits(seen, wanted)
    return loss, [float(loss.detach())]


def judge(net: nn.Module, squares: Squares) -> None:
    """Print how many squares with *yes* are found at few false alarms, and the other way round."""
    net.eval()
    parts = np.array_split(squares.images, max(1, len(squares.images) // 256))
    with torch.no_grad():
        logits = torch.cat([net(shown(part)) for part in parts])[:, 0].numpy()
    for name, sign, kind in (("yes", 1, 1), ("no", -1, 0)):
        other = np.sort(sign * logits[squares.truth != kind])
        for alarms in (0.05, 0.02, 0.01, 0.005, 0.002):
            limit = other[int((1 - alarms) * len(other))]
            found = float((sign * logits[squares.truth == kind] > limit).mean())
            print(f"{name}: false alarms {alarms:.1%}: found {found:.1%}, from {sign * limit:.2f}")


def main() -> None:
    """Train, judge and write the net."""
    parser = argparse.ArgumentParser(description="Train a net that is shown squares.")
    parser.add_argument("--asked", required=True, help="what of the pools is asked: stacked or die")
    parser.add_argument("--share", type=float, required=True, help="of squares with yes in a batch")
    parser.add_argument("--pools", type=Path, nargs="+", required=True)
    parser.add_argument("--judge", type=Path)
    parser.add_argument("--seconds", type=float, required=True, help="of one core")
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--mean-with", type=Path, help="weights whose mean with the new ones ships")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--onnx", type=Path)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    net = SquareNet()
    if options.start:
        net.load_state_dict(torch.load(options.start))
    squares = Squares(options.pools, options.asked, options.share)
    limits = Limits(options.seconds, 1e9, time.process_time(), time.monotonic())
    train(net, squares, loss_of, limits, options.rate, options.out, options.seed)
    if options.mean_with:
        other = torch.load(options.mean_with)
        mean = {name: (value + other[name]) / 2 for name, value in net.state_dict().items()}
        net.load_state_dict(mean)
    if options.judge:
        judge(net, Squares([options.judge], options.asked, options.share))
    if options.onnx:
        write(net, torch.zeros(2, 3, SHOWN_PX, SHOWN_PX), options.onnx)


if __name__ == "__main__":
    main()
