"""Whether a Gipfelkraxler mountain makes sense.

Knows what must hold between spaces, paths and streams, and says every fault in a player's
words. Refuses to mend anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.games.gipfelkraxler.board import Path, Space, SpaceId, SpaceKind
from companion.games.gipfelkraxler.tasks import Task

FIRST_TASKS = (
    Task.AT_MOST_15,
    Task.THREE_LOW,
    Task.TWO_PAIRS,
    Task.THREE_HIGH,
    Task.AT_LEAST_20,
)
"""The signs on the five paths out of the start space."""


def sense_faults(spaces: Sequence[Space], paths: Sequence[Path]) -> tuple[str, ...]:
    """Every fault of a mountain whose fields are well formed by themselves."""
    found = [*_space_faults(spaces), *_naming_faults(spaces, paths)]
    if not found:
        known = {space.id: space for space in spaces}
        found += _sign_faults(known, paths)
        found += _stream_faults(known)
        found += _way_faults(known, paths)
    return tuple(found)


def _space_faults(spaces: Sequence[Space]) -> Iterable[str]:
    for space_id, n in Counter(space.id for space in spaces).items():
        if n > 1:
            yield f"Space {space_id}: {n} spaces are called so; name them apart."
    for kind in (SpaceKind.START, SpaceKind.SUMMIT):
        n = sum(space.kind is kind for space in spaces)
        if n != 1:
            yield f"The board: it has {n} spaces of the kind {kind.value}; it needs one."
    for place, n in Counter(space.centre_mm for space in spaces).items():
        if n > 1:
            yield f"The board: {n} spaces lie at x {place[0]:g}, y {place[1]:g} mm; move one."


def _naming_faults(spaces: Sequence[Space], paths: Sequence[Path]) -> Iterable[str]:
    known = {space.id for space in spaces}
    for path in paths:
        for end in (path.source, path.target):
            if end not in known:
                yield f"{_called(path)}: there is no space {end}."
        if path.source == path.target:
            yield f"{_called(path)}: a path must lead to another space."
    for path, n in Counter(paths).items():
        if n > 1:
            yield f"{_called(path)}: it is in the file {n} times; keep one."
    for space in spaces:
        small = space.kind is SpaceKind.SMALL
        if small and space.stream is None:
            yield f"Space {space.id}: it is small; name the space its stream leads to."
        if not small and space.stream is not None:
            yield f"Space {space.id}: nobody is pushed off it; leave its stream out."
        if space.stream is not None and space.stream not in known:
            yield f"Space {space.id}: its stream leads to {space.stream}, which is no space."


def _sign_faults(known: Mapping[SpaceId, Space], paths: Sequence[Path]) -> Iterable[str]:
    first = Counter(p.task for p in paths if known[p.source].kind is SpaceKind.START)
    if first != Counter(FIRST_TASKS):
        wanted = ", ".join(task.value for task in FIRST_TASKS)
        yield f"The start: exactly five paths leave it, one for each of {wanted}."
    for path in paths:
        if known[path.target].kind is SpaceKind.SUMMIT and path.task is not Task.FIVE:
            yield f"{_called(path)}: every path to the summit asks for {Task.FIVE.value}."
        if known[path.target].kind is SpaceKind.START:
            yield f"{_called(path)}: no path leads to the start."
        if known[path.source].kind is SpaceKind.SUMMIT:
            yield f"{_called(path)}: no path leaves the summit."
    missing = [task.value for task in Task if all(path.task is not task for path in paths)]
    if missing:
        yield f"The board: no path has the sign {', '.join(missing)}; the board has all 17."


def _stream_faults(known: Mapping[SpaceId, Space]) -> Iterable[str]:
    for space in known.values():
        if space.stream is not None and known[space.stream].kind is SpaceKind.SUMMIT:
            yield f"Space {space.id}: a stream runs down, not to the summit."
    streams = {s.id: (s.stream,) for s in known.values() if s.stream is not None}
    for space_id in _in_circles(streams):
        yield f"Space {space_id}: the streams run in a circle here; one arrow must be wrong."


def _way_faults(known: Mapping[SpaceId, Space], paths: Sequence[Path]) -> Iterable[str]:
    up: dict[SpaceId, tuple[SpaceId, ...]] = {}
    down: dict[SpaceId, tuple[SpaceId, ...]] = {}
    for path in paths:
        up[path.source] = (*up.get(path.source, ()), path.target)
        down[path.target] = (*down.get(path.target, ()), path.source)
    for space_id in _in_circles(up):
        yield f"Space {space_id}: the paths run in a circle here; one arrow must be wrong."
    start = next(s.id for s in known.values() if s.kind is SpaceKind.START)
    summit = next(s.id for s in known.values() if s.kind is SpaceKind.SUMMIT)
    reached, leading = _reached(start, up), _reached(summit, down)
    for space_id in known:
        if space_id not in reached:
            yield f"Space {space_id}: no path leads there from the start."
        if space_id not in leading:
            yield f"Space {space_id}: no path leads from there to the summit."


def _in_circles(arrows: Mapping[SpaceId, tuple[SpaceId, ...]]) -> tuple[SpaceId, ...]:
    """The spaces from which the arrows lead back to themselves."""
    return tuple(
        space for space, out in arrows.items() if any(space in _reached(to, arrows) for to in out)
    )


def _reached(source: SpaceId, arrows: Mapping[SpaceId, tuple[SpaceId, ...]]) -> frozenset[SpaceId]:
    reached = {source}
    waiting = [source]
    while waiting:
        for target in arrows.get(waiting.pop(), ()):
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    return frozenset(reached)


def _called(path: Path) -> str:
    return f"The path {path.task.value} from {path.source} to {path.target}"
