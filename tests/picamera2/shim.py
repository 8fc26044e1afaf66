"""The four gaps between picamera2 and libcamera's virtual camera, closed for the tests.

picamera2 was made for the Raspberry Pi's cameras. It imports the Pi's display driver, takes
its buffers from the kernel's DMA heap, asks for a raw stream, and puts a picture into one
plane. The virtual camera needs none of that, and writes two planes. Nothing here touches what
our adapter uses: opening, configuring, capturing, controls and closing are picamera2's own.
"""

from __future__ import annotations

import importlib
import mmap
import os
import sys
import types
from typing import Any


def real_picamera2() -> Any:
    """picamera2's class, fit for the virtual camera. Raises ImportError where it is not there."""
    _without_the_display()
    heap: Any = importlib.import_module("picamera2.allocators.dmaallocator")
    heap.DmaHeap = _MemoryHeap
    camera: Any = importlib.import_module("picamera2.picamera2")
    camera.DmaAllocator = _two_plane_allocator(heap)
    found: Any = camera.Picamera2
    found._get_raw_modes = lambda self: [{"format": "SRGGB10", "size": (1280, 960)}]
    return found


def _without_the_display() -> None:
    """``pykms`` is imported for a preview that a service never shows."""
    stub: Any = types.ModuleType("pykms")
    stub.PixelFormat = types.SimpleNamespace(
        **dict.fromkeys(("RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "YVU420", "NV12"))
    )
    sys.modules.setdefault("pykms", stub)


class _File:
    """A file descriptor as picamera2's heap hands it out."""

    def __init__(self, number: int) -> None:
        self._number = number

    def get(self) -> int:
        return self._number

    def isValid(self) -> bool:  # noqa: N802
        return self._number >= 0


class _MemoryHeap:
    """Plain memory instead of the DMA heap: libcamera only maps what it is given."""

    def alloc(self, name: str, size: int) -> _File:
        number = os.memfd_create(name)
        os.ftruncate(number, size)
        return _File(number)

    def close(self) -> None:
        pass


def _two_plane_allocator(heap: Any) -> Any:
    """picamera2's allocator, with brightness and colour as two planes of one file."""
    libcamera: Any = importlib.import_module("libcamera")

    class Sync(heap.DmaAllocator.DmaSync):  # type: ignore[misc]
        """Plain memory needs no flushing."""

        def __enter__(self) -> Any:
            return self.get_buffer()

        def __exit__(self, *about: object) -> None:
            pass

    class TwoPlanes(heap.DmaAllocator):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.sync = Sync

        def allocate(self, libcamera_config: Any, use_case: Any) -> None:
            self.libcamera_fds: list[int] = []
            self.cleanup()
            for number in self.open_fds:
                os.close(number)
            self.frame_buffers: dict[Any, list[Any]] = {}
            self.open_fds: list[int] = []
            for stream in libcamera_config:
                made = [self._buffer(stream) for _ in range(stream.buffer_count)]
                self.frame_buffers[stream.stream] = made

        def _buffer(self, stream: Any) -> Any:
            size = stream.frame_size
            file = self.dmaHeap.alloc("picture", size).get()
            self.open_fds.append(file)
            brightness = stream.stride * stream.size.height
            planes = []
            for offset, length in ((0, brightness), (brightness, size - brightness)):
                plane = libcamera.FrameBuffer.Plane()
                plane.fd, plane.offset, plane.length = file, offset, length
                planes.append(plane)
            # libcamera keeps a copy of the file, by whose number the buffer is known from now on.
            self.libcamera_fds.append(planes[0].fd)
            self.mapped_buffers_used[planes[0].fd] = False
            buffer = libcamera.FrameBuffer(planes)
            self.mapped_buffers[buffer] = mmap.mmap(
                file, size, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE
            )
            return buffer

    return TwoPlanes
