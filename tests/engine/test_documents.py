"""docs/engine.md and docs/engine.schema.json are made from the types, and true."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion.engine import examples
from companion.engine.document import document
from companion.engine.schema import schema, values_in
from companion.games.optional import TellsForms
from companion.games.registry import GAMES
from tests.engine.talking import Talk

DOCS = Path(__file__).resolve().parents[2] / "docs"
EVERY_GAME = pytest.mark.parametrize("game", GAMES)
WHOLE = schema(GAMES)


def part(name: str) -> Draft202012Validator:
    """A validator for one of the definitions."""
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": WHOLE["$defs"]})


def test_the_document_is_the_one_that_the_program_makes() -> None:
    """Else: companion engine --document --no-plugins > docs/engine.md."""
    assert (DOCS / "engine.md").read_text(encoding="utf-8") == document(GAMES)


def test_the_schema_is_the_one_that_the_program_makes() -> None:
    """Else: companion engine --schema --no-plugins > docs/engine.schema.json."""
    kept = json.loads((DOCS / "engine.schema.json").read_text(encoding="utf-8"))
    assert kept == WHOLE


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(WHOLE)


@EVERY_GAME
def test_every_game_describes_itself(game: str) -> None:
    assert isinstance(GAMES[game], TellsForms)
    forms = GAMES[game].forms  # type: ignore[attr-defined]
    text = document({game: GAMES[game]})
    for code in (*forms.prompts, *forms.refusals):
        assert f"| `{code}` |" in text
    names = [kind.__name__ for kind in values_in(forms.position)]
    assert len(set(names)) == len(names), "two classes of one name would share a definition"


@EVERY_GAME
def test_a_real_conversation_fits_the_schema(game: str) -> None:
    talk, chance = Talk(), Random(4)
    talk.begin(game)
    prompts = set()
    for reply in talk.play(chance, 18):
        prompts.add(reply["prompt"]["code"])
        if chance.random() < 0.2:
            talk.done(id=1, dump={})
            talk.done(view={"seat": None})
            talk.done(odds={})
            talk.ask(act={"seat": 0, "action": {"type": "Fly"}})
    talk.done(load={"dump": talk.done(dump={})["dump"]})
    replies, requests = part("reply"), part("request")
    for request, reply in zip(talk.requests, talk.replies, strict=True):
        if "actions" in reply:  # each is sent as an act anyhow: checking some is enough
            reply = {**reply, "actions": reply["actions"][:4]}
        assert replies.is_valid(reply), reply
        assert requests.is_valid(request) == reply["ok"], request
    assert prompts <= set(GAMES[game].forms.prompts)  # type: ignore[attr-defined]


@EVERY_GAME
def test_the_schema_finds_a_damaged_state(game: str) -> None:
    talk = Talk()
    talk.begin(game)
    dump = talk.done(dump={})["dump"]
    states = part(f"{game}.state")
    assert states.is_valid(dump["state"])
    for key in dump["state"]:
        assert not states.is_valid({k: v for k, v in dump["state"].items() if k != key}), key
    assert not states.is_valid({**dump["state"], "extra": 1})


@EVERY_GAME
def test_the_position_written_by_hand_is_loaded(game: str) -> None:
    """It holds no more than what is needed, and fits the schema."""
    written: Any = examples.position(game)
    assert written is not None, f"write companion/engine/positions/{game}.json"
    assert part("dump").is_valid(written)
    talk = Talk()
    talk.done(load={"dump": written})
    dumped = talk.done(dump={})["dump"]
    assert dumped["state"] == written["state"]
    assert talk.done(legal={})["actions"]


@EVERY_GAME
def test_a_position_written_by_hand_with_a_fault_is_corrupt(game: str) -> None:
    written: Any = examples.position(game)
    talk = Talk()
    for broken in (
        {**written, "state": {**written["state"], "version": 99}},
        {**written, "players": ["Ann"] * 3},
        {**written, "rules_version": 99},
        {**written, "board_digest": "0"},
        {**written, "options": {"no_such": 1}},
        {**written, "format": True},
        {**written, "extra": 1},
        {key: value for key, value in written.items() if key != "state"},
    ):
        assert talk.code(load={"dump": broken}) == "corrupt"
    assert talk.code(load={"dump": {**written, "game": "chess"}}) == "unknown_game"
