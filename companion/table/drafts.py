"""What is about to be journalled, for everything that can be done at a table.

Knows what each kind of entry holds. Refuses to apply, write or show anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.dice import DiceSpec, FaceValue, Rolled
from companion.errors import CorruptState
from companion.games.protocol import Refusal, Seat, Standings
from companion.table.dealing import Draw, dealt
from companion.table.entries import Draft, EntryKind
from companion.table.match import Match, pairs_of, rolled_of
from companion.table.observe import Accept, Doubt, StandsFor, Unasked, counted_kind
from companion.table.outcome import Why

Pairs = Sequence[tuple[str, FaceValue]]


def action(
    match: Match,
    seat: int,
    plain: Mapping[str, Any],
    source: str,
    by: str | None,
    evidence: str | None,
) -> Draft:
    """An action of the game as it was sent. Raises CorruptState when it is none."""
    if type(seat) is not int or not 0 <= seat < len(match.info.players):
        raise CorruptState(f"A seat is 0 to {len(match.info.players) - 1}, got {seat!r}.")
    loaded = match.game.load_action(dict(plain))
    content = {"action": match.game.dump_action(loaded)}
    return Draft(EntryKind.ACTION, content, source, seat, by, evidence)


def deal(match: Match, draw: Draw, source: str, by: str | None) -> Draft:
    """Everything that is left to deal, drawn now; there must be something."""
    drawn, _, _ = dealt(match.game, match.state, draw)
    content = {
        "dealt": [
            {"seat": int(seat), "action": match.game.dump_action(action)} for seat, action in drawn
        ]
    }
    return Draft(EntryKind.DEAL, content, source, by=by)


def undo(match: Match, count: int, source: str) -> Draft:
    """Taking back the newest steps."""
    taken = [step.sequence for step in match.applied[-count:]]
    return Draft(EntryKind.UNDO, {"undone": taken}, source)


def correction(
    match: Match, dice: Pairs, source: str, by: str | None, stands_for: StandsFor
) -> Draft:
    """The last throw entered anew, with what it was and what the camera saw."""
    throw = match.last_throw
    assert throw is not None, "there is nothing to correct"
    rolled = _counted(dice, match.game.prompt(throw.before).dice, stands_for)
    content = {
        "undone": [step.sequence for step in match.applied if step.sequence >= throw.sequence],
        "was": [list(pair) for pair in pairs_of(throw.action)],
        "action": match.game.dump_action(rolled),
    }
    return Draft(
        EntryKind.CORRECTION, content, source, throw.seat, by, throw.evidence, throw.reading
    )


def answer(match: Match, dice: Pairs, source: str, stands_for: StandsFor) -> Draft:
    """What a doubtful throw is said to be, with what the camera saw."""
    question = match.doubt
    assert question is not None, "there is nothing to answer"
    content = {
        "question": question.id,
        "action": match.game.dump_action(thrown(dice, match, stands_for)),
    }
    return Draft(
        EntryKind.ANSWER,
        content,
        source,
        throwing_seat(match),
        evidence=question.evidence,
        reading=match.doubtful,
    )


def observed(
    match: Match,
    what: Accept | Doubt | Unasked,
    reading: Mapping[str, Any],
    evidence: str | None,
) -> Draft:
    """What the camera saw, as it met the match."""
    seat = throwing_seat(match) if not isinstance(what, Unasked) else None
    match what:
        case Accept(rolled):
            kind = EntryKind.ACTION
            content: dict[str, Any] = {"action": match.game.dump_action(rolled)}
        case Doubt(code, expected, suggestions):
            kind = EntryKind.DOUBT
            content = {
                "code": code,
                "expected": dict(expected.counts),
                "suggestions": [
                    {"dice": [list(die) for die in s.dice], "confidence": s.confidence}
                    for s in suggestions
                ],
            }
        case Unasked():
            kind = EntryKind.UNASKED
            content = {}
    return Draft(kind, content, "camera", seat, evidence=evidence, reading=reading)


def end(standings: Standings) -> Draft:
    """The end of a match."""
    return Draft(EntryKind.END, {"winners": [int(seat) for seat in standings.winners]}, "rules")


def note(content: Mapping[str, Any]) -> Draft:
    """Something that changes no position."""
    return Draft(EntryKind.NOTE, content, "page")


def refusal(match: Match, draft: Draft) -> Refusal | None:
    """Why the rules do not allow what is drafted; None when they do or have no say."""
    if "action" not in draft.content or draft.seat is None:
        return None
    state = match.state
    if draft.kind is EntryKind.CORRECTION and match.last_throw is not None:
        state = match.last_throw.before
    loaded = match.game.load_action(draft.content["action"])
    return match.game.refusal(state, Seat(draft.seat), loaded)


def why(match: Match, draft: Draft) -> Why:
    """What kind of refusal that is: the match is over, another seat is asked, or else illegal."""
    if match.game.standings(match.state).over:
        return Why.OVER
    asked = draft.seat in match.game.prompt(match.state).seats
    return Why.ILLEGAL if asked else Why.NOT_YOUR_SEAT


def awaited_dice(match: Match) -> DiceSpec | None:
    """The dice that the match awaits from somebody, None when it awaits none."""
    prompt = match.game.prompt(match.state)
    return prompt.dice if prompt.seats else None


def throwing_seat(match: Match) -> Seat:
    """Whose throw is awaited; the first seat where it is nobody's."""
    return next(iter(match.game.prompt(match.state).seats), Seat(0))


def thrown(dice: Pairs, match: Match, stands_for: StandsFor) -> Rolled:
    """The throw that a person entered, each die as the kind that it counts as.

    Raises CorruptState for what are no dice.
    """
    return _counted(dice, match.game.prompt(match.state).dice, stands_for)


def _counted(dice: Pairs, expected: DiceSpec | None, stands_for: StandsFor) -> Rolled:
    counted: list[tuple[str, FaceValue]] = []
    for kind, value in dice:
        if type(kind) is not str or type(value) not in (int, str):
            raise CorruptState(f"A die is a kind and the face it shows, got {kind!r}, {value!r}.")
        counted.append((counted_kind(kind, expected or DiceSpec(), stands_for) or kind, value))
    return rolled_of(counted)
