"""Things that lie on tables and are no dice, drawn flat.

Knows coins, buttons, print, keys, plugs, dominoes and the like: what a reader takes for
dice. Refuses to know dice.

Pictures are (n, n, 3) float32, linear; all drawing is in place.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from hardware.simulated.scene import brush
from hardware.simulated.scene.paint import Colour
from hardware.simulated.scene.pose import Array
from tests.training.chance import Chance, shaded

Draw = Callable[[Array, Chance, float, float, float, Colour], None]


def litter(
    picture: Array, chance: Chance, count: int, things: Sequence[Draw] | None = None
) -> None:
    """Draw ``count`` things anywhere, of ``THINGS`` if none are given."""
    height, width = picture.shape[:2]
    for _ in range(count):
        among = THINGS if things is None else things
        draw = among[chance.whole(0, len(among) - 1)]
        x, y = chance.between(0, width), chance.between(0, height)
        size = chance.scale(7, 48)
        if draw in _CAST and chance.happens(0.6):
            _cast(picture, chance, x, y, size)
        draw(picture, chance, x, y, size, chance.colour())


def _cast(picture: Array, chance: Chance, x: float, y: float, size: float) -> None:
    mask = np.zeros(picture.shape[:2], np.float32)
    dx, dy = chance.between(-0.2, 0.2) * size, chance.between(-0.2, 0.2) * size
    brush.disc(mask, x + dx, y + dy, size, (1.0,))
    picture *= 1 - 0.6 * cv2.GaussianBlur(mask, (0, 0), 1 + size * 0.08)[..., None]


def _disc(
    picture: Array, x: float, y: float, radius: float, colour: Colour, line: int = -1
) -> None:
    brush.disc(picture, x, y, radius, colour, line)


def _quad(
    picture: Array, x: float, y: float, w: float, h: float, turn: float, colour: Colour
) -> None:
    corners = cv2.boxPoints(((x, y), (w, h), math.degrees(turn)))
    cv2.fillConvexPoly(picture, (corners * 16).astype(np.int32), colour, cv2.LINE_AA, 4)


def _word(
    picture: Array, chance: Chance, text: str, x: float, y: float, size: float, colour: Colour
) -> None:
    font = chance.whole(0, 7)
    # OpenCV 5 writes into 8 bit pictures alone; OpenCV 4 left the edges of letters in others hard.
    letters = np.zeros(picture.shape[:2], np.uint8)
    at = (int(x - size * 0.4), int(y + size * 0.35))
    cv2.putText(letters, text, at, font, size / 25, (255.0,), max(1, int(size / 10)), cv2.LINE_8)
    picture[letters > 0] = colour


def _coin(picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour) -> None:
    dark = shaded(colour, chance.between(0.1, 0.6))
    _disc(picture, x, y, size, colour)
    _disc(picture, x, y, size * 0.86, dark, 1)
    _word(picture, chance, str(chance.whole(1, 50)), x, y, size * 0.8, dark)


def _button(
    picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour
) -> None:
    _disc(picture, x, y, size, colour)
    _disc(picture, x, y, size * 0.75, shaded(colour, 0.75), max(1, int(size * 0.06)))
    holes, turn = (2, 4)[chance.whole(0, 1)], chance.between(0, 6.28)
    for hole in range(holes):
        a = turn + hole * 2 * math.pi / holes
        _disc(
            picture, x + size * 0.3 * math.cos(a), y + size * 0.3 * math.sin(a), size * 0.12,
            shaded(colour, 0.1),
        )  # fmt: skip


def _ladybird(
    picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour
) -> None:
    turn = chance.between(0, 6.28)
    c, s = math.cos(turn), math.sin(turn)
    red = chance.hue(chance.between(-15, 25), (0.7, 1), (0.5, 0.95))
    axes = (max(1, int(size)), max(1, int(size * 0.8)))
    cv2.ellipse(picture, (int(x), int(y)), axes, math.degrees(turn), 0, 360, red, -1, cv2.LINE_AA)
    _disc(picture, x + c * size, y + s * size, size * 0.4, (0.005,) * 3)
    ends = ((int(x - c * size), int(y - s * size)), (int(x + c * size), int(y + s * size)))
    cv2.line(picture, *ends, (0.005,) * 3, max(1, int(size * 0.05)), cv2.LINE_AA)
    for _ in range(chance.whole(2, 7)):
        a, r = chance.between(0, 6.28), chance.between(0.2, 0.7) * size
        _disc(picture, x + r * math.cos(a), y + 0.8 * r * math.sin(a),
              size * chance.between(0.08, 0.18), (0.005,) * 3)  # fmt: skip


def _print(picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour) -> None:
    step = size * 0.9
    for line in range(chance.whole(1, 5)):
        letters = "".join(chr(chance.whole(33, 122)) for _ in range(chance.whole(1, 14)))
        _word(picture, chance, letters, x - 30, y + line * step, size * 0.5, colour)


def _bead(picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour) -> None:
    _disc(picture, x, y, size * 0.6, colour)
    _disc(picture, x, y, size * 0.4, shaded(colour, 1.3))
    _disc(picture, x - size * 0.2, y - size * 0.2, size * 0.13, (1.2,) * 3)


def _dots(picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour) -> None:
    radius = chance.between(0.8, size * 0.15)
    for _ in range(chance.whole(1, 14)):
        _disc(picture, x + chance.between(-size, size), y + chance.between(-size, size),
              radius * chance.between(0.7, 1.2), colour)  # fmt: skip


def _lines(picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour) -> None:
    side = max(picture.shape[:2])
    step = int(size) + 2
    for at in range(int(x) % step, side, step):
        cv2.line(picture, (0, at), (side, at), colour, 1, cv2.LINE_AA)
        if size > 18:
            cv2.line(picture, (at, 0), (at, side), colour, 1, cv2.LINE_AA)


def _scribble(
    picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour
) -> None:
    path = np.cumsum(chance.rng.normal(0, size, (8, 2)), axis=0) + np.array([x, y])
    width = max(1, int(chance.between(1, 9)))
    cv2.polylines(picture, [path.astype(np.int32)], False, colour, width, cv2.LINE_AA)


def _tile(picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour) -> None:
    _quad(picture, x, y, size * 1.5, size * chance.between(0.5, 2), chance.between(0, 6.28), colour)


def _keys(picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour) -> None:
    """A corner of a keyboard, or one key."""
    rows, columns = (1, 1) if chance.happens(0.4) else (chance.whole(1, 3), chance.whole(2, 6))
    ink = chance.colour()
    size = min(size, 30)
    for row in range(rows):
        for column in range(columns):
            kx, ky = x + (column + 0.4 * row) * size * 1.65, y + row * size * 1.65
            _quad(picture, kx, ky, size * 1.5, size * 1.5, 0, colour)
            _quad(picture, kx, ky - size * 0.06, size * 1.2, size * 1.2, 0, shaded(colour, 1.2))
            _word(picture, chance, chr(chance.whole(48, 90)), kx, ky, size * 0.7, ink)


def _blob(picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour) -> None:
    axes = (
        max(1, int(size * chance.between(0.2, 1.5))),
        max(1, int(size * chance.between(0.2, 0.8))),
    )
    line = -1 if chance.happens(0.6) else 2
    turn = chance.between(0, 360)
    cv2.ellipse(picture, (int(x), int(y)), axes, turn, 0, 360, colour, line, cv2.LINE_AA)


def _domino(
    picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour
) -> None:
    """A strip of two halves with loose dots; the halves are no die faces."""
    turn = chance.between(0, 6.28)
    c, s = math.cos(turn), math.sin(turn)
    dark = shaded(colour, 0.08) if sum(colour) > 0.6 else (0.85,) * 3
    _quad(picture, x, y, 2.1 * size, size, turn, colour)
    ends = [(int(x + k * s * size / 2), int(y - k * c * size / 2)) for k in (-1, 1)]
    cv2.line(picture, ends[0], ends[1], dark, max(1, int(size * 0.05)), cv2.LINE_AA)
    for half in (-0.52, 0.52):
        for _ in range(chance.whole(0, 6)):
            u = (half + chance.between(-0.3, 0.3)) * size
            v = chance.between(-0.32, 0.32) * size
            _disc(picture, x + c * u - s * v, y + s * u + c * v, size * 0.07, dark)


def _plug(picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour) -> None:
    """A metal connector: a bright box with dark slots and a cable."""
    turn = chance.between(0, 6.28)
    c, s = math.cos(turn), math.sin(turn)
    metal = chance.grey(0.55, 0.9, 0.04)
    far = (int(x - c * size * 9), int(y - s * size * 9))
    cv2.line(picture, (int(x), int(y)), far, colour, max(2, int(size * 0.4)), cv2.LINE_AA)
    _quad(picture, x, y, size * 1.6, size * 1.1, turn, shaded(colour, 0.6))
    _quad(picture, x + c * size, y + s * size, size * 0.9, size * 0.8, turn, metal)
    for off in (-0.2, 0.2):
        _quad(picture, x + c * size - s * off * size, y + s * size + c * off * size,
              size * 0.18, size * 0.18, turn, (0.01,) * 3)  # fmt: skip


def _card(picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour) -> None:
    """A pale card with a frame and a sign."""
    turn = chance.between(0, 6.28)
    paper = chance.grey(0.8, 1.0)
    _quad(picture, x, y, size * 3.2, size * 4.4, turn, paper)
    _quad(picture, x, y, size * 2.8, size * 4.0, turn, colour)
    _quad(picture, x, y, size * 2.7, size * 3.9, turn, paper)
    for _ in range(chance.whole(0, 4)):
        _word(picture, chance, chr(chance.whole(33, 122)), x + chance.between(-size, size),
              y + chance.between(-size, size), size * 0.7, colour)  # fmt: skip


def _cable(picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour) -> None:
    """A cable in a wide bend, lighter along its middle."""
    t = np.linspace(-1, 1, 40)
    turn, reach = chance.between(0, 6.28), chance.between(60, 260)
    along, off = (
        t * reach,
        chance.between(-0.8, 0.8) * reach * (t * t) + 0.1 * reach * np.sin(4 * t),
    )
    c, s = math.cos(turn), math.sin(turn)
    path = np.stack([x + c * along - s * off, y + s * along + c * off], axis=1).astype(np.int32)
    wide = max(2, int(size * chance.between(0.1, 0.4)))
    cv2.polylines(picture, [path], False, shaded(colour, 0.6), wide, cv2.LINE_AA)
    cv2.polylines(picture, [path], False, colour, max(1, wide // 2), cv2.LINE_AA)


def _rings(picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour) -> None:
    """A cup, lid or bottle from above."""
    for share in (1.0, 0.88, 0.8):
        tone = shaded(colour, chance.between(0.4, 1.4))
        _disc(picture, x, y, size * 2.2 * share, tone)


def _grid(picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour) -> None:
    """Rows of round or square holes, as in metal, fans and speakers."""
    step, turn = max(3.0, size * chance.between(0.25, 0.6)), chance.between(0, 1.57)
    c, s = math.cos(turn), math.sin(turn)
    many = chance.whole(3, 9)
    for row in range(many):
        for column in range(many):
            u, v = (column - many / 2) * step, (row - many / 2) * step
            _disc(picture, x + c * u - s * v, y + s * u + c * v, step * 0.28, colour)


def _tag(picture: Array, chance: Chance, x: float, y: float, size: float, colour: Colour) -> None:
    """A label on a cable, a sticker, a price: pale, with rows of print, bars or blocks on it."""
    long, high = chance.between(0.8, 3.5), chance.between(0.7, 1.6)
    scale = 24.0  # drawn upright at this size, then turned into the picture
    w, h = max(8, int(long * scale)), max(8, int(high * scale))
    paper = chance.grey(0.75, 1.0) if chance.happens(0.8) else colour
    ink = chance.grey(0.01, 0.15) if chance.happens(0.7) else shaded(colour, 0.15)
    patch = np.empty((h, w, 3), np.float32)
    patch[:] = paper
    rows = chance.whole(1, 3)
    for row in range(rows):
        top, bottom = ((row + k) * (h - 4) / rows + 2 for k in (0.12, 0.88))
        _row(patch, chance, int(top), max(int(top) + 2, int(bottom)), ink)
    inside = np.zeros((h, w), np.float32)
    cv2.rectangle(inside, (1, 1), (w - 2, h - 2), (1.0,), -1)
    degrees = 90 * chance.whole(0, 3) + float(chance.rng.normal(0, 25))
    matrix = cv2.getRotationMatrix2D((w / 2, h / 2), degrees, size / scale)
    turn = np.asarray(matrix, np.float64)
    turn[:, 2] += (x - w / 2, y - h / 2)
    to = picture.shape[1::-1]
    over = np.asarray(cv2.warpAffine(inside, turn, to, flags=cv2.INTER_AREA), np.float32)[..., None]
    drawn = np.asarray(cv2.warpAffine(patch, turn, to, flags=cv2.INTER_AREA), np.float32)
    picture[:] = picture * (1 - over) + over * drawn


def _row(patch: Array, chance: Chance, top: int, bottom: int, ink: Colour) -> None:
    """One row of a label: letters, bars or narrow blocks, each as high as the row.

    Blocks as wide as high would be pips to a blurred eye.
    """
    width, high, kind = patch.shape[1], bottom - top, chance.whole(0, 2)
    x = chance.between(2, 0.3 * width)
    while x < width - 3:
        if kind == 0:
            wide = 0.75 * high
            letter, bold = chr(chance.whole(48, 90)), max(1, int(high * chance.between(0.08, 0.3)))
            mask = np.zeros(patch.shape[:2], np.uint8)
            font = (0, 2, 3)[chance.whole(0, 2)]
            cv2.putText(mask, letter, (int(x), bottom), font, high / 22, (255.0,), bold)
            patch[mask > 0] = ink
        elif kind == 1:
            wide = chance.between(0.5, 3)
            cv2.rectangle(patch, (int(x), top), (int(x + wide), bottom), ink, -1)
            wide += chance.between(1, 4)
        else:
            wide = chance.between(0.25, 0.55) * high
            cv2.rectangle(patch, (int(x), top), (int(x + 0.8 * wide), bottom), ink, -1)
            wide += 1
        x += wide
        if chance.happens(0.08):
            break


THINGS: tuple[Draw, ...] = (
    _coin, _button, _ladybird, _print, _bead, _dots, _lines, _scribble, _tile, _keys, _keys,
    _blob, _domino, _plug, _card, _print,
)  # fmt: skip
ALL_THINGS = (*THINGS, _cable, _rings, _grid, _plug, _tag, _tag, _tag)
"""``THINGS`` stay as they are: committed pictures are drawn with them."""
SINGLE_THINGS = (
    _coin, _button, _ladybird, _bead, _tile, _keys, _domino, _plug, _rings, _tag,
)  # fmt: skip
"""Things that lie at one place."""
_CAST = (_coin, _button, _ladybird, _bead, _keys, _domino, _plug, _tag)
