"""One match over requests and replies.

Knows which request does what, and that a request that fails leaves the match as it was.
Refuses to know streams, files and any game's rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, assert_never

from companion.engine import requests as r
from companion.engine import telling
from companion.engine.expanding import listed
from companion.engine.faults import Code, Fault
from companion.engine.lines import parsed, written
from companion.engine.opening import AnyGame, Opening, opened, restored
from companion.errors import CorruptState
from companion.games.optional import TellsOdds
from companion.table.dealing import dealt
from companion.table.ports import Boards


@dataclass(frozen=True, slots=True, eq=False)
class Play:
    """The match under way after ``steps`` actions; ``before`` is the match one action ago.

    ``version`` is raised by everything that changes the match, undoing included.
    """

    opening: Opening
    state: Any
    version: int
    before: Play | None = None
    steps: int = 0


Answer = tuple[dict[str, Any], Play | None]


class Session:
    """Answers request after request. ``report`` is told of faults of the program itself."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        boards: Boards,
        report: Callable[[BaseException], None] = lambda error: None,
    ) -> None:
        self._games = games
        self._boards = boards
        self._report = report
        self._play: Play | None = None

    def answer(self, line: bytes) -> bytes:
        """The reply to one line, with its end. Never raises for anything in the line."""
        value: Any = None
        try:
            value = parsed(line)
            reply, play = self._carried_out(r.request_of(value))
            sent = written({"ok": True, **r.id_of(value), **reply})
        except Fault as fault:
            return self._failed(value, fault)
        except Exception as error:
            # A fault of a game's code must not end the service of all the others.
            self._report(error)
            what = f"{type(error).__name__} in this program or in a plug-in; nothing was changed."
            return self._failed(value, Fault(Code.INTERNAL, what))
        self._play = play
        return sent

    def _failed(self, value: Any, fault: Fault) -> bytes:
        return written({"ok": False, **r.id_of(value), "error": fault.plain()})

    def _carried_out(self, request: r.Request) -> Answer:
        match request:
            case r.New():
                return self._new(request)
            case r.Load(dump):
                opening, state = restored(self._games, self._boards, dump)
                return self._stands(Play(opening, state, self._next_version()))
            case r.Legal(seat, expand):
                play = self._under_way()
                found = listed(play.opening.game, play.state, play.opening.seat(seat), expand)
                return telling.actions(play.opening.game, found), play
            case r.Act():
                return self._act(request)
            case r.View(seat):
                play = self._under_way()
                shown = play.opening.game.view(play.state, play.opening.seat(seat))
                return {"view": telling.plain(shown)}, play
            case r.Odds(seat):
                return self._odds(seat)
            case r.Undo():
                return self._undo(request)
            case r.Dump():
                play = self._under_way()
                return {"dump": play.opening.dump(play.state)}, play
            case _:
                assert_never(request)

    def _new(self, asked: r.New) -> Answer:
        opening = opened(self._games, self._boards, asked)
        state, happened = _dealt(opening, opening.game.initial(opening.setup), 0)
        return self._stands(Play(opening, state, self._next_version()), happened)

    def _act(self, asked: r.Act) -> Answer:
        play = self._under_way()
        game = play.opening.game
        _check_version(play, asked.version)
        seat = play.opening.seat(asked.seat)
        assert seat is not None, "an act names its seat"
        if game.standings(play.state).over:
            raise Fault(Code.OVER, "This match is over; start a new one, or undo.")
        try:
            action = game.load_action(asked.action)
        except CorruptState as error:
            raise Fault(Code.BAD_REQUEST, f"This is no action of {game.title}: {error}") from error
        refusal = game.refusal(play.state, seat, action)
        if refusal is not None:
            asked_seats = game.prompt(play.state).seats
            raise Fault(
                Code.ILLEGAL if seat in asked_seats else Code.NOT_YOUR_SEAT,
                game.refusal_text(refusal),
                rule=refusal.rule,
                reason=refusal.code,
            )
        step = game.apply(play.state, seat, action)
        steps = play.steps + 1
        state, dealt = _dealt(play.opening, step.state, steps)
        after = Play(play.opening, state, self._next_version(), play, steps)
        return self._stands(after, (*step.events, *dealt))

    def _undo(self, asked: r.Undo) -> Answer:
        play = self._under_way()
        _check_version(play, asked.version)
        if asked.count > play.steps:
            most = play.steps
            said = f"Take back 1 to {most} steps" if most else "Nothing is to be taken back"
            raise Fault(Code.BAD_REQUEST, f"{said}; you asked for {asked.count}.")
        earlier = play
        for _ in range(asked.count):
            assert earlier.before is not None, "every step has one before it"
            earlier = earlier.before
        return self._stands(replace(earlier, version=self._next_version()))

    def _odds(self, seat: int | None) -> Answer:
        play = self._under_way()
        game, who = play.opening.game, play.opening.seat(seat)
        figures = game.choice_odds(play.state) if isinstance(game, TellsOdds) else ()
        shown = [each for each in figures if who in (None, each.seat)]
        return {"odds": telling.odds(game, shown)}, play

    def _stands(self, play: Play, happened: Sequence[Any] = ()) -> Answer:
        """How the match stands, with what has just happened."""
        game, names = play.opening.game, play.opening.players
        reply = {
            "game": game.name,
            "version": play.version,
            "events": telling.events(game, happened, names),
            "prompt": telling.prompt(game, play.state, names),
            **telling.standings(game, play.state),
        }
        return reply, play

    def _under_way(self) -> Play:
        if self._play is None:
            raise Fault(Code.NO_GAME, "No match has begun. Send new or load first.")
        return self._play

    def _next_version(self) -> int:
        return 0 if self._play is None else self._play.version + 1


def _check_version(play: Play, version: int | None) -> None:
    if version not in (None, play.version):
        raise Fault(
            Code.STALE, f"The match stands at version {play.version}, not {version}; look again."
        )


def _dealt(opening: Opening, state: Any, step: int) -> tuple[Any, tuple[Any, ...]]:
    """The state after every deal that is awaited, by the seed; untouched without a seed."""
    if opening.seed is None:
        return state, ()
    chance = Random(f"{opening.seed} {step}")
    _, after, happened = dealt(
        opening.game, state, lambda left: chance.choices(range(len(left)), left)[0]
    )
    return after, happened
