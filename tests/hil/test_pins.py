"""Lamps, buttons and buzzer through gpiozero and lgpio on a kernel's own simulated pins."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from companion import config
from companion.cli.doctor_pins import run_pins
from companion.cli.main import DONE, main
from companion.cli.wiring import Wiring, wire
from companion.doctor.findings import Status
from companion.errors import ConfigError
from companion.runtime.hands import Hands
from companion.table.cues import Cue
from companion.table.journal import SqliteJournal
from companion.table.ports import Button
from companion.table.table import Table
from hardware.buttons import BOUNCE_S, GpioButtons
from hardware.clock import SystemClock
from hardware.lights.gpio import GpioLamp
from hardware.pin_map import DEFAULT_PINS, Kind
from tests.hil.conftest import pass_s, until
from tests.hil.header import SimulatedHeader
from tests.table.fakes import GAMES, PLAYERS, FakeBoards, declare, version

WIRED = """
    [lights]
    pins = [17, 27, 22]
    seats = [23, 24, 25, 16, 26]
    brightness = 1
    night = "off"
    [buttons]
    confirm = 6
    undo = 5
    next = 4
    hold_s = 0.5
    [sound]
    buzzer = 12
"""
LIT = [each.gpio for each in DEFAULT_PINS if each.kind is not Kind.BUTTON]
SETTLED_S = 5 * BOUNCE_S


@contextmanager
def wired(text: str = WIRED) -> Iterator[Wiring]:
    made = wire(config.parse(text, "x.toml"), SystemClock())
    try:
        yield made
    finally:
        made.close()


def pushed(header: SimulatedHeader, gpio: int, for_s: float = 3 * BOUNCE_S) -> None:
    """A button that is pushed for so long, without bouncing."""
    header.pull(gpio, False)
    pass_s(for_s)
    header.pull(gpio, True)


def first_presses(buttons: GpioButtons) -> list[Button]:
    """All presses that come until none comes for a while."""
    told: list[Button] = []

    def some() -> bool:
        told.extend(buttons.presses())
        return bool(told)

    until(some)
    pass_s(SETTLED_S)
    return [*told, *buttons.presses()]


@pytest.fixture
def undo(header: SimulatedHeader) -> Iterator[GpioButtons]:
    """One button at GPIO 5, let go."""
    buttons = GpioButtons({Button.UNDO: 5}, hold_s=0.5)
    header.pull(5, True)
    pass_s(SETTLED_S)
    assert buttons.presses() == ()
    yield buttons
    buttons.close()


def test_a_cue_reaches_the_pins_and_its_dark_phase_too(header: SimulatedHeader) -> None:
    with wired() as made:
        made.board.show(Cue.FALL, (1,))
        made.board.tick(100.0)
        assert until(lambda: header.share(17, 20) == 1.0), "red is fully on"
        assert header.level(24)
        assert [header.level(gpio) for gpio in (23, 25, 16, 26)] == [False] * 4
        green = sorted(header.share(27, 300) for _ in range(7))[3]
        print(f"green is on {green:.0%} of the time, wanted {30 / 255:.0%}")
        assert 0.0 < green < 0.6
        made.board.tick(100.5)
        assert until(lambda: not any(header.share(gpio, 20) for gpio in (17, 27, 22, 24)))


def test_while_dice_are_read_the_light_is_steady(header: SimulatedHeader) -> None:
    with wired() as made:
        made.board.show(Cue.READING, (0,))
        made.board.tick(100.0)
        assert until(lambda: header.level(17))
        lit = set()
        for n in range(200):
            made.board.tick(100.0 + n * 0.05)
            lit.add((header.level(17), header.level(23)))
        assert lit == {(True, True)}


def test_a_dimmed_lamp_is_pulsed_as_wanted(header: SimulatedHeader) -> None:
    shares = []
    with closing(GpioLamp("lights.seats", [23])) as lamp:
        for level in (0.0, 0.25, 0.5, 0.75, 1.0):
            lamp.write([level])
            pass_s(0.05)
            # The middle of several: a machine that is busy stretches single pulses.
            shares.append(sorted(header.share(23, 300) for _ in range(7))[3])
            print(f"level {level}: on {shares[-1]:.0%} of the time")
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert shares == sorted(shares)
    assert 0.1 < shares[2] < 0.9


def test_the_buzzer_gives_a_tone_and_is_silent_again(header: SimulatedHeader) -> None:
    with wired() as made:
        assert made.board.probe("sound.buzzer")
        made.board.show(Cue.IDLE)
        made.board.tick(100.0)
        pass_s(0.05)
        levels = [header.level(12) for _ in range(3000)]
        swings = sum(before != after for before, after in pairwise(levels))
        print(f"{swings} swings in 3000 looks")
        assert swings > 20
        made.board.tick(101.0)
        pass_s(0.05)
        assert not any(header.level(12) for _ in range(200))


def test_a_push_counts_once_when_it_ends(header: SimulatedHeader, undo: GpioButtons) -> None:
    header.pull(5, False)
    pass_s(SETTLED_S)
    assert undo.presses() == ()
    header.pull(5, True)
    assert first_presses(undo) == [Button.UNDO]


def chattered(header: SimulatedHeader, gpio: int, high: bool) -> float:
    """Contacts that bounce five times and end at that level; the longest bounce in seconds."""
    clock, longest_s = SystemClock(), 0.0
    for _ in range(5):
        for level in (high, not high):
            began_s = clock.now_s()
            header.pull(gpio, level)
            pass_s(0.002)
            longest_s = max(longest_s, clock.now_s() - began_s)
    header.pull(gpio, high)
    return longest_s


def test_contacts_that_bounce_count_once(header: SimulatedHeader, undo: GpioButtons) -> None:
    tried = 0
    for _ in range(40):
        down_s = chattered(header, 5, high=False)
        pass_s(SETTLED_S)
        up_s = chattered(header, 5, high=True)
        presses = first_presses(undo)
        # A machine that is busy stretches a bounce until it is none.
        if max(down_s, up_s) > 0.8 * BOUNCE_S:
            continue
        tried += 1
        print(f"bounces of up to {max(down_s, up_s) * 1000:.1f} ms: {presses}")
        assert presses == [Button.UNDO]
        if tried == 3:
            return
    assert tried, "this machine was too busy to bounce a contact quickly"


def test_a_spike_shorter_than_a_bounce_is_no_push(
    header: SimulatedHeader, undo: GpioButtons
) -> None:
    clock, short, long = SystemClock(), 0, 0
    for _ in range(20):
        began_s = clock.now_s()
        header.pull(5, False)
        pass_s(0.003)
        header.pull(5, True)
        stretched = clock.now_s() - began_s > BOUNCE_S / 2
        short, long = short + (not stretched), long + stretched
        pass_s(SETTLED_S)
    presses = len(undo.presses())
    print(f"{short} spikes of some 3 ms and {long} that took longer: {presses} pushes")
    assert short > 0
    assert presses <= long


def test_a_long_push_asks_for_help_once(header: SimulatedHeader, undo: GpioButtons) -> None:
    header.pull(5, False)
    assert until(lambda: undo.presses() == (Button.HELP,))
    pass_s(1.0)
    header.pull(5, True)
    pass_s(SETTLED_S)
    assert undo.presses() == ()


def test_a_push_takes_back_a_step_at_a_real_table(header: SimulatedHeader, tmp_path: Path) -> None:
    clock = SystemClock()
    with SqliteJournal(tmp_path / "journal.sqlite3") as journal, wired() as made:
        for gpio in (4, 5, 6):
            header.pull(gpio, True)
        table = Table(journal, FakeBoards(), clock, GAMES)
        table.new_match("ladder", PLAYERS, {}, None)
        declare(table, 2)
        before = version(table)
        match = table.snapshot().match
        assert match is not None
        assert match.can_undo
        hands = Hands(table, made.board, made.buttons, clock)
        hands.turn()
        pass_s(SETTLED_S)
        hands.turn()
        pushed(header, 5)

        def undone() -> bool:
            hands.turn()
            return version(table) > before

        assert until(undone)
        match = table.snapshot().match
        assert match is not None
        assert match.log[-1].source == "button"

        def lit() -> bool:
            hands.turn()
            return any(header.level(gpio) for gpio in (17, 27, 22))

        assert until(lit)


def test_at_the_end_every_lamp_is_dark_and_the_pins_are_free(header: SimulatedHeader) -> None:
    with wired() as made:
        made.board.show(Cue.READING, (0, 1, 2, 3, 4))
        made.board.tick(100.0)
        assert until(lambda: all(header.share(gpio, 40) > 0 for gpio in LIT if gpio != 12))
    assert not any(header.share(gpio, 40) for gpio in LIT)
    with wired():
        """The pins can be had again at once."""


def test_pins_that_another_program_holds_are_said_so(header: SimulatedHeader) -> None:
    # gpiozero keeps a pin that was used once until its program ends: another program can
    # have only one that no test took before.
    text = "[lights]\npins = [19, 20, 21]"
    with held(header, 19), pytest.raises(ConfigError, match=r"19, 20, 21 .*lights\.pins") as told:
        wire(config.parse(text, "x.toml"), SystemClock())
    print(f"said: {told.value}")
    # The error's trace keeps the half-made lamp, and with it gpiozero's note of its pin.
    del told
    gc.collect()
    with wired(text):
        """Nothing was kept of the attempt."""


@contextmanager
def held(header: SimulatedHeader, gpio: int) -> Iterator[subprocess.Popen[str]]:
    """Another program that has lit that pin."""
    command = [sys.executable, "-m", "tests.hil.holder", str(header.number), str(gpio)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline() == "lit\n"
            assert header.level(gpio)
            yield other
        finally:
            other.kill()


def test_after_a_kill_the_pins_can_be_had_and_put_out_at_once(
    header: SimulatedHeader, tmp_path: Path
) -> None:
    file = tmp_path / "x.toml"
    file.write_text("[lights]\nseats = [13]", "utf-8")
    with held(header, 13) as other:
        other.send_signal(signal.SIGKILL)
        other.wait()
    print(f"after SIGKILL this kernel leaves the lamp {'lit' if header.level(13) else 'dark'}")
    assert main(["dark", "--config", str(file)]) == DONE
    assert not header.level(13)


def test_the_doctor_tries_every_part_and_a_person_sees_it(
    header: SimulatedHeader, tmp_path: Path
) -> None:
    asked = {"red": 17, "green": 27, "blue": 22}
    asked |= {f"seat {n + 1}": gpio for n, gpio in enumerate((23, 24, 25, 16, 26))}
    pins = {"confirm": 6, "undo": 5, "next": 4}
    for gpio in pins.values():
        header.pull(gpio, True)

    def ask(question: str) -> bool:
        wanted = [gpio for word, gpio in asked.items() if word in question]
        # Pulses are made by a thread of the driver's, which needs its turn.
        return not wanted or until(lambda: [gpio for gpio in LIT if header.level(gpio)] == wanted)

    def tell(text: str) -> None:
        (gpio,) = (gpio for word, gpio in pins.items() if word in text)
        pass_s(SETTLED_S)
        pushed(header, gpio)

    findings = run_pins(config.parse(WIRED, "x.toml"), SystemClock(), ask, tell, tmp_path)
    for each in findings:
        print(f"{each.status}: {each.found}")
    assert [each.status for each in findings] == [Status.OK] * len(findings)
    assert len(findings) == 1 + 1 + 5 + 1 + 3
