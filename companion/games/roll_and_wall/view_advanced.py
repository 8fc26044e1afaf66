"""What the advanced variant adds to the picture of a match, JSON-ready.

Knows flags, backpacks and the preparation as a seat may see them. Refuses to show a hand or
a choice of the draft to anybody but its owner.
"""

from __future__ import annotations

from typing import Any

from companion.games.protocol import Seat
from companion.games.roll_and_wall import preparation
from companion.games.roll_and_wall.backpack import SIDE, pack
from companion.games.roll_and_wall.board import Wall
from companion.games.roll_and_wall.flags import Flag, colours_left, slots
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.phases import (
    Dealing,
    Drafting,
    FirstRoll,
    FlagColour,
    FlagRoll,
    Packing,
    Tiles,
)
from companion.games.roll_and_wall.state import Advanced, Position, Terms
from companion.games.roll_and_wall.windows import is_quiet


def flag_places_view(wall: Wall) -> list[dict[str, Any]]:
    """Every place for a flag that the board knows, with its point and its two spaces."""
    return [
        {
            "edge": place.edge.value,
            "section": place.section.value,
            "number": place.number,
            "spaces": list(pair),
            "at_mm": [round(each, 2) for each in wall.flag_points[place]],
        }
        for place, pair in wall.flag_places.items()
    ]


def flag_view(wall: Wall, flag: Flag) -> dict[str, Any]:
    """A flag where it stands."""
    place = flag.place
    return {
        "colour": flag.colour.value,
        "edge": place.edge.value,
        "section": place.section.value,
        "number": place.number,
        "spaces": list(wall.flag_places[place]),
        "at_mm": [round(each, 2) for each in wall.flag_points[place]],
    }


def backpack_view(terms: Terms, packed: Tiles, left: Tiles) -> dict[str, Any]:
    """A backpack of ``size`` by ``size`` squares.

    Each tile that was packed has ``cells`` as ``[row, column]``, or null where the shapes are
    not known, and ``used`` once it has gone back to the box.
    """
    shapes = preparation.shapes_of(terms, packed)
    placed = None if shapes is None else pack(shapes)
    remaining = list(left)
    tiles = []
    for i, tile in enumerate(packed):
        used = tile not in remaining
        if not used:
            remaining.remove(tile)
        cells = None if placed is None else [list(cell) for cell in placed[i]]
        tiles.append({"tile": tile.value, "cells": cells, "used": used})
    return {"size": SIDE, "tiles": tiles}


def turn_view(position: Position, advanced: Advanced) -> dict[str, Any]:
    """What the advanced variant adds to the turn that runs."""
    lost: Handful = advanced.lost
    last = position.last
    return {
        "dice_lost": {"white": lost.white, "blue": lost.blue},
        "crystal_ball": advanced.crystal_ball,
        "quiet_zone": is_quiet(position),
        "foreseen": None if last is None or last.target is not None else last.best,
    }


def preparation_view(terms: Terms, position: Position, seat: Seat | None) -> dict[str, Any]:
    """The phase before the first turn: what is awaited, and the viewer's own hand only."""
    seats, _ = preparation.awaited(terms, position)
    found: dict[str, Any] = {
        "phase": type(position.phase).__name__,
        "waiting_for": list(seats),
        "hand": None,
        "kept": None,
        "chosen": None,
    }
    assert position.advanced is not None
    flags = position.advanced.flags
    match position.phase:
        case FlagRoll() | FlagColour():
            edge, section = slots()[len(flags)]
            colours = colours_left(flags, edge)
            found["flag"] = {
                "edge": edge.value,
                "section": section.value,
                "number": getattr(position.phase, "number", None),
                "colours": [colour.value for colour in colours],
            }
        case FirstRoll(contenders, totals):
            found["rolls"] = [
                {"seat": each, "total": totals[i] if i < len(totals) else None}
                for i, each in enumerate(contenders)
            ]
        case Dealing(hands):
            found["counts"] = [len(hand) for hand in hands]
            if seat is not None:
                found["hand"] = _names(hands[seat])
        case Drafting(hands, kept, chosen):
            found["counts"] = [len(hand) for hand in hands]
            if seat is not None:
                pick = chosen[seat]
                found["hand"], found["kept"] = _names(hands[seat]), _names(kept[seat])
                found["chosen"] = None if pick is None else pick.value
        case Packing(kept, done):
            found["counts"] = [len(tiles) for tiles in kept]
            found["packed"] = list(done)
            if seat is not None:
                found["kept"] = _names(kept[seat])
        case _:
            raise AssertionError(position.phase)
    if isinstance(position.phase, Dealing | Drafting | Packing):
        own = {*(found["hand"] or ()), *(found["kept"] or ())}
        found["backpack_size"] = SIDE
        found["shapes"] = _shapes(terms, own)
    return found


def _shapes(terms: Terms, tiles: set[str]) -> dict[str, list[list[int]]] | None:
    """The cells of these tiles as ``[row, column]``, None where the board does not say."""
    assert terms.house is not None
    if terms.house.shapes is None:
        return None
    return {
        tile.value: [list(cell) for cell in shape]
        for tile, shape in terms.house.shapes
        if tile.value in tiles
    }


def _names(tiles: Tiles) -> list[str]:
    return [tile.value for tile in tiles]
