"""A connection to a broker with the library paho-mqtt, in MQTT 5.

Knows paho. Refuses to know what is said over the connection, and to connect again: whoever
holds a lost connection makes a new one, and knows what was not acknowledged.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from companion.errors import LinkLost
from companion.links.line import Call, Message

ANSWER_WITHIN_S = 10.0
KEEPALIVE_S = 30
"""A table whose power was pulled is known to be gone after one and a half times this."""
CLOSE_WITHIN_S = 2.0


class PahoLine:
    """One connection, from its call to its end."""

    def __init__(
        self, call: Call, heard: Callable[[Message], None], news: Callable[[], None]
    ) -> None:
        """Connect and wait for the broker's answer. Raises LinkLost."""
        self._call = call
        self._heard = heard
        self._news = news
        self._answered = threading.Event()
        self._acknowledged: deque[tuple[int, str | None]] = deque()
        self._topics: dict[int, str] = {}
        self._lost: str | None = None
        self._closed = False
        self.remembered = False
        self._client = self._made(call)
        self._connect()

    def publish(self, topic: str, payload: bytes, retain: bool) -> int:
        """Send with quality of service 1. Raises LinkLost."""
        self.check()
        try:
            sent = self._client.publish(topic, payload, 1, retain)
        except ValueError as error:  # a topic that cannot be
            raise LinkLost(f"{topic!r} cannot be sent to ({error}).") from error
        # paho keeps what it cannot send now and would send it later, which is not wanted:
        # it is sent from the journal again.
        if sent.rc != 0:
            raise LinkLost(self._told(f"the connection broke ({sent.rc!r})"))
        self._topics[int(sent.mid)] = topic
        return int(sent.mid)

    def acknowledged(self) -> tuple[int, ...]:
        """What was acknowledged since the last call. Raises LinkLost for what was refused."""
        numbers = []
        while self._acknowledged:
            number, refusal = self._acknowledged.popleft()
            topic = self._topics.pop(number, "what it is sent")
            if refusal is not None:
                raise LinkLost(
                    f"The broker {self._call.address} refuses {topic} ({refusal}). Give this user "
                    f"the right to write there; until then nothing is told."
                )
            numbers.append(number)
        return tuple(numbers)

    def check(self) -> None:
        """Raises LinkLost when the connection is gone."""
        if self._lost is not None:
            raise LinkLost(self._told(self._lost))

    def close(self) -> None:
        """Take leave; may be called twice."""
        if self._closed:
            return
        self._closed = True
        self._client.disconnect()
        # The library waits without a limit for a broker that hangs.
        ending = threading.Thread(target=self._client.loop_stop, name="mqtt end", daemon=True)
        ending.start()
        ending.join(CLOSE_WITHIN_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _made(self, call: Call) -> Any:
        from paho.mqtt.client import Client, MQTTv5
        from paho.mqtt.enums import CallbackAPIVersion

        client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=call.client_id,
            protocol=MQTTv5,
            reconnect_on_failure=False,
        )
        if call.address.user is not None:
            client.username_pw_set(call.address.user, call.address.password)
        if call.address.tls:
            try:
                client.tls_set(ca_certs=str(call.address.ca) if call.address.ca else None)
            except OSError as error:
                raise LinkLost(self._told(f"its certificates cannot be used ({error})")) from error
        if call.will is not None:
            topic, payload = call.will
            client.will_set(topic, payload, qos=1, retain=True)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        client.on_message = self._on_message
        return client

    def _connect(self) -> None:
        address = self._call.address
        try:
            self._client.connect(
                address.host,
                address.port,
                KEEPALIVE_S,
                clean_start=self._call.session_s == 0,
                properties=_session(self._call.session_s),
            )
            self._client.loop_start()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise LinkLost(self._told(reason)) from error
        if not self._answered.wait(ANSWER_WITHIN_S):
            self._lost = f"it did not answer within {ANSWER_WITHIN_S:.0f} s"
        if self._lost is not None:
            self.close()
            raise LinkLost(self._told(self._lost))
        for topic in self._call.unwanted:
            self._client.unsubscribe(topic)
        for topic, quality in self._call.subscriptions:
            self._client.subscribe(topic, quality)

    def _told(self, reason: str) -> str:
        return (
            f"The broker {self._call.address} is not connected: {reason}. Check that it runs and "
            f"that address, user and password are right; it is tried again by itself."
        )

    def _on_connect(
        self, client: Any, userdata: Any, flags: Any, reason: Any, properties: Any
    ) -> None:
        if reason.is_failure:
            self._lost = f"it says {reason}"
        self.remembered = bool(flags.session_present)
        self._answered.set()

    def _on_disconnect(
        self, client: Any, userdata: Any, flags: Any, reason: Any, properties: Any
    ) -> None:
        if self._lost is None:
            # Not every broker says so when another client came with the same id.
            self._lost = (
                f"the connection ended ({reason}; where that happens again and again, another "
                f"machine may use the id {self._call.client_id})"
            )
        self._answered.set()
        self._news()

    def _on_publish(
        self, client: Any, userdata: Any, number: int, reason: Any, properties: Any
    ) -> None:
        # Called under a lock of paho's, so nothing here may wait.
        self._acknowledged.append((number, str(reason) if reason.is_failure else None))
        self._news()

    def _on_message(self, client: Any, userdata: Any, message: Any) -> None:
        self._heard(Message(message.topic, bytes(message.payload), bool(message.retain)))


def _session(seconds: int) -> Any:
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.SessionExpiryInterval = seconds
    return properties
