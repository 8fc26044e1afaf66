"""One picture of a tray to one reading.

Knows when a reading is sure: every die certain, and certain that no die was left out. Refuses
to know cameras, files and games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.calibration.tray import Tray, Where
from vision.dice.digits import DigitReader
from vision.dice.evidence import Evidence, gather
from vision.dice.in_tray import in_tray
from vision.dice.joining import (
    SURELY_FLAT,
    Joining,
    Judged,
    beside_wall,
    judge,
    shipped_joining,
)
from vision.dice.kinds import (
    SURELY_READ,
    Guess,
    OtherDice,
    OtherPlace,
    best,
    still_pips,
    wanted,
    weighed,
)
from vision.dice.model import DiceModel
from vision.dice.second_look import A_DIE, BESIDE, SecondLook, gap
from vision.dice.stacked import Ask, Stacks
from vision.dice.told import READ, told, told_as
from vision.dice.trouble import troubles
from vision.values import DieKind, Status, TrayReading, View

ONE_DIE = 0.6
"""Two places nearer than this part of their sides are one die."""

DOUBTED = 0.8
"""Confidence below which a die may be none. What lay in the empty tray and is so uncertain belongs
to it, as a bolt does; from this on it is a die that was left there, and set-up asks for it."""

A_DOUBT, PLAIN = 0.15, 0.9
"""Where a die is passed over that is at least so likely there, and that shows its face so plainly,
a picture is not certain, whatever its confidence."""

WARM = 0.25
MOST_ASKED = 8
"""Places that are no pip dice are shown to other readers from this heat on, at most so many: a
d4 is found less clearly than a d6, and a reader that knows it says so itself."""

SMALLER = 0.75
"""What is smaller than this part of a die's box and lies on it is a mark, not a die."""


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """What the evidence amounts to: status, probability of the whole, dice and other places.

    ``guesses`` stand beside ``dice``: what a die shows that is no pip die, else None.
    """

    status: Status
    confidence: float
    dice: tuple[Judged, ...]
    others: tuple[Judged, ...]
    guesses: tuple[Guess | None, ...]


