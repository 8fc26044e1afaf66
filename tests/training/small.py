"""What the small nets share, those of tetrahedra and that of dice on dice: layers and the loop.

Knows rates, averages and limits. Refuses to know pictures and what is to be learnt.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

FALLING = 0.5
"""The last part of the time, in which the rate falls to nothing."""

Rows = list[npt.NDArray[np.generic]]


class Pool(Protocol):
    """Pictures to learn from, and what is to be said of them."""

    @property
    def files(self) -> int:
        """How many files of them are loaded."""

    def refresh(self) -> None:
        """Load what is new."""

    def batch(self, rng: np.random.Generator) -> Rows:
        """Random pictures and what is to be said of them."""


def conv(into: int, out: int, stride: int = 1) -> nn.Sequential:
    """Three by three, evened out over the batch, nothing below zero."""
    return nn.Sequential(
        nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True)
    )


def stretched(x: Tensor, least_spread: float) -> Tensor:
    """Each picture without its mean colour and of one contrast; what is nearly even stays so."""
    centred = x - x.mean((2, 3), keepdim=True)
    spread = (centred * centred).mean((1, 2, 3), keepdim=True)
    return 0.3 * centred / torch.sqrt(spread + least_spread**2)


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a training may last: seconds of the processor, and on the clock."""

    seconds: float
    clock_s: float
    began: float
    clock_began: float

    def past(self) -> float:
        """How much of it has passed, 0 to 1."""
        used = (time.process_time() - self.began) / self.seconds
        return max(used, (time.monotonic() - self.clock_began) / self.clock_s)


Loss = Callable[[nn.Module, Rows, np.random.Generator], tuple[Tensor, list[float]]]


def train(
    net: nn.Module, pool: Pool, loss_of: Loss, limits: Limits, rate: float, out: Path, seed: int
) -> None:
    """AdamW; the weights' running average goes to ``out``."""
    rng = np.random.default_rng(seed)
    net.to(memory_format=torch.channels_last)
    average = {name: value.clone().float() for name, value in net.state_dict().items()}
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=2e-2)
    step, log = 0, []
    while (past := limits.past()) < 1:
        if step % 100 == 0:
            pool.refresh()
        step += 1
        now = rate * min(1.0, step / 60, (1 - past) / FALLING) + 1e-6
        for group in optimiser.param_groups:
            group["lr"] = now
        loss, parts = loss_of(net, pool.batch(rng), rng)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        keep = min(0.996, step / (step + 20))
        for name, value in net.state_dict().items():
            if value.dtype.is_floating_point:
                average[name].mul_(keep).add_(value.float(), alpha=1 - keep)
            else:
                average[name].copy_(value)
        log.append(parts)
        if step % 50 == 0:
            means = " ".join(f"{value:.3f}" for value in np.mean(log, 0))
            print(f"{past:.2f} step {step} of {pool.files} files {means}", flush=True)
            log = []
            torch.save(average, out)
    torch.save(average, out)
    net.load_state_dict(average)
