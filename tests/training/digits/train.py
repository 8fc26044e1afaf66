"""Trains the net of numerals on pictures from ``draw``.

python -m tests.training.digits.train --pictures EASY --minutes 12 --trunk full.pt --out easy.pt
python -m tests.training.digits.train --pictures DIR --minutes 35 --start easy.pt --out digits.pt

Knows the loop. Refuses to know how pictures are made. Each picture is shown several times,
turned by quarters and in other colours; files that appear while the training runs are taken
up, so drawing may run beside it.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from tests.training.digits.bodies import CLASSES
from tests.training.digits.draw import PER_FILE, load
from tests.training.digits.net import DigitNet

BATCH = 64
BOX_WEIGHT = 0.7
SMOOTHING = 0.01
FALLING = 0.4
"""Part of the time, at the end, in which the rate falls to nothing."""


class Pool:
    """The newest pictures, all in memory; ``refresh`` takes up new files."""

    def __init__(self, folder: Path, files: int) -> None:
        self._folder = folder
        self._known: set[Path] = set()
        self._parts: deque[tuple[Tensor, Tensor, Tensor]] = deque(maxlen=files)
        self._fresh: list[int] = []

    def refresh(self) -> int:
        """Number of pictures in all files so far."""
        for file in sorted(self._folder.glob("*.npz")):
            if file not in self._known:
                self._known.add(file)
                images, kinds, boxes = (torch.from_numpy(part) for part in load(file))
                self._parts.append((images, kinds, boxes))
        return len(self._known) * PER_FILE

    def batch(self, rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """BATCH random pictures with classes and boxes, varied."""
        rows = []
        for part in rng.integers(0, len(self._parts), 8):
            images, kinds, boxes = self._parts[int(part)]
            some = torch.from_numpy(rng.integers(0, len(kinds), BATCH // 8))
            rows.append((images[some], kinds[some], boxes[some]))
        images, kinds, boxes = (torch.cat(column) for column in zip(*rows, strict=True))
        x = images.permute(0, 3, 1, 2).float() / 255
        return *_varied(x, boxes, rng), kinds


def _varied(x: Tensor, boxes: Tensor, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Quarter turns, other orders of colours, other gain and tone; the same for a whole batch
    but gain."""
    for _ in range(int(rng.integers(0, 4))):
        x = torch.rot90(x, 1, (2, 3))
        boxes = torch.stack([boxes[:, 1], -boxes[:, 0], boxes[:, 2]], 1)
    if rng.random() < 0.4:
        x = x[:, torch.from_numpy(rng.permutation(3))]
    if rng.random() < 0.12:
        x = 1 - x
    gain = torch.from_numpy(rng.uniform(0.75, 1.25, (len(x), 1, 1, 1)).astype(np.float32))
    return (x * gain).clamp(0, 1) - 0.5, boxes


def main() -> None:
    """Run one training and write the averaged weights."""
    parser = argparse.ArgumentParser(description="Train the net of numerals.")
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--trunk", type=Path, help="weights of the net that marks dice")
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--files", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    net = DigitNet()
    if options.trunk:
        net.begin_with(options.trunk)
    if options.start:
        net.load_state_dict(torch.load(options.start))
    pool = Pool(options.pictures, options.files)
    rng = np.random.default_rng(options.seed)
    train(net, pool, rng, options.minutes * 60, options.rate, options.out)


def train(
    net: DigitNet, pool: Pool, rng: np.random.Generator, for_s: float, rate: float, out: Path
) -> None:
    """AdamW over ``for_s`` seconds; the weights' running average goes to
    ``out``."""
    net = net.to(memory_format=torch.channels_last)
    average = {name: value.clone().float() for name, value in net.state_dict().items()}
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=2e-2)
    began, step, log = time.monotonic(), 0, []
    while (past := time.monotonic() - began) < for_s:
        if step % 100 == 0:
            drawn = pool.refresh()
        step += 1
        now = rate * min(1.0, step / 100, (1 - past / for_s) / FALLING) + 1e-6
        for group in optimiser.param_groups:
            group["lr"] = now
        x, boxes, kinds = pool.batch(rng)
        found = net(x.contiguous(memory_format=torch.channels_last))
        cross = functional.cross_entropy(found[:, :CLASSES], kinds, label_smoothing=SMOOTHING)
        box = functional.smooth_l1_loss(found[:, CLASSES:], boxes, beta=0.1)
        loss = cross + BOX_WEIGHT * box
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        _blend(average, net, min(0.998, step / (step + 20)))
        right = float((found[:, :CLASSES].argmax(1) == kinds).float().mean())
        log.append((float(cross.detach()), float(box.detach()), right))
        if step % 50 == 0:
            means = " ".join(f"{value:.3f}" for value in np.mean(log, 0))
            print(f"{past:5.0f} s step {step} of {drawn} class box right {means}", flush=True)
            log = []
        if step % 100 == 0:
            torch.save(average, out)
    torch.save(average, out)


def _blend(average: dict[str, Tensor], net: DigitNet, keep: float) -> None:
    for name, value in net.state_dict().items():
        if value.dtype.is_floating_point:
            average[name].mul_(keep).add_(value.float(), alpha=1 - keep)
        else:
            average[name].copy_(value)


if __name__ == "__main__":
    main()
