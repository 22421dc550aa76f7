"""Cards are written and read the same way, and what is no card of the game is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import COURTS, HAGGIS_FOR_THREE, HAGGIS_FOR_TWO, NEEPS, Card, Deck, parse_cards

DECKS = [HAGGIS_FOR_TWO, HAGGIS_FOR_THREE, NEEPS]


def problems(names: list[object], deck: Deck = HAGGIS_FOR_TWO) -> list[tuple[str, str]]:
    return [(problem.at, problem.code) for problem in parse_cards(names, deck)[1]]


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("7g", Card(7, "g")),
        ("10r", Card(10, "r")),
        ("J", Card(11)),
        ("Q", Card(12)),
        ("K", Card(13)),
    ],
)
def test_a_card_reads_as_it_prints(name: str, card: Card) -> None:
    assert parse_cards([name], HAGGIS_FOR_TWO) == ((card,), ())
    assert str(card) == name


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_of_a_deck_prints_and_reads_back(deck: Deck) -> None:
    cards = (*deck.suit_cards(), *COURTS)
    assert parse_cards([str(card) for card in cards], deck) == (cards, ())


@pytest.mark.parametrize(
    ("deck", "suit_cards", "courts"),
    [(HAGGIS_FOR_TWO, 36, 2), (HAGGIS_FOR_THREE, 45, 3), (NEEPS, 72, 4)],
)
def test_a_deck_has_the_cards_the_rules_count(deck: Deck, suit_cards: int, courts: int) -> None:
    assert (len(deck.suit_cards()), deck.courts) == (suit_cards, courts)


@pytest.mark.parametrize(
    "name",
    ["", "7", "g", "g7", "1r", "11r", "07r", "7R", "7 r", "j", "Jr", "A", "joker", "7rr", "７r"],
)
def test_what_is_no_card_is_refused(name: str) -> None:
    assert problems(["2r", name]) == [("/cards/1", "not_a_card")]


@pytest.mark.parametrize("name", [None, 7, 7.5, True, [], ["7r"], {"rank": 7}, {}])
def test_what_is_not_even_text_is_refused(name: object) -> None:
    assert problems([name]) == [("/cards/0", "not_a_card")]


def test_the_fifth_suit_is_only_in_the_game_for_three() -> None:
    assert problems(["7o"], HAGGIS_FOR_THREE) == []
    assert problems(["7o"], HAGGIS_FOR_TWO) == [("/cards/0", "not_in_deck")]
    assert problems(["7o"], NEEPS) == [("/cards/0", "not_in_deck")]


def test_a_card_is_there_once_and_in_neeps_twice() -> None:
    assert problems(["7r", "8r", "7r"]) == [("/cards/2", "too_many_copies")]
    assert problems(["7r", "7r"], NEEPS) == []
    assert problems(["7r", "7r", "7r"], NEEPS) == [("/cards/2", "too_many_copies")]


@pytest.mark.parametrize("deck", DECKS)
def test_a_player_has_one_court_of_each(deck: Deck) -> None:
    assert problems(["J", "Q", "J", "K"], deck) == [("/cards/2", "too_many_copies")]


def test_every_fault_is_named_at_its_place_and_the_rest_is_read() -> None:
    cards, found = parse_cards(["7r", "x", "7o", "7r", "J"], HAGGIS_FOR_TWO, at="/table")
    assert cards == (Card(7, "r"), Card(11))
    assert [problem.at for problem in found] == ["/table/1", "/table/2", "/table/3"]
    assert found[2].params == {"card": "7r", "copies": 1}


def test_no_cards_are_no_fault() -> None:
    assert parse_cards([], HAGGIS_FOR_TWO) == ((), ())


names_and_worse = st.sampled_from(["7r", "10o", "J", "j"]) | st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.text())
)


@given(st.lists(names_and_worse, max_size=6))
def test_whatever_is_sent_is_read_or_named(names: list[object]) -> None:
    cards, found = parse_cards(names, NEEPS)
    assert len(cards) + len(found) == len(names)
    assert all(json.dumps(dict(problem.params)) for problem in found)
