"""Where climbers go: advances, knocks and falls on the rope.

Knows the movement rules alone. Refuses to know dice and turns.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.high_risk.board import BASECAMP, Mountain
from companion.games.protocol import Seat

Climbers = tuple[tuple[int, ...], ...]
"""For each seat the zones of its climbers, highest first."""


@dataclass(frozen=True, slots=True)
class Ascent:
    """What an advance does: where the climber arrives and who is knocked down to where."""

    source: int
    target: int
    knocked: Seat | None
    knocked_to: int


@dataclass(frozen=True, slots=True)
class Fall:
    """What a fall does."""

    source: int
    target: int


def may_advance(mountain: Mountain, own: tuple[int, ...]) -> tuple[int, ...]:
    """The zones from which an own climber can go up, from the highest: all but the Summit."""
    return tuple(dict.fromkeys(zone for zone in own if zone != mountain.summit))


def ascent(mountain: Mountain, climbers: Climbers, source: int, steps: int) -> Ascent:
    """The advance of a climber in zone ``source`` by ``steps`` zones, all zones counted.

    The climber's own zone is left before anybody is knocked off, so it is open (HR12).
    """
    target = min(source + steps, mountain.summit)
    if target not in mountain.cliffs or target == source:
        return Ascent(source, target, None, target)
    for seat, zones in enumerate(climbers):
        if target in zones:
            left = _occupied(climbers) - {source}
            return Ascent(source, target, Seat(seat), _open_below(mountain, left, target))
    return Ascent(source, target, None, target)


def after_ascent(climbers: Climbers, seat: Seat, move: Ascent) -> Climbers:
    """Everybody's zones after that advance."""
    if move.knocked is not None:
        climbers = moved(climbers, move.knocked, move.target, move.knocked_to)
    return moved(climbers, seat, move.source, move.target)


def fall(mountain: Mountain, climbers: Climbers, seat: Seat) -> Fall | None:
    """The fall of that player's highest climber below the Summit; None if all are safe.

    The next climber on the route holds the rope: the first open zone below that one. With
    nobody else on the route it is the Basecamp. Climbers at the Summit hold no rope.
    """
    on_route = [zone for zone in climbers[seat] if BASECAMP < zone < mountain.summit]
    if not on_route:
        return None
    source = on_route[0]
    if len(on_route) == 1:
        return Fall(source, BASECAMP)
    return Fall(source, _open_below(mountain, _occupied(climbers), on_route[1]))


def moved(climbers: Climbers, seat: Seat, source: int, target: int) -> Climbers:
    """One climber of that player from zone to zone."""
    zones = list(climbers[seat])
    zones.remove(source)
    zones.append(target)
    zones.sort(reverse=True)
    return (*climbers[:seat], tuple(zones), *climbers[seat + 1 :])


def _occupied(climbers: Climbers) -> set[int]:
    return {zone for zones in climbers for zone in zones}


def _open_below(mountain: Mountain, occupied: set[int], zone: int) -> int:
    """The first zone below with room: no cliff, or a cliff on which nobody stands."""
    while zone > BASECAMP:
        zone -= 1
        if zone not in mountain.cliffs or zone not in occupied:
            return zone
    return BASECAMP
