"""What bets and bids pay, and what a player may still bet (rules §4)."""

from typing import Any

import pytest

from engine.games import GAMES
from engine.lines import Line

Paid = list[tuple[int, int | None, int, str]]


def paid(game: str, first: int, *bets: tuple[int, int], **house_rules: Any) -> Paid:
    """The lines of bets when `first` is the first out: (side, seat, points, why)."""
    one = GAMES[game]
    rules, wrong = one.rules(None, house_rules)
    document = {
        "bets": [{"seat": seat, "amount": amount} for seat, amount in bets],
        "outs": [{"seat": first, "cards": 5}],
    }
    facts, problems = one.review(document, rules)
    assert wrong == ()
    assert [problem for problem in problems if problem.refused] == []
    lines = one.score(facts, rules).lines
    return [(n.side, n.seat, n.points, n.why) for n in lines if n.kind is Line.BET]


def by_side(lines: Paid, sides: int) -> list[int]:
    return [sum(points for side, _, points, _ in lines if side == s) for s in range(sides)]


def bid(first: int, *calls: tuple[int, int], leader: int = 0) -> list[int]:
    """Points from the auction by seat when `first` is the first out of Tatties."""
    game = GAMES["tatties"]
    auction = [{"seat": seat, "bid": said} for seat, said in calls]
    document = {"leader": leader, "auction": auction, "outs": [{"seat": first, "cards": 5}]}
    facts, problems = game.review(document, game.defaults)
    assert [problem for problem in problems if problem.refused] == []
    lines = game.score(facts, game.defaults).lines
    found = [line for line in lines if line.kind is Line.AUCTION]
    return [sum(line.points for line in found if line.seat == seat) for seat in range(3)]


def rows(game: str, *bets: tuple[int, int]) -> list[tuple[str | None, int | None, bool, list[int]]]:
    """Every seat's row: where its bet is, its amount, whether taken over, what it may bet."""
    one = GAMES[game]
    document = {"bets": [{"seat": seat, "amount": amount} for seat, amount in bets]}
    facts, _ = one.review(document, one.defaults)
    found = one.situation(facts, one.defaults, (0,) * one.sides).bets
    assert [row.seat for row in found] == list(range(one.seats))
    may = [[offer.amount for offer in row.offers if offer.refused is None] for row in found]
    return [(r.at, r.amount, r.taken_over, m) for r, m in zip(found, may, strict=True)]


# Base games


def test_a_bet_made_is_scored_once():
    assert paid("haggis-3", 0, (0, 15)) == [(0, 0, 15, "made")]
    assert paid("haggis-2", 1, (1, 30)) == [(1, 1, 30, "made")]


def test_a_failed_thirty_hands_out_sixty():
    assert paid("haggis-3", 1, (0, 30)) == [
        (1, 1, 30, "missed_first_out"),
        (2, 2, 30, "missed_no_bet"),
    ]


def test_nothing_is_taken_from_one_whose_bet_failed():
    lines = paid("haggis-3", 1, (0, 5), (1, 15), (2, 30))
    assert all(points > 0 for _, _, points, _ in lines)
    assert by_side(lines, 3) == [0, 50, 0]


def test_one_without_a_bet_is_paid_by_each_that_failed_but_not_by_one_that_was_made():
    assert by_side(paid("haggis-3", 0, (0, 15), (1, 30)), 3) == [45, 0, 30]


def test_two_failed_bets_are_both_paid_to_a_first_out_without_a_bet():
    assert by_side(paid("haggis-3", 2, (0, 15), (1, 30)), 3) == [0, 0, 45]


def test_nobody_is_paid_twice_for_the_same_bet():
    """The first out made no bet either: once as first out, not again as one without a bet."""
    assert by_side(paid("haggis-3", 1, (0, 30)), 3) == [0, 30, 30]
    assert by_side(paid("haggis-2", 1, (0, 30)), 2) == [0, 30]


def test_without_bets_nobody_is_paid():
    assert paid("haggis-3", 0) == []


@pytest.mark.parametrize(
    ("first", "bets", "points"),
    [
        (1, [(0, 15), (1, 30)], [0, 30]),
        (1, [(0, 30)], [0, 30]),
        (0, [(0, 30)], [30, 0]),
        (0, [(0, 15), (1, 30)], [15, 0]),
    ],
)
def test_on_the_korean_sheet_a_failed_bet_pays_only_one_without_a_bet(first, bets, points):
    assert by_side(paid("haggis-2", first, *bets, failed_bet="nonbettors"), 2) == points


def test_three_players_may_play_by_the_korean_bets_too():
    lines = paid("haggis-3", 0, (0, 15), (1, 30), failed_bet="nonbettors")
    assert by_side(lines, 3) == [15, 0, 30]
    lines = paid("haggis-3", 2, (0, 15), failed_bet="nonbettors")
    assert by_side(lines, 3) == [0, 15, 15]


def test_bets_pay_nothing_before_somebody_is_out():
    game = GAMES["haggis-3"]
    facts, _ = game.review({"bets": [{"seat": 0, "amount": 15}]}, game.defaults)
    assert game.score(facts, game.defaults).lines == ()


