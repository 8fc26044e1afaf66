"""High Risk once more, slowly and in another way, to judge the rules by.

Knows a mountain as a list of zones that hold climbers' colours. Shares nothing with the
rules but the kinds of the zones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Mountain = list[list[int]]
"""For each zone from below, whose climbers stand there."""


def peopled(kinds: Sequence[str], teams: Sequence[Sequence[int]]) -> Mountain:
    """The mountain with everybody on it."""
    zones: Mountain = [[] for _ in kinds]
    for seat, team in enumerate(teams):
        for zone in team:
            zones[zone].append(seat)
    return zones


def teams_on(zones: Mountain, seats: int) -> tuple[tuple[int, ...], ...]:
    """For each seat where its climbers are, highest first."""
    return tuple(
        tuple(i for i in reversed(range(len(zones))) for each in zones[i] if each == seat)
        for seat in range(seats)
    )


def has_room(kinds: Sequence[str], zones: Mountain, zone: int) -> bool:
    """Whether one more climber may stop there."""
    return kinds[zone] != "cliff" or not zones[zone]


def next_with_room_below(kinds: Sequence[str], zones: Mountain, zone: int) -> int:
    """The highest of all lower zones that have room."""
    return max(each for each in range(zone) if has_room(kinds, zones, each))


def fall(kinds: Sequence[str], zones: Mountain, seat: int) -> None:
    """The rope of that team runs from the highest climber to the next one."""
    roped = [zone for zone in range(1, len(kinds) - 1) for each in zones[zone] if each == seat]
    if not roped:
        return
    highest = roped.pop()
    lands = next_with_room_below(kinds, zones, roped.pop()) if roped else 0
    zones[highest].remove(seat)
    zones[lands].append(seat)


def advance(kinds: Sequence[str], zones: Mountain, seat: int, zone: int, steps: int) -> None:
    """Step by step up; then whoever was on the cliff makes room."""
    zones[zone].remove(seat)
    for _ in range(steps):
        if kinds[zone] != "summit":
            zone += 1
    if kinds[zone] == "cliff" and zones[zone]:
        (other,) = zones[zone]
        lands = next_with_room_below(kinds, zones, zone)
        zones[zone].remove(other)
        zones[lands].append(other)
    zones[zone].append(seat)


def lines(kinds: Sequence[str], zones: Mountain, seats: int, depth: int) -> int:
    """Lines of play from the first turn of seat 0, each walked by itself."""
    return _from_roll(kinds, zones, seats, 0, 6, 0, depth)


def _from_roll(
    kinds: Sequence[str],
    zones: Mountain,
    seats: int,
    seat: int,
    dice: int,
    aside: int,
    depth: int,
) -> int:
    if depth == 0:
        return 1
    count = 0
    for danger in range(dice + 1):
        for ascension in range(dice - danger + 1):
            board = [list(zone) for zone in zones]
            total = aside + ascension
            if danger == dice:
                fall(kinds, board, seat)
                count += _from_roll(kinds, board, seats, (seat + 1) % seats, 6, 0, depth - 1)
            elif danger == 0:
                count += _advances(kinds, board, seats, seat, seat, total, depth - 1)
            elif depth == 1:
                count += 1
            else:
                count += _from_roll(kinds, board, seats, seat, danger, total, depth - 2)
                other = (seat + 1) % seats
                count += _advances(kinds, board, seats, seat, other, total, depth - 2)
    return count


def _advances(
    kinds: Sequence[str],
    zones: Mountain,
    seats: int,
    seat: int,
    following: int,
    steps: int,
    depth: int,
) -> int:
    """The lines that begin with choosing a climber, or at once with the next turn."""
    if steps == 0:
        return _from_roll(kinds, zones, seats, following, 6, 0, depth)
    if depth == 0:
        return 1
    count = 0
    for zone in _below_summit(zones, seat):
        board = [list(each) for each in zones]
        advance(kinds, board, seat, zone, steps)
        count += _from_roll(kinds, board, seats, following, 6, 0, depth - 1)
    return count


def _below_summit(zones: Mountain, seat: int) -> Iterator[int]:
    return (zone for zone in range(len(zones) - 1) if seat in zones[zone])
