"""A written conversation comes out the same again, byte for byte."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest

from companion.boards.loading import PackagedBoards
from companion.cli import main as cli
from companion.cli.engine import serve
from companion.engine.lines import written
from companion.engine.session import Session
from companion.games.registry import GAMES
from tests.engine.talking import Talk

FOLDER = Path(__file__).with_name("transcripts")
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def recorded(game: str) -> bytes:
    """A conversation with a bad line in it."""
    talk = Talk()
    talk.begin(game, seed=3)
    for _ in talk.play(Random(9), 12):
        talk.ask(odds={})
    talk.ask(dump={})
    asked = [each for each in talk.requests if "legal" not in each]
    requests = b'not json\n{"legal":{"expand":3}}\n' + b"".join(map(written, asked))
    record = io.BytesIO()
    serve(io.BytesIO(requests), io.BytesIO(), Session(GAMES, PackagedBoards()).answer, record)
    return record.getvalue()


@EVERY_GAME
def test_what_is_recorded_replays_byte_for_byte(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "talk.txt"
    file.write_bytes(recorded(game))
    assert cli.main(["engine", "--no-plugins", "--replay", str(file)]) == 0
    assert "are the same" in capsys.readouterr().out
    assert recorded(game) == file.read_bytes()


@pytest.mark.parametrize("name", sorted(file.name for file in FOLDER.glob("*.txt")))
def test_the_kept_conversations_still_come_out_the_same(name: str) -> None:
    """Changed on purpose? Write them anew: python -m tests.engine.transcripts."""
    assert cli.main(["engine", "--no-plugins", "--replay", str(FOLDER / name)]) == 0


def test_one_other_byte_in_a_reply_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = recorded("high_risk").splitlines(keepends=True)
    assert b'"version":' in lines[5]
    lines[5] = lines[5].replace(b'"version":', b'"version": ')
    file = tmp_path / "talk.txt"
    file.write_bytes(b"".join(lines))
    assert cli.main(["engine", "--no-plugins", "--replay", str(file)]) == 1
    assert "line 6" in capsys.readouterr().out


@pytest.mark.parametrize(
    "content", [b"< {}\n", b'> {"dump":{}}\n> {"dump":{}}\n', b'> {"dump":{}}\n', b"hello\n"]
)
def test_what_is_no_transcript_is_said(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "talk.txt"
    file.write_bytes(content)
    assert cli.main(["engine", "--no-plugins", "--replay", str(file)]) == 2
    assert "cannot be replayed" in capsys.readouterr().err


@pytest.mark.parametrize("what", ["--record", "--replay"])
def test_a_transcript_that_cannot_be_opened_is_one_line_and_status_2(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in (tmp_path, tmp_path / "none" / "talk.txt"):
        assert cli.main(["engine", "--no-plugins", what, str(file)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_recording_writes_what_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    asked = tmp_path / "asked"
    asked.write_bytes(b'{"new":{"game":"free_roll","players":["Ann"]}}\n{"odds":{}}\n')
    with asked.open("r", encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert cli.main(["engine", "--no-plugins", "--record", str(tmp_path / "t.txt")]) == 0
    lines = (tmp_path / "t.txt").read_bytes().splitlines()
    assert [line[:2] for line in lines] == [b"> ", b"< "] * 2
    replies = capfdbinary.readouterr().out.splitlines()
    assert replies == [line[2:] for line in lines[1::2]]
