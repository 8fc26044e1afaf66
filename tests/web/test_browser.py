"""The page in a real browser, as people use it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.boards.loading import PackagedBoards
from companion.table.cues import TrayState
from companion.table.table import Table
from tests.web import browsing, play
from tests.web.fakes import FakePictures, FakeRig
from vision.values import Status
from web import create_app
from web.server import Server

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(browsing.CHROMIUM is None, reason="chromium is not installed"),
]

AXE = os.environ.get("AXE_JS")
"""Path of axe.min.js from the npm package axe-core; the accessibility check needs it."""

MOMENTS = ("empty", "choose", "throw", "rolled", "doubt", "over")
"""Moments that the table screen shows in its own way."""

expect.set_options(timeout=browsing.PATIENCE_MS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing.chromium() as running:
        yield running


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    with Server(app, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.port}"


def _open(browser: Browser, address: str, size: ViewportSize | None = None) -> Page:
    """The table in a fresh browser profile."""
    page = browser.new_context(viewport=size or browsing.WIDE).new_page()
    page.set_default_timeout(browsing.PATIENCE_MS)
    page.goto(address)
    return page


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The table on a wide screen; any complaint of the browser fails the test."""
    opened = _open(browser, address)
    complaints: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    opened.context.close()
    assert [c for c in complaints if "409" not in c and "422" not in c] == []


def _throw_seen(table: Table, *values: int | None) -> None:
    dice = [play.die(v, 100.0 + 120 * i, 0.999 if v else 0.4) for i, v in enumerate(values)]
    status = Status.OK if all(values) else Status.UNSURE
    table.rolled(play.throw_seen(*dice, status=status), play.PICTURE_SIZE, "roll-0001.jpg")


def _chosen(table: Table, target: str, white: int) -> None:
    """Declare a climb without the page."""
    match = play.now(table)
    action = {"type": "Declare", "target": target, "white": white, "blue": 0}
    table.submit(0, action, match.version, "page")


def test_an_empty_table_fills_a_wide_screen_with_games_and_tray(page: Page) -> None:
    games = page.locator(".region-choices").bounding_box()
    tray = page.locator(".region-tray").bounding_box()
    assert games is not None
    assert tray is not None
    assert games["x"] < 40
    assert tray["x"] + tray["width"] > browsing.WIDE["width"] - 40
    assert 0 < tray["x"] - (games["x"] + games["width"]) < 40, "side by side"
    assert tray["y"] == games["y"]
    page.get_by_role("link", name="Roll & Wall").click()
    expect(page.get_by_role("heading", name="New game of Roll & Wall")).to_be_visible()


def test_from_a_new_game_to_a_pawn_that_moved(page: Page, address: str, table: Table) -> None:
    page.click("text=New game >> nth=0")
    page.click("text=Roll & Wall")
    page.fill("[name=name-0]", "Lucy")
    page.fill("[name=name-1]", "Ralph")
    page.click("text=Start the game")
    expect(page.locator("h1")).to_contain_text("Lucy, choose a space")
    page.click(".wall a.target >> nth=1")
    panel = page.locator(".target-panel.chosen")
    expect(panel).to_contain_text("the 4 in the centre")
    expect(panel.locator(".declare").nth(1)).to_contain_text("75 %")
    panel.locator(".declare").nth(1).click()
    expect(page.locator("h1")).to_have_text("Lucy, throw 2 white dice for the 4 in the centre.")
    page.focus("[data-slot]")
    page.keyboard.type("16")
    expect(page.locator(".entry button.primary")).to_be_focused()
    page.keyboard.press("Enter")
    page.click("text=Keep the energy bar")
    expect(page.locator(".region-prompt .happened")).to_contain_text("climbs to the 4")
    assert play.now(table).view["climbers"][0]["space"] == "2a.01"
    expect(page.locator(".pawn.active title")).to_have_text("Lucy")


