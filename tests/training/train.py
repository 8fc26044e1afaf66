"""Trains the net on rendered scenes, and fine-tunes it with crops of photographs.

Knows the loop. Refuses to know layers, scenes and photographs.

Base:       python -m tests.training.train --steps 2200 --out base.pt
Fine-tune:  python -m tests.training.train --steps 600 --start base.pt --photos photos.json \
                --share 0.3 --rate 1e-3 --out full.pt

``docs/model.md`` names what was run for the shipped model.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from hardware.simulated.scene.sensor import Picture
from tests.training.chance import Chance
from tests.training.exposures import expose_any, harsh
from tests.training.labels import Label
from tests.training.net import DiceNet
from tests.training.photos import PhotoCrops
from tests.training.targets import batch_of, loss_of
from tests.training.turns import TURNS, turned
from tests.training.worlds import Raw, Worlds

BATCH = 32
POOL = 800
"""Lit scenes kept for reuse: exposing one again is cheaper than lighting a new one."""
FRESH = 9
"""One of so many crops is a new scene."""
HARSH = 0.1
"""Share of the pictures that are as cheap cameras show them."""


class Crops(IterableDataset):
    """Endless batches of pictures and maps; the same seed and worker give the same ones."""

    def __init__(
        self, seed: int, photos: Path | None, share: float, leave_out: frozenset[str]
    ) -> None:
        self._seed = seed
        self._photos = photos
        self._real = round(BATCH * share) if photos else 0
        self._leave_out = leave_out

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([self._seed, worker.id if worker else 0])
        worlds, chance = Worlds(rng), Chance(rng)
        real = PhotoCrops(self._photos, chance, self._leave_out) if self._photos else None
        pool: list[Raw] = []
        while True:
            items: list[tuple[Picture, list[Label]]] = []
            while len(items) < BATCH - self._real:
                raw = self._raw(worlds, pool, chance, len(items))
                picture = expose_any(raw.light.astype(np.float32), raw.size, chance)
                if chance.happens(HARSH):
                    picture = harsh(picture, chance)
                items.append(turned(picture, raw.labels, chance.whole(0, TURNS - 1)))
            while real is not None and len(items) < BATCH:
                crop, labels = real.draw()
                items.append(turned(crop, labels, chance.whole(0, TURNS - 1)))
            yield batch_of(items)

    def _raw(self, worlds: Worlds, pool: list[Raw], chance: Chance, number: int) -> Raw:
        if number % FRESH and len(pool) > POOL // 8:
            return pool[chance.whole(0, len(pool) - 1)]
        raw = worlds.draw()
        pool.append(Raw(raw.light.astype(np.float16), raw.labels, raw.size))
        if len(pool) > POOL:
            pool.pop(chance.whole(0, POOL // 2))
        return raw


def main() -> None:
    """Run one training and write the averaged weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--minutes", type=float, default=120.0, help="end by then at the latest")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--share", type=float, default=0.35)
    parser.add_argument("--leave-out", nargs="*", default=[])
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    net = DiceNet()
    if options.start:
        net.load_state_dict(torch.load(options.start))
    left_out = frozenset(options.leave_out)
    crops = Crops(options.seed, options.photos, options.share, left_out)
    train(net, crops, options.steps, options.minutes, options.rate, options.out)


def train(net: DiceNet, crops: Crops, steps: int, minutes: float, rate: float, out: Path) -> None:
    """AdamW with a cosine rate; writes the running average of the weights to ``out``.

    The cosine ends after so many steps or minutes, whichever comes first.
    """
    net = net.to(memory_format=torch.channels_last)
    average = {name: value.clone().float() for name, value in net.state_dict().items()}
    batches = iter(DataLoader(crops, batch_size=None, num_workers=2, prefetch_factor=3))
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-2)
    # Where the processor has no instruction for it, bfloat16 is six times slower than float32.
    half = torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()
    began = time.monotonic()
    log: list[dict[str, float]] = []
    for step in range(1, steps + 1):
        part = min(1.0, max(step / steps, (time.monotonic() - began) / (60 * minutes)))
        now = rate * min(1.0, step / 100) * (0.5 + 0.5 * math.cos(math.pi * part)) + 1e-6
        for group in optimiser.param_groups:
            group["lr"] = now
        pictures, *truth = next(batches)
        x = (pictures.permute(0, 3, 1, 2).float() / 255 - 0.5).contiguous(
            memory_format=torch.channels_last
        )
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            found = net(x)
        loss, parts = loss_of(found.float(), *truth)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        _blend(average, net, min(0.998, step / (step + 20)))
        log.append({"loss": float(loss.detach()), **parts})
        if step % 50 == 0:
            means = " ".join(f"{k} {np.mean([row[k] for row in log]):.3f}" for k in log[0])
            print(f"{time.monotonic() - began:6.0f} s step {step} {means}", flush=True)
            log = []
        if step % 500 == 0 or part == 1.0:
            torch.save(average, out)
        if part == 1.0:
            break
    del batches  # its workers end, and their time counts
    print(f"in all {sum(os.times()[:4]):.0f} s of one core", flush=True)


def _blend(average: dict[str, Tensor], net: DiceNet, keep: float) -> None:
    for name, value in net.state_dict().items():
        if value.dtype.is_floating_point:
            average[name].mul_(keep).add_(value.float(), alpha=1 - keep)
        else:
            average[name].copy_(value)


if __name__ == "__main__":
    main()
