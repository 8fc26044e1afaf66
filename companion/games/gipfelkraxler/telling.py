"""The odds of Gipfelkraxler as JSON and as text.

Knows which tasks stand in front of the player's ibexes and how chances are shown. Refuses
to work them out (``odds``).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from companion.games.gipfelkraxler.board import Path
from companion.games.gipfelkraxler.odds import Advice, advice, chance_when_rolling
from companion.games.gipfelkraxler.state import IbexState, Pushing, Rolling, winner
from companion.games.gipfelkraxler.tasks import Task


def paths_in_front(state: IbexState) -> tuple[Path, ...]:
    """The paths that the ibexes of the player at turn can take, each once."""
    position, graph = state.position, state.terms.graph
    return tuple(
        path for space in dict.fromkeys(position.herds[position.turn]) for path in graph.up[space]
    )


def odds(state: IbexState) -> dict[str, Any]:
    """For each path in front, and for any of them: chance and what to pick up for it.

    Chances are with the best re-rolling for that goal and with the joker, as texts such as
    ``49/81``; ``reroll`` is empty where all dice should lie. Empty where no dice matter.
    """
    if winner(state) is not None or isinstance(state.position.phase, Pushing):
        return {}
    paths = paths_in_front(state)
    return {
        "any": _plain(_advice(state, frozenset(path.task for path in paths))),
        "paths": [
            {
                "source": path.source,
                "target": path.target,
                "task": path.task.value,
                **_plain(_advice(state, frozenset((path.task,)))),
            }
            for path in paths
        ],
    }


def odds_text(state: IbexState, names: Sequence[str]) -> str:
    """The chance of any move, and the likeliest signs."""
    if winner(state) is not None or isinstance(state.position.phase, Pushing):
        return "No dice matter now."
    who = names[state.position.turn]
    tasks = dict.fromkeys(path.task for path in paths_in_front(state))
    found = [(_advice(state, frozenset((task,))), task) for task in tasks]
    found.sort(key=lambda pair: -pair[0].chance)
    best = ", ".join(f"{task.value} {_percent(each.chance)}" for each, task in found[:3])
    whole = _advice(state, frozenset(tasks))
    return f"{who} can move with {_percent(whole.chance)} in all; by sign: {best}."


def _advice(state: IbexState, wanted: frozenset[Task]) -> Advice:
    phase = state.position.phase
    assert not isinstance(phase, Pushing), "no dice matter while an ibex is pushed"
    if isinstance(phase, Rolling):
        return Advice(chance_when_rolling(wanted, phase.rolls, phase.kept, joker=True), ())
    return advice(wanted, phase.rolls, phase.dice, joker=True)


def _plain(found: Advice) -> dict[str, Any]:
    return {
        "chance": str(found.chance),
        "percent": round(float(found.chance) * 100, 2),
        "reroll": list(found.reroll),
    }


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.1%}"
