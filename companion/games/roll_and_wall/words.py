"""Roll & Wall in plain sentences.

Knows how prompts, refusals, events and choices are said. Refuses to know the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.dice import Rolled
from companion.games.phrases import count_words, dice_words, join_names
from companion.games.protocol import Refusal, Seat
from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.actions import (
    AcceptFailure,
    Action,
    ChoosePiton,
    Declare,
    EndTurn,
    KeepEnergyBar,
    PlacePiton,
    Rest,
    StopAndFall,
    UseTile,
)
from companion.games.roll_and_wall.board import START, Place
from companion.games.roll_and_wall.events import Spot
from companion.games.roll_and_wall.legal import legal_actions
from companion.games.roll_and_wall.state import (
    Falling,
    Free,
    Handful,
    Made,
    Missed,
    Throwing,
    Tile,
    WallState,
    dice_left,
    is_over,
    mover,
    winners,
)

TILE_NAMES: Mapping[Tile, str] = {
    Tile.SHOES: "climbing shoes",
    Tile.CHALK: "chalk",
    Tile.ENERGY_BAR: "energy bar",
}

_SIDES: Mapping[Place, str] = {
    Place.LEFT: "on the left",
    Place.CENTRE: "in the centre",
    Place.RIGHT: "on the right",
}

PROMPTS: Mapping[str, str] = {
    "free": "declare a climb, place a piton or end the turn",
    "throw": "throw the awaited dice; a piton may be placed first",
    "missed": "use a tile that helps, or accept the failure",
    "made": "use the energy bar, or keep it",
    "falling": "choose the piton that catches the fall",
    "over": "nothing; the match has ended",
}
"""What every code of prompt asks for."""

REFUSALS: Mapping[str, str] = {
    "over": "This match is over; start a new one.",
    "no_such_seat": "Nobody sits there; choose one of the players at the table.",
    "unknown_action": "That cannot be done in Roll & Wall; choose one of the actions on offer.",
    "not_your_turn": "It is another player's turn; wait for yours.",
    "throw_first": "The climb is declared: throw {dice} first.",
    "energy_bar_first": "Decide about the energy bar first: use it or keep it.",
    "choose_piton_first": "You are falling: choose the piton that catches you first.",
    "failure_first": "The throw failed: use a tile that helps, or accept it, before anything else.",
    "piton_does_not_catch": "That piton does not catch you; choose one of your highest pitons.",
    "end_turn_on_ground": "You are on the ground, where nobody rests; end your turn instead.",
    "nothing_to_rest_on": "There is no ledge and no piton of yours here; place a piton or fall.",
    "nothing_to_fall_from": "You are on the ground and cannot fall; end your turn instead.",
    "safe_here": "You have a hold here and do not fall; rest instead.",
    "rest_or_fall": "A turn ends like this on the ground only; rest, place a piton or fall.",
    "no_throw_awaited": "No throw is awaited; choose a space and the number of dice first.",
    "tile_gone": "You do not have that tile any more; choose something else.",
    "only_after_success": "The energy bar helps after a successful throw only; keep it for one.",
    "only_after_failure": "That tile helps after a failed throw only; keep it for one.",
    "no_failed_throw": "No throw has failed; choose one of the actions on offer.",
    "no_successful_throw": "No successful throw is waiting; choose one of the actions on offer.",
    "no_fall": "You are not falling; choose one of the actions on offer.",
    "no_such_space": "There is no space {space} on this wall; choose one of the marked spaces.",
    "already_there": "You are in that space already; choose a space above or beside it.",
    "never_down": "Nobody climbs down; choose a space above you or beside you.",
    "not_beside": "That space is not next to you; choose a space above you or beside you.",
    "no_dice_left": "You have no dice left; rest, place a piton or fall.",
    "no_dice_chosen": "Choose at least one die; you have {left}.",
    "no_blue_die": "You have {left} blue dice for this; choose white dice.",
    "too_many_dice": "You have {left} white dice left; choose fewer.",
    "wrong_dice": "Throw exactly {expected}, not {got}.",
    "no_such_face": "A {kind} has no face {value}; enter what the die shows.",
    "shoes_too_small": "Shoes add 1, and you missed by {missing}; use another tile or accept it.",
    "too_late_for_piton": "The throw has failed: it is too late for a piton.",
    "too_late_to_stop": "The throw has failed: it is too late to stop; use a tile or accept it.",
    "no_piton_on_ground": "Pitons go into the wall, not into the ground; climb first.",
    "no_piton_left": "You have no piton left; rest on a ledge, climb on or fall.",
    "piton_already_here": "One of your pitons is here already and holds you; keep the others.",
}


def prompt_text(state: WallState, names: Sequence[str]) -> str:
    """What is to be done now, as one sentence."""
    terms, position = state.terms, state.position
    if is_over(terms, position):
        return _ending(winners(terms, position), names)
    name, last = names[mover(terms, position)], position.last
    match position.phase:
        case Free():
            return _free_text(state, name)
        case Throwing(target, dice):
            space = spot_words(Spot.of(terms.wall.spaces[target]))
            return f"{name}, throw {_dice(dice)} for {space}."
        case Missed():
            assert last is not None
            needed = terms.wall.spaces[last.target].number
            return f"{name}, {last.best} is not enough for {needed}: use a tile or accept it."
        case Made():
            return f"{name}, you made it: eat the energy bar to get these dice back, or keep it?"
        case Falling():
            return f"{name}, you fall: choose which of your pitons catches you."


def refusal_text(refusal: Refusal) -> str:
    """Why not and what to do, as one sentence."""
    template = REFUSALS.get(refusal.code, REFUSALS["unknown_action"])
    return template.format(**dict(refusal.data))


def event_text(event: e.Event, names: Sequence[str]) -> str:
    """What happened, as one sentence."""
    match event:
        case e.TurnStarted(seat, tea):
            extra = " There is hot tea: one blue die more." if tea else ""
            return f"It is {names[seat]}'s turn.{extra}"
        case e.Declared(seat, target, dice):
            return f"{names[seat]} tries {spot_words(target)} with {_dice(dice)}."
        case e.RollJudged(seat, _, success, best, needed):
            return (
                f"{names[seat]} has {best} and needs {needed}: {'made' if success else 'missed'}."
            )
        case e.TileUsed(seat, tile):
            return f"{names[seat]} uses the {TILE_NAMES[tile]}."
        case e.DiceReturned(seat, dice):
            return f"{names[seat]} gets {_dice(dice)} back."
        case e.Moved(seat, _, target):
            return f"{names[seat]} climbs to {spot_words(target)}."
        case e.PitonPlaced(seat, space, left):
            hung = f"{names[seat]} hammers a piton into {spot_words(space)}"
            return f"{hung}; {count_words(left, 'piton is', 'pitons are')} left."
        case e.Rested(seat, space, ledge):
            hold = "on the ledge of" if ledge else "at the piton in"
            return f"{names[seat]} rests {hold} {spot_words(space)}."
        case e.FailedOnGround(seat, left):
            return (
                f"{names[seat]} stays on the ground with {count_words(left, 'die', 'dice')} left."
            )
        case e.Fell(seat, _, target):
            return f"{names[seat]} falls to {spot_words(target)}."
        case e.TeaOwed(seat):
            return f"{names[seat]} warms up on the campsite and gets the blue die next turn."
        case e.SummitReached(seat, used):
            return f"{names[seat]} is at the top with {count_words(used, 'die', 'dice')} used."
        case e.FinalRound():
            return "The summit is reached: everybody else in this round has one last turn."
        case e.TurnEnded(seat):
            return f"{names[seat]}'s turn is over."
        case e.MatchEnded(seats):
            return _ending(seats, names)


def action_text(state: WallState, action: Action) -> str:
    """A choice as a short label."""
    spaces = state.terms.wall.spaces
    match action:
        case Declare(target, white, blue):
            where = spot_words(Spot.of(spaces[target])) if target in spaces else target
            return f"Climb to {where} with {_dice(Handful(white, blue))}"
        case Rolled():
            return "Threw " + ", ".join(str(v) for v in action.values)
        case UseTile(tile):
            return f"Use the {TILE_NAMES[tile]}"
        case AcceptFailure():
            return "Accept the failure" if _on_ground(state) else "Accept and fall"
        case KeepEnergyBar():
            return "Keep the energy bar"
        case PlacePiton():
            return "Place a piton"
        case Rest():
            return "Rest"
        case StopAndFall():
            return "Stop and fall"
        case EndTurn():
            return "End the turn"
        case ChoosePiton(space):
            where = spot_words(Spot.of(spaces[space])) if space in spaces else space
            return f"Fall to {where}"


def spot_words(spot: Spot) -> str:
    """A space as people call it: ``the 4 on the left``."""
    if spot.place is Place.START:
        return "the ground"
    return f"the {'summit' if spot.summit else spot.number} {_SIDES[spot.place]}"


def _free_text(state: WallState, name: str) -> str:
    left = dice_left(state.terms, state.position)
    choices = [action for _, action in legal_actions(state.terms, state.position)]
    ends = {
        EndTurn(): "end your turn",
        Rest(): "rest",
        StopAndFall(): "place a piton or fall" if PlacePiton() in choices else "stop and fall",
    }
    ending = next(words for action, words in ends.items() if action in choices)
    if not left.total:
        return f"{name}, you have no dice left: {ending}."
    return f"{name}, choose a space and how many of your {_dice(left)} to throw, or {ending}."


def _on_ground(state: WallState) -> bool:
    seat = mover(state.terms, state.position)
    return state.position.climbers[seat].space == START


def _dice(dice: Handful) -> str:
    parts = [
        count_words(n, f"{colour} die", f"{colour} dice")
        for n, colour in ((dice.white, "white"), (dice.blue, "blue"))
        if n
    ]
    return join_names(parts) or dice_words(dice.spec)


def _ending(seats: tuple[Seat, ...], names: Sequence[str]) -> str:
    people = join_names([names[seat] for seat in seats])
    return f"The match is over: {people} {'wins' if len(seats) == 1 else 'share the win'}."
