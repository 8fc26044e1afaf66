"""A short stable fingerprint of a state, for the journal and for recorded games.

Knows the canonical form of a dumped state. Refuses to know any game.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from companion.games.protocol import Game


def canonical_json(plain: Any) -> str:
    """JSON in one way only: sorted keys, no spaces, ASCII. Raises ValueError for NaN."""
    return json.dumps(
        plain, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
    )


def state_digest(game: Game[Any, Any], state: Any) -> str:
    """The SHA-256 (64 hex digits) of the state's canonical dump, with the game's name."""
    plain = {"game": game.name, "rules": game.rules_version, "state": game.dump_state(state)}
    return hashlib.sha256(canonical_json(plain).encode()).hexdigest()
