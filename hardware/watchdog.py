"""The word to systemd: ready, still well, stopping, and a line that says how things are.

Knows systemd's datagrams (sd_notify(3)) and how soon it wants to hear again. Refuses to know
when the service is well. Where nobody started us that listens, nothing is sent.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Mapping

ADDRESS, WITHIN, MEANT_FOR = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
SEND_WITHIN_S = 1.0
"""A systemd that does not take its mail must not hold us up."""
LONGEST_STATUS = 300
"""Characters of a status line; systemctl shows one line."""

_log = logging.getLogger(__name__)


class Systemd:
    """The supervisor that started this process, or nobody (``address`` None)."""

    def __init__(self, address: str | None, within_s: float | None) -> None:
        """``within_s``: how long it waits for a word before it restarts us; None: for ever."""
        self._address = address
        self._within_s = within_s if address else None
        self._shown = ""

    @property
    def listens(self) -> bool:
        """False when nobody wants to know."""
        return self._address is not None

    @property
    def within_s(self) -> float | None:
        """How long it waits for ``well`` before it restarts the service; None: for ever."""
        return self._within_s

    def ready(self, status: str) -> None:
        """The service does its work from now on."""
        self._shown = status
        self._send("READY=1", f"STATUS={_line(status)}")

    def well(self) -> None:
        """The work goes on."""
        self._send("WATCHDOG=1")

    def status(self, text: str) -> None:
        """What ``systemctl status`` shows; sent when it is another text than before."""
        if text != self._shown:
            self._shown = text
            self._send(f"STATUS={_line(text)}")

    def stopping(self) -> None:
        """The service ends because it was asked to."""
        self._send("STOPPING=1", "STATUS=Stopping")

    def _send(self, *lines: str) -> None:
        if self._address is None:
            return
        # A name that begins with @ is one without a file: Linux writes it with a zero byte.
        name = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as mail:
                mail.settimeout(SEND_WITHIN_S)
                mail.connect(name)
                mail.send("\n".join(lines).encode())
        except OSError as fault:
            # Not worth ending a game; if it lasts, systemd ends us by itself.
            _log.warning("systemd was not told %s (%s).", lines[0], fault)


def from_environment(env: Mapping[str, str], pid: int) -> Systemd:
    """The supervisor that started this process, as it left word in the environment.

    ``pid``: our own, because a watchdog may be meant for a process that started us.
    """
    address = env.get(ADDRESS) or None
    if address is not None and address[0] not in "/@":
        _log.warning("%s is %r, which is no address of systemd; it is not used.", ADDRESS, address)
        address = None
    meant = env.get(MEANT_FOR) in (None, "", str(pid))
    written = env.get(WITHIN, "")
    within_s = int(written) / 1e6 if meant and written.isdecimal() and int(written) > 0 else None
    return Systemd(address, within_s)


def _line(text: str) -> str:
    """On one line: a line break would begin another message to systemd."""
    return " ".join(text.split())[:LONGEST_STATUS]
