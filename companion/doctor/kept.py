"""What belongs to the program and its owner: nets, boards, games, settings, copies.

Knows what each must be like to be used. Refuses to say a player's name: what is found may be
sent to strangers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.doctor.findings import Finding, fault, good, not_applicable, warning
from companion.errors import BoardError, JournalError
from companion.games.protocol import Game
from companion.table.journal_check import findings
from companion.table.ports import Boards

NETS, BOARDS, JOURNAL, SETTINGS, COPIES = "nets", "boards", "journal", "settings", "copies"
Games = Mapping[str, Game[Any, Any]]
STALE_DAYS = 30


def nets(folder: Path, digests: Mapping[str, str]) -> Finding:
    """Whether the nets that read dice are those that came with the program.

    ``digests`` holds the SHA-256 of each file in hexadecimal.
    """
    wrong = []
    for name, digest in digests.items():
        try:
            found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        except OSError as error:
            wrong.append(f"{name} cannot be read ({error.strerror})")
            continue
        if found != digest:
            wrong.append(f"{name} is not the one that came with this version")
    if wrong:
        return fault(
            NETS,
            f"{'; '.join(wrong)}. Dice may be read wrongly.",
            "Install Table Companion again. If the card spoilt the file, others may be spoilt too.",
        )
    return good(NETS, f"{', '.join(digests)} are as they came.")


def boards(games: Games, at_hand: Boards, own: Mapping[str, tuple[str, ...]]) -> Finding:
    """Whether every board at hand can be used; ``own`` are the owner's, by game."""
    count, faults = 0, []
    for name, game in games.items():
        for board in dict.fromkeys((*at_hand.names(name), *own.get(name, ()))):
            count += 1
            try:
                game.parse_board(at_hand.load(name, board), board)
            except BoardError as error:
                faults.append(f"{name}/{board}: {error.faults[0]}")
    if faults:
        return fault(
            BOARDS,
            f"{len(faults)} of {count} boards cannot be used. {' '.join(faults)}",
            "`companion boards validate FILE` names every fault of a file.",
        )
    mine = sum(len(names) for names in own.values())
    return good(BOARDS, f"{count} boards can be used, {mine} of them your own.")


def journal(path: Path, games: Games) -> Finding:
    """Whether the journal is as it was written; matches are named by number only."""
    try:
        if not path.is_file():
            return good(JOURNAL, "No game has been played yet.")
        found = list(findings(path, games))
    except JournalError as error:
        return fault(
            JOURNAL,
            f"The journal cannot be read: {str(error).rstrip('.')}.",
            "If only the service may read it: `sudo companion doctor`.",
        )
    damaged = [each.match for each in found if each.fault and each.match is not None]
    file_faults = [each.fault for each in found if each.fault and each.match is None]
    sound = sum(each.match is not None and each.fault is None for each in found)
    if not damaged and not file_faults:
        return good(JOURNAL, f"{sound} matches are as they were written.")
    parts = [*(str(each) for each in file_faults)]
    if damaged:
        parts.append(f"Damaged: match {', '.join(map(str, damaged))}; {sound} others are sound.")
    return fault(
        JOURNAL,
        " ".join(parts),
        "Nothing was deleted. `companion verify` says where; `companion restore FILE --replace` "
        "goes back to a copy and keeps what is there now.",
    )


def settings(problem: str | None, file: Path | None) -> Finding:
    """Whether the settings can be used; ``problem`` is the sentence that says why not."""
    if problem is not None:
        return fault(SETTINGS, problem, "The checks below took the defaults.")
    if file is None:
        return good(SETTINGS, "There is no settings file; the defaults are taken.")
    return good(SETTINGS, f"{file} can be used.")


def copies(
    newest: tuple[datetime, bool] | None, daily: bool, played: bool, now: datetime
) -> Finding:
    """How old the newest daily copy is and whether it is sound; None: there is none.

    ``played``: there is a journal to copy.
    """
    if not daily:
        return not_applicable(COPIES, "Daily copies are switched off.")
    if not played:
        return not_applicable(COPIES, "There is nothing to copy yet.")
    if newest is None:
        return warning(
            COPIES,
            "There is no daily copy yet.",
            "The service makes one soon after its start. `companion backup FILE` makes one now.",
        )
    at, sound = newest
    days = (now - at).days
    if not sound:
        return warning(
            COPIES,
            f"The newest copy is of a damaged journal ({at:%Y-%m-%d}).",
            "`companion verify` says what is damaged. The newest sound copy is kept as well.",
        )
    if days > STALE_DAYS:
        return warning(
            COPIES,
            f"The newest copy is {days} days old.",
            "Copies are made while the service runs and something was played. Is it running?",
        )
    return good(COPIES, f"The newest copy is of {at:%Y-%m-%d}.")
