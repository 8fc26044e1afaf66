"""The result of many films as text.

Knows which figures people want. Refuses to judge them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.rolling.measure import FRAMES, Judged, Result, Verdict


def table(results: Sequence[Result], machine: str) -> str:
    """Markdown tables of throws by kind and of times, then every error in a line."""
    throws = [judged for result in results for judged in result.judged]
    lines = ["| thrown from | throws | " + " | ".join(Verdict) + " |", "|---|" + "---|" * 6]
    for kind in [*sorted({t.kind for t in throws}), None]:
        mine = [t for t in throws if kind in (t.kind, None)]
        counts = Counter(t.verdict for t in mine)
        cells = " | ".join(str(counts[verdict]) for verdict in Verdict)
        lines.append(f"| {kind or 'all'} | {len(mine)} | {cells} |")
    leaning = Counter(t.verdict for t in throws if t.leaning)
    lines.append(f"\nWith a leaning die: {_counted(leaning)}")
    lines.append(_times("named", [t.named for t in throws if t.named is not None]))
    sure = [t for t in throws if t.verdict in (Verdict.RIGHT, Verdict.LEANING)]
    lines.append(_times("called, sure", [t.called for t in sure if t.called is not None]))
    lines.append(_times("called, all", [t.called for t in throws if t.called is not None]))
    late = sorted(t.late_s for t in throws if t.called is not None)
    if late:
        middle, most = late[len(late) // 2], late[-1]
        lines.append(f"From rest to call: median {middle:.2f} s, longest {most:.2f} s")
    hands = [result for result in results if result.film.startswith("hands")]
    lines.append(
        f"Reported twice: {sum(len(r.twice) for r in results)}; false reports: "
        f"{sum(len(r.false) for r in results)}, of these in "
        f"{sum(r.seconds for r in hands) / 60:.1f} minutes of hands: "
        f"{sum(len(r.false) for r in hands)}"
    )
    frames = sum(r.frames for r in results)
    watch, read = sum(r.watch_s for r in results), sum(r.read_s for r in results)
    readings = max(1, sum(r.readings for r in results))
    lines.append(
        f"{frames} frames ({machine}): watching {1000 * watch / max(1, frames):.2f} ms a frame, "
        f"{readings} readings of {1000 * read / readings:.0f} ms, "
        f"in all {sum(r.all_s for r in results) / 60:.1f} minutes of a core"
    )
    return "\n".join([*lines, *_errors(results)])


def faults(results: Sequence[Result]) -> list[str]:
    """What breaks the promise, one line each: empty when all holds."""
    throws = [judged for result in results for judged in result.judged]
    bad = [_line(t) for t in throws if t.verdict in (Verdict.WRONG, Verdict.MISSED)]
    bad += [_line(t) for t in throws if t.named is not None and abs(t.named) > FRAMES]
    bad += [f"{r.film}: twice {text}" for r in results for text in r.twice]
    return bad + [f"{r.film}: false {text}" for r in results for text in r.false]


def _errors(results: Sequence[Result]) -> list[str]:
    throws = [judged for result in results for judged in result.judged]
    late = [t for t in throws if t.called is not None and t.called > FRAMES]
    lean = [t for t in throws if t.verdict is Verdict.LEANING]
    return [
        "",
        *faults(results),
        *(f"late: {_line(t)}" for t in late),
        *(f"leaning: {_line(t)}" for t in lean),
    ]


def _times(what: str, frames: Sequence[int]) -> str:
    within = sum(abs(n) <= FRAMES for n in frames)
    counts = ", ".join(f"{n}: {c}" for n, c in sorted(Counter(frames).items()))
    return f"{what}: within {FRAMES} frames {within} of {len(frames)} ({counts})"


def _counted(counts: Counter[Verdict]) -> str:
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])


def _line(throw: Judged) -> str:
    lean = ", one leans" if throw.leaning else ""
    return (
        f"{throw.film}: {throw.kind} at frame {throw.rest}: {throw.verdict}, lies "
        f"{' '.join(map(str, throw.truth))}{lean}, read {' '.join(throw.read)} "
        f"({throw.confidence:.3f}), named {throw.named}, called {throw.called}, "
        f"after {throw.late_s:.2f} s"
    )
