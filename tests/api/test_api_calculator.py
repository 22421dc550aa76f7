"""What needs no table: games, scores, bets."""

import json
from pathlib import Path

import pytest

from tests.api.scorer import A_ROUND, SEATS, problems

CASES = json.loads((Path(__file__).parents[1] / "cases" / "scoring.json").read_text())


@pytest.fixture
def ask(sqlite_client):
    """Asks with a JSON body."""
    return lambda path, body: sqlite_client.post(f"/api/v1{path}", json=body)


# --- games


def test_every_game_is_listed_with_its_seats_and_sides(sqlite_client):
    listed = sqlite_client.get("/api/v1/games").json["games"]
    assert {game["id"]: game["seats"] for game in listed} == SEATS
    assert [(game["sides"], game["starts"]) for game in listed] == [
        (2, "leader"),
        (3, "leader"),
        (3, "leader"),
        (2, "leader"),
        (2, "dealer"),
    ]


def test_every_option_has_its_default_and_what_is_allowed(sqlite_client):
    for game in sqlite_client.get("/api/v1/games").json["games"]:
        options = {option["name"]: option for option in game["options"]}
        assert {name: option["default"] for name, option in options.items()} == game["rules"]
        assert options["target"]["type"] == "integer"
        assert options["tie"]["enum"] == ["share", "play_on"]


def test_every_preset_opens_a_score_with_its_own_rules(sqlite_client, ask):
    for game in sqlite_client.get("/api/v1/games").json["games"]:
        for preset in game["presets"]:
            counted = {"captured": [10] * game["sides"], "accept_discrepancy": True}
            asked = {"game": game["id"], "round": A_ROUND[game["id"]] | counted}
            assert ask("/score", asked | {"preset": preset["id"]}).status_code == 200
            assert set(preset["rules"]) <= set(game["rules"])


# --- scores


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_worked_example_scores_as_its_source_says(ask, case):
    asked = {k: case[k] for k in ("game", "preset", "rules", "totals", "round") if k in case}
    answer = ask("/score", asked).json
    assert answer["points"] == case["points"]
    assert answer["slam"] == case.get("slam", False)
    sides = range(len(case["points"]))
    sums = [sum(ln["points"] for ln in answer["lines"] if ln["side"] == side) for side in sides]
    assert sums == case["points"]
    assert all(line["text"] and line["seat"] in (None, *range(4)) for line in answer["lines"])


def test_the_rest_of_the_captures_is_filled_in(ask):
    answer = ask("/score", {"game": "haggis-2", "round": A_ROUND["haggis-2"]}).json
    assert answer["captured"] == [20, 16]
    assert answer["warnings"] == []


def test_captures_that_do_not_add_up_are_scored_with_a_warning(ask):
    facts = A_ROUND["haggis-2"] | {"captured": [20, 13]}
    answer = ask("/score", {"game": "haggis-2", "round": facts}).json
    assert [(w["pointer"], w["code"]) for w in answer["warnings"]] == [
        ("/captured", "captured_gap")
    ]
    assert answer["points"] == [20, 48]


def test_an_accepted_discrepancy_is_still_mentioned(ask):
    facts = A_ROUND["haggis-2"] | {"captured": [20, 13], "accept_discrepancy": True}
    answer = ask("/score", {"game": "haggis-2", "round": facts}).json
    assert [w["code"] for w in answer["warnings"]] == ["captured_gap"]


def test_facts_that_break_a_rule_are_named_one_by_one(ask):
    facts = {
        "bets": [{"seat": 5, "amount": 15}, {"seat": 0, "amount": 16}],
        "outs": [{"seat": 0, "cards": 18}],
        "captured": [20, 17],
    }
    assert problems(ask("/score", {"game": "haggis-2", "round": facts}), 422) == {
        "/bets/0/seat": "unknown_seat",
        "/bets/1/amount": "bet_not_offered",
        "/outs/0/cards": "hand_too_large",
        "/captured": "captured_above_total",
    }


def test_an_unfinished_round_is_not_scored(ask):
    answer = ask("/score", {"game": "haggis-2", "round": {"captured": [20, None]}})
    assert problems(answer, 422) == {"/outs": "outs_missing"}


