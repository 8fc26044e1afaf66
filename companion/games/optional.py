"""What a game may offer beyond the protocol.

Knows the shapes of these offers. Refuses to know any game, and to need one of them: each
reader of an offer must do without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from companion.games.protocol import Seat, Setup


@dataclass(frozen=True, slots=True)
class Forms:
    """The classes that documents and schemas of a game are made from.

    ``action`` and ``event``: a dataclass or a closed union of them, as ``Codec`` takes.
    ``position``: the dataclass whose fields ``dump_state`` writes beside ``version``.
    ``prompts``: what every code of prompt asks for. ``refusals``: the sentence of every code
    of refusal, with ``{facts}`` in it. ``measured``: the observations that carry a measure,
    of which ``legal_actions`` holds examples only (``TakesMeasures``).
    """

    action: Any
    event: Any
    position: Any
    prompts: Mapping[str, str]
    refusals: Mapping[str, str]
    measured: tuple[type, ...] = ()


@runtime_checkable
class TellsForms(Protocol):
    """A game that says what its actions, events and positions are made of."""

    @property
    def forms(self) -> Forms:
        """The classes."""


@dataclass(frozen=True, slots=True)
class ChoiceOdds:
    """One exact figure about one choice.

    ``action`` is one of the legal actions, or None for the throw that is awaited now.
    ``of`` is a stable word for what the figure is about, such as ``success`` or ``fall``.
    ``chance`` is from 0 to 1; ``worth`` an average in the game's own unit, None where the
    figure is a chance. ``text`` says it in a plain sentence.
    """

    seat: Seat
    action: Any
    of: str
    chance: Fraction | None
    worth: Fraction | None
    text: str


@runtime_checkable
class TellsOdds(Protocol):
    """A game that knows the odds of its choices, exactly."""

    def choice_odds(self, state: Any) -> tuple[ChoiceOdds, ...]:
        """The figures of all choices now; empty where chance has no part in them."""


@runtime_checkable
class HidesChoices(Protocol):
    """A game with choices that only their own seat may see, before and after."""

    def is_hidden(self, action: Any) -> bool:
        """Whether nobody else may see that choice."""


@runtime_checkable
class TakesDeal(Protocol):
    """A game in which something is dealt: tiles, faces, cards.

    At a table people deal and enter what lies there; elsewhere a dealer outside the rules
    draws.
    """

    def undealt(self, state: Any) -> tuple[tuple[Seat, Any, int], ...]:
        """What can be drawn next: the seat and action that deal it, and how many are left.

        Empty when no deal is awaited. A dealer draws one, weighed by the numbers.
        """


class CockedDie(StrEnum):
    """What a table does with a die that leans on something."""

    ROLL_AGAIN = "roll_again"
    AS_IT_LIES = "as_it_lies"


@runtime_checkable
class RulesOnCockedDice(Protocol):
    """A game with a house rule for dice that do not lie flat; otherwise people are asked."""

    def cocked_die(self, setup: Setup) -> CockedDie:
        """The rule of a match with that set-up."""
