"""A web server that takes what a webhook posts, or does not."""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import TracebackType
from typing import Any, Self

WITHIN_S = 30.0


@dataclass(frozen=True, slots=True)
class Posted:
    """What was posted, and the status that was answered."""

    body: bytes
    headers: dict[str, str]
    status: int


class Receiver:
    """Answers with these statuses, one after another, and then with the last of them."""

    def __init__(self, *statuses: int) -> None:
        left = list(statuses or (204,))
        posted: queue.Queue[Posted] = queue.Queue()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = left.pop(0) if len(left) > 1 else left[0]
                self.send_response(status)
                if status in (301, 302, 307):
                    self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()
                headers = {key.lower(): value for key, value in self.headers.items()}
                posted.put(Posted(body, headers, status))

            def log_message(self, *arguments: Any) -> None:
                """Nothing."""

        self._posted = posted
        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/hook"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    def next(self) -> Posted:
        """The next thing that was posted."""
        return self._posted.get(timeout=WITHIN_S)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._thread.join(WITHIN_S)
        self._server.server_close()
