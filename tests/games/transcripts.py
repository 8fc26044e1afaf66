"""Recorded matches: each choice with the digest of the state that it leads to.

Knows how a transcript is written and replayed. Refuses to know any game.

A transcript is JSON lines: first the set-up, then one line for each choice.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from companion.games.digest import canonical_json, state_digest
from companion.games.protocol import Game, Seat, Setup
from tests.games.walking import board_of, walk


def recorded(game: Game[Any, Any], setup: Setup, board: str, seed: int, steps: int) -> str:
    """A new transcript of a random walk."""
    head = {
        "game": game.name,
        "rules_version": game.rules_version,
        "board": board,
        "seats": setup.seats,
        "first": setup.first,
        "options": dict(setup.options),
        "digest": state_digest(game, game.initial(setup)),
    }
    lines = [canonical_json(head)]
    for _, (seat, action), step in walk(game, setup, Random(seed), steps):
        line = {
            "seat": seat,
            "action": game.dump_action(action),
            "digest": state_digest(game, step.state),
        }
        lines.append(canonical_json(line))
    return "\n".join(lines) + "\n"


def replayed(game: Game[Any, Any], text: str) -> str:
    """The same transcript written anew from its choices alone: equal, byte for byte."""
    first, *rest = text.splitlines()
    head = json.loads(first)
    board = board_of(game, head["board"])
    options = tuple(head["options"].items())
    state = game.initial(Setup(head["seats"], options, board, Seat(head["first"])))
    lines = [
        canonical_json(
            {**head, "rules_version": game.rules_version, "digest": state_digest(game, state)}
        )
    ]
    for each in map(json.loads, rest):
        action = game.load_action(each["action"])
        state = game.apply(state, Seat(each["seat"]), action).state
        line = {
            "seat": each["seat"],
            "action": game.dump_action(action),
            "digest": state_digest(game, state),
        }
        lines.append(canonical_json(line))
    return "\n".join(lines) + "\n"


def transcripts(folder: Path) -> list[Path]:
    """The recorded matches in a folder, in order of their names."""
    return sorted(folder.glob("*.jsonl"))
