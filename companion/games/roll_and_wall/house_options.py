"""The house rules of the advanced variant as switches at set-up.

Knows a name, a default and words for every open point of the rules. Refuses to know how a
switch acts.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.protocol import OptionSpec, OptionValue

_Row = tuple[str, str, str, str, str, str, str]

_ROWS: tuple[_Row, ...] = (
    # Field of House, option, usual choice, other choice, ruling, title, explanation.
    (
        "open_summit", "summit", "three_flags", "open", "RW21", "Entering the summit",
        "three_flags: only with a flag of each colour; open: anybody may enter, but whoever"
        " lacks a flag there neither wins nor ends the match.",
    ),
    (
        "seat_order_breaks_ties", "first_player_tie", "roll_again", "seat_order", "RW26",
        "Tie for first player",
        "roll_again: those tied roll again; seat_order: the first of them by seat begins.",
    ),
    (
        "fourth_by_quickdraw", "fourth_piton", "any", "quickdraw_only", "RW29",
        "The quickdraw's fourth piton",
        "any: an ordinary piton; quickdraw_only: it goes into the wall by the quickdraw only.",
    ),
    (
        "axe_and_helmet", "axe_and_helmet", "one_per_fall", "both", "D5",
        "Axe and helmet in one fall",
        "one_per_fall: either of them; both: the helmet, and then the axe chooses the place.",
    ),
    (
        "lasting_shoes", "shoes_then_chalk", "lost", "kept", "D10", "Chalk after shoes",
        "Whether shoes that were added to a throw stay added when chalk repeats it.",
    ),
    (
        "strict_mending", "crystal_ball_mending", "lenient", "strict", "D11",
        "Chalk and shoes after a crystal ball",
        "lenient: they help whenever a space beside you is missed; strict: only if the throw"
        " enters no space at all.",
    ),
    (
        "single_shoes", "shoes_on_one_throw", "any_number", "one", "D16",
        "Two pairs of shoes on one throw",
        "any_number: each pair adds 1; one: a single pair for a throw.",
    ),
    (
        "no_late_piton", "crystal_ball_piton", "allowed", "too_late", "D24",
        "Piton after a crystal ball's throw",
        "Whether a piton or quickdraw may still be placed before the turn ends.",
    ),
    (
        "bound_by_doll", "crystal_ball_and_doll", "choose_again", "same_space", "D26",
        "Voodoo doll against a crystal ball",
        "choose_again: after the repeated throw a space is chosen anew; same_space: the throw"
        " is for the space chosen before.",
    ),
    (
        "blank_falls", "crystal_ball_blank_on_wall", "stop", "fall", "D26",
        "Crystal ball: nothing entered on the wall",
        "stop: the turn ends as by choice, resting where possible; fall: it is a failed throw.",
    ),
    (
        "blank_ends_turn", "crystal_ball_blank_on_ground", "go_on", "end_turn", "D26",
        "Crystal ball: nothing entered on the ground",
        "go_on: a failed throw on the ground; end_turn: the turn is over.",
    ),
    (
        "bar_before_doll", "energy_bar_and_doll", "doll_first", "bar_first", "D29",
        "Energy bar or voodoo doll first",
        "doll_first: the bar is decided on the final throw; bar_first: before the dolls, and a"
        " repeated throw that fails wastes it.",
    ),
    (
        "two_at_most", "sand_and_wind", "add_up", "two_at_most", "D41",
        "Several times sand and wind",
        "add_up: two dice for each of them; two_at_most: never more than two dice in a turn.",
    ),
    (
        "dolls_in_any_order", "voodoo_order", "clockwise", "any_order", "D45",
        "Order of voodoo dolls",
        "clockwise: opponents are asked one after another; any_order: whoever speaks first.",
    ),
    (
        "axe_below_centre", "axe_ledge", "overlap", "below_centre", "D49", "Ledge for the axe",
        "overlap: any ledge that lies partly below the space; below_centre: only one that lies"
        " below its middle.",
    ),
)  # fmt: skip

HOUSE_OPTIONS = tuple(
    OptionSpec(name, "choice", usual, title, text, choices=(usual, other), ruling=ruling)
    for _, name, usual, other, ruling, title, text in _ROWS
)


def house_switches(chosen: Mapping[str, OptionValue]) -> dict[str, bool]:
    """The switches of ``House`` by their names, from every option's value."""
    return {field: chosen[name] == other for field, name, _, other, _, _, _ in _ROWS}