def test_what_if_has_the_points_for_each_who_could_be_first_out():
    game = GAMES["haggis-3"]
    facts, _ = game.review({"bets": [{"seat": 0, "amount": 30}]}, game.defaults)
    assert game.situation(facts, game.defaults, (0, 0, 0)).what_if == (
        (30, 0, 0),
        (0, 30, 30),
        (0, 30, 30),
    )
    nobody, _ = game.review({}, game.defaults)
    assert game.situation(nobody, game.defaults, (0, 0, 0)).what_if is None


def test_each_player_may_bet_any_amount_of_the_list_whatever_others_bet():
    assert rows("haggis-3", (2, 5)) == [
        (None, None, False, [5, 15, 30]),
        (None, None, False, [5, 15, 30]),
        ("/bets/0", 5, False, [5, 15, 30]),
    ]


# Neeps


def test_a_bet_made_pays_the_team_double():
    assert paid("neeps", 3, (3, 15)) == [(1, 3, 30, "made_double")]


def test_a_bet_missed_pays_its_amount_to_the_other_team():
    assert paid("neeps", 0, (1, 30)) == [(0, None, 30, "missed_by_team")]


def test_a_partner_first_out_misses_the_bet():
    assert paid("neeps", 3, (1, 15)) == [(0, None, 15, "missed_by_team")]


def test_both_teams_may_have_a_bet():
    assert by_side(paid("neeps", 0, (0, 5), (3, 30)), 2) == [40, 0]
    assert by_side(paid("neeps", 2, (0, 5), (3, 30)), 2) == [30, 5]


def test_only_the_bet_that_took_over_counts():
    """Seat 0 bet 5, seat 2 took it over with 15: seat 0 first out misses the team's 15."""
    assert paid("neeps", 2, (0, 5), (2, 15)) == [(0, 2, 30, "made_double")]
    assert paid("neeps", 0, (0, 5), (2, 15)) == [(1, None, 15, "missed_by_team")]


def test_a_bet_taken_over_and_back_is_the_last_ones():
    assert paid("neeps", 0, (0, 5), (2, 15), (0, 30)) == [(0, 0, 60, "made_double")]


def test_a_partner_may_only_take_over_with_more():
    assert rows("neeps", (0, 15)) == [
        ("/bets/0", 15, False, [5, 15, 30]),
        (None, None, False, [5, 15, 30]),
        (None, None, False, [30]),
        (None, None, False, [5, 15, 30]),
    ]


def test_a_bet_taken_over_is_shown_as_such():
    assert rows("neeps", (1, 5), (0, 30), (3, 15)) == [
        ("/bets/1", 30, False, [5, 15, 30]),
        (None, 5, True, [30]),
        (None, None, False, []),
        ("/bets/2", 15, False, [15, 30]),
    ]


def test_a_refused_takeover_says_who_holds_the_bet():
    game = GAMES["neeps"]
    facts, _ = game.review({"bets": [{"seat": 0, "amount": 15}]}, game.defaults)
    offers = game.situation(facts, game.defaults, (0, 0)).bets[2].offers
    assert [(o.amount, o.refused and dict(o.refused.params)) for o in offers] == [
        (5, {"holder": 0, "amount": 15}),
        (15, {"holder": 0, "amount": 15}),
        (30, None),
    ]


# Tatties


def test_the_shepherd_first_out_scores_the_bid():
    assert bid(1, (1, 30), (2, 0), (0, 0)) == [0, 30, 0]


@pytest.mark.parametrize(("amount", "first", "other"), [(15, 10, 5), (30, 20, 10), (45, 30, 15)])
def test_a_failed_bid_is_split_two_thirds_to_one(amount: int, first: int, other: int):
    calls = ((1, amount), (2, 0), (0, 0))
    assert bid(2, *calls) == [other, 0, first]
    assert bid(0, *calls) == [first, 0, other]


def test_whoever_matched_last_is_the_shepherd():
    game = GAMES["tatties"]
    auction = [
        *({"seat": 1, "bid": 15}, {"seat": 2, "bid": 15}),
        *({"seat": 0, "bid": 0}, {"seat": 1, "bid": 0}),
    ]
    document = {"leader": 0, "auction": auction, "outs": [{"seat": 2, "cards": 5}]}
    facts, problems = game.review(document, game.defaults, (0, 50, 20))
    assert [problem for problem in problems if problem.refused] == []
    lines = [n for n in game.score(facts, game.defaults).lines if n.kind is Line.AUCTION]
    assert [(line.seat, line.points, line.why) for line in lines] == [(2, 15, "made")]


def test_without_a_shepherd_there_is_nothing_to_score_for_a_bid():
    assert bid(1, (1, 0), (2, 0), (0, 0)) == [0, 0, 0]


def test_an_auction_that_is_not_over_pays_nothing():
    assert bid(1, (1, 15), (2, 0)) == [0, 0, 0]


def test_tatties_has_an_auction_and_no_bets_by_seat():
    game = GAMES["tatties"]
    situation = game.situation(game.begin(2), game.defaults, (0, 0, 0))
    assert (situation.bets, situation.auction.turn) == ((), 0)
    base = GAMES["haggis-3"]
    assert base.situation(base.begin(2), base.defaults, (0, 0, 0)).auction is None
