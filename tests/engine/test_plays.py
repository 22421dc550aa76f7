"""What a hand may play: quick answers equal slow obvious ones, for every Haggis game (§2, §3)."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import COURTS, HAGGIS_FOR_THREE, HAGGIS_FOR_TWO, NEEPS, Card, parse_cards
from engine.combinations import Kind, Reading, beats, readings
from engine.plays import legal_plays
from tests.oracle import choices, play_by_meaning, written

DECKS = {"haggis-2": HAGGIS_FOR_TWO, "haggis-3": HAGGIS_FOR_THREE, "neeps": NEEPS}
DEALT = {"haggis-2": 14, "haggis-3": 14, "neeps": 18}
every_deck = pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
every_deal = pytest.mark.parametrize(
    ("deck", "dealt"), [(DECKS[game], DEALT[game]) for game in DECKS], ids=DECKS
)


def cards_of(text, deck=HAGGIS_FOR_TWO):
    cards, problems = parse_cards(text.split(), deck)
    assert problems == ()
    return cards


def plays_of(hand, deck, table=None, court_ranks=True):
    """The legal plays by their cards; a play listed twice is a fault."""
    plays = legal_plays(hand, deck, table, court_ranks)
    found = {written(play.cards): play.readings for play in plays}
    assert len(found) == len(plays)
    return found


def read_every_choice(hand, deck, table=None, court_ranks=True):
    """The legal plays by their cards, by reading every choice of cards there is."""
    found = {}
    for cards in choices(hand):
        mine = readings(cards, deck, court_ranks)
        if mine and table is not None:
            pairs = beats(mine, table).pairs
            mine = tuple(dict.fromkeys(one for one, _ in pairs))
        if mine:
            found[cards] = mine
    return found


def sampled(rnd, deck, size):
    return rnd.sample([*deck.suit_cards(), *COURTS], size)


# --- examples


def test_a_small_hand_leads_all_it_can():
    plays = plays_of(cards_of("7r 7g J"), HAGGIS_FOR_TWO)
    assert {" ".join(map(str, cards)) for cards in plays} == {
        "7r",
        "7g",
        "J",
        "7g 7r",
        "7r J",
        "7g J",
        "7g 7r J",
    }


def test_on_a_table_only_what_beats_it_may_be_played():
    table = readings(cards_of("8r 8g"), HAGGIS_FOR_TWO)
    plays = plays_of(cards_of("7r 9g 10b J Q"), HAGGIS_FOR_TWO, table)
    assert {" ".join(map(str, cards)) for cards in plays} == {
        "9g J",
        "9g Q",
        "10b J",
        "10b Q",
        "J Q",
    }


def test_on_a_table_only_the_readings_that_beat_it_stand():
    table = (Reading(Kind.SEQUENCE, (3,), 5),)
    plays = plays_of(cards_of("4r J Q"), HAGGIS_FOR_TWO, table)
    assert plays[written(cards_of("4r J Q"))] == (Reading(Kind.SEQUENCE, (3,), 6),)


def test_only_the_flush_beats_the_three_courts():
    table = (Reading(Kind.BOMB, (), 5),)
    hand = cards_of("3r 5r 7r 9r 9g 10g 3g 5b 7y J Q K")
    assert list(plays_of(hand, HAGGIS_FOR_TWO, table)) == [written(cards_of("3r 5r 7r 9r"))]


def test_nothing_beats_the_flush():
    assert legal_plays(cards_of("10r J Q K"), HAGGIS_FOR_TWO, [Reading(Kind.BOMB, (), 6)]) == ()


def test_copies_in_neeps_are_one_and_the_same():
    assert len(legal_plays(cards_of("7r 7r", NEEPS), NEEPS)) == 2


def test_an_empty_hand_plays_nothing():
    assert legal_plays((), HAGGIS_FOR_TWO) == ()


# --- against slow oracles


@every_deck
@pytest.mark.parametrize("court_ranks", [True, False])
def test_small_hands_lead_every_choice_that_reads(deck, court_ranks):
    rnd = random.Random(1)
    for _ in range(400):
        hand = sampled(rnd, deck, rnd.randint(1, 9))
        assert plays_of(hand, deck, None, court_ranks) == read_every_choice(
            hand, deck, None, court_ranks
        )


@every_deck
@pytest.mark.parametrize("court_ranks", [True, False])
def test_small_hands_beat_a_table_with_every_choice_that_does(deck, court_ranks):
    rnd = random.Random(2)
    for _ in range(400):
        lead = rnd.choice(legal_plays(sampled(rnd, deck, 8), deck, None, court_ranks))
        hand = sampled(rnd, deck, rnd.randint(1, 9))
        assert plays_of(hand, deck, lead.readings, court_ranks) == read_every_choice(
            hand, deck, lead.readings, court_ranks
        )


@every_deck
def test_close_hands_full_of_stairs_lead_every_choice_that_reads(deck):
    rnd = random.Random(3)
    for _ in range(100):
        low = rnd.randint(2, 8)
        near = [card for card in deck.suit_cards() if low <= card.rank <= low + 2]
        hand = [*rnd.sample(near, 6), *rnd.sample(COURTS, rnd.randint(0, 3))]
        assert plays_of(hand, deck) == read_every_choice(hand, deck)


@every_deal
@pytest.mark.parametrize("court_ranks", [True, False])
def test_a_full_hand_leads_all_there_is_to_mean(deck, dealt, court_ranks):
    rnd = random.Random(4)
    for _ in range(4):
        hand = [*rnd.sample(deck.suit_cards(), dealt), *COURTS]
        plays = plays_of(hand, deck, None, court_ranks)
        assert {cards: set(found) for cards, found in plays.items()} == play_by_meaning(
            hand, deck, court_ranks
        )


@every_deal
def test_a_full_hand_beats_a_table_with_the_leads_that_do(deck, dealt):
    rnd = random.Random(5)
    for _ in range(20):
        hand = [*rnd.sample(deck.suit_cards(), dealt), *COURTS]
        table = rnd.choice(legal_plays(sampled(rnd, deck, 8), deck)).readings
        led = plays_of(hand, deck)
        assert plays_of(hand, deck, table) == {
            cards: tuple(one for one in found if beats([one], table).beats)
            for cards, found in led.items()
            if beats(found, table).beats
        }


def test_a_full_hand_of_seventeen_leads_every_choice_that_reads():
    hand = [*random.Random(6).sample(HAGGIS_FOR_THREE.suit_cards(), 14), *COURTS]
    assert plays_of(hand, HAGGIS_FOR_THREE) == read_every_choice(hand, HAGGIS_FOR_THREE)


# --- laws

hands = st.sampled_from([*DECKS.values()]).flatmap(
    lambda deck: st.tuples(
        st.just(deck),
        st.lists(
            st.sampled_from(range(len(deck.suit_cards()))), min_size=1, max_size=12, unique=True
        ).map(lambda places: [deck.suit_cards()[place] for place in places]),
        st.lists(st.sampled_from(COURTS), max_size=3, unique=True),
    )
)


@given(hands, st.randoms(use_true_random=False))
def test_the_order_of_the_hand_changes_nothing(dealt, rnd):
    deck, suit_cards, courts = dealt
    hand = suit_cards + courts
    assert legal_plays(rnd.sample(hand, len(hand)), deck) == legal_plays(hand, deck)


@given(hands, st.randoms(use_true_random=False))
def test_the_names_of_the_suits_change_nothing_but_the_names(dealt, rnd):
    deck, suit_cards, courts = dealt
    new = dict(zip(deck.suits, rnd.sample(deck.suits, len(deck.suits)), strict=True))
    renamed = [Card(card.rank, new[card.suit]) for card in suit_cards]
    expected = {
        written(Card(card.rank, new.get(card.suit, "")) for card in cards): found
        for cards, found in plays_of(suit_cards + courts, deck).items()
    }
    assert plays_of(renamed + courts, deck) == expected


@given(hands)
def test_a_play_is_from_the_hand_and_reads_as_it_says(dealt):
    deck, suit_cards, courts = dealt
    hand = suit_cards + courts
    for play in legal_plays(hand, deck):
        assert Counter(play.cards) <= Counter(hand)
        assert play.readings == readings(play.cards, deck)


@given(hands)
def test_whoever_leads_can_play_each_card_alone(dealt):
    deck, suit_cards, courts = dealt
    hand = suit_cards + courts
    assert {(card,) for card in hand} <= set(plays_of(hand, deck))
