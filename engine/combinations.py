"""What cards mean when they are laid together, and what beats what (rules §2).

One observation carries this file and `engine.plays`. Put suits side by side as columns and ranks
one above the other: a set is one row, a sequence one column, a stair a block of columns and rows,
and the holes in it are filled by wilds. So what a selection means follows from five numbers: how
many cards there are, how many columns its suit cards need, their lowest and highest rank, and how
many columns the deck has. Bombs are the exception: they are given cards and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import product
from typing import Final

from engine.cards import COURTS, HIGHEST, LOWEST, Card, Deck, rank_name


class Kind(StrEnum):
    """The kinds of combination; their names in order are the order readings are listed in."""

    BOMB = "bomb"
    SEQUENCE = "sequence"
    SET = "set"
    STAIR = "stair"


_SHAPE_NAMES: Final[Mapping[Kind, tuple[str, ...]]] = {
    Kind.BOMB: (),
    Kind.SEQUENCE: ("length",),
    Kind.SET: ("size",),
    Kind.STAIR: ("width", "length"),
}
_RANK_NAMES: Final[Mapping[Kind, str]] = {
    Kind.BOMB: "strength",
    Kind.SEQUENCE: "high",
    Kind.SET: "rank",
    Kind.STAIR: "high",
}


@dataclass(frozen=True, slots=True, order=True)
class Reading:
    """One way to read cards: a kind, the shape that must match, and the rank that is compared.

    The shape is (size) of a set, (length) of a sequence, (width, length) of a stair and empty for
    a bomb. The rank is a set's rank, the highest of a sequence or stair, a bomb's strength 1-6.
    """

    kind: Kind
    shape: tuple[int, ...]
    rank: int

    def beats(self, other: Reading) -> bool:
        """True when this, played on the other, beats it: same shape and higher, or a bomb."""
        if self.kind is not other.kind:
            return self.kind is Kind.BOMB
        return self.shape == other.shape and self.rank > other.rank

    def to_json(self) -> dict[str, str | int]:
        """The reading by its table words: `{"kind": "set", "size": 3, "rank": "7"}`."""
        rank = self.rank if self.kind is Kind.BOMB else rank_name(self.rank)
        shape = zip(_SHAPE_NAMES[self.kind], self.shape, strict=True)
        return {"kind": self.kind.value, **dict(shape), _RANK_NAMES[self.kind]: rank}


RAINBOW: Final = Reading(Kind.BOMB, (), 1)
FLUSH: Final = Reading(Kind.BOMB, (), 6)
BOMB_RANKS: Final = (3, 5, 7, 9)
_COURT_BOMBS: Final[Mapping[tuple[int, ...], Reading]] = {
    (11, 12): Reading(Kind.BOMB, (), 2),
    (11, 13): Reading(Kind.BOMB, (), 3),
    (12, 13): Reading(Kind.BOMB, (), 4),
    (11, 12, 13): Reading(Kind.BOMB, (), 5),
}


def readings(cards: Sequence[Card], deck: Deck, court_ranks: bool = True) -> tuple[Reading, ...]:
    """Every reading of one player's cards, in order; none when they are no combination.

    The cards are as `parse_cards` gives them. `court_ranks` is the option of that name: whether a
    wild may stand at J, Q or K in a sequence or stair. By kind (bomb, sequence, set, stair), then
    shape, then rank (rules §2).
    """
    suit_cards = [card for card in cards if card.suit]
    if not suit_cards:
        return _courts_alone(cards)
    size = len(cards)
    ranks = [card.rank for card in suit_cards]
    suits = {card.suit for card in suit_cards}
    if size == 4 and len(suits) in (1, 4) and sorted(ranks) == [*BOMB_RANKS]:
        return (FLUSH if len(suits) == 1 else RAINBOW,)
    all_differ = len(set(suit_cards)) == len(suit_cards)
    columns = len(suits) if all_differ else columns_of(suit_cards)
    low, high = min(ranks), max(ranks)
    return block_readings(size, columns, low, high, deck.columns, top_rank(deck, court_ranks))


def _courts_alone(courts: Sequence[Card]) -> tuple[Reading, ...]:
    """A court alone is a single of its own rank, two or three different ones are a bomb."""
    if len(courts) == 1:
        return (Reading(Kind.SET, (1,), courts[0].rank),)
    bomb = _COURT_BOMBS.get(tuple(sorted(card.rank for card in courts)))
    return (bomb,) if bomb else ()


def columns_of(suit_cards: Iterable[Card]) -> int:
    """How many columns suit cards need: one a suit, two for a suit with both copies of a card."""
    most: dict[str, int] = {}
    for card, copies in Counter(suit_cards).items():
        most[card.suit] = max(copies, most.get(card.suit, 0))
    return sum(most.values())


def top_rank(deck: Deck, court_ranks: bool) -> int:
    """The highest rank a sequence or stair may reach."""
    return deck.top if court_ranks else HIGHEST


@cache
def block_readings(
    size: int, columns: int, low: int, high: int, widest: int, top: int
) -> tuple[Reading, ...]:
    """Every set, sequence and stair of `size` cards whose suit cards need that many columns and
    reach from rank `low` to rank `high`; the other cards are wilds. A deck has `widest` columns,
    and ranks up to `top` may be used.

    It never has to ask which wilds these are. Above the 10 a wild is needed at every place, and
    J; J Q or J K or Q K; J Q K are always enough for the ranks 11; 11 and 12; 11, 12 and 13 of one
    column. Two or three columns reach rank 11 only, which each of the three may be.
    """
    sequences: list[Reading] = []
    stairs: list[Reading] = []
    for width in range(columns, widest + 1):
        length, over = divmod(size, width)
        if over or length < (3 if width == 1 else 2):
            continue
        least = max(high, LOWEST + length - 1)
        most = min(low + length - 1, top)
        for rank in range(least, most + 1):
            if width == 1:
                sequences.append(Reading(Kind.SEQUENCE, (length,), rank))
            else:
                stairs.append(Reading(Kind.STAIR, (width, length), rank))
    sets = [Reading(Kind.SET, (size,), low)] if low == high else []
    return (*sequences, *sets, *stairs)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a play beats the table, by which readings (play's, table's), and why or why not.

    `why` is a code, and `params` holds the two readings it speaks of as `play` and `table`:
    `higher`, `bomb` or `stronger_bomb` when it beats; else, the nearest miss first, `not_higher`,
    `not_stronger` (both are bombs), `different_shape`, `bomb_needed`, `different_kind`; without
    readings to compare `no_combination` or `no_combination_on_table`, and no params.
    """

    beats: bool
    pairs: tuple[tuple[Reading, Reading], ...]
    why: str
    params: Mapping[str, Reading]


