"""Hidden hands and the referee of Climb! in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from companion.table.table import Table
from tests.web import browsing, play
from web.server import Server

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(browsing.CHROMIUM is None, reason="chromium is not installed"),
]

LUCYS = ("talisman", "grabber", "helmet", "sand")
RALPHS = ("axe", "quickdraw", "voodoo_doll", "wind_amulet")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing.chromium() as running:
        yield running


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    with Server(app, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.port}"


def _open(browser: Browser, address: str) -> Page:
    page = browser.new_context(viewport=browsing.PHONE).new_page()
    page.set_default_timeout(browsing.PATIENCE_MS)
    page.goto(address)
    return page


def _do(table: Table, seat: int, action: dict[str, str]) -> None:
    table.submit(seat, action, play.now(table).version, "page")


def test_a_hand_is_seen_on_its_own_phone_only_and_by_whom_the_device_is_passed_to(
    browser: Browser, address: str, table: Table
) -> None:
    play.begin_advanced(table)
    screen, lucy, ralph = (
        _open(browser, f"{address}{path}") for path in ("/", "/seat/0", "/seat/1")
    )
    for seat, tiles in enumerate((LUCYS, RALPHS)):
        for tile in tiles:
            _do(table, seat, {"type": "Dealt", "tile": tile})
    expect(lucy.locator(".hand")).to_contain_text("grabber")
    lucy.get_by_role("button", name="Keep the talisman").click()
    expect(lucy.locator(".hand")).to_contain_text("You keep the talisman")
    expect(screen.locator(".secret")).to_contain_text("Ralph chooses unseen")
    expect(ralph.locator(".log")).to_contain_text("Lucy has chosen a tile")
    for page in (screen, ralph):
        for tile in LUCYS:
            assert tile not in page.content()
    assert browsing.sideways(lucy) == 0
    assert browsing.small_targets(lucy) == []
    screen.get_by_role("link", name="Ralph, tap to look").click()
    assert "axe" not in screen.content()
    screen.get_by_role("link", name="I am Ralph: show it").click()
    screen.get_by_role("button", name="Keep the axe").click()
    # All have chosen, so the hands pass to the left and Ralph holds Lucy's other tiles.
    expect(screen.locator(".hand")).to_contain_text("grabber")
    expect(screen.get_by_role("link", name="Done: hand the device back")).to_be_visible()


def test_a_climb_is_observed_by_tapping_finger_and_hold_and_a_judge_calls_a_fall(
    browser: Browser, address: str, table: Table
) -> None:
    table.new_match("climb", play.LUCY_AND_RALPH, {}, "practice")
    _do(table, 0, {"type": "UseRoute", "name": "Practice arete"})
    climber, judge = (_open(browser, f"{address}{path}") for path in ("/seat/0", "/seat/1"))
    climber.get_by_role("button", name="Right hand").click()
    climber.get_by_text("thumb", exact=True).click()
    climber.locator("a[data-press='place-base']").click()
    expect(climber.locator(".spot-base")).to_contain_text("T")
    told = play.now(table).view["attempt"]["open"][-1]
    climber.get_by_text(told["finger"], exact=True).click()
    climber.locator(f"a[data-press='place-{told['place']}']").focus()
    climber.keyboard.press("Space")
    expect(climber.locator(".finger-letter")).to_have_count(1)
    assert browsing.sideways(climber) == 0
    assert browsing.small_targets(climber) == []
    judge.get_by_role("button", name="Fall: a card of the route has moved, says Ralph").click()
    expect(climber.locator(".facts-list")).to_contain_text("Called: a card moved")
    expect(judge.get_by_role("button", name="Overrule, says Ralph")).to_be_visible()
    judge.get_by_role("button", name="Overrule, says Ralph").click()
    expect(climber.locator(".finger-letter")).to_have_count(1)
