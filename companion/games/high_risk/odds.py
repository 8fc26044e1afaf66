"""Exact odds of High Risk: falls, boosts, and what going on is worth.

Knows probability by enumeration of every throw, in fractions. Refuses to sample and to
decide for a player.

**The value.** Worth is counted in zones that the player's own climbers gain until the dice
pass on, on average, when the player goes on by this very measure:

- stopping with *a* mountains is worth the best advance by *a*: zones gained, less what an
  own climber that is knocked off loses;
- a fall is worth minus the zones that the highest climber would lose now;
- a boost is worth the advance and a fresh turn. The fresh turn is valued as if every mountain
  were one zone and a fall cost what it costs now. Its worth W appears on both sides of its
  own equation, which is solved exactly.

What opponents gain or lose does not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from companion.dice import DiceSpec, throws, ways
from companion.games.high_risk.climbing import ascent, fall, may_advance
from companion.games.high_risk.state import DICE, DIE, Face, HighRiskState, Position, danger_dice


@dataclass(frozen=True, slots=True)
class Worth:
    """Average zones: of a stop, of rolling again; and the chances of the next roll."""

    stop: Fraction | None
    go_on: Fraction
    fall: Fraction
    boost: Fraction


@dataclass(frozen=True, slots=True)
class _Line:
    """A worth that depends on the fresh turn's worth W: ``base + slope * W``."""

    base: Fraction
    slope: Fraction

    def at(self, worth: Fraction) -> Fraction:
        return self.base + self.slope * worth


def fall_chance(dice: int) -> Fraction:
    """The chance that so many dice all show Danger."""
    return sum((p for danger, _, p in _outcomes(dice) if danger == dice), Fraction(0))


def boost_chance(dice: int) -> Fraction:
    """The chance that so many dice show no Danger at all."""
    return sum((p for danger, _, p in _outcomes(dice) if danger == 0), Fraction(0))


def worth_now(state: HighRiskState) -> Worth:
    """What the player at turn can expect of the next roll; ``stop`` is None before a roll."""
    position = state.position
    dice = danger_dice(position)
    gains = tuple(_best_gain(state, steps) for steps in range(DICE + 1))
    cost = _fall_cost(state)
    again = fresh_turn(cost)
    return Worth(
        stop=Fraction(gains[position.ascension]) if dice < DICE else None,
        go_on=_going_on(gains, cost, position.ascension, dice, again).at(again),
        fall=fall_chance(dice),
        boost=boost_chance(dice),
    )


@lru_cache(maxsize=64)
def fresh_turn(cost: int) -> Fraction:
    """W: the worth of a whole turn in which every mountain is a zone and a fall costs so many.

    By policy iteration: the best choices for a guess of W give a line, the line's fixed
    point is the next guess. From the second on guesses only rise, each is the worth of one
    of finitely many policies, so the same guess must come again and solves the equation.
    """
    gains = tuple(range(DICE + 1))
    guess = Fraction(0)
    while True:
        line = _going_on(gains, cost, 0, DICE, guess)
        better = line.base / (1 - line.slope)
        if better == guess:
            return guess
        guess = better


def _going_on(
    gains: tuple[int, ...], cost: int, ascension: int, dice: int, again: Fraction
) -> _Line:
    """Rolling so many Danger dice, then choosing what is best while W is ``again``."""

    @cache
    def roll(ascension: int, dice: int) -> _Line:
        base = slope = Fraction(0)
        for danger, gained, chance in _outcomes(dice):
            line = after(ascension + gained, danger, danger == dice)
            base += chance * line.base
            slope += chance * line.slope
        return _Line(base, slope)

    def after(ascension: int, danger: int, fell: bool) -> _Line:
        if fell:
            return _Line(Fraction(-cost), Fraction(0))
        stop = Fraction(gains[ascension])
        if not danger:
            return _Line(stop, Fraction(1))
        line = roll(ascension, danger)
        return line if line.at(again) > stop else _Line(stop, Fraction(0))

    return roll(ascension, dice)


@lru_cache(maxsize=16)
def _outcomes(dice: int) -> tuple[tuple[int, int, Fraction], ...]:
    """Every throw: Danger dice, Ascension dice, probability."""
    spec = DiceSpec.of({DIE: dice})
    every = throws(spec)
    total = sum(map(ways, every))
    return tuple(
        (
            rolled.values.count(Face.DANGER.value),
            rolled.values.count(Face.ASCENSION.value),
            Fraction(ways(rolled), total),
        )
        for rolled in every
    )


def _best_gain(state: HighRiskState, steps: int) -> int:
    """The most zones that an advance by so many gains for the own climbers together."""
    mountain, position = state.terms.mountain, state.position
    if not steps:
        return 0
    return max(
        gain(state, position, zone, steps)
        for zone in may_advance(mountain, position.climbers[position.turn])
    )


def gain(state: HighRiskState, position: Position, zone: int, steps: int) -> int:
    """Zones that an advance from there gains for the own climbers together."""
    move = ascent(state.terms.mountain, position.climbers, zone, steps)
    own = move.knocked == position.turn
    return move.target - move.source - (move.target - move.knocked_to if own else 0)


def _fall_cost(state: HighRiskState) -> int:
    position = state.position
    drop = fall(state.terms.mountain, position.climbers, position.turn)
    return drop.source - drop.target if drop else 0