def test_typing_values_by_tapping_jumps_from_die_to_die(page: Page, table: Table) -> None:
    play.begin_free_roll(table, "1d4+2d6")
    for place, value in (("d4", 3), ("d6", 6), ("d6", 2)):
        page.click(f"[data-pad={place}]:visible [data-value='{value}']")
    expect(page.locator("[data-slot]").nth(2)).to_have_value("2")
    page.click("text=Enter this roll")
    expect(page.locator(".tally").first).to_contain_text("11")


def test_a_die_on_the_picture_is_mended_with_two_taps(page: Page, table: Table) -> None:
    play.begin_free_roll(table)
    table.tray(TrayState.WAITING)
    _throw_seen(table, 3, 5, 1)
    page.click(".overlay a >> nth=1")
    first = page.locator("details.die[open] .values button").first
    expect(first).to_have_attribute("aria-label", "6, likely")
    first.click()
    expect(page.locator(".tally").first).to_contain_text("10")
    expect(page.locator(".log")).to_contain_text("Corrected")
    expect(page.locator(".log del").first).to_be_visible()


def test_a_doubt_is_answered_with_one_tap(page: Page, table: Table) -> None:
    play.begin_free_roll(table)
    _throw_seen(table, 3, None, 1)
    expect(page.locator(".question")).to_contain_text("Expected: three six-sided dice")
    expect(page.locator(".picture img")).to_have_attribute("src", "/evidence/roll-0001.jpg")
    page.click(".reading >> nth=0")
    expect(page.locator(".question")).to_have_count(0)
    assert play.now(table).view["players"][0]["throws"] == 1


def test_a_doubt_is_edited_die_by_die(page: Page, table: Table) -> None:
    play.begin_free_roll(table, "2d6")
    _throw_seen(table, 3, 4, 1)
    page.click(".overlay a >> nth=1")
    page.select_option("#q-1 select", "")
    page.click("text=These are the dice")
    expect(page.locator(".tally").first).to_contain_text("4")


def test_undo_is_seen_by_every_open_page(
    browser: Browser, page: Page, address: str, table: Table
) -> None:
    play.begin_free_roll(table)
    other = _open(browser, address, browsing.PHONE)
    _throw_seen(table, 6, 6, 6)
    expect(other.locator(".tally").first).to_contain_text("18")
    other.click(".controls button")
    expect(page.locator(".tally").first).not_to_contain_text("18")
    expect(page.locator(".log del").first).to_be_visible()
    other.context.close()


def test_a_tab_that_was_left_behind_is_told_and_shown_how_it_stands(
    browser: Browser, address: str, table: Table
) -> None:
    play.begin_free_roll(table)
    deaf = browser.new_context(viewport=browsing.WIDE).new_page()
    deaf.route("**/events*", lambda route: route.abort())
    deaf.goto(address)
    _throw_seen(table, 6, 6, 6)
    deaf.click(".choices button:has-text('Pass')")
    expect(deaf.locator("#notice")).to_contain_text("The game has moved on")
    expect(deaf.locator(".tally").first).to_contain_text("18")
    expect(deaf.locator("h1")).to_contain_text("Ralph")
    deaf.click("#notice button")
    expect(deaf.locator("#notice")).to_be_hidden()
    deaf.context.close()


def test_half_typed_dice_survive_news_about_something_else(page: Page, table: Table) -> None:
    play.begin_free_roll(table)
    page.fill("#slot-0", "5")
    table.message("The camera is slow.")
    table.tray(TrayState.ROLLING)
    expect(page.locator(".banner")).to_be_visible()
    expect(page.locator(".state")).to_contain_text("Rolling")
    expect(page.locator("#slot-0")).to_have_value("5")


def test_a_page_finds_the_table_again_after_the_service_was_restarted(
    browser: Browser, app: Flask, table: Table, pictures: FakePictures
) -> None:
    server = Server(app, "127.0.0.1", 0)
    page = _open(browser, f"http://127.0.0.1:{server.port}")
    expect(page.locator("#link-state")).to_contain_text("Live")
    server.close()
    expect(page.locator("#link-state")).to_contain_text("Connecting")
    play.begin_free_roll(table)
    restarted = create_app(table, pictures, FakeRig(), PackagedBoards())
    with Server(restarted, "127.0.0.1", server.port):
        expect(page.locator("#link-state")).to_contain_text("Live")
        expect(page.locator("h1")).to_contain_text("Lucy, throw")
        page.context.close()


