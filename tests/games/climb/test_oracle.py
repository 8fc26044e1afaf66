"""The judge against a second, naive one that looks back at everything that happened."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.climb.actions import Action, Done, FingerDown, FingerUp
from companion.games.climb.board import Finger, Place
from companion.games.climb.route import holds_on
from companion.games.climb.state import Climbing, ClimbState, Judging
from tests.games.climb import naive
from tests.games.climb.routes import GAME, LUCY, SMALL, chimney, climbing, practice

CLIMBS = 24
OBSERVATIONS = 40
SLIPS = 1 / 12
"""How often a breach is tried to be carried out; refused or struck out, it leaves no trace."""


def plain_holds(state: ClimbState) -> naive.Holds:
    """The holds of the route as the naive judge knows them."""
    holds = holds_on(state.terms.deck, state.position.route)
    return {
        place: (tuple(f.value for f in hold.fingers), hold.border.value == "double")
        for place, hold in holds.items()
    }


def observations(state: ClimbState) -> list[tuple[Action, tuple[str, ...]]]:
    """Everything that can be seen of fingers, as the product and as the naive judge say it."""
    places = [Place(p) for p in (*plain_holds(state), "base", "summit", "beside", "99z")]
    downs = [
        (FingerDown(f, place), ("down", f.value, str(place))) for f in Finger for place in places
    ]
    ups = [(FingerUp(f), ("up", f.value)) for f in Finger]
    return [*downs, *ups, (Done(), ("done",))]


def product_verdict(state: ClimbState, action: Action) -> str:
    """The same, from the product."""
    refusal = GAME.refusal(state, LUCY, action)
    if refusal is not None:
        slips = {"half_double", "rest_lifted", "same_rest", "lift_more", "back_to_base"}
        slips |= {"beside", "summit_taken", "closed_hold", "two_in_one"}
        return refusal.code if refusal.code in slips else "untrue"
    phase = GAME.apply(state, LUCY, action).state.position.phase
    return phase.fault.breach.value if isinstance(phase, Judging) else "ok"


@pytest.mark.parametrize("deck", ["small", "practice"])
def test_both_judges_say_the_same_of_everything_that_can_be_seen(deck: str) -> None:
    met = set()
    for seed in range(CLIMBS // 2):
        rng = Random(seed)
        if deck == "small":
            state = climbing(seats=1, route=chimney(1, 2, 3, 4, 6))
        else:
            cards = rng.sample(range(1, 43), 6)
            state = climbing(seats=1, route=chimney(*cards), deck=practice())
        holds = plain_holds(state)
        history: list[tuple[str, ...]] = []
        for _ in range(OBSERVATIONS):
            good = []
            for action, event in observations(state):
                said = product_verdict(state, action)
                assert said == naive.verdict(holds, history, event), (history, event)
                met.add(said)
                if said == "ok":
                    good.append((action, event))
            going_on = [each for each in good if "summit" not in each[1]] or good
            action, event = rng.choice(going_on)
            state = GAME.apply(state, LUCY, action).state
            history.append(event)
            if not isinstance(state.position.phase, Climbing):
                break
    assert len(met) >= 14


def test_the_small_deck_is_what_its_description_says() -> None:
    assert SMALL.cards[4].holds[0].fingers == (Finger.MIDDLE, Finger.RING)
