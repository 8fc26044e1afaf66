"""The club's page in a real browser, as it hangs on a wall."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from companion.club.board import Board
from tests.club.evening import evening, hear, result, table_now
from tests.web import browsing
from tests.web.fakes import FakeClock
from web.club.app import create_club_app
from web.server import Server

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(browsing.CHROMIUM is None, reason="chromium is not installed"),
]

AXE = os.environ.get("AXE_JS")
"""Path of axe.min.js from the npm package axe-core; the accessibility check needs it."""

SHOTS = os.environ.get("CLUB_SHOTS")
"""A folder that pictures of the page are written to, for people to look at."""

WALL: ViewportSize = {"width": 1920, "height": 1080}

expect.set_options(timeout=browsing.PATIENCE_MS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing.chromium() as running:
        yield running


@pytest.fixture
def board() -> Board:
    made = Board()
    evening(made)
    return made


@pytest.fixture
def address(board: Board) -> Iterator[str]:
    app = create_club_app(board, FakeClock(), "Games club", None)
    with Server(app, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.port}"


def test_what_tables_say_is_seen_without_a_reload(
    browser: Browser, address: str, board: Board
) -> None:
    page = browser.new_context(viewport=WALL).new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    expect(page.locator("#link-state")).to_contain_text("Live")
    hear(board, table_now(scores={"Lucy": 99, "Ralph": 7}))
    expect(page.get_by_role("article", name="Table 1", exact=True)).to_contain_text("99")
    hear(board, table_now("table-9", "Balcony"))
    expect(page.get_by_role("article", name="Balcony")).to_be_visible()
    hear(board, result(("Ralph", 1), ("Ben", 2), ("Ann", 3), table="table-9", ended="2030-01-03"))
    row = page.get_by_role("row", name="Ralph")
    expect(row).to_contain_text("6")
    board.heard("table-9", ("state",), b"")
    expect(page.get_by_role("article", name="Balcony")).to_have_count(0)
    board.connection(False)
    expect(page.get_by_role("alert")).to_contain_text("The broker is not connected")
    page.context.close()
    assert complaints == []


@pytest.mark.parametrize("size", [WALL, browsing.SMALL, browsing.PHONE])
def test_nothing_scrolls_sideways(browser: Browser, address: str, size: ViewportSize) -> None:
    page = browser.new_context(viewport=size).new_page()
    page.goto(address)
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"club-{size['width']}.png", full_page=True)
    assert browsing.sideways(page) == 0
    page.context.close()


def test_names_and_points_are_large_on_a_wall(browser: Browser, address: str) -> None:
    page = browser.new_context(viewport=WALL).new_page()
    page.goto(address)
    expect(page.locator("#link-state")).to_contain_text("Live")
    # Found and measured in one go: news may put other elements in the place of these at any time.
    measured = "what => parseFloat(getComputedStyle(document.querySelector(what)).fontSize)"
    for what, least_px in ((".score", 28), (".standing .points", 26), (".table-card h3", 28)):
        assert page.evaluate(measured, what) >= least_px, what
    page.context.close()


@pytest.mark.skipif(AXE is None, reason="AXE_JS does not name axe.min.js of the package axe-core")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_barrier(
    browser: Browser, address: str, scheme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(bypass_csp=True, color_scheme=scheme, viewport=WALL)
    page = context.new_page()
    page.goto(address)
    page.add_script_tag(path=Path(AXE or ""))
    found: list[str] = page.evaluate(
        "async () => (await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa',"
        " 'wcag22aa', 'best-practice']})).violations"
        ".map(v => `${v.id}: ${v.nodes.map(n => n.html.slice(0, 120)).join(' | ')}`)"
    )
    context.close()
    assert found == []
