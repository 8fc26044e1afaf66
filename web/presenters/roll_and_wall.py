"""Roll & Wall on the page: the wall to tap, and the dice to declare with their chances.

Knows the public view of Roll & Wall, in millimetres. Refuses to know its rules: where one
may climb and with how many dice comes from the legal choices.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.protocol import Seat
from companion.table.snapshot import Choice, MatchNow
from web.presenters import wall_advanced
from web.presenters.board_view import BoardView
from web.presenters.choices import press_ids
from web.presenters.marks import Mark

PAWN_MM = 6.5
"""Radius of a pawn on a wall whose spaces are about 30 mm wide."""

PITON_MM = 3.6
_ARROWS = ("→", "↗", "↑", "↖", "←", "↙", "↓", "↘")
_SECTIONS = {"left": "on the left", "centre": "in the centre", "right": "on the right"}
_SHORT_WORDS = frozenset({"upper", "lower", "summit", *_SECTIONS})


@dataclass(frozen=True, slots=True)
class SpaceView:
    """One space of the wall. ``panel`` is the id of the dice to declare for it, if any, and
    ``press`` that of the button that chooses it.

    ``shift`` moves number and chance apart where pawns stand below them; ``role`` is
    ``target``, ``declared``, ``choice`` or empty.
    """

    id: str
    points: str
    x: float
    y: float
    shift: float
    number: int | None
    ledge: bool
    kind: str
    role: str
    panel: str | None
    press: str | None
    chance: str
    label: str


@dataclass(frozen=True, slots=True)
class PieceView:
    """A pawn or piton on the wall."""

    mark: Mark
    x: float
    y: float
    radius: float
    active: bool


@dataclass(frozen=True, slots=True)
class DeclareView:
    """A number of dice to declare, with the chance of success in per cent.

    ``helped`` is the chance with every tile of the mover that helps, empty without such tiles.
    """

    choice: Choice
    white: int
    blue: int
    percent: str
    helped: str
    label: str


@dataclass(frozen=True, slots=True)
class TargetView:
    """A space that can be climbed to and the dice for it, white ones alone and with the blue.

    ``short`` is what its button says beside the number, such as ``upper left``.
    """

    panel: str
    words: str
    short: str
    arrow: str
    number: int
    rows: tuple[tuple[DeclareView, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class WallView:
    """All that is drawn of the wall; lengths in millimetres."""

    width: float
    height: float
    title: str
    note: str
    sections: tuple[Mapping[str, Any], ...]
    campsite: tuple[float, float, float, float]
    spaces: tuple[SpaceView, ...]
    pawns: tuple[PieceView, ...]
    pitons: tuple[PieceView, ...]
    targets: tuple[TargetView, ...]
    summary: str
    flags: tuple[wall_advanced.FlagView, ...]
    notes: tuple[str, ...]
    backpacks: tuple[wall_advanced.BackpackView, ...]
    hand: wall_advanced.HandView | None


def present(match: MatchNow, players: tuple[Mark, ...]) -> BoardView:
    """Roll & Wall's part of the table screen."""
    view = match.view
    spaces = {s["id"]: s for s in view["board"]["spaces"]}
    targets, used = _targets(match, spaces)
    board = view["board"]
    taps = press_ids(match.choices, ("target", "space"), ("Enter", "ChoosePiton", "ChooseLedge"))
    left, top, right, bottom = board["campsite_mm"]
    content = WallView(
        board["size_mm"][0],
        board["size_mm"][1],
        board["title"],
        board["note"],
        tuple(board["sections"]),
        (left, top, right - left, bottom - top),
        tuple(_space(s, view, {t.panel: t for t in targets}, taps) for s in board["spaces"]),
        _pawns(view, spaces, players),
        _pitons(view, spaces, players),
        targets,
        _summary(view, spaces, players),
        wall_advanced.flags(view),
        wall_advanced.notes(view),
        wall_advanced.backpacks(view, players),
        wall_advanced.hand(match),
    )
    return BoardView(
        content,
        template="boards/roll_and_wall.html",
        choices_template="boards/roll_and_wall_choices.html",
        used=used,
        extras={Seat(c["seat"]): _extras(c) for c in view["climbers"]},
    )


