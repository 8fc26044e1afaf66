"""High Risk in plain sentences.

Knows how prompts, refusals, events and choices are said. Refuses to know the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.dice import Rolled
from companion.games.high_risk.actions import Action, Advance, RollAgain, Stop
from companion.games.high_risk.climbing import ascent
from companion.games.high_risk.events import (
    Advanced,
    Boosted,
    DiceFell,
    Event,
    Fell,
    KnockedOff,
    MatchEnded,
    NobodyFell,
    TurnStarted,
)
from companion.games.high_risk.state import (
    DICE,
    Face,
    HighRiskState,
    Phase,
    danger_dice,
    winner,
)
from companion.games.phrases import count_words
from companion.games.protocol import Refusal

PROMPTS: Mapping[str, str] = {
    "roll": "roll the awaited dice",
    "choose": "stop, or roll the dice that show lightning again",
    "advance": "choose the climber that goes up by all mountains set aside",
    "over": "nothing; the match has ended",
}
"""What every code of prompt asks for."""

REFUSALS: Mapping[str, str] = {
    "over": "This match is over; start a new one.",
    "no_such_seat": "Nobody sits there; choose one of the players at the table.",
    "unknown_action": "That cannot be done in High Risk; choose one of the actions on offer.",
    "not_your_turn": "Another player has the dice; wait for your turn.",
    "say_first": "Say first whether you stop or roll again; then the dice count.",
    "advance_first": "Choose the climber that goes up by all {steps} first.",
    "other_dice": "Roll the six dice with the lightning, mountain and cloud faces.",
    "wrong_count": "Roll {needed} dice, not {got}: all that show lightning, or all six first.",
    "no_such_face": "A die has no face {value}; enter lightning, mountain or cloud.",
    "turn_is_ending": "This turn ends now; choose the climber that goes up.",
    "roll_now": "The dice are to be rolled now; roll them.",
    "must_roll": "Every turn begins with a roll of all six dice; roll them first.",
    "dice_picked_up": "You have picked up the dice already; roll them.",
    "stop_first": "Stop first; then choose the climber that goes up.",
    "at_the_summit": "A climber at the Summit stays there; choose one below it.",
    "no_climber_there": "You have no climber in zone {zone}; choose a zone where one stands.",
}
"""The sentence of every code of refusal."""

RULEBOOK: Mapping[str, str] = {
    "first_roll": "Game Play, step 1",
    "HR1": "Game Play, step 1",
    "turn": "Game Play, steps 1 to 3",
    "HR4": "End of the Turn, second ending",
    "HR5": "End of the Game",
    "HR8": "End of the Turn, third ending",
    "HR9": "End of the Turn, third ending",
    "dice": "Game Elements, Dice",
}
"""Where in the rulebook a rule stands; ``table`` stands in none."""


def prompt_text(state: HighRiskState, names: Sequence[str]) -> str:
    """What is to be done now, as one sentence."""
    position = state.position
    who = names[position.turn]
    if winner(state) is not None:
        return f"{who} has brought every climber to the Summit and wins."
    dice = danger_dice(position)
    steps = position.ascension
    match position.phase:
        case Phase.ROLL if dice == DICE:
            return f"{who}, roll all {DICE} dice."
        case Phase.ROLL:
            return f"{who}, roll {count_words(dice, 'die', 'dice')} again: all that show lightning."
        case Phase.CHOOSE:
            aside = count_words(steps, "mountain", "mountains")
            return f"{who}, you have {aside}: stop, or roll {dice} again at 1 in {2**dice} to fall."
        case Phase.ADVANCE:
            return f"{who}, choose the climber that goes up {count_words(steps, 'zone', 'zones')}."


def refusal_text(refusal: Refusal) -> str:
    """Why not, what to do and where the rule stands, as one sentence."""
    sentence = REFUSALS.get(refusal.code, REFUSALS["unknown_action"])
    sentence = sentence.format(**dict(refusal.data))
    place = RULEBOOK.get(refusal.rule)
    return f"{sentence[:-1]} (rulebook: {place})." if place else sentence


def event_text(event: Event, names: Sequence[str]) -> str:
    """What happened, as one sentence."""
    match event:
        case DiceFell(seat, danger, ascension, weather, aside):
            shown = ", ".join(
                f"{n} {face.value}"
                for n, face in zip((danger, ascension, weather), Face, strict=True)
                if n
            )
            return f"{names[seat]} rolled {shown}; mountains set aside: {aside}."
        case Fell(seat, source, target):
            place = "to the Basecamp" if target == 0 else f"to zone {target}"
            return f"Nothing but lightning: {names[seat]} falls from zone {source} {place}."
        case NobodyFell(seat):
            return f"Nothing but lightning, but {names[seat]} has nobody on the route."
        case Advanced(seat, source, _, True):
            return f"{names[seat]} goes up from zone {source} to the Summit."
        case Advanced(seat, source, target, _):
            return f"{names[seat]} goes up from zone {source} to zone {target}."
        case KnockedOff(seat, source, target):
            return f"{names[seat]} is knocked off zone {source} and drops to zone {target}."
        case Boosted(seat):
            return f"All six dice are set aside: {names[seat]} has another turn."
        case TurnStarted(seat):
            return f"The dice go to {names[seat]}."
        case MatchEnded(seat):
            return f"{names[seat]} has brought every climber to the Summit and wins."


def action_text(state: HighRiskState, action: Action) -> str:
    """A choice as a short label."""
    match action:
        case Rolled():
            counts = [(face, action.values.count(face.value)) for face in Face]
            return "Rolled " + ", ".join(f"{n} {face.value}" for face, n in counts if n)
        case RollAgain():
            return f"Roll {count_words(danger_dice(state.position), 'die', 'dice')} again"
        case Stop():
            return "Stop"
        case Advance(zone):
            return _advance_label(state, zone)


def _advance_label(state: HighRiskState, zone: int) -> str:
    mountain, position = state.terms.mountain, state.position
    if not 0 <= zone < mountain.summit:
        return f"Climber in zone {zone}"
    move = ascent(mountain, position.climbers, zone, position.ascension)
    source, target = mountain.zones[zone].name, mountain.zones[move.target].name
    if move.knocked is None:
        return f"{source} to {target}"
    return f"{source} to {target}, knocking one down to {mountain.zones[move.knocked_to].name}"
