"""What Pig says to people.

Knows how prompts, refusals and events are said. Refuses to know the rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from pig.state import Event, Gained, Held, Lost, MatchEnded

PROMPTS: Mapping[str, str] = {
    "throw": "throw the die; once something is in the pot, it can be held instead",
    "over": "nothing; the match has ended",
}
"""What every code of prompt asks for."""

REFUSALS: Mapping[str, str] = {
    "over": "This match is over; start a new one.",
    "no_such_seat": "Nobody sits there; choose one of the players at the table.",
    "unknown_action": "That cannot be done in Pig; throw the die or hold.",
    "not_your_turn": "Another player has the die; wait for your turn.",
    "throw_first": "There is nothing in the pot; throw the die first.",
    "one_die": "Pig is played with one d6; throw that one.",
    "no_such_face": "A die has no face {value}; enter what it shows.",
}
"""The sentence of every code of refusal."""


def event_text(event: Event, names: tuple[str, ...]) -> str:
    """What happened, as one sentence."""
    match event:
        case Gained(seat, points, pot):
            return f"{names[seat]} throws {points}; {pot} in the pot."
        case Lost(seat, pot):
            return f"{names[seat]} throws 1 and loses {pot} points."
        case Held(seat, score):
            return f"{names[seat]} holds and has {score} points."
        case MatchEnded(winner):
            return f"{names[winner]} wins."
