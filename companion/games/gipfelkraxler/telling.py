"""The odds of Gipfelkraxler as JSON and as text.

Knows which tasks stand in front of the player's ibexes and how chances are shown. Refuses
to work them out (``odds``).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from companion.games.gipfelkraxler.actions import Reroll
from companion.games.gipfelkraxler.board import Path
from companion.games.gipfelkraxler.legal import legal_actions
from companion.games.gipfelkraxler.odds import Advice, advice, chance_when_rolling
from companion.games.gipfelkraxler.state import Choosing, IbexState, Pushing, Rolling, winner
from companion.games.gipfelkraxler.tasks import Dice, Task
from companion.games.gipfelkraxler.words import TASKS
from companion.games.optional import ChoiceOdds


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
    best = ", ".join(f"{TASKS[task]} {_percent(each.chance)}" for each, task in found[:3])
    whole = _advice(state, frozenset(tasks))
    return f"{who} can move with {_percent(whole.chance)} in all; by sign: {best}."


def choice_odds(state: IbexState) -> tuple[ChoiceOdds, ...]:
    """The chance of any move, for the awaited roll or each handful that may be picked up;
    then, for each sign in front, its chance with the best re-rolling and what to pick up."""
    phase, seat = state.position.phase, state.position.turn
    if winner(state) is not None or isinstance(phase, Pushing):
        return ()
    tasks = tuple(dict.fromkeys(path.task for path in paths_in_front(state)))
    found = []
    if isinstance(phase, Rolling):
        chance = chance_when_rolling(frozenset(tasks), phase.rolls, phase.kept, joker=True)
        text = f"This roll leads to a move with {_percent(chance)}."
        found.append(ChoiceOdds(seat, None, "move", chance, None, text))
    else:
        found += [_of_reroll(state, phase, each, frozenset(tasks)) for each in _rerolls(state)]
    for task in tasks:
        best = _advice(state, frozenset((task,)))
        action = Reroll(best.reroll) if best.reroll else None
        what = f", picking up {' '.join(map(str, best.reroll))}" if best.reroll else ""
        text = f"The sign for {TASKS[task]} has {_percent(best.chance)}{what}."
        found.append(ChoiceOdds(seat, action, f"task {task.value}", best.chance, None, text))
    return tuple(found)


def _rerolls(state: IbexState) -> tuple[Reroll, ...]:
    return tuple(action for _, action in legal_actions(state) if isinstance(action, Reroll))


def _of_reroll(
    state: IbexState, phase: Choosing, action: Reroll, wanted: frozenset[Task]
) -> ChoiceOdds:
    chance = chance_when_rolling(wanted, phase.rolls, _kept(phase.dice, action.values), joker=True)
    picked = " ".join(map(str, action.values))
    text = f"Picking up {picked} leads to a move with {_percent(chance)}."
    return ChoiceOdds(state.position.turn, action, "move", chance, None, text)


def _kept(dice: Dice, picked: Dice) -> Dice:
    left = list(dice)
    for value in picked:
        left.remove(value)
    return tuple(left)


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