WHY_CODES: Final = (
    "higher",
    "bomb",
    "stronger_bomb",
    "not_higher",
    "not_stronger",
    "different_shape",
    "bomb_needed",
    "different_kind",
    "no_combination",
    "no_combination_on_table",
)


def beats(play: Sequence[Reading], table: Sequence[Reading]) -> Verdict:
    """Whether cards with these readings beat cards with those: any reading may beat any (§2)."""
    if not play or not table:
        return Verdict(False, (), "no_combination_on_table" if play else "no_combination", {})
    compared = [(mine, theirs, _why(mine, theirs)) for mine, theirs in product(play, table)]
    pairs = tuple((mine, theirs) for mine, theirs, _ in compared if mine.beats(theirs))
    mine, theirs, why = min(
        compared, key=lambda pair: (WHY_CODES.index(pair[2]), pair[1].rank - pair[0].rank)
    )
    return Verdict(bool(pairs), pairs, why, {"play": mine, "table": theirs})


def _why(play: Reading, table: Reading) -> str:
    bombs = play.kind is Kind.BOMB, table.kind is Kind.BOMB
    if play.beats(table):
        return "higher" if not any(bombs) else "stronger_bomb" if all(bombs) else "bomb"
    if play.kind is not table.kind:
        return "bomb_needed" if table.kind is Kind.BOMB else "different_kind"
    if play.shape != table.shape:
        return "different_shape"
    return "not_stronger" if all(bombs) else "not_higher"


def least_beating(
    table: Sequence[Reading], deck: Deck, court_ranks: bool = True
) -> tuple[Reading, ...]:
    """The least that would beat the table: for each shape on it the next rank, and the least bomb.

    Empty for the strongest bomb, or when nothing is on the table. Hands are not looked at, only
    what one player of this deck could ever lay (rules §2).
    """
    next_up: dict[tuple[Kind, tuple[int, ...]], Reading] = {}
    for reading in sorted(table, reverse=True):
        if reading.kind is not Kind.BOMB:
            next_up[Kind.BOMB, ()] = RAINBOW
        if reading.rank < _ceiling(reading, deck, court_ranks):
            higher = Reading(reading.kind, reading.shape, reading.rank + 1)
            next_up[reading.kind, reading.shape] = higher
    return tuple(sorted(next_up.values()))


def _ceiling(reading: Reading, deck: Deck, court_ranks: bool) -> int:
    """The highest rank a combination of this kind and shape can have in the hand of one player."""
    if reading.kind is Kind.BOMB:
        return FLUSH.rank
    if reading.kind is Kind.SET:
        return deck.top if reading.shape == (1,) else HIGHEST
    *wide, length = reading.shape
    width = wide[0] if wide else 1
    # Every card above the 10 is one of three wilds, and one card at least is none.
    return min(top_rank(deck, court_ranks), HIGHEST + len(COURTS) // width, HIGHEST + length - 1)
