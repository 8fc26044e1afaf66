"""Gipfelkraxler in plain sentences.

Knows how prompts, refusals, events, tasks and choices are said. Refuses to know the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.dice import Rolled
from companion.games.gipfelkraxler.actions import Action, Move, Pass, PushUp, Reroll, SetBack
from companion.games.gipfelkraxler.events import (
    Arrived,
    DiceFell,
    Event,
    MatchEnded,
    Moved,
    NothingFitted,
    PushedUp,
    SentHome,
    TurnStarted,
    Washed,
    WasSetBack,
)
from companion.games.gipfelkraxler.legal import fitting_moves, may_set_back
from companion.games.gipfelkraxler.state import (
    ROLLS,
    Choosing,
    IbexState,
    Pushing,
    Rolling,
    winner,
)
from companion.games.gipfelkraxler.tasks import DICE, Task, is_joker
from companion.games.phrases import count_words
from companion.games.protocol import Refusal

TASKS: Mapping[Task, str] = {
    Task.AT_MOST_15: "at most 15 in all",
    Task.AT_MOST_13: "at most 13 in all",
    Task.AT_MOST_11: "at most 11 in all",
    Task.AT_MOST_9: "at most 9 in all",
    Task.AT_LEAST_20: "at least 20 in all",
    Task.AT_LEAST_22: "at least 22 in all",
    Task.AT_LEAST_24: "at least 24 in all",
    Task.AT_LEAST_26: "at least 26 in all",
    Task.TWO_PAIRS: "two pairs",
    Task.THREE_LOW: "three 1s, 2s or 3s",
    Task.THREE_HIGH: "three 4s, 5s or 6s",
    Task.THREE: "three of a kind",
    Task.FULL_HOUSE: "a full house",
    Task.FOUR: "four of a kind",
    Task.FIVE: "five of a kind",
    Task.SMALL_STRAIGHT: "four numbers in a row",
    Task.LARGE_STRAIGHT: "five numbers in a row",
}
"""What each sign asks for."""

PROMPTS: Mapping[str, str] = {
    "roll": "roll the awaited dice",
    "choose": "move an ibex, pick dice up for another roll, or take the penalty",
    "push_up": "choose the path by which the pushed ibex goes up",
    "over": "nothing; the match has ended",
}
"""What every code of prompt asks for."""

REFUSALS: Mapping[str, str] = {
    "over": "This match is over; start a new one.",
    "no_such_seat": "Nobody sits there; choose one of the players at the table.",
    "unknown_action": "That cannot be done in Gipfelkraxler; choose one of the actions on offer.",
    "not_your_turn": "Another player has the dice; wait for your turn.",
    "roll_first": "Roll first: {needed} of the five dice are to be rolled.",
    "other_dice": "Roll six-sided dice with pips or numbers.",
    "wrong_count": "Roll {needed} dice, not {got}.",
    "no_such_face": "A die has no face {value}; enter a number from 1 to 6.",
    "push_first": "First push one of your ibexes on from {space}.",
    "no_path": "No path leads up from {source} to {target}; follow the black arrows.",
    "say_which": "Say first which dice you roll again; then they count.",
    "no_rolls_left": "You have rolled three times; use what lies there.",
    "nothing_picked_up": "Pick up at least one die, or use what lies there.",
    "not_among_dice": "Pick up only dice that lie there; they show {dice}.",
    "nobody_to_push": "Nobody is to be pushed up now; choose a move.",
    "must_move": "One of your ibexes can move with these dice, so it must.",
    "must_set_back": "Nothing fits: choose the ibex that goes back to the start.",
    "no_such_space": "The board has no space {space}; choose one that it has.",
    "no_ibex_there": "None of your ibexes stands on {space}; choose another space.",
    "stays_on_summit": "The ibex on the summit stays there; choose another.",
    "task_not_met": "The dice do not show what that path asks for: {task}.",
    "already_at_start": "That ibex is at the start already; choose one that is under way.",
}
"""The sentence of every code of refusal."""

RULEBOOK: Mapping[str, str] = {
    "GK1": "section 1, Roll the dice",
    "GK2": "section 1, No suitable result",
    "GK3": "section 1, Roll the dice",
    "GK8": "section 1, Five of a kind as a joker",
    "GK9": "section 1, No suitable result",
    "GK10": "section 2, Push yourself upwards",
    "GK11": "section 2, Push yourself upwards",
    "GK18": "End of the Game",
    "GK20": "section 1, No suitable result",
    "tasks": "section 1, The dice tasks",
    "turn": "End of your turn",
    "dice": "Components",
}
"""Where in the rulebook a rule stands; ``table`` and ``board`` stand in none."""


def prompt_text(state: IbexState, names: Sequence[str]) -> str:
    """What is to be done now, as one sentence."""
    position, graph = state.position, state.terms.graph
    who = names[position.turn]
    if winner(state) is not None:
        return f"{who} has reached the summit for the second time and wins."
    match position.phase:
        case Rolling(0, _):
            return f"{who}, roll all {DICE} dice."
        case Rolling(rolls, kept):
            dice = count_words(DICE - len(kept), "die", "dice")
            return f"{who}, roll {dice} for roll {rolls + 1} of {ROLLS}."
        case Pushing(source, _):
            return f"{who}, choose where your ibex on {source} is pushed up to."
        case Choosing(rolls, dice):
            again = ", or roll again" if rolls < ROLLS else ""
            if fitting_moves(graph, position, dice):
                joker = "five of a kind: " if is_joker(dice) else ""
                return f"{who}, {joker}move an ibex{again}."
            if may_set_back(graph, position):
                return f"{who}, nothing fits: set an ibex back to the start{again}."
            return f"{who}, nothing fits and no ibex is under way: pass{again}."


def refusal_text(refusal: Refusal) -> str:
    """Why not, what to do and where the rule stands, as one sentence."""
    facts = dict(refusal.data)
    if refusal.code == "task_not_met":
        facts["task"] = TASKS[Task(facts["task"])]
    sentence = REFUSALS.get(refusal.code, REFUSALS["unknown_action"]).format(**facts)
    place = RULEBOOK.get(refusal.rule)
    return f"{sentence[:-1]} (rulebook: {place})." if place else sentence


def event_text(event: Event, names: Sequence[str]) -> str:
    """What happened, as one sentence."""
    match event:
        case DiceFell(seat, roll, dice):
            return f"{names[seat]} has {_row(dice)} after roll {roll}."
        case Moved(seat, source, target, task):
            by = "the joker" if task is None else TASKS[task]
            return f"{names[seat]} moves from {source} to {target} by {by}."
        case PushedUp(seat, source, target):
            return f"{names[seat]} pushes an own ibex up from {source} to {target}."
        case Washed(seat, source, target):
            return f"An ibex of {names[seat]} goes down the stream from {source} to {target}."
        case Arrived(seat, 1):
            return f"{names[seat]} reaches the summit and turns the marker."
        case Arrived(seat, _):
            return f"{names[seat]} reaches the summit for the second time."
        case SentHome(seat):
            return f"The ibex of {names[seat]} leaves the summit for the start."
        case WasSetBack(seat, source):
            return f"Nothing fits: {names[seat]} sets an ibex back from {source} to the start."
        case NothingFitted(seat):
            return f"Nothing fits, and {names[seat]} has no ibex to set back."
        case TurnStarted(seat):
            return f"The dice go to {names[seat]}."
        case MatchEnded(seat):
            return f"{names[seat]} wins."


def action_text(action: Action) -> str:
    """A choice as a short label."""
    match action:
        case Rolled():
            return f"Rolled {_row(tuple(action.values))}"
        case Reroll(values):
            return f"Roll {_row(values)} again"
        case Move(source, target):
            return f"{source} to {target}"
        case PushUp(target):
            return f"Push up to {target}"
        case SetBack(space):
            return f"Set back from {space}"
        case Pass():
            return "Pass"


def _row(values: Sequence[object]) -> str:
    return "-".join(str(value) for value in values)