class DiceReader:
    """Reads dice in a picture; the same picture always gives the same reading.

    ``model_path`` and ``joining`` None mean those that ship with the package; the model is
    loaded on first use. ``others`` read the dice that are no pip dice, None: numerals and d4 as
    they ship; where more than one knows a die, the likelier answer is reported.
    """

    def __init__(
        self,
        model_path: Path | None = None,
        joining: Joining | None = None,
        others: Sequence[OtherDice] | None = None,
    ) -> None:
        self.model = DiceModel(model_path)
        self._joining = joining or shipped_joining()
        self.stacks = Stacks()
        self._again = SecondLook()
        self._others: tuple[OtherDice, ...] = (DigitReader(),) if others is None else tuple(others)

    def also(self, others: Sequence[OtherDice]) -> DiceReader:
        """A reader that knows these dice as well; the model is shared."""
        more = DiceReader(joining=self._joining, others=(*others, *self._others))
        more.model, more.stacks, more._again = self.model, self.stacks, self._again
        return more

    def read(
        self, image_bgr: NDArray[np.uint8], view: View = View.ABOVE, tray: Tray | None = None
    ) -> TrayReading:
        """Read a picture: H x W x 3, 8 bit, BGR, at least 16 x 16.

        From below, the value of a d6 is seven minus the face that is seen; places stay as seen.
        With a known tray, dice beside it are left out; raises TrayUnusable where the picture
        is of another shape than those it was set up with.
        """
        return self.concluded(image_bgr, gather(self.model, image_bgr), view, tray)

    def concluded(
        self,
        image_bgr: NDArray[np.uint8],
        evidence: Evidence,
        view: View = View.ABOVE,
        tray: Tray | None = None,
        ask_stacked: Ask | None = None,
    ) -> TrayReading:
        """The reading that follows from evidence about a picture.

        ``ask_stacked`` None: the net is asked about this picture.
        """
        dice, others = _dice_and_others(judge(evidence, self._joining))
        around = in_tray(tray, image_bgr, dice) if tray is not None else None
        if around:
            dice, others = around.kept(dice), around.new(image_bgr, around.kept(others))
            dice = [self._with_wall(die, around.here) for die in dice]
        dice, others = self._known_to_others(image_bgr, dice, others, view)
        guesses = self._guesses(image_bgr, dice, view)
        if around:
            doubted = _doubted(dice, guesses)
            new = around.new(image_bgr, doubted)
            kept = [die not in doubted or die in new for die in dice]
            dice, guesses = list(compress(dice, kept)), list(compress(guesses, kept))
        dice, guesses = _each_once(dice, guesses)
        dice = [_present(die, guess) for die, guess in zip(dice, guesses, strict=True)]
        decision = _decision(dice, others, guesses, self._joining)
        if decision.status is Status.UNSURE:
            dice, guesses, others, none = self._looked_again(image_bgr, dice, guesses, others)
            decision = _decision(dice, [*others, *none], guesses, self._joining)
        if decision.status is Status.OK:
            ours = [guess is None for guess in guesses]
            dice = self._again.certain(image_bgr, dice, ours)
            decision = _decision(dice, decision.others, guesses, self._joining)
        named = troubles(
            image_bgr,
            _as_named(decision),
            others,
            sure=decision.status is not Status.UNSURE,
            tray=around.here if around else None,
            # What passed for a die and is none after all is a thing.
            things=around.things(image_bgr, decision.dice) if around else (),
            dim=around is not None and not decision.dice and around.is_dim(image_bgr),
            by_pips=[guess is None for guess in decision.guesses],
            ask_stacked=ask_stacked or self.stacks.beliefs,
        )
        lost = around is not None and around.here is None
        touched = lost or any(one.touches for one in named)
        return TrayReading(
            Status.UNSURE if touched else decision.status,
            decision.confidence,
            tuple(
                told(die, view) if guess is None else told_as(die, guess)
                for die, guess in zip(decision.dice, decision.guesses, strict=True)
            ),
            tuple(one.trouble for one in named),
            around.fit if around else None,
        )

    def _looked_again(
        self,
        image_bgr: NDArray[np.uint8],
        dice: Sequence[Judged],
        guesses: Sequence[Guess | None],
        others: Sequence[Judged],
    ) -> tuple[list[Judged], list[Guess | None], list[Judged], list[Judged]]:
        """Dice, guesses and other places after a second look at what is doubted, and the places
        where nearly certainly no die is.
        """
        doubted = _doubted(dice, guesses)
        firm = [die for die in dice if die not in doubted]
        if any(guess for die, guess in zip(dice, guesses, strict=True) if die in firm):
            # Among print, what reads as a numeral may be print too: there the doubts stay.
            return list(dice), list(guesses), list(others), []
        again = self._again.settled(image_bgr, firm, doubted, others)
        kept = [die in firm or die in again.dice for die in dice]
        return list(compress(dice, kept)), list(compress(guesses, kept)), again.others, again.none

    def _with_wall(self, die: Judged, tray: Tray | None) -> Judged:
        at_wall = tray is not None and tray.where(*die.seen.place) is Where.AT_WALL
        return beside_wall(die, self._joining) if at_wall else die

    def _known_to_others(
        self,
        image_bgr: NDArray[np.uint8],
        dice: Sequence[Judged],
        others: Sequence[Judged],
        view: View,
    ) -> tuple[list[Judged], list[Judged]]:
        """Dice and other places, where a die that only a reader of other dice knows is a die.

        Not beside a known die: what is seen there may be that die's own side. What lies within
        the die that the reader sees is that die, found a second time.
        """
        found, rest, known = list(dice), list[Judged](), list[Guess]()
        asked = 0
        for one in sorted(others, key=lambda one: -_heat(one)):
            if any(_within(one, guess) for guess in known):
                continue
            place, guess = _place(one), None
            warm = asked < MOST_ASKED and _heat(one) >= WARM
            if all(gap(one, die) >= BESIDE for die in found) and any(
                reader.every_place or (warm and wanted(reader, place)) for reader in self._others
            ):
                asked += 1
                (guess,) = self._guesses(image_bgr, [one], view)
            if guess is not None and guess.present >= A_DIE:
                known.append(guess)
                found.append(one)
            else:
                rest.append(one)
        return found, [one for one in rest if not any(_within(one, guess) for guess in known)]

    def _guesses(
        self, image_bgr: NDArray[np.uint8], dice: Sequence[Judged], view: View
    ) -> list[Guess | None]:
        """For each die the best that the readers of other dice say, None where pips say more."""
        places = [_place(die) for die in dice]
        heard: list[list[Guess | None]] = [[] for _ in dice]
        for reader in self._others:
            asked = [k for k, place in enumerate(places) if wanted(reader, place)]
            if not asked:
                continue
            answers = reader.read(image_bgr, [places[k] for k in asked], view)
            for k, guess in zip(asked, answers, strict=True):
                if guess is not None and guess.chances:
                    heard[k].append(weighed(guess, places[k], dice[k].face_confidence))
        found = [best(some) for some in heard]
        return [
            guess
            if guess is not None
            and guess.confidence >= still_pips(guess, place, die.face_confidence)
            else None
            for guess, die, place in zip(found, dice, places, strict=True)
        ]


