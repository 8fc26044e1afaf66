"""The whole training from nothing: python -m tests.training.recipe --out model.onnx [--photos DIR]

Knows the parts, their order and how long each may take: two hours in all on two cores that do
nothing else. Refuses to know what a part does. Parts that are done are not done again, so that a
training that was broken off goes on in the same folder.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

BASE = (
    ("first", ("--steps", "500", "--minutes", "4", "--seed", "1")),
    ("second", ("--steps", "3500", "--minutes", "21", "--seed", "2")),
    ("third", ("--steps", "3650", "--minutes", "22", "--seed", "21", "--rate", "2.5e-3")),
    ("fourth", ("--steps", "1500", "--minutes", "9", "--seed", "41", "--rate", "2e-3")),
    ("fifth", ("--steps", "3500", "--minutes", "21", "--seed", "61", "--rate", "2.5e-3")),
    ("sixth", ("--steps", "3500", "--minutes", "21", "--seed", "81", "--rate", "2.5e-3")),
)
"""Each begins where the one before ended."""

TUNED = ("fifth", "sixth")
"""Those that are fine-tuned with photographs, side by side, and whose mean ships."""

FINE = ("--steps", "450", "--minutes", "9", "--seed", "3", "--share", "0.3", "--rate", "1e-3")


def main() -> None:
    """Train in a folder beside the file that the command line names, and write that file."""
    parser = argparse.ArgumentParser(description="Train the net that marks dice from nothing.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--photos", type=Path, help="folder of licensed photographs (places.py)")
    parser.add_argument("--leave-out", nargs="*", default=[], help="sets of them not to learn from")
    options = parser.parse_args()
    folder = options.out.resolve().with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    train(folder, options.photos and options.photos.resolve(), options.leave_out)
    _run("export", "mean.pt", "exact.onnx", folder=folder, makes="exact.onnx")
    _run("eight_bits", "exact.onnx", str(options.out.resolve()), folder=folder)


def train(folder: Path, photos: Path | None, leave_out: Sequence[str]) -> None:
    """Make mean.pt in a folder."""
    start: tuple[str, ...] = ()
    for name, how in BASE:
        file = f"{name}.pt"
        _run("train", *how, *start, "--out", file, folder=folder, makes=file)
        start = ("--start", file)
    left = ("--leave-out", *leave_out) if leave_out else ()
    ends = [f"{name}.pt" for name in TUNED]
    known: tuple[str, ...] = ()
    if photos is not None:
        for name in TUNED:
            told = ("--photos", str(photos), "--weights", f"{name}.pt", "--out", f"{name}.json")
            _run("places", *told, folder=folder, makes=f"{name}.json")
        _merge([folder / f"{name}.json" for name in reversed(TUNED)], folder / "photos.json")
        known = ("--photos", "photos.json", *left)
        ends = [f"{name}_fine.pt" for name in TUNED]
        running = [
            subprocess.Popen(
                _command("train", *FINE, "--start", f"{name}.pt", "--out", end, *known), cwd=folder
            )
            for name, end in zip(TUNED, ends, strict=True)
            if not (folder / end).exists()
        ]
        if any(part.wait() for part in running):
            sys.exit("The fine-tuning failed; the lines above say why.")
    _run("mean", *ends, "mean.pt", *known, folder=folder, makes="mean.pt")


def _run(part: str, *arguments: str, folder: Path, makes: str = "") -> None:
    if makes and (folder / makes).exists():
        return
    print(f"{part} {' '.join(arguments)}", flush=True)
    subprocess.run(_command(part, *arguments), cwd=folder, check=True)


def _command(part: str, *arguments: str) -> list[str]:
    begin = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import runpy; "
    call = f"runpy.run_module('tests.training.{part}', run_name='__main__', alter_sys=True)"
    return [sys.executable, "-c", begin + call, *arguments]


def _merge(lists: Sequence[Path], out: Path) -> None:
    """All photographs of some lists; of one that is in several, the places of the first."""
    found: dict[str, object] = {}
    for file in lists:
        for photo in json.loads(file.read_text("utf-8"))["photos"]:
            found.setdefault(photo["file"], photo)
    out.write_text(json.dumps({"photos": list(found.values())}), "utf-8")


if __name__ == "__main__":
    main()
