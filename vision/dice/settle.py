"""When dice have come to rest, and whether that is a throw that was not reported yet.

Knows stillness, hands, things that cover the tray, and the dice reported last. Refuses to
know how dice are read (it asks for a reading and is given it), games and clocks: it goes
by the times of the frames, so that the same frames give the same answer.

Use: give every frame to ``watch``; when its answer says so, read that frame and give the
reading to ``take``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from vision.dice.agreement import agreed, enough
from vision.dice.kept import KeptDie, bumped, kept, moved_by, slid_pairs, untouched
from vision.motion import Cells, Change, Image, Mask, changes, contrast, likeness, outline, shift
from vision.stillness import Stillness
from vision.values import SettledRoll, Status, TrayReading


class Phase(StrEnum):
    """What goes on in the tray."""

    WAITING = "waiting"
    """Nothing moves and there is nothing to report."""
    ROLLING = "rolling"
    """Something moves."""
    HAND_IN_VIEW = "hand_in_view"
    """Something large moves, or came in and has not left."""
    SETTLING = "settling"
    """Nothing moves, not yet for long enough."""
    AT_REST = "at_rest"
    """New dice lie still; a reading or the right number of them is awaited."""
    COVERED = "covered"
    """Something large has lain still over the tray."""
    REPORTED = "reported"
    """The dice that lie there were reported."""


@dataclass(frozen=True, slots=True)
class SettleRules:
    """Times in seconds of frames; shares of the picture's area."""

    still_frames: int = 3
    still_for_s: float = 0.3
    other_count_for_s: float = 2.0
    """Another number of dice than awaited is reported after so long at rest."""
    any_count_for_s: float = 0.3
    """The same when no number is awaited."""
    report_found: bool = True
    """Whether dice that lie there in the first picture are a throw, or were there before."""
    hand_share: float = 0.05
    """A connected change of at least this share that reaches the border is a hand."""
    large_share: float = 0.2
    """So is any of this share, wherever it is."""
    cover_for_s: float = 1.0
    """A hand that lies still for so long is called a cover."""
    cover_blocks_for_s: float = 10.0
    """For so long a cover keeps doubtful readings back; then they are reported."""


@dataclass(frozen=True, slots=True)
class Watched:
    """The answer to one frame. ``read``: read this frame and give the reading to ``take``.

    ``settles``: nothing has moved since the frame before, and a reading will be due if that goes
    on.
    """

    phase: Phase
    read: bool = False
    settles: bool = False


_HABIT_S = 50.0
"""A place that goes on changing is ignored after some time of this order: a lamp that
blinks in view must not keep the tray from coming to rest for ever."""
_HABITUAL = 0.25
"""Share of the recent time with a change above which a place is ignored: reached after 35 s by
a lamp that is on half the time, after 14 s by what never stands still. A die spins for less."""
_MIN_DIE_CELLS = 5.0
"""A die must be this wide in the shrunk picture for its look to be compared there."""
_BODY = 1.8
"""The sides of a die that show beside its top face reach this much further than its box."""
_OWN, _AROUND = 1.3, 2.6
"""Between so many times its box lies what is around a die."""
_TOUCHED = 0.1
"""Share of what is around a die that is covered when something touches or holds it."""
_SURELY_NONE = 0.9
"""Something new that holds no die with this confidence is a cup or a card, and no question."""
_ALIKE = 0.85
"""Likeness from which on a die was only moved, and neither rolled nor turned by 15 degrees."""
_EPSILON_S = 1e-6


