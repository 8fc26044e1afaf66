"""Rocódromo on the page: the wall with its holds to tap, the rope supply, the rope as laid.

Knows the public view of Rocódromo, in millimetres. Refuses to know its rules and to measure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.protocol import Seat
from companion.table.snapshot import Choice, MatchNow
from web.presenters.board_view import BoardView
from web.presenters.choices import press_ids
from web.presenters.marks import Mark

SMALLEST_PAWN_MM = 8.0
"""Radius of a climber as drawn where the token is smaller, so that its letters can be read."""

RING_MM = 4.0
"""How far the ring around a place that is covered keeps away from it."""

Point = Sequence[float]


@dataclass(frozen=True, slots=True)
class SectionView:
    """A section of the wall: a colour and, at its middle, the letter that stands for it."""

    colour: str
    letter: str
    points: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class ShapeView:
    """A disc or a patch of any outline."""

    points: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class HoldView:
    """A hold with its number. ``press`` is the button that chooses it."""

    label: str
    words: str
    shape: ShapeView
    x: float
    y: float
    press: str | None
    declared: bool


@dataclass(frozen=True, slots=True)
class ClimberView:
    """A climber on the wall: the mark, and the nose that the rope has to cover."""

    mark: Mark
    x: float
    y: float
    radius: float
    nose: ShapeView
    active: bool


@dataclass(frozen=True, slots=True)
class LaidView:
    """A rope on the wall, with the nose and the hold that it has to cover.

    ``sure``: it was measured to hold; else it is the best place that was found for it.
    """

    points: str
    colour: str
    sure: bool
    title: str
    touched: tuple[ShapeView, ...]


@dataclass(frozen=True, slots=True)
class RopeView:
    """A slot of the supply: length 1 to 4, and the carabiners that hang there."""

    length: int
    percent: float
    there: bool
    carabiners: int
    title: str


@dataclass(frozen=True, slots=True)
class TakingView:
    """Ropes that can be taken, by colour, each with what the button says."""

    title: str
    rows: tuple[tuple[str, tuple[tuple[Choice, str], ...]], ...]


@dataclass(frozen=True, slots=True, eq=False)
class CragView:
    """All that is drawn of the wall and the ropes."""

    width: float
    height: float
    title: str
    note: str
    sections: tuple[SectionView, ...]
    tiles: tuple[tuple[float, float, float, float], ...]
    finish: tuple[tuple[float, float, float, float], ...]
    holds: tuple[HoldView, ...]
    climbers: tuple[ClimberView, ...]
    laid: LaidView | None
    supply: tuple[tuple[str, tuple[RopeView, ...]], ...]
    taking: tuple[TakingView, ...]
    facts: tuple[str, ...]
    summary: str


def present(match: MatchNow, players: tuple[Mark, ...]) -> BoardView:
    """The wall, the supply and the ropes to take."""
    view, wall = match.view, match.view["wall"]
    taking, used = _taking(match.choices)
    taps = press_ids(match.choices, ("hold",), ("StartOn", "Declare"))
    declared = view["phase"].get("target")
    content = CragView(
        wall["width_mm"],
        wall["height_mm"],
        wall["title"],
        wall["note"],
        tuple(_section(section) for section in wall["sections"]),
        tuple(_box(tile["box_mm"]) for tile in wall["tiles"]),
        tuple(map(_box, wall["finish"])),
        tuple(_hold(hold, taps, declared) for hold in wall["holds"]),
        tuple(_climbers(match, players)),
        _laid(view, players),
        tuple(_supply(view["supply"])),
        taking,
        tuple(_facts(view, players)),
        _summary(view, players),
    )
    return BoardView(
        content,
        template="boards/rocodromo.html",
        choices_template="boards/rocodromo_choices.html",
        more_template="boards/rocodromo_more.html",
        used=used,
        extras={Seat(p["seat"]): tuple(_extras(p)) for p in view["players"]},
    )


def centre(outline: Sequence[Point]) -> tuple[float, float]:
    """The middle of an outline by its area."""
    pairs = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    crosses = [x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs]
    area = sum(crosses)
    if abs(area) < 1e-9:
        return outline[0][0], outline[0][1]
    x = sum((a[0] + b[0]) * c for (a, b), c in zip(pairs, crosses, strict=True)) / (3 * area)
    y = sum((a[1] + b[1]) * c for (a, b), c in zip(pairs, crosses, strict=True)) / (3 * area)
    return round(x, 1), round(y, 1)


def _section(section: Mapping[str, Any]) -> SectionView:
    outline = section["outline_mm"]
    colour = section["colour"]
    return SectionView(colour, colour[0].upper(), _points(outline), *centre(outline))


def _shape(shape: Mapping[str, Any]) -> ShapeView:
    if "disc_mm" in shape:
        x, y, radius = shape["disc_mm"]
        return ShapeView("", x, y, radius)
    return ShapeView(_points(shape["patch_mm"]), *centre(shape["patch_mm"]), 0.0)


def _hold(hold: Mapping[str, Any], taps: Mapping[int, str], declared: int | None) -> HoldView:
    x, y = hold["centre_mm"]
    return HoldView(
        hold["label"],
        f"hold {hold['label']}, {hold['colour']}",
        _shape(hold),
        x,
        y,
        taps.get(hold["hold"]),
        hold["hold"] == declared,
    )


def _climbers(match: MatchNow, players: tuple[Mark, ...]) -> Iterable[ClimberView]:
    for told in match.view["climbers"]:
        if told["hold"] is None or told["seat"] >= len(players):
            continue
        x, y = told["centre_mm"]
        yield ClimberView(
            players[told["seat"]],
            x,
            y,
            max(_shape(told["body"]).radius, SMALLEST_PAWN_MM),
            _shape(told["nose"]),
            told["seat"] == match.view["turn"],
        )


def _laid(view: Mapping[str, Any], players: tuple[Mark, ...]) -> LaidView | None:
    """The rope that is to be judged; between climbs the one by which somebody climbed last."""
    phase, last = view["phase"], view["last"]
    if phase.get("try_mm"):
        title = "the rope as it could lie"
        return LaidView(_points(phase["try_mm"]), phase["rope"]["colour"], False, title, ())
    if "target" in phase or last is None or not last["valid"] or not last["placement_mm"]:
        return None
    rope, seat = last["rope"], last["seat"]
    who = players[seat].name if seat < len(players) else "somebody"
    return LaidView(
        _points(last["placement_mm"]),
        rope["colour"],
        last["measured"] == "yes",
        f"{rope['colour']} {rope['length']}: {who} climbed by it to hold {last['target'] + 1}",
        tuple(_ringed(_shape(shape)) for shape in last["touched"]),
    )


def _ringed(shape: ShapeView) -> ShapeView:
    """A ring around a disc, so that what it covers can still be read."""
    return replace(shape, radius=shape.radius + RING_MM) if shape.radius else shape


def _supply(supply: Sequence[Mapping[str, Any]]) -> Iterable[tuple[str, tuple[RopeView, ...]]]:
    longest = max(slot["length_mm"] for row in supply for slot in row["slots"])
    for row in supply:
        slots = []
        for slot in row["slots"]:
            title = f"{row['colour']} {slot['length']} of {len(row['slots'])}"
            title += f", {slot['length_mm']:g} mm" if slot["there"] else ", not in the supply"
            if slot["carabiners"]:
                title += f", carabiners on it: {slot['carabiners']}"
            slots.append(
                RopeView(
                    slot["length"],
                    round(100 * slot["length_mm"] / longest, 1),
                    slot["there"],
                    slot["carabiners"],
                    title,
                )
            )
        yield row["colour"], tuple(slots)


def _taking(choices: Sequence[Choice]) -> tuple[tuple[TakingView, ...], frozenset[int]]:
    """Ropes to take, apart for each rope that goes back for it."""
    groups: dict[str, dict[str, list[tuple[Choice, str]]]] = {}
    used = set()
    for index, choice in enumerate(choices):
        if choice.action.get("type") != "Prepare":
            continue
        used.add(index)
        back = choice.action["give_back"]
        title = f"Give back {back['colour']} {back['length']} and take" if back else "Take a rope"
        short = choice.label.removeprefix("Take ").split(", ")[0]
        short = short.removeprefix(choice.action["colour"]).strip()
        groups.setdefault(title, {}).setdefault(choice.action["colour"], []).append((choice, short))
    return tuple(
        TakingView(title, tuple((colour, tuple(row)) for colour, row in rows.items()))
        for title, rows in groups.items()
    ), frozenset(used)


def _extras(player: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    ropes = ", ".join(f"{rope['colour']} {rope['length']}" for rope in player["ropes"])
    yield "Ropes", f"ropes: {ropes}" if ropes else "no ropes"
    count = player["carabiners"]
    yield "Carabiners", f"{count} carabiner{'' if count == 1 else 's'}"


def _facts(view: Mapping[str, Any], players: tuple[Mark, ...]) -> Iterable[str]:
    rope = view["phase"].get("rope")
    if rope is not None:
        yield (
            f"The rope is {rope['colour']} {rope['length']}: {rope['length_mm']:g} mm long, "
            f"{rope['width_mm']:g} mm wide."
        )
        if view["phase"].get("try_mm"):
            yield "The dashed outline on the wall is the best place for it that was found."
    laid = _laid(view, players)
    if laid is not None and laid.touched:
        yield f"The rope on the wall is {laid.title}. It covers the two ringed places."
    for told in view["climbers"]:
        if told["hold"] is not None and told["seat"] < len(players) and told["near_end"]:
            yield f"{players[told['seat']].name} is less than a carabiner from the end."
    if view["ending"]:
        yield "The last round is being played."


def _summary(view: Mapping[str, Any], players: tuple[Mark, ...]) -> str:
    """The wall for people who do not see it."""
    places = [
        f"{players[c['seat']].name} is "
        + ("not on the wall" if c["hold"] is None else f"at hold {c['hold'] + 1}")
        for c in view["climbers"]
        if c["seat"] < len(players)
    ]
    return "The wall. " + ". ".join(places) + "."


def _points(outline: Iterable[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in outline)


def _box(box: Sequence[float]) -> tuple[float, float, float, float]:
    left, top, right, bottom = box
    return left, top, right - left, bottom - top
