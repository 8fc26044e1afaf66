"""Pictures with their evidence and their truth, for tuning and judging the joining.

Knows photographs, harder versions of them, and rendered pictures; evidence is gathered once and
kept in a folder. Refuses to fit anything.
"""

from __future__ import annotations

import json
import pickle
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hardware.simulated.scene import DieTruth
from tests.fixtures.truths import LEVEL_DEG, readable
from tests.tuning.distort import DISTORTIONS
from tests.tuning.photographs import D6_SETS, Photograph, photographs
from tests.tuning.places import assigned
from tests.tuning.scenes import Scene, scenes, strange_scenes
from vision.dice.evidence import Evidence, gather
from vision.dice.model import DiceModel
from vision.frame import load_picture

OWN_PICTURES = Path(__file__).resolve().parents[1] / "fixtures" / "pictures"

RENDERED_SCENES, STRANGE_SCENES = 240, 90

CACHE = Path(tempfile.gettempdir()) / "evidence"
"""Where evidence is kept: gathering it takes much longer than fitting."""

LEANING = -1

IN_VIEW = 0.2
"""A die of which a hand leaves less than this part to be seen is not in view."""

TUNED, JUDGED = 1, 3
"""Distortions of each photograph that tune and that judge, beside the photograph as taken."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One picture: its set, distortion, evidence, label, and its dice where they are known.

    ``pips`` None: something lies there that cannot be read, so only *unsure* is right. A die
    is x, y, side and face: LEANING where it does not lie flat, 0 where it cannot be read else.
    """

    group: str
    distortion: str
    evidence: Evidence
    pips: tuple[int, ...] | None
    dice: tuple[tuple[float, float, float, int], ...] | None


def cases(
    model: DiceModel, cache: Path, groups: Sequence[str] = D6_SETS, harder: int = TUNED
) -> list[Case]:
    """The cases of some sets, gathered or taken from the cache; so many ``harder`` of each."""
    found: list[Case] = []
    for index, photo in enumerate(photographs(tuple(groups))):
        file = cache / f"{model.digest()[:12]}-{photo.path.stem}.pickle"
        if file.exists():
            made = pickle.loads(file.read_bytes())
        else:
            made = _cases_of(model, photo, index)
            file.write_bytes(pickle.dumps(made))
        found += made[: 1 + harder]
    return found


def _cases_of(model: DiceModel, photo: Photograph, index: int) -> list[Case]:
    image = load_picture(photo.path)
    evidence = gather(model, image)
    matched = assigned(evidence, photo.pips)
    dice = None if matched is None else tuple((*seen.place, face) for seen, face in matched)
    made = [Case(photo.group, "as taken", evidence, photo.pips, dice)]
    names = [name for name in DISTORTIONS if name != "as taken"]
    side = float(np.median([one[2] for one in dice])) if dice else max(image.shape) / 10
    for step in range(JUDGED if dice is not None else 0):
        name = names[(index * 3 + step) % len(names)]
        harder = DISTORTIONS[name](image, side)
        scale = harder.shape[1] / image.shape[1]
        places = tuple((x * scale, y * scale, s * scale, v) for x, y, s, v in dice or ())
        made.append(Case(photo.group, name, gather(model, harder), photo.pips, places))
    return made


def rendered_cases(model: DiceModel, cache: Path) -> list[Case]:
    """Rendered pictures, whose truth is known exactly, dice of no value too.

    Those of tests/fixtures are the set "own"; scenes made for this alone the sets "rendered" and,
    with dice that bear no pips, "strange".
    """
    file = cache / f"{model.digest()[:12]}-rendered.pickle"
    if not file.exists():
        made = [_own(model, truth) for truth in sorted(OWN_PICTURES.glob("*.json"))]
        made += [_rendered(model, scene, "rendered") for scene in scenes(RENDERED_SCENES)]
        made += [_rendered(model, scene, "strange") for scene in strange_scenes(STRANGE_SCENES)]
        file.write_bytes(pickle.dumps(made))
    return list(pickle.loads(file.read_bytes()))


def _rendered(model: DiceModel, scene: Scene, group: str) -> Case:
    seen = [die for die in scene.truth if die.visible >= IN_VIEW]
    dice = tuple((*die.centre_px, die.size_px, _face_that_counts(die)) for die in seen)
    known = sorted(face for *_, face in dice)
    pips = None if min(known, default=1) < 1 else tuple(known)
    return Case(group, "as taken", gather(model, scene.image_bgr), pips, dice)


def _face_that_counts(die: DieTruth) -> int:
    if die.kind == "d6" and readable(die):
        return int(die.value)
    return LEANING if die.cocked_deg > LEVEL_DEG else 0


def _own(model: DiceModel, truth: Path) -> Case:
    told = json.loads(truth.read_text("utf-8"))
    seen = [die for die in told["dice"] if die["visible"] >= IN_VIEW]
    known = [
        die["value"]
        if die["readable"] and die["kind"] == "d6"
        else LEANING
        if die["cocked_deg"] > LEVEL_DEG
        else 0
        for die in seen
    ]
    dice = tuple(
        (*die["centre_px"], die["size_px"], face) for die, face in zip(seen, known, strict=True)
    )
    evidence = gather(model, load_picture(truth.with_name(told["file"])))
    pips = None if min(known, default=1) < 1 else tuple(sorted(known))
    return Case("own", "as taken", evidence, pips, dice)
