"""A tower and a tray of plywood or thick cardboard: what to cut, and a section through both.

Knows measures that fit one another. Refuses to know tools.

All follows from a few numbers; change one and the list and the drawing follow.
"""

from __future__ import annotations

import math
from html import escape

from tests.hardware.guide.lenses import LENSES, hung

SHEET_MM = 4.0
INSIDE_MM = 80.0
"""Inner width and depth of the tower: five dice of 16 mm side by side."""
TALL_MM = 260.0
RAMP_DEGREES = 40.0
RAMP_SHARE = 0.62
"""How far a ramp reaches across; the next one begins below its end."""
MOUTH_MM = 60.0
TRAY_MM = (200.0, 200.0)
WALL_MM = 35.0
CAMERA = LENSES[1]

PieceRow = tuple[str, int, float, float]
"""What it is, how many, and two sides in mm."""


def pieces() -> tuple[PieceRow, ...]:
    """Everything that is cut, sides in millimetres."""
    outside = INSIDE_MM + 2 * SHEET_MM
    ramp = RAMP_SHARE * INSIDE_MM / math.cos(math.radians(RAMP_DEGREES))
    exit_ramp = INSIDE_MM / math.cos(math.radians(RAMP_DEGREES))
    width, depth = TRAY_MM
    return (
        ("tower, side", 2, outside, TALL_MM),
        ("tower, back", 1, INSIDE_MM, TALL_MM),
        ("tower, front (open below)", 1, INSIDE_MM, TALL_MM - MOUTH_MM),
        ("tower, ramp", 2, INSIDE_MM, ramp),
        ("tower, lowest ramp", 1, INSIDE_MM, exit_ramp),
        ("tray, floor", 1, width + 2 * SHEET_MM, depth + 2 * SHEET_MM),
        ("tray, long wall", 2, width + 2 * SHEET_MM, WALL_MM),
        ("tray, short wall", 1, depth, WALL_MM),
        ("tray, wall beside the tower", 2, (depth - outside) / 2, WALL_MM),
        ("mast for the camera", 1, 30.0, round(hung(CAMERA, TRAY_MM).height_mm, -1) + WALL_MM),
        ("arm for the camera", 1, 30.0, TRAY_MM[1] / 2 + 40.0),
    )


def table() -> str:
    """The cut list in Markdown."""
    rows = ["| piece | how many | mm |", "|---|---:|---:|"]
    rows += [f"| {name} | {count} | {a:.0f} × {b:.0f} |" for name, count, a, b in pieces()]
    return "\n".join(rows)


def drawn() -> str:
    """A section from the side as SVG: tower left, tray right, camera over the tray's middle."""
    scale, floor = 1.4, 560.0
    left = 90.0

    def x(mm: float) -> float:
        return round(left + scale * mm, 1)

    def y(mm: float) -> float:
        return round(floor - scale * mm, 1)

    camera_mm = round(hung(CAMERA, TRAY_MM).height_mm, -1)
    tray_from = INSIDE_MM + 2 * SHEET_MM
    middle = tray_from + TRAY_MM[1] / 2
    rise = math.tan(math.radians(RAMP_DEGREES))
    reach = RAMP_SHARE * INSIDE_MM
    near, far = SHEET_MM, SHEET_MM + INSIDE_MM
    high, low = TALL_MM - 45.0, TALL_MM - 45.0 - 1.25 * reach * rise
    wood = 'stroke="#7a5230" stroke-width="6"'
    half_seen = TRAY_MM[1] * 1.1 / 2
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640" font-family="sans-serif" '
        'font-size="14">',
        "<title>Tower, tray and camera from the side</title>",
        '<rect width="640" height="640" fill="#ffffff"/>',
        f'<path d="M{x(middle)} {y(camera_mm)} L{x(middle - half_seen)} {y(0)} '
        f'L{x(middle + half_seen)} {y(0)} Z" fill="#fff3c4"/>',
        _line(x(2), y(0), x(2), y(TALL_MM), wood),
        _line(x(far + 2), y(MOUTH_MM), x(far + 2), y(TALL_MM), wood),
        _line(x(near), y(high), x(near + reach), y(high - reach * rise), wood),
        _line(x(far), y(low), x(far - reach), y(low - reach * rise), wood),
        _line(x(near), y(INSIDE_MM * rise), x(far), y(2), wood),
        _line(x(0), y(0), x(tray_from + TRAY_MM[1]), y(0), wood),
        _line(x(tray_from + TRAY_MM[1]), y(0), x(tray_from + TRAY_MM[1]), y(WALL_MM), wood),
        _line(x(tray_from + TRAY_MM[1] + 20), y(0), x(tray_from + TRAY_MM[1] + 20),
              y(camera_mm + 12), wood),
        _line(x(middle - 15), y(camera_mm + 12), x(tray_from + TRAY_MM[1] + 20),
              y(camera_mm + 12), wood),
        f'<rect x="{x(middle) - 16}" y="{y(camera_mm) - 12}" width="32" height="14" '
        'fill="#0b6b3a"/>',
        f'<circle cx="{x(middle)}" cy="{y(camera_mm) + 4}" r="5" fill="#111111"/>',
        _arrow(x(middle), y(camera_mm) + 14, y(0)),
        _said(x(middle) + 8, y(camera_mm / 2), f"{camera_mm:.0f} mm"),
        _said(x(middle) + 8, y(camera_mm / 2) + 18, CAMERA.name),
        _said(x(0), y(TALL_MM) - 12, f"tower: {TALL_MM:.0f} mm high, {INSIDE_MM:.0f} mm inside"),
        _said(x(tray_from), y(0) + 26, f"tray: {TRAY_MM[1]:.0f} mm inside, walls {WALL_MM:.0f} mm"),
        _said(x(0), y(0) + 50, f"ramps at {RAMP_DEGREES:.0f} degrees, felt on the lowest and on the"
              " floor of the tray"),
        "</svg>",
        "",
    ]  # fmt: skip
    return "\n".join(parts)


def _line(x0: float, y0: float, x1: float, y1: float, style: str) -> str:
    return f'<line x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}" {style} stroke-linecap="round"/>'


def _arrow(x: float, top: float, bottom: float) -> str:
    style = 'stroke="#444444" stroke-width="1.5" stroke-dasharray="5 4"'
    return f'<line x1="{x}" y1="{top}" x2="{x}" y2="{bottom}" {style}/>'


def _said(x: float, y: float, text: str) -> str:
    return f'<text x="{x}" y="{y}" fill="#111111">{escape(text)}</text>'
