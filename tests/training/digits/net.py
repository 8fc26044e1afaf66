"""The net: a small picture of one die to its class and its place.

Knows layers, and how to begin with what the net that marks dice has learnt. Refuses to know
dice.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from tests.training.digits.bodies import CLASSES
from tests.training.net import WIDTHS, DiceNet

SIDE = 96
PLACES = 32
"""Channels whose place in the picture counts for the answer."""
KNOWN = 64
"""Channels of the last map."""
SIGNS = 8
"""What stands at a place: nothing, 1 to 6, any other mark."""
CELL = 8
"""Side of a place in pixels."""


class DigitNet(nn.Module):
    """In: (n, 3, 96, 96) blue, green, red, 0 to 1 minus 0.5.
    Out: (n, CLASSES + 3): logits of the classes, then x, y and log radius of the die."""

    def __init__(self) -> None:
        super().__init__()
        dice = DiceNet()
        self.at_2, self.at_4, self.at_8 = dice.at_2, dice.at_4, dice.at_8
        self.at_16 = dice.at_16[:2]
        self.back = dice.back
        eighth = WIDTHS[2]
        self.signs = nn.Sequential(
            nn.Conv2d(eighth, eighth, 3, 1, 1, bias=False),
            nn.BatchNorm2d(eighth),
            nn.ReLU(inplace=True),
            nn.Conv2d(eighth, SIGNS + 2, 1),
        )
        self.last = nn.Sequential(
            nn.Conv2d(eighth + SIGNS + 2, KNOWN, 3, 2, 1, bias=False),
            nn.BatchNorm2d(KNOWN),
            nn.ReLU(inplace=True),
        )
        self.places = nn.Sequential(
            nn.Conv2d(KNOWN, PLACES, 1), nn.ReLU(inplace=True), nn.Flatten()
        )
        self.mixed = nn.Sequential(
            nn.Linear(PLACES * (SIDE // 16) ** 2 + KNOWN, 96), nn.ReLU(inplace=True)
        )
        self.head = nn.Linear(96, CLASSES + 3)

    def begin_with(self, weights: Path) -> None:
        """Take over what the net that marks dice has learnt, as far as the layers are the same."""
        learnt, own = torch.load(weights), self.state_dict()
        alike = {n: v for n, v in learnt.items() if n in own and own[n].shape == v.shape}
        self.load_state_dict(alike, strict=False)

    def forward(self, x: Tensor) -> Tensor:
        """Classes and box."""
        return self.explained(x)[0]

    def explained(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Classes and box, and (n, SIGNS + 2, 12, 12): logits of what stands at each place, and
        the x and y of its way up. The last two are taught only to help the first."""
        near = self.at_8(self.at_4(self.at_2(x)))
        wide = functional.interpolate(self.back(self.at_16(near)), scale_factor=2, mode="nearest")
        both = near + wide
        signs = self.signs(both)
        read = torch.cat([both, signs[:, :SIGNS].softmax(1), signs[:, SIGNS:]], 1)
        seen = self.last(read)
        known = torch.cat([self.places(seen), seen.mean((2, 3))], 1)
        return self.head(self.mixed(known)), signs
