"""The page that tries lamps, buzzer and buttons: by a port, never by a pin."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.boards.loading import PackagedBoards
from companion.table.panel import Heard, Part, PartKind
from companion.table.ports import Button
from companion.table.table import Table
from tests.web.fakes import FakePictures, FakeRig
from web import create_app

LAMP = Part("lights.pins 0", PartKind.LAMP, "status lamp", "GPIO 17, 27, 22 (pins 11, 13, 15)")
SEAT = Part("lights.seats 0", PartKind.SEAT, "LED of seat 1", "GPIO 23 (pin 16)")
BUZZER = Part("sound.buzzer", PartKind.BUZZER, "buzzer", "GPIO 12 (pin 32)")
STRIP = Part("wled.url", PartKind.STRIP, "LED strip", "http://192.168.1.50")
UNDO = Part("buttons.undo", PartKind.BUTTON, "button undo", "GPIO 5 (pin 29)")


class FakePanel:
    """Notes what is tried; hears what it is told."""

    def __init__(self, *parts: Part) -> None:
        self._parts = parts
        self.tried: list[str] = []
        self.left_s = 0.0
        self.presses: tuple[Heard, ...] = ()

    def parts(self) -> tuple[Part, ...]:
        return self._parts

    def probe(self, name: str) -> bool:
        self.tried.append(name)
        return name in {part.name for part in self._parts if part is not UNDO}

    def listen(self) -> None:
        self.left_s = 30.0

    def listening_s(self) -> float:
        return self.left_s

    def heard(self) -> tuple[Heard, ...]:
        return self.presses


def served(table: Table, panel: FakePanel | None) -> FlaskClient:
    app: Flask = create_app(table, FakePictures(), FakeRig(), PackagedBoards(), panel=panel)
    return app.test_client()


@pytest.fixture
def panel() -> FakePanel:
    return FakePanel(LAMP, SEAT, BUZZER, STRIP, UNDO)


def test_every_part_is_listed_with_its_pins_and_a_way_to_try_it(
    table: Table, panel: FakePanel
) -> None:
    text = served(table, panel).get("/pins").text
    for part in (LAMP, SEAT, BUZZER, STRIP, UNDO):
        assert part.where in text
    assert text.count("<button>Try the ") == 4
    assert "Listen to the buttons" in text
    assert "http-equiv" not in text, "a page that does not listen stays as it is"


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (LAMP, "shows red, green and blue now"),
        (SEAT, "The LED of seat 1 is lit now"),
        (BUZZER, "The buzzer sounds now"),
        (STRIP, "The LED strip shows red, green and blue now"),
    ],
    ids=lambda each: each.name if isinstance(each, Part) else "",
)
def test_trying_a_part_lights_it_and_says_what_to_see(
    table: Table, panel: FakePanel, part: Part, said: str
) -> None:
    answer = served(table, panel).post("/pins/probe", data={"name": part.name})
    assert answer.status_code == 303
    assert panel.tried == [part.name]
    assert said in served(table, panel).get(answer.location).text


def test_what_is_not_wired_cannot_be_tried(table: Table, panel: FakePanel) -> None:
    answer = served(table, panel).post("/pins/probe", data={"name": "lights.seats 4"})
    assert answer.status_code == 404
    assert "Nothing of that name is wired" in answer.text
    assert served(table, panel).post("/pins/probe", data={}).status_code == 404


def test_listening_shows_pushes_as_they_come(table: Table, panel: FakePanel) -> None:
    client = served(table, panel)
    assert client.post("/pins/listen").status_code == 303
    text = client.get("/pins").text
    assert "For 30 more seconds pushes are only shown here" in text
    assert 'http-equiv="refresh" content="2"' in text
    assert "Nothing was heard yet" in text
    panel.presses = (Heard(Button.HELP, 0.4), Heard(Button.UNDO, 3.2))
    text = client.get("/pins").text
    assert text.index("a button, held (help), 0 s ago") < text.index("undo, short, 3 s ago")


def test_another_site_cannot_light_a_lamp(table: Table, panel: FakePanel) -> None:
    client = served(table, panel)
    for path in ("/pins/probe", "/pins/listen"):
        foreign = {"Sec-Fetch-Site": "cross-site"}
        assert client.post(path, data={"name": LAMP.name}, headers=foreign).status_code == 403
    assert panel.tried == []
    assert panel.left_s == 0.0


def test_a_table_without_wires_says_where_to_begin(table: Table) -> None:
    text = served(table, FakePanel()).get("/pins").text
    assert "No lamp, button or buzzer is set." in text
    assert "<button>Try" not in text


def test_the_page_is_found_from_the_choice_of_games_and_only_where_it_is(
    table: Table, panel: FakePanel
) -> None:
    assert 'href="/pins"' in served(table, panel).get("/new").text
    without = served(table, None)
    assert 'href="/pins"' not in without.get("/new").text
    assert without.get("/pins").status_code == 404
