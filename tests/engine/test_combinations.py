"""What cards mean and what beats what: the sources' examples, the laws, and a slow oracle (§2)."""

import json
import random
from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import COURTS, HAGGIS_FOR_THREE, HAGGIS_FOR_TWO, NEEPS, Card, parse_cards
from engine.combinations import WHY_CODES, Kind, Reading, beats, least_beating, readings
from tests.oracle import all_there_is, layouts, read_slowly, wilds_can_be

DECKS = {
    "haggis-2": HAGGIS_FOR_TWO,
    "haggis-3": HAGGIS_FOR_THREE,
    "tatties": HAGGIS_FOR_THREE,
    "neeps": NEEPS,
}
CASES = json.loads((Path(__file__).parents[1] / "cases" / "combinations.json").read_text())


def cards_of(written, deck=HAGGIS_FOR_TWO):
    cards, problems = parse_cards(written.split(), deck)
    assert problems == ()
    return cards


def read(written, deck=HAGGIS_FOR_TWO, court_ranks=True):
    return readings(cards_of(written, deck), deck, court_ranks)


def seq(length, high):
    return Reading(Kind.SEQUENCE, (length,), high)


def of_a_rank(size, rank):
    return Reading(Kind.SET, (size,), rank)


def stair(width, length, high):
    return Reading(Kind.STAIR, (width, length), high)


def bomb(strength):
    return Reading(Kind.BOMB, (), strength)


# --- the sources' examples


@pytest.mark.parametrize("case", CASES, ids=[" ".join(case["cards"]) for case in CASES])
def test_a_worked_example_reads_and_beats_as_its_source_says(case):
    deck = DECKS[case["game"]]
    rules = case.get("rules", {})
    cards, wrong = parse_cards(case["cards"], deck)
    table, wrong_table = parse_cards(case.get("table", []), deck, at="/table")
    found = readings(cards, deck, **rules)
    assert (wrong, wrong_table) == ((), ())
    assert [reading.to_json() for reading in found] == case["readings"]
    if table:
        assert beats(found, readings(table, deck, **rules)).beats is case["beats"]


# --- what is subtle


def test_one_selection_may_be_a_set_and_several_sequences():
    assert read("4r J Q") == (seq(3, 4), seq(3, 5), seq(3, 6), of_a_rank(3, 4))


def test_a_sequence_of_courts_goes_up_to_the_king_but_keeps_a_suit_card():
    assert read("10r J Q K")[:4] == (seq(4, 10), seq(4, 11), seq(4, 12), seq(4, 13))
    assert read("J Q K") == (bomb(5),)


def test_without_court_ranks_nothing_goes_above_ten():
    assert read("10r J Q K", court_ranks=False) == (seq(4, 10), of_a_rank(4, 10), stair(2, 2, 10))
    assert read("10r 10y J Q", court_ranks=False) == (of_a_rank(4, 10), stair(2, 2, 10))
    assert stair(2, 2, 11) in read("10r 10y J Q")


def test_a_stair_has_no_more_suits_than_the_deck():
    four_wide = "7r 7y 7g 7b 8r 8y 8g 8b"
    assert read(four_wide) == (stair(4, 2, 8),)
    assert read(f"{four_wide} J Q") == ()
    assert read(f"{four_wide} J Q", HAGGIS_FOR_THREE) == (stair(5, 2, 8),)
    assert read(f"{four_wide} J Q", NEEPS) == (stair(5, 2, 8),)


def test_six_cards_may_be_a_stair_of_either_shape():
    assert read("7r 7y 8r Q K J") == (
        stair(2, 3, 8),
        stair(2, 3, 9),
        stair(3, 2, 8),
    )


def test_in_neeps_a_suit_counts_once_for_each_copy():
    assert read("7r 7r 8r J", NEEPS) == (stair(2, 2, 8),)
    assert read("7r 7r 7y 8r 8r 8y", NEEPS) == (stair(3, 2, 8),)
    assert read("7r 7r 7y 8r 8y 8y", NEEPS) == ()
    assert read("7r 7r 8r 9r 10r", NEEPS) == ()


