"""Trains the two nets of tetrahedra on pictures from ``fours``, and writes them as ONNX.

python -m tests.training.digits.four_train corners --pictures DIR --seconds 300 \
    --start vision/dice/digits.onnx --out corners.pt --onnx vision/dice/four_corners.onnx
python -m tests.training.digits.four_train faces --pictures DIR --seconds 300 \
    --out faces.pt --onnx vision/dice/four_faces.onnx

Knows the loop. Refuses to know how pictures are made. Seconds are of the processor, so that
other work on the machine costs the training nothing.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from tests.training.digits.export import write
from tests.training.digits.four_nets import CornerNet, FaceNet, example
from tests.training.digits.fours import ABOVE, BELOW
from tests.training.small import Limits, Rows, train
from vision.dice.four_corners import CELL_PX, CHANNELS, FLAT, SHOWN_PX

CELLS = SHOWN_PX // CELL_PX
ROUND = 0.9
"""Radius of the patch of heat around a corner, in cells."""
REACH = 1.6
"""How many cells from a corner its place is asked."""
BATCHES = {"corners": 32, "faces": 128}
SMOOTHING = 0.01

Batch = tuple[Tensor, ...]


class Pool:
    """All pictures of a folder, in memory; ``refresh`` takes up new files."""

    def __init__(self, folder: Path, what: str) -> None:
        self._folder, self._what = folder, what
        self._known: set[Path] = set()
        self.parts: list[tuple[npt.NDArray[np.generic], ...]] = []

    @property
    def files(self) -> int:
        """How many are loaded."""
        return len(self.parts)

    def refresh(self) -> None:
        """Load what is new."""
        names = ("cuts", "points", "sides") if self._what == "corners" else ("flats", "labels")
        for file in sorted(self._folder.glob("*.npz")):
            if file not in self._known:
                self._known.add(file)
                with np.load(file) as stored:
                    self.parts.append(tuple(stored[name] for name in names))

    def batch(self, rng: np.random.Generator) -> Rows:
        """Random pictures and what is to be said of them."""
        count = BATCHES[self._what] // 8
        rows = []
        for number in rng.integers(0, len(self.parts), 8):
            part = self.parts[int(number)]
            some = rng.integers(0, len(part[0]), count)
            rows.append([column[some] for column in part])
        return [np.concatenate(column) for column in zip(*rows, strict=True)]


def coloured(images: npt.NDArray[np.generic], rng: np.random.Generator) -> Tensor:
    """As the nets take them, in other colours: the order is one for the whole batch."""
    x = torch.from_numpy(images).permute(0, 3, 1, 2).float() / 255
    if rng.random() < 0.4:
        x = x[:, torch.from_numpy(rng.permutation(3))]
    if rng.random() < 0.15:
        x = 1 - x
    gain = torch.from_numpy(rng.uniform(0.75, 1.25, (len(x), 1, 1, 1)).astype(np.float32))
    return ((x * gain).clamp(0, 1) - 0.5).contiguous(memory_format=torch.channels_last)


def maps(
    points: npt.NDArray[np.generic], sides: npt.NDArray[np.generic]
) -> tuple[Tensor, Tensor, Tensor]:
    """Heats (n, 3, 24, 24); offsets (n, 4, 24, 24) and where they are asked (n, 4, 24, 24)."""
    at = np.asarray(points, np.float32)
    cells = (at + 0.5) / CELL_PX - 0.5  # (n, 4, 2) in cells, from the middle of the first
    grid = np.arange(CELLS, dtype=np.float32)
    dx = cells[..., 0, None, None] - grid[None, None, None, :]
    dy = cells[..., 1, None, None] - grid[None, None, :, None]
    far = np.hypot(dx, dy)
    heat = np.exp(-((far / ROUND) ** 2) / 2)
    above, below = (sides == ABOVE)[:, None, None], (sides == BELOW)[:, None, None]
    foot = heat[:, 1:].max(1)
    heats = np.stack([foot * above, heat[:, 0] * above, foot * below], 1)
    nearest = far[:, 1:].argmin(1)[:, None] + 1
    wanted, asked = [], []
    for which, there in ((nearest, above | below), (np.zeros_like(nearest), above)):
        for way in (dx, dy):
            full = np.broadcast_to(way, far.shape)
            wanted.append(np.take_along_axis(full, which, 1)[:, 0])
            asked.append((np.take_along_axis(far, which, 1)[:, 0] < REACH) & there)
    return (
        torch.from_numpy(heats.astype(np.float32)),
        torch.from_numpy(np.stack(wanted, 1).astype(np.float32)),
        torch.from_numpy(np.stack(asked, 1)),
    )


def corner_loss(net: nn.Module, rows: Rows, rng: np.random.Generator) -> tuple[Tensor, list[float]]:
    """The loss; for the log: of heat, and how many pixels places are off."""
    images, points, sides = rows
    turns = int(rng.integers(0, 4))
    images = np.ascontiguousarray(np.rot90(images, turns, (1, 2)))
    at = np.array(points, np.float32)
    for _ in range(turns):
        at = np.stack([at[..., 1], SHOWN_PX - 1 - at[..., 0]], -1)
    heats, wanted, asked = maps(at, sides)
    found = net(coloured(images, rng))
    said = found[:, : FLAT + 1]
    cross = functional.binary_cross_entropy_with_logits(said, heats, reduction="none")
    least = -(heats * heats.clamp(1e-6, 1).log() + (1 - heats) * (1 - heats).clamp(1e-6, 1).log())
    weight = 1 + 6 * heats
    heat = ((cross - least) * weight).mean() * 20
    off = (found[:, FLAT + 1 : CHANNELS] - wanted).abs()[asked].mean()
    return heat + off, [float(heat.detach()), float(off.detach()) * CELL_PX]


def face_loss(net: nn.Module, rows: Rows, rng: np.random.Generator) -> tuple[Tensor, list[float]]:
    """The loss; for the log: itself and the share that is right."""
    images, labels = rows
    wanted = torch.from_numpy(np.asarray(labels, np.int64))
    found = net(coloured(images, rng))
    loss = functional.cross_entropy(found, wanted, label_smoothing=SMOOTHING)
    right = (found.argmax(1) == wanted).float().mean()
    return loss, [float(loss.detach()), float(right)]


def main() -> None:
    """Run one training and write the averaged weights."""
    parser = argparse.ArgumentParser(description="Train a net of tetrahedra.")
    parser.add_argument("what", choices=("corners", "faces"))
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--clock", type=float, default=1e9, help="seconds at most on the clock")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--onnx", type=Path)
    parser.add_argument("--start", type=Path, help="weights to go on from, or digits.onnx")
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    net: nn.Module = CornerNet() if options.what == "corners" else FaceNet()
    if options.start and options.start.suffix == ".onnx" and isinstance(net, CornerNet):
        net.begin_with(options.start)
    elif options.start:
        net.load_state_dict(torch.load(options.start))
    pool = Pool(options.pictures, options.what)
    loss_of = corner_loss if options.what == "corners" else face_loss
    limits = Limits(options.seconds, options.clock, time.process_time(), time.monotonic())
    train(net, pool, loss_of, limits, options.rate, options.out, options.seed)
    if options.onnx:
        write(net, example(net), options.onnx)


if __name__ == "__main__":
    main()
