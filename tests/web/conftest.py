"""A live table with a journal in a temporary folder, and its page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.boards.loading import PackagedBoards
from companion.table.journal import SqliteJournal
from companion.table.table import Table
from tests.web.fakes import FakeClock, FakePictures, FakeRig
from web import create_app


@pytest.fixture
def pictures() -> FakePictures:
    return FakePictures()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with SqliteJournal(tmp_path / "journal.sqlite3") as journal:
        yield Table(journal, PackagedBoards(), FakeClock())


@pytest.fixture
def app(table: Table, pictures: FakePictures) -> Flask:
    return create_app(table, pictures, FakeRig(), PackagedBoards())


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
