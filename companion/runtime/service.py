"""The service's own threads: started together, stopped within a deadline.

Knows which loops there are and what the page may know of the hardware. Refuses to know
which camera and lights they drive.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Self

from companion.loops import Loops, Run
from companion.runtime.eyes import Eyes
from companion.runtime.hands import Hands
from companion.table.cues import TrayState
from companion.table.ports import Clock, Rgb, RigStatus
from companion.table.table import Table

STOP_WITHIN_S = 2.0
"""A reading under way is waited for; a driver that hangs is not."""
STUCK_AFTER_S = 20.0
"""The loop of lights and buttons comes round twenty times a second."""


class Service:
    """Runs the loops while it is open, and is the page's view of the hardware (a Rig).

    ``eyes`` None: there is no camera, for the reason that ``absent`` gives. ``camera_name``
    is asked each time: one camera may take the place of another.
    """

    def __init__(
        self,
        table: Table,
        eyes: Eyes | None,
        hands: Hands,
        clock: Clock,
        camera_name: Callable[[], str],
        colours: Callable[[], tuple[Rgb, ...]],
        absent: str = "",
    ) -> None:
        self._table = table
        self._eyes = eyes
        self._hands = hands
        self._clock = clock
        self._camera_name = camera_name
        self._colours = colours
        self._absent = absent
        self._started_s = clock.now_s()
        loops: list[tuple[str, Run]] = [("lights and buttons", hands.run)]
        if eyes is not None:
            loops.append(("camera", eyes.run))
        self._loops = Loops(loops, STOP_WITHIN_S)

    def status(self) -> RigStatus:
        """How the hardware is now."""
        now_s = self._clock.now_s()
        if self._eyes is None:
            return RigStatus(self._camera_name(), False, self._absent, None, self._colours())
        health = self._eyes.health
        message = health.message(now_s)
        age_s = None if health.frame_s is None else now_s - health.frame_s
        return RigStatus(self._camera_name(), not message, message, age_s, self._colours())

    def hangs(self) -> str:
        """What a new process would mend; empty when the loops do their work.

        A camera that was unplugged is not of that kind: see ``CameraHealth.hangs``.
        """
        now_s = self._clock.now_s()
        turned_s = max(self._started_s, self._hands.turned_s)
        if now_s - turned_s > STUCK_AFTER_S:
            return f"Lights and buttons have stood still for {now_s - turned_s:.0f} s."
        return "" if self._eyes is None else self._eyes.health.hangs(now_s)

    def start(self) -> None:
        """Start the loops."""
        self._started_s = self._clock.now_s()
        if self._eyes is None:
            self._table.tray(TrayState.NO_CAMERA)
        self._loops.start()

    def close(self) -> None:
        """Stop the loops within a deadline; may be called twice."""
        self._loops.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
