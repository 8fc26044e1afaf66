"""One match as its entries tell it: the state, the steps in force, the log.

Knows how each kind of entry changes a match, purely: the same entries always give the same
match. Refuses to know storage, clocks, cameras and which match is on the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.dice import DiceSpec, FaceValue, Rolled, RolledDie
from companion.errors import CorruptState
from companion.games.digest import state_digest
from companion.games.optional import CockedDie, HidesChoices, RulesOnCockedDice
from companion.games.protocol import Game, OptionValue, Seat, Setup
from companion.table import words
from companion.table.entries import Draft, Entry, EntryKind, damaged, seal, unsealed
from companion.table.readings import seen_dice, seen_trouble
from companion.table.snapshot import LogLine, MatchInfo, Player, Question, Suggestion

AnyGame = Game[Any, Any]


@dataclass(frozen=True, slots=True)
class Applied:
    """A step in force: the entry that made it, its action, and the state before it.

    ``action`` is None for everything that the program dealt in one step.
    """

    sequence: int
    seat: Seat
    action: Any
    source: str
    reading: Mapping[str, Any] | None
    evidence: str | None
    before: Any


@dataclass(frozen=True, slots=True)
class Match:
    """A match after some entries. ``last`` is the newest of them.

    ``doubt`` is an open question and ``doubtful`` the reading that it is about; ``happened``
    are the game's events of the newest entry. ``board`` is the parsed board file.
    """

    game: AnyGame
    setup: Setup
    info: MatchInfo
    state: Any
    last: Entry
    applied: tuple[Applied, ...] = ()
    lines: tuple[LogLine, ...] = ()
    doubt: Question | None = None
    doubtful: Mapping[str, Any] | None = None
    happened: tuple[Any, ...] = ()
    board: Mapping[str, Any] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(player.name for player in self.info.players)

    @property
    def version(self) -> int:
        """The number of entries."""
        return self.last.sequence

    @property
    def last_throw(self) -> Applied | None:
        """The newest step in force that is a throw."""
        return next((a for a in reversed(self.applied) if isinstance(a.action, Rolled)), None)


def opening(
    game: AnyGame,
    players: Sequence[Player],
    options: Mapping[str, OptionValue],
    board: str | None,
    board_data: Mapping[str, Any],
    first: int,
    position: Mapping[str, Any] | None = None,
) -> Draft:
    """The first entry of a match. It holds the board itself, so that a file changed later
    cannot change a match that was begun on it, and the position that the match goes on from,
    if it does not begin at the beginning."""
    start = {} if position is None else {"position": dict(position)}
    return Draft(
        EntryKind.START,
        {
            **start,
            "game": game.name,
            "rules_version": game.rules_version,
            "players": [[player.name, player.colour] for player in players],
            "options": {name: _plain(value) for name, value in options.items()},
            "board": board,
            "board_data": dict(board_data),
            "first": first,
        },
        source="page",
    )


def begin(games: Mapping[str, AnyGame], match: str, draft: Draft, at: str) -> Match:
    """The match that this opening begins, its first entry sealed.

    Raises ValueError, in a player's words, when the game does not accept the set-up, and
    BoardError when it does not accept the board.
    """
    begun = _begun(games, unsealed(match, 1, draft, at))
    return replace(begun, last=seal(begun.last, state_digest(begun.game, begun.state), ""))


def extend(match: Match, draft: Draft, at: str) -> Match:
    """The match after what is drafted, its entry sealed and ready to be written as ``last``.

    Raises ValueError when the game refuses the action.
    """
    after = _after(match, unsealed(match.info.id, match.version + 1, draft, at))
    return replace(
        after, last=seal(after.last, state_digest(match.game, after.state), match.last.chain)
    )


def replay(games: Mapping[str, AnyGame], entries: Sequence[Entry]) -> Match:
    """The match that these entries tell. Raises JournalDamaged naming match and entry."""
    match: Match | None = None
    for entry in entries:
        match = follow(games, match, entry)
        if state_digest(match.game, match.state) != entry.state:
            raise damaged(
                entry.match,
                f"entry {entry.sequence} does not lead to the position that was written with it",
            )
    if match is None:
        raise damaged("?", "it has no entry")
    return match


def follow(games: Mapping[str, AnyGame], match: Match | None, entry: Entry) -> Match:
    """The match after one more of its entries, None before the first. Raises JournalDamaged."""
    try:
        return _begun(games, entry) if match is None else _after(match, entry)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise damaged(entry.match, f"entry {entry.sequence} makes no sense ({error})") from error


def info_of(games: Mapping[str, AnyGame], start: Entry, standing: Entry, count: int) -> MatchInfo:
    """What the list of matches shows, from the first entry and the last that bears on it.

    Raises JournalDamaged when the first entry makes no sense.
    """
    try:
        info = _info(games, start)
    except (ValueError, KeyError, TypeError) as error:
        raise damaged(start.match, f"its first entry makes no sense ({error})") from error
    if standing.kind is not EntryKind.END:
        return replace(info, entries=count)
    winners = tuple(Seat(seat) for seat in standing.content.get("winners", ()))
    return replace(info, entries=count, ended=standing.at, winners=winners)


def pairs_of(rolled: Rolled) -> tuple[tuple[str, FaceValue], ...]:
    """The dice of a throw as pairs of kind and value."""
    return tuple((die.kind, die.value) for die in rolled.dice)


def rolled_of(dice: Sequence[tuple[str, FaceValue]]) -> Rolled:
    """The throw of those pairs of kind and value."""
    return Rolled(tuple(RolledDie(kind, value) for kind, value in dice))


def _begun(games: Mapping[str, AnyGame], entry: Entry) -> Match:
    content = entry.content
    info = _info(games, entry)
    game = games[info.game]
    if content["rules_version"] != game.rules_version:
        raise ValueError(
            f"it was played by version {content['rules_version']} of the rules of {game.title}, "
            f"this program has version {game.rules_version}"
        )
    board = game.parse_board(content["board_data"], info.board or "none")
    setup = Setup(len(info.players), info.options, board, Seat(content["first"]))
    # The set-up is checked before the position, whose own faults come second.
    state = game.initial(setup)
    if "position" in content:
        state = game.load_state(content["position"], setup)
    names = [player.name for player in info.players]
    text = words.started_text(game.title, names, "position" in content)
    line = LogLine(entry.sequence, "start", None, text, entry.source, entry.at)
    return Match(game, setup, info, state, entry, lines=(line,), board=content["board_data"])


def _info(games: Mapping[str, AnyGame], start: Entry) -> MatchInfo:
    content = start.content
    name = content["game"]
    if name not in games:
        raise ValueError(f"this program does not know its game {name!r}")
    return MatchInfo(
        id=start.match,
        game=name,
        title=games[name].title,
        players=tuple(Player(str(n), str(colour)) for n, colour in content["players"]),
        board=content["board"],
        options=tuple(sorted((key, _option(v)) for key, v in content["options"].items())),
        started=start.at,
        ended=None,
        winners=(),
        entries=1,
    )


def _after(match: Match, entry: Entry) -> Match:
    """The match after one more entry; whatever changes the state closes an open question."""
    content = entry.content
    info = replace(match.info, entries=entry.sequence)
    after = replace(match, last=entry, info=info, happened=())
    match entry.kind:
        case EntryKind.ACTION | EntryKind.ANSWER:
            return _applied(_answered(after), entry, content["action"])
        case EntryKind.DEAL:
            return _dealt(_answered(after), entry)
        case EntryKind.UNDO:
            return _undone(_answered(after), entry)
        case EntryKind.CORRECTION:
            return _corrected(_answered(after), entry)
        case EntryKind.DOUBT:
            return replace(after, doubt=_question(match, entry), doubtful=entry.reading)
        case EntryKind.UNASKED:
            values = [die.value for die in seen_dice(entry.reading)]
            return _logged(after, "unasked", words.unasked_text(values))
        case EntryKind.NOTE:
            return _answered(after) if content["note"] == "dismissed" else after
        case EntryKind.END:
            winners = tuple(Seat(seat) for seat in content["winners"])
            ended = replace(after, info=replace(after.info, ended=entry.at, winners=winners))
            return _logged(ended, "end", words.ended_text([match.names[w] for w in winners]))
        case EntryKind.START:
            raise ValueError("a match begins only once")


def _answered(match: Match) -> Match:
    return replace(match, doubt=None, doubtful=None)


def _applied(match: Match, entry: Entry, action_json: Any) -> Match:
    game = match.game
    action = game.load_action(action_json)
    if entry.seat is None:
        raise CorruptState("an action needs a seat")
    seat = Seat(entry.seat)
    refusal = game.refusal(match.state, seat, action)
    if refusal is not None:
        raise ValueError(game.refusal_text(refusal))
    label = _label(match, seat, action, entry)
    step = game.apply(match.state, seat, action)
    made = Applied(
        entry.sequence, seat, action, entry.source, entry.reading, entry.evidence, match.state
    )
    kind = "roll" if isinstance(action, Rolled) else "action"
    after = _logged(match, kind, label)
    for event in step.events:
        after = _logged(after, "event", game.event_text(event, match.names))
    return replace(after, state=step.state, applied=(*match.applied, made), happened=step.events)


def _dealt(match: Match, entry: Entry) -> Match:
    """Everything that was dealt, as one step. Its events are told once where they repeat."""
    game, state = match.game, match.state
    happened: list[Any] = []
    for each in entry.content["dealt"]:
        seat, action = Seat(each["seat"]), game.load_action(each["action"])
        step = game.apply(state, seat, action)
        state = step.state
        happened += step.events
    first = Seat(entry.content["dealt"][0]["seat"])
    made = Applied(entry.sequence, first, None, entry.source, None, None, match.state)
    after = _logged(match, "action", words.DEALT)
    for text in dict.fromkeys(game.event_text(event, match.names) for event in happened):
        after = _logged(after, "event", text)
    return replace(after, state=state, applied=(*match.applied, made), happened=tuple(happened))


def _undone(match: Match, entry: Entry) -> Match:
    """Take back the steps that the entry names, which must be the newest in force."""
    sequences = tuple(entry.content["undone"])
    kept = len(match.applied) - len(sequences)
    taken = match.applied[kept:] if kept >= 0 else ()
    if not sequences or tuple(step.sequence for step in taken) != sequences:
        raise ValueError("it takes back steps that are not the newest")
    lines = tuple(
        replace(line, undone=True) if _belongs(line, sequences) else line for line in match.lines
    )
    texts = [
        line.text
        for line in match.lines
        if line.entry in sequences and line.kind in ("action", "roll")
    ]
    back = replace(
        match,
        state=taken[0].before,
        applied=match.applied[:kept],
        lines=lines,
        info=replace(match.info, ended=None, winners=()),
    )
    return _logged(back, "undo", words.undone_text(texts)) if entry.kind is EntryKind.UNDO else back


def _belongs(line: LogLine, sequences: tuple[int, ...]) -> bool:
    """Whether undoing those entries strikes the line out: theirs, and the end that followed."""
    return line.entry in sequences or (line.kind == "end" and line.entry > sequences[0])


def _corrected(match: Match, entry: Entry) -> Match:
    was = [(kind, value) for kind, value in entry.content["was"]]
    now = match.game.load_action(entry.content["action"])
    back = _undone(match, entry)
    noted = _logged(back, "correction", words.corrected_text(was, pairs_of(now)))
    return _applied(noted, entry, entry.content["action"])


def _question(match: Match, entry: Entry) -> Question:
    """The doubt put to people. Where a cocked die is rolled again nothing is suggested for it."""
    content, game = entry.content, match.game
    again = content["code"] == "cocked" and (
        isinstance(game, RulesOnCockedDice) and game.cocked_die(match.setup) is CockedDie.ROLL_AGAIN
    )
    dice = seen_dice(entry.reading)
    expected = DiceSpec.of(content["expected"])
    return Question(
        id=entry.sequence,
        code=content["code"],
        text=words.COCKED_AGAIN
        if again
        else words.question_text(content["code"], expected, len(dice)),
        expected=expected,
        dice=dice,
        trouble=seen_trouble(entry.reading),
        suggestions=tuple(
            Suggestion(tuple((kind, value) for kind, value in s["dice"]), s["confidence"])
            for s in content["suggestions"]
            if not again
        ),
        evidence=entry.evidence,
    )


def _label(match: Match, seat: Seat, action: Any, entry: Entry) -> str:
    name = match.names[seat] if 0 <= seat < len(match.names) else "Somebody"
    if isinstance(action, Rolled):
        return words.rolled_text(name, pairs_of(action), entry.kind is EntryKind.ANSWER)
    if isinstance(match.game, HidesChoices) and match.game.is_hidden(action):
        return f"{name}: a hidden choice."
    return f"{name}: {match.game.action_text(match.state, action)}"


def _logged(match: Match, kind: str, text: str) -> Match:
    entry = match.last
    line = LogLine(
        entry.sequence, kind, _seat(entry), text, entry.source, entry.at, evidence=entry.evidence
    )
    return replace(match, lines=(*match.lines, line))


def _seat(entry: Entry) -> Seat | None:
    return None if entry.seat is None else Seat(entry.seat)


def _plain(value: OptionValue) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _option(value: Any) -> OptionValue:
    return tuple(value) if isinstance(value, list) else value
