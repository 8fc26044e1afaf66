"""The scripted camera: throws on time and on request, faults on cue, always the same."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

import numpy as np
import pytest

from companion.dice import DiceSpec, RolledDie
from companion.errors import CameraLost, CameraUnavailable
from hardware.asked import Request
from hardware.pictures import Picture
from hardware.script import Reactive, Script, load_script, parse_script
from hardware.scripted import PATIENCE_S, ScriptedCamera
from hardware.simulated.drawn import DrawnTray
from hardware.simulated.filmed import FilmedTray
from hardware.simulated.stage import Motion, Throwing
from tests.hardware.clocks import FakeClock

TWO = DiceSpec.parse("2d6")


@dataclass
class Still:
    """A motion of one second in which nothing is to be seen."""

    duration_s: float = 1.0

    def picture(self, t_s: float) -> Picture:
        return np.full((48, 64, 3), 50, np.uint8)


@dataclass
class RecordingStage:
    """A stage that remembers what was asked of it."""

    throws: list[Throwing] = field(default_factory=list)
    hands: int = 0

    def still(self) -> Picture:
        return np.full((48, 64, 3), 100, np.uint8)

    def throw(self, throwing: Throwing) -> Motion:
        self.throws.append(throwing)
        return Still()

    def hand(self, seed: int) -> Motion:
        self.hands += 1
        return Still()


@dataclass
class Bench:
    """A scripted camera with everything that it meets."""

    script: Script
    seed: int = 0
    request: Request | None = None

    def __post_init__(self) -> None:
        self.clock = FakeClock()
        self.stage = RecordingStage()
        self.camera = ScriptedCamera(
            self.script, self.stage, "a script", self.clock, lambda: self.request, self.seed
        )
        self.after = -1

    def run(self, seconds: float) -> list[float]:
        """Look for that long; the times of the frames since the start."""
        end_s = self.clock.now_s() + seconds
        times_s = []
        while self.clock.now_s() < end_s - 1e-6 and not self.camera.ended:
            frame = self.camera.latest(self.after, min(0.5, end_s - self.clock.now_s()))
            if frame is not None:
                self.after = frame.index
                times_s.append(frame.t_s - 100.0)
        return times_s


def small(text: str = "") -> Script:
    return parse_script(f"width = 64\nheight = 64\nnoise = 0\n{text}", "a test")


def test_pictures_are_many_while_dice_roll_and_few_while_they_lie() -> None:
    bench = Bench(small('moving_fps = 10.0\nstill_fps = 2.0\n[[throw]]\nat_s = 1.0\ndice = "2d6"'))
    times_s = bench.run(4.0)
    rolling = [t for t in times_s if 1.0 < t <= 2.0]
    lying = [t for t in times_s if 2.0 < t <= 4.0]
    assert len(rolling) == 10
    assert len(lying) == 4


def test_frames_that_are_left_out_take_their_time_too() -> None:
    bench = Bench(small("still_fps = 10.0\n[reactive]\nafter_s = 50.0"))
    first = bench.camera.latest(-1, 1.0)
    assert first is not None
    third = bench.camera.latest(first.index + 2, 1.0)
    assert third is not None
    assert third.index == first.index + 3
    assert third.t_s - first.t_s == pytest.approx(0.3)


def test_a_throw_on_time_shows_the_faces_of_the_script() -> None:
    bench = Bench(small('[[throw]]\nat_s = 1.0\ndice = "2d6"\nfaces = [3, 5]'))
    bench.run(0.9)
    assert bench.stage.throws == []
    bench.run(1.0)
    assert [throw.dice for throw in bench.stage.throws] == [
        (RolledDie("d6", 3), RolledDie("d6", 5))
    ]


def test_a_request_is_met_once_it_has_stood_for_a_while() -> None:
    bench = Bench(small("still_fps = 10.0\n[reactive]\nafter_s = 1.5"))
    bench.run(5.0)
    assert bench.stage.throws == []
    bench.request = Request(1, TWO)
    bench.run(1.4)
    assert bench.stage.throws == []
    bench.run(0.4)
    assert len(bench.stage.throws) == 1
    assert len(bench.stage.throws[0].dice) == 2


def test_the_same_request_is_not_met_again_until_patience_ends() -> None:
    bench = Bench(small("[reactive]\nafter_s = 1.0"))
    bench.request = Request(1, TWO)
    bench.run(PATIENCE_S)
    assert len(bench.stage.throws) == 1
    bench.run(3.0)
    assert len(bench.stage.throws) == 2


def test_the_next_turn_and_a_request_after_an_answer_are_met_anew() -> None:
    bench = Bench(small("[reactive]\nafter_s = 1.0"))
    bench.request = Request(1, TWO)
    bench.run(4.0)
    bench.request = Request(2, TWO)
    bench.run(3.0)
    assert len(bench.stage.throws) == 2
    bench.request = None
    bench.run(1.0)
    bench.request = Request(2, TWO)
    bench.run(3.0)
    assert len(bench.stage.throws) == 3


def test_where_any_dice_will_do_some_are_thrown() -> None:
    bench = Bench(small("[reactive]\nafter_s = 1.0"))
    bench.request = Request(1, DiceSpec())
    bench.run(9.0)
    assert len(bench.stage.throws) == 1
    assert 1 <= len(bench.stage.throws[0].dice) <= 5


def test_hands_leaning_dice_and_missing_dice_come_as_often_as_written() -> None:
    always = Bench(small("[reactive]\nafter_s = 1.0\nhand = 1.0\ncocked = 1.0\nshort = 1.0"))
    never = Bench(small("[reactive]\nafter_s = 1.0"))
    for bench in (always, never):
        bench.request = Request(1, TWO)
        bench.run(8.0)
    assert [(len(t.dice), t.cocked) for t in always.stage.throws] == [(1, True)]
    assert always.stage.hands == 1
    assert [(len(t.dice), t.cocked) for t in never.stage.throws] == [(2, False)]
    assert never.stage.hands == 0


def test_the_same_seed_gives_the_same_throws_and_another_seed_gives_others() -> None:
    def thrown(seed: int) -> list[Throwing]:
        bench = Bench(small("[reactive]\nafter_s = 0.1\ncocked = 0.5"), seed)
        for turn in range(8):
            bench.request = Request(turn, TWO)
            bench.run(3.0)
        return bench.stage.throws

    assert len(thrown(1)) == 8
    assert thrown(1) == thrown(1)
    assert thrown(1) != thrown(2)


def test_every_face_of_a_die_comes_up() -> None:
    bench = Bench(small("[reactive]\nafter_s = 0.1"), seed=3)
    for turn in range(40):
        bench.request = Request(turn, TWO)
        bench.run(2.0)
    assert {die.value for throw in bench.stage.throws for die in throw.dice} == {1, 2, 3, 4, 5, 6}


def test_a_lost_camera_comes_back_after_its_frames() -> None:
    bench = Bench(small('still_fps = 10.0\n[[fault]]\nkind = "lost"\nat_frame = 3\nframes = 4'))
    seen, lost = [], 0
    for _ in range(10):
        try:
            frame = bench.camera.latest(bench.after, 1.0)
        except CameraLost:
            lost += 1
            continue
        assert frame is not None
        bench.after = frame.index
        seen.append(frame.index)
    assert lost == 4
    assert seen == [0, 1, 2, 7, 8, 9]


def test_a_frozen_camera_repeats_one_picture_and_a_black_one_shows_nothing() -> None:
    faults = small(
        '[[fault]]\nkind = "frozen"\nat_frame = 2\nframes = 3\n'
        '[[fault]]\nkind = "black"\nat_frame = 6\nframes = 2'
    ).faults
    bench = Bench(Script(width=64, height=48, noise=9, still_fps=10.0, faults=faults))
    pictures = []
    for _ in range(9):
        frame = bench.camera.latest(bench.after, 1.0)
        assert frame is not None
        bench.after = frame.index
        pictures.append(frame.image)
    same = [np.array_equal(a, b) for a, b in itertools.pairwise(pictures)]
    assert same == [False, False, True, True, False, False, True, False]
    assert [not picture.any() for picture in pictures] == [False] * 6 + [True, True, False]


def test_a_script_without_a_game_ends() -> None:
    bench = Bench(small('[[throw]]\nat_s = 1.0\ndice = "1d6"'))
    bench.run(3.0)
    assert not bench.camera.ended
    bench.run(PATIENCE_S)
    assert bench.camera.ended


def test_the_last_throw_of_a_script_lies_as_long_as_any_other() -> None:
    late = PATIENCE_S + 3.0
    bench = Bench(small(f"[[throw]]\nat_s = {late}\ndice = '2d6'"))
    bench.run(late + 1.0 + PATIENCE_S - 1.0)
    assert len(bench.stage.throws) == 1
    assert not bench.camera.ended
    bench.run(3.0)
    assert bench.camera.ended


def test_a_script_with_a_game_never_ends() -> None:
    bench = Bench(small("[reactive]"))
    bench.run(10 * PATIENCE_S)
    assert not bench.camera.ended


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("width = ", "Invalid value"),
        ("width = 9", "64 to 4096"),
        ("colour = 1", "colour in .camera. is not known"),
        ("still_fps = true", "0.5 to 60"),
        ('[[throw]]\ndice = "2d6"', "needs at_s"),
        ('[[throw]]\nat_s = 1\ndice = "two"', "no kind of die"),
        ('[[throw]]\nat_s = 1\ndice = "2d6"\nfaces = [1]', "needs 2 faces"),
        ('[[throw]]\nat_s = 1\ndice = "1d6"\nfaces = [7]', "no face 7"),
        ('[[fault]]\nkind = "lazy"\nat_frame = 1\nframes = 1', "lazy"),
        ("[reactive]\nhand = 2", "0 to 1"),
        ("[reactive]\nmagic = 2", "magic"),
        ("throw = 3", "script"),
    ],
)
def test_a_faulty_script_is_refused_with_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(CameraUnavailable, match=said):
        parse_script(text, "a test script")


def test_a_script_that_is_not_there_names_the_one_that_ships() -> None:
    with pytest.raises(CameraUnavailable, match="scripted:demo"):
        load_script("/nowhere/script.toml")


def test_the_demo_that_ships_is_a_script_that_throws_on_request() -> None:
    script = load_script("demo")
    assert script.reactive is not None
    assert script.reactive != Reactive()


@pytest.mark.parametrize("look", ["flat", "green-felt-tray"])
def test_a_throw_comes_to_rest_where_it_says_and_a_hand_leaves_nothing_behind(look: str) -> None:
    tray = DrawnTray(160, 120) if look == "flat" else FilmedTray(look, 160, 120, 10.0)
    empty = tray.still()
    motion = tray.throw(Throwing((RolledDie("d6", 2), RolledDie("d6", 6)), 5))
    rest = tray.still()
    assert not np.array_equal(empty, rest)
    assert not np.array_equal(motion.picture(0.6 * motion.duration_s), rest)
    assert np.array_equal(motion.picture(motion.duration_s), rest)
    hand = tray.hand(1)
    assert not np.array_equal(hand.picture(hand.duration_s / 2), rest)
    assert np.array_equal(hand.picture(hand.duration_s), rest)


def test_a_look_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(CameraUnavailable, match="green-felt-tray"):
        FilmedTray("velvet", 160, 120, 10.0)
