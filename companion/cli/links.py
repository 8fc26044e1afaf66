"""From the settings to the links with other machines.

Knows which links the settings want and who this table is among others. Refuses to know
what is said over them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from random import random
from secrets import token_hex
from typing import Any

from companion import config as settings
from companion.config import Config
from companion.errors import ConfigError
from companion.games.protocol import Game
from companion.links import webhook
from companion.links.address import parse, secret_in
from companion.links.keeping import keep, kept
from companion.links.mqtt import MqttLink, MqttSettings
from companion.links.paho_line import PahoLine
from companion.links.payloads import Identity
from companion.links.record import JournalRecord
from companion.links.watch import Link, told_of
from companion.loops import Loops
from companion.table.ports import Clock
from companion.table.table import Table

_TABLE = re.compile(r"[a-z0-9_-]{1,32}")


def links_of(
    config: Config, state: Path, table: Table, games: Mapping[str, Game[Any, Any]], clock: Clock
) -> Loops:
    """The links that the settings ask for, not started; none at all by default.

    Raises ConfigError, one sentence, for a setting that cannot be used.
    """
    if config.mqtt.broker is None and not config.webhook.url:
        return told_of(table, ())
    folder = links_dir(state)
    record = JournalRecord(settings.journal_file(state))
    table_id = _table_id(config.mqtt.table, folder)
    links: list[Link] = []
    if config.mqtt.broker is not None:
        broker = _mqtt(config, table_id)
        links.append(MqttLink(table, record, games, folder, broker, PahoLine, clock, random))
    if config.webhook.url:
        wanted = webhook.WebhookSettings(config.webhook.url, table_id, _secret(config))
        links.append(webhook.Webhook(record, games, folder, wanted, webhook.post, clock, random))
    return told_of(table, links)


def links_dir(state: Path) -> Path:
    """Where links keep how far they got, beside the games. It need not exist."""
    return state / "links"


def checked_prefix(prefix: str, key: str) -> str:
    """A prefix of topics. Raises ConfigError for one that no topic may begin with."""
    if not prefix.strip("/") or any(letter in prefix for letter in "+#\0") or prefix[0] in "/$":
        raise ConfigError(
            f"{key} must be the beginning of a topic, without + and #, such as "
            f'"companion", got "{prefix}".'
        )
    return prefix.rstrip("/")


def _mqtt(config: Config, table_id: str) -> MqttSettings:
    mqtt = config.mqtt
    assert mqtt.broker is not None
    discovery = checked_prefix(mqtt.discovery_prefix, "mqtt.discovery_prefix")
    return MqttSettings(
        parse(mqtt.broker, mqtt.user, mqtt.password_file, mqtt.ca_file),
        Identity(table_id, mqtt.name or table_id, mqtt.tournament),
        checked_prefix(mqtt.prefix, "mqtt.prefix"),
        mqtt.commands,
        discovery if mqtt.discovery else None,
        version("table-companion"),
    )


def _secret(config: Config) -> str | None:
    hook = config.webhook
    if hook.secret is not None and hook.secret_file is not None:
        raise ConfigError("Set webhook.secret or webhook.secret_file, not both.")
    return hook.secret if hook.secret_file is None else secret_in(hook.secret_file, "secret")


def _table_id(given: str | None, folder: Path) -> str:
    """The id of this table: as set, else the one made here before, else a new one.

    Machines of one make all have the same name, so a name is no id.
    """
    if given is not None:
        if not _TABLE.fullmatch(given):
            raise ConfigError(
                "mqtt.table must be 1 to 32 small letters, digits, - and _, such as "
                f'"table-3", got "{given}".'
            )
        return given
    file = folder / "table.json"
    found = kept(file)
    if isinstance(found, str) and _TABLE.fullmatch(found):
        return found
    made = f"table-{token_hex(4)}"
    try:
        keep(file, made)
    except OSError as error:
        raise ConfigError(
            f"The id of this table cannot be kept in {folder} ({error.strerror}). Give the user "
            "of the service the right to write there, or set mqtt.table."
        ) from error
    return made
