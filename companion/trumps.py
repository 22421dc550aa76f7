"""The order of the cards in Haus Euchre and what its tricks score, worked out by the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from flask_babel import gettext

from companion import words
from companion.faces import Face
from engine.euchre_play import (
    DECK,
    ENOUGH,
    JOKER,
    JOKER_TRUMP,
    KITTY,
    NO_TRUMP,
    SUITS,
    TRICKS,
    Card,
    strength,
    suit_of,
)
from engine.game import Game
from engine.options import Rules


@dataclass(frozen=True)
class Trumps:
    """A game with trumps under the trump that was asked about; the first one if it is none."""

    game: Game
    rules: Rules
    asked: str
    choices: tuple[str, ...]

    @property
    def deck(self) -> int:
        return len(DECK)

    @property
    def kitty(self) -> int:
        return KITTY

    @property
    def tricks(self) -> int:
        return TRICKS

    @property
    def enough(self) -> int:
        """The tricks the maker's team must take."""
        return ENOUGH

    @property
    def trump(self) -> str:
        return self.asked if self.asked in self.choices else self.choices[0]

    @cached_property
    def suits(self) -> list[tuple[str, str, Face]]:
        """Every trump there can be: its code, its name, its sign."""
        return [(one, words.trump_name(one), _face(Card(0, one))) for one in self.choices]

    @cached_property
    def ladders(self) -> list[tuple[str, tuple[Face, ...], bool]]:
        """Every suit under this trump: its name, its cards from the top, whether it is trump."""
        suits = sorted(SUITS, key=lambda suit: suit != self.trump)
        return [(words.trump_name(suit), self._ladder(suit), suit == self.trump) for suit in suits]

    def _ladder(self, suit: str) -> tuple[Face, ...]:
        own = [card for card in DECK if suit_of(card, self.trump) == suit]
        own.sort(key=lambda card: strength(card, suit, self.trump), reverse=True)
        return tuple(_face(card) for card in own)

    @property
    def joker_apart(self) -> bool:
        """True where the joker belongs to no suit."""
        return self.trump == NO_TRUMP

    @cached_property
    def points(self) -> list[tuple[str, list[int | None]]]:
        """Tricks of the maker's team, and what it scores: with a partner, alone, after a joker.

        Below 0: points of the defenders. None: with fewer tricks, the maker's team lost.
        """
        ways = ({"maker": 0}, {"maker": 0, "alone": True}, {"maker": None, "joker_up": True})
        scored = [
            (mine, [self._points(way, mine) for way in ways]) for mine in range(TRICKS, -1, -1)
        ]
        rows = groupby(scored, key=lambda row: row[1])
        return [(_span([mine for mine, _ in same]), points) for points, same in rows]

    def _points(self, way: Mapping[str, object], mine: int) -> int | None:
        theirs = TRICKS - mine
        if way["maker"] is None and mine < theirs:
            return None
        document = {"trump": JOKER_TRUMP, "tricks": [mine, theirs], **way}
        facts, _ = self.game.review(document, self.rules)
        own, others = self.game.score(facts, self.rules).points
        return own - others


def _span(numbers: Sequence[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[-1]}–{numbers[0]}"


def _face(card: Card) -> Face:
    if card == JOKER:
        return Face(gettext("Joker"), "court joker")
    signs: dict[str, str] = dict(zip(SUITS, "♥♦♣♠", strict=True))
    sign = signs.get(card.suit, "")
    rank = str(card).removesuffix(card.suit[0])
    return Face(rank, "r" if sign in ("♥", "♦") else "", sign, words.trump_name(card.suit))
