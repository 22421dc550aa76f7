"""Slow and obvious answers to what `engine.combinations` and `engine.plays` answer fast (rules §2).

Everything here is done by laying cards out: a combination is written down as the very cards it
stands for, and each wild is tried at each place that is left open.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, permutations

from engine.cards import COURTS, Card, Deck
from engine.combinations import Kind, Reading

Cards = tuple[Card, ...]
Found = dict[Cards, set[Reading]]

COURT_BOMBS = {(11, 12): 2, (11, 13): 3, (12, 13): 4, (11, 12, 13): 5}


@cache
def layouts(deck: Deck, court_ranks: bool) -> dict[int, list[tuple[Reading, Cards]]]:
    """Every sequence and stair there is, with the cards it stands for, by how many these are."""
    suits_twice = [suit for suit in deck.suits for _ in range(deck.copies)]
    found: dict[int, list[tuple[Reading, Cards]]] = defaultdict(list)
    for width in range(1, len(suits_twice) + 1):
        for suits in sorted(set(combinations(suits_twice, width))):
            for low in range(2, 14):
                for high in range(low + 1, 14 if court_ranks else 11):
                    length = high - low + 1
                    if width == 1 and length < 3:
                        continue
                    kind = Kind.SEQUENCE if width == 1 else Kind.STAIR
                    shape = (length,) if width == 1 else (width, length)
                    cards = tuple(Card(r, suit) for suit in suits for r in range(low, high + 1))
                    found[len(cards)].append((Reading(kind, shape, high), cards))
    return found


def wilds_can_be(wilds: Sequence[Card], places: Sequence[Card]) -> bool:
    """Whether each wild can stand at a place of its own, up to its printed rank."""
    return len(wilds) == len(places) and any(
        all(place.rank <= wild.rank for place, wild in zip(order, wilds, strict=True))
        for order in permutations(places)
    )


def read_slowly(cards: Iterable[Card], deck: Deck, court_ranks: bool = True) -> set[Reading]:
    """Every reading of these cards, by trying every layout."""
    cards = list(cards)
    suit_cards = Counter(card for card in cards if card.suit)
    courts = [card for card in cards if not card.suit]
    ranks = sorted(card.rank for card in cards)
    found: set[Reading] = set()
    if not suit_cards:
        if len(courts) == 1:
            found.add(Reading(Kind.SET, (1,), ranks[0]))
        elif tuple(ranks) in COURT_BOMBS:
            found.add(Reading(Kind.BOMB, (), COURT_BOMBS[tuple(ranks)]))
        return found
    if ranks == [3, 5, 7, 9]:
        suits = len({card.suit for card in cards})
        if suits in (1, 4):
            found.add(Reading(Kind.BOMB, (), 6 if suits == 1 else 1))
    for rank in range(2, 11):
        if all(card.rank == rank for card in suit_cards):
            found.add(Reading(Kind.SET, (len(cards),), rank))
    for reading, laid in layouts(deck, court_ranks)[len(cards)]:
        places = Counter(laid)
        if suit_cards <= places and wilds_can_be(courts, [*(places - suit_cards).elements()]):
            found.add(reading)
    return found


def all_there_is(deck: Deck, court_ranks: bool = True) -> set[Reading]:
    """Every reading that one player's cards of this deck could have."""
    found = {Reading(Kind.SET, (1,), rank) for rank in range(2, 14)}
    found |= {Reading(Kind.BOMB, (), strength) for strength in range(1, 7)}
    for rank in range(2, 11):
        most = len(deck.suits) * deck.copies + len(COURTS)
        found |= {Reading(Kind.SET, (size,), rank) for size in range(2, most + 1)}
    for reading, laid in chain.from_iterable(layouts(deck, court_ranks).values()):
        above = [card for card in laid if card.rank > 10]
        courts = combinations(COURTS, len(above))
        if len(above) < len(laid) and any(wilds_can_be(wilds, above) for wilds in courts):
            found.add(reading)
    return found


def written(cards: Iterable[Card]) -> Cards:
    """The cards in an order of their own, so that the same cards are the same key."""
    return tuple(sorted(cards))


def choices(hand: Iterable[Card]) -> set[Cards]:
    """Every choice of one card or more from a hand, copies being alike."""
    return set(subsets(written(hand))) - {()}


def play_by_meaning(hand: Sequence[Card], deck: Deck, court_ranks: bool = True) -> Found:
    """Every play of a hand with its readings, found by going through all there is to mean.

    For each thing the cards could stand for, take of it what the hand has, leave out up to three
    of these, and let courts stand at the open places. Fit for a full hand.
    """
    found: Found = defaultdict(set)
    held = Counter(card for card in hand if card.suit)
    courts = [card for card in hand if not card.suit]

    def add(reading: Reading, suit_cards: Iterable[Card], wilds: Iterable[Card] = ()) -> None:
        found[written((*suit_cards, *wilds))].add(reading)

    for reading, laid in chain.from_iterable(layouts(deck, court_ranks).values()):
        mine, open_places = parted(laid, held)
        for more in range(len(courts) - len(open_places) + 1):
            for left_out in set(combinations(mine, more)):
                kept = [*(Counter(mine) - Counter(left_out)).elements()]
                places = [*open_places, *left_out]
                for wilds in combinations(courts, len(places)):
                    if kept and wilds_can_be(wilds, places):
                        add(reading, kept, wilds)
    for rank in range(2, 11):
        of_rank = [card for card in held.elements() if card.rank == rank]
        for suit_cards in choices(of_rank):
            for wilds in subsets(courts):
                add(Reading(Kind.SET, (len(suit_cards) + len(wilds),), rank), suit_cards, wilds)
    for some in subsets(courts):
        for reading in read_slowly(some, deck) if some else ():
            add(reading, some)
    for suits in (*permutations(deck.suits, 4), *((suit,) * 4 for suit in deck.suits)):
        four = [Card(rank, suit) for rank, suit in zip((3, 5, 7, 9), suits, strict=True)]
        if all(held[card] for card in four):
            add(Reading(Kind.BOMB, (), 6 if len(set(suits)) == 1 else 1), four)
    return found


def parted(laid: Cards, held: Counter[Card]) -> tuple[list[Card], list[Card]]:
    """The cards of a layout that a hand has, and the places it has not."""
    mine = Counter(laid) & held
    return [*mine.elements()], [*(Counter(laid) - mine).elements()]


def subsets(cards: Sequence[Card]) -> Iterator[Cards]:
    return chain.from_iterable(combinations(cards, size) for size in range(len(cards) + 1))
