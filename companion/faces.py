"""Cards as they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion import card_words
from engine.cards import Card, rank_name


@dataclass(frozen=True)
class Face:
    """A card as it is drawn: its rank, the suit's class, its sign in an ordinary pack, its name."""

    rank: str
    style: str
    sign: str = ""
    suit: str = ""


def face(card: Card, pack: bool = False) -> Face:
    """A card as it is seen by its colours, or with suits as in an ordinary pack."""
    rank = rank_name(card.rank)
    if not card.suit:
        return Face(rank, "court")
    name = card_words.suit(card.suit, pack)
    if not pack:
        return Face(rank, card.suit, suit=name)
    style = {"r": "r", "y": "r", "o": "o"}.get(card.suit, "")
    return Face(rank, style, card_words.SIGNS[card.suit], name)


def faces(cards: Sequence[Card], pack: bool = False) -> tuple[Face, ...]:
    """Cards in their order."""
    return tuple(face(card, pack) for card in cards)
