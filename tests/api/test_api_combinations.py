"""What cards are, and whether they beat those on the table."""

import json
from pathlib import Path

import pytest

from tests.api.scorer import problems

CASES = json.loads((Path(__file__).parents[1] / "cases" / "combinations.json").read_text())


@pytest.fixture
def ask(sqlite_client):
    """Asks about cards in a game."""
    return lambda game, **asked: sqlite_client.post(
        "/api/v1/combinations", json={"game": game} | asked
    )


def without_text(reading):
    assert reading["text"]
    return {key: value for key, value in reading.items() if key != "text"}


@pytest.mark.parametrize("case", CASES, ids=[" ".join(case["cards"]) for case in CASES])
def test_a_worked_example_is_read_as_its_source_says(ask, case):
    asked = {key: case[key] for key in ("cards", "table", "rules") if key in case}
    answer = ask(case["game"], **asked).json
    assert [without_text(one) for one in answer["readings"]] == case["readings"]
    assert answer["beats"] == case.get("beats")
    assert bool(answer["by"]) == case.get("beats", False)
    assert bool(answer["missing"]) != bool(case["readings"])
    assert bool(answer["why"]) == ("table" in case or not case["readings"])


def test_it_says_which_reading_beats_which(ask):
    answer = ask("haggis-3", cards=["4r", "J", "Q"], table=["3g", "4g", "5g"]).json
    pairs = [(without_text(one["play"]), without_text(one["table"])) for one in answer["by"]]
    laid = {"kind": "sequence", "length": 3, "high": "5"}
    assert pairs == [({"kind": "sequence", "length": 3, "high": "6"}, laid)]
    assert "higher" in answer["why"]


def test_it_says_what_cards_lack_to_be_a_combination(ask):
    answer = ask("haggis-2", cards=["2r", "2y", "3r", "3g"]).json
    assert (answer["readings"], answer["beats"], answer["by"]) == ([], None, [])
    assert [one["pointer"] for one in answer["missing"]] == ["/cards"] * len(answer["missing"])
    assert answer["why"].startswith(answer["missing"][0]["message"])


def test_no_cards_are_no_combination(ask):
    assert [one["code"] for one in ask("neeps", cards=[]).json["missing"]] == ["no_cards"]
    assert ask("neeps", cards=["2r"], table=[]).json["beats"] is None


def test_a_table_that_is_no_combination_is_not_beaten(ask):
    assert ask("haggis-2", cards=["9r"], table=["2r", "4y"]).json["beats"] is False


@pytest.mark.parametrize(
    ("game", "asked", "refused"),
    [
        ("haggis-2", {"cards": ["7o"]}, {"/cards/0": "not_in_deck"}),
        ("haggis-2", {"cards": ["7r", "7r"]}, {"/cards/1": "too_many_copies"}),
        ("neeps", {"cards": ["7r", "7r", "7r"]}, {"/cards/2": "too_many_copies"}),
        ("haggis-3", {"cards": ["J", "J"]}, {"/cards/1": "too_many_copies"}),
        (
            "haggis-3",
            {"cards": ["11r", "1g"]},
            {"/cards/0": "not_a_card", "/cards/1": "not_a_card"},
        ),
        ("haggis-3", {"cards": ["7r"], "table": ["7R"]}, {"/table/0": "not_a_card"}),
        (
            "haggis-3",
            {"cards": [], "rules": {"court_ranks": 1}},
            {"/rules/court_ranks": "option_not_allowed"},
        ),
        ("haus-euchre", {"cards": []}, {"/game": "no_combinations_in_game"}),
        ("skat", {"cards": []}, {"/game": "unknown_game"}),
    ],
)
def test_cards_that_cannot_be_held_are_named(ask, game, asked, refused):
    assert problems(ask(game, **asked), 422) == refused


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ({}, {"/cards": "missing"}),
        ({"cards": "7r"}, {"/cards": "not_a_list"}),
        ({"cards": [7]}, {"/cards/0": "not_a_text"}),
        ({"cards": ["7r"] * 61}, {"/cards": "too_many"}),
        ({"cards": [], "totals": [0, 0]}, {"/totals": "unknown_key"}),
    ],
)
def test_what_is_no_list_of_cards_is_malformed(ask, asked, refused):
    assert problems(ask("haggis-2", **asked), 400) == refused
