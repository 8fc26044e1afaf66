"""The two nets of tetrahedra: one marks corners, one reads a face laid flat.

Knows layers, and how the first begins with what the net of numerals has learnt. Refuses to know
dice.
"""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from tests.training.net import WIDTHS
from tests.training.small import conv, stretched
from vision.dice.four_corners import CHANNELS, FLAT, SHOWN_PX
from vision.dice.four_faces import ANSWERS, HIGH_PX, WIDE_PX

MIXED, FINE = 32, 32
LEAST_SPREAD = 0.02
"""Brightness over which a face is spread at least, so that noise alone is not made a picture."""


def _plain(into: int, out: int, stride: int = 1, dilation: int = 1) -> nn.Conv2d:
    return nn.Conv2d(into, out, 3, stride, dilation, dilation)


class CornerNet(nn.Module):
    """In: (n, 3, 96, 96) blue, green, red, 0 to 1 minus 0.5. Out: (n, CHANNELS, 24, 24)."""

    def __init__(self) -> None:
        super().__init__()
        half, quarter, eighth, sixteenth = WIDTHS
        self.known = nn.ModuleList(
            [
                _plain(3, half, 2),
                _plain(half, quarter, 2),
                _plain(quarter, quarter),
                _plain(quarter, eighth, 2),
                _plain(eighth, eighth),
                _plain(eighth, eighth),
                _plain(eighth, sixteenth, 2),
                _plain(sixteenth, sixteenth),
                _plain(sixteenth, sixteenth),
            ]
        )
        self.back = nn.Conv2d(sixteenth, eighth, 1)
        self.mixed = nn.Conv2d(eighth, MIXED, 1)
        self.fine = nn.Sequential(conv(quarter + MIXED, FINE), conv(FINE, FINE))
        self.head = nn.Conv2d(FINE, CHANNELS, 1)
        with torch.no_grad():
            self.head.bias.zero_()
            self.head.bias[: FLAT + 1] = -3

    def begin_with(self, numerals: Path) -> None:
        """Take over the first layers of a net of numerals (``digits.onnx``)."""
        stored = {t.name: t for t in onnx.load(str(numerals)).graph.initializer}
        names = [n for n in stored if n.startswith("onnx::Conv_")]
        names = sorted({n.removesuffix(".half") for n in names}, key=lambda n: int(n[11:]))
        own = self.state_dict()
        pairs = [(f"known.{k}", names[2 * k], names[2 * k + 1]) for k in range(len(self.known))]
        for name, weight, bias in [*pairs, ("back", "back.weight", "back.bias")]:
            for part, key in (("weight", weight), ("bias", bias)):
                tensor = stored.get(key) or stored[f"{key}.half"]
                values = torch.from_numpy(numpy_helper.to_array(tensor).astype("float32").copy())
                own[f"{name}.{part}"].copy_(values)

    def forward(self, x: Tensor) -> Tensor:
        """The map of corners."""
        relu = functional.relu
        half, one, quarter, eighth, first, second, wide, third, fourth = self.known
        near = relu(quarter(relu(one(relu(half(x))))))
        mid = relu(eighth(near))
        mid = relu(mid + second(relu(first(mid))))
        far = relu(wide(mid))
        far = relu(far + fourth(relu(third(far))))
        both = mid + functional.interpolate(self.back(far), scale_factor=2, mode="nearest")
        large = functional.interpolate(self.mixed(both), scale_factor=2, mode="nearest")
        out: Tensor = self.head(self.fine(torch.cat([near, large], 1)))
        return out


class FaceNet(nn.Module):
    """In: (n, 3, 48, 32) blue, green, red, 0 to 1 minus 0.5. Out: (n, ANSWERS) logits."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16),
            conv(16, 24, 2),
            conv(24, 32),
            conv(32, 48, 2),
            conv(48, 48),
            conv(48, 64, 2),
            nn.Flatten(),
            nn.Linear(64 * (HIGH_PX // 8) * (WIDE_PX // 8), 64),
            nn.ReLU(inplace=True),
            nn.Linear(64, ANSWERS),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Which number stands upright."""
        out: Tensor = self.body(stretched(x, LEAST_SPREAD))
        return out


def example(net: nn.Module) -> Tensor:
    """Two pictures of the size that a net is shown."""
    if isinstance(net, CornerNet):
        return torch.zeros(2, 3, SHOWN_PX, SHOWN_PX)
    return torch.zeros(2, 3, HIGH_PX, WIDE_PX)
