"""Whether the page can be offered at the address that is set, and who sits there.

Knows how to try an address and to find the program that listens. Refuses to talk to it.
"""

from __future__ import annotations

import errno
import socket

from companion.doctor.findings import Finding, fault, good
from companion.doctor.machine import Machine, holders, is_ours

CHECK = "port"
_LISTENING = "0A"


def check(machine: Machine, host: str, port: int) -> Finding:
    """Whether the address is free, ours, or somebody else's."""
    number = tried(host, port)
    match number:
        case None:
            return good(CHECK, f"Port {port} is free; the table is not running.")
        case errno.EADDRINUSE:
            return _taken(machine, port)
        case errno.EACCES | errno.EPERM:
            return fault(
                CHECK,
                f"Port {port} is not for the user {machine.user}.",
                "Set a port from 1024 on, such as 8080.",
            )
        case _:
            return fault(
                CHECK,
                f"The page cannot be offered at {host}: that is no address of this machine.",
                'Write host = "0.0.0.0" for every network, or host = "127.0.0.1" for this '
                "machine alone.",
            )


def tried(host: str, port: int) -> int | None:
    """The error number of listening there; None when it works, or the error of the name."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror:
        return errno.EADDRNOTAVAIL
    with socket.socket(family, kind, protocol) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(address)
            listener.listen(1)
        except OSError as error:
            return error.errno
    return None


def _taken(machine: Machine, port: int) -> Finding:
    who = [one for inode in _inodes(machine, port) for one in holders(machine, f"socket:[{inode}]")]
    if any(is_ours(line) for _, line in who):
        return good(CHECK, f"The table is running at port {port}.")
    if who:
        number, line = who[0]
        program = line.split()[0].rpartition("/")[2]
        return fault(
            CHECK,
            f"Port {port} is taken by {program} (process {number}).",
            f"End it with `kill {number}`, or set another port.",
        )
    ran = machine.run(("systemctl", "is-active", "table-companion"))
    if ran and ran.out.strip() == "active":
        return good(CHECK, f"Port {port} is taken, and the service of the table is running.")
    return fault(
        CHECK,
        f"Port {port} is taken by a program of another user.",
        "`sudo companion doctor` says which. End it, or set another port.",
    )


def _inodes(machine: Machine, port: int) -> list[str]:
    """The sockets that listen at that port, as the kernel numbers them."""
    found = []
    for table in ("tcp", "tcp6"):
        try:
            lines = (machine.root / "proc/net" / table).read_text("ascii").splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            words = line.split()
            if words[3] == _LISTENING and int(words[1].rpartition(":")[2], 16) == port:
                found.append(words[9])
    return found
