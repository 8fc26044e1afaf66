"""Whether a set of taught dice can be told apart.

Knows what makes faces hard to tell, and what to do about it. Refuses to change a set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.dice import FACES, FaceValue
from companion.dice_sets.colours import alike_elsewhere, unlike_in_colour
from companion.dice_sets.values import DiceSet
from vision.dice.taught import EXAMPLE_PX, FaceMatcher
from vision.dice.taught_face import FACE_PX
from vision.values import DieKind

ALIKE = 0.2
"""A face that is taken for another with so much probability, its own pictures aside, is like it."""

SURE = 0.9
"""A second picture of a face should be known from the first with at least this probability."""

ALIKE_ELSEWHERE = 0.05
"""The same of two plain colours where nothing tells which lamp hangs there."""

CERTAIN = 0.99
"""Below this probability a die becomes a question: see vision.dice.kinds.SURELY_READ."""

SMALL_PX = 28.0
"""A face photographed smaller than this has lost its finer lines."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to mend or to know: ``code`` alike, unlike, bare, lamp, small or missing;
    ``chance`` is the probability that it rests on, None where there is none; ``advice`` says
    what to do."""

    code: str
    faces: tuple[FaceValue, ...]
    chance: float | None
    advice: str


def findings(dice: DiceSet) -> tuple[Finding, ...]:
    """Everything that makes the dice of a set harder to read than need be, worst first."""
    found: list[Finding] = []
    if dice.examples:
        found += _compared(dice)
    for face in dice.faces:
        side = max((example.side_px for example in face.examples), default=SMALL_PX)
        if side < SMALL_PX:
            found.append(
                Finding(
                    "small",
                    (face.label,),
                    None,
                    f"The face {face.label} was photographed only {side:.0f} pixels large."
                    " Teach it again from closer.",
                )
            )
    missing = tuple(
        face
        for face in FACES[dice.kind]
        if dice.kind is not DieKind.SYMBOL and face not in dice.labels
    )
    if missing:
        listed = ", ".join(str(face) for face in missing)
        advice = f"Not taught yet: {listed}. Until then these are asked about."
        found.append(Finding("missing", missing, None, advice))
    return tuple(found)


def _compared(dice: DiceSet) -> list[Finding]:
    examples = dice.examples
    matcher = FaceMatcher(examples)
    middle = (EXAMPLE_PX - 1) / 2
    alike: dict[frozenset[FaceValue], float] = {}
    unlike: dict[FaceValue, float] = {}
    bare: dict[FaceValue, float] = {}
    for number, example in enumerate(examples):
        match = matcher.match(example.image_bgr, middle, middle, FACE_PX, example.side_px)
        twins = {k for k, one in enumerate(examples) if one.label == example.label}
        strange = matcher.without(match, twins)
        for label, chance in strange.items():
            if chance >= ALIKE:
                pair = frozenset((example.label, label))
                alike[pair] = max(chance, alike.get(pair, 0.0))
        if number in matcher.sides:
            chance = match.chances.get(example.label, 0.0)
            if unlike_in_colour(sorted(twins), matcher):
                unlike[example.label] = 0.0
            elif chance < CERTAIN:
                bare[example.label] = min(chance, bare.get(example.label, 1.0))
        elif len(twins) > 1:
            own = matcher.without(match, {number})
            chance = own.get(example.label, 0.0)
            if chance < SURE:
                unlike[example.label] = min(chance, unlike.get(example.label, 1.0))
    found = [_alike(pair, chance) for pair, chance in alike.items()]
    for label, chance in unlike.items():
        if not any(label in pair for pair in alike):
            found.append(_unlike(label, chance))
    found += [_bare(label, p) for label, p in bare.items() if label not in unlike]
    pairs = [
        pair
        for pair in alike_elsewhere(examples, matcher, ALIKE_ELSEWHERE)
        if frozenset(pair) not in alike
    ]
    if pairs:
        found.append(_lamp(pairs))
    return sorted(found, key=lambda one: (one.code, -(one.chance or 0.0)))


def _alike(pair: frozenset[FaceValue], chance: float) -> Finding:
    one, other = sorted(pair, key=str)
    advice = (
        f"The faces {one} and {other} look alike: a die that shows one of them becomes a question."
        " Mark one of them, for instance with a dot of colour or a line under it, and teach both"
        " again; where the game makes no difference, give both the same name."
    )
    return Finding("alike", (one, other), round(chance, 3), advice)


def _unlike(label: FaceValue, chance: float) -> Finding:
    advice = (
        f"The two pictures of {label} are not alike. Look at them with `companion teach show`;"
        f" if one shows another face or is blurred, remove the face {label} and teach it again."
    )
    return Finding("unlike", (label,), round(chance, 3), advice)


def _bare(label: FaceValue, chance: float) -> Finding:
    advice = (
        f"The face {label} is a colour and nothing else, and its picture shows nothing of the other"
        " sides of the die: a button or a cube of that colour looks the same, so it becomes a"
        " question. Teach all sides of the die, from as close as can be; or put a sign on it."
    )
    return Finding("bare", (label,), round(chance, 3), advice)


def _lamp(pairs: Sequence[tuple[FaceValue, FaceValue]]) -> Finding:
    listed = ", ".join(f"{one} and {other}" for one, other in pairs)
    faces = tuple(dict.fromkeys(label for pair in pairs for label in pair))
    advice = (
        "On another table than they were taught on, a lamp can make these colours alike:"
        f" {listed}. There such a die may become a question; teach both again where you play. On"
        " the same table they are told apart, because the floor tells which lamp hangs there."
    )
    return Finding("lamp", faces, None, advice)
