"""How the results of ``companion calibrate`` look: text for people, JSON for programs.

Knows the public names of the fields. Refuses to know how a result came about.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.calibration.advice import Advice
from vision.calibration.mat import MARKERS, bent_px
from vision.calibration.self_test import Grade, Graded
from vision.calibration.set_up import SetUp

SHAPES = {"ellipse": "round", "quad": "four-sided", "polygon": "many-sided"}


def set_up_text(found: SetUp, file: Path) -> str:
    """What was found, what is kept, what to change."""
    lines = []
    tray = found.tray
    if tray is not None:
        area = abs(float(cv2.contourArea(tray.outline_px.astype(np.float32))))
        share = area / (tray.size_px[0] * tray.size_px[1])
        lines.append(
            f"Found: a {SHAPES[tray.shape]} tray that fills {share:.0%} of the picture"
            f" ({tray.size_px[0]} x {tray.size_px[1]})."
        )
        if found.mat is not None:
            lines.append(f"Mat: {found.mat.markers} of {MARKERS} markers{_scale(found)}.")
        lines.append(f"Kept as {file}.")
    lines += _advice(found.advice)
    if tray is None:
        lines.append("Nothing was kept; what was kept before still counts.")
    elif not found.advice:
        lines.append("Nothing to mend.")
    return "\n".join(lines)


def set_up_json(found: SetUp, file: Path) -> str:
    """The same for programs; ``file`` is null where nothing was kept."""
    tray = found.tray
    document: dict[str, object] = {
        "kept": tray is not None,
        "file": None if tray is None else str(file),
        "advice": _advice_rows(found.advice),
    }
    if tray is not None:
        mm = tray.mm_per_px
        bend = None if tray.bulge is None else round(bent_px(tray.size_px, tray.bulge), 1)
        document["tray"] = {
            "shape": str(tray.shape),
            "view": str(tray.view),
            "size_px": list(tray.size_px),
            "box_px": [round(v, 1) for v in tray.box_px],
            "mm_per_px": None if mm is None else round(mm, 4),
            "die_side_px": tray.die_side_px,
            "turn_deg": None if tray.turn_deg is None else round(tray.turn_deg, 1),
            "lens_bend_px": bend,
        }
    if found.mat is not None:
        document["mat"] = {"markers": found.mat.markers, "error_px": round(found.mat.error_px, 3)}
    return json.dumps(document, ensure_ascii=False, indent=2)


def graded_text(graded: Graded) -> str:
    """The grade, the counts and what to change."""
    throws = "1 throw" if graded.throws == 1 else f"{graded.throws} throws"
    lines = [
        f"Grade: {graded.grade}. {throws}: {graded.right} read right, {graded.unsure} put as a"
        f" question, {graded.wrong} wrong and not asked about."
    ]
    return "\n".join([*lines, *(_advice(graded.advice) or ["Nothing to change."])])


def graded_json(graded: Graded) -> str:
    """The same for programs."""
    return json.dumps(
        {
            "grade": str(graded.grade),
            "throws": graded.throws,
            "right": graded.right,
            "unsure": graded.unsure,
            "wrong": graded.wrong,
            "advice": _advice_rows(graded.advice),
        },
        ensure_ascii=False,
        indent=2,
    )


def is_poor(graded: Graded) -> bool:
    """Whether something must be changed before playing."""
    return graded.grade is Grade.POOR


def _scale(found: SetUp) -> str:
    assert found.tray is not None
    mm = found.tray.mm_per_px
    return "" if mm is None else f", {1 / mm:.2f} pixels to the millimetre"


def _advice(advice: Sequence[Advice]) -> list[str]:
    return [f"{'To mend' if one.fault else 'Advice'}: {one.text}" for one in advice]


def _advice_rows(advice: Sequence[Advice]) -> list[dict[str, object]]:
    return [{"topic": str(one.topic), "fault": one.fault, "text": one.text} for one in advice]
