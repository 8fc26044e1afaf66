"""The list of the nets that ship, for ``companion doctor``, written anew.

    python -m tests.training.checksums

Knows where the nets lie. Refuses to judge them.
"""

from __future__ import annotations

import hashlib
import json
from importlib import resources
from pathlib import Path


def main() -> None:
    """Write the SHA-256 of each net beside them."""
    folder = Path(str(resources.files("vision.dice")))
    digests = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.glob("*.onnx"))
    }
    text = json.dumps(digests, indent=2) + "\n"
    (folder / "checksums.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
