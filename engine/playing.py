"""What a round that is being played answers, whatever the game (rules §3, §8)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeVar

from engine.problems import Problem

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Pass:
    """Playing nothing in a trick, or saying nothing in a bidding."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a seat took on itself, and whether it came true; `who` is "bettor", "shepherd" or
    "maker"."""

    who: str
    seat: int
    made: bool


class Playing(Protocol):
    """A round being played: an immutable state, from the deal to the facts.

    `turn` is the seat that acts next, None once the round is `over`. `facts` are what happened so
    far; those of a round that is over can be recorded as they are. Actions are small values; those
    that do not name a seat are made by the seat whose turn it is. `cards` are all there are, in
    hands, piles and wherever else, in no order.
    """

    @property
    def turn(self) -> int | None: ...

    @property
    def over(self) -> bool: ...

    @property
    def facts(self) -> Any: ...

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What was bet or bid by whom, and whether it was made; for a round that is over."""
        ...

    @property
    def cards(self) -> tuple[Any, ...]: ...

    def legal(self) -> tuple[Any, ...]:
        """Every action that may be done now."""
        ...

    def any_action(self, random: Random) -> Any:
        """A legal action at random, found without listing them all."""
        ...

    def act(self, action: Any) -> tuple[Playing, tuple[Problem, ...]]:
        """The round after the action, or the same round and why it may not be done."""
        ...


def without(hand: tuple[T, ...], cards: tuple[T, ...]) -> tuple[T, ...] | None:
    """The hand without these cards, one copy each; None when they are not all in it."""
    left = list(hand)
    for card in cards:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)
