"""How good bare weights are on labelled photographs, without the reader around them.

python -m tests.training.judge --photos DIR --weights full.pt [--every 3]

Knows two figures per set: photographs whose dice are counted right, and photographs whose
values are right when the net must answer with as many dice as there are. Refuses to know
thresholds; what the product answers is measured by its own bench.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
import torch

from tests.training.net import DiceNet
from tests.training.places import look

HOT = 0.4


def main() -> None:
    """Print a line for each set."""
    parser = argparse.ArgumentParser(description="Judge bare weights on labelled photographs.")
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1, help="take one photograph of so many")
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net = DiceNet()
    net.load_state_dict(torch.load(options.weights))
    net.eval()
    tally: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    with (options.photos / "labels.csv").open(newline="") as rows:
        pip_dice = [row for row in csv.DictReader(rows) if row["kind"] == "d6"]
    for row in pip_dice[:: options.every]:
        picture = cv2.imread(str(options.photos / "images" / row["file"]), cv2.IMREAD_COLOR)
        places = look(net, np.asarray(picture, np.uint8))
        values = sorted(int(v) for v in row["values"].split())
        counted = sum(place.heat > HOT for place in places) == len(values)
        forced = sorted(int(np.argmax(p.beliefs)) + 1 for p in places[: len(values)])
        tally[row["file"].split("_")[0]].append((counted, forced == values))
    for name, seen in tally.items():
        count, right = (sum(pair[i] for pair in seen) for i in (0, 1))
        print(f"{name:8} {len(seen):3} photos, counted right {count:3}, values right {right:3}")


if __name__ == "__main__":
    main()
