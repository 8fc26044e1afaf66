"""Throws of a self-test, kept as labelled photographs.

Knows how such a throw is named and written. Refuses to judge it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import cv2

from companion.cli.lab_photos import Pair, truth_document
from companion.cli.label import with_places
from companion.cli.whole_files import write_whole
from companion.errors import PictureUnwritable
from vision.calibration.self_test import Trial

SET = "self-test"


def keep_throws(folder: Path, trials: Sequence[Trial]) -> list[Path]:
    """Write the picture of every throw and its truth beside it; the pictures' paths.

    A throw that is kept already is written once. Raises PictureUnwritable.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [_kept(folder, trial) for trial in trials]
    except OSError as fault:
        raise PictureUnwritable(
            f"The pictures of the self-test cannot be kept in {folder} ({fault.strerror})."
            " Make room, or name another folder with --keep."
        ) from fault


def _kept(folder: Path, trial: Trial) -> Path:
    _, code = cv2.imencode(".png", trial.image_bgr)
    png = code.tobytes()
    path = folder / f"throw-{hashlib.sha256(png).hexdigest()[:12]}.png"
    write_whole(path, png)
    height, width = trial.image_bgr.shape[:2]
    verdict = "wrong" if trial.wrong else "read right" if trial.sure else "put as a question"
    truth = truth_document(
        path.name, SET, (width, height), with_places(_dice(trial), trial.reading), verdict
    )
    text = json.dumps(truth, indent=1) + "\n"
    write_whole(path.with_suffix(".json"), text.encode("utf-8"))
    return path


def _dice(trial: Trial) -> tuple[Pair, ...]:
    """Kind and value of what lay there: as it was read where that was right, else a number is
    taken for that of a d6 and a word for a symbol."""
    if trial.right:
        return tuple(sorted((str(die.kind), str(die.value)) for die in trial.reading.dice))
    kinds = {True: "d6", False: "symbol"}
    return tuple(sorted((kinds[isinstance(value, int)], str(value)) for value in trial.truth))