def test_in_neeps_a_set_may_have_eleven_cards():
    assert read("7r 7r 7y 7y 7g 7g 7b 7b J Q K", NEEPS) == (of_a_rank(11, 7),)


def test_a_rainbow_takes_four_of_five_suits():
    assert read("3o 5r 7g 9b", HAGGIS_FOR_THREE) == (bomb(1),)


def test_no_bomb_has_a_wild_or_a_card_more():
    assert read("3r 5r 7r J") == ()
    assert bomb(6) not in read("3r 5r 7r 9r J Q K")
    assert bomb(6) not in read("3r 5r 7r 9r 9y", NEEPS)


def test_no_cards_are_no_combination():
    assert readings((), HAGGIS_FOR_TWO) == ()


# --- laws

suits_and_ranks = st.tuples(
    st.sampled_from([HAGGIS_FOR_TWO, HAGGIS_FOR_THREE, NEEPS]),
    st.integers(2, 7),
    st.integers(1, 3),
)


@st.composite
def selections(draw):
    """A deck and some cards of it, close enough together to be combinations often."""
    deck, low, suits = draw(suits_and_ranks)
    near = [
        card
        for card in deck.suit_cards()
        if card.suit in deck.suits[:suits] and low <= card.rank <= low + 3
    ]
    odd = [Card(rank, suit) for rank in (3, 5, 7, 9) for suit in deck.suits]
    pool = draw(st.sampled_from([near, near, odd]))
    chosen = draw(st.lists(st.sampled_from(range(len(pool))), max_size=8, unique=True))
    courts = draw(st.lists(st.sampled_from(COURTS), max_size=3, unique=True))
    return deck, tuple([pool[place] for place in chosen] + courts)


one_reading = st.one_of(
    st.builds(of_a_rank, st.integers(1, 8), st.integers(2, 13)),
    st.builds(seq, st.integers(3, 6), st.integers(4, 13)),
    st.builds(stair, st.integers(2, 3), st.integers(2, 3), st.integers(3, 11)),
    st.builds(bomb, st.integers(1, 6)),
)


@given(one_reading)
def test_nothing_beats_itself(one):
    assert not beats([one], [one]).beats


@given(one_reading, one_reading)
def test_two_readings_never_beat_each_other(one, other):
    assert not (one.beats(other) and other.beats(one))


@given(one_reading, one_reading, one_reading)
def test_what_beats_the_winner_beats_the_loser(low, middle, high):
    assert not (high.beats(middle) and middle.beats(low)) or high.beats(low)


@given(st.lists(one_reading, max_size=4), st.lists(one_reading, max_size=4))
def test_cards_beat_cards_when_a_reading_beats_a_reading_and_it_says_which(play, table):
    verdict = beats(play, table)
    assert list(verdict.pairs) == [
        (mine, theirs) for mine, theirs in product(play, table) if mine.beats(theirs)
    ]
    assert verdict.beats is (verdict.pairs != ())
    assert verdict.beats is (verdict.why in ("higher", "bomb", "stronger_bomb"))


