"""The table's own sentences for log and page.

Knows how a throw, an undo, a correction and a doubt are put to the players. Refuses to
know any game: what a game has to say comes from the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.dice import DiceSpec, FaceValue

Dice = Sequence[tuple[str, FaceValue]]

DEALT = "The program dealt what was left to deal."
"""The log line of a deal: what was dealt is for its owners to know."""

COCKED_AGAIN = "A die leans on something. By your house rule it is rolled again."
"""The question of a doubtful throw where a cocked die does not count."""

_NOUNS = {"d6_numeral": "numbered d6", "symbol": "symbol dice"}


def dice_text(dice: Dice) -> str:
    """A throw such as ``3, 5 (d6) and 2 (d4)``; kinds are named only where they differ."""
    if not dice:
        return "no dice"
    kinds = sorted({kind for kind, _ in dice})
    if len(kinds) == 1:
        return ", ".join(str(value) for _, value in dice)
    parts = [
        f"{', '.join(str(value) for of, value in dice if of == kind)} ({_NOUNS.get(kind, kind)})"
        for kind in kinds
    ]
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def spec_text(spec: DiceSpec) -> str:
    """What is awaited, such as ``2 × d6 and 1 × d4``."""
    parts = [f"{count} × {_NOUNS.get(kind, kind)}" for kind, count in spec.counts]
    if not parts:
        return "any dice"
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


def rolled_text(name: str, dice: Dice, was_doubtful: bool) -> str:
    """The log line of a throw that counts."""
    note = " The camera was unsure." if was_doubtful else ""
    return f"{name} rolled {dice_text(dice)}.{note}"


def corrected_text(was: Dice, now: Dice) -> str:
    """The log line of a correction, with both readings."""
    return f"Corrected: {dice_text(was)} became {dice_text(now)}."


def undone_text(taken_back: Sequence[str]) -> str:
    """The log line of an undo; ``taken_back`` are the lines of the undone steps, oldest first."""
    return "Taken back: " + " / ".join(taken_back)


def unasked_text(values: Sequence[FaceValue | None]) -> str:
    """The log line of a throw that nobody awaited."""
    shown = ", ".join("?" if value is None else str(value) for value in values)
    return f"A roll that nobody awaited, not counted: {shown}."


def question_text(code: str, expected: DiceSpec, seen: int) -> str:
    """What the page asks when a throw is in doubt, and what to do."""
    wanted = spec_text(expected)
    match code:
        case "cocked":
            return "A die leans on something. Roll it again, or say what counts."
        case "wrong_count":
            dice = "1 die" if seen == 1 else f"{seen} dice"
            return f"Awaited {wanted}, saw {dice}. Mend the tray, or complete the throw here."
        case "wrong_kind":
            return f"Awaited {wanted}, saw other dice. Roll the right ones, or enter the throw."
        case _:
            return "The dice could not be read with certainty. Which of these is it?"


def started_text(title: str, names: Sequence[str], from_position: bool = False) -> str:
    """The first line of a log."""
    players = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{title} with {players}{', from a position' if from_position else ''}."


def ended_text(winners: Sequence[str]) -> str:
    """The last line of a log."""
    match list(winners):
        case []:
            return "The match is over. Nobody won."
        case [name]:
            return f"The match is over. {name} won."
        case names:
            return f"The match is over. {', '.join(names[:-1])} and {names[-1]} won together."
