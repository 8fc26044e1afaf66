"""What random dice look like: colours, pips, wear, bodies.

Knows the width of what shops sell and years of use make of it. Refuses to know scenes.
"""

from __future__ import annotations

from hardware.simulated.scene.paint import Colour, Paint, Pips
from hardware.simulated.scene.solid import RoundedCube
from tests.training.chance import Chance

LEAST_CONTRAST = 0.1
"""Pips stand out from the body at least so much in display brightness, or by their hue."""


def any_body(chance: Chance) -> RoundedCube:
    """A cube, sharp or round, perhaps cut by a ball."""
    ball = chance.between(0.62, 0.76) if chance.happens(0.45) else 1.0
    return RoundedCube(chance.between(0.03, 0.22), ball)


def any_pips(chance: Chance, layout: int | None = None) -> Pips:
    """Pips large and small, tight and wide; those of a six may touch along the row."""
    spread = chance.between(0.17, 0.29)
    radius = chance.between(0.055, min(0.128, 0.46 * spread))
    if chance.happens(0.35):  # large pips close together, as on casino and toy dice
        radius = min(0.132, chance.between(0.42, 0.58) * spread)
    clear = (1.96 if chance.happens(0.3) else 2.04) * radius / spread
    return Pips(
        radius=radius,
        spread=spread,
        six_row=max(chance.between(0.74, 1.02), clear),
        six_gap=chance.between(0.95, 1.22),
        one=chance.between(1, 1.7) if chance.happens(0.25) else 1.0,
        two=chance.between(0.6, 1) if chance.happens(0.35) else 1.0,
        five=chance.between(0.85, 1.1) if chance.happens(0.4) else 1.0,
        hollow=chance.between(0, 1.0),
        layout=_layout(chance) if layout is None else layout,
    )


def any_paint(chance: Chance) -> Paint:
    """One die's look."""
    body = _body_colour(chance)
    pip = _pip_colour(chance, body)
    one: Colour | None = None
    if chance.happens(0.12) and shine(body) > 0.3:
        one = chance.hue(chance.between(-12, 12), (0.7, 1), (0.5, 0.9))
    polished = chance.happens(0.6)
    translucent = chance.happens(0.14)
    swirl: Colour | None = None
    if chance.happens(0.08):  # marbled
        factor = chance.between(0.35, 1.9)
        swirl = (min(1.0, body[0] * factor), min(1.0, body[1] * factor), min(1.0, body[2] * factor))
    return Paint(
        body=body,
        pip=pip,
        one=one,
        pips=any_pips(chance),
        gloss=chance.between(0.3, 1.0) if polished else chance.between(0, 0.25),
        rough=chance.scale(0.04, 0.4),
        glow=chance.between(0, 0.9) if chance.happens(0.6) else 0.1,
        grain=chance.between(0, 0.05) if chance.happens(0.8) else chance.between(0.05, 0.3),
        specks=chance.between(0.2, 0.8) if chance.happens(0.1) else 0.0,
        faces=((2, 5), (3, 4), (1, 6)) if chance.happens(0.5) else ((2, 5), (4, 3), (1, 6)),
        swirl=swirl,
        clear=chance.between(0.1, 0.4) if translucent else 0.0,
        font=chance.whole(0, 5),
    )


def white_paint(chance: Chance) -> Paint:
    """A white or ivory die with black pips, the one most tables have."""
    tone = chance.grey(0.85, 1.0, 0.03)
    return Paint(
        body=tone,
        pip=chance.grey(0.02, 0.15),
        pips=any_pips(chance),
        gloss=chance.between(0, 0.9),
        rough=chance.scale(0.06, 0.4),
        glow=chance.between(0, 0.5),
    )


def _layout(chance: Chance) -> int:
    return chance.whole(0, 3) if chance.happens(0.85) else chance.whole(4, 5)


def _body_colour(chance: Chance) -> Colour:
    kind = chance.rng.random()
    if kind < 0.42:
        return chance.grey(0.78, 1.0, 0.04)
    if kind < 0.62:  # ivory
        b, g, r = chance.grey(0.72, 0.98, 0.03)
        return (b * chance.between(0.3, 0.75), g * chance.between(0.8, 0.97), r)
    if kind < 0.68:  # yellow
        return chance.hue(chance.between(42, 60), (0.4, 0.8), (0.75, 0.98))
    if kind < 0.77:
        return chance.grey(0.02, 0.2)
    return chance.hue(chance.between(0, 360), (0.5, 1), (0.25, 0.95))


def _pip_colour(chance: Chance, body: Colour) -> Colour:
    light = shine(body)
    pip: Colour = (0.0, 0.0, 0.0)
    for _ in range(20):
        kind = chance.rng.random()
        least = LEAST_CONTRAST
        if light > 0.18:
            if kind < 0.66:
                pip = chance.grey(0.02, 0.25, 0.15)
            elif kind < 0.92:
                hues = (
                    chance.between(-14, 14),
                    chance.between(205, 245),
                    chance.between(90, 160),
                )
                pip = chance.hue(hues[chance.whole(0, 2)], (0.6, 1), (0.35, 0.95))
            else:
                pip = chance.grey(0.88, 1.0)
                least = 0.18
        else:
            pip = chance.grey(0.6, 1.0, 0.12)
        if abs(shine(pip) ** 0.45 - light**0.45) > least:
            break
    return pip


def shine(colour: Colour) -> float:
    """Brightness of a linear colour, 0 to 1."""
    return 0.07 * colour[0] + 0.72 * colour[1] + 0.21 * colour[2]
