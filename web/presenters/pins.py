"""Lamps, buzzer and buttons as the page lists them.

Knows the words for what is tried and what was heard. Refuses to know addresses and pins.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.panel import Heard, Panel, Part, PartKind
from companion.table.ports import Button

_TRIED = {
    PartKind.LAMP: "The {} shows red, green and blue now, each for a second. Where the order "
    "differs, wires are swapped.",
    PartKind.STRIP: "The {} shows red, green and blue now, each for a second.",
    PartKind.SEAT: "The {} is lit now, for three seconds.",
    PartKind.BUZZER: "The {} sounds now, for half a second.",
}


@dataclass(frozen=True, slots=True)
class PinsView:
    """``lit`` can be tried; ``said`` is what is being tried; ``heard`` newest first."""

    lit: tuple[Part, ...]
    buttons: tuple[Part, ...]
    said: str
    listening_s: int
    heard: tuple[str, ...]


def pins_view(panel: Panel, tried: str) -> PinsView:
    """The page of that panel; ``tried`` is the name of the part that was just tried."""
    parts = panel.parts()
    lit = tuple(part for part in parts if part.kind is not PartKind.BUTTON)
    said = next((_TRIED[part.kind].format(part.label) for part in lit if part.name == tried), "")
    return PinsView(
        lit,
        tuple(part for part in parts if part.kind is PartKind.BUTTON),
        said,
        round(panel.listening_s()),
        tuple(map(_heard, panel.heard())),
    )


def _heard(press: Heard) -> str:
    what = "a button, held (help)" if press.button is Button.HELP else f"{press.button}, short"
    return f"{what}, {press.ago_s:.0f} s ago"
