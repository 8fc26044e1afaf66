"""Rocódromo in plain sentences.

Knows how prompts, refusals, events and choices are said; players count holds from 1.
Refuses to know the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.phrases import count_words, join_names
from companion.games.protocol import Refusal
from companion.games.rocodromo.actions import (
    Action,
    ChooseRope,
    Declare,
    EndTurn,
    JudgeClimb,
    JudgeEnd,
    Prepare,
    StartOn,
)
from companion.games.rocodromo.checking import gap_mm
from companion.games.rocodromo.events import (
    BalanceLost,
    ClimbValid,
    DestinationDeclared,
    EndMeasured,
    EndTriggered,
    Event,
    MatchEnded,
    PutOnWall,
    RopeLaid,
    RopeTaken,
    TurnStarted,
)
from companion.games.rocodromo.state import (
    Checking,
    Choosing,
    Climbed,
    Consoling,
    Declared,
    Ended,
    JudgingClimb,
    JudgingEnd,
    RocodromoState,
    Started,
    available,
    winners,
)
from companion.games.rocodromo.wall import LENGTHS, Rope

PROMPTS: Mapping[str, str] = {
    "choose": "take a rope or climb; `on_wall` says whether the climber stands on the wall",
    "declare": "say to which hold the climber goes, after it came on the wall",
    "go_on": "climb again or end the turn",
    "choose_rope": "lay a rope of the colour of the hold `target`",
    "judge_climb": "say whether the rope `colour`, `length` can be laid to the hold `target`",
    "take_rope": "take a rope after losing balance, not `colour`, `length`",
    "judge_end": "say whether the climber is less than a carabiner from the end; `gap_mm` and"
    " `carabiner_mm` are what the board says",
    "over": "do nothing: the match has ended",
}
"""What every code of prompt asks for."""

REFUSALS: Mapping[str, str] = {
    "over": "This match is over; start a new one.",
    "no_such_seat": "Nobody sits there; choose one of the players at the table.",
    "unknown_action": "That cannot be done in Rocódromo; choose one of the actions on offer.",
    "not_your_turn": "It is another player's turn; wait for yours.",
    "prepare_or_climb": "A turn begins with taking a rope or with a climb; choose one of the two.",
    "declare_first": "You are on the wall; say now to which hold you climb.",
    "declare_before_rope": "Say first to which hold you climb, then lay the rope.",
    "climb_or_end": "Climb again or end your turn; nothing else is open after a climb.",
    "choose_rope_first": "The destination is said; choose the rope to lay.",
    "judge_climb_first": "Say first whether the rope can be laid.",
    "take_rope_first": "You lost balance; take a rope to end your turn.",
    "measure_first": "Measure first how near the climber is to the end.",
    "no_such_colour": "There are no ropes of that colour; choose one of the five.",
    "give_back_first": "You hold {most} ropes; say which one goes back.",
    "keep_your_ropes": "A rope goes back only from a hand of {most}; take one without that.",
    "not_in_hand": "You do not hold that rope; choose one of yours.",
    "colour_used_up": "No {colour} rope is left in the supply; choose another colour.",
    "no_such_rope": "Only {left} ropes are left in {colour}; skip fewer.",
    "too_few_carabiners": "Skipping {needed} ropes takes as many carabiners, and you have {have};"
    " skip fewer.",
    "same_rope": "That rope has just gone back, and you play that it stays; take another one.",
    "just_used": "That is the rope you lost balance with; take another one.",
    "already_on_wall": "Your climber is on the wall; climb from where it stands.",
    "no_rope": "A climb needs a rope; take one first.",
    "no_such_hold": "There is no such hold; they go from 1 to {last}.",
    "not_first_level": "The first climb begins on a tile of the first level; choose one there.",
    "occupied": "Another climber stands there; choose an empty hold.",
    "not_lowest": "The first climb begins on the lowest empty hold of a tile; choose that one.",
    "no_destination": "No other empty hold has a colour of your ropes; take another rope first.",
    "start_first": "Your climber is not on the wall; choose first where it begins.",
    "already_there": "Your climber stands there already; choose another hold.",
    "no_rope_of_colour": "That hold lies in {colour}, and you hold no {colour} rope; choose another"
    " hold.",
    "other_colour": "The rope must have the colour of the destination; choose a {colour} one.",
}
"""The sentence of every code of refusal."""

RULEBOOK: Mapping[str, str] = {
    "turn": "How To Play",
    "RO2": "Action 1, Prepare",
    "RO4": "Action 1, Prepare",
    "RO5": "Action 1, Prepare",
    "RO6": "Action 2, Climb, destination and rope",
    "RO7": "Action 2, Climb, choose the rope",
    "RO9": "Action 2, Climb, check the climb",
    "RO12": "Action 2, Climb, valid climb",
    "RO13": "Action 2, Climb, the climber loses balance",
    "RO17": "Action 2, Climb, note on the first climb",
    "RO18": "Action 2, Climb, choose the rope",
    "RO20": "End of the Game",
    "RO21": "End of the Game",
}
"""Where in the rulebook a rule stands; ``table`` and ``wall`` stand in none."""

REASONS: Mapping[str, str] = {
    "too_short": "the rope is too short",
    "apart": "the two sections do not meet",
    "leaves": "the rope would leave the two sections",
    "table": "the table found no way to lay the rope",
}
"""Why balance was lost, by the event's reason."""


