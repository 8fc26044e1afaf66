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
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from tests.training.digits.bodies import CLASSES
from tests.training.digits.draw import PER_FILE, load
from tests.training.digits.net import CELL, SIDE, SIGNS, DigitNet

BATCH = 64
BOX_WEIGHT = 0.7
SMOOTHING = 0.01
SIGN_WEIGHT = 1.0
NOTHING = 0.15
"""Weight of a place without a mark: there are many."""
FALLING = 0.4
"""Part of the time, at the end, in which the rate falls to nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """``x``: pictures as the net takes them; ``kinds``: classes; ``boxes``: (n, 3); ``signs``:
    (n, 12, 12) what stands at each place, -1 where nothing is asked; ``ways``: (n, 2, 12, 12)
    the way up of the mark there."""

    x: Tensor
    kinds: Tensor
    boxes: Tensor
    signs: Tensor
    ways: Tensor


class Pool:
    """The newest pictures, all in memory; ``refresh`` takes up new files."""

    def __init__(self, folder: Path, files: int) -> None:
        self._folder = folder
        self._known: set[Path] = set()
        self._parts: deque[Batch] = deque(maxlen=files)

    def refresh(self) -> int:
        """Number of pictures in all files so far."""
        for file in sorted(self._folder.glob("*.npz")):
            if file not in self._known:
                self._known.add(file)
                drawn = load(file)
                signs, ways = maps(drawn.marks)
                self._parts.append(
                    Batch(
                        torch.from_numpy(drawn.images),
                        torch.from_numpy(drawn.kinds),
                        torch.from_numpy(drawn.boxes),
                        torch.from_numpy(signs),
                        torch.from_numpy(ways),
                    )
                )
        return len(self._known) * PER_FILE

    def batch(self, rng: np.random.Generator) -> Batch:
        """BATCH random pictures, varied."""
        rows = []
        for number in rng.integers(0, len(self._parts), 8):
            part = self._parts[int(number)]
            some = torch.from_numpy(rng.integers(0, len(part.kinds), BATCH // 8))
            rows.append([column[some] for column in _columns(part)])
        images, kinds, boxes, signs, ways = (torch.cat(c) for c in zip(*rows, strict=True))
        x = images.permute(0, 3, 1, 2).float() / 255
        return _varied(Batch(x, kinds, boxes, signs, ways), rng)


def _columns(part: Batch) -> tuple[Tensor, ...]:
    return part.x, part.kinds, part.boxes, part.signs, part.ways


def maps(
    marks: npt.NDArray[np.float32],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """Signs (n, 12, 12) and ways up (n, 2, 12, 12) of marks (n, m, 5); -1 around a mark."""
    count, cells = len(marks), SIDE // CELL
    signs = np.zeros((count, cells, cells), np.int64)
    ways = np.zeros((count, 2, cells, cells), np.float32)
    rows = np.clip(np.round((marks[..., 1] + 0.5) / CELL - 0.5), 0, cells - 1).astype(np.intp)
    columns = np.clip(np.round((marks[..., 0] + 0.5) / CELL - 0.5), 0, cells - 1).astype(np.intp)
    inside = ((marks[..., :2] > -CELL / 2) & (marks[..., :2] < SIDE + CELL / 2)).all(-1)
    there = (marks[..., 4] > 0) & inside
    for picture, mark in zip(*np.nonzero(there), strict=True):
        row, column = rows[picture, mark], columns[picture, mark]
        around = signs[picture, max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
        around[around == 0] = -1
    for picture, mark in zip(*np.nonzero(there), strict=True):
        row, column = rows[picture, mark], columns[picture, mark]
        signs[picture, row, column] = min(SIGNS - 1, int(marks[picture, mark, 4]))
        ways[picture, :, row, column] = marks[picture, mark, 2:4]
    return signs, ways


def _varied(part: Batch, rng: np.random.Generator) -> Batch:
    """Quarter turns and other orders of colours, the same for a whole batch; other gains."""
    x, boxes, signs, ways = part.x, part.boxes, part.signs, part.ways
    for _ in range(int(rng.integers(0, 4))):
        x, signs = torch.rot90(x, 1, (2, 3)), torch.rot90(signs, 1, (1, 2))
        boxes = torch.stack([boxes[:, 1], -boxes[:, 0], boxes[:, 2]], 1)
        ways = torch.rot90(torch.stack([ways[:, 1], -ways[:, 0]], 1), 1, (2, 3))
    if rng.random() < 0.4:
        x = x[:, torch.from_numpy(rng.permutation(3))]
    if rng.random() < 0.12:
        x = 1 - x
    gain = torch.from_numpy(rng.uniform(0.75, 1.25, (len(x), 1, 1, 1)).astype(np.float32))
    return Batch((x * gain).clamp(0, 1) - 0.5, part.kinds, boxes, signs, ways)


def loss_of(net: DigitNet, part: Batch) -> tuple[Tensor, list[float]]:
    """The loss of a batch, and for the log: of class, box and signs, shares of classes and of
    marks that are right."""
    found, told = net.explained(part.x.contiguous(memory_format=torch.channels_last))
    cross = functional.cross_entropy(found[:, :CLASSES], part.kinds, label_smoothing=SMOOTHING)
    box = functional.smooth_l1_loss(found[:, CLASSES:], part.boxes, beta=0.1)
    weights = torch.ones(SIGNS)
    weights[0] = NOTHING
    signs = functional.cross_entropy(told[:, :SIGNS], part.signs, weights, ignore_index=-1)
    marked = part.signs > 0
    off = (told[:, SIGNS:] - part.ways).abs().sum(1)[marked].mean()
    right = (found[:, :CLASSES].argmax(1) == part.kinds).float().mean()
    legible = (told[:, :SIGNS].argmax(1) == part.signs)[marked].float().mean()
    log = [float(v.detach()) for v in (cross, box, signs, right, legible)]
    return cross + BOX_WEIGHT * box + SIGN_WEIGHT * (signs + 0.3 * off), log


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
        net.begin_with(options.start)
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
        loss, parts = loss_of(net, pool.batch(rng))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        _blend(average, net, min(0.998, step / (step + 20)))
        log.append(parts)
        if step % 50 == 0:
            means = " ".join(f"{value:.3f}" for value in np.mean(log, 0))
            print(
                f"{past:5.0f} s step {step} of {drawn} class box signs right legible {means}",
                flush=True,
            )
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