class Settle:
    """Watches one tray: holds the last reported dice and the picture they lay in."""

    def __init__(self, rules: SettleRules | None = None) -> None:
        self._rules = rules or SettleRules()
        self._size = (1, 1)
        self._awaited: int | None = None
        # The rest that goes on: the picture at its start, when that was, what was read.
        self._anchor: Cells | None = None
        self._now: Cells | None = None
        self._now_s = 0.0
        self._looked_s = 0.0
        self._rest_frame = 0
        self._rest_s = 0.0
        self._still = 0
        self._readings: list[TrayReading] = []
        self._held: tuple[float, int | None] | None = None
        self._done = False
        self._news: bool | None = None
        # What is known of the tray.
        self._stillness = Stillness()
        self._habit: NDArray[np.float32] | None = None
        self._tray: Cells | None = None
        self._hand = False
        self._covered = False
        self._kept: tuple[KeptDie, ...] | None = None if not self._rules.report_found else ()
        self._kept_look: Cells | None = None
        self._quiet_phase = Phase.WAITING

    def watch(
        self, image_bgr: Image, index: int, t_s: float, awaited: int | None = None
    ) -> Watched:
        """Look at the next frame: H x W x 3, 8 bit, BGR; ``t_s`` rising seconds.

        ``awaited`` is how many dice the game waits for, None for any number or none.
        """
        if self._stillness.same(image_bgr, t_s):
            self._now_s, self._awaited = t_s, awaited
            return self._lies_still()
        self._stillness.forget()
        self._unlearn(self._now_s - self._looked_s)
        self._looked_s = t_s
        now = contrast(image_bgr)
        passed_s, self._now_s, self._now = t_s - self._now_s, t_s, now
        self._size = (image_bgr.shape[1], image_bgr.shape[0])
        self._awaited = awaited
        if self._anchor is None or self._anchor.shape != now.shape:
            self._habit = np.zeros(now.shape[1:], np.float32)
            self._tray = self._kept_look = None
            if self._anchor is not None:
                # Another size of picture: the dice are the same, their places are not.
                self._kept = None
            self._begin_rest(now, index, t_s)
            return Watched(Phase.SETTLING)
        change = self._change(self._anchor, now, passed_s)
        if change.any:
            self._begin_rest(now, index, t_s)
            self._hand = self._is_large(change)
            return Watched(Phase.HAND_IN_VIEW if self._hand else Phase.ROLLING)
        self._stillness.remember(image_bgr, t_s)
        return self._lies_still()

    def _lies_still(self) -> Watched:
        """The answer to one more frame in which nothing moved."""
        self._still += 1
        if self._still < self._rules.still_frames or not self._rests(self._rules.still_for_s):
            return Watched(Phase.HAND_IN_VIEW if self._hand else Phase.SETTLING, settles=True)
        return Watched(self._rest_phase(), self._wants_reading())

    def take(self, reading: TrayReading) -> SettledRoll | None:
        """Take the reading of the frame last watched; the throw, if that completes one."""
        self._readings.append(reading)
        if not enough(self._readings):
            return None
        best = agreed(self._readings)
        dice = tuple(kept(die) for die in best.dice)
        if self._news is None:
            self._news = self._is_news()
        self._covered = self._is_covered(dice)
        if not self._covered:
            self._tray = self._now
        if self._kept is None:
            # What the first picture shows was there before anybody looked.
            self._keep(dice)
            self._finish(Phase.REPORTED if dice else Phase.WAITING)
            return None
        if dice and self._is_known(dice):
            self._finish(Phase.REPORTED)
            return None
        held = self._touches_cover(dice)
        limit_s = self._limit_s(len(dice), best.status is Status.OK, held)
        if not self._rests(limit_s):
            self._held = (self._rest_s + limit_s, self._awaited)
            self._quiet_phase = Phase.AT_REST if dice else Phase.WAITING
            return None
        if not dice:
            self._finish(Phase.WAITING)
            # Something came to lie there and the reader cannot tell what: people must look.
            unclear = best.status is Status.UNSURE and best.confidence < _SURELY_NONE
            unclear = unclear and bool(self._news) and self._awaited is not None
            return SettledRoll(self._rest_frame, self._rest_s, best) if unclear else None
        self._keep(dice)
        # Whatever large thing lies beside dice that were reported belongs to the tray now.
        self._tray = self._now
        self._finish(Phase.REPORTED)
        return SettledRoll(self._rest_frame, self._rest_s, best)

    def _begin_rest(self, now: Cells, index: int, t_s: float) -> None:
        self._anchor = now
        self._rest_frame, self._rest_s, self._still = index, t_s, 1
        self._readings, self._held, self._done, self._news = [], None, False, None
        self._quiet_phase = Phase.AT_REST

    def _finish(self, phase: Phase) -> None:
        self._done, self._quiet_phase = True, phase

    def _keep(self, dice: tuple[KeptDie, ...]) -> None:
        self._kept, self._kept_look = dice, self._now

    def _rests(self, for_s: float) -> bool:
        return self._now_s - self._rest_s >= for_s - _EPSILON_S

    def _wants_reading(self) -> bool:
        if self._done:
            return False
        if self._held is None:
            return True
        until_s, awaited = self._held
        if self._now_s < until_s - _EPSILON_S and awaited == self._awaited:
            return False
        # A fresh look: what is reported must be what lies there now.
        self._readings, self._held = [], None
        return True

    def _limit_s(self, count: int, sure: bool, held: bool) -> float:
        """How long this must have been at rest before it is reported."""
        fits = self._awaited is None or count == self._awaited
        if held or (self._covered and not (fits and sure and count)):
            return self._rules.cover_blocks_for_s
        if not fits:
            return self._rules.other_count_for_s
        return self._rules.any_count_for_s if self._awaited is None else self._rules.still_for_s

    def _rest_phase(self) -> Phase:
        if self._covered:
            long = self._rests(self._rules.cover_for_s)
            return Phase.COVERED if long else Phase.HAND_IN_VIEW
        return self._quiet_phase

    def _change(self, anchor: Cells, now: Cells, passed_s: float) -> Change:
        assert self._habit is not None
        ignored = self._habit > _HABITUAL
        change = changes(anchor, now, ignored if ignored.any() else None)
        if change.any or ignored.any():
            everywhere = changes(anchor, now) if ignored.any() else change
            # A cup that is shaken over the tray is no lamp: dice will lie where it was.
            large = self._is_large(everywhere)
            weight = 0.0 if large else min(1.0, max(0.0, passed_s) / _HABIT_S)
            self._habit += weight * (everywhere.cells.astype(np.float32) - self._habit)
        else:
            self._unlearn(passed_s)
        return change

    def _unlearn(self, passed_s: float) -> None:
        """Forget a little of what goes on changing, for time in which nothing did."""
        if self._habit is not None and passed_s > 0.0:
            self._habit *= max(0.0, 1.0 - passed_s / _HABIT_S)

    def _is_large(self, change: Change) -> bool:
        if change.largest >= self._rules.large_share:
            return True
        return change.at_border >= self._rules.hand_share

    def _is_news(self) -> bool:
        """Something looks other than when the tray last lay still, away from the kept dice."""
        if self._tray is None or self._now is None:
            return False
        return changes(self._tray, self._now, self._boxes(self._kept or ())).any

    def _is_covered(self, dice: tuple[KeptDie, ...]) -> bool:
        """Something large lies there that was not there before, and it is not dice."""
        if self._tray is None or self._now is None:
            return False
        explained = self._boxes((*(self._kept or ()), *dice))
        if not self._is_large(changes(self._tray, self._now, explained)):
            return False
        # The whole table in another place: the camera was bumped, nothing lies there.
        return shift(self._tray, self._now, explained) is None

    def _touches_cover(self, dice: tuple[KeptDie, ...]) -> bool:
        """A die is in the fingers, or half under them: what lies around it is new as well."""
        if self._tray is None or self._now is None:
            return False
        own = self._boxes((*(self._kept or ()), *dice), _OWN)
        change = changes(self._tray, self._now, own)
        if not (self._covered or change.at_border > 0.0):
            return False
        cover = outline(change.cells)
        for die in dice:
            around = self._boxes((die,), _AROUND) & ~self._boxes((die,), _OWN)
            if around.any() and float(cover[around].mean()) > _TOUCHED:
                return True
        return False

    def _is_known(self, dice: tuple[KeptDie, ...]) -> bool:
        before = self._kept or ()
        if not before or self._kept_look is None or self._now is None:
            return False
        if untouched(before, dice, self._same_look(dice)):
            if len(before) == len(dice):
                self._kept_look = self._now
            return True
        moved = shift(self._kept_look, self._now, self._boxes((*before, *dice)))
        if moved is not None:
            cell_px = self._size[0] / self._now.shape[2]
            before = moved_by(before, moved[0] * cell_px, moved[1] * cell_px)
            if untouched(before, dice, [False] * len(dice)):
                self._kept, self._kept_look = before, self._now
                return True
        if bumped(before, dice) or self._slid(before, dice):
            self._keep(dice)
            return True
        return False

    def _slid(self, before: tuple[KeptDie, ...], dice: tuple[KeptDie, ...]) -> bool:
        """Each die lies less than its side from where it was, and neither rolled nor turned."""
        assert self._kept_look is not None
        assert self._now is not None
        pairs = slid_pairs(before, dice)
        cell_px = self._size[0] / self._now.shape[2]
        return bool(pairs) and all(
            die.side_px >= _MIN_DIE_CELLS * cell_px
            and likeness(
                self._kept_look, _cells(was, cell_px, 0), self._now, _cells(die, cell_px, 3)
            )
            > _ALIKE
            for was, die in pairs
        )

    def _same_look(self, dice: tuple[KeptDie, ...]) -> list[bool]:
        assert self._kept_look is not None
        assert self._now is not None
        differs = changes(self._kept_look, self._now).cells
        cell_px = self._size[0] / self._now.shape[2]
        return [
            die.side_px >= _MIN_DIE_CELLS * cell_px and not differs[self._boxes((die,), 1.0)].any()
            for die in dice
        ]

    def _boxes(self, dice: tuple[KeptDie, ...], larger: float = _BODY) -> Mask:
        assert self._now is not None
        rows, columns = self._now.shape[1:]
        mask = np.zeros((rows, columns), bool)
        to_column, to_row = columns / self._size[0], rows / self._size[1]
        for die in dice:
            (x, y), reach = die.centre_px, die.side_px * larger / 2
            top, bottom = (y - reach) * to_row, (y + reach) * to_row
            left, right = (x - reach) * to_column, (x + reach) * to_column
            mask[max(0, int(top)) : int(bottom) + 1, max(0, int(left)) : int(right) + 1] = True
        return mask


def _cells(die: KeptDie, cell_px: float, more: int) -> tuple[int, int, int, int]:
    """The box of a die in cells, larger by some on each side."""
    (x, y), reach = die.centre_px, die.side_px / 2
    return (
        round((x - reach) / cell_px) - more,
        round((y - reach) / cell_px) - more,
        round((x + reach) / cell_px) + more + 1,
        round((y + reach) / cell_px) + more + 1,
    )


def settled_rolls(
    frames: Iterable[tuple[Image, int, float]],
    read: Callable[[Image], TrayReading],
    awaited: int | None = None,
    rules: SettleRules | None = None,
) -> Iterator[SettledRoll]:
    """The throws in a recording: ``frames`` are pictures with their index and seconds.

    A throw that is still held back when the recording ends is not reported unless it lay
    still long enough.
    """
    settle = Settle(rules)
    for image_bgr, index, t_s in frames:
        if settle.watch(image_bgr, index, t_s, awaited).read:
            roll = settle.take(read(image_bgr))
            if roll is not None:
                yield roll
