"""Make what docs/hardware.md shows: ``python -m tests.hardware.guide``.

Knows where drawings, pictures and tables belong. Refuses to write anything else.
"""

from __future__ import annotations

from tests.hardware.guide.made import write

if __name__ == "__main__":
    write()
