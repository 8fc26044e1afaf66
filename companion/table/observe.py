"""A throw that came to rest meets what the game awaits.

Knows when a reading may count without asking, and which readings are likeliest when it may
not. Refuses to mend a reading: what is awaited narrows a doubtful die, it never overrules a
sure one, and a doubt is always put to the people.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.dice import FACES, DiceSpec, FaceValue, Rolled, RolledDie, is_face
from companion.table.likeliest import DieBelief, likeliest
from companion.table.snapshot import Suggestion
from vision.values import DieKind, DieReading, SettledRoll, Status, TroubleCode

StandsFor = tuple[tuple[str, str], ...]
"""Pairs: a kind of die that is seen, and the awaited kind that it may stand for."""


@dataclass(frozen=True, slots=True)
class ObserveSettings:
    """Which dice may take another's place, and how many likely readings are offered.

    How sure is sure is the reader's to say: a reading whose status is OK counts. Its
    threshold follows from measured confidences; a second one here would only hide it.
    """

    stands_for: StandsFor = (("d6_numeral", "d6"),)
    suggestions: int = 6


@dataclass(frozen=True, slots=True)
class Accept:
    """The throw counts."""

    rolled: Rolled


@dataclass(frozen=True, slots=True)
class Doubt:
    """The throw must be put to the people: why, and the likeliest readings that would fit."""

    code: str
    expected: DiceSpec
    suggestions: tuple[Suggestion, ...]


@dataclass(frozen=True, slots=True)
class Unasked:
    """Dice came to rest that nobody awaits."""


@dataclass(frozen=True, slots=True)
class NothingThere:
    """The tray came to rest without a die in it: no throw at all."""


Observation = Accept | Doubt | Unasked | NothingThere


def observe(awaited: DiceSpec | None, roll: SettledRoll, settings: ObserveSettings) -> Observation:
    """What that throw means when those dice are awaited.

    ``awaited`` None: no dice are; without any kind in it: any dice will do.
    """
    reading = roll.reading
    if reading.status is Status.EMPTY or not (reading.dice or reading.trouble):
        return NothingThere()
    if awaited is None:
        return Unasked() if reading.dice else NothingThere()
    expected = awaited if awaited.total else _as_seen(reading.dice, settings.stands_for)
    code = _doubt(expected, roll, settings)
    if code is None:
        return Accept(Rolled(tuple(_rolled(die, expected, settings) for die in reading.dice)))
    beliefs = [_belief(die, expected, settings.stands_for) for die in reading.dice]
    return Doubt(code, awaited, likeliest(expected, beliefs, settings.suggestions))


def mismatch(
    expected: DiceSpec, dice: Sequence[DieReading], stands_for: StandsFor = ()
) -> TroubleCode | None:
    """WRONG_COUNT or WRONG_KIND when those dice cannot be the expected ones, else None.

    A die of unknown kind may be any of them.
    """
    if len(dice) != expected.total:
        return TroubleCode.WRONG_COUNT
    known = [kind for die in dice if (kind := counted_kind(die.kind, expected, stands_for))]
    seen = DiceSpec.of({kind: known.count(kind) for kind in known})
    if any(count > expected.count(kind) for kind, count in seen.counts):
        return TroubleCode.WRONG_KIND
    return None


def counted_kind(kind: str, expected: DiceSpec, stands_for: StandsFor) -> str | None:
    """The kind that a die counts as among the expected ones; None when its kind is unknown."""
    if kind == DieKind.UNKNOWN:
        return None
    if expected.count(kind):
        return str(kind)
    return next((to for seen, to in stands_for if seen == kind and expected.count(to)), str(kind))


def face_of(kind: str, label: FaceValue) -> FaceValue:
    """The game's face that somebody's name for it means: capitals and blanks do not matter.

    A name that means no face of that kind stays as it is.
    """
    if not isinstance(label, str):
        return label
    plain = label.strip().casefold()
    meant = (face for face in FACES.get(kind, ()) if str(face).casefold() == plain)
    return next(meant, label)


def _doubt(expected: DiceSpec, roll: SettledRoll, settings: ObserveSettings) -> str | None:
    """Why the throw may not count unasked, what to mend first; None when it may."""
    reading = roll.reading
    if any(t.code in (TroubleCode.COCKED, TroubleCode.STACKED) for t in reading.trouble):
        return "cocked"
    wrong = mismatch(expected, reading.dice, settings.stands_for)
    if wrong is not None:
        return wrong.value
    for trouble in reading.trouble:
        if trouble.code in (TroubleCode.WRONG_COUNT, TroubleCode.WRONG_KIND):
            return trouble.code.value
    sure = reading.status is Status.OK
    plain = all(_is_plain(die, expected, settings.stands_for) for die in reading.dice)
    return None if sure and plain else "low_confidence"


def _is_plain(die: DieReading, expected: DiceSpec, stands_for: StandsFor) -> bool:
    kind = counted_kind(die.kind, expected, stands_for)
    if kind is None or die.value is None:
        return False
    return is_face(kind, face_of(kind, die.value)) if kind in FACES else True


def _rolled(die: DieReading, expected: DiceSpec, settings: ObserveSettings) -> RolledDie:
    kind = counted_kind(die.kind, expected, settings.stands_for)
    assert kind is not None, "a die of unknown kind was accepted"
    assert die.value is not None, "a die that was not read was accepted"
    return RolledDie(kind, face_of(kind, die.value))


def _as_seen(dice: Sequence[DieReading], stands_for: StandsFor) -> DiceSpec:
    """Where any dice will do, those in view are the awaited ones."""
    kinds = [str(die.kind) for die in dice]
    return DiceSpec.of({kind: kinds.count(kind) for kind in kinds})


def _belief(die: DieReading, expected: DiceSpec, stands_for: StandsFor) -> DieBelief:
    values: dict[FaceValue, float] = {}
    kind = counted_kind(die.kind, expected, stands_for)
    if die.value is not None:
        values[face_of(kind or "", die.value)] = die.confidence
    for other in die.alternatives:
        values.setdefault(face_of(kind or "", other.value), other.confidence)
    return DieBelief(kind, values, die.confidence)
