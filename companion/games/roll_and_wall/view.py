"""Roll & Wall as the page sees it, JSON-ready.

Knows how to lay a state open: the wall to draw, climbers, dice, targets with exact odds.
Refuses to know HTML. What is hidden is hidden here: hands and choices of the draft.

Points are ``[x, y]`` in millimetres from the board's top left corner, y down.
"""

from __future__ import annotations

from typing import Any

from companion.games.fields import Point
from companion.games.protocol import Seat
from companion.games.roll_and_wall.board import SECTION_PLACES, START, Space, Wall
from companion.games.roll_and_wall.fall import axe_ledges, catching_pitons
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.odds import chance, handfuls, helps
from companion.games.roll_and_wall.phases import ChoosingLedge, Falling, Free, Throwing
from companion.games.roll_and_wall.state import (
    Judged,
    Position,
    Terms,
    dice_in_play,
    dice_left,
    is_final_round,
    is_over,
    is_preparing,
    mover,
    winners,
)
from companion.games.roll_and_wall.view_advanced import (
    backpack_view,
    flag_places_view,
    flag_view,
    preparation_view,
    turn_view,
)
from companion.games.roll_and_wall.windows import open_exits, pitons_left

CHANCE_DIGITS = 6
"""Chances are exact fractions, rounded here for the page only."""


def view(terms: Terms, position: Position, seat: Seat | None) -> dict[str, Any]:
    """Everything that this seat, or everybody at the table, may see."""
    over, preparing, advanced = (
        is_over(terms, position),
        is_preparing(position),
        position.advanced,
    )
    flags = () if advanced is None else advanced.flags
    return {
        "game": "roll_and_wall",
        "variant": "basic" if advanced is None else "advanced",
        "board": _board(terms.wall),
        "climbers": [_climber(terms, position, seat) for seat in range(terms.seats)],
        "flags": [flag_view(terms.wall, flag) for flag in flags],
        "preparation": preparation_view(terms, position, seat) if preparing else None,
        "turn": None if over or preparing else _turn(terms, position),
        "last": None if position.last is None else _judged(terms, position.last),
        "round": position.turns // terms.seats + (not over),
        "first": terms.first if advanced is None else advanced.first,
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
        "flag_places": flag_places_view(wall),
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
    packed = position.advanced.packed if position.advanced is not None else ()
    return {
        "seat": seat,
        "space": climber.space,
        "on_campsite": climber.tea and waiting,
        "tea": climber.tea,
        "pitons": list(climber.pitons),
        "pitons_left": pitons_left(terms, position, seat),
        "tiles": [tile.value for tile in climber.tiles],
        "topped_with": climber.topped_with,
        "flags": [colour.value for colour in climber.flags],
        "penalty": climber.penalty,
        "backpack": backpack_view(terms, packed[seat], climber.tiles) if packed else None,
    }


def _turn(terms: Terms, position: Position) -> dict[str, Any]:
    seat, left = mover(terms, position), dice_left(terms, position)
    climber, phase = position.climbers[seat], position.phase
    free = isinstance(phase, Free)
    exits = open_exits(terms, climber) if free and left.total else ()
    more = {} if position.advanced is None else turn_view(position, position.advanced)
    return {
        "seat": seat,
        "phase": type(phase).__name__,
        "dice_left": _dice(left),
        "dice_used": _dice(position.aside),
        "dice_in_play": _dice(dice_in_play(position)),
        "declared": phase.target if isinstance(phase, Throwing) else None,
        "talisman": isinstance(phase, Throwing) and phase.talisman,
        "targets": [_target(terms, position, terms.wall.spaces[space], left) for space in exits],
        "catching_pitons": list(
            catching_pitons(terms, climber) if isinstance(phase, Falling) else ()
        ),
        "ledges": list(axe_ledges(terms, climber.space))
        if isinstance(phase, ChoosingLedge)
        else [],
        **more,
    }


def _target(terms: Terms, position: Position, space: Space, left: Handful) -> dict[str, Any]:
    more = helps(terms, position)
    return {
        "space": space.id,
        "number": space.number,
        "chances": [
            {
                **_dice(dice),
                "chance": round(float(chance(space.number, dice)), CHANCE_DIGITS),
                "with": {
                    each.name: round(float(each.chance(space.number, dice)), CHANCE_DIGITS)
                    for each in more
                },
            }
            for dice in handfuls(left)
        ],
    }


def _judged(terms: Terms, last: Judged) -> dict[str, Any]:
    needed = None if last.target is None else terms.wall.spaces[last.target].number
    return {
        "seat": last.seat,
        "target": last.target,
        "dice": [[die.kind, die.value] for die in last.rolled.dice],
        "shoes": last.shoes,
        "best": last.best,
        "needed": needed,
        "success": needed is not None and last.best >= needed,
        "talisman": last.talisman,
    }


def _dice(dice: Handful) -> dict[str, int]:
    return {"white": dice.white, "blue": dice.blue}


def _point(point: Point) -> list[float]:
    return [round(point[0], 2), round(point[1], 2)]
