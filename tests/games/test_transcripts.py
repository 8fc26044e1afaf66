"""Recorded matches still give the recorded states."""

from __future__ import annotations

import json

import pytest

from companion.games.registry import GAMES
from tests.games.transcripts.recording import MATCHES, Differs, file_of, recorded, replay

EVERY_MATCH = pytest.mark.parametrize("name", MATCHES)


@EVERY_MATCH
def test_a_recorded_match_gives_the_recorded_digests(name: str) -> None:
    text = file_of(name).read_text(encoding="utf-8")
    assert len(text.splitlines()) > 15
    state = replay(GAMES[name], text)
    assert GAMES[name].standings(state).over


@EVERY_MATCH
def test_the_recording_can_be_made_again(name: str) -> None:
    assert recorded(GAMES[name], MATCHES[name]) == file_of(name).read_text(encoding="utf-8")


@EVERY_MATCH
def test_a_changed_digest_is_noticed(name: str) -> None:
    lines = file_of(name).read_text(encoding="utf-8").splitlines()
    entry = json.loads(lines[5])
    entry["digest"] = entry["digest"][::-1]
    lines[5] = json.dumps(entry)
    with pytest.raises(Differs, match="line 6: another state"):
        replay(GAMES[name], "\n".join(lines))


@EVERY_MATCH
def test_a_changed_throw_is_noticed(name: str) -> None:
    lines = file_of(name).read_text(encoding="utf-8").splitlines()
    number = next(i for i, line in enumerate(lines[1:], 1) if '"Rolled"' in line)
    entry = json.loads(lines[number])
    die = entry["action"]["dice"][0]
    die["value"] = die["value"] % 4 + 1
    lines[number] = json.dumps(entry)
    with pytest.raises(Differs):
        replay(GAMES[name], "\n".join(lines))


@EVERY_MATCH
def test_another_version_of_the_rules_is_noticed(name: str) -> None:
    first, rest = file_of(name).read_text(encoding="utf-8").split("\n", 1)
    newer = json.dumps({**json.loads(first), "rules": 99})
    with pytest.raises(Differs, match="version"):
        replay(GAMES[name], f"{newer}\n{rest}")
