"""From a match and the tray to the snapshot that everybody sees.

Knows what of a match is shown and how much of its log. Refuses to change anything.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.dice import Rolled
from companion.games.optional import HidesChoices
from companion.games.protocol import Mood, Seat, TellsMood
from companion.table.cues import Cue, cue_for, shown_tray_state
from companion.table.dealing import undealt
from companion.table.match import Match, pairs_of
from companion.table.readings import seen_dice
from companion.table.snapshot import (
    Choice,
    LastRoll,
    MatchNow,
    Snapshot,
    TrayNow,
)
from companion.table.tray import TrayFacts

LOG_LINES_SHOWN = 500
"""The newest lines; a page with more of them is slow on a phone. The journal keeps all."""


def match_now(match: Match, viewer: Seat | None = None) -> MatchNow:
    """All that is shown of a match to everybody, or to the seat of the ``viewer``."""
    game, state = match.game, match.state
    legal = [(s, a) for s, a in game.legal_actions(state) if not isinstance(a, Rolled)]
    hidden = [isinstance(game, HidesChoices) and game.is_hidden(action) for _, action in legal]
    prompt = game.prompt(state)
    throw = match.last_throw
    return MatchNow(
        info=match.info,
        version=match.version,
        prompt_code=prompt.code,
        prompt_text=game.prompt_text(state, match.names),
        prompt_seats=prompt.seats,
        awaits=prompt.dice,
        choices=tuple(
            Choice(seat, game.dump_action(action), game.action_text(state, action))
            for (seat, action), secret in zip(legal, hidden, strict=True)
            if not secret or seat == viewer
        ),
        view=game.view(state, viewer),
        standings=game.standings(state),
        log=match.lines[-LOG_LINES_SHOWN:],
        last_roll=None
        if throw is None
        else LastRoll(
            throw.sequence, pairs_of(throw.action), seen_dice(throw.reading), throw.source
        ),
        can_undo=bool(match.applied),
        can_deal=bool(undealt(game, state)),
        viewer=viewer,
        secret=tuple(
            dict.fromkeys(seat for (seat, _), secret in zip(legal, hidden, strict=True) if secret)
        ),
    )


def snapshot_of(
    serial: int,
    match: Match | None,
    now: MatchNow | None,
    tray: TrayFacts,
    flash: Cue | None,
    message: str | None,
) -> Snapshot:
    """The snapshot of these facts; ``now`` is ``match_now(match)``."""
    question = match.doubt if match else None
    state = shown_tray_state(tray.camera, question.code if question else None, tray.unasked)
    return Snapshot(
        serial=serial,
        match=now,
        tray=TrayNow(state, tray.dice, tray.trouble, question, tray.name, tray.note),
        cue=cue_for(
            state,
            flash,
            in_match=now is not None,
            over=now is not None and now.standings.over,
            awaits_dice=now is not None and now.awaits is not None,
        ),
        message=message,
    )


def seen_from(snapshot: Snapshot, match: Match | None, seat: int) -> Snapshot:
    """The snapshot of that match for the eyes of one seat; as it is while nobody sits there."""
    if match is None or not 0 <= seat < len(match.info.players):
        return snapshot
    return replace(snapshot, match=match_now(match, Seat(seat)))


def flash_of(match: Match) -> Cue | None:
    """What the newest step of a match makes the lights say for a moment; None for nothing."""
    moods = _moods(match.game, match.happened)
    if Mood.FALL in moods:
        return Cue.FALL
    if Mood.SUCCESS in moods:
        return Cue.SUCCESS
    throw = match.last_throw
    return Cue.ACCEPTED if throw and throw.sequence == match.version else None


def _moods(game: Any, events: tuple[Any, ...]) -> set[Mood | None]:
    if not isinstance(game, TellsMood):
        return set()
    return {game.event_mood(event) for event in events}
