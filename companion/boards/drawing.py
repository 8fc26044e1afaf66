"""Any board as SVG, drawn from the JSON that its game's view holds.

Knows the keys that say where something lies: ``outline_mm``, ``centre_mm`` with
``width_mm`` and ``height_mm`` or ``radius_mm``, ``box_mm``, ``line_mm`` and ``at_mm``, x to
the right and y down. Refuses to know any game: what has none of these keys is not drawn.

Things with a ``size_mm`` of one number are cards that lie nowhere; they are laid out in rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

MARGIN_MM = 6.0
CARDS_IN_A_ROW = 7
CARD_GAP_MM = 8.0
LABEL_ALONG = 0.38
"""Where on an arrow its label stands, from its beginning."""
TIP_ALONG = 0.66
"""Where on an arrow the dot is that shows where it leads."""

_COLOURS = {
    "red": "#d9534f",
    "yellow": "#f2cf4a",
    "green": "#5fa55a",
    "blue": "#4f86c6",
    "violet": "#9467bd",
    "black": "#444444",
    "white": "#ffffff",
    "orange": "#ef8e3b",
}
"""Colours by the names that boards use; others are drawn pale grey."""

_PALE = "#ece7dd"
_LABELS = ("label", "number", "tile", "card", "id", "space", "name", "place", "zone", "task")
"""The keys of which the first found is written on a thing."""

Box = tuple[float, float, float, float]


class _Drawing:
    """Shapes and the box around them, in millimetres."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.shapes: list[str] = []
        self.writing: list[str] = []
        self.box: Box | None = None

    def reach(self, *points: tuple[float, float]) -> None:
        """Make room for these points."""
        for x, y in points:
            left, top, right, bottom = self.box or (x, y, x, y)
            self.box = (min(left, x), min(top, y), max(right, x), max(bottom, y))

    def write(self, at: tuple[float, float], text: str, size_mm: float) -> None:
        """A label around that point."""
        self.writing.append(
            f'<text x="{at[0]:g}" y="{at[1]:g}" font-size="{size_mm:g}">{escape(text)}</text>'
        )


def svg(board: Mapping[str, Any]) -> str:
    """The drawing of a board's view. Raises ValueError where nothing in it can be drawn."""
    drawing = _Drawing()
    cards = []
    for thing in _things(board):
        size = thing.get("size_mm")
        if isinstance(size, int | float):
            cards.append(thing)
        else:
            _draw(drawing, thing, (0.0, 0.0))
    _lay_out(drawing, cards)
    if drawing.box is None:
        raise ValueError("This board has nothing that can be drawn.")
    left, top, right, bottom = drawing.box
    x, y = left - MARGIN_MM, top - MARGIN_MM
    width, height = right - left + 2 * MARGIN_MM, bottom - top + 2 * MARGIN_MM
    title = escape(str(board.get("title", "Board")))
    style = 'font-family="sans-serif" text-anchor="middle" dominant-baseline="middle"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {width:g} {height:g}"'
            f' width="{width:g}mm" height="{height:g}mm">',
            f"<title>{title}</title>",
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="#fbf9f4"/>',
            '<g stroke="#333333" stroke-width="0.6" stroke-linejoin="round">',
            *drawing.lines,
            *drawing.shapes,
            "</g>",
            f'<g fill="#111111" {style}>',
            *drawing.writing,
            "</g>",
            "</svg>\n",
        ]
    )


