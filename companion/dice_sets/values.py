"""What a set of taught dice is.

Knows faces, their pictures and what lies opposite them, and the bounds of a set. Refuses to
know files, and how faces are compared.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.dice import FACES, FaceValue
from vision.dice.taught import EXAMPLE_PX, Example
from vision.values import DieKind

KINDS = (DieKind.SYMBOL, DieKind.D6, DieKind.D6_NUMERAL, DieKind.D4)
"""Kinds of dice that can be taught. The faces of all but the first are numbers."""

MOST_FACES = 24
"""A die has at most twenty faces, and a set may hold the dice of a small game."""

PICTURES_A_FACE = 2
LONGEST_LABEL = 32
LONGEST_TITLE = 80


@dataclass(frozen=True, slots=True, eq=False)
class TaughtFace:
    """One face: its pictures, and the faces that may lie opposite it (none: not known).

    More than one where the same picture stands on several sides of a die.
    """

    label: FaceValue
    examples: tuple[Example, ...]
    opposite: tuple[FaceValue, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class DiceSet:
    """Everything taught under one name; ``practice``: ships with the product."""

    name: str
    title: str
    kind: DieKind
    faces: tuple[TaughtFace, ...]
    practice: bool = False

    @property
    def labels(self) -> tuple[FaceValue, ...]:
        """What its faces are called, in the order in which they were taught."""
        return tuple(face.label for face in self.faces)

    @property
    def examples(self) -> tuple[Example, ...]:
        """All pictures of all faces."""
        return tuple(example for face in self.faces for example in face.examples)

    def with_example(self, example: Example) -> DiceSet:
        """The set with one more picture; the oldest of a face's two makes room."""
        faces = list(self.faces)
        for number, face in enumerate(faces):
            if face.label == example.label:
                kept = (*face.examples, example)[-PICTURES_A_FACE:]
                faces[number] = replace(face, examples=kept)
                return replace(self, faces=tuple(faces))
        return replace(self, faces=(*faces, TaughtFace(example.label, (example,))))

    def without(self, label: FaceValue) -> DiceSet:
        """The set without that face, and without it as the opposite of others."""
        faces = tuple(
            replace(face, opposite=tuple(one for one in face.opposite if one != label))
            for face in self.faces
            if face.label != label
        )
        return replace(self, faces=faces)

    def with_opposite(self, label: FaceValue, opposite: tuple[FaceValue, ...]) -> DiceSet:
        """The set that knows what lies opposite a face."""
        faces = tuple(
            replace(face, opposite=opposite) if face.label == label else face for face in self.faces
        )
        return replace(self, faces=faces)


def faults_of(dice: DiceSet) -> tuple[str, ...]:
    """Everything that is wrong with a set, in its owner's words; none: it can be used."""
    faults = [*_faults_of_names(dice)]
    for face in dice.faces:
        who = f"The face {face.label!r}"
        if not face.examples:
            faults.append(f"{who} has no picture; teach it or remove it.")
        if len(face.examples) > PICTURES_A_FACE:
            faults.append(
                f"{who} has {len(face.examples)} pictures; at most {PICTURES_A_FACE} are used."
            )
        if any(one.image_bgr.shape != (EXAMPLE_PX, EXAMPLE_PX, 3) for one in face.examples):
            faults.append(
                f"{who} has a picture that is not {EXAMPLE_PX} x {EXAMPLE_PX} pixels in colour;"
                " teach it again."
            )
        strange = [one for one in face.opposite if one not in dice.labels]
        if strange:
            faults.append(f"{who} names {strange[0]!r} as opposite, which is no face of the set.")
    return tuple(faults)


def fault_of_label(label: object, kind: DieKind) -> str | None:
    """What is wrong with a face's name on dice of that kind; None: nothing."""
    if kind is DieKind.SYMBOL:
        if not isinstance(label, str) or not label or label != label.strip():
            return f"A face is called {label!r}; give it a name of letters, such as lightning."
        if len(label) > LONGEST_LABEL or not label.isprintable():
            return f"The name {label!r:.60} is too long or unprintable; use up to 32 letters."
        return None
    if type(label) is not int or label not in FACES[kind]:
        return f"A face of a {kind} is one of {_listed(FACES[kind])}, not {label!r}."
    return None


def label_of(text: str, kind: DieKind) -> FaceValue:
    """A face's name as somebody wrote it: a number where the kind's faces are numbers."""
    written = text.strip()
    return int(written) if kind is not DieKind.SYMBOL and written.isdecimal() else written


def _faults_of_names(dice: DiceSet) -> list[str]:
    faults = []
    if dice.kind not in KINDS:
        faults.append(f"Its kind is {dice.kind}; it can be one of {_listed(KINDS)}.")
        return faults
    if len(dice.title) > LONGEST_TITLE or not dice.title.isprintable():
        faults.append(f"Its title is too long or unprintable; use up to {LONGEST_TITLE} letters.")
    if len(dice.faces) > MOST_FACES:
        faults.append(f"It has {len(dice.faces)} faces; at most {MOST_FACES} can be told apart.")
    for label in dict.fromkeys(dice.labels):
        fault = fault_of_label(label, dice.kind)
        if fault:
            faults.append(fault)
        if dice.labels.count(label) > 1:
            faults.append(f"The face {label!r} stands there twice; put its pictures together.")
    return faults


def _listed(values: tuple[object, ...]) -> str:
    return ", ".join(str(value) for value in values)
