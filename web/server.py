"""The web server in this process: many long event streams, a clean stop.

Knows addresses, threads and stopping. Refuses to know what the application does.

Why waitress: ``docs/decisions/0071-waitress-serves-the-page.md``.
"""

from __future__ import annotations

import errno
import logging
import socket
import threading

from flask import Flask
from waitress.server import create_server

from companion.errors import AddressInUse, AddressUnusable
from web.stream import MAX_STREAMS

THREADS = MAX_STREAMS + 12
"""One thread for each stream that may be open and a dozen for everything else."""

STOP_WITHIN_S = 4.0
"""How long a stop waits for requests under way before it drops them."""

_log = logging.getLogger(__name__)


def serve(app: Flask, host: str, port: int, stop: threading.Event) -> None:
    """Serve the application until ``stop`` is set; returns within five seconds after that.

    Raises AddressInUse when the port is taken, AddressUnusable when the address is not this
    machine's or the port is not for this user.
    """
    with Server(app, host, port) as server:
        _log.info("The page is at http://%s:%d/", _shown(host), server.port)
        stop.wait()


class Server:
    """The running page; ``port`` is the real one where 0 was asked. ``close`` ends it."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Listen and serve in the background. Raises AddressInUse or AddressUnusable."""
        # A closed page is everyday life here, not worth a line on a memory card.
        logging.getLogger("waitress").setLevel(logging.WARNING)
        self._streams = app.extensions["streams"]
        listener = _listen(host, port)
        self.port: int = listener.getsockname()[1]
        self._server = create_server(
            app,
            sockets=[listener],
            threads=THREADS,
            ident=None,
            # Look for a client that has gone while its stream is being written.
            channel_request_lookahead=1,
            # A stream that is read no more may hold one page's worth, not the default 1 MB.
            outbuf_high_watermark=1 << 18,
            connection_limit=THREADS * 4,
            cleanup_interval=30,
            channel_timeout=60,
            max_request_body_size=1 << 20,
            clear_untrusted_proxy_headers=True,
        )
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self._closed = False
        self._thread.start()

    def close(self) -> None:
        """Stop listening, end every stream, wait a little for the rest; twice is fine."""
        if self._closed:
            return
        self._closed = True
        self._streams.close()
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=STOP_WITHIN_S)
        try:
            self._server.trigger.pull_trigger(self._hang_up)
        except OSError:
            self._hang_up()  # the loop cannot be woken any more
        self._thread.join(1.0)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _hang_up(self) -> None:
        """Close every socket; the loop, in whose thread this runs, then has nothing left."""
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        self._server.close()

    def _run(self) -> None:
        try:
            self._server.run()
        except OSError:
            if not self._closed:
                raise


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = None
    try:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        if listener is not None:
            listener.close()
        raise _explained(error, host, port) from error
    return listener


def _explained(error: OSError, host: str, port: int) -> AddressInUse | AddressUnusable:
    if error.errno == errno.EADDRINUSE:
        return AddressInUse(
            f"Port {port} is taken by another program. Stop that program, "
            f"or choose another port with --port, for example --port {port + 1}."
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return AddressUnusable(
            f"Port {port} is not for this user, as those below 1024 are the system's. "
            f"Choose another one with --port, for example --port 8080."
        )
    return AddressUnusable(
        f"The page cannot be offered at {host!r} ({error.strerror or error}). Name an address "
        f"of this machine with --host: 127.0.0.1 for this machine alone, 0.0.0.0 for its network."
    )


def _shown(host: str) -> str:
    return "localhost" if host in ("0.0.0.0", "::", "") else host
