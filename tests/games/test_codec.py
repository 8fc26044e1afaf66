"""Values to JSON and back, strictly."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pytest

from companion.errors import CorruptState
from companion.games.codec import Codec
from companion.games.digest import canonical_json
from companion.games.protocol import Seat


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Stone:
    colour: Colour
    weight_g: int | None


@dataclass(frozen=True, slots=True)
class Throw:
    seat: Seat
    stones: tuple[Stone, ...]
    place: tuple[int, str]
    far: bool


@dataclass(frozen=True, slots=True)
class Wait:
    pass


@dataclass(frozen=True, slots=True)
class Say:
    what: Throw | Wait | int | str


@dataclass(frozen=True, slots=True)
class Foreign:
    pass


MOVES: Codec[Throw | Wait | Say] = Codec(Throw | Wait | Say)
THROW = Throw(Seat(1), (Stone(Colour.RED, 3), Stone(Colour.BLUE, None)), (4, "x"), True)
PLAIN: dict[str, Any] = {
    "type": "Throw",
    "seat": 1,
    "stones": [{"colour": "red", "weight_g": 3}, {"colour": "blue", "weight_g": None}],
    "place": [4, "x"],
    "far": True,
}


@pytest.mark.parametrize(
    "value", [THROW, Wait(), Say(THROW), Say(Wait()), Say(3), Say("Wait"), Say("")]
)
def test_every_value_survives(value: Throw | Wait | Say) -> None:
    assert MOVES.load(MOVES.dump(value)) == value
    assert MOVES.holds(value)


def test_a_dump_is_plain_and_names_the_class() -> None:
    assert MOVES.dump(THROW) == PLAIN
    assert MOVES.dump(Say(Wait())) == {"type": "Say", "what": {"type": "Wait"}}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("type", "Catch"),
        ("type", None),
        ("type", ["Throw"]),
        ("seat", True),
        ("seat", 1.0),
        ("seat", "1"),
        ("seat", 2**60),
        ("far", 1),
        ("far", None),
        ("stones", {}),
        ("stones", ()),
        ("stones", [{"colour": "green", "weight_g": 3}]),
        ("stones", [{"colour": "red"}]),
        ("stones", [{"colour": "red", "weight_g": False}]),
        ("stones", [{"colour": "red", "weight_g": 1, "extra": 1}]),
        ("stones", [["red", 3]]),
        ("place", [4]),
        ("place", [4, "x", "y"]),
        ("place", ["x", 4]),
        ("place", [4, "x" * 10_001]),
        ("extra", 1),
    ],
)
def test_one_wrong_field_is_corrupt(field: str, value: Any) -> None:
    with pytest.raises(CorruptState):
        MOVES.load({**PLAIN, field: value})


@pytest.mark.parametrize("field", PLAIN)
def test_one_missing_field_is_corrupt(field: str) -> None:
    with pytest.raises(CorruptState, match="type" if field == "type" else field):
        MOVES.load({key: value for key, value in PLAIN.items() if key != field})


@pytest.mark.parametrize("what", [None, True, 1.5, [], {}, {"type": "Foreign"}])
def test_a_union_takes_its_members_only(what: Any) -> None:
    with pytest.raises(CorruptState):
        MOVES.load({"type": "Say", "what": what})


@pytest.mark.parametrize(
    "value",
    [None, 3, "Wait", Wait, Foreign(), Say(True), Say(1.5)],  # type: ignore[arg-type]
)
def test_foreign_and_ill_typed_values_are_not_held(value: Any) -> None:
    assert not MOVES.holds(value)


def test_a_foreign_value_cannot_be_dumped() -> None:
    with pytest.raises(TypeError, match="Foreign"):
        MOVES.dump(Foreign())  # type: ignore[arg-type]


def test_deep_and_endless_input_is_corrupt() -> None:
    deep: Any = []
    for _ in range(20_000):
        deep = [deep]
    with pytest.raises(CorruptState):
        MOVES.load({"type": "Say", "what": deep})
    with pytest.raises(CorruptState):
        MOVES.load({"type": "Wait", "n": 10**5000})


@pytest.mark.parametrize("kind", [int, float, Throw | int])
def test_only_dataclasses_make_a_codec(kind: Any) -> None:
    with pytest.raises(TypeError, match="dataclasses"):
        Codec(kind)


def test_json_has_one_form_only() -> None:
    assert canonical_json({"b": 1, "a": [True, None, "é"]}) == '{"a":[true,null,"\\u00e9"],"b":1}'
    with pytest.raises(ValueError, match="JSON"):
        canonical_json({"a": float("nan")})


@dataclass(frozen=True, slots=True)
class Mark:
    colour: Colour | None
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Muddle:
    what: Colour | str


@pytest.mark.parametrize("mark", [Mark(Colour.RED, None), Mark(None, Seat(2))])
def test_a_word_of_a_set_or_a_seat_may_be_left_open(mark: Mark) -> None:
    codec: Codec[Mark] = Codec(Mark)
    assert codec.load(codec.dump(mark)) == mark
    assert codec.holds(mark)
    assert not codec.holds(Mark("red", None))  # type: ignore[arg-type]
    with pytest.raises(CorruptState, match="colour"):
        codec.load({**codec.dump(mark), "colour": "green"})
    with pytest.raises(CorruptState, match="seat"):
        codec.load({**codec.dump(mark), "seat": "0"})


def test_a_union_that_cannot_be_told_apart_in_json_has_no_codec() -> None:
    with pytest.raises(TypeError, match="no codec"):
        Codec(Muddle)


@dataclass(frozen=True, slots=True)
class Trace:
    corners: tuple[tuple[int, int], ...] | None


@pytest.mark.parametrize("trace", [Trace(None), Trace(()), Trace(((1, 2), (3, 4)))])
def test_a_list_may_be_left_open(trace: Trace) -> None:
    codec: Codec[Trace] = Codec(Trace)
    assert codec.load(codec.dump(trace)) == trace
    assert codec.holds(trace)
    assert not codec.holds(Trace(((1, "2"),)))  # type: ignore[arg-type]
    with pytest.raises(CorruptState, match=r"corners.*a list or null"):
        codec.load({**codec.dump(trace), "corners": 3})
