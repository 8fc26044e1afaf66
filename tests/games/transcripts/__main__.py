"""Writes the recorded matches anew: ``python -m tests.games.transcripts [GAME]``.

Do so only when rules changed on purpose; then raise that game's ``rules_version`` too.
"""

from __future__ import annotations

import sys

from companion.games.registry import GAMES
from tests.games.transcripts.recording import MATCHES, file_of, recorded

wanted = sys.argv[1:] or list(MATCHES)
for name in wanted:
    file_of(name).write_text(recorded(GAMES[name], MATCHES[name]), encoding="utf-8")
    print(f"wrote {file_of(name).name}")
