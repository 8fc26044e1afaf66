"""What the page says when somebody holds a button for help.

Knows what each button would do at this moment, in words. Refuses to know how long a button
is held and what it does.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.table.ports import Button
from companion.table.snapshot import Snapshot

_NAMES = {Button.CONFIRM: "Confirm", Button.UNDO: "Undo", Button.NEXT: "Next"}


def meaning(snapshot: Snapshot, button: Button) -> str:
    """What a short press of that button would do now, as the end of a sentence; else empty."""
    match, question = snapshot.match, snapshot.tray.question
    if match is None:
        return ""
    match button:
        case Button.CONFIRM if question and question.suggestions:
            values = ", ".join(str(value) for _, value in question.suggestions[0].dice)
            return f"takes the throw as {values}"
        case Button.UNDO if match.can_undo:
            return "takes back the last step"
        case Button.NEXT if question:
            return "leaves this throw out, to roll again"
        case Button.NEXT if len(match.choices) == 1 and match.awaits is None:
            return f"does this: {match.choices[0].label}"
        case _:
            return ""


def help_text(snapshot: Snapshot, wired: Collection[Button]) -> str:
    """What is to be done and what each of the ``wired`` buttons would do, in sentences."""
    if snapshot.match is None:
        return "No game is on the table. Begin one on the page; the buttons then help to play it."
    question = snapshot.tray.question
    asked = question.text if question else snapshot.match.prompt_text
    told = [
        f"{name} {means}."
        for button, name in _NAMES.items()
        if button in wired and (means := meaning(snapshot, button))
    ]
    return " ".join([asked, *(told or ["The buttons do nothing just now."])])
