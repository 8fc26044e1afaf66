"""The pictures of the page in the documents: ``python -m tests.web.screenshots``.

They show the real page of a real match at a table, with a rendered picture from the
fixtures in the tray. The dice outlined on it are the fixture's truth, not a reading.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser

from companion.boards.loading import PackagedBoards
from companion.table.cues import Cue, TrayState
from companion.table.journal import SqliteJournal
from companion.table.snapshot import Player
from companion.table.table import Table
from hardware.lights.patterns import colours
from tests.web import browsing, play
from tests.web.fakes import FakeClock, FakePictures, FakeRig
from vision.values import (
    Alternative,
    DieKind,
    DieReading,
    SettledRoll,
    Status,
    TrayReading,
)
from web import create_app
from web.server import Server

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
FIXTURES = ROOT / "tests" / "fixtures" / "pictures"
PLAYERS = (Player("Lucy", "red"), Player("Ralph", "blue"), Player("Monica", "purple"))
LARGEST_BYTES = 300_000
LIGHTS = 12

TOO_CLOSE = 40
"""The seed of a walk through Rocódromo that comes to a rope which the board cannot judge."""


def main() -> int:
    """Draw every picture; 1 when one is too large to commit."""
    with tempfile.TemporaryDirectory() as folder, browsing.chromium() as browser:
        _draw(browser, Path(folder))
    sizes = {path.name: path.stat().st_size for path in sorted(IMAGES.glob("*.png"))}
    for name, size in sizes.items():
        print(f"{name}: {size / 1000:.0f} kB")
    return 1 if max(sizes.values()) > LARGEST_BYTES else 0


def _draw(browser: Browser, folder: Path) -> None:
    pictures, rig = FakePictures(), FakeRig()
    with _table(folder) as table, _served(table, pictures, rig) as address:
        _play_on(table)
        _climb(table, "2a.03", 3)
        rig.lights = colours(Cue.ROLL_NOW, 0.0, LIGHTS)
        pictures.picture = (1, (FIXTURES / "empty-1.jpg").read_bytes())
        _shot(browser, f"{address}/", "throw.png", browsing.SMALL, scheme="dark")
        _thrown(table, pictures, "big-1")
        _act(table, "KeepEnergyBar")
        rig.lights = colours(Cue.YOUR_TURN, 0.0, LIGHTS)
        _shot(browser, f"{address}/", "table.png", browsing.WIDE)
        _shot(browser, f"{address}/", "phone.png", browsing.PHONE, scale=2)
        _act(table, "Rest")
        _climb(table, "1a.03", 3)
        rig.lights = colours(Cue.DOUBT, 0.0, LIGHTS)
        _thrown(table, pictures, "plain-6", doubtful=2)
        _shot(browser, f"{address}/", "doubt.png", browsing.WIDE)
        _shot(browser, f"{address}/new/roll_and_wall", "new-game.png", browsing.WIDE)
    rig.lights = colours(Cue.YOUR_TURN, 0.0, LIGHTS)
    pictures.picture = (1, (FIXTURES / "empty-1.jpg").read_bytes())
    others = folder / "others"
    others.mkdir()
    with _table(others) as table, _served(table, pictures, rig) as address:
        table.tray(TrayState.WAITING)
        _draft(table)
        _shot(browser, f"{address}/seat/0", "seat.png", browsing.PHONE)
        _attempt(table)
        _shot(browser, f"{address}/", "climb.png", browsing.WIDE)
        _too_close(table)
        _shot(browser, f"{address}/", "rocodromo.png", browsing.WIDE)


@contextmanager
def _table(folder: Path) -> Iterator[Table]:
    with SqliteJournal(folder / "journal.sqlite3") as journal:
        yield Table(journal, PackagedBoards(), FakeClock())


@contextmanager
def _served(table: Table, pictures: FakePictures, rig: FakeRig) -> Iterator[str]:
    app = create_app(table, pictures, rig, PackagedBoards())
    with Server(app, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.port}"


def _shot(
    browser: Browser, address: str, name: str, size: Any, scheme: Any = "light", scale: int = 1
) -> None:
    context = browser.new_context(viewport=size, color_scheme=scheme, device_scale_factor=scale)
    page = context.new_page()
    page.goto(address, wait_until="load")
    if page.locator("[data-lights]").count():
        page.wait_for_selector("[data-lights] circle")
        page.wait_for_function(
            "[...document.images].every(image => image.complete || image.naturalWidth)"
        )
    page.screenshot(path=IMAGES / name, animations="disabled")
    context.close()


def _play_on(table: Table) -> None:
    """A few turns typed by hand, so that there is something to see."""
    table.new_match("roll_and_wall", PLAYERS, {}, "practice")
    table.tray(TrayState.WAITING)
    _climb(table, "1a.01", 2, 5, 1)
    _act(table, "KeepEnergyBar")
    _act(table, "PlacePiton")
    _act(table, "Rest")
    _climb(table, "3a.01", 2, 2, 4)
    _act(table, "KeepEnergyBar")
    _climb(table, "3a.02", 2, 1, 6)
    _act(table, "KeepEnergyBar")
    _act(table, "Rest")
    _climb(table, "2a.01", 2, 4, 4)
    _act(table, "KeepEnergyBar")


def _draft(table: Table) -> None:
    """The draft of the advanced variant, with Lucy's hand to choose from."""
    play.begin_advanced(table)
    hands = ("talisman", "grabber", "helmet", "sand"), ("axe", "quickdraw", "shoes", "chalk")
    for seat, hand in enumerate(hands):
        for tile in hand:
            dealt = {"type": "Dealt", "tile": tile}
            table.submit(seat, dealt, play.now(table).version, "page")