def test_a_bid_is_judged_by_the_totals_before_the_round(ask):
    matched = [(1, 15), (2, 15), (0, 0), (1, 0)]
    calls = [{"seat": seat, "bid": bid} for seat, bid in matched]
    asked = {"game": "tatties", "round": A_ROUND["tatties"] | {"auction": calls}}
    assert ask("/score", asked | {"totals": [0, 40, 30]}).status_code == 200
    refused = problems(ask("/score", asked | {"totals": [0, 30, 40]}), 422)
    assert refused == {"/auction/1/bid": "match_not_behind"}


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        ({"game": "whist"}, {"/game": "unknown_game"}),
        ({"preset": "lunar"}, {"/preset": "unknown_preset"}),
        ({"rules": {"target": 0}}, {"/rules/target": "option_not_allowed"}),
        ({"rules": {"bets": [7]}}, {"/rules/bets": "option_not_allowed"}),
        ({"rules": {"a/b": 1}}, {"/rules/a~1b": "unknown_option"}),
        ({"totals": [0]}, {"/totals": "totals_sides"}),
        ({"totals": []}, {"/totals": "totals_sides"}),
        (
            {"totals": [0, 0, 0], "preset": "lunar"},
            {"/totals": "totals_sides", "/preset": "unknown_preset"},
        ),
    ],
)
def test_a_game_rules_or_totals_that_cannot_be_are_named(ask, change, refused):
    asked = {"game": "haggis-2", "round": A_ROUND["haggis-2"]} | change
    assert problems(ask("/score", asked), 422) == refused


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ([], {"": "not_an_object"}),
        ({}, {"/game": "missing", "/round": "missing"}),
        ({"game": 3, "round": {}}, {"/game": "not_a_text"}),
        ({"game": "haggis-2", "round": []}, {"": "not_an_object"}),
        ({"game": "haggis-2", "round": None}, {"/round": "not_an_object"}),
        ({"game": "haggis-2", "round": {}, "rule": {}}, {"/rule": "unknown_key"}),
        ({"game": "haggis-2", "round": {}, "rules": []}, {"/rules": "not_an_object"}),
        ({"game": "haggis-2", "round": {}, "totals": 3}, {"/totals": "not_a_list"}),
        ({"game": "haggis-2", "round": {}, "totals": [0, "1"]}, {"/totals/1": "not_a_number"}),
        ({"game": "haggis-2", "round": {}, "totals": [0, True]}, {"/totals/1": "not_a_number"}),
        (
            {"game": "haggis-2", "round": {}, "totals": [9**99, 0]},
            {"/totals/0": "number_too_large"},
        ),
    ],
)
def test_a_body_of_the_wrong_shape_is_malformed(ask, asked, refused):
    assert problems(ask("/score", asked), 400) == refused


def test_facts_of_the_wrong_shape_are_malformed(ask):
    facts = A_ROUND["haggis-2"] | {"outs": [{"seat": "Bob", "cards": 7}], "winner": 1}
    refused = problems(ask("/score", {"game": "haggis-2", "round": facts}), 400)
    assert refused.items() >= {"/outs/0/seat": "not_a_number", "/winner": "unknown_key"}.items()


# --- bets


def test_a_failed_thirty_pays_the_first_out_and_everyone_without_a_bet(ask):
    answer = ask("/bets", {"game": "haggis-3", "bets": [{"seat": 0, "amount": 30}]}).json
    assert answer == {
        "first_out": [
            {"seat": 0, "points": [30, 0, 0]},
            {"seat": 1, "points": [0, 30, 30]},
            {"seat": 2, "points": [0, 30, 30]},
        ]
    }


def test_a_team_bet_pays_double_or_goes_to_the_others(ask):
    answer = ask("/bets", {"game": "neeps", "bets": [{"seat": 3, "amount": 15}]}).json
    assert [one["points"] for one in answer["first_out"]] == [[15, 0], [15, 0], [15, 0], [0, 30]]


def test_an_auction_tells_the_shepherd_and_the_swaps(ask):
    asked = {"game": "tatties", "leader": 0, "auction": A_ROUND["tatties"]["auction"]}
    assert ask("/bets", asked).json == {
        "shepherd": 1,
        "swaps": 3,
        "first_out": [
            {"seat": 0, "points": [10, 0, 5]},
            {"seat": 1, "points": [0, 15, 0]},
            {"seat": 2, "points": [5, 0, 10]},
        ],
    }


def test_nobody_bidding_makes_no_shepherd(ask):
    answer = ask("/bets", {"game": "tatties"}).json
    assert (answer["shepherd"], answer["swaps"]) == (None, 0)
    assert [one["points"] for one in answer["first_out"]] == [[0, 0, 0]] * 3


def test_no_bets_pay_nothing(ask):
    answer = ask("/bets", {"game": "haggis-2"}).json
    assert [one["points"] for one in answer["first_out"]] == [[0, 0], [0, 0]]


@pytest.mark.parametrize(
    ("asked", "status", "refused"),
    [
        ({"game": "haus-euchre"}, 422, {"/game": "no_bets_in_game"}),
        ({"game": "bridge"}, 422, {"/game": "unknown_game"}),
        (
            {"game": "tatties", "auction": [{"seat": 1, "bid": 15}]},
            422,
            {"/auction": "auction_unfinished"},
        ),
        (
            {"game": "tatties", "auction": [{"seat": 1, "bid": 20}]},
            422,
            {"/auction/0/bid": "bid_not_offered"},
        ),
        (
            {"game": "tatties", "leader": 1, "auction": [{"seat": 1, "bid": 15}]},
            422,
            {"/auction/0/seat": "not_your_turn"},
        ),
        (
            {"game": "tatties", "bets": [{"seat": 1, "amount": 15}]},
            422,
            {"/bets": "no_bets_here"},
        ),
        (
            {"game": "haggis-2", "auction": [{"seat": 1, "bid": 15}]},
            422,
            {"/auction": "no_auction_here"},
        ),
        (
            {"game": "haggis-2", "preset": "korean", "bets": [{"seat": 1, "amount": 5}]},
            422,
            {"/bets/0/amount": "bet_not_offered"},
        ),
        ({"game": "haggis-2", "leader": 2}, 422, {"/leader": "unknown_seat"}),
        ({"game": "haggis-2", "bets": {}}, 400, {"/bets": "not_a_list"}),
        ({"game": "haggis-2", "outs": []}, 400, {"/outs": "unknown_key"}),
    ],
)
def test_bets_that_cannot_be_made_are_named(ask, asked, status, refused):
    assert problems(ask("/bets", asked), status) == refused
