"""A live table with a journal in a temporary folder, and its page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache

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


@pytest.fixture(scope="session")
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> FileSystemBytecodeCache:
    """Templates are compiled once for all tests."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))


@pytest.fixture
def app(table: Table, pictures: FakePictures, compiled_templates: FileSystemBytecodeCache) -> Flask:
    made = create_app(table, pictures, FakeRig(), PackagedBoards())
    made.jinja_env.bytecode_cache = compiled_templates
    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
