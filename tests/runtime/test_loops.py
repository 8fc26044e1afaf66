"""Loops beside one another: they run, and their end is bounded whatever they do."""

from __future__ import annotations

import threading

from companion.loops import Loops

WITHIN_S = 20.0


def _runs(name: str) -> bool:
    return name in [thread.name for thread in threading.enumerate()]


def test_each_loop_runs_in_a_thread_of_its_name_until_the_end() -> None:
    begun = [threading.Event(), threading.Event()]

    def run(number: int, stop: threading.Event) -> None:
        begun[number].set()
        stop.wait(WITHIN_S)

    both = [("first", lambda stop: run(0, stop)), ("second", lambda stop: run(1, stop))]
    with Loops(both, WITHIN_S):
        assert all(event.wait(WITHIN_S) for event in begun)
        assert _runs("first")
        assert _runs("second")
    assert not _runs("first")
    assert not _runs("second")


def test_a_loop_that_waits_for_something_else_is_woken_after_the_stop_is_set() -> None:
    stops: list[threading.Event] = []
    begun, woken, seen = threading.Event(), threading.Event(), threading.Event()

    def run(stop: threading.Event) -> None:
        stops.append(stop)
        begun.set()
        if woken.wait(WITHIN_S) and stop.is_set():
            seen.set()

    with Loops([("sleeper", run)], WITHIN_S, woken.set):
        assert begun.wait(WITHIN_S)
        assert not stops[0].is_set()
    assert seen.is_set()


def test_loops_that_hang_are_left_behind_when_the_time_of_all_is_over() -> None:
    release = threading.Event()
    hung = [(f"hung {number}", lambda stop: _hang(release)) for number in range(3)]
    times_s = iter([0.0, 0.0, 100.0, 200.0])
    loops = Loops(hung, 0.01, now_s=lambda: next(times_s))
    loops.start()
    closing = threading.Thread(target=loops.close)
    closing.start()
    closing.join(WITHIN_S / 2)
    assert not closing.is_alive()
    assert _runs("hung 2")
    assert next(times_s, None) is None, "each loop was given what was left of the time"
    release.set()


def test_a_loop_that_ended_by_itself_is_no_trouble_at_the_end() -> None:
    ended = threading.Event()
    loops = Loops([("short", lambda stop: ended.set())], WITHIN_S)
    loops.start()
    assert ended.wait(WITHIN_S)
    loops.close()
    loops.close()
    assert not _runs("short")


def test_loops_that_were_never_started_can_be_closed() -> None:
    woken = threading.Event()
    Loops([("never", lambda stop: None)], WITHIN_S, woken.set).close()
    assert woken.is_set()


def _hang(release: threading.Event) -> None:
    release.wait(WITHIN_S)
