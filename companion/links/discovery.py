"""How a table introduces itself to Home Assistant.

Knows the messages of its MQTT discovery: one retained configuration for each entity, all of
them on one device. Refuses to know when they are sent.

Source: home-assistant.io, "MQTT", section "MQTT Discovery". One topic for each entity is the
form that every version of Home Assistant understands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.links.commands import COMMANDS
from companion.links.payloads import EMPTY, OFFLINE, ONLINE, Identity, Topics, as_json
from companion.links.telling import EVENT_TYPES

MAKER = "Table Companion"
BUTTONS = {
    "confirm": ("Take the likeliest reading", "mdi:check"),
    "undo": ("Take back the last step", "mdi:undo"),
    "roll_again": ("Roll again", "mdi:dice-multiple"),
    "next": ("Take the only choice", "mdi:skip-next"),
}
_SEEN_VERSION = (
    "{% set seen = namespace(version=-1) %}"
    "{% for entity in device_entities(device_id(entity_id)) %}"
    "{% if state_attr(entity, 'match_version') is number %}"
    "{% set seen.version = state_attr(entity, 'match_version') %}"
    "{% endif %}{% endfor %}"
    '{"command": "{{ value }}", "version": {{ seen.version }}}'
)
"""A button sends the version that Home Assistant has seen, whatever its entities are called."""


def discovery(
    identity: Identity, topics: Topics, prefix: str, commands: bool, version: str
) -> dict[str, bytes]:
    """The retained messages by topic; an empty one takes an entity away.

    ``prefix`` is Home Assistant's, ``version`` that of this program. Buttons are only there
    where ``commands`` are allowed.
    """
    shared = {
        "availability_topic": topics.availability,
        "payload_available": ONLINE.decode(),
        "payload_not_available": OFFLINE.decode(),
        "device": {
            "identifiers": [f"table_companion_{identity.table}"],
            "name": identity.name,
            "manufacturer": MAKER,
            "model": "Game table",
            "sw_version": version,
        },
        "origin": {"name": MAKER, "sw_version": version},
    }
    entities: dict[tuple[str, str], Mapping[str, Any] | None] = {
        ("sensor", key): entity for key, entity in _sensors(topics).items()
    }
    entities["event", "event"] = {
        "name": "Event",
        "icon": "mdi:dice-multiple",
        "state_topic": topics.event,
        "event_types": list(EVENT_TYPES),
    }
    for command in COMMANDS:
        entities["button", command] = _button(command, topics) if commands else None
    return {
        f"{prefix}/{kind}/table_companion_{identity.table}/{key}/config": EMPTY
        if entity is None
        else as_json({**entity, "unique_id": f"table_companion_{identity.table}_{key}", **shared})
        for (kind, key), entity in entities.items()
    }


def _sensors(topics: Topics) -> dict[str, dict[str, Any]]:
    return {
        "state": {
            "name": "State",
            "icon": "mdi:table-furniture",
            "device_class": "enum",
            "options": ["idle", "playing", "doubt", "over"],
            "state_topic": topics.state,
            "value_template": "{{ value_json.phase }}",
            "json_attributes_topic": topics.state,
            "json_attributes_template": (
                "{{ {'game': value_json.match.title if value_json.match else none, "
                "'match': value_json.match.id if value_json.match else none, "
                "'match_version': value_json.match.version if value_json.match else none, "
                "'players': value_json.match.players if value_json.match else [], "
                "'question': value_json.question, 'tray': value_json.tray, "
                "'tournament': value_json.tournament} | tojson }}"
            ),
        },
        "prompt": {
            "name": "Prompt",
            "icon": "mdi:message-text",
            "state_topic": topics.prompt,
            # A state has room for 255 characters.
            "value_template": "{{ value[:255] }}",
        },
        "dice": {
            "name": "Dice",
            "icon": "mdi:dice-6",
            "state_topic": topics.dice,
            "value_template": "{{ value_json.text }}",
            "json_attributes_topic": topics.dice,
        },
        "falls": {
            "name": "Falls",
            "icon": "mdi:arrow-down-bold",
            "state_topic": topics.falls,
            "value_template": "{{ value_json.falls }}",
            "state_class": "measurement",
            "json_attributes_topic": topics.falls,
        },
        "winner": {
            "name": "Winner",
            "icon": "mdi:trophy",
            "state_topic": topics.winner,
            "value_template": "{{ value_json.text[:255] }}",
            "json_attributes_topic": topics.winner,
        },
    }


def _button(command: str, topics: Topics) -> dict[str, Any]:
    name, icon = BUTTONS[command]
    return {
        "name": name,
        "icon": icon,
        "command_topic": topics.command,
        "command_template": _SEEN_VERSION,
        "payload_press": command,
        "qos": 0,
        "retain": False,
    }
