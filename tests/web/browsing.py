"""A real browser for the tests of the page: Debian's chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_MS = 15_000
"""How long a step may take on a busy machine before the test fails."""

WIDE: ViewportSize = {"width": 1280, "height": 800}
SMALL: ViewportSize = {"width": 800, "height": 480}
PHONE: ViewportSize = {"width": 412, "height": 839}


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser; only call this where ``CHROMIUM`` is there."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


def sideways(page: Page) -> int:
    """By how many pixels the page can be scrolled sideways."""
    width: int = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return width


def small_targets(page: Page, least_px: int = 44) -> list[str]:
    """Visible things to tap that are smaller than that in width or height."""
    found: list[str] = page.evaluate(
        """least => [...document.querySelectorAll(
             'button, a.button, nav a, summary, select, input:not([type=hidden])')]
           .filter(el => el.checkVisibility() && !el.closest('.sr'))
           .map(el => [el, (el.closest('label') || el).getBoundingClientRect()])
           .filter(([, box]) => box.width < least - 0.5 || box.height < least - 0.5)
           .map(([el, box]) => `${el.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)""",
        least_px,
    )
    return found