def space_words(space: Mapping[str, Any]) -> str:
    """A space as people call it, such as ``the 4 on the left``."""
    if space["number"] is None:
        return "the ground"
    name = "summit" if space["summit"] else str(space["number"])
    return f"the {name} {_SECTIONS[space['section']]}"


def percent(chance: float) -> str:
    """A chance in whole per cent; never 100 or 0 unless it is certain."""
    whole = round(chance * 100)
    if whole == 100 and chance < 1:
        return "> 99 %"
    if whole == 0 and chance > 0:
        return "< 1 %"
    return f"{whole} %"


def _panel(space_id: str) -> str:
    return "to-" + space_id.replace(".", "-")


def _targets(
    match: MatchNow, spaces: Mapping[str, Mapping[str, Any]]
) -> tuple[tuple[TargetView, ...], frozenset[int]]:
    """Where one may climb with which dice, and which of the choices these are."""
    turn = match.view["turn"]
    if turn is None:
        return (), frozenset()
    chances = {
        (t["space"], c["white"], c["blue"]): (c["chance"], *c["with"].values())
        for t in turn["targets"]
        for c in t["chances"]
    }
    here = spaces[match.view["climbers"][turn["seat"]]["space"]]
    by_space: dict[str, list[DeclareView]] = {}
    used: set[int] = set()
    for index, choice in enumerate(match.choices):
        if choice.action.get("type") != "Declare":
            continue
        used.add(index)
        action = choice.action
        white, blue = action["white"], action["blue"]
        alone, *more = chances[action["target"], white, blue]
        chance, helped = percent(alone), percent(more[-1]) if more else ""
        label = f"{choice.label}: {chance}" + (f", with tiles {helped}" if helped else "")
        by_space.setdefault(action["target"], []).append(
            DeclareView(choice, white, blue, chance, helped, label)
        )
    told_apart = _told_apart([spaces[space_id] for space_id in by_space])
    return tuple(
        TargetView(
            _panel(space_id),
            told_apart[space_id],
            _short(told_apart[space_id]),
            _arrow(here, spaces[space_id]),
            spaces[space_id]["number"],
            tuple(
                row
                for blue in (0, 1)
                if (row := tuple(d for d in declares if min(d.blue, 1) == blue))
            ),
        )
        for space_id, declares in by_space.items()
    ), frozenset(used)


def _told_apart(targets: list[Mapping[str, Any]]) -> dict[str, str]:
    """Words for each target; the upper and the lower of two that would be called the same."""
    words = {space["id"]: space_words(space) for space in targets}
    for space in targets:
        twins = [s for s in targets if space_words(s) == space_words(space)]
        if len(twins) == 2:
            other = twins[0] if twins[1] is space else twins[1]
            height = "upper" if space["height_mm"] > other["height_mm"] else "lower"
            words[space["id"]] = space_words(space).replace("the ", f"the {height} ", 1)
    return words


def _short(words: str) -> str:
    """``upper left`` for ``the upper 3 on the left``."""
    return " ".join(w for w in words.split() if w in _SHORT_WORDS)


def _arrow(here: Mapping[str, Any], there: Mapping[str, Any]) -> str:
    """The direction of the climb; straight up from the ground, which is as wide as the wall."""
    if here["number"] is None:
        return "↑"
    (x0, y0), (x1, y1) = here["centre_mm"], there["centre_mm"]
    angle = math.degrees(math.atan2(y0 - y1, x1 - x0))
    return _ARROWS[round(angle / 45) % 8]


def _space(
    space: Mapping[str, Any],
    view: Mapping[str, Any],
    targets: Mapping[str, TargetView],
    taps: Mapping[str, str],
) -> SpaceView:
    turn = view["turn"] or {"declared": None}
    target = targets.get(_panel(space["id"]))
    role = "target" if target else ""
    if space["id"] == turn["declared"]:
        role = "declared"
    elif space["id"] in taps:
        role = "choice"
    chance = ""
    crowded = {c["space"] for c in view["climbers"]}
    if target:
        dice = [d for row in target.rows for d in row]
        chance = dice[-1].percent
    kind = "ground" if space["number"] is None else "summit" if space["summit"] else "rock"
    x, y = space["centre_mm"]
    return SpaceView(
        space["id"],
        " ".join(f"{px:g},{py:g}" for px, py in space["outline_mm"]),
        x,
        y,
        6.0 if target and space["id"] in crowded else 0.0,
        space["number"],
        space["ledge"],
        kind,
        role,
        target.panel if target else None,
        taps.get(space["id"]),
        chance,
        f"Climb to {target.words}, {chance} with all dice" if target else space_words(space),
    )


