"""Which moves are open on a route: the ground on which the solver searches.

Knows situations between two moves, the moves that each allows and what follows. Refuses to
know what is best (``solver``).

Without the spans of a hand, holds for the same fingers are alike, and only their number
counts. With spans every hold is a kind of its own. To lift a finger again within a move gains
nothing, so a move is what is down at its end.

A *grip* is a finger in a hold of some kind, in the Base Camp or in the Summit Zone, written
as a number; sets of grips are bits. The holds that are open are one number too, with a byte
for each kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.games.climb.board import BASE, SUMMIT, Border, Deck, Finger, Hold, Place, Route
from companion.games.climb.reach import Spans, distances
from companion.games.climb.rounds import points_of_move
from companion.games.climb.route import holds_on

BITS = 8
"""For each kind: 42 cards of three holds are at most 126 alike."""

Situation = tuple[int, int]
"""Between two moves: the holds that are open, and the grip that rests."""

_FINGERS = tuple(Finger)


@dataclass(frozen=True, slots=True)
class Customs:
    """The house rules that matter here; the defaults are those of the game.

    ``must_arrive``: only a line to the Summit counts, as in the expert variation.
    """

    closed_to_all: bool = True
    one_in_summit: bool = True
    must_arrive: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """Holds that are alike. ``place`` is None while holds for the same fingers are alike."""

    fingers: tuple[Finger, ...]
    together: bool
    place: Place | None


class Grip(NamedTuple):
    """A finger in a hold of a kind, by its number; None in the Base Camp or Summit Zone."""

    finger: int
    kind: int | None
    zone: Place | None


class Step(NamedTuple):
    """A move: the grips in holds, the holds left open and its points (0 without a grip).

    ``summit``: the grips in the Summit Zone with which the same move would arrive, for
    ``arrival`` points; 0 where no finger can.
    """

    grips: tuple[int, ...]
    open: int
    points: int
    summit: tuple[int, ...]
    arrival: int


Trail = tuple[tuple[Situation, Step], ...]
"""Steps with the situations before them; the last one arrives if that is worth more."""


class Openings:
    """The moves of one route for one hand, under some house rules."""

    def __init__(self, deck: Deck, route: Route, customs: Customs, spans: Spans | None) -> None:
        """``spans`` None: every hold is in reach."""
        self._customs, self._spans = customs, spans
        self._holds = tuple(holds_on(deck, route).values())
        found = dict.fromkeys(self._kind_of(hold) for hold in self._holds)
        spared = (
            Kind((finger,), False, kind.place)
            for kind in found
            if self._reopens(kind)
            for finger in kind.fingers
        )
        self.kinds = tuple(dict.fromkeys((*found, *spared)))
        self.grips = self._all_grips()
        self._numbers = {grip: number for number, grip in enumerate(self.grips)}
        self._base = [self._numbers[Grip(i, None, BASE)] for i in range(len(_FINGERS))]
        self._summit = [self._numbers[Grip(i, None, SUMMIT)] for i in range(len(_FINGERS))]
        self._fitting = self._all_fitting(deck, route)
        self._spare = [self._spared(grip) for grip in self.grips]
        self._by_finger = [self._grips_of(finger) for finger in range(len(_FINGERS))]

    def starts(self) -> tuple[Situation, ...]:
        """One for each finger that can begin in the Base Camp (CL3)."""
        full = sum(1 << BITS * self.kinds.index(self._kind_of(hold)) for hold in self._holds)
        return tuple((full, grip) for grip in self._base)

    def holds_to_come(self, situation: Situation) -> int:
        """The open holds, and the one that the resting finger opens again when it is lifted."""
        open_holds, rest = situation
        return open_holds + self._spare[rest]

    def placings(self, holds: int) -> int:
        """How many times at most a finger can still come down in these holds."""
        return sum(
            (holds >> BITS * n & 255) * (2 if kind.together or self._reopens(kind) else 1)
            for n, kind in enumerate(self.kinds)
        )

    def steps(self, situation: Situation) -> list[Step]:
        """Every move (CL4); that without a grip in a hold only to arrive."""
        open_holds, rest = situation
        resting = self.grips[rest].finger
        # Fingers used as bits, grips as bits, grips in order, holds left open.
        found: list[tuple[int, int, tuple[int, ...], int]] = [
            (1 << resting, 1 << rest, (), open_holds)
        ]
        fitting, bits = self._fitting, BITS
        for finger in range(len(_FINGERS)):
            if finger == resting:
                continue
            more: list[tuple[int, int, tuple[int, ...], int]] = []
            for used, gripped, grips, left in found:
                if used >> finger & 1:
                    continue
                for grip, kind, partner in self._by_finger[finger]:
                    if not left >> bits * kind & 255 or gripped & ~fitting[grip]:
                        continue
                    now, longer, here = used | 1 << finger, gripped | 1 << grip, (*grips, grip)
                    if partner is not None:
                        other = self.grips[partner].finger
                        if used >> other & 1 or longer & ~fitting[partner]:
                            continue
                        now, longer, here = (
                            now | 1 << other,
                            longer | 1 << partner,
                            (*here, partner),
                        )
                    more.append((now, longer, here, left - (1 << bits * kind)))
            found += more
        return [self._step(*each) for each in found]

    def after(self, situation: Situation, step: Step) -> list[Situation]:
        """The situations that follow: any finger of the move may rest (CL5)."""
        spare = self._spare
        left = step.open + spare[situation[1]] + sum(spare[grip] for grip in step.grips)
        return [(left - spare[grip], self._resting(grip)) for grip in step.grips]

    def loosened(self, situation: Situation, loose: Openings) -> Situation:
        """The same situation where every hold is in reach."""
        open_holds, rest = situation
        counts = 0
        for n, kind in enumerate(self.kinds):
            if open_holds >> BITS * n & 255:
                number = loose.kinds.index(Kind(kind.fingers, kind.together, None))
                counts += (open_holds >> BITS * n & 255) << BITS * number
        finger, number_here, zone = self.grips[rest]
        if number_here is None:
            return counts, loose._numbers[Grip(finger, None, zone)]
        kind = self.kinds[number_here]
        number = loose.kinds.index(Kind(kind.fingers, kind.together, None))
        return counts, loose._resting(loose._numbers[Grip(finger, number, None)])

    def named(self, trail: Trail) -> list[tuple[Finger, tuple[tuple[Finger, Place], ...]]]:
        """Resting finger and placings of each step; of alike holds the first that is open."""
        free: list[list[Place]] = [[] for _ in self.kinds]
        for hold in self._holds:
            free[self.kinds.index(self._kind_of(hold))].append(hold.place)
        told: list[tuple[Finger, tuple[tuple[Finger, Place], ...]]] = []
        held: dict[int, tuple[int, Place]] = {}
        for (_, rest), step in trail:
            resting = self.grips[rest].finger
            for finger, (grip, place) in tuple(held.items()):
                if finger != resting and self._spare[grip]:
                    free[self._spare[grip].bit_length() // BITS].append(place)
            held = {finger: each for finger, each in held.items() if finger == resting}
            down: dict[int, tuple[int, Place]] = {}
            for grip in step.grips:
                finger, kind, _ = self.grips[grip]
                assert kind is not None, "a grip of a step is in a hold"
                shared = [p for g, p in down.values() if self.grips[g].kind == kind]
                together = self.kinds[kind].together and len(shared) % 2 == 1
                down[finger] = (grip, shared[-1] if together else free[kind].pop(0))
            zone = step.summit if step.arrival > step.points else ()
            placed = [(_FINGERS[finger], place) for finger, (_, place) in down.items()]
            placed += [(_FINGERS[self.grips[grip].finger], SUMMIT) for grip in zone]
            told.append((_FINGERS[resting], tuple(placed)))
            held |= down
        return told

    def _step(self, used: int, gripped: int, grips: tuple[int, ...], left: int) -> Step:
        zone = tuple(
            grip
            for finger, grip in enumerate(self._summit)
            if not used >> finger & 1 and not gripped & ~self._fitting[grip]
        )
        if self._customs.one_in_summit:
            zone = zone[:1]
        points = points_of_move(len(grips) + 1)
        arrival = points_of_move(len(grips) + len(zone) + 1) if zone else 0
        return Step(grips, left, points, zone, arrival)

    def _resting(self, grip: int) -> int:
        """The grip as far as it matters for what follows."""
        if self._spans is not None or self._spare[grip]:
            return grip
        return self._base[self.grips[grip].finger]

    def _kind_of(self, hold: Hold) -> Kind:
        place = None if self._spans is None else hold.place
        return Kind(hold.fingers, hold.border is Border.DOUBLE, place)

    def _reopens(self, kind: Kind) -> bool:
        """Whether such a hold stays open to its other finger, by house rule (CL6)."""
        return not self._customs.closed_to_all and not kind.together and len(kind.fingers) == 2

    def _all_grips(self) -> tuple[Grip, ...]:
        zones = (Grip(i, None, zone) for zone in (BASE, SUMMIT) for i in range(len(_FINGERS)))
        holds = (
            Grip(_FINGERS.index(finger), number, None)
            for number, kind in enumerate(self.kinds)
            for finger in kind.fingers
        )
        return (*zones, *holds)

    def _all_fitting(self, deck: Deck, route: Route) -> list[int]:
        """For each grip, as bits, the grips of other fingers that one hand can hold with it."""
        if self._spans is None:
            return [(1 << len(self.grips)) - 1] * len(self.grips)
        apart = distances(deck, route)
        places = [
            grip.zone if grip.kind is None else self.kinds[grip.kind].place for grip in self.grips
        ]
        fitting = [0] * len(self.grips)
        for one, (finger, _, _) in enumerate(self.grips):
            for other, (another, _, _) in enumerate(self.grips):
                if finger == another:
                    continue
                span = self._spans.between(_FINGERS[finger], _FINGERS[another])
                here, there = places[one], places[other]
                if here is not None and there is not None and apart[here, there] <= span:
                    fitting[one] |= 1 << other
        return fitting

    def _spared(self, grip: Grip) -> int:
        """What opens again when that grip is lifted: the hold, for its other finger."""
        if grip.kind is None or not self._reopens(self.kinds[grip.kind]):
            return 0
        kind = self.kinds[grip.kind]
        others: Sequence[Finger] = [f for f in kind.fingers if f is not _FINGERS[grip.finger]]
        return 1 << BITS * self.kinds.index(Kind((others[0],), False, kind.place))

    def _grips_of(self, finger: int) -> tuple[tuple[int, int, int | None], ...]:
        """Grip, kind and the partner's grip; holds for two go by the first of their fingers."""
        found: list[tuple[int, int, int | None]] = []
        for number, kind in enumerate(self.kinds):
            if _FINGERS[finger] not in kind.fingers:
                continue
            grip, partner = self._numbers[Grip(finger, number, None)], None
            if kind.together:
                first, second = kind.fingers
                if _FINGERS[finger] is not first:
                    continue
                partner = self._numbers[Grip(_FINGERS.index(second), number, None)]
            found.append((grip, number, partner))
        return tuple(found)
