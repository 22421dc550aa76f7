"""What a selection lacks is told, and nothing is told of a combination (rules §2)."""

import random

import pytest

from engine.cards import COURTS, HAGGIS_FOR_THREE, HAGGIS_FOR_TWO, NEEPS, parse_cards
from engine.combinations import readings
from engine.missing import MISSING_CODES, missing

EXAMPLES = [
    ("", "no_cards", {}),
    ("3r 5g 7r 9b", "bomb_suits", {"suits": 3}),
    ("3r 5g 7r 9g", "bomb_suits", {"suits": 2}),
    ("3r 5r 7r J", "bomb_no_wild", {}),
    ("3r 5g 9b K", "bomb_no_wild", {}),
    ("3r 5r 9r", "bomb_incomplete", {"ranks": ["7"]}),
    ("3r 5g 7b", "bomb_incomplete", {"ranks": ["9"]}),
    ("8r 7r", "sequence_needs_three", {"cards": ["7r", "8r"]}),
    ("7r 9r", "sequence_gap", {"ranks": ["8"], "need": 1}),
    ("2r 6r J", "sequence_gap", {"ranks": ["3", "4", "5"], "need": 2}),
    ("J 2r 3y", "sequence_suits_differ", {"suits": ["r", "y"]}),
    ("J 2r 3y 4b", "sequence_suits_differ", {"suits": ["r", "y", "b"]}),
    ("2r 2y 3r 3g", "stair_suits_differ", {"width": 2, "suits": ["r", "y", "g"]}),
    ("2r 2y 3g J", "stair_suits_differ", {"width": 2, "suits": ["r", "y", "g"]}),
    ("7r 7y 8r", "stair_incomplete", {"cards": ["8y"], "need": 1}),
    ("7r 7y 9r 9y J", "stair_incomplete", {"cards": ["8r", "8y"], "need": 1}),
    ("7r 7y 8r 8y J", "wilds_left_over", {"wilds": 1}),
    ("2r 9y", "ranks_differ", {"ranks": ["2", "9"]}),
    ("7r 7y 2g", "ranks_differ", {"ranks": ["2", "7"]}),
]
IN_NEEPS = [
    ("7r 7r 8r 9r", "sequence_copies", {"cards": ["7r"]}),
    ("7r 7r 8r", "stair_incomplete", {"cards": ["8r"], "need": 1}),
    ("7r 7r 7y 8r 8y 8y", "stair_suits_differ", {"width": 3, "suits": ["r", "y"]}),
]
TOO_LONG = "2r 3r 4r 5r 6r 7r 8r 9r 10r J"


def first(text, deck, court_ranks=True):
    cards, problems = parse_cards(text.split(), deck)
    assert problems == ()
    problem = missing(cards, deck, court_ranks)[0]
    return problem.at, problem.code, problem.params


@pytest.mark.parametrize(("text", "code", "params"), EXAMPLES)
def test_it_names_what_is_missing(text, code, params):
    assert first(text, HAGGIS_FOR_TWO) == ("/cards", code, params)


@pytest.mark.parametrize(("text", "code", "params"), IN_NEEPS)
def test_it_names_what_is_missing_where_cards_are_there_twice(text, code, params):
    assert first(text, NEEPS) == ("/cards", code, params)


def test_ten_places_in_a_suit_are_too_many_where_wilds_stop_at_ten():
    assert first(TOO_LONG, HAGGIS_FOR_TWO, False)[1:] == ("sequence_too_long", {"length": 10})
    assert missing(parse_cards(TOO_LONG.split(), NEEPS)[0], NEEPS) == ()


def test_it_names_several_things_the_likeliest_first():
    cards, _ = parse_cards(["3r", "5r", "7r"], HAGGIS_FOR_TWO)
    codes = [problem.code for problem in missing(cards, HAGGIS_FOR_TWO)]
    assert codes == ["bomb_incomplete", "sequence_gap"]


def test_it_points_where_it_is_told():
    assert missing((), HAGGIS_FOR_TWO, at="/table")[0].at == "/table"


@pytest.mark.parametrize("deck", [HAGGIS_FOR_TWO, HAGGIS_FOR_THREE, NEEPS])
@pytest.mark.parametrize("court_ranks", [True, False])
def test_something_is_missing_just_when_there_is_no_reading(deck, court_ranks):
    rnd = random.Random(1)
    for _ in range(1500):
        cards = rnd.sample([*deck.suit_cards(), *COURTS], rnd.randint(1, 8))
        problems = missing(cards, deck, court_ranks)
        assert (problems == ()) is (readings(cards, deck, court_ranks) != ())
        assert all(problem.code in MISSING_CODES for problem in problems)


def test_every_code_has_an_example():
    shown = {code for _, code, _ in EXAMPLES + IN_NEEPS} | {"sequence_too_long"}
    assert shown == set(MISSING_CODES)
