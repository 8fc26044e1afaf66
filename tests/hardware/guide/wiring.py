"""The wiring diagram, from the default pin map.

Knows how the header lies and where words go. Refuses to know any pin that is not in the map.
"""

from __future__ import annotations

from html import escape

from hardware.pin_map import DEFAULT_PINS, GROUND, POWER_3V3, POWER_5V, Kind, Wire

ROW, TOP, MIDDLE, HALF = 27, 96, 790, 26
WIDTH, PLACES = 1580, 40
COLOURS = {
    Kind.STATUS: "#7a3db8",
    Kind.SEAT: "#0b6b3a",
    Kind.BUTTON: "#0b57b0",
    Kind.BUZZER: "#a34700",
}
WORDS = {
    Kind.STATUS: "status lamp",
    Kind.SEAT: "lamp of a seat",
    Kind.BUTTON: "button",
    Kind.BUZZER: "buzzer",
}
PLAIN, GROUND_FILL, POWER_FILL = "#e6e6e6", "#222222", "#c62828"


def drawn(wires: tuple[Wire, ...] = DEFAULT_PINS) -> str:
    """The diagram as SVG. The same wires give the same text."""
    height = TOP + ROW * PLACES // 2 + 80
    by_place = {wire.header: wire for wire in wires}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="14">',
        "<title>Wiring of lamps, buttons and buzzer to the 40-pin header</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        _text(MIDDLE, 30, "The 40-pin header, seen from above", "middle", 20, "#111111"),
        _text(MIDDLE, 56, "pin 1 lies at the corner without USB sockets", "middle", 14, "#444444"),
        f'<rect x="{MIDDLE - 2 * HALF}" y="{TOP - 8}" width="{4 * HALF}" '
        f'height="{ROW * PLACES // 2 + 10}" rx="6" fill="#111111"/>',
    ]
    parts += [part for place in range(1, PLACES + 1) for part in _pin(place, by_place.get(place))]
    parts += _legend(height - 40)
    return "\n".join([*parts, "</svg>", ""])


def _pin(place: int, wire: Wire | None) -> list[str]:
    odd = place % 2 == 1
    x = MIDDLE - HALF if odd else MIDDLE + HALF
    y = TOP + ROW * ((place - 1) // 2) + 12
    fill, ink, said = PLAIN, "#111111", ""
    if place in GROUND:
        fill, ink, said = GROUND_FILL, "#ffffff", "ground"
    elif place in POWER_3V3 + POWER_5V:
        fill, ink = POWER_FILL, "#ffffff"
        said = "3.3 V" if place in POWER_3V3 else "5 V"
    if wire is not None:
        fill, ink = COLOURS[wire.kind], "#ffffff"
        said = f"GPIO {wire.gpio}: {wire.label}, {wire.to}"
    end = MIDDLE - 2 * HALF - 34 if odd else MIDDLE + 2 * HALF + 34
    parts = []
    if wire is not None:
        parts.append(
            f'<line x1="{x}" y1="{y}" x2="{end}" y2="{y}" stroke="{fill}" stroke-width="3"/>'
        )
    parts.append(f'<circle cx="{x}" cy="{y}" r="11" fill="{fill}" stroke="#ffffff"/>')
    parts.append(_text(x, y + 4, str(place), "middle", 11, ink))
    if said:
        anchor, at = ("end", end - 6) if odd else ("start", end + 6)
        dark = fill if wire is not None else "#555555"
        lines = _folded(said)
        for number, line in enumerate(lines):
            shift = 5 + 14 * number - 7 * (len(lines) - 1)
            parts.append(_text(at, y + shift, line, anchor, 13, dark))
    return parts


def _folded(said: str, most: int = 100) -> list[str]:
    """One line, or two where one would leave the picture."""
    if len(said) <= most:
        return [said]
    cut = said.rfind(" ", 0, most)
    return [said[:cut], said[cut + 1 :]]


def _legend(y: int) -> list[str]:
    parts, x = [], 270
    marks = [(COLOURS[kind], word) for kind, word in WORDS.items()]
    for fill, word in [*marks, (GROUND_FILL, "ground"), (POWER_FILL, "power: leave free")]:
        parts.append(f'<circle cx="{x}" cy="{y}" r="9" fill="{fill}"/>')
        parts.append(_text(x + 16, y + 5, word, "start", 14, "#111111"))
        x += 175
    return parts


def _text(x: float, y: float, said: str, anchor: str, size: int, fill: str) -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" fill="{fill}">'
        f"{escape(said)}</text>"
    )
