"""The net: pictures to a map of dice at an eighth of the size.

Knows layers. Refuses to know pictures, labels and training.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTHS = (12, 16, 48, 96)
"""Channels at 1/2, 1/4, 1/8 and 1/16 of the picture."""
STRIDE = 8
CHANNELS, SLANTS = 15, 4
"""One heat; nine classes (pips 1 to 6, a numeral, a d4, other); log(size / 32 px); leaning;
stacked; slope along x and y (``labels.Label``). The last four have a way of their own."""


def _conv(into: int, out: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(into, out, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(out),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions beside a straight way; the first may be dilated."""

    def __init__(self, width: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = _conv(width, width, 1, dilation)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Same shape out as in."""
        return functional.relu(x + self.second(self.first(x)))


class DiceNet(nn.Module):
    """In: (n, 3, h, w) blue, green, red, 0 to 1 minus 0.5; h and w multiples of 16.
    Out: (n, 15, h/8, w/8), see ``CHANNELS``; logits but for size and slope."""

    def __init__(self, widths: tuple[int, int, int, int] = WIDTHS) -> None:
        super().__init__()
        half, quarter, eighth, sixteenth = widths
        self.at_2 = _conv(3, half, 2)
        self.at_4 = nn.Sequential(_conv(half, quarter, 2), _conv(quarter, quarter))
        self.at_8 = nn.Sequential(_conv(quarter, eighth, 2), Residual(eighth))
        self.at_16 = nn.Sequential(
            _conv(eighth, sixteenth, 2), Residual(sixteenth), Residual(sixteenth, 2)
        )
        self.back = nn.Conv2d(sixteenth, eighth, 1)
        self.fuse = nn.Sequential(_conv(eighth, eighth), _conv(eighth, eighth))
        self.head = nn.Conv2d(eighth, CHANNELS - SLANTS, 1)
        self.slants = nn.Sequential(_conv(eighth, eighth), nn.Conv2d(eighth, SLANTS, 1))
        nn.init.constant_(self.head.bias, 0)
        with torch.no_grad():
            self.head.bias[0] = -4

    def forward(self, x: Tensor) -> Tensor:
        """The map of dice."""
        near = self.at_8(self.at_4(self.at_2(x)))
        wide = self.back(self.at_16(near))
        wide = functional.interpolate(wide, scale_factor=2, mode="nearest")
        both = near + wide
        return torch.cat([self.head(self.fuse(both)), self.slants(both)], dim=1)
