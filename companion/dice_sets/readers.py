"""Readers of taught dice, made of sets.

Knows what of a set its reader needs. Refuses to know which set is wanted.
"""

from __future__ import annotations

from companion.dice_sets.values import DiceSet
from companion.errors import DiceSetError
from vision.dice.taught_reading import TaughtDice


def reader_of(dice: DiceSet) -> TaughtDice:
    """A reader of one set's dice. Raises DiceSetError where nothing was taught yet."""
    if not dice.examples:
        raise DiceSetError(dice.name, ("It has no faces yet. Teach at least one.",))
    opposite = {face.label: face.opposite for face in dice.faces if face.opposite}
    return TaughtDice(dice.kind, dice.examples, opposite)