def _things(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every object in the view, outer ones first; those on a card belong to the card."""
    if isinstance(value, Mapping):
        yield value
        if isinstance(value.get("size_mm"), int | float):
            return
    if isinstance(value, Mapping | list):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _things(each)


def _lay_out(drawing: _Drawing, cards: list[Mapping[str, Any]]) -> None:
    for place, card in enumerate(cards):
        row, column = divmod(place, CARDS_IN_A_ROW)
        step = float(card["size_mm"]) + CARD_GAP_MM
        at = (column * step, row * step)
        _draw(drawing, {**card, "box_mm": [0, 0, card["size_mm"], card["size_mm"]]}, at)
        for thing in _things([each for each in card.values() if isinstance(each, list)]):
            _draw(drawing, thing, at)


def _draw(drawing: _Drawing, thing: Mapping[str, Any], at: tuple[float, float]) -> None:
    label = next((str(thing[key]) for key in _LABELS if thing.get(key) is not None), "")
    fill = _fill(thing)
    if "outline_mm" in thing:
        points = [_moved(point, at) for point in thing["outline_mm"]]
        drawing.shapes.append(f'<polygon points="{_points(points)}" fill="{fill}"/>')
        drawing.reach(*points)
        if "centre_mm" in thing:
            drawing.write(_moved(thing["centre_mm"], at), label, 6.0)
    elif "centre_mm" in thing and thing.keys() & {"width_mm", "radius_mm"}:
        _draw_round(drawing, thing, _moved(thing["centre_mm"], at), fill, label)
    elif "line_mm" in thing:
        points = [_moved(point, at) for point in thing["line_mm"]]
        _draw_line(drawing, points, str(thing.get("task", "")).replace("_", " "))
    elif "at_mm" in thing:
        x, y = _moved(thing["at_mm"], at)
        drawing.shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="2" fill="#ffffff"/>')
        drawing.reach((x, y))
        drawing.write((x, y), label, 3.0)
    elif "box_mm" in thing:
        (left, top), (right, bottom) = (_moved(thing["box_mm"][i : i + 2], at) for i in (0, 2))
        drawing.shapes.append(_rectangle(left, top, right - left, bottom - top, "none"))
        drawing.reach((left, top), (right, bottom))


def _draw_line(drawing: _Drawing, points: list[tuple[float, float]], label: str) -> None:
    """An arrow, below everything else; one without a label, such as a stream, is dashed."""
    dashes = "" if label else ' stroke="#4f86c6" stroke-dasharray="4 3"'
    drawing.lines.append(f'<polyline points="{_points(points)}" fill="none"{dashes}/>')
    drawing.reach(*points)
    (x0, y0), (x1, y1) = points[0], points[-1]
    # Nearer to where it begins: arrows that meet at one end would write over each other.
    x, y = x0 + (x1 - x0) * LABEL_ALONG, y0 + (y1 - y0) * LABEL_ALONG
    drawing.write((x, y), label, 4.5)
    tip = (x0 + (x1 - x0) * TIP_ALONG, y0 + (y1 - y0) * TIP_ALONG)
    drawing.lines.append(f'<circle cx="{tip[0]:g}" cy="{tip[1]:g}" r="1.6" fill="#333333"/>')


def _draw_round(
    drawing: _Drawing, thing: Mapping[str, Any], centre: tuple[float, float], fill: str, label: str
) -> None:
    x, y = centre
    if "width_mm" in thing:
        width, height = float(thing["width_mm"]), float(thing["height_mm"])
    else:  # a hold's own ``height_mm`` may say how high it lies
        width = height = 2 * float(thing["radius_mm"])
    if thing.get("shape", "round") in ("rectangle", "square") or "kind" in thing:
        corner = min(width, height) / 2 if thing.get("shape") == "circle" else 2.0
        left, top = x - width / 2, y - height / 2
        drawing.shapes.append(_rectangle(left, top, width, height, fill, corner))
    else:
        drawing.shapes.append(
            f'<ellipse cx="{x:g}" cy="{y:g}" rx="{width / 2:g}" ry="{height / 2:g}" fill="{fill}"/>'
        )
    drawing.reach((x - width / 2, y - height / 2), (x + width / 2, y + height / 2))
    drawing.write(centre, label, max(2.5, min(8.0, 1.6 * width / max(4, len(label)))))


def _rectangle(
    x: float, y: float, width: float, height: float, fill: str, corner: float = 0.0
) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{corner:g}"'
        f' fill="{fill}"/>'
    )


def _fill(thing: Mapping[str, Any]) -> str:
    colours = thing.get("colours") or [thing.get("colour")]
    if thing.get("ledge") or thing.get("summit"):
        return "#cfe3c4"
    return _COLOURS.get(str(colours[0]), _PALE)


def _moved(point: Any, at: tuple[float, float]) -> tuple[float, float]:
    return (float(point[0]) + at[0], float(point[1]) + at[1])


def _points(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