def decide(evidence: Evidence, joining: Joining) -> Decision:
    """Judge one picture's evidence by its pips: which places are dice, is all of it certain."""
    dice, others = _dice_and_others(judge(evidence, joining))
    return _decision(dice, others, [None] * len(dice), joining)


def _decision(
    dice: Sequence[Judged],
    others: Sequence[Judged],
    guesses: Sequence[Guess | None],
    joining: Joining,
) -> Decision:
    confidence, flat, read = 1.0, 1.0, True
    for die, guess in zip(dice, guesses, strict=True):
        shown = _shown(die, guess)
        confidence *= die.presence * shown
        if guess is None:
            flat *= die.flat
            read &= die.flat >= SURELY_FLAT
        read &= shown >= (READ if guess is None else SURELY_READ)
    for other in others:
        confidence *= 1 - other.presence
        read &= other.presence < A_DOUBT or other.face_confidence < PLAIN
    if not dice:
        status = Status.EMPTY if confidence >= joining.surely_empty else Status.UNSURE
    elif confidence >= joining.sure and read:
        status = Status.OK
    else:
        status = Status.UNSURE
    # That a die leans is asked die by die: many that lie close together are no reason for doubt.
    return Decision(status, confidence * flat, tuple(dice), tuple(others), tuple(guesses))


def _doubted(dice: Sequence[Judged], guesses: Sequence[Guess | None]) -> list[Judged]:
    """The dice of which it is not certain that they are dice, or what they show."""
    pairs = zip(dice, guesses, strict=True)
    return [die for die, guess in pairs if _shown(die, guess) * die.presence < DOUBTED]


def _shown(die: Judged, guess: Guess | None) -> float:
    return die.face_confidence if guess is None else guess.confidence


def _each_once(
    dice: Sequence[Judged], guesses: Sequence[Guess | None]
) -> tuple[list[Judged], list[Guess | None]]:
    """Without the places that another reader's die covers: its numerals look like small dice."""
    dropped: set[int] = set()
    order = [k for k, guess in enumerate(guesses) if guess is not None]
    for k in sorted(order, key=lambda k: -_believed(guesses[k])):
        guess = guesses[k]
        if guess is None or k in dropped:
            continue
        for other, die in enumerate(dice):
            if other == k or other in dropped or not _within(die, guess):
                continue
            small = die.seen.side < SMALLER * (guess.box_px[2] - guess.box_px[0])
            if guesses[other] is not None or (small and guess.confidence >= SURELY_READ):
                dropped.add(other)
    kept = [k for k in range(len(dice)) if k not in dropped]
    return [dice[k] for k in kept], [guesses[k] for k in kept]


def _believed(guess: Guess | None) -> float:
    return 0.0 if guess is None else guess.known


def _within(die: Judged, guess: Guess) -> bool:
    """Whether the middle of a place lies on the die that a guess is about."""
    x0, y0, x1, y1 = guess.box_px
    return x0 <= die.seen.x <= x1 and y0 <= die.seen.y <= y1


def _heat(die: Judged) -> float:
    """How far the looks at the whole picture see a die here at all, whichever."""
    looks = (die.seen.main, die.seen.turned)
    return float(np.mean([0.0 if one is None else one.heat for one in looks]))


def _place(die: Judged) -> OtherPlace:
    """A judged place as readers of other dice are given it: all looks' classes, averaged."""
    looks = [one for one in (die.seen.main, die.seen.turned, *die.seen.close) if one is not None]
    classes = np.mean([one.faces for one in looks], axis=0) if looks else np.eye(9)[8]
    return OtherPlace(die.seen.x, die.seen.y, die.seen.side, die.presence, classes)


def _present(die: Judged, guess: Guess | None) -> Judged:
    """The die, as surely there as the place and the reader of what it shows say together."""
    if guess is None:
        return die
    return replace(die, presence=1 - (1 - die.presence) * (1 - guess.present))


def _as_named(decision: Decision) -> list[Judged]:
    """The dice with the confidence of what is reported of them, for the troubles.

    How a cube lies is asked of cubes: a barrel looks as if it leaned.
    """
    return [
        die
        if guess is None
        else replace(
            die,
            face_confidence=guess.confidence,
            flat=1.0 if guess.kind is DieKind.D4 else die.flat,
        )
        for die, guess in zip(decision.dice, decision.guesses, strict=True)
    ]


def _dice_and_others(judged: list[Judged]) -> tuple[list[Judged], list[Judged]]:
    """Dice, strongest first, and the places that are not dice; a die found twice counts once."""
    dice: list[Judged] = []
    others: list[Judged] = []
    for one in sorted(judged, key=lambda one: -one.presence):
        if any(gap(one, die) < ONE_DIE for die in dice):
            continue
        (dice if one.presence >= A_DIE else others).append(one)
    return dice, others
