"""What the live table needs from the world, as protocols.

Knows what a camera, lights, buttons, a clock, a store of pictures and of boards must be
able to do. Refuses to know any of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from companion.table.cues import Cue
from companion.table.entries import Entry

ImageT_co = TypeVar("ImageT_co", covariant=True)
Rgb = tuple[int, int, int]
"""Red, green, blue, each 0 to 255."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame(Generic[ImageT_co]):
    """One picture of a camera: ``index`` counts from 0, ``t_s`` is monotonic seconds."""

    image: ImageT_co
    index: int
    t_s: float


class FrameSource(Protocol[ImageT_co]):
    """A camera. The newest frame wins; older ones are dropped. Used in a ``with`` statement."""

    @property
    def name(self) -> str:
        """What the page calls this camera."""

    def latest(self, after: int, timeout_s: float) -> Frame[ImageT_co] | None:
        """The newest frame with an index above ``after`` (-1: any).

        Waits up to ``timeout_s``; None when no new frame came in that time or the
        recording has ended. Raises CameraLost when the camera is gone; a later call may
        succeed again once it is back.
        """

    @property
    def ended(self) -> bool:
        """True when a recording has no more frames; always False for a live camera."""

    def close(self) -> None:
        """Release the camera; may be called twice."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class Lights(Protocol):
    """Lights that show a cue: the adapter asks the pure pattern for colours as time passes."""

    def show(self, cue: Cue, seats: tuple[int, ...] = ()) -> None:
        """From now on show this cue. ``seats`` are those that it is about, counted from 0."""

    def tick(self, t_s: float) -> None:
        """Bring the lights to where the pattern is at monotonic time ``t_s``."""

    def close(self) -> None:
        """Lights out; may be called twice."""


class Button(StrEnum):
    """What a button asks for. HELP has no button of its own: it is any of them, held."""

    CONFIRM = "confirm"
    UNDO = "undo"
    NEXT = "next"
    HELP = "help"


class Buttons(Protocol):
    """Buttons at the table."""

    def presses(self) -> tuple[Button, ...]:
        """What was pressed since the last call, oldest first."""

    def close(self) -> None:
        """Release the pins; may be called twice."""


class Clock(Protocol):
    """Time, so that tests need none."""

    def now_s(self) -> float:
        """Monotonic seconds."""

    def wall(self) -> datetime:
        """The time of day, with its zone."""


class Journal(Protocol):
    """The record of every match. Entries are added and never changed or taken away.

    One writer. Any call may raise JournalError when the storage does not answer.
    """

    def matches(self) -> tuple[str, ...]:
        """The ids of all matches, oldest first."""

    def next_match(self) -> str:
        """An id that no match has yet."""

    def entries(self, match: str) -> tuple[Entry, ...]:
        """All entries of a match in order; none for an unknown id.

        Raises JournalDamaged, naming match and entry, when they are not as they were written.
        """

    def outline(self, match: str) -> tuple[Entry, Entry, int]:
        """First entry, last entry that bears on how the match stands, and how many there are.

        Raises JournalDamaged when these cannot be read, LookupError for an unknown id.
        """

    def latest(self) -> Entry | None:
        """The entry written last, of whichever match."""

    def append(self, entries: Sequence[Entry]) -> None:
        """Write all of them or none; they are on the disk when this returns.

        Raises StorageFull when there is no room, StaleVersion when they do not follow the
        entries that are there, JournalError otherwise; then nothing was written.
        """

    def close(self) -> None:
        """Let go of the storage; may be called twice."""


class Dealer(Protocol):
    """Draws what the people at the table do not deal by hand."""

    def draw(self, left: Sequence[int]) -> int:
        """The index of one of these, each as likely as its number says."""


class TrayPictures(Protocol):
    """The newest picture of the tray, for the page."""

    def newest(self) -> tuple[int, bytes] | None:
        """A serial number that changes with the picture, and a JPEG; None before the first."""

    def evidence(self, name: str) -> bytes | None:
        """A kept JPEG by the name that the journal holds; None when it is no longer kept."""


@dataclass(frozen=True, slots=True)
class RigStatus:
    """What the page may know of the hardware. ``lights`` are the colours shown now."""

    camera: str
    camera_ok: bool
    camera_message: str
    frame_age_s: float | None
    lights: tuple[Rgb, ...]


class Rig(Protocol):
    """The hardware as the page sees it."""

    def status(self) -> RigStatus:
        """How the hardware is now."""


class Supervisor(Protocol):
    """Whoever starts the service, and starts it again when it hears nothing good of it."""

    @property
    def within_s(self) -> float | None:
        """How long it waits for ``well`` before it starts the service again; None: for ever."""

    def ready(self, status: str) -> None:
        """The service does its work from now on."""

    def well(self) -> None:
        """The work goes on."""

    def status(self, text: str) -> None:
        """How things are, in one line."""

    def stopping(self) -> None:
        """The service ends because it was asked to."""


class Boards(Protocol):
    """The board files at hand."""

    def names(self, game: str) -> tuple[str, ...]:
        """The boards for that game, practice boards first."""

    def load(self, game: str, name: str) -> dict[str, Any]:
        """The parsed file. Raises BoardError when there is none or it is not TOML."""
