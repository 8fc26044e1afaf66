"""The picture of the tray with dice to tap, and the names to tap for them.

Knows what is shown while dice are taught. Refuses to know pixels of a screen and files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.dice import FACES
from companion.table.teaching import Look, SetFacts

WANTED_PICTURES = 2
"""Two pictures of a face, turned and in the light of the table, are what reading wants."""


AROUND = 1.4
"""The frame to tap is so many faces wide: it goes around the die however that is turned."""


@dataclass(frozen=True, slots=True)
class FaceChoice:
    """A name to tap; ``pictures`` taken so far, ``enough`` when no more are needed."""

    label: str
    pictures: int

    @property
    def enough(self) -> bool:
        """Whether this face has all pictures that it needs."""
        return self.pictures >= WANTED_PICTURES


@dataclass(frozen=True, slots=True)
class DieToTap:
    """A die on the picture: corner and side of its frame in the picture's pixels, and whether
    it is the one that was tapped."""

    index: int
    x: float
    y: float
    side: float
    tapped: bool


@dataclass(frozen=True, slots=True)
class TeachingView:
    """Everything that the page shows. ``look`` None: there is no picture yet."""

    look: Look | None
    dice: tuple[DieToTap, ...]
    tapped: int | None
    own_sets: tuple[SetFacts, ...]
    chosen: SetFacts | None
    new_name: str
    choices: tuple[FaceChoice, ...]


def teaching_view(
    look: Look | None, die: int | None, sets: Sequence[SetFacts], name: str
) -> TeachingView:
    """The page for a look, the tapped die and the set that is taught.

    The faces of a set of symbol dice that the games know are offered before they are taught.
    """
    own = tuple(one for one in sets if not one.practice)
    chosen = next((one for one in own if one.name == name), None)
    if chosen is None and not name and own:
        chosen = own[0]
    tapped = die if look is not None and die is not None and die < len(look.dice) else None
    dice = (
        ()
        if look is None
        else tuple(
            DieToTap(k, at.x_px - half, at.y_px - half, 2 * half, k == tapped)
            for k, at in enumerate(look.dice)
            for half in (AROUND * at.side_px / 2,)
        )
    )
    taught = dict(chosen.faces) if chosen else {}
    usual = [str(face) for face in FACES[chosen.kind if chosen else "symbol"]]
    labels = dict.fromkeys((*taught, *usual))
    choices = tuple(FaceChoice(label, taught.get(label, 0)) for label in labels)
    return TeachingView(look, dice, tapped, own, chosen, name or "my-dice", choices)
