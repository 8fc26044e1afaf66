"""How a table introduces itself to Home Assistant."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jinja2.sandbox import SandboxedEnvironment

from companion.links import payloads
from companion.links.commands import COMMANDS
from companion.links.discovery import discovery
from companion.links.payloads import Identity, Topics
from companion.links.telling import EVENT_TYPES
from companion.table.table import Table
from tests.links.playing import begin, play_to_the_end
from tests.table.fakes import GAMES, FakeBoards, FakeClock, MemoryJournal

HERE = Identity("table-1", "Table 1", "Winter cup")
TOPICS = Topics("companion", "table-1")
COMMON = {"name", "unique_id", "availability_topic", "payload_available", "device", "origin"}
NEEDED = {
    "sensor": {"state_topic"},
    "event": {"state_topic", "event_types"},
    "button": {"command_topic"},
}
"""What Home Assistant's documentation calls required, and what makes one device of them."""


def _entities(commands: bool) -> dict[str, Any]:
    told = discovery(HERE, TOPICS, "homeassistant", commands, "0.1")
    return {topic: json.loads(content) if content else None for topic, content in told.items()}


@pytest.fixture
def retained() -> dict[str, bytes]:
    """What the table retains after a match."""
    table = Table(MemoryJournal(), FakeBoards(low={"top": 5}), FakeClock(), GAMES)
    begin(table)
    play_to_the_end(table)
    snapshot = table.snapshot()
    now = payloads.table_now(snapshot, HERE, "2030-01-02T03:04:05+00:00")
    said = payloads.retained(snapshot, now, TOPICS)
    return {**said, TOPICS.falls: payloads.falls("1", 1, "Lucy fell to 0.")}


def test_every_entity_has_what_home_assistant_asks_for() -> None:
    entities = _entities(commands=True)
    assert len(entities) == 6 + len(COMMANDS)
    for topic, entity in entities.items():
        prefix, kind, node, key, end = topic.split("/")
        assert (prefix, node, end) == ("homeassistant", "table_companion_table-1", "config")
        assert COMMON | NEEDED[kind] <= set(entity), topic
        assert entity["unique_id"] == f"table_companion_table-1_{key}"
        assert entity["device"]["identifiers"] == ["table_companion_table-1"]


def test_the_event_entity_knows_every_event() -> None:
    entity = _entities(False)["homeassistant/event/table_companion_table-1/event/config"]
    assert entity["event_types"] == list(EVENT_TYPES)
    assert entity["state_topic"] == TOPICS.event


def test_buttons_are_there_where_commands_are_and_are_taken_away_where_not() -> None:
    buttons = {t: e for t, e in _entities(True).items() if "/button/" in t}
    assert {e["payload_press"] for e in buttons.values()} == set(COMMANDS)
    without = {t: e for t, e in _entities(False).items() if "/button/" in t}
    assert without == dict.fromkeys(buttons)


def test_what_is_retained_fills_every_sensor(retained: dict[str, bytes]) -> None:
    shown = {}
    for topic, entity in _entities(False).items():
        if "/sensor/" not in topic:
            continue
        said = retained[entity["state_topic"]].decode()
        shown[topic.split("/")[3]] = _rendered(entity["value_template"], said)
        attributes = retained.get(entity.get("json_attributes_topic", ""), b"{}").decode()
        if "json_attributes_template" in entity:
            attributes = _rendered(entity["json_attributes_template"], attributes)
        assert isinstance(json.loads(attributes), dict)
    assert shown == {
        "state": "over",
        "prompt": retained[TOPICS.prompt].decode()[:255],
        "dice": "3, 4",
        "falls": "1",
        "winner": "Lucy",
    }


def test_the_state_has_the_version_that_a_button_sends(retained: dict[str, bytes]) -> None:
    entities = _entities(True)
    state = entities["homeassistant/sensor/table_companion_table-1/state/config"]
    said = _rendered(state["json_attributes_template"], retained[TOPICS.state].decode())
    attributes = json.loads(said)
    assert attributes["match_version"] == 8
    button = entities["homeassistant/button/table_companion_table-1/undo/config"]
    assert _pressed(button, attributes) == {"command": "undo", "version": 8}
    assert _pressed(button, {"match_version": None}) == {"command": "undo", "version": -1}


def _rendered(template: str, said: str) -> str:
    environment = SandboxedEnvironment()
    try:
        parsed = json.loads(said)
    except ValueError:
        parsed = None
    return environment.from_string(template).render(value=said, value_json=parsed)


def _pressed(button: dict[str, Any], attributes: dict[str, Any]) -> Any:
    """What Home Assistant sends; its functions are stood in for."""
    environment = SandboxedEnvironment()
    environment.globals.update(
        device_id=lambda entity: "device",
        device_entities=lambda device: ["sensor.dice", "sensor.anything_else"],
        state_attr=lambda entity, name: (
            attributes.get(name) if entity == "sensor.anything_else" else None
        ),
    )
    template = environment.from_string(button["command_template"])
    return json.loads(template.render(value=button["payload_press"], entity_id="button.undo"))
