"""What a page needs to show a match of Gipfelkraxler.

Knows the JSON-ready form of a state; nothing in this game is hidden. Refuses to know how
it is drawn.
"""

from __future__ import annotations

from typing import Any

from companion.games.gipfelkraxler.board import Graph, SpaceId
from companion.games.gipfelkraxler.legal import fitting_moves, may_set_back
from companion.games.gipfelkraxler.state import (
    ROLLS,
    Choosing,
    IbexState,
    Pushing,
    Rolling,
    winner,
)
from companion.games.gipfelkraxler.tasks import DICE, Task, fulfilled, is_joker
from companion.games.gipfelkraxler.telling import odds
from companion.games.gipfelkraxler.words import TASKS


def view(state: IbexState) -> dict[str, Any]:
    """The whole match. Spaces by their names; points in mm, y down."""
    position = state.position
    won = winner(state)
    return {
        "game": "gipfelkraxler",
        "turn": None if won is not None else position.turn,
        "phase": None if won is not None else _phase(state),
        "players": [
            {
                "seat": seat,
                "ibexes": list(spaces),
                "arrivals": position.arrivals[seat],
                "marker_turned": position.arrivals[seat] > 0,
            }
            for seat, spaces in enumerate(position.herds)
        ],
        "odds": odds(state),
        "board": board_view(state.terms.graph),
        "over": won is not None,
        "winner": won,
    }


def board_view(graph: Graph) -> dict[str, Any]:
    """The board alone: spaces, black arrows with signs, and streams, each from end to end."""
    return {
        "title": graph.title,
        "note": graph.note,
        "width_mm": graph.width_mm,
        "height_mm": graph.height_mm,
        "spaces": [
            {
                "space": space.id,
                "kind": space.kind.value,
                "centre_mm": list(space.centre_mm),
                "width_mm": space.width_mm,
                "height_mm": space.height_mm,
            }
            for space in graph.spaces.values()
        ],
        "paths": [
            {
                "source": path.source,
                "target": path.target,
                "task": path.task.value,
                "title": TASKS[path.task],
                "line_mm": _line(graph, path.source, path.target),
            }
            for path in graph.paths
        ],
        "streams": [
            {"source": source, "target": target, "line_mm": _line(graph, source, target)}
            for source, target in graph.streams.items()
        ],
    }


def _line(graph: Graph, source: SpaceId, target: SpaceId) -> list[list[float]]:
    return [list(graph.spaces[source].centre_mm), list(graph.spaces[target].centre_mm)]


def _phase(state: IbexState) -> dict[str, Any]:
    position, graph = state.position, state.terms.graph
    match position.phase:
        case Rolling(rolls, kept):
            return {
                "name": "rolling",
                "roll": rolls + 1,
                "rolls": ROLLS,
                "kept": list(kept),
                "to_roll": DICE - len(kept),
            }
        case Choosing(rolls, dice):
            moves = fitting_moves(graph, position, dice)
            done = fulfilled(dice)
            return {
                "name": "choosing",
                "roll": rolls,
                "rolls": ROLLS,
                "dice": list(dice),
                "joker": is_joker(dice),
                "tasks": [task.value for task in Task if task in done],
                "moves": [{"source": m.source, "target": m.target} for m in moves],
                "set_back": [] if moves else list(may_set_back(graph, position)),
            }
        case Pushing(source, _):
            return {"name": "pushing", "source": source, "targets": list(graph.above[source])}
