"""What the advanced variant of Roll & Wall adds to the page: flags, hands and backpacks.

Knows the public view of the variant and a player's own hand in it. Refuses to know its rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.table.snapshot import MatchNow
from web.presenters.marks import Mark

TILES: Mapping[str, str] = {"shoes": "climbing shoes", "voodoo_doll": "voodoo doll"}
"""Names of tiles that are not simply their id with spaces."""


@dataclass(frozen=True, slots=True)
class FlagView:
    """A flag on the wall: its colour, the letter that goes with it, and its place."""

    colour: str
    letter: str
    x: float
    y: float
    title: str


@dataclass(frozen=True, slots=True)
class CellView:
    """A square of a backpack; ``name`` where a tile's name is written, ``edges`` where it ends."""

    tile: str
    name: str
    used: bool
    edges: str


@dataclass(frozen=True, slots=True)
class BackpackView:
    """A player's backpack: rows of squares, empty where the shapes are not known."""

    mark: Mark
    rows: tuple[tuple[CellView | None, ...], ...]
    tiles: str


@dataclass(frozen=True, slots=True)
class TileView:
    """A tile as drawn: ``squares`` as (column, row), none where the shape is not known."""

    id: str
    name: str
    squares: tuple[tuple[int, int], ...]
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class HandView:
    """What the viewer alone may see; ``chosen`` is the tile that is kept next.

    ``squares`` are those that the tiles take in a backpack, None where shapes are not known;
    ``hint`` says what they must fit into.
    """

    title: str
    tiles: tuple[TileView, ...]
    kept: tuple[TileView, ...]
    chosen: str | None
    squares: int | None
    hint: str


def tile_name(tile: str) -> str:
    """A tile as people call it."""
    return TILES.get(tile, tile.replace("_", " "))


def flags(view: Mapping[str, Any]) -> tuple[FlagView, ...]:
    """The flags that stand on the wall."""
    return tuple(
        FlagView(
            flag["colour"],
            flag["colour"][0].upper(),
            flag["at_mm"][0],
            flag["at_mm"][1],
            f"{flag['colour']} flag at number {flag['number']}",
        )
        for flag in view["flags"]
    )


def hand(match: MatchNow) -> HandView | None:
    """The viewer's own tiles while the match is prepared; None on the table screen."""
    told = match.view["preparation"]
    if told is None or match.viewer is None:
        return None
    titles = {
        "Dealing": "Your tiles so far",
        "Drafting": "Your hand",
        "Packing": "Your tiles for the backpack",
    }
    if told["phase"] not in titles:
        return None
    shapes = told["shapes"]
    tiles = told["hand"] if told["hand"] is not None else told["kept"] or []
    kept = (told["kept"] or []) if told["phase"] == "Drafting" else []
    to_pack = tiles if told["phase"] == "Packing" else kept
    side = told["backpack_size"]
    squares = None if shapes is None else sum(len(shapes[tile]) for tile in to_pack)
    return HandView(
        titles[told["phase"]],
        tuple(tile_view(tile, shapes) for tile in tiles),
        tuple(tile_view(tile, shapes) for tile in kept),
        told["chosen"] and tile_name(told["chosen"]),
        squares,
        f"A backpack has {side} × {side} = {side * side} squares."
        " Tiles may be turned, not turned over.",
    )


def tile_view(tile: str, shapes: Mapping[str, Sequence[Sequence[int]]] | None) -> TileView:
    """A tile with its shape, where the board says it."""
    squares = tuple((column, row) for row, column in (shapes or {}).get(tile, ()))
    return TileView(
        tile,
        tile_name(tile),
        squares,
        1 + max((column for column, _ in squares), default=0),
        1 + max((row for _, row in squares), default=0),
    )


def backpacks(view: Mapping[str, Any], players: tuple[Mark, ...]) -> tuple[BackpackView, ...]:
    """Every packed backpack."""
    return tuple(
        _backpack(players[climber["seat"]], climber["backpack"])
        for climber in view["climbers"]
        if climber["backpack"] is not None and climber["seat"] < len(players)
    )


def extras(climber: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a climber holds in this variant: flags and penalty."""
    found = []
    if climber["flags"]:
        found.append(("Flags", "flags: " + ", ".join(climber["flags"])))
    if climber["penalty"]:
        found.append(("Penalty", f"{climber['penalty']} dice fewer in the next turn"))
    return found


def notes(view: Mapping[str, Any]) -> tuple[str, ...]:
    """What holds in this turn beside the wall, as sentences."""
    turn, told = view["turn"], []
    if view["preparation"] is not None:
        waiting = view["preparation"].get("counts")
        if waiting is not None:
            told.append("Tiles in the hands: " + ", ".join(map(str, waiting)) + ".")
        return tuple(told)
    if turn is None or "quiet_zone" not in turn:
        return ()
    if turn["quiet_zone"]:
        told.append("Quiet zone: no pitons may be placed.")
    if turn["crystal_ball"]:
        told.append("Crystal ball: throw first, choose the space afterwards.")
    if turn["foreseen"] is not None:
        told.append(f"The dice give {turn['foreseen']}.")
    lost = [f"{n} {kind}" for kind, n in turn["dice_lost"].items() if n]
    if lost:
        told.append(f"Dice lost to sand and wind: {' and '.join(lost)}.")
    if view["final_round"]:
        told.append("Final round.")
    return tuple(told)


def _backpack(mark: Mark, pack: Mapping[str, Any]) -> BackpackView:
    size, cells = pack["size"], {}
    for number, tile in enumerate(pack["tiles"]):
        for row, column in tile["cells"] or ():
            cells[row, column] = (number, tile)
    rows = tuple(tuple(_cell(cells, row, column) for column in range(size)) for row in range(size))
    left = ", ".join(tile_name(t["tile"]) for t in pack["tiles"] if not t["used"])
    return BackpackView(mark, rows if cells else (), left or "nothing left")


def _cell(
    cells: Mapping[tuple[int, int], tuple[int, Mapping[str, Any]]], row: int, column: int
) -> CellView | None:
    """A square, with its name at the first square of the tile and edges towards other tiles."""
    if (row, column) not in cells:
        return None
    number, tile = cells[row, column]
    around = {
        "top": (row - 1, column),
        "bottom": (row + 1, column),
        "left": (row, column - 1),
        "right": (row, column + 1),
    }
    ends = [s for s, at in around.items() if at not in cells or cells[at][0] != number]
    first = min(tuple(cell) for cell in tile["cells"]) == (row, column)
    name = tile_name(tile["tile"])
    return CellView(name, name if first else "", tile["used"], " ".join(f"end-{s}" for s in ends))
