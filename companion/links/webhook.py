"""Every event of the table, posted to a web address of the owner's choice.

Knows the signature, the order and the repetition. Refuses to know what the receiver does
with it. It runs on a thread of its own; the table never waits for it.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.errors import CompanionError, LinkLost, ReceiverGone
from companion.games.protocol import Game
from companion.links import payloads
from companion.links.backoff import Backoff
from companion.links.cursor import Cursor
from companion.links.record import Record
from companion.links.telling import Teller, Told
from companion.table.ports import Clock

FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 300.0
BEAT_S = 5.0
BATCH = 20
ANSWER_WITHIN_S = 10.0
GONE = 410

Post = Callable[[str, bytes, Mapping[str, str]], int]
"""Posts a body with headers to an address and gives the status. Raises OSError."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WebhookSettings:
    """Where events are posted. Without a ``secret`` they are not signed."""

    url: str
    table: str
    secret: str | None = None


class Webhook:
    """Posts events in order, each until it is taken, from ``run`` until its stop."""

    def __init__(
        self,
        record: Record,
        games: Mapping[str, Game[Any, Any]],
        folder: Path,
        settings: WebhookSettings,
        post: Post,
        clock: Clock,
        chance: Callable[[], float],
    ) -> None:
        """``folder`` is where this link keeps how far it got; nothing is opened yet."""
        self._record = record
        self._folder = folder
        self._settings = settings
        self._teller = Teller(record, games, settings.table, settings.table, None)
        self._post = post
        self._clock = clock
        self._backoff = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S, chance)
        self._bell = threading.Event()
        self._told: str | None = None

    def notice(self) -> None:
        """Something at the table changed. Never waits."""
        self._bell.set()

    def run(self, stop: threading.Event) -> None:
        """Go on until ``stop`` is set, or the receiver says that it is gone for good."""
        cursor: Cursor | None = None
        while not stop.is_set():
            pause_s = 0.0
            try:
                cursor = cursor or Cursor(self._folder / "webhook.json", self._record)
                self._deliver(cursor, stop)
            except ReceiverGone as error:
                _log.warning("%s", error)
                break
            except (CompanionError, OSError) as error:
                self._say(str(error))
                pause_s = self._backoff.pause_s()
            except Exception:
                _log.exception("The webhook failed; the table goes on without it.")
                pause_s = self._backoff.pause_s()
            if pause_s:
                stop.wait(pause_s)
            else:
                self._bell.wait(BEAT_S)
                self._bell.clear()
        if cursor is not None:
            self._save(cursor)

    def _deliver(self, cursor: Cursor, stop: threading.Event) -> None:
        """Post all that was not taken yet. Raises LinkLost at the first that is not taken."""
        while not stop.is_set():
            batch = self._record.after(cursor.position, BATCH)
            for placed in batch:
                if stop.is_set():
                    return
                self._send(self._teller.tell(placed))
                self._say(None)
                self._backoff.reset()
                cursor.advance(placed.position)
                if cursor.due(self._clock.now_s()):
                    self._save(cursor)
            if len(batch) < BATCH:
                break
        if cursor.due(self._clock.now_s()):
            self._save(cursor)

    def _send(self, told: Told) -> None:
        body = payloads.as_json(payloads.event(told, self._settings.table))
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "table-companion",
            "X-Companion-Table": self._settings.table,
            "X-Companion-Entry": str(told.position),
        }
        if self._settings.secret is not None:
            at_s = int(self._clock.wall().timestamp())
            headers["X-Companion-Signature"] = signature(self._settings.secret, at_s, body)
        host = urlsplit(self._settings.url).hostname
        try:
            status = self._post(self._settings.url, body, headers)
        except OSError as error:
            raise LinkLost(
                f"The webhook at {host} cannot be reached ({error}). Check that it runs and that "
                f"its address is right; the event is posted again by itself."
            ) from error
        if status == GONE:
            raise ReceiverGone(
                f"The webhook at {host} says that it is gone for good (410). Nothing is posted "
                f"any more until the service starts again."
            )
        if not 200 <= status < 300:
            raise LinkLost(
                f"The webhook at {host} does not take event {told.position} (status {status}). "
                f"It is posted again by itself, and later ones wait for it."
            )

    def _save(self, cursor: Cursor) -> None:
        try:
            cursor.save(self._clock.now_s())
        except (CompanionError, OSError) as error:
            self._say(f"How far the webhook was told cannot be kept ({error}).")

    def _say(self, trouble: str | None) -> None:
        """A line in the log where something changed, not one for every try."""
        if trouble is not None and trouble != self._told:
            _log.warning("%s", trouble)
        self._told = trouble


def signature(secret: str, at_s: int, body: bytes) -> str:
    """``t=SECONDS,v1=HEX``: HMAC-SHA-256 of ``SECONDS.BODY`` with the secret as its key.

    The time is signed too, so that a receiver can refuse what was recorded and played again.
    """
    signed = hmac.new(secret.encode(), f"{at_s}.".encode() + body, hashlib.sha256)
    return f"t={at_s},v1={signed.hexdigest()}"


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Post over HTTP; follows no redirection. Raises OSError when nobody answers."""
    # Not at the top: most tables have no webhook, and this brings half of the web with it.
    from urllib.error import HTTPError
    from urllib.request import HTTPRedirectHandler, Request, build_opener

    class StayHere(HTTPRedirectHandler):
        """Events go where the owner said, and nowhere else."""

        def redirect_request(self, *_: Any, **__: Any) -> None:
            return None

    request = Request(url, data=body, headers=dict(headers), method="POST")
    try:
        with build_opener(StayHere).open(request, timeout=ANSWER_WITHIN_S) as answer:
            return int(answer.status)
    except HTTPError as error:
        with error:
            return error.code
