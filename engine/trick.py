"""A trick of the Haggis family: what lies there, who wins it, who captures it (rules §3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from engine.cards import Card
from engine.combinations import Kind, Reading

if TYPE_CHECKING:
    from engine.haggis import Haggis


@dataclass(frozen=True, slots=True)
class Laid:
    """A play in a trick: its cards, and those of their readings that beat what lay there."""

    seat: int
    cards: tuple[Card, ...]
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Trick:
    """The plays of a trick in order, and how many passed in succession since the last one."""

    plays: tuple[Laid, ...] = ()
    passes: int = 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the trick."""
        return tuple(chain.from_iterable(laid.cards for laid in self.plays))

    @property
    def standing(self) -> tuple[Reading, ...] | None:
        """The readings to be beaten; None before the lead."""
        return self.plays[-1].readings if self.plays else None

    @property
    def winner(self) -> int:
        """The seat that played last."""
        return self.plays[-1].seat

    @property
    def bombed(self) -> bool:
        """True when the last play is a bomb."""
        return any(reading.kind is Kind.BOMB for reading in self.plays[-1].readings)

    def passed_out(self, with_cards: tuple[int, ...]) -> bool:
        """True when every other seat that has cards has passed since the last play."""
        if not self.plays:
            return False
        return self.passes >= len(with_cards) - (self.winner in with_cards)

    def captors(self, game: Haggis, bombed_trick: str) -> tuple[int, ...]:
        """The sides that may capture the trick; of several, the winner names one.

        A bombed trick that must go to the second highest has none when the bomb was led; then it
        goes to an opponent, as in the base game (our choice).
        """
        if not self.bombed or bombed_trick == "keep":
            return (game.side(self.winner),)
        if bombed_trick == "second_highest" and len(self.plays) > 1:
            return (game.side(self.plays[-2].seat),)
        return tuple(side for side in range(game.sides) if side != game.side(self.winner))

    def leaders(
        self, game: Haggis, bombed_trick: str, with_cards: tuple[int, ...]
    ) -> tuple[int, ...]:
        """The seats that may lead next; of several, the winner names one.

        It is the winner or, when out, the next seat with cards; but where a bombed trick goes to
        the opposing team, whichever partners of the bomber's team have cards.
        """
        if self.bombed and bombed_trick == "opposing_team":
            team = game.seats_of(game.side(self.winner))
            return tuple(seat for seat in team if seat in with_cards)
        return (next_of(with_cards, self.winner, game.seats),)


NO_CARDS = Trick()


def next_of(seats: Iterable[int], at: int, of: int) -> int:
    """The first of the seats at a table `of` so many, clockwise from `at`, itself included."""
    return min(seats, key=lambda seat: (seat - at) % of)
