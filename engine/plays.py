"""What a hand may play: every combination in it, or every one that beats the table (rules §2, §3).

As `engine.combinations` has it, the suit cards of a set, sequence or stair lie in a block of
columns (suits) and rows (ranks), and wilds fill its holes. Strips of one suit are grown from low to
high, then set side by side, suit by suit. Neither step ever fills a hole that was there, so what
has more holes than the hand has wilds is dropped at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, combinations, product
from typing import Final, NamedTuple, TypeAlias

from engine.cards import HIGHEST, Card, Deck
from engine.combinations import BOMB_RANKS, Reading, block_readings, readings, top_rank


class Play(NamedTuple):
    """Cards that may be laid now, and their readings that may stand: all of them when leading,
    on a table those that beat it. Suit cards come first, then courts."""

    cards: tuple[Card, ...]
    readings: tuple[Reading, ...]


# Suit cards and the smallest block around them: how many columns wide it is, which rows they are
# in (a bit for each rank), how many they are, and which.
_Block: TypeAlias = tuple[int, int, int, tuple[Card, ...]]
_NO_CARDS: Final[_Block] = (0, 0, 0, ())
# The height of a block by its rows: how many there are from the lowest to the highest.
_HEIGHT: Final = [
    rows.bit_length() - (rows & -rows).bit_length() + 1 for rows in range(2 << HIGHEST)
]


def legal_plays(
    hand: Sequence[Card],
    deck: Deck,
    table: Sequence[Reading] | None = None,
    court_ranks: bool = True,
) -> tuple[Play, ...]:
    """Every play of the hand that may lead, or with `table` that beats one of its readings.

    Two plays are the same when they use the same cards: whatever they are read as, they leave the
    same hand, and the two copies of a card in Neeps are one and the same. So each choice of cards
    is there once, with all its readings that may stand. Passing is always possible and not listed.
    Empty when nothing beats the table. The order of the hand does not matter (rules §2, §3).
    """
    ordered = sorted(hand)
    suit_cards = [card for suit in deck.suits for card in ordered if card.suit == suit]
    courts = [card for card in ordered if not card.suit]
    wilds = [tuple(combinations(courts, count)) for count in range(len(courts) + 1)]
    widest, highest = deck.columns, top_rank(deck, court_ranks)

    @cache
    def meanings(size: int, width: int, low: int, high: int) -> tuple[Reading, ...]:
        return _standing(block_readings(size, width, low, high, widest, highest), table)

    distinct = dict.fromkeys(suit_cards)
    plays: list[Play] = []
    for width, rows, count, cards in _blocks(suit_cards, len(courts)):
        low, high = (rows & -rows).bit_length() - 1, rows.bit_length() - 1
        for added in range(width * _HEIGHT[rows] - count, len(wilds)):
            found = meanings(count + added, width, low, high)
            if found:
                plays += [Play(cards + some, found) for some in wilds[added]]
    bomb_cards = [[card for card in distinct if card.rank == rank] for rank in BOMB_RANKS]
    for cards in chain(*wilds[1:], product(*bomb_cards)):
        found = _standing(readings(cards, deck, court_ranks), table)
        if found:
            plays.append(Play(cards, found))
    return tuple(plays)


def _standing(found: tuple[Reading, ...], table: Sequence[Reading] | None) -> tuple[Reading, ...]:
    if table is None:
        return found
    return tuple(mine for mine in found if any(mine.beats(theirs) for theirs in table))


def _blocks(suit_cards: Iterable[Card], wilds: int) -> list[_Block]:
    """Every choice of suit cards whose block has no more holes than there are wilds."""
    suits: dict[str, list[_Block]] = {}
    for card, held in Counter(suit_cards).items():
        strips = suits.setdefault(card.suit, [])
        strips += [
            (wide, tall, count + copies, cards + (card,) * copies)
            for width, rows, count, cards in (*strips, _NO_CARDS)
            for copies in range(1, held + 1)
            if (wide := max(width, copies)) * _HEIGHT[tall := rows | 1 << card.rank]
            <= count + copies + wilds
        ]
    blocks: list[_Block] = []
    for strips in suits.values():
        blocks += [
            (width + wide, rows | tall, count + more, cards + added)
            for width, rows, count, cards in (*blocks, _NO_CARDS)
            for wide, tall, more, added in strips
            if (width + wide) * _HEIGHT[rows | tall] <= count + more + wilds
        ]
    return blocks
