"""Roll & Wall as the page sees it, JSON-ready.

Knows how to lay a state open: the wall to draw, climbers, dice, targets with exact odds.
Refuses to know HTML. Nothing in this game is hidden.

Points are ``[x, y]`` in millimetres from the board's top left corner, y down.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from companion.dice import chance_of_reaching
from companion.games.fields import Point
from companion.games.roll_and_wall.board import SECTION_PLACES, START, Space, Wall
from companion.games.roll_and_wall.fall import catching_pitons
from companion.games.roll_and_wall.state import (
    Falling,
    Free,
    Handful,
    Judged,
    Position,
    Terms,
    Throwing,
    dice_in_play,
    dice_left,
    is_final_round,
    is_over,
    mover,
    winners,
)

CHANCE_DIGITS = 6
"""Chances are exact fractions, rounded here for the page only."""


def view(terms: Terms, position: Position) -> dict[str, Any]:
    """Everything that everybody at the table may see."""
    over = is_over(terms, position)
    return {
        "game": "roll_and_wall",
        "board": _board(terms.wall),
        "climbers": [_climber(terms, position, seat) for seat in range(terms.seats)],
        "turn": None if over else _turn(terms, position),
        "last": None if position.last is None else _judged(terms, position.last),
        "round": position.turns // terms.seats + (not over),
        "first": terms.first,
        "final_round": is_final_round(position),
        "over": over,
        "winners": list(winners(terms, position)),
    }


def _board(wall: Wall) -> dict[str, Any]:
    frame = wall.frame
    ground = frame.summit_mm + frame.height_mm
    campsite = ((0.0, ground), (frame.campsite_mm, ground + frame.start_mm))
    return {
        "title": wall.title,
        "note": wall.note,
        "size_mm": [3 * frame.width_mm, ground + frame.start_mm],
        "sections": [
            {
                "place": place.value,
                "face": face,
                "box_mm": [
                    column * frame.width_mm,
                    frame.summit_mm,
                    (column + 1) * frame.width_mm,
                    ground,
                ],
            }
            for column, (place, face) in enumerate(zip(SECTION_PLACES, wall.faces, strict=True))
        ],
        "start": START,
        "campsite_mm": [*campsite[0], *campsite[1]],
        "spaces": [_space(space) for space in wall.spaces.values()],
    }


def _space(space: Space) -> dict[str, Any]:
    return {
        "id": space.id,
        "section": space.place.value,
        "number": space.number or None,
        "ledge": space.ledge,
        "summit": space.summit,
        "outline_mm": [_point(corner) for corner in space.outline],
        "centre_mm": _point(space.centre_mm),
        "height_mm": round(space.height_mm, 1),
    }


def _climber(terms: Terms, position: Position, seat: int) -> dict[str, Any]:
    climber = position.climbers[seat]
    waiting = is_over(terms, position) or mover(terms, position) != seat
    return {
        "seat": seat,
        "space": climber.space,
        "on_campsite": climber.tea and waiting,
        "tea": climber.tea,
        "pitons": list(climber.pitons),
        "pitons_left": terms.pitons[seat] - len(climber.pitons),
        "tiles": [tile.value for tile in climber.tiles],
        "topped_with": climber.topped_with,
    }


def _turn(terms: Terms, position: Position) -> dict[str, Any]:
    seat, left = mover(terms, position), dice_left(terms, position)
    climber, phase = position.climbers[seat], position.phase
    free = isinstance(phase, Free)
    exits = terms.wall.exits[climber.space] if free and left.total else ()
    return {
        "seat": seat,
        "phase": type(phase).__name__,
        "dice_left": _dice(left),
        "dice_used": _dice(position.aside),
        "dice_in_play": _dice(dice_in_play(position)),
        "declared": phase.target if isinstance(phase, Throwing) else None,
        "targets": [_target(terms.wall.spaces[space], left) for space in exits],
        "catching_pitons": list(
            catching_pitons(terms, climber) if isinstance(phase, Falling) else ()
        ),
    }


def _target(space: Space, left: Handful) -> dict[str, Any]:
    handfuls = [
        Handful(white, blue)
        for blue, white in product(range(left.blue + 1), range(left.white + 1))
        if white + blue
    ]
    return {
        "space": space.id,
        "number": space.number,
        "chances": [
            {
                **_dice(dice),
                "chance": round(float(chance_of_reaching(space.number, dice.spec)), CHANCE_DIGITS),
            }
            for dice in handfuls
        ],
    }


def _judged(terms: Terms, last: Judged) -> dict[str, Any]:
    needed = terms.wall.spaces[last.target].number
    return {
        "seat": last.seat,
        "target": last.target,
        "dice": [[die.kind, die.value] for die in last.rolled.dice],
        "shoes": last.shoes,
        "best": last.best,
        "needed": needed,
        "success": last.best >= needed,
    }


def _dice(dice: Handful) -> dict[str, int]:
    return {"white": dice.white, "blue": dice.blue}


def _point(point: Point) -> list[float]:
    return [round(point[0], 2), round(point[1], 2)]
