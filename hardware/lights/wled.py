"""An LED strip with a WLED controller in the same network.

Knows WLED's JSON interface over HTTP. Refuses to know what the colours mean.

A thread of its own speaks to the controller: the table never waits for it. Only the newest
state is sent; what a slow controller misses is not made up for. A controller that does not
answer is tried again, ever less often, and said once in the log.

Source: https://kno.wled.ge/interfaces/json-api/ and the controller's own source for how its
timed light is started anew.
"""

from __future__ import annotations

import http.client
import json
import logging
import threading
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from companion.table.ports import Clock

TIMEOUT_S = 1.5
"""A controller in the same house answers within some 50 ms, over a poor Wi-Fi within a second."""
RETRY_S, RETRY_MOST_S = 1.0, 30.0
KEEP_S = 20.0
"""The strip goes dark by itself a minute after the last word (see ``_state``), so a table that
was killed leaves no light on. So often it is told that the table still lives."""
REST_S = 0.3
"""The controller looks ten times a second whether its timed light was switched off."""
CLOSE_S = 2.0
_LONGEST_ANSWER = 65_536

_log = logging.getLogger(__name__)


class WledStrip:
    """One strip, all of it in one colour."""

    def __init__(self, url: str, clock: Clock, timeout_s: float = TIMEOUT_S) -> None:
        """``url`` such as ``http://192.168.1.50``. Nothing is sent before the first ``write``."""
        self._url = url
        self._clock = clock
        self._timeout_s = timeout_s
        self._news = threading.Condition()
        self._wanted: tuple[float, ...] | None = None
        self._stop = False
        self._peak = 1.0
        # A daemon: a controller that hangs must not keep the process from ending.
        self._thread = threading.Thread(target=self._run, name="LED strip", daemon=True)
        self._thread.start()

    def write(self, levels: Sequence[float]) -> None:
        """From now on show these levels of red, green and blue, 0 to 1. Returns at once."""
        with self._news:
            self._wanted = tuple(levels)
            self._news.notify_all()

    def close(self) -> None:
        """Put the strip out, within a deadline; may be called twice."""
        with self._news:
            self._stop = True
            self._news.notify_all()
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        shown: tuple[float, ...] | None = None
        kept_s, retry_s, told = 0.0, RETRY_S, False
        while True:
            wanted = self._next(shown, kept_s)
            if wanted is None:
                break
            try:
                now_s = self._clock.now_s()
                if shown is None or now_s >= kept_s:
                    # Only a timed light that was off starts its minute anew.
                    self._post(self._state(wanted, timed=False))
                    self._rest(REST_S)
                    kept_s = now_s + KEEP_S
                self._post(self._state(wanted, timed=True))
            except (OSError, http.client.HTTPException) as fault:
                if not told:
                    _log.warning(
                        "The LED strip at %s does not answer (%s). It is tried again by itself; "
                        "check its power and wled.url in the settings.",
                        self._url,
                        str(fault) or type(fault).__name__,
                    )
                told, shown = True, None
                self._rest(retry_s)
                retry_s = min(RETRY_MOST_S, retry_s * 2)
            else:
                if told:
                    _log.info("The LED strip at %s answers again.", self._url)
                told, shown, retry_s = False, wanted, RETRY_S
        self._put_out()

    def _next(self, shown: tuple[float, ...] | None, kept_s: float) -> tuple[float, ...] | None:
        """What to send next, once there is news or the strip waits for a sign of life; None at
        the end."""
        with self._news:
            while not self._stop:
                left_s = kept_s - self._clock.now_s()
                if self._wanted is not None and (self._wanted != shown or left_s <= 0):
                    return self._wanted
                self._news.wait(None if self._wanted is None else left_s)
            return None

    def _rest(self, seconds: float) -> None:
        """Wait, but not beyond the end."""
        with self._news:
            self._news.wait_for(lambda: self._stop, seconds)

    def _state(self, levels: tuple[float, ...], timed: bool) -> dict[str, Any]:
        """WLED's words for that colour, at once and without telling other strips.

        Brightness is sent apart, because the controller bends colours to the eye but not
        brightness; a dark phase is a black colour, because brightness 0 ends the timed light.
        """
        if max(levels) > 0:
            self._peak = max(levels)
        colour = [min(255, round(level / self._peak * 255)) for level in levels]
        night_light: dict[str, Any] = {"on": timed}
        if timed:
            night_light |= {"dur": 1, "mode": 0, "tbri": 0}
        return {
            "on": True,
            "bri": max(1, min(255, round(self._peak * 255))),
            "tt": 0,
            "nl": night_light,
            "udpn": {"nn": True},
            "seg": {"fx": 0, "col": [colour, [0, 0, 0], [0, 0, 0]]},
        }

    def _put_out(self) -> None:
        if self._wanted is None:
            return
        try:
            self._post({"on": False, "tt": 0, "nl": {"on": False}, "udpn": {"nn": True}})
        except (OSError, http.client.HTTPException):
            _log.info("The LED strip could not be put out; it goes dark within a minute.")

    def _post(self, state: dict[str, Any]) -> None:
        parts = urlsplit(self._url)
        kind = (
            http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        )
        connection = kind(parts.hostname or "", parts.port, timeout=self._timeout_s)
        try:
            headers = {"Content-Type": "application/json"}
            path = parts.path.rstrip("/") + "/json/state"
            connection.request("POST", path, json.dumps(state), headers)
            answer = connection.getresponse()
            answer.read(_LONGEST_ANSWER)
            if answer.status != http.client.OK:
                raise OSError(f"it answers with status {answer.status}, is it a WLED controller?")
        finally:
            connection.close()
