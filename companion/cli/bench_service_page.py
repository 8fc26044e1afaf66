"""An open page, without a browser: what it asks for and in what order.

Knows the stream of events and the picture that each of them may call for. Refuses to show
anything. It asks for what ``web/static/table.js`` asks for, over as many connections.
"""

from __future__ import annotations

import json
import threading
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPException
from typing import Self
from urllib.parse import urlsplit

TIMEOUT_S = 60.0


class OpenPage:
    """The table screen, open until the ``with`` statement is left. Counts what it was sent."""

    def __init__(self, address: str) -> None:
        """``address`` is that of the page, as the service prints it."""
        place = urlsplit(address)
        self._host, self._port = place.hostname or "127.0.0.1", place.port or 80
        self.pictures = 0
        self.events = 0
        self._gone = False
        self._files = HTTPConnection(self._host, self._port, timeout=TIMEOUT_S)
        self._stream = HTTPConnection(self._host, self._port, timeout=TIMEOUT_S)
        self._thread = threading.Thread(target=self._listen, name="open page", daemon=True)

    def load(self) -> None:
        """The page itself, as when its address is opened; returns when it has come."""
        linked = _Linked()
        linked.feed(self._get("/").decode())
        self._last = linked.stream
        self._linked = linked.files

    def stay(self) -> None:
        """Then its styles, its script, its pictures, and what comes over the stream."""
        for path in self._linked:
            self._get(path)
        self._thread.start()

    def close(self) -> None:
        """Leave the page; may be called twice."""
        self._gone = True
        self._stream.close()
        if self._thread.ident is not None:
            self._thread.join(TIMEOUT_S)
        self._files.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _get(self, path: str) -> bytes:
        self._files.request("GET", path)
        return self._files.getresponse().read()

    def _listen(self) -> None:
        try:
            self._stream.request("GET", f"/events?after={self._last}")
            name = ""
            for line in self._stream.getresponse():
                word, _, value = line.decode().strip().partition(": ")
                if word == "event":
                    name = value
                elif word == "data":
                    self.events += 1
                    if name == "picture":
                        self._get(f"/tray.jpg?n={json.loads(value)}")
                        self.pictures += 1
        except (OSError, HTTPException, ValueError, AttributeError):
            # Closing the connection under the reader ends the reading in one of these ways.
            if not self._gone:
                raise


class _Linked(HTMLParser):
    """The files that a page names, and where its stream stands."""

    def __init__(self) -> None:
        super().__init__()
        self.files: list[str] = []
        self.stream = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "body":
            self.stream = named.get("data-stream") or ""
        key = {"link": "href", "script": "src", "img": "src"}.get(tag)
        path = named.get(key) if key else None
        if path and path.startswith("/"):
            self.files.append(path)
