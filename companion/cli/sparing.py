"""Memory and threads of the service, set so that it leaves a small machine its own.

Knows the knobs of the C library and of OpenCV. Refuses to know what the memory is used for.

Why: ``docs/decisions/0195-memory-goes-back-after-a-throw.md``.
"""

from __future__ import annotations

import ctypes

_ARENAS = -8
"""M_ARENA_MAX of glibc's ``mallopt``."""


def keep_one_heap() -> None:
    """One heap for all threads: each of many would keep what it once needed.

    Does nothing where the C library is not glibc.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_ARENAS, 1)


def give_memory_back() -> None:
    """Give back what a reading took and no longer needs: 10 MB in one or two milliseconds.

    The next reading asks for it again and takes some milliseconds longer, so this is for when a
    throw is over. Does nothing where the C library is not glibc.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def keep_few_threads() -> None:
    """One thread for OpenCV: its pictures are small here, and its helpers wait by spinning."""
    import cv2

    cv2.setNumThreads(1)