def _pawns(
    view: Mapping[str, Any], spaces: Mapping[str, Mapping[str, Any]], players: tuple[Mark, ...]
) -> tuple[PieceView, ...]:
    """Pawns side by side below the number of their space; on the ground along its middle."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for climber in view["climbers"]:
        if climber["seat"] < len(players):
            place = "campsite" if climber["on_campsite"] else climber["space"]
            groups.setdefault(place, []).append(climber)
    active = view["turn"]["seat"] if view["turn"] else None
    pieces: list[PieceView] = []
    for place, climbers in groups.items():
        x, y, room = _standing_room(place, view, spaces)
        count = len(climbers)
        step = min(2.7 * PAWN_MM, room / max(count, 1))
        radius = min(PAWN_MM, step / 2.4 if count > 1 else PAWN_MM)
        for i, climber in enumerate(climbers):
            at_x = x + (i - (count - 1) / 2) * step
            seat = climber["seat"]
            pieces.append(PieceView(players[seat], at_x, y, radius, seat == active))
    return tuple(pieces)


def _standing_room(
    place: str, view: Mapping[str, Any], spaces: Mapping[str, Mapping[str, Any]]
) -> tuple[float, float, float]:
    """Centre and width of where pawns stand, in millimetres."""
    if place == "campsite":
        left, top, right, bottom = view["board"]["campsite_mm"]
        return (left + right) / 2, (top + bottom) / 2, right - left
    space = spaces[place]
    x, y = space["centre_mm"]
    if space["number"] is None:
        return x, y, view["board"]["size_mm"][0] / 2
    xs = [px for px, _ in space["outline_mm"]]
    return x, y + 0.9 * PAWN_MM, max(xs) - min(xs)


def _pitons(
    view: Mapping[str, Any], spaces: Mapping[str, Mapping[str, Any]], players: tuple[Mark, ...]
) -> tuple[PieceView, ...]:
    """Pitons in a row above the number of their space."""
    hung: dict[str, list[int]] = {}
    for climber in view["climbers"]:
        for space_id in climber["pitons"]:
            hung.setdefault(space_id, []).append(climber["seat"])
    pieces: list[PieceView] = []
    for space_id, seats in hung.items():
        x, y = spaces[space_id]["centre_mm"]
        for i, seat in enumerate(s for s in seats if s < len(players)):
            at_x = x + 12.5 - (i % 4) * 2.4 * PITON_MM
            at_y = y - 8 - (i // 4) * 2.4 * PITON_MM
            pieces.append(PieceView(players[seat], at_x, at_y, PITON_MM, False))
    return tuple(pieces)


def _extras(climber: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """What a climber has left to use; where the pawn is stands in the standings."""
    left = climber["pitons_left"]
    tiles = [wall_advanced.tile_name(t) for t in climber["tiles"]]
    facts = [("Pitons", f"{left} piton{'' if left == 1 else 's'} left")]
    facts.append(("Equipment", ", ".join(tiles) or "no equipment left"))
    if climber["on_campsite"]:
        facts.append(("Pawn", "on the campsite"))
    if climber["tea"]:
        facts.append(("Tea", "hot tea: the blue die"))
    return (*facts, *wall_advanced.extras(climber))


def _summary(
    view: Mapping[str, Any], spaces: Mapping[str, Mapping[str, Any]], players: tuple[Mark, ...]
) -> str:
    """The wall for people who do not see it."""
    places = [
        f"{players[c['seat']].name} is at {space_words(spaces[c['space']])}"
        for c in view["climbers"]
        if c["seat"] < len(players)
    ]
    return "The wall. " + ". ".join(places) + "."
