"""The sections of the settings file about other machines.

Knows every setting of a section with its default, bounds and meaning. Refuses to know files,
and what the settings are used for.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.config.rules import setting


@dataclass(frozen=True, slots=True)
class MqttSettings:
    """The ``[mqtt]`` section: a broker that is told what happens at the table."""

    broker: str | None = setting(
        None,
        "text",
        "the address of an MQTT 5 broker: mqtt://HOST, mqtts://HOST for an encrypted connection, "
        "with :PORT where it is not 1883 or 8883; left out: no broker",
    )
    user: str | None = setting(None, "text", "the user at the broker, if it wants one")
    password_file: Path | None = setting(
        None, "path", "a file with the password of that user as its first line"
    )
    ca_file: Path | None = setting(
        None,
        "path",
        "a file of certificates to trust for mqtts; left out: those of the operating system",
    )
    prefix: str = setting("companion", "text", "the first part of every topic")
    table: str | None = setting(
        None,
        "text",
        "this table's part of every topic, 1 to 32 small letters, digits, - and _; left out: "
        "made by chance once and kept with the games",
    )
    name: str | None = setting(
        None, "text", "what a club and a smart home call this table; left out: the table's id"
    )
    tournament: str | None = setting(
        None, "text", "the tournament that the matches at this table count for; left out: none"
    )
    commands: bool = setting(
        False, "switch", "let whoever may write to the broker confirm, undo and roll again"
    )
    discovery: bool = setting(True, "switch", "introduce the table to Home Assistant")
    discovery_prefix: str = setting(
        "homeassistant", "text", "the topic under which Home Assistant looks for devices"
    )


@dataclass(frozen=True, slots=True)
class WebhookSettings:
    """The ``[webhook]`` section: a web address to which every event is posted."""

    url: str = setting(
        "", "web address", "where every event is posted as JSON; empty: nothing is posted"
    )
    secret: str | None = setting(
        None, "text", "the key that events are signed with; left out: they are not signed"
    )
    secret_file: Path | None = setting(
        None, "path", "a file with that key as its first line, instead of secret"
    )
