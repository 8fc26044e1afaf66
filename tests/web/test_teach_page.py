"""The page that teaches dice: tap a die, tap its name; what cannot be done is said."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.boards.loading import PackagedBoards
from companion.errors import DiceSetError, DieNotFound
from companion.table.table import Table
from companion.table.teaching import Look, LyingDie, SetFacts
from tests.web.fakes import FakePictures, FakeRig
from web import create_app

LOOK = Look(7, 640, 480, (LyingDie(100.0, 120.0, 40.0), LyingDie(300.0, 200.0, 42.0)))
MINE = SetFacts("mine", "symbol", False, (("cloud", 2), ("skull", 1)))
SHIPPED = SetFacts("practice-high-risk", "symbol", True, (("cloud", 2),))


class FakeTeacher:
    """Two dice in the tray, one set of the owner's."""

    def __init__(self) -> None:
        self.found: Look | None = LOOK
        self.taught: list[tuple[int, int, str, str]] = []
        self.forgotten: list[tuple[str, str]] = []
        self.to_mend: list[str] = []

    def sets(self) -> Sequence[SetFacts]:
        return (SHIPPED, MINE)

    def look(self) -> Look | None:
        return self.found

    def looked_at(self, number: int) -> Look | None:
        return self.found if self.found and number == self.found.number else None

    def picture(self, number: int) -> bytes | None:
        return b"\xff\xd8jpeg" if number == LOOK.number else None

    def teach(self, number: int, die: int, name: str, label: str) -> None:
        if number != LOOK.number:
            raise DieNotFound("That picture is no longer kept.")
        if not label:
            raise DiceSetError(name, ("Give it a name.",))
        self.taught.append((number, die, name, label))

    def forget(self, name: str, label: str) -> None:
        self.forgotten.append((name, label))

    def advice(self, name: str) -> Sequence[str]:
        return self.to_mend


@pytest.fixture
def teacher() -> FakeTeacher:
    return FakeTeacher()


@pytest.fixture
def teaching(table: Table, pictures: FakePictures, teacher: FakeTeacher) -> Flask:
    return create_app(table, pictures, FakeRig(), PackagedBoards(), teacher=teacher)


@pytest.fixture
def page(teaching: Flask) -> FlaskClient:
    return teaching.test_client()


def labels_offered(html: str) -> list[str]:
    return re.findall(r'name="label" value="([^"]+)"(?: class="quiet")?>\1', html)


def test_every_die_of_the_picture_can_be_tapped(page: FlaskClient) -> None:
    html = page.get("/teach").text
    assert re.findall(r'aria-label="Die (\d)"', html) == ["1", "2"]
    assert 'x="72.0" y="92.0" width="56.0"' in html, "the frame goes around the die"
    assert "/teach/7.jpg" in html
    assert labels_offered(html) == [], "names are offered for a tapped die"
    assert page.get("/teach/7.jpg").data == b"\xff\xd8jpeg"


def test_a_tapped_die_is_offered_the_sets_faces_and_those_of_the_games(page: FlaskClient) -> None:
    html = page.get("/teach?look=7&die=1&set=mine").text
    assert labels_offered(html) == ["cloud", "skull", "lightning", "mountain"]
    assert 'aria-label="Die 2, tapped"' in html


def test_a_tapped_name_is_taught_and_the_next_die_can_be_tapped(
    page: FlaskClient, teacher: FakeTeacher
) -> None:
    form = {"look": "7", "die": "1", "set": "mine", "label": "lightning"}
    answer = page.post("/teach/face", data=form)
    assert answer.status_code == 303
    assert answer.headers["Location"].endswith("/teach?set=mine&look=7")
    assert teacher.taught == [(7, 1, "mine", "lightning")]


@pytest.mark.parametrize("label", [{}, {"label": ""}])
def test_a_typed_name_is_taught_to_the_set_that_was_typed_beside_it(
    page: FlaskClient, teacher: FakeTeacher, label: dict[str, str]
) -> None:
    html = page.get("/teach?look=7&die=1").text
    (form,) = re.findall(r'<form method="post" action="/teach/face">.*?</form>', html, re.DOTALL)
    assert 'name="set"' in form
    assert 'name="other"' in form
    sent = {"look": "7", "die": "1", "set": "party", "other": "red", **label}
    assert page.post("/teach/face", data=sent).status_code == 303
    assert teacher.taught == [(7, 1, "party", "red")]


def test_enter_behind_a_typed_name_does_not_tap_another(page: FlaskClient) -> None:
    """A browser sends the form's first button for Enter: it must not carry a name."""
    html = page.get("/teach?look=7&die=1&set=mine").text
    (form,) = re.findall(r'<form method="post" action="/teach/face">.*?</form>', html, re.DOTALL)
    first = re.findall(r"<button[^>]*>", form)[0]
    assert first == "<button>"


def test_a_tapped_name_counts_although_something_was_typed(
    page: FlaskClient, teacher: FakeTeacher
) -> None:
    sent = {"look": "7", "die": "1", "set": "mine", "other": "re", "label": "cloud"}
    page.post("/teach/face", data=sent)
    assert teacher.taught == [(7, 1, "mine", "cloud")]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"look": "7", "set": "mine", "label": "x"}, "Tap a die first"),
        ({"look": "7", "die": "-1", "set": "mine", "label": "x"}, "Tap a die first"),
        ({"look": "99999999999999", "die": "0", "set": "mine", "label": "x"}, "Tap a die first"),
        ({"look": "3", "die": "0", "set": "mine", "label": "x"}, "no longer kept"),
        ({"look": "7", "die": "0", "set": "mine", "label": " "}, "Give it a name"),
    ],
)
def test_what_cannot_be_taught_is_said_in_one_sentence(
    page: FlaskClient, teacher: FakeTeacher, form: dict[str, str], said: str
) -> None:
    answer = page.post("/teach/face", data=form)
    assert answer.status_code == 422
    assert said in answer.text
    assert teacher.taught == []


def test_a_face_can_be_forgotten(page: FlaskClient, teacher: FakeTeacher) -> None:
    page.post("/teach/forget", data={"set": "mine", "label": "skull"})
    assert teacher.forgotten == [("mine", "skull")]


def test_the_check_says_yes_or_what_to_mend(page: FlaskClient, teacher: FakeTeacher) -> None:
    assert "can be told apart.</p>" in page.get("/teach?set=mine&check=1").text
    teacher.to_mend = ["6 and 9 look <alike>."]
    assert "6 and 9 look &lt;alike&gt;." in page.get("/teach?set=mine&check=1").text


def test_without_a_picture_or_a_die_the_page_says_what_to_do(
    page: FlaskClient, teacher: FakeTeacher
) -> None:
    teacher.found = None
    assert "no picture of the tray" in page.get("/teach").text
    teacher.found = Look(8, 640, 480, ())
    assert "No die was found" in page.get("/teach").text
    assert page.get("/teach/8.jpg").status_code == 404


def test_a_foreign_site_cannot_teach(page: FlaskClient, teacher: FakeTeacher) -> None:
    form = {"look": "7", "die": "1", "set": "mine", "label": "lightning"}
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert page.post("/teach/face", data=form, headers=headers).status_code == 403
    assert teacher.taught == []


def test_without_a_camera_there_is_no_such_page(client: FlaskClient) -> None:
    assert client.get("/teach").status_code == 404
    assert "/teach" not in client.get("/new").text


def test_the_page_of_games_leads_there(page: FlaskClient) -> None:
    assert 'href="/teach"' in page.get("/new").text
