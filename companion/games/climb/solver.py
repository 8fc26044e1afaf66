"""The best score that a route can give, with a line of moves that reaches it.

Knows an exact search over the holds still open and the resting finger. Refuses to guess: it
searches to the end (docs/boards/climb.md says how long that takes), and it knows nothing of
how hard a pose is, but for the spans of a hand if somebody has measured one.

The value of each situation is worked out once. What follows is tried in the order of a bound
from above, and left out once the bound is no more than what was found: without spans the
bound counts the holds, with spans it is the value without them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.games.climb.board import Deck, Finger, Place, Route
from companion.games.climb.openings import Customs, Openings, Situation, Step, Trail
from companion.games.climb.reach import Spans
from companion.games.climb.rounds import points_of_move

IMPOSSIBLE = -1
"""The value where only arriving counts and nobody can."""

_MOST_PLACED = 4


@dataclass(frozen=True, slots=True)
class Move:
    """One finger rests, others come down; ``points`` for all of them."""

    rest: Finger
    placed: tuple[tuple[Finger, Place], ...]
    points: int


@dataclass(frozen=True, slots=True)
class Line:
    """A best line from the Base Camp on; ``searched``: how many situations were worked out.

    The first move rests on the finger that began in the Base Camp.
    """

    points: int
    moves: tuple[Move, ...]
    searched: int


def best_line(
    deck: Deck, route: Route, customs: Customs | None = None, spans: Spans | None = None
) -> Line | None:
    """A best line of the route for a hand; ``spans`` None: every hold is in reach.

    None if only a line to the Summit counts and there is none. Raises ValueError for a route
    without cards.
    """
    if not route:
        raise ValueError("There is no route yet; lay the cards first.")
    customs = customs or Customs()
    openings = Openings(deck, route, customs, None)
    values = _Values(openings, customs, _by_count(openings, customs))
    searched = 0
    if spans is not None:
        loose, openings = values, Openings(deck, route, customs, spans)
        values = _Values(openings, customs, _by_value(openings, loose))
        points, trail = values.best()
        searched = len(loose.found)
    else:
        points, trail = values.best()
    if points == IMPOSSIBLE:
        return None
    moves = tuple(
        Move(rest, placed, points_of_move(len(placed) + 1))
        for rest, placed in openings.named(trail)
    )
    return Line(points, moves, searched + len(values.found))


@dataclass(slots=True)
class _Values:
    """The most points from each situation on, each worked out once."""

    openings: Openings
    customs: Customs
    bound: Callable[[Situation], int]
    found: dict[Situation, int] = field(default_factory=dict)

    def of(self, situation: Situation) -> int:
        """The value; IMPOSSIBLE if only arriving counts and nobody can."""
        known = self.found.get(situation)
        if known is not None:
            return known
        best = IMPOSSIBLE if self.customs.must_arrive else 0
        further: dict[Situation, int] = {}
        for step in self.openings.steps(situation):
            if step.summit:
                best = max(best, step.arrival)
            for following in self.openings.after(situation, step):
                if further.get(following, 0) < step.points:
                    further[following] = step.points
        hopes = [(points + self.bound(each), points, each) for each, points in further.items()]
        hopes.sort(reverse=True)
        for hope, points, following in hopes:
            if hope <= best:
                break
            later = self.of(following)
            if later != IMPOSSIBLE:
                best = max(best, points + later)
        self.found[situation] = best
        return best

    def best(self) -> tuple[int, Trail]:
        """The best value from the Base Camp and a trail that has it."""
        start = max(self.openings.starts(), key=self.of)
        wanted = points = self.of(start)
        trail: list[tuple[Situation, Step]] = []
        situation: Situation | None = start
        while situation is not None and wanted > 0:
            step, following = self._next(situation, wanted)
            trail.append((situation, step))
            wanted, situation = wanted - step.points, following
        return points, tuple(trail)

    def _next(self, situation: Situation, wanted: int) -> tuple[Step, Situation | None]:
        """A step with which the wanted value is reached."""
        steps = self.openings.steps(situation)
        for step in steps:
            if step.arrival == wanted:
                return step, None
        for step in steps:
            for following in self.openings.after(situation, step):
                later = self.of(following)
                if later != IMPOSSIBLE and step.points + later == wanted:
                    return step._replace(summit=(), arrival=0), following
        raise AssertionError("a value has no step that leads to it")


def _by_count(openings: Openings, customs: Customs) -> Callable[[Situation], int]:
    """From above: as if all that is open could be gripped by four fingers a move."""
    counts: dict[int, int] = {}

    def bound(situation: Situation) -> int:
        holds = openings.holds_to_come(situation)
        if holds not in counts:
            placings = openings.placings(holds) + (1 if customs.one_in_summit else 4)
            moves, rest = divmod(placings, _MOST_PLACED)
            counts[holds] = moves * points_of_move(_MOST_PLACED + 1) + points_of_move(rest + 1)
        return counts[holds]

    return bound


def _by_value(openings: Openings, loose: _Values) -> Callable[[Situation], int]:
    """From above: as if every hold were in reach."""

    def bound(situation: Situation) -> int:
        return loose.of(openings.loosened(situation, loose.openings))

    return bound