def prompt_text(state: RocodromoState, names: Sequence[str]) -> str:
    """What is to be done now, as one sentence."""
    position, wall = state.position, state.terms.wall
    who = names[position.turn]
    match position.phase:
        case Choosing() if not position.hands[position.turn]:
            return f"{who}, take a rope."
        case Choosing():
            return f"{who}, take a rope or climb."
        case Started():
            return f"{who}, say to which hold you climb; nobody measures yet."
        case Climbed():
            return f"{who}, climb again or end your turn."
        case Declared(target, _):
            return f"{who}, choose the {wall.colour(target)} rope for hold {target + 1}."
        case JudgingClimb(target, _, rope):
            ask = (
                f"lay {_rope(rope)}: can it cover your nose and hold {target + 1} whole,"
                " inside the two sections?"
            )
            if state.terms.checking is Checking.BOARD:
                return f"{who}, too close to call: {ask}"
            return f"{who}, {ask}"
        case Consoling(barred):
            return f"{who}, take a rope to end your turn, any but {_rope(barred)}."
        case JudgingEnd():
            return f"{who}, measure with a carabiner: is your climber nearer to the end than that?"
        case Ended():
            return f"The match is over: {_won(winners(state), names)}."


def refusal_text(refusal: Refusal) -> str:
    """Why not, what to do and where the rule stands, as one sentence."""
    sentence = REFUSALS.get(refusal.code, REFUSALS["unknown_action"])
    sentence = sentence.format(**dict(refusal.data))
    place = RULEBOOK.get(refusal.rule)
    return f"{sentence[:-1]} (rulebook: {place})." if place else sentence


def event_text(event: Event, names: Sequence[str]) -> str:
    """What happened, as one sentence."""
    match event:
        case RopeTaken(seat, rope, carabiners, skipped, given):
            return f"{names[seat]} takes {_taking(rope, carabiners, skipped, given)}."
        case PutOnWall(seat, hold):
            return f"{names[seat]} comes on the wall at hold {hold + 1}."
        case DestinationDeclared(seat, source, target):
            return f"{names[seat]} wants to climb from hold {source + 1} to hold {target + 1}."
        case RopeLaid(seat, rope, True):
            return f"{names[seat]} lays {_rope(rope)}; that is too close to call."
        case RopeLaid(seat, rope, _):
            return f"{names[seat]} lays {_rope(rope)}."
        case ClimbValid(seat, source, target, rope, _):
            return (
                f"{names[seat]} climbs from hold {source + 1} to hold {target + 1} with"
                f" {_rope(rope)}."
            )
        case BalanceLost():
            return _lost(event, names[event.seat])
        case EndMeasured(seat, near):
            told = "less than a carabiner" if near else "a carabiner or more"
            return f"{names[seat]} is {told} from the end, measured by the table."
        case EndTriggered(seat):
            return f"{names[seat]} is nearly at the end: this round is played out."
        case TurnStarted(seat):
            return f"It is {names[seat]}'s turn."
        case MatchEnded(seats):
            return f"The match is over: {_won(seats, names)}."


def action_text(state: RocodromoState, action: Action) -> str:
    """A choice as a short label."""
    match action:
        case Prepare():
            return _prepare_label(state, action)
        case StartOn(hold):
            return f"Start on hold {hold + 1}"
        case Declare(hold):
            holds = range(len(state.terms.wall.holds))
            colour = f" ({state.terms.wall.colour(hold)})" if hold in holds else ""
            return f"Climb to hold {hold + 1}{colour}"
        case ChooseRope(rope):
            return f"Lay {_rope(rope)}"
        case JudgeClimb(valid):
            return "It can be laid" if valid else "It cannot be laid"
        case JudgeEnd(near):
            return "Less than a carabiner" if near else "A carabiner or more"
        case EndTurn():
            return "End the turn"


def way_to_end_text(state: RocodromoState, seat: int) -> str | None:
    """What the board says of a climber's way to the end; None off the wall."""
    hold = state.position.holds[seat]
    if hold is None:
        return None
    terms = state.terms
    gap = gap_mm(terms.wall, hold, terms.end_point)
    return f"{gap:.0f} mm to the end; a carabiner has {terms.wall.kit.carabiner_mm:.0f} mm"


def _prepare_label(state: RocodromoState, action: Prepare) -> str:
    ropes = available(state, action.colour, action.give_back)
    if 0 <= action.skip < len(ropes):
        label = f"Take {_rope(ropes[action.skip])}"
    else:
        label = f"Take a {action.colour} rope"
    if action.skip:
        label += f" for {count_words(action.skip, 'carabiner', 'carabiners')}"
    return f"{label}, {_rope(action.give_back)} goes back" if action.give_back else label


def _taking(rope: Rope, carabiners: int, skipped: tuple[Rope, ...], given: Rope | None) -> str:
    told = _rope(rope)
    if carabiners:
        told += f" with {count_words(carabiners, 'carabiner', 'carabiners')}"
    if skipped:
        told += f", leaving a carabiner on {join_names([_rope(each) for each in skipped])}"
    return f"{told}; {_rope(given)} goes back" if given else told


def _lost(event: BalanceLost, who: str) -> str:
    told = f"{who} loses balance on the way to hold {event.target + 1}: {REASONS[event.reason]}"
    told += f", and {_rope(event.rope)} goes back"
    if event.off_the_wall:
        told += "; the climber leaves the wall"
    return f"{told}." if event.consoled else f"{told}; the highest climber takes no rope."


def _won(seats: Sequence[int], names: Sequence[str]) -> str:
    who = join_names([names[seat] for seat in seats])
    return f"{who} {'wins' if len(seats) == 1 else 'share the win'}"


def _rope(rope: Rope) -> str:
    return f"{rope.colour} {rope.length} of {LENGTHS}"
