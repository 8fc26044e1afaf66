"""A quiet table in front of a fast camera: few looks, and no throw later for it."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.runtime.eyes import Eyes
from companion.runtime.pictures import Picture, Shutter
from companion.table.ports import Frame
from companion.table.table import Table
from tests.hardware.clocks import FakeClock
from tests.runtime.conftest import PLAYERS
from tests.runtime.fakes import FakeGallery
from tests.table.fakes import FakeBoards, MemoryJournal
from tests.vision.drawn import Die, Scene, draw, true_reading
from vision.values import SettledRoll, TrayReading

FPS = 30.0
QUIET_S, ROLLING_S, AFTER_S = 8.0, 0.8, 1.0
THROWN = Scene(dice=(Die(3, 220, 200), Die(5, 420, 300, 0.9)))


class FastFilm:
    """Thirty frames a second: an empty tray, a throw, dice that lie."""

    name = "fast film"

    def __init__(self, clock: FakeClock) -> None:
        self._clock = clock
        self.looked_s: list[float] = []
        self.shown = Scene()
        self._index = -1

    def latest(self, after: int, timeout_s: float) -> Frame[Picture] | None:
        index = max(self._index, after) + 1
        self._clock.sleep_s((index - self._index) / FPS)
        self._index = index
        t_s = index / FPS
        self.looked_s.append(t_s)
        step = round((t_s - QUIET_S) * FPS)
        if t_s < QUIET_S:
            self.shown = Scene()
        elif t_s < QUIET_S + ROLLING_S:
            self.shown = Scene(dice=(Die(1 + step % 6, 200 + 9 * step, 60 + 14 * step, step),))
        else:
            self.shown = THROWN
        return Frame(draw(self.shown, index), index, self._clock.now_s())

    @property
    def ended(self) -> bool:
        return False

    def read(self, image: Picture) -> TrayReading:
        return true_reading(self.shown)

    def close(self) -> None:
        """Nothing is held."""

    def __enter__(self) -> FastFilm:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class NotingTable(Table):
    """The real table, noting when it was told of a throw."""

    rolled_s: list[float]

    def rolled(
        self, roll: SettledRoll, picture_size: tuple[int, int], evidence: str | None
    ) -> None:
        self.rolled_s.append(self._clock.now_s())
        super().rolled(roll, picture_size, evidence)


@pytest.fixture
def noting(journal: MemoryJournal, clock: FakeClock) -> NotingTable:
    made = NotingTable(journal, FakeBoards(), clock, GAMES)
    made.new_match("free_roll", PLAYERS, {"dice": "2d6"}, None)
    made.rolled_s = []
    return made


def test_a_quiet_tray_is_looked_at_seldom_and_a_throw_is_told_as_soon_as_ever(
    noting: NotingTable, clock: FakeClock
) -> None:
    film = FastFilm(clock)
    quiet_s: list[float] = []
    start_s = clock.now_s()
    eyes = Eyes(
        noting,
        film,
        film.read,
        Shutter(FakeGallery()),
        clock,
        quiet=lambda: quiet_s.append(clock.now_s() - start_s),
    )
    while clock.now_s() < start_s + QUIET_S + ROLLING_S + AFTER_S + 1.0:
        eyes.look()
    idle = [t_s for t_s in film.looked_s if QUIET_S - 2.0 <= t_s < QUIET_S - 0.2]
    rolling = [t_s for t_s in film.looked_s if QUIET_S + 0.2 <= t_s < QUIET_S + ROLLING_S]
    assert len(idle) == pytest.approx(18, abs=1)
    assert len(rolling) == pytest.approx(18, abs=1)
    assert len(noting.rolled_s) == 1
    at_rest_s = start_s + QUIET_S + ROLLING_S
    assert noting.rolled_s[0] - at_rest_s == pytest.approx(0.3, abs=0.15)
    assert len(quiet_s) == 1
