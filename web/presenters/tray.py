"""The tray on the page: its named state in words, and boxes over the picture.

Knows words and places as fractions of the picture. Refuses to know pixels and arrays.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.cues import TrayState
from companion.table.snapshot import MatchNow, SeenDie, SeenTrouble, TrayNow
from web.presenters.dice import chip, pair_up

STATES: dict[TrayState, tuple[str, str, str]] = {
    TrayState.NO_CAMERA: ("○", "No camera", "Type the dice; the game goes on as usual."),
    TrayState.WAITING: ("◷", "Waiting", "The tray is watched."),
    TrayState.ROLLING: ("↻", "Rolling", "The dice are moving."),
    TrayState.HAND_IN_VIEW: ("✋", "Hand in view", "Take your hand away to have the dice read."),
    TrayState.SETTLED: ("■", "Settled", "The dice lie still."),
    TrayState.READING: ("◉", "Reading", "The dice are being read."),
    TrayState.DOUBT: ("?", "Not sure", "Please check the dice."),
    TrayState.WRONG_COUNT: ("≠", "Wrong number of dice", "Please check how many dice were thrown."),
    TrayState.COCKED_DIE: ("◣", "Cocked die", "A die leans. Please check it or roll it again."),
    TrayState.UNASKED_ROLL: ("!", "Nobody asked for a roll", "It is shown but does not count."),
    TrayState.TOWER_DOWN: ("▣", "Tower still down", "Lift the tower so that the dice can be seen."),
    TrayState.CAMERA_LOST: ("✕", "Camera lost", "Type the dice until it is back."),
}
"""A sign, a name and a sentence for each state; the sign means that colour is not needed."""

TROUBLE_WORDS: dict[str, str] = {
    "cocked": "leaning die",
    "stacked": "stacked dice",
    "at_edge": "die at the edge",
    "cut_off": "die cut off by the picture's edge",
    "blurred": "blurred",
    "glare": "glare",
    "too_dark": "too dark",
    "too_bright": "too bright",
    "out_of_focus": "out of focus",
    "foreign_object": "something else in the tray",
    "unknown_die": "unknown die",
    "wrong_count": "wrong number of dice",
    "wrong_kind": "wrong kind of dice",
}

_MOVING = {
    TrayState.ROLLING,
    TrayState.HAND_IN_VIEW,
    TrayState.NO_CAMERA,
    TrayState.CAMERA_LOST,
    TrayState.TOWER_DOWN,
}
_SURE = 0.99
"""Below this confidence a die is outlined as doubtful; it is a hint, not a decision."""


@dataclass(frozen=True, slots=True)
class BoxView:
    """An outline over the picture in per cent; ``target`` is the id it opens, if any."""

    x: str
    y: str
    width: str
    height: str
    centre_x: str
    centre_y: str
    text: str
    label: str
    sure: bool
    target: str | None


@dataclass(frozen=True, slots=True)
class TrayView:
    """The tray as drawn. ``evidence`` names a frozen picture to show instead of the live one."""

    sign: str
    state: str
    name: str
    sentence: str
    evidence: str | None
    boxes: tuple[BoxView, ...]
    trouble: tuple[str, ...]
    alt: str
    camera: str


def tray_view(tray: TrayNow, match: MatchNow | None) -> TrayView:
    """What to draw for the tray; outlines are left out while things move."""
    sign, name, sentence = STATES[tray.state]
    question = tray.question
    if question is not None:
        dice, trouble = question.dice, question.trouble
        boxes = tuple(_box(d, f"q-{i}") for i, d in enumerate(dice))
    else:
        dice, trouble = tray.dice, tray.trouble
        boxes = () if tray.state in _MOVING else _live_boxes(tray, match)
    return TrayView(
        sign,
        tray.state.value,
        name,
        sentence,
        question.evidence if question else None,
        boxes,
        _trouble_words(trouble),
        _alt(dice),
        f"Camera: {tray.camera}" if tray.camera else tray.note,
    )


def _live_boxes(tray: TrayNow, match: MatchNow | None) -> tuple[BoxView, ...]:
    """Boxes of the last reading; those of the roll that counted open its mending."""
    targets: dict[int, tuple[str, str]] = {}
    roll = match.last_roll if match else None
    if roll is not None and roll.seen == tray.dice:
        pairs = pair_up(roll.dice, roll.seen)
        for i, seen_index in enumerate(pairs):
            if seen_index is not None:
                targets[seen_index] = (f"fix-{i}", str(roll.dice[i][1]))
    out = []
    for j, die in enumerate(tray.dice):
        target, counted = targets.get(j, (None, None))
        out.append(_box(die, target, counted))
    return tuple(out)


def _box(die: SeenDie, target: str | None, counted: str | None = None) -> BoxView:
    x0, y0, x1, y1 = die.box
    text = counted if counted is not None else ("?" if die.value is None else str(die.value))
    sure = counted is not None or (die.value is not None and die.confidence >= _SURE)
    shown = chip("", 0, die.kind, die.value, die)
    label = f"{text}: {shown.label.split(': ', 1)[1].split(', ', 1)[-1]}"
    return BoxView(
        _percent(x0),
        _percent(y0),
        _percent(max(0.0, x1 - x0)),
        _percent(max(0.0, y1 - y0)),
        _percent(die.centre[0]),
        _percent(die.centre[1]),
        text,
        f"Change {label}" if target else label,
        sure,
        target,
    )


def _percent(fraction: float) -> str:
    return f"{min(max(fraction, 0.0), 1.0) * 100:.2f}%"


def _trouble_words(trouble: tuple[SeenTrouble, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(TROUBLE_WORDS.get(t.code, t.code) for t in trouble))


def _alt(dice: tuple[SeenDie, ...]) -> str:
    if not dice:
        return "Picture of the dice tray"
    values = ", ".join("not read" if d.value is None else str(d.value) for d in dice)
    return f"Picture of the dice tray with {len(dice)} dice: {values}"
