"""Set-up options against their specifications.

Knows how each kind of option is checked. Refuses to know what any option means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.dice import NUMBERED, DiceSpec
from companion.games.protocol import OptionSpec, OptionValue, Setup


def settled_options(specs: Sequence[OptionSpec], setup: Setup) -> Mapping[str, OptionValue]:
    """Every option by name, given or by default.

    Raises ValueError, in a player's words, for an unknown name, a name given twice or a
    value that its specification does not allow.
    """
    known = {spec.name: spec for spec in specs}
    chosen: dict[str, OptionValue] = {}
    for name, value in setup.options:
        if name not in known:
            names = ", ".join(known) or "none"
            raise ValueError(f"There is no option {name!r}. The options are: {names}.")
        if name in chosen:
            raise ValueError(f"The option {name!r} is set twice. Set it once.")
        problem = _problem(known[name], value, setup.seats)
        if problem:
            raise ValueError(f"The option {name!r} ({known[name].title}) {problem}.")
        chosen[name] = value
    return {spec.name: chosen.get(spec.name, spec.default) for spec in specs}


def check_seats(setup: Setup, seats: range, title: str) -> None:
    """Raises ValueError unless the number of players and the first player fit the game."""
    if type(setup.seats) is not int or setup.seats not in seats:
        raise ValueError(
            f"{title} is for {seats.start} to {seats.stop - 1} players, got {setup.seats!r}."
            " Add or remove players."
        )
    if type(setup.first) is not int or not 0 <= setup.first < setup.seats:
        raise ValueError(
            f"The first player must be one of the {setup.seats} players, got {setup.first!r}."
        )


def _problem(spec: OptionSpec, value: object, seats: int) -> str | None:
    match spec.kind:
        case "bool":
            return None if type(value) is bool else "must be yes or no"
        case "int":
            fits = type(value) is int and spec.low <= value <= spec.high
            return None if fits else f"must be a whole number from {spec.low} to {spec.high}"
        case "choice":
            fits = type(value) is str and value in spec.choices
            return None if fits else f"must be one of {', '.join(spec.choices)}"
        case "seats":
            return None if _are_seats(value, seats) else "must name different players at the table"
        case "dice":
            return _dice_problem(value, spec.high)
        case _:
            raise TypeError(f"unknown kind of option {spec.kind!r}")


def _are_seats(value: object, seats: int) -> bool:
    return (
        isinstance(value, tuple)
        and all(type(seat) is int and 0 <= seat < seats for seat in value)
        and len(set(value)) == len(value)
    )


def _dice_problem(value: object, most: int) -> str | None:
    if type(value) is not str:
        return "must be dice written like 2d6+1d4"
    try:
        spec = DiceSpec.parse(value)
    except ValueError:
        return "must be dice written like 2d6+1d4"
    unknown = [kind for kind, _ in spec.counts if kind not in NUMBERED]
    if unknown:
        return f"knows the dice {', '.join(NUMBERED)}, not {unknown[0]}"
    return None if spec.total <= most else f"allows at most {most} dice"
