"""The mat as a page to print: SVG or PDF, A4, in true size.

Knows how the page looks. Refuses to know files and how the mat is found.
"""

from __future__ import annotations

import cv2

from vision.calibration.mat import (
    GAP_MM,
    MARKER_MM,
    MARKERS,
    SHEET_MM,
    dictionary,
    marker_corners_mm,
)

PAGE_MM = (210.0, 297.0)
MIDDLE_MM = (105.0, 110.0)
"""Where the middle of the markers lies on the page, from its top left."""

RULER_MM = 100.0
POINTS_PER_MM = 72 / 25.4
CELLS = 6
"""Cells along a marker: four of its code and a black border."""

Box = tuple[float, float, float, float]
"""x, y, width, height in millimetres from the page's top left."""

LINES = (
    "Table Companion: mat for setting up a tray",
    "Print in true size (100 %). The line below must be 100 mm long.",
    "Cut along the outer line. Lay it flat on the floor of the tray, TOP away from you.",
)


def black_boxes() -> list[Box]:
    """Every black box of the markers, rows of cells joined."""
    boxes = []
    cell = MARKER_MM / CELLS
    for number in range(MARKERS):
        bits = cv2.aruco.generateImageMarker(dictionary(), number, CELLS)
        x0, y0 = marker_corners_mm(number)[0]
        for row in range(CELLS):
            start = None
            for column in range(CELLS + 1):
                black = column < CELLS and bits[row, column] == 0
                if black and start is None:
                    start = column
                if not black and start is not None:
                    boxes.append(
                        (
                            MIDDLE_MM[0] + float(x0) + start * cell,
                            MIDDLE_MM[1] + float(y0) + row * cell,
                            (column - start) * cell,
                            cell,
                        )
                    )
                    start = None
    return boxes


def svg() -> str:
    """The page as SVG, sizes in millimetres."""
    x, y, size = _outline()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{PAGE_MM[0]:g}mm"'
        f' height="{PAGE_MM[1]:g}mm" viewBox="0 0 {PAGE_MM[0]:g} {PAGE_MM[1]:g}">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<rect x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" fill="none"'
        ' stroke="black" stroke-width="0.2"/>',
        f'<text x="{MIDDLE_MM[0]:g}" y="{y - 2:g}" font-family="sans-serif" font-size="5"'
        ' text-anchor="middle">TOP</text>',
    ]
    parts += [
        f'<rect x="{bx:.3f}" y="{by:.3f}" width="{w:.3f}" height="{h:.3f}"/>'
        for bx, by, w, h in black_boxes()
    ]
    left, below = MIDDLE_MM[0] - RULER_MM / 2, y + size + 32
    parts.append(f'<rect x="{left:g}" y="{below:g}" width="{RULER_MM:g}" height="0.4"/>')
    parts += [
        f'<rect x="{left + at - 0.2:g}" y="{below - 2:g}" width="0.4" height="4.4"/>'
        for at in (0.0, RULER_MM)
    ]
    parts += [
        f'<text x="{MIDDLE_MM[0]:g}" y="{y + size + 10 + 6 * k:g}" font-family="sans-serif"'
        f' font-size="4" text-anchor="middle">{line}</text>'
        for k, line in enumerate(LINES)
    ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def pdf() -> bytes:
    """The page as PDF 1.4: boxes, two lines and text in Helvetica."""
    x, y, size = _outline()
    left, below = MIDDLE_MM[0] - RULER_MM / 2, y + size + 32
    boxes = [
        *black_boxes(),
        (left, below, RULER_MM, 0.4),
        (left - 0.2, below - 2, 0.4, 4.4),
        (left + RULER_MM - 0.2, below - 2, 0.4, 4.4),
    ]
    drawing = [f"{_box(box)} f" for box in boxes]
    drawing.append(f"0.5 w {_box((x, y, size, size))} S")
    drawing.append(_text("TOP", MIDDLE_MM[0] - 5, y - 2, 14))
    drawing += [
        _text(line, MIDDLE_MM[0] - 0.93 * len(line), y + size + 10 + 6 * k, 11)
        for k, line in enumerate(LINES)
    ]
    stream = "\n".join(drawing).encode("ascii")
    width, height = (side * POINTS_PER_MM for side in PAGE_MM)
    return _document(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3f} {height:.3f}]"
            " /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>".encode("ascii"),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            f"<< /Length {len(stream)} >>\nstream\n".encode("ascii") + stream + b"\nendstream",
        ]
    )


def _outline() -> tuple[float, float, float]:
    """x, y and size of the line to cut along: a white border lets the markers be found."""
    size = SHEET_MM + 2 * GAP_MM
    return MIDDLE_MM[0] - size / 2, MIDDLE_MM[1] - size / 2, size


def _box(box: Box) -> str:
    x, y, width, height = box
    flipped = PAGE_MM[1] - y - height  # in PDF y points up
    return " ".join(f"{v * POINTS_PER_MM:.3f}" for v in (x, flipped, width, height)) + " re"


def _text(line: str, x: float, y: float, size: float) -> str:
    at = f"{x * POINTS_PER_MM:.3f} {(PAGE_MM[1] - y) * POINTS_PER_MM:.3f}"
    escaped = line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"BT /F1 {size:g} Tf {at} Td ({escaped}) Tj ET"


def _document(objects: list[bytes]) -> bytes:
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode("ascii") + body + b"\nendobj\n"
    start = len(out)
    rows = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    count = len(objects) + 1
    out += f"xref\n0 {count}\n0000000000 65535 f \n{rows}".encode("ascii")
    trailer = f"trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return out + trailer.encode("ascii")
