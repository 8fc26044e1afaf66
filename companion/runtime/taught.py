"""Reads with the taught dice that the game awaits.

Knows which sets of dice fit what is awaited, and reads a set anew when it has changed. Refuses
to know how sets are taught and compared.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.dice import FACES, DiceSpec
from companion.dice_sets.loading import DiceSets
from companion.dice_sets.readers import reader_of
from companion.dice_sets.values import DiceSet
from companion.errors import DiceSetError
from vision.dice.reading import DiceReader

AUTO, NONE = "auto", "none"
"""Words that the settings know beside the names of sets."""

Tell = Callable[[str | None], None]
"""Says something on the page, or takes it back with None."""

_log = logging.getLogger(__name__)


class TaughtReaders:
    """A reader for whatever is awaited, made anew only when a set has changed."""

    def __init__(self, plain: DiceReader, sets: DiceSets, chosen: str, tell: Tell) -> None:
        self._plain = plain
        self._sets = sets
        self._chosen = chosen
        self._tell = tell
        self._told: str | None = None
        self._loaded: dict[str, tuple[int, DiceSet | DiceSetError]] = {}
        self._made: tuple[tuple[DiceSet, ...], DiceReader] = ((), plain)

    @property
    def sets_in_use(self) -> tuple[DiceSet, ...]:
        """The sets of the reader that was asked for last."""
        return self._made[0]

    def for_dice(self, awaited: DiceSpec | None) -> DiceReader:
        """The reader for dice that are awaited; the plain one where no taught kind is.

        What is wrong with a set is told, and the dice are read without it.
        """
        if self._chosen == NONE or awaited is None:
            return self._plain
        fitting = tuple(dice for kind, _ in awaited.counts for dice in self._fitting(kind))
        if fitting != self._made[0]:
            readers = [reader_of(dice) for dice in fitting]
            self._made = (fitting, self._plain.also(readers) if readers else self._plain)
        return self._made[1]

    def _fitting(self, kind: str) -> list[DiceSet]:
        """The sets for that kind: the chosen one, or those whose faces the game knows."""
        faults: list[str] = []
        names = self._sets.names() if self._chosen == AUTO else (self._chosen,)
        found = []
        for name in names:
            dice = self._set(name)
            if isinstance(dice, DiceSetError):
                faults.append(str(dice))
            elif dice.kind == kind and dice.examples:
                found.append(dice)
        self._say(" ".join(faults) or None)
        if self._chosen != AUTO:
            return found
        found = [dice for dice in found if set(dice.labels) <= set(FACES.get(kind, ()))]
        return [dice for dice in found if not dice.practice] or found

    def _set(self, name: str) -> DiceSet | DiceSetError:
        """The set as it is on the disk now, loaded only when it has changed."""
        stamp = self._sets.changed_ns(name)
        known = self._loaded.get(name)
        if known is None or known[0] != stamp:
            try:
                known = (stamp, self._sets.load(name))
            except DiceSetError as fault:
                known = (stamp, fault)
            self._loaded[name] = known
        return known[1]

    def _say(self, text: str | None) -> None:
        if text != self._told:
            self._told = text
            if text:
                _log.warning("%s", text)
            self._tell(text)
