"""How good bare weights are on rendered scenes that they have not seen, class by class.

python -m tests.training.judge_scenes --weights full.pt [--scenes 400] [--seed 900]

Knows what the net answers at the place of each labelled die: class, leaning by angle, stacked,
slope. Refuses to know the reader. Scenes are those of the training, from other seeds.
"""

from __future__ import annotations

import argparse
import itertools
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch

from hardware.simulated.scene.pose import Array
from tests.training.chance import Chance
from tests.training.exposures import expose_any
from tests.training.labels import CLASSES, IGNORE, Label
from tests.training.net import STRIDE, DiceNet
from tests.training.worlds import SIDE, Worlds

NAMES = ("1", "2", "3", "4", "5", "6", "numeral", "d4", "other")
LEAST_PX = 24.0
"""Dice smaller than this are counted for their class only."""
ANGLES_DEG = (0, 3, 7, 12, 18, 25, 35, 90)


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """One die of a scene: its label, how many lie there, and the net's answer (15,) there."""

    label: Label
    company: int
    answer: Array


def main() -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(description="Judge bare weights on rendered scenes.")
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=400)
    parser.add_argument("--seed", type=int, default=900)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net = DiceNet()
    net.load_state_dict(torch.load(options.weights))
    net.eval()
    dice = answers(net, options.scenes, options.seed)
    _show_classes(dice)
    large = [die for die in dice if die.label.size >= LEAST_PX]
    _show_leaning(large)
    for stacked in (0.0, 1.0):
        beliefs = [_chance(d.answer[12]) for d in large if d.label.stacked == stacked]
        print(f"stacked {stacked:.0f}: {len(beliefs)} dice, over 0.5: {_share(beliefs, 0.5)}")
    off = [
        float(np.hypot(d.answer[13] - d.label.slope_x, d.answer[14] - d.label.slope_y))
        for d in large
    ]
    print(f"slope off by (median, 90 %): {np.median(off):.3f} {np.quantile(off, 0.9):.3f}")


def answers(net: DiceNet, scenes: int, seed: int) -> list[Answer]:
    """What the net says at every die of new scenes."""
    rng = np.random.default_rng(seed)
    worlds, chance = Worlds(rng), Chance(rng)
    found = []
    for _ in range(scenes):
        raw = worlds.draw()
        picture = expose_any(raw.light, raw.size, chance)
        if not raw.labels:
            continue
        with torch.no_grad():
            x = torch.from_numpy(picture[None]).permute(0, 3, 1, 2).float() / 255 - 0.5
            out = np.asarray(net(x).numpy()[0], np.float32)
        dice = [label for label in raw.labels if label.kind != IGNORE]
        for label in dice:
            row, column = (
                int(np.clip((v + 0.5) / STRIDE, 0, SIDE // STRIDE - 1)) for v in (label.y, label.x)
            )
            found.append(Answer(label, len(dice), out[:, row, column]))
    return found


def _show_classes(dice: list[Answer]) -> None:
    table = np.zeros((CLASSES, CLASSES), int)
    for die in dice:
        table[die.label.kind, int(die.answer[1 : 1 + CLASSES].argmax())] += 1
    for kind, row in enumerate(table):
        seen = [d.answer[0] for d in dice if d.label.kind == kind]
        print(
            f"{NAMES[kind]:8} {row.sum():5} dice, marked {_share([_chance(s) for s in seen], 0.4)},"
            f" named right {row[kind] / max(1, row.sum()):.3f}, named as {row.tolist()}"
        )


def _show_leaning(dice: list[Answer]) -> None:
    for low, high in itertools.pairwise(ANGLES_DEG):
        some = [d for d in dice if low <= d.label.cocked_deg < high]
        beliefs = [_chance(d.answer[11]) for d in some]
        word = "leaning" if low >= 7 else ("level" if high <= 3 else "between")
        print(
            f"{word:8} {low:2} to {high:2} degrees: {len(some):5} dice, belief over 0.5:"
            f" {_share(beliefs, 0.5)}, over 0.8: {_share(beliefs, 0.8)}"
        )
    level = [d for d in dice if d.label.leaning == 0]
    tilts = [float(np.hypot(d.label.slope_x, d.label.slope_y)) for d in level]
    for low_slope, high_slope in ((0.0, 0.1), (0.1, 0.25), (0.25, 0.4), (0.4, 9.0)):
        beliefs = [
            _chance(d.answer[11])
            for d, tilt in zip(level, tilts, strict=True)
            if low_slope <= tilt < high_slope
        ]
        print(
            f"level, seen from aside by slope {low_slope} to {high_slope}: {len(beliefs)} dice,"
            f" false alarms over 0.5: {_share(beliefs, 0.5)}, over 0.8: {_share(beliefs, 0.8)}"
        )


def _chance(logit: float) -> float:
    return float(1 / (1 + np.exp(-logit)))


def _share(beliefs: list[float], least: float) -> str:
    return f"{np.mean([b > least for b in beliefs]):.3f}" if beliefs else "-"


if __name__ == "__main__":
    main()
