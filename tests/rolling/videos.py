"""Writes films as video files of several kinds, sound, uneven, damaged and cut short.

Knows containers as far as it takes to give each frame its own time. Refuses to know what is
filmed.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

import cv2

from tests.rolling.sprites import Image


def write_video(path: Path, frames: Sequence[Image], code: str, fps: float) -> Path:
    """All frames at one rate; ``code``: four letters of the coding, such as MJPG or mp4v."""
    size = (frames[0].shape[1], frames[0].shape[0])
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), fps, size)
    assert writer.isOpened()
    for frame in frames:
        writer.write(frame)
    writer.release()
    return path


def retimed(path: Path, steps_s: Sequence[float]) -> None:
    """Give each frame of an MP4 the time to the next one, in place.

    The table of times is made longer; it lies behind the pictures, so that nothing else moves.
    """
    content = path.read_bytes()
    assert content.index(b"mdat") < content.index(b"moov")
    ticks = _timescale(content)
    entries = b"".join(struct.pack(">II", 1, round(step * ticks)) for step in steps_s)
    at = content.index(b"stts") - 4
    (old,) = struct.unpack(">I", content[at : at + 4])
    box = struct.pack(">I4sII", 16 + len(entries), b"stts", 0, len(steps_s)) + entries
    grown = len(box) - old
    head = bytearray(content[:at])
    for name in (b"moov", b"trak", b"mdia", b"minf", b"stbl"):
        size_at = content.index(name, content.index(b"moov")) - 4
        (size,) = struct.unpack(">I", content[size_at : size_at + 4])
        head[size_at : size_at + 4] = struct.pack(">I", size + grown)
    path.write_bytes(bytes(head) + box + content[at + old :])


def _timescale(content: bytes) -> int:
    at = content.index(b"mdhd") + 4
    (scale,) = struct.unpack(">I", content[at + 12 : at + 16])
    return int(scale)


def write_folder(folder: Path, frames: Sequence[Image], times_s: Sequence[float]) -> Path:
    """A picture a frame, and ``times.csv``."""
    folder.mkdir()
    lines = ["file,t_s"]
    for number, (frame, t_s) in enumerate(zip(frames, times_s, strict=True)):
        assert cv2.imwrite(str(folder / f"{number:04}.jpg"), frame)
        lines.append(f"{number:04}.jpg,{t_s:.4f}")
    (folder / "times.csv").write_text("\n".join(lines) + "\n", "utf-8")
    return folder
