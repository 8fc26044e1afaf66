"""Prompts and choices of Roll & Wall in plain sentences.

Knows how they are said. Refuses to know the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.dice import Rolled
from companion.games.roll_and_wall import preparation
from companion.games.roll_and_wall.actions import (
    AcceptFailure,
    AcceptFall,
    Action,
    BeginTurn,
    ChooseLedge,
    ChoosePiton,
    Dealt,
    Declare,
    Discard,
    EndTurn,
    Enter,
    FinishTurn,
    GiveUp,
    Grab,
    Keep,
    KeepEnergyBar,
    Packed,
    PlaceFlag,
    PlacePiton,
    Rest,
    Spare,
    StopAndFall,
    ThrowFirst,
    UseTile,
)
from companion.games.roll_and_wall.board import START, SpaceId
from companion.games.roll_and_wall.events import Spot
from companion.games.roll_and_wall.flags import slots
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.legal import legal_actions, stops
from companion.games.roll_and_wall.naming import (
    TILE_NAMES,
    ending_words,
    handful_words,
    people,
    section_words,
    spot_words,
)
from companion.games.roll_and_wall.phases import (
    Choosing,
    ChoosingLedge,
    Cursing,
    Dealing,
    Drafting,
    Ending,
    Falling,
    FirstRoll,
    FlagColour,
    FlagRoll,
    Free,
    GivingUp,
    Made,
    Missed,
    Packing,
    Starting,
    Throwing,
)
from companion.games.roll_and_wall.state import (
    Position,
    Terms,
    WallState,
    dice_left,
    is_over,
    is_preparing,
    mover,
    winners,
)
from companion.games.roll_and_wall.tiles import Tile
from companion.games.roll_and_wall.windows import acting, climber_of, enterable, falling_tiles

PROMPTS: Mapping[str, str] = {
    "flag_roll": "throw the blue die for the next flag",
    "flag_colour": "choose the colour of the flag",
    "first_roll": "throw three white dice for the first player marker",
    "deal": "enter the tiles that were dealt",
    "draft": "keep a tile of the hand",
    "pack": "leave tiles behind until the rest fits",
    "sand": "throw sand, or begin the turn",
    "give_up": "choose the dice to set aside for sand and wind",
    "free": "declare a climb, place a piton, use a tile or end the turn",
    "throw": "throw the awaited dice; a piton may be placed or a tile used first",
    "choose_space": "choose a space that the throw enters, use a tile or end the turn",
    "missed": "use a tile that helps, or accept the failure",
    "voodoo": "use a voodoo doll against the throw, or let it be",
    "made": "use the energy bar, or keep it",
    "falling": "use axe or helmet, choose the piton that catches the fall, or fall",
    "choose_ledge": "choose the ledge on which the axe holds",
    "ending": "play wind or a quiet zone, or finish the turn",
    "over": "nothing; the match has ended",
}
"""What every code of prompt asks for."""


def prompt_text(state: WallState, names: Sequence[str]) -> str:
    """What is to be done now, as one sentence."""
    terms, position = state.terms, state.position
    if is_over(terms, position):
        return ending_words(winners(terms, position), names)
    if is_preparing(position):
        return _preparing_text(terms, position, names)
    name, last = names[mover(terms, position)], position.last
    match position.phase:
        case Free():
            return _free_text(state, name)
        case Throwing(target, dice):
            return f"{name}, throw {handful_words(dice)} for {_goal(terms, target)}."
        case Missed():
            assert last is not None
            assert last.target is not None
            needed = terms.wall.spaces[last.target].number
            return f"{name}, {last.best} is not enough for {needed}: use a tile or accept it."
        case Made():
            if Tile.ENERGY_BAR in climber_of(terms, position).tiles:
                return (
                    f"{name}, you made it: eat the energy bar to get these dice back, or keep it?"
                )
            return f"{name}, you made it: grab a flag here before you go, or climb."
        case Choosing():
            assert last is not None
            if enterable(terms, position):
                return f"{name}, the dice give {last.best}: choose a space, or end your turn."
            return (
                f"{name}, the dice give {last.best} and reach no space:"
                " use what helps, or end your turn."
            )
        case Cursing():
            return f"{people(acting(terms, position), names)}: a voodoo doll against this throw?"
        case Falling():
            tiles = [TILE_NAMES[tile] for tile in falling_tiles(terms, position)]
            if tiles:
                return f"{name}, you fall: use the {' or the '.join(tiles)}, or fall?"
            return f"{name}, you fall: choose which of your pitons catches you."
        case ChoosingLedge():
            return f"{name}, choose the ledge on which your axe holds."
        case Starting():
            return f"{name}, your turn begins: throw sand at those below you, or begin?"
        case GivingUp(count):
            return f"{name}, sand and wind cost you {count} dice: choose which."
        case Ending():
            return f"{name}, your turn ends: play wind or quiet zone now, or finish it."
        case _:
            raise AssertionError(position.phase)


def action_text(state: WallState, action: Action) -> str:
    """A choice as a short label."""
    match action:
        case PlaceFlag(colour):
            return f"The {colour.value} flag"
        case Dealt(tile):
            return f"I was dealt the {TILE_NAMES[tile]}"
        case Keep(tile):
            return f"Keep the {TILE_NAMES[tile]}"
        case Discard(tile):
            return f"Leave the {TILE_NAMES[tile]} behind"
        case Packed():
            return "Everything is packed"
        case BeginTurn():
            return "Begin without sand"
        case GiveUp(white, blue):
            return f"Set aside {handful_words(Handful(white, blue))}"
        case Declare(target, white, blue):
            return f"Climb to {_where(state, target)} with {handful_words(Handful(white, blue))}"
        case ThrowFirst(white, blue):
            return f"Look ahead with {handful_words(Handful(white, blue))}"
        case Enter(target):
            return f"Climb to {_where(state, target)}"
        case Rolled():
            return "Threw " + ", ".join(str(v) for v in action.values)
        case UseTile(tile):
            return f"Use the {TILE_NAMES[tile]}"
        case Grab(colour):
            return f"Grab the {colour.value} flag"
        case AcceptFailure():
            return "Accept the failure" if _on_ground(state) else "Accept and fall"
        case KeepEnergyBar():
            bare = isinstance(state.position.phase, Made) and Tile.ENERGY_BAR not in _held(state)
            return "Climb" if bare else "Keep the energy bar"
        case Spare():
            return "Let the throw be"
        case PlacePiton():
            return "Place a piton"
        case Rest():
            return "Rest"
        case StopAndFall():
            return "Stop and fall"
        case EndTurn():
            return "End the turn"
        case AcceptFall():
            return "Fall"
        case ChoosePiton(space):
            return f"Fall to {_where(state, space)}"
        case ChooseLedge(space):
            return f"Hold on the ledge of {_where(state, space)}"
        case FinishTurn():
            return "Finish the turn"


def _preparing_text(terms: Terms, position: Position, names: Sequence[str]) -> str:
    seats, _ = preparation.awaited(terms, position)
    who = people(seats, names)
    match position.phase:
        case FlagRoll():
            assert position.advanced is not None
            edge, section = slots()[len(position.advanced.flags)]
            return f"Throw the blue die for the flag in {section_words(edge, section.value)}."
        case FlagColour(number):
            return f"Which flag stands at number {number}? Choose a colour together."
        case FirstRoll():
            return f"{who}, throw 3 white dice: the highest total begins."
        case Dealing():
            return f"Deal four tiles face down; each enters their own: {who}."
        case Drafting():
            return f"Keep one tile each and pass the others to the left: {who}."
        case Packing():
            return f"Not everything fits: leave tiles behind until the rest does: {who}."
        case _:
            raise AssertionError(position.phase)


def _free_text(state: WallState, name: str) -> str:
    terms, position = state.terms, state.position
    left = dice_left(terms, position)
    choices = [action for _, action in legal_actions(terms, position)]
    ends = {
        EndTurn(): "end your turn",
        Rest(): "rest",
        StopAndFall(): "place a piton or fall" if PlacePiton() in choices else "stop and fall",
    }
    ending = next(words for action, words in ends.items() if action in stops(terms, position))
    if not left.total:
        return f"{name}, you have no dice left: {ending}."
    one = left.total == 1  # then there is no number to choose
    if any(isinstance(action, ThrowFirst) for action in choices):
        if one:
            return f"{name}, throw your last die, or {ending}."
        return f"{name}, choose how many of your {handful_words(left)} to throw, or {ending}."
    if not any(isinstance(action, Declare) for action in choices):
        return f"{name}, there is no space that you may enter: {ending}."
    if one:
        return f"{name}, choose a space to throw your last die for, or {ending}."
    return (
        f"{name}, choose a space and how many of your {handful_words(left)} to throw, or {ending}."
    )


def _goal(terms: Terms, target: SpaceId | None) -> str:
    if target is None:
        return "a space that you choose afterwards"
    return spot_words(Spot.of(terms.wall.spaces[target]))


def _where(state: WallState, space: SpaceId) -> str:
    spaces = state.terms.wall.spaces
    return spot_words(Spot.of(spaces[space])) if space in spaces else space


def _held(state: WallState) -> tuple[Tile, ...]:
    return climber_of(state.terms, state.position).tiles


def _on_ground(state: WallState) -> bool:
    return climber_of(state.terms, state.position).space == START
