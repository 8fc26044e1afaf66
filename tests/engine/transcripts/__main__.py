"""Writes the kept conversations anew: ``python -m tests.engine.transcripts [GAME]``.

Do so only when rules, texts or the form of replies changed on purpose.
"""

from __future__ import annotations

import sys

from companion.games.registry import GAMES
from tests.engine.test_transcripts import FOLDER, recorded

REMARK = b"# A chance match, with a line that is no JSON first.\n"

for name in sys.argv[1:] or GAMES:
    (FOLDER / f"{name}.txt").write_bytes(REMARK + recorded(name))
