"""What happens in Roll & Wall, in plain sentences.

Knows how each event is told in the log. Refuses to know the rules, and to tell what is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.phrases import count_words, join_names
from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.naming import (
    TILE_NAMES,
    ending_words,
    flag_place_words,
    handful_words,
    people,
    spot_words,
)


def event_text(event: e.Event, names: Sequence[str]) -> str:
    """What happened, as one sentence."""
    match event:
        case e.FlagNumberRolled(number):
            return f"The next flag goes to number {number}."
        case e.FlagPlaced(flag):
            return f"The {flag.colour.value} flag stands in {flag_place_words(flag.place)}."
        case e.FirstRolled(seat, total):
            return f"{names[seat]} has {total} for the first player marker."
        case e.FirstTied(seats):
            return f"{people(seats, names)} are tied and roll again."
        case e.FirstFound(seat):
            return f"{names[seat]} receives the first player marker."
        case e.TileDealt(seat):
            return f"{names[seat]} is dealt a tile."
        case e.TileKept(seat):
            return f"{names[seat]} has chosen a tile."
        case e.HandsPassed():
            return "All have chosen: the other tiles go to the left."
        case e.TileDiscarded(seat, tile):
            return f"{names[seat]} has no room for the {TILE_NAMES[tile]}; it goes to the box."
        case e.BackpackPacked(seat, tiles, pitons):
            packed = join_names([TILE_NAMES[tile] for tile in tiles]) or "nothing"
            hung = count_words(pitons, "piton", "pitons")
            return f"{names[seat]} packs {packed}, and {hung}."
        case e.DiceLost(seat, dice):
            return f"{names[seat]} sets {handful_words(dice)} aside for sand and wind."
        case e.Hindered(seats):
            return f"Two dice fewer in the next turn for {people(seats, names)}."
        case e.QuietBegan(seat):
            return f"No pitons until the end of {names[seat]}'s next turn: the animals rest."
        case e.ThrownFirst(seat, dice):
            return f"{names[seat]} looks into the crystal ball with {handful_words(dice)}."
        case e.Foreseen(seat, best):
            return f"{names[seat]} has {best} and may choose a space."
        case e.FlagTaken(seat, colour):
            return f"{names[seat]} takes the {colour.value} flag."
        case e.HeldByAxe(seat, _, ledge):
            return f"{names[seat]}'s axe holds on the ledge of {spot_words(ledge)}."
        case e.GoesOn(seat, left):
            dice_left = count_words(left, "die", "dice")
            return f"{names[seat]}'s helmet helps: the turn goes on with {dice_left}."
        case e.Stranded(seat):
            return f"{names[seat]} is at the top, but without all three flags."
        case e.TurnStarted(seat, tea):
            extra = " There is hot tea: one blue die more." if tea else ""
            return f"It is {names[seat]}'s turn.{extra}"
        case e.Declared(seat, target, dice):
            return f"{names[seat]} tries {spot_words(target)} with {handful_words(dice)}."
        case e.RollJudged(seat, _, success, best, needed):
            return (
                f"{names[seat]} has {best} and needs {needed}: {'made' if success else 'missed'}."
            )
        case e.TileUsed(seat, tile):
            return f"{names[seat]} uses the {TILE_NAMES[tile]}."
        case e.DiceReturned(seat, dice):
            return f"{names[seat]} gets {handful_words(dice)} back."
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
            return ending_words(seats, names)