def _attempt(table: Table) -> None:
    """A climb on the practice route with three fingers in holds."""
    table.new_match("climb", PLAYERS, {}, "practice")
    _act(table, "UseRoute", name="Practice arete")
    _act(table, "ChooseHand", hand="right")
    _act(table, "FingerDown", finger="thumb", place="base")
    for finger in ("ring", "little"):
        places = play.now(table).view["attempt"]["open"]
        place = next(e["place"] for e in places if e["finger"] == finger)
        _act(table, "FingerDown", finger=finger, place=place)


def _too_close(table: Table) -> None:
    """A rope of Rocódromo that is too close to call, found by walking at random."""
    table.new_match("rocodromo", PLAYERS, {}, "practice")
    rng = Random(TOO_CLOSE)
    while not play.now(table).view["phase"].get("try_mm"):
        match = play.now(table)
        choice = rng.choice(match.choices)
        table.submit(choice.seat, choice.action, match.version, "page")


def _climb(table: Table, target: str, white: int, *values: int) -> None:
    _act(table, "Declare", target=target, white=white, blue=0)
    if values:
        table.throw([("d6", value) for value in values], play.now(table).version, "page")


def _act(table: Table, kind: str, **fields: Any) -> None:
    wanted: Mapping[str, Any] = {"type": kind, **fields}
    match = play.now(table)
    choice = next((c for c in match.choices if wanted.items() <= c.action.items()), None)
    if choice is None:
        raise LookupError(f"no {wanted} among {sorted({c.label for c in match.choices})}")
    table.submit(choice.seat, choice.action, match.version, "page")


def _thrown(
    table: Table, pictures: FakePictures, fixture: str, doubtful: int | None = None
) -> None:
    """That fixture lies in the tray; the die of index ``doubtful`` is not read with certainty."""
    truth = json.loads((FIXTURES / f"{fixture}.json").read_text())
    name = f"{fixture}.jpg"
    jpeg = (FIXTURES / truth["file"]).read_bytes()
    pictures.picture = ((pictures.picture or (0, b""))[0] + 1, jpeg)
    pictures.kept[name] = jpeg
    dice = tuple(
        DieReading(
            DieKind(die["kind"]),
            die["value"],
            0.8 if i == doubtful else 0.999,
            (Alternative(4 if die["value"] != 4 else 6, 0.15 if i == doubtful else 0.0005),),
            tuple(die["centre_px"]),
            tuple(die["box_px"]),
        )
        for i, die in enumerate(truth["dice"])
    )
    status = Status.OK if doubtful is None else Status.UNSURE
    reading = TrayReading(status, min(d.confidence for d in dice), dice)
    table.rolled(SettledRoll(1, 1.0, reading), tuple(truth["size_px"]), name)


if __name__ == "__main__":
    sys.exit(main())
