"""The odds of High Risk as JSON and as text.

Knows how chances and worths are shown. Refuses to work them out (``odds``).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from companion.games.high_risk.actions import Advance, RollAgain, Stop
from companion.games.high_risk.climbing import may_advance
from companion.games.high_risk.odds import Worth, gain, worth_now
from companion.games.high_risk.state import HighRiskState, Phase, danger_dice, winner
from companion.games.optional import ChoiceOdds


def odds(state: HighRiskState) -> dict[str, Any]:
    """The odds of the next roll; empty where none is to be made.

    Fractions are texts such as ``1/64``; ``worth`` is in zones, see ``odds``.
    """
    if winner(state) is not None or state.position.phase is Phase.ADVANCE:
        return {}
    worth = worth_now(state)
    return {
        "dice": danger_dice(state.position),
        "fall": str(worth.fall),
        "boost": str(worth.boost),
        "worth": {
            "stop": None if worth.stop is None else str(worth.stop),
            "go_on": str(worth.go_on),
            "go_on_zones": round(float(worth.go_on), 3),
        },
        "better": _better(state, worth),
    }


def odds_text(state: HighRiskState, names: Sequence[str]) -> str:
    """The same as one or two sentences."""
    if winner(state) is not None or state.position.phase is Phase.ADVANCE:
        return "There is no roll to be made."
    worth = worth_now(state)
    who = names[state.position.turn]
    chances = (
        f"Rolling {danger_dice(state.position)}: a fall has {_percent(worth.fall)},"
        f" another turn {_percent(worth.boost)}."
    )
    going = f"Going on is worth {_zones(worth.go_on)} to {who} on average"
    if worth.stop is None or state.position.phase is not Phase.CHOOSE:
        return f"{chances} {going}."
    return f"{chances} {going}, stopping {_zones(worth.stop)}."


def choice_odds(state: HighRiskState) -> tuple[ChoiceOdds, ...]:
    """Of the roll: a fall, a boost and what going on is worth; of a stop and of each advance
    the zones that it gains."""
    position = state.position
    seat = position.turn
    if winner(state) is not None:
        return ()
    if position.phase is Phase.ADVANCE:
        gains = [
            (zone, gain(state, position, zone, position.ascension))
            for zone in may_advance(state.terms.mountain, position.climbers[seat])
        ]
        return tuple(
            ChoiceOdds(
                seat,
                Advance(zone),
                "worth",
                None,
                Fraction(zones),
                f"The climber in zone {zone} gains {zones} zones for the team.",
            )
            for zone, zones in gains
        )
    worth, dice = worth_now(state), danger_dice(position)
    roll = None if position.phase is Phase.ROLL else RollAgain()
    falls = f"Rolling {dice}: a fall has {_percent(worth.fall)}."
    boosts = f"Rolling {dice}: another turn has {_percent(worth.boost)}."
    going = f"Going on is worth {_zones(worth.go_on)} on average."
    found = [
        ChoiceOdds(seat, roll, "fall", worth.fall, None, falls),
        ChoiceOdds(seat, roll, "boost", worth.boost, None, boosts),
        ChoiceOdds(seat, roll, "worth", None, worth.go_on, going),
    ]
    if roll is not None and worth.stop is not None:
        stopping = f"Stopping is worth {_zones(worth.stop)}."
        found.append(ChoiceOdds(seat, Stop(), "worth", None, worth.stop, stopping))
    return tuple(found)


def _better(state: HighRiskState, worth: Worth) -> str | None:
    if state.position.phase is not Phase.CHOOSE or worth.stop is None:
        return None
    if worth.go_on == worth.stop:
        return "either"
    return "go_on" if worth.go_on > worth.stop else "stop"


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.1%}"


def _zones(worth: Fraction) -> str:
    return f"{float(worth):.2f} zones"
