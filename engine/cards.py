"""Cards and decks of the Haggis family: what they are, how they are written and read (rules §1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.problems import Problem, Weight

SUITS: Final = "rygbo"  # red, yellow, green, blue, orange
LOWEST: Final = 2
HIGHEST: Final = 10  # of a suit card
_COURT_NAMES: Final = {11: "J", 12: "Q", 13: "K"}


def rank_name(rank: int) -> str:
    """The rank as it is printed: 7 is `7`, 11 is `J`, 12 is `Q`, 13 is `K`."""
    return _COURT_NAMES.get(rank) or str(rank)


class Card(NamedTuple):
    """A suit card, or a court (J, Q, K: ranks 11, 12, 13), which has no suit.

    A card prints as it is typed: `7g`, `10r`, `J`; `parse_cards` reads it back.
    """

    rank: int
    suit: str = ""

    def __str__(self) -> str:
        return rank_name(self.rank) + self.suit


COURTS: Final = tuple(Card(rank) for rank in _COURT_NAMES)


@dataclass(frozen=True, slots=True)
class Deck:
    """What a game is played with: `copies` of each rank 2-10 in each of its suits, and `courts`
    sets of J, Q and K, one set a player."""

    suits: tuple[str, ...]
    copies: int
    courts: int

    @property
    def columns(self) -> int:
        """How many cards of one rank there are, courts aside: the widest a stair can be."""
        return len(self.suits) * self.copies

    @property
    def top(self) -> int:
        """The highest rank in the deck: the king's where there are courts."""
        return COURTS[-1].rank if self.courts else HIGHEST

    def held(self, card: Card) -> int:
        """How many of this card one player can hold: of each court only their own, 0 if foreign."""
        if not card.suit:
            return 1 if self.courts else 0
        return self.copies if card.suit in self.suits else 0

    def suit_cards(self) -> tuple[Card, ...]:
        """The cards that are dealt, every copy, suit by suit and low to high."""
        return tuple(
            Card(rank, suit)
            for suit in self.suits
            for rank in range(LOWEST, HIGHEST + 1)
            for _ in range(self.copies)
        )


HAGGIS_FOR_TWO: Final = Deck(suits=("r", "y", "g", "b"), copies=1, courts=2)
HAGGIS_FOR_THREE: Final = Deck(suits=("r", "y", "g", "b", "o"), copies=1, courts=3)
NEEPS: Final = Deck(suits=("r", "y", "g", "b"), copies=2, courts=4)

_BY_NAME: Final = {str(card): card for card in (*COURTS, *Deck(tuple(SUITS), 1, 1).suit_cards())}


def parse_cards(
    names: Sequence[object], deck: Deck, at: str = "/cards"
) -> tuple[tuple[Card, ...], tuple[Problem, ...]]:
    """The cards written (`["7g", "10r", "J"]`), in that order, and what is wrong with them.

    The cards are one player's: a selection, a hand, or one play on the table. Each card refused
    is left out and named by a problem at its place (`/cards/1`, rules §1):

    - `not_a_card` {card}: nothing is written so;
    - `not_in_deck` {card, suits}: this game has no such card;
    - `too_many_copies` {card, copies}: the deck has fewer, or it is a second court of one player.
    """
    cards: list[Card] = []
    problems: list[Problem] = []
    for place, name in enumerate(names):
        where = f"{at}/{place}"
        card = _BY_NAME.get(name) if isinstance(name, str) else None
        if card is None:
            problems.append(
                Problem(where, "not_a_card", {"card": str(name)[:40]}, Weight.MALFORMED)
            )
        elif not deck.held(card):
            problems.append(Problem(where, "not_in_deck", {"card": name, "suits": deck.suits}))
        elif cards.count(card) == deck.held(card):
            copies = deck.held(card)
            problems.append(Problem(where, "too_many_copies", {"card": name, "copies": copies}))
        else:
            cards.append(card)
    return tuple(cards), tuple(problems)