def test_an_action_while_the_service_is_away_says_so_and_changes_nothing(
    browser: Browser, app: Flask, table: Table
) -> None:
    play.begin_free_roll(table)
    with Server(app, "127.0.0.1", 0) as server:
        page = _open(browser, f"http://127.0.0.1:{server.port}")
    page.click(".choices button:has-text('Pass')")
    expect(page.locator("#notice")).to_contain_text("cannot be reached")
    page.context.close()


def test_the_page_works_without_script(browser: Browser, address: str, table: Table) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=browsing.PHONE)
    page = context.new_page()
    page.goto(f"{address}/new/roll_and_wall")
    page.fill("[name=name-0]", "Ann")
    page.fill("[name=name-1]", "Ben")
    page.click("text=Start the game")
    page.click("#to-2a-01 .declare >> nth=1")
    page.fill("#slot-0", "6")
    page.fill("#slot-1", "1")
    page.click("text=Enter this roll")
    page.click("text=Keep the energy bar")
    expect(page.locator(".region-prompt .happened")).to_contain_text("Ann climbs to the 4")
    context.close()


@pytest.mark.parametrize("size", [browsing.WIDE, browsing.SMALL, browsing.PHONE])
def test_nothing_scrolls_sideways_and_every_target_fits_a_thumb(
    browser: Browser, address: str, table: Table, size: ViewportSize
) -> None:
    page = _open(browser, address, size)
    for moment in MOMENTS:
        _bring_to(table, moment)
        page.goto(address)
        assert (moment, browsing.sideways(page), browsing.small_targets(page)) == (moment, 0, [])
    for path in ("/new", "/new/roll_and_wall", "/new/free_roll", "/games", "/nowhere"):
        page.goto(address + path)
        assert (path, browsing.sideways(page), browsing.small_targets(page)) == (path, 0, [])
    page.context.close()


def test_dark_and_light_follow_the_system(browser: Browser, address: str) -> None:
    grounds = []
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        page = context.new_page()
        page.goto(address)
        grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        context.close()
    assert grounds[0] != grounds[1]


@pytest.mark.skipif(AXE is None, reason="AXE_JS does not name axe.min.js of the package axe-core")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_barrier(
    browser: Browser, address: str, table: Table, scheme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(bypass_csp=True, color_scheme=scheme)
    page = context.new_page()
    for moment in MOMENTS:
        _bring_to(table, moment)
        assert (moment, _barriers(page, address)) == (moment, [])
    for path in ("/new/roll_and_wall", "/games"):
        assert (path, _barriers(page, address + path)) == (path, [])
    context.close()


def _barriers(page: Page, address: str) -> list[str]:
    page.goto(address)
    page.add_script_tag(path=Path(AXE or ""))
    found: list[str] = page.evaluate(
        "async () => (await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa',"
        " 'wcag22aa', 'best-practice']})).violations"
        ".map(v => `${v.id}: ${v.nodes.map(n => n.html.slice(0, 120)).join(' | ')}`)"
    )
    return found


def _bring_to(table: Table, moment: str) -> None:
    """Bring the table to that one of the moments."""
    table.tray(TrayState.WAITING)
    table.leave()
    if moment == "empty":
        return
    play.begin_wall(table)
    if moment == "choose":
        return
    _chosen(table, "2a.01", 6)
    if moment == "rolled":
        _throw_seen(table, 1, 6, 2, 3, 5, 5)
    elif moment == "doubt":
        _throw_seen(table, 1, None, 2, 3, None, 5)
    elif moment == "over":
        play.begin_free_roll(table, "6d6")
        _throw_seen(table, 1, 6, 2, 3, 5, 5)
        match = play.now(table)
        table.submit(0, {"type": "Stop"}, match.version, "page")
