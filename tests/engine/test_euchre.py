"""Haus Euchre: tricks, makers, going alone, the joker turned up (rules §8)."""

from typing import Any

import pytest

from engine.games import GAMES

GAME = GAMES["haus-euchre"]


def played(tricks: list[int], **more: Any) -> tuple[tuple[int, ...], list[str]]:
    """The points by team and why."""
    document = {"dealer": 0, "maker": 1, "trump": "hearts", "tricks": tricks, **more}
    facts, problems = GAME.review(document, GAME.defaults)
    assert problems == ()
    score = GAME.score(facts, GAME.defaults)
    return score.points, [line.why for line in score.lines]


def situation(**facts: Any) -> Any:
    return GAME.situation(GAME.review(facts, GAME.defaults)[0], GAME.defaults, (0, 0))


@pytest.mark.parametrize("maker", [0, 1, 2, 3])
@pytest.mark.parametrize(
    ("taken", "alone", "points", "why"),
    [
        (3, False, 1, "three_or_four"),
        (4, False, 1, "three_or_four"),
        (5, False, 2, "all_five"),
        (3, True, 1, "alone_three_or_four"),
        (4, True, 1, "alone_three_or_four"),
        (5, True, 4, "alone_all_five"),
    ],
)
def test_the_makers_team_scores_by_its_tricks(maker, taken, alone, points, why):
    team = maker % 2
    tricks = [taken, 5 - taken] if team == 0 else [5 - taken, taken]
    expected = (points, 0) if team == 0 else (0, points)
    assert played(tricks, maker=maker, alone=alone) == (expected, [why])


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("taken", [0, 1, 2])
def test_with_fewer_than_three_the_defenders_score_two(taken: int, alone: bool):
    assert played([5 - taken, taken], maker=1, alone=alone) == ((2, 0), ["euchred"])
    assert played([taken, 5 - taken], maker=2, alone=alone) == ((0, 2), ["euchred"])


@pytest.mark.parametrize("trump", ["hearts", "diamonds", "clubs", "spades", "none"])
def test_trump_is_a_suit_or_none_and_changes_no_points(trump: str):
    assert played([2, 3], trump=trump)[0] == (0, 1)


@pytest.mark.parametrize(
    ("tricks", "points"),
    [([3, 2], (1, 0)), ([4, 1], (1, 0)), ([5, 0], (2, 0)), ([2, 3], (0, 1)), ([0, 5], (0, 2))],
)
def test_under_the_joker_the_team_with_most_tricks_scores_as_the_makers_would(tricks, points):
    assert played(tricks, maker=None, joker_up=True, trump="spades")[0] == points


def test_a_round_without_a_maker_or_tricks_is_worth_nothing_yet():
    for facts in ({"tricks": [2, 3]}, {"maker": 1}, {"maker": 9, "tricks": [2, 3]}):
        read, _ = GAME.review(facts, GAME.defaults)
        assert GAME.score(read, GAME.defaults).points == (0, 0)


def test_tricks_that_cannot_be_are_worth_nothing():
    for tricks in ([3, 3], [6, -1], [0, 0]):
        read, _ = GAME.review({"maker": 0, "tricks": tricks}, GAME.defaults)
        assert GAME.score(read, GAME.defaults).lines == ()


def test_an_adjustment_goes_to_the_team():
    assert played([2, 3], adjustments=[{"seat": 2, "points": -1}])[0] == (-1, 1)


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_left_of_the_dealer_leads(dealer: int):
    assert situation(dealer=dealer).leads == (dealer + 1) % 4


@pytest.mark.parametrize(
    ("maker", "sits_out", "leads"), [(0, 2, 1), (1, 3, 1), (2, 0, 1), (3, 1, 2)]
)
def test_a_lone_makers_partner_sits_out_and_then_the_next_who_plays_leads(maker, sits_out, leads):
    found = situation(dealer=0, maker=maker, alone=True)
    assert (found.sits_out, found.leads) == (sits_out, leads)


def test_nobody_sits_out_when_nobody_goes_alone():
    assert situation(dealer=0, maker=3).sits_out is None
    assert situation(dealer=0, alone=True).sits_out is None
    assert situation().leads is None


def test_the_form_offers_every_trump_and_every_split_of_five_tricks():
    found = situation(dealer=0)
    assert found.trumps == ("hearts", "diamonds", "clubs", "spades", "none")
    assert found.splits == ((0, 5), (1, 4), (2, 3), (3, 2), (4, 1), (5, 0))


def test_tricks_are_asked_for_once_the_trump_is_fixed():
    assert situation(dealer=0).stage == "bidding"
    assert situation(dealer=0, trump="hearts").stage == "bidding"
    fixed = situation(dealer=0, trump="hearts", maker=2)
    assert (fixed.stage, fixed.bid_side) == ("tricks", 0)
    joker = situation(dealer=0, trump="spades", joker_up=True)
    assert (joker.stage, joker.bid_side) == ("tricks", None)


def test_the_deal_passes_to_the_left_whatever_the_totals():
    for dealer in range(4):
        for totals in ((0, 0), (9, 0), (0, 9)):
            start = GAME.next_start(GAME.defaults, totals, (2, dealer))
            assert (start.seat, start.why) == ((dealer + 1) % 4, "deal_passes")


def test_the_dealer_is_who_started_the_round():
    assert GAME.starts == "dealer"
    begun = GAME.begin(3)
    assert (begun.dealer, begun.starter) == (3, 3)
    assert GAME.started_by(begun, 1) == begun
    assert GAME.started_by(GAME.begin(None), 1).dealer == 1
