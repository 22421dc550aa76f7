"""Why cards are no combination, and what is missing, as values (rules §2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from engine.cards import SUITS, Card, Deck, rank_name
from engine.combinations import BOMB_RANKS, columns_of, readings
from engine.problems import Problem

_Shortfall: TypeAlias = tuple[str, Mapping[str, object]]
MISSING_CODES: Final = (
    "no_cards",
    "bomb_suits",
    "bomb_no_wild",
    "bomb_incomplete",
    "sequence_needs_three",
    "sequence_gap",
    "sequence_too_long",
    "sequence_copies",
    "sequence_suits_differ",
    "stair_suits_differ",
    "stair_incomplete",
    "wilds_left_over",
    "ranks_differ",
)


def missing(
    cards: Sequence[Card], deck: Deck, court_ranks: bool = True, at: str = "/cards"
) -> tuple[Problem, ...]:
    """What keeps cards from being a combination, the likeliest first; nothing when they are one.

    Each problem has one of `MISSING_CODES`; cards, suits and ranks in its params are as written:

    - `no_cards`;
    - `bomb_suits` {suits}: 3-5-7-9, but in two or three suits;
    - `bomb_no_wild`: a bomb of 3-5-7-9 but for its wilds;
    - `bomb_incomplete` {ranks}: three of 3-5-7-9 in one suit or three, and the rank it lacks;
    - `sequence_needs_three` {cards}: two consecutive cards of one suit;
    - `sequence_gap` {ranks, need}: one suit; the ranks between, and how many cards are needed;
    - `sequence_too_long` {length}: more places than there are ranks;
    - `sequence_copies` {cards}: a sequence but for both copies of these;
    - `sequence_suits_differ` {suits}: consecutive, but in several suits;
    - `stair_suits_differ` {width, suits}: a stair but for using more suits than it is wide;
    - `stair_incomplete` {cards, need}: a stair but for one or two of these cards;
    - `wilds_left_over` {wilds}: a stair, and wilds that fill no further row or column of it;
    - `ranks_differ` {ranks}: none of these; cards of several ranks are no set.
    """
    if readings(cards, deck, court_ranks):
        return ()
    if not cards:
        return (Problem(at, "no_cards"),)
    suit_cards = [card for card in cards if card.suit]
    found = [
        *_short_of_bomb(suit_cards, len(cards)),
        *_short_of_sequence(suit_cards, len(cards)),
        *_short_of_stair(suit_cards, len(cards)),
    ] or [("ranks_differ", {"ranks": _named({card.rank for card in suit_cards})})]
    return tuple(Problem(at, code, params) for code, params in found)


def _short_of_bomb(suit_cards: Sequence[Card], size: int) -> Iterator[_Shortfall]:
    ranks = {card.rank for card in suit_cards}
    suits = {card.suit for card in suit_cards}
    if not ranks.issubset(BOMB_RANKS) or len(ranks) < len(suit_cards):
        return
    if len(ranks) == 4 == size:
        yield "bomb_suits", {"suits": len(suits)}
    elif len(suits) in (1, len(ranks)):
        if size == 4:
            yield "bomb_no_wild", {}
        elif len(ranks) == 3 == size:
            yield "bomb_incomplete", {"ranks": _named(set(BOMB_RANKS) - ranks)}


def _short_of_sequence(suit_cards: Sequence[Card], size: int) -> Iterator[_Shortfall]:
    suits = _suits(suit_cards)
    ranks = {card.rank for card in suit_cards}
    places = range(min(ranks), max(ranks) + 1)
    twice = [card for card, copies in Counter(suit_cards).items() if copies > 1]
    if len(suits) > 1:
        if size > 2 and len(places) <= size and len(ranks) == len(suit_cards):
            yield "sequence_suits_differ", {"suits": suits}
    elif twice:
        if size - len(twice) >= max(3, len(places)):
            yield "sequence_copies", {"cards": _written(twice)}
    elif len(places) > size:
        between = set(places) - ranks
        yield "sequence_gap", {"ranks": _named(between), "need": len(places) - size}
    elif size == 2:
        yield "sequence_needs_three", {"cards": _written(suit_cards)}
    else:
        yield "sequence_too_long", {"length": size}


def _short_of_stair(suit_cards: Sequence[Card], size: int) -> Iterator[_Shortfall]:
    copies = Counter(suit_cards)
    ranks = Counter(card.rank for card in suit_cards)
    places = range(min(ranks), max(ranks) + 1)
    widest = max(ranks.values())
    columns = columns_of(suit_cards)
    if columns < 2 or len(places) < 2:
        return
    widths = (w for w in range(max(2, widest), columns) if size % w == 0)
    width = next((w for w in widths if size // w >= len(places)), 0)
    holes = [
        card
        for suit in _suits(suit_cards)
        for card in (Card(rank, suit) for rank in places)
        for _ in range(max(copies[Card(rank, suit)] for rank in places) - copies[card])
    ]
    need = len(holes) - (size - len(suit_cards))
    if width:
        yield "stair_suits_differ", {"width": width, "suits": _suits(suit_cards)}
    elif need < 0:
        yield "wilds_left_over", {"wilds": -need}
    elif need <= 2 and widest > 1:
        yield "stair_incomplete", {"cards": _written(holes), "need": need}


def _named(ranks: Iterable[int]) -> list[str]:
    return [rank_name(rank) for rank in sorted(ranks)]


def _written(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in sorted(cards, key=lambda c: (c.rank, SUITS.index(c.suit)))]


def _suits(suit_cards: Iterable[Card]) -> list[str]:
    return sorted({card.suit for card in suit_cards}, key=SUITS.index)
