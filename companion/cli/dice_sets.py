"""Where the commands find sets of taught dice.

Knows which settings say where they lie. Refuses to know what a set is.
"""

from __future__ import annotations

import os
from pathlib import Path

from companion import config
from companion.dice_sets.loading import DiceSets


def taught_sets(settings: Path | None, state: Path | None = None) -> DiceSets:
    """The practice sets and the owner's, which lie beside the games."""
    if state is None:
        state = config.state_dir(config.load(settings, os.environ), os.environ)
    return DiceSets(config.dice_dir(state))
