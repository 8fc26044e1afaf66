"""Labels as maps that the net is compared with, and the comparison.

Knows heat, classes, sizes and slant on the net's grid. Refuses to know where labels come from.
Heat and its loss follow CenterNet (Zhou 2019).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from hardware.simulated.scene.pose import Array
from hardware.simulated.scene.sensor import Picture
from tests.training.labels import CLASSES, IGNORE, UNTOLD, Label
from tests.training.net import STRIDE
from tests.training.worlds import SIDE

GRID = SIDE // STRIDE
Kinds = npt.NDArray[np.int64]


def maps(labels: Sequence[Label]) -> tuple[Array | Kinds, ...]:
    """Heat, places to ignore, classes, their weights, log sizes, leaning and stacked, each
    (GRID, GRID), and slopes (2, GRID, GRID); leaning and stacked are ``UNTOLD`` and slopes not
    a number where nothing is asked."""
    heat, ignore, weight, size = (np.zeros((GRID, GRID), np.float32) for _ in range(4))
    leaning, stacked = (np.full((GRID, GRID), UNTOLD, np.float32) for _ in range(2))
    slope = np.full((2, GRID, GRID), np.nan, np.float32)
    kinds = np.zeros((GRID, GRID), np.int64)
    y, x = np.mgrid[0:GRID, 0:GRID].astype(np.float32)
    for die in labels:
        gx, gy = (die.x + 0.5) / STRIDE - 0.5, (die.y + 0.5) / STRIDE - 0.5
        spread = max(0.55, 0.10 * die.size / STRIDE)
        bump = np.exp(-((x - gx) ** 2 + (y - gy) ** 2) / (2 * spread * spread))
        row, column = (int(np.clip(round(v), 0, GRID - 1)) for v in (gy, gx))
        if die.kind == IGNORE:
            ignore[bump > 0.05] = 1
            ignore[row, column] = 1
            continue
        bump[row, column] = 1
        here = (bump > weight) & (bump > 0.3)
        kinds[here] = die.kind
        weight[here] = bump[here]
        size[here] = math.log(die.size / 32)
        leaning[here], stacked[here] = die.leaning, die.stacked
        slope[:, here] = np.array([[die.slope_x], [die.slope_y]], np.float32)
        heat = np.maximum(heat, bump)
    return heat, ignore * (heat < 0.99), kinds, weight, size, leaning, stacked, slope


def loss_of(
    out: Tensor,
    heat: Tensor,
    ignore: Tensor,
    kinds: Tensor,
    weight: Tensor,
    size: Tensor,
    leaning: Tensor,
    stacked: Tensor,
    slope: Tensor,
) -> tuple[Tensor, dict[str, float]]:
    """The loss of a batch of maps (n, 15, GRID, GRID), and its parts for the log."""
    logit = out[:, 0]
    hit = heat > 0.999
    count = hit.sum().clamp(min=1)
    guess = logit.sigmoid()
    found = -((1 - guess) ** 2 * functional.logsigmoid(logit) * hit).sum() / count
    quiet = (1 - heat) ** 4 * (~hit) * (1 - ignore)
    false = -(guess**2 * functional.logsigmoid(-logit) * quiet).sum() / count
    named = out[:, 1 : 1 + CLASSES]
    cross = functional.cross_entropy(named, kinds, reduction="none", label_smoothing=0.02)
    total = weight.sum().clamp(min=1)
    classes = (cross * weight).sum() / total
    sizes = ((out[:, 1 + CLASSES] - size).abs() * weight).sum() / total
    slants = _balanced(out[:, 2 + CLASSES], leaning, weight)
    stacks = _balanced(out[:, 3 + CLASSES], stacked, weight)
    told = weight * ~slope[:, 0].isnan()
    off = (out[:, 4 + CLASSES :] - slope.nan_to_num()).abs().sum(1)
    slopes = (off * told).sum() / told.sum().clamp(min=1)
    parts = {
        "heat": float((found + false).detach()),
        "class": float(classes.detach()),
        "size": float(sizes.detach()),
        "lean": float(slants.detach()),
        "stack": float(stacks.detach()),
        "slope": float(slopes.detach()),
        "right": float(((named.argmax(1) == kinds) * hit).sum() / count),
    }
    loss = found + false + classes + 0.5 * sizes + 0.8 * slants + 1.2 * stacks + 3 * slopes
    return loss, parts


def _balanced(logit: Tensor, truth: Tensor, weight: Tensor) -> Tensor:
    """Cross entropy of yes and no at the dice; both answers weigh the same however rare."""
    yes, no = weight * (truth == 1), weight * (truth == 0)
    missed = (functional.softplus(-logit) * yes).sum() / yes.sum().clamp(min=8)
    alarms = (functional.softplus(logit) * no).sum() / no.sum().clamp(min=8)
    return 0.5 * (missed + alarms)


def batch_of(items: Sequence[tuple[Picture, Sequence[Label]]]) -> tuple[Tensor, ...]:
    """Pictures (n, SIDE, SIDE, 3) uint8 and the maps of ``maps``, as tensors."""
    pictures = torch.from_numpy(np.stack([picture for picture, _ in items]))
    columns = zip(*(maps(labels) for _, labels in items), strict=True)
    return (pictures, *(torch.from_numpy(np.stack(column)) for column in columns))