@given(selections(), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_changes_nothing(selection, rnd):
    deck, cards = selection
    shuffled = rnd.sample(cards, len(cards))
    assert readings(shuffled, deck) == readings(cards, deck)


@given(selections(), st.randoms(use_true_random=False), st.booleans())
def test_the_names_of_the_suits_change_nothing(selection, rnd, court_ranks):
    deck, cards = selection
    new = dict(zip(deck.suits, rnd.sample(deck.suits, len(deck.suits)), strict=True))
    renamed = [Card(card.rank, new.get(card.suit, "")) for card in cards]
    assert readings(renamed, deck, court_ranks) == readings(cards, deck, court_ranks)


@given(selections(), st.booleans())
def test_readings_agree_with_laying_the_cards_out(selection, court_ranks):
    deck, cards = selection
    found = readings(cards, deck, court_ranks)
    assert list(found) == sorted(read_slowly(cards, deck, court_ranks))


@pytest.mark.parametrize("deck", [HAGGIS_FOR_TWO, HAGGIS_FOR_THREE, NEEPS])
@pytest.mark.parametrize("court_ranks", [True, False])
def test_every_sequence_and_stair_reads_with_any_of_its_cards_replaced(deck, court_ranks):
    rnd = random.Random(2)
    laid_out = [one for some in layouts(deck, court_ranks).values() for one in some]
    for reading, laid in rnd.sample([one for one in laid_out if one[1][0].rank <= 10], 400):
        above = [card for card in laid if card.rank > 10]
        below = [card for card in laid if card.rank <= 10]
        replaced = rnd.sample(below, min(len(below) - 1, rnd.randint(0, 3)))
        for wilds in combinations(COURTS, len(above) + len(replaced)):
            if wilds_can_be(wilds, above + replaced):
                kept = Counter(below) - Counter(replaced)
                assert reading in readings([*kept.elements(), *wilds], deck, court_ranks)


# --- why, and what would


@pytest.mark.parametrize(
    ("play", "table", "why"),
    [
        ("9r 9g", "8r 8g", "higher"),
        ("J Q", "9r 9g", "bomb"),
        ("J K", "J Q", "stronger_bomb"),
        ("9r 9g", "9b 9y", "not_higher"),
        ("J Q", "J K", "not_stronger"),
        ("9r 9g", "8r 8g 8b", "different_shape"),
        ("8r 8y 9r 9y 10r 10y", "2r 2y 2g 3r 3y 3g", "different_shape"),
        ("9r 9g", "J Q", "bomb_needed"),
        ("7r 8r 9r", "6r 6y 6g", "different_kind"),
        ("7r 8y", "6r", "no_combination"),
        ("7r", "7r 8y", "no_combination_on_table"),
    ],
)
def test_it_says_why(play, table, why):
    verdict = beats(read(play), read(table))
    assert verdict.why == why
    assert why in WHY_CODES


def test_the_nearest_miss_is_told_with_the_two_readings():
    verdict = beats(read("4r J Q"), read("9r 10r K"))
    assert verdict.why == "not_higher"
    assert verdict.params == {"play": seq(3, 6), "table": seq(3, 10)}


def test_it_says_which_readings_beat_which():
    verdict = beats(read("4r J Q"), read("3r K Q"))
    assert (of_a_rank(3, 4), of_a_rank(3, 3)) in verdict.pairs
    assert (seq(3, 6), seq(3, 4)) in verdict.pairs
    assert (seq(3, 4), seq(3, 4)) not in verdict.pairs


@pytest.mark.parametrize(
    ("table", "least"),
    [
        ("7r", [bomb(1), of_a_rank(1, 8)]),
        ("10r", [bomb(1), of_a_rank(1, 11)]),
        ("K", [bomb(1)]),
        ("10r 10g", [bomb(1)]),
        ("8r 9r 10r", [bomb(1), seq(3, 11)]),
        ("4r J Q", [bomb(1), seq(3, 5), of_a_rank(3, 5)]),
        ("9r 9g 10r 10g", [bomb(1), stair(2, 2, 11)]),
        ("J Q", [bomb(3)]),
        ("J Q K", [bomb(6)]),
        ("3r 5r 7r 9r", []),
    ],
)
def test_it_says_the_least_that_would_beat_the_table(table, least):
    assert list(least_beating(read(table), HAGGIS_FOR_TWO)) == least


def test_without_court_ranks_a_ten_at_the_top_is_beaten_by_a_bomb_alone():
    table = read("8r 9r 10r", court_ranks=False)
    assert least_beating(table, HAGGIS_FOR_TWO, court_ranks=False) == (bomb(1),)


def test_on_an_empty_table_there_is_nothing_to_beat():
    assert least_beating((), HAGGIS_FOR_TWO) == ()


@pytest.mark.parametrize("deck", [HAGGIS_FOR_TWO, HAGGIS_FOR_THREE, NEEPS])
@pytest.mark.parametrize("court_ranks", [True, False])
def test_the_least_is_the_least_of_all_one_player_could_lay(deck, court_ranks):
    could_be = all_there_is(deck, court_ranks)
    for table in could_be:
        higher = [reading for reading in could_be if reading.beats(table)]
        shapes = {(reading.kind, reading.shape) for reading in higher}
        least = [min(r for r in higher if (r.kind, r.shape) == shape) for shape in shapes]
        assert list(least_beating([table], deck, court_ranks)) == sorted(least)
