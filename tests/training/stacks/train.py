"""Trains the small net that tells a die on another one.

python -m tests.training.stacks.train --pools pool_*.npz --judge held.npz --seconds 1900 \\
    --out stacked.pt --onnx vision/dice/stacked.onnx

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
from tests.training.small import Limits, Rows, conv, stretched, train
from vision.dice.stacked import SHOWN_PX

BATCH = 128
STACKED_SHARE = 0.35
"""Dice on dice in each batch."""
SMOOTHING = 0.02
LEAST_SPREAD = 0.05
"""Spread of a square's pixels below which it is even, and is not stretched further."""


class StackNet(nn.Module):
    """In: (n, 3, 64, 64) blue, green, red, 0 to 1 minus 0.5. Out: (n, 1) logit of *stacked*."""

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
        """Whether the die in the middle lies on another one."""
        out: Tensor = self.body(stretched(x, LEAST_SPREAD))
        return out


class Squares:
    """All squares of some files: ``images`` (n, 64, 64, 3), ``stacked`` (n,) 0 or 1."""

    def __init__(self, files: Sequence[Path]) -> None:
        pools = [np.load(file) for file in files]
        self.files = len(pools)
        self.images: npt.NDArray[np.uint8] = np.concatenate([one["images"] for one in pools])
        self.stacked: npt.NDArray[np.uint8] = np.concatenate([one["stacked"] for one in pools])
        self._kinds = [np.flatnonzero(self.stacked == kind) for kind in (1, 0)]

    def refresh(self) -> None:
        """Nothing comes in later."""

    def batch(self, rng: np.random.Generator) -> Rows:
        """As many dice on dice as the share says, and others."""
        count = round(BATCH * STACKED_SHARE)
        counts = (count, BATCH - count)
        some = [rng.choice(kind, n) for kind, n in zip(self._kinds, counts, strict=True)]
        chosen = np.concatenate(some)
        return [self.images[chosen], self.stacked[chosen]]


def shown(images: npt.NDArray[np.generic]) -> Tensor:
    """Squares as the net is shown them."""
    return torch.from_numpy(images).permute(0, 3, 1, 2).float() / 255 - 0.5


def loss_of(net: nn.Module, rows: Rows, rng: np.random.Generator) -> tuple[Tensor, list[float]]:
    """The loss of squares in one of eight ways up and in another light; for the log: itself."""
    images, stacked = rows
    x, way = shown(images), int(rng.integers(8))
    x = torch.rot90(x, way % 4, (2, 3))
    if way >= 4:
        x = x.flip(3)
    gain = torch.from_numpy(rng.uniform(0.8, 1.25, (len(x), 3, 1, 1)).astype(np.float32))
    noise = torch.randn_like(x) * float(rng.uniform(0, 0.02))
    seen = net((x * gain + noise).contiguous(memory_format=torch.channels_last))
    wanted = torch.from_numpy(stacked.astype(np.float32))[:, None]
    wanted = SMOOTHING + (1 - 2 * SMOOTHING) * wanted
    loss = functional.binary_cross_entropy_with_logits(seen, wanted)
    return loss, [float(loss.detach())]


def judge(net: nn.Module, squares: Squares) -> None:
    """Print how many dice on dice are found at few false alarms."""
    net.eval()
    parts = np.array_split(squares.images, max(1, len(squares.images) // 256))
    with torch.no_grad():
        logits = torch.cat([net(shown(part)) for part in parts])[:, 0].numpy()
    floor = np.sort(logits[squares.stacked == 0])
    for alarms in (0.05, 0.02, 0.01, 0.005, 0.002):
        limit = floor[int((1 - alarms) * len(floor))]
        found = float((logits[squares.stacked == 1] > limit).mean())
        print(f"false alarms {alarms:.1%}: found {found:.1%}, from {limit:.2f}")


def main() -> None:
    """Train, judge and write the net."""
    parser = argparse.ArgumentParser(description="Train the net that tells dice on dice.")
    parser.add_argument("--pools", type=Path, nargs="+", required=True)
    parser.add_argument("--judge", type=Path)
    parser.add_argument("--seconds", type=float, required=True, help="of one core")
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--onnx", type=Path)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    net = StackNet()
    if options.start:
        net.load_state_dict(torch.load(options.start))
    squares = Squares(options.pools)
    limits = Limits(options.seconds, 1e9, time.process_time(), time.monotonic())
    train(net, squares, loss_of, limits, options.rate, options.out, options.seed)
    if options.judge:
        judge(net, Squares([options.judge]))
    if options.onnx:
        write(net, torch.zeros(2, 3, SHOWN_PX, SHOWN_PX), options.onnx)


if __name__ == "__main__":
    main()
