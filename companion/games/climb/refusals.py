"""Why something is refused in Climb!, in a player's words.

Knows the sentence of every code and where the rule stands in the rulebook. Refuses to know
when something is refused (``legal``).
"""

from __future__ import annotations

from collections.abc import Mapping

REFUSALS: Mapping[str, str] = {
    "over": "This match is over; start a new one.",
    "no_such_seat": "Nobody sits there; choose one of the players at the table.",
    "unknown_action": "That cannot be done in Climb!; choose one of the actions on offer.",
    "not_your_turn": "Another player is at turn; wait for yours.",
    "lay_card_first": "The route is not ready; lay a card first.",
    "route_begun": "The first card lies already; go on with this route.",
    "no_such_route": "The deck has no saved route {name}; choose one that it has.",
    "too_few_cards_left": "That route leaves too few cards for the next rounds; choose another.",
    "no_such_card": "The deck has no card {card}; choose one that it has.",
    "card_not_in_play": "Card {card} is of a level that is not in play; choose another.",
    "card_lies_already": "Card {card} lies in the route already; choose another.",
    "bad_turn": "A card is turned by 0, 1, 2 or 3 quarters; choose one of these.",
    "first_above_base": "The first card lies above the Base card; lay it there.",
    "spot_taken": "A card lies there already; choose a free side of the last card.",
    "choose_hand_first": "Choose the hand that climbs first.",
    "climb_on": "A climb is under way; finish it first.",
    "verdict_first": "A fall is called; let it stand or overrule it first.",
    "opponents_judge": "The opponents judge, not the climber; ask them.",
    "again_or_finish": "The attempt is over; climb again or finish.",
    "not_climbing": "The climb has not begun; put one finger in the Base Camp first.",
    "start_in_base": "The climb begins with one finger in the Base Camp; put it there.",
    "no_such_place": "This route has no place {place}; choose one of its holds.",
    "already_down": "The {finger} is on the table already; lift it first.",
    "not_down": "The {finger} is not on the table; choose a finger that is.",
    "not_on_route": "Card {card} does not lie in the route; choose one that does.",
    "no_such_shift": "A shift is measured in tenths of a millimetre, from 1 to 10000.",
    "nothing_placed": "This move has no new finger yet; place one to four.",
    "too_few_fingers": "A move ends with at least two fingers on the table; place another.",
    "beside": "The {finger} is beside the holds; put it in a hold or the Summit Zone.",
    "back_to_base": "The Base Camp is for the first finger only; put the {finger} in a hold.",
    "two_in_one": "Another finger is in hold {place} already; put the {finger} elsewhere.",
    "closed_hold": "Hold {place} is closed, for a finger has left it; take a new one.",
    "summit_taken": "One finger counts in the Summit Zone; put the {finger} in a hold.",
    "lift_more": "Only one finger stays from move to move; lift the others before the {finger}.",
    "same_rest": "The same finger cannot rest twice; keep the {finger} down and lift the other.",
    "rest_lifted": "The {finger} rests until the move is finished; put it back.",
    "half_double": "Hold {place} takes two fingers; add the second one, then say done.",
}
"""The sentence of every code of refusal."""

RULEBOOK: Mapping[str, str] = {
    "CL1": "Setup",
    "CL2": "Route Cards",
    "CL3": "Climbing",
    "CL4": "Moves",
    "CL5": "Moves, second note",
    "CL6": "Moves",
    "CL8": "Special Cards, 1",
    "CL9": "Special Cards, 2",
    "CL10": "Moves",
    "CL11": "Ending a Route",
    "CL17": "Falling",
    "CL18": "Falling, rule 4",
    "CL19": "The Game",
    "CL20": "Ending a Round",
    "CL22": "Ending a Round",
    "CL23": "Falling",
    "CL24": "Setup",
}
"""Where the rulebook speaks of a ruling."""
