"""Stands where systemd stands: a socket that takes its datagrams."""

from __future__ import annotations

import socket
import struct
from types import TracebackType
from typing import Self

PATIENCE_S = 30.0
_CREDENTIALS = struct.Struct("3i")


class Listening:
    """A socket like that of systemd. ``name`` begins with a zero byte: an abstract one."""

    def __init__(self, name: str) -> None:
        self._mail = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._mail.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._mail.bind(name)
        self._mail.settimeout(PATIENCE_S)

    def word(self) -> tuple[int, list[str]]:
        """The next datagram: who sent it (a process id), and its lines."""
        text, more, _, _ = self._mail.recvmsg(4096, socket.CMSG_SPACE(_CREDENTIALS.size))
        pid = _CREDENTIALS.unpack(more[0][2])[0]
        return pid, text.decode().splitlines()

    def until(self, line: str) -> list[str]:
        """Everything that is said up to a line that begins like this, in order."""
        heard: list[str] = []
        while not (heard and any(said.startswith(line) for said in heard)):
            heard += self.word()[1]
        return heard

    def nothing(self) -> bool:
        """True when no datagram waits."""
        self._mail.settimeout(0.0)
        try:
            self._mail.recv(4096)
        except BlockingIOError:
            return True
        finally:
            self._mail.settimeout(PATIENCE_S)
        return False

    def close(self) -> None:
        self._mail.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
