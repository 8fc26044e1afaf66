"""The results of finished matches that a broker should retain.

Knows how many are kept and how they outlive a restart. Refuses to know brokers.

The journal does not say in which tournament a match was played, so a result is kept as it
was told: a broker that forgot everything is given it once more, with the right tournament.
"""

from __future__ import annotations

from pathlib import Path

from companion.club.messages import Result, read_result, written
from companion.links.keeping import keep, kept

RESULTS_KEPT = 200
"""The newest of each table; a busy table plays some ten matches on a club's evening.

Two hundred tables make 40,000 retained messages of less than 1 kB at the broker."""


class Results:
    """The newest results of this table, oldest first."""

    def __init__(self, path: Path, most: int = RESULTS_KEPT) -> None:
        """Those that were kept; one that cannot be read any more is left out."""
        self._path = path
        self._most = most
        self._held: dict[str, Result] = {}
        found = kept(path)
        for each in found if isinstance(found, list) else ():
            try:
                result = read_result(str(each).encode())
            except ValueError:
                continue
            self._held[result.match] = result

    def all(self) -> tuple[Result, ...]:
        """Every result that is held."""
        return tuple(self._held.values())

    def of(self, match: str) -> Result | None:
        """The held result of that match, None without one."""
        return self._held.get(match)

    def add(self, result: Result) -> tuple[str, ...]:
        """Hold this result too; gives the matches whose results are held no more.

        Raises OSError when it cannot be kept; then nothing has changed.
        """
        held = {m: r for m, r in self._held.items() if m != result.match}
        held[result.match] = result
        gone = tuple(held)[: max(len(held) - self._most, 0)]
        self._keep({match: r for match, r in held.items() if match not in gone})
        return gone

    def drop(self, match: str) -> bool:
        """Hold the result of that match no more; whether it was held. Raises OSError."""
        if match not in self._held:
            return False
        self._keep({m: r for m, r in self._held.items() if m != match})
        return True

    def _keep(self, held: dict[str, Result]) -> None:
        keep(self._path, [written(result).decode() for result in held.values()])
        self._held = held
