"""A second, naive judge of Climb!: it remembers everything that happened and looks back.

Knows the default rules of an attempt, told as a person would check them. Refuses to know
anything of the product but its words for fingers and places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, combinations, product

TRIANGLE = {2: 1, 3: 3, 4: 6, 5: 10}

Holds = Mapping[str, tuple[tuple[str, ...], bool]]
"""Name of a hold to its fingers, and whether it takes both of them at once."""

Move = tuple[tuple[str, str], ...]
FINGERS = ("thumb", "index", "middle", "ring", "little")


def verdict(holds: Holds, history: Sequence[tuple[str, ...]], now: tuple[str, ...]) -> str:
    """``ok``, the name of what is wrong, or ``untrue`` for what cannot have happened.

    ``history``: what happened since the hand was chosen, all of it ``ok``. Each is
    ``(down, finger, place)``, ``(up, finger)`` or ``(done,)``.
    """
    where: dict[str, str] = {}
    ever_left: list[tuple[str, str]] = []
    this_move: list[str] = []
    rests: list[str] = []
    for event in history:
        match event:
            case ("down", finger, place):
                if where:
                    this_move.append(finger)
                where[finger] = place
            case ("up", finger):
                ever_left.append((finger, where.pop(finger)))
                if finger in this_move:
                    this_move.remove(finger)
            case _:
                rests.append(next(f for f in where if f not in this_move))
                this_move = []
    match now:
        case ("down", finger, place):
            if finger in where or (
                place not in holds and place not in ("base", "summit", "beside")
            ):
                return "untrue"
            if not where:
                return "ok" if place == "base" else "untrue"
            return _coming_down(holds, where, ever_left, this_move, finger, place)
        case ("up", finger):
            if finger not in where:
                return "untrue"
            if len(where) == 1:
                return "no_touch"
            if this_move:
                return "ok" if finger in this_move else "rest_lifted"
            rest = [f for f in where if f != finger]
            return "same_rest" if rests and rest == rests[-1:] else "ok"
        case _:
            if not this_move or len(where) < 2:
                return "untrue"
            for finger in this_move:
                fingers, together = holds.get(where[finger], ((), False))
                if together and any(where.get(f) != where[finger] for f in fingers):
                    return "half_double"
            return "ok"


def _coming_down(
    holds: Holds,
    where: Mapping[str, str],
    ever_left: Sequence[tuple[str, str]],
    this_move: Sequence[str],
    finger: str,
    place: str,
) -> str:
    if place in holds:
        if finger not in holds[place][0]:
            return "wrong_colour"
        if (finger, place) in ever_left:
            return "returned"
    if not this_move and len(where) > 1:
        return "lift_more"
    if place == "base":
        return "back_to_base"
    if place == "beside":
        return "beside"
    if place == "summit":
        return "summit_taken" if "summit" in where.values() else "ok"
    if place in [left for _, left in ever_left]:
        return "closed_hold"
    if place in where.values() and not holds[place][1]:
        return "two_in_one"
    return "ok"


def best_score(
    holds: Holds, *, must_arrive: bool = False, closed_to_all: bool = True
) -> int | None:
    """The most points of a route, by trying every line of moves."""
    known: dict[tuple[frozenset[tuple[str, str]], str, str], int | None] = {}

    def best(used: frozenset[tuple[str, str]], rest: str, where: str) -> int | None:
        if (used, rest, where) not in known:
            known[used, rest, where] = _best(used, rest, where)
        return known[used, rest, where]

    def _best(used: frozenset[tuple[str, str]], rest: str, where: str) -> int | None:
        most = None if must_arrive else 0
        for move in _moves(holds, used, rest, where, closed_to_all):
            points = TRIANGLE[len(move) + 1]
            if any(place == "summit" for _, place in move):
                most = max(most or 0, points)
                continue
            for finger, place in move:
                later = best(used | set(move), finger, place)
                if later is not None:
                    most = max(most or 0, points + later)
        return most

    found = [best(frozenset(), rest, "base") for rest in FINGERS]
    possible = [points for points in found if points is not None]
    return max(possible) if possible else None


def _moves(
    holds: Holds, used: frozenset[tuple[str, str]], rest: str, where: str, closed_to_all: bool
) -> list[Move]:
    """Every set of fingers in open holds, at most one in the Summit Zone."""
    others = [finger for finger in FINGERS if finger != rest]
    closed = {place for _, place in used} if closed_to_all else {where}
    found: list[Move] = []
    groups = chain.from_iterable(combinations(others, n) for n in range(1, 5))
    for group in groups:
        ways = [
            [
                place
                for place, (fingers, _) in holds.items()
                if finger in fingers and place not in closed and (finger, place) not in used
            ]
            + ["summit"]
            for finger in group
        ]
        found += [
            tuple(zip(group, places, strict=True))
            for places in product(*ways)
            if all(_is_whole(holds, place, places.count(place)) for place in places)
        ]
    return found


def _is_whole(holds: Holds, place: str, n: int) -> bool:
    if place == "summit":
        return n == 1
    return n == (2 if holds[place][1] else 1)
