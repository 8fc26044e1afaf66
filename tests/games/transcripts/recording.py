"""How a match is recorded and replayed.

Knows the form of a transcript: one JSON object in a line, first the set-up, then each
action with the digest of the state that it gives. Refuses to know any game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from companion.games.digest import state_digest
from companion.games.protocol import OptionValue, Seat, Setup
from tests.games.walking import AnyGame, board_of, walk

MATCHES: Mapping[str, Mapping[str, Any]] = {
    "roll_and_wall": {"seats": 3, "first": 1, "seed": 11, "options": {"young_players": [2]}},
    "free_roll": {"seats": 2, "first": 0, "seed": 4, "options": {"dice": "3d6+1d4", "rounds": 8}},
}
STEPS = 400


class Differs(AssertionError):
    """A replay does not give what was recorded."""


def file_of(name: str) -> Path:
    """The transcript of a game."""
    return Path(__file__).with_name(f"{name}.jsonl")


def recorded(game: AnyGame, match: Mapping[str, Any]) -> str:
    """A transcript of a seeded walk."""
    setup = _setup(game, match)
    lines = [json.dumps({**match, "rules": game.rules_version})]
    for _, (seat, action), step in walk(game, setup, Random(match["seed"]), STEPS):
        digest = state_digest(game, step.state)
        entry = {"seat": seat, "action": game.dump_action(action), "digest": digest}
        lines.append(json.dumps(entry))
    return "\n".join(lines) + "\n"


def replay(game: AnyGame, text: str) -> Any:
    """The last state. Raises Differs where a digest or a legality is not as recorded."""
    first, *entries = map(json.loads, text.splitlines())
    if first["rules"] != game.rules_version:
        raise Differs("the rules have another version than the transcript")
    state = game.initial(_setup(game, first))
    for number, entry in enumerate(entries, start=2):
        action = game.load_action(entry["action"])
        refusal = game.refusal(state, Seat(entry["seat"]), action)
        if refusal is not None:
            raise Differs(f"line {number}: refused, {refusal.code}")
        state = game.apply(state, Seat(entry["seat"]), action).state
        if state_digest(game, state) != entry["digest"]:
            raise Differs(f"line {number}: another state")
    return state


def _setup(game: AnyGame, match: Mapping[str, Any]) -> Setup:
    options: list[tuple[str, OptionValue]] = [
        (name, tuple(value) if isinstance(value, list) else value)
        for name, value in match["options"].items()
    ]
    board = board_of(game, match.get("board"))
    return Setup(match["seats"], tuple(options), board, Seat(match["first"]))
