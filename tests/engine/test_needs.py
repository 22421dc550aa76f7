"""What a side needs to end the match this round, what a bet would do, what is told (rules §6)."""

import pytest

from engine.games import GAMES
from engine.needs import Way


def needs(game_id, totals, round_=None, **options):
    game = GAMES[game_id]
    rules, wrong = game.rules(None, options)
    assert wrong == ()
    facts, _ = game.review(round_ or {}, rules, totals)
    return {need.side: need for need in game.needs(facts, rules, totals)}


def test_out_first_against_six_or_a_few_captures_or_many_end_the_match():
    need = needs("haggis-2", (220, 100))[0]
    assert need.points == 30
    assert need.ways == (
        Way("first_out", {"bets": 0, "cards": 6}),
        Way("first_out_and_captured", {"bets": 0, "captured": 25}),
        Way("captured", {"captured": 30}),
    )


def test_a_bet_makes_the_way_shorter():
    bets = {"bets": [{"seat": 0, "amount": 15}]}
    assert needs("haggis-2", (220, 100), bets)[0].ways[0] == Way(
        "first_out_with_bets", {"bets": 15, "cards": 3}
    )


def test_a_teams_bet_counts_double():
    bets = {"bets": [{"seat": 2, "amount": 30}]}
    ways = needs("neeps", (150, 20), bets)[0].ways
    assert ways[0] == Way("first_out_with_bets", {"bets": 60, "cards": 8})


def test_whoever_is_far_away_is_told_nothing():
    assert needs("haggis-3", (100, 120, 20)) == {}


def test_exceeding_the_target_takes_one_more():
    assert needs("haggis-2", (240, 0), target_rule="exceed")[0].points == 11


@pytest.mark.parametrize(
    ("total", "codes"),
    [
        (9, ["made", "all_five", "euchred", "alone_all_five"]),
        (8, ["all_five", "euchred", "alone_all_five"]),
        (6, ["alone_all_five"]),
        (5, None),
    ],
)
def test_euchre_says_what_hand_would_end_it(total, codes):
    found = needs("haus-euchre", (total, 0)).get(0)
    assert (found and [way.code for way in found.ways]) == codes


@pytest.mark.parametrize("game_id", ["haggis-2", "haggis-3", "tatties", "neeps"])
def test_going_out_as_said_really_ends_the_match(game_id):
    """The first way, played out and scored, reaches the target, and one card less does not."""
    game = GAMES[game_id]
    rules, _ = game.rules()
    totals = (rules.target - 33, *[0] * (game.sides - 1))
    facts, _ = game.review({}, rules, totals)
    cards = game.needs(facts, rules, totals)[0].ways[0].params["cards"]
    assert isinstance(cards, int)
    for against, reached in ((cards, True), (cards - 1, False)):
        out, _ = game.review({"outs": [{"seat": 0, "cards": against}]}, rules, totals)
        assert (totals[0] + game.score(out, rules).points[0] >= rules.target) is reached


def test_a_stake_shows_every_outcome_of_a_bet():
    game = GAMES["haggis-3"]
    rules, _ = game.rules()
    facts, _ = game.review({"bets": [{"seat": 1, "amount": 15}]}, rules)
    stakes = {stake.amount: stake.outcomes for stake in game.stakes(facts, rules, 0)}
    assert stakes[30][0] == (45, 0, 15)
    assert stakes[30][2] == (0, 0, 45)


def test_a_bid_is_shown_as_if_it_won_the_auction():
    game = GAMES["tatties"]
    rules, _ = game.rules()
    facts, _ = game.review({"leader": 0}, rules)
    stakes = {stake.amount: stake.outcomes for stake in game.stakes(facts, rules, 2)}
    assert stakes[45] == ((30, 15, 0), (15, 30, 0), (0, 0, 45))


def test_a_round_so_far_is_told():
    game = GAMES["neeps"]
    rules, _ = game.rules()
    document = {
        "bets": [{"seat": 0, "amount": 5}, {"seat": 2, "amount": 15}],
        "outs": [{"seat": 2, "cards": 13}, {"seat": 0}],
    }
    facts, _ = game.review(document, rules)
    told = [(one.seat, one.code) for one in game.told(facts, rules, (0, 0))]
    assert told == [(0, "taken_over"), (2, "bet"), (2, "out"), (0, "slam")]
