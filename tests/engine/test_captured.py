"""What was captured: numbers, the rest, cards by rank, and what does not add up (rules §5)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.haggis import Haggis, Situation
from engine.lines import Line, Score
from engine.problems import Weight

FAMILY = {name: game for name, game in GAMES.items() if isinstance(game, Haggis)}


def asked(game: str, captured: Any, **more: Any) -> tuple[Score, Situation, dict[str, Weight]]:
    """What a round with these piles is worth, how it stands, and what is wrong with the piles."""
    one = FAMILY[game]
    rules, wrong = one.rules(None, more.pop("rules", {}))
    facts, problems = one.review({"captured": captured, **more}, rules)
    assert wrong == ()
    weights = {p.code: p.weight for p in problems if p.at.startswith("/captured")}
    return one.score(facts, rules), one.situation(facts, rules, (0,) * one.sides), weights


@pytest.mark.parametrize(
    ("game", "total"), [("haggis-2", 36), ("haggis-3", 50), ("tatties", 54), ("neeps", 84)]
)
def test_everything_captured_adds_up_to_what_the_deck_is_worth(game: str, total: int):
    assert FAMILY[game].total == total


def test_a_card_is_worth_what_the_rules_say():
    found = {rank: points for rank, points in FAMILY["haggis-2"].card_points.items() if points}
    assert found == {"3": 1, "5": 1, "7": 1, "9": 1, "J": 2, "Q": 3, "K": 5}
    assert FAMILY["neeps"].card_points == {}


@pytest.mark.parametrize(
    ("game", "odd", "court"),
    [("haggis-2", 4, 2), ("haggis-3", 5, 3), ("tatties", 5, 3), ("neeps", 8, 4)],
)
def test_there_are_as_many_of_a_rank_as_suits_and_as_many_of_a_court_as_players(game, odd, court):
    assert (FAMILY[game].cards_of("7"), FAMILY[game].cards_of("Q")) == (odd, court)


# The rest


@pytest.mark.parametrize(
    ("game", "captured", "filled"),
    [
        ("haggis-2", [20, None], (20, 16)),
        ("haggis-2", [None, 0], (36, 0)),
        ("haggis-3", [12, 20, None], (12, 20, 18)),
        ("haggis-3", [12, None, {"3": 2, "K": 1}], (12, 31, 7)),
        ("tatties", [None, 27, 27], (0, 27, 27)),
        ("neeps", [40, None], (40, 44)),
    ],
)
def test_one_pile_may_be_the_rest(game, captured, filled):
    score, situation, weights = asked(game, captured)
    assert score.captured == situation.captured == filled
    assert sum(line.points for line in score.lines) == FAMILY[game].total
    assert weights == {}


def test_two_piles_cannot_both_be_the_rest():
    score, _, weights = asked("haggis-3", [12, None, None])
    assert score.captured == (12, None, None)
    assert [line.side for line in score.lines] == [0]
    assert weights == {"captured_missing": Weight.MISSING}


def test_the_rest_of_more_than_everything_is_not_known():
    score, _, weights = asked("haggis-3", [30, 30, None])
    assert score.captured == (30, 30, None)
    assert weights == {"captured_above_total": Weight.IMPOSSIBLE}


def test_with_an_unused_haggis_the_rest_is_not_known():
    score, situation, weights = asked("haggis-2", [20, None], rules={"haggis": "unused"})
    assert score.captured == situation.captured == (20, None)
    assert weights == {"rest_unknown": Weight.MISSING}


# Sums


def test_captures_below_the_total_are_asked_about_and_recordable():
    assert asked("haggis-2", [20, 10])[2] == {"captured_gap": Weight.UNUSUAL}
    accepted = asked("haggis-2", [20, 10], accept_discrepancy=True)
    assert accepted[2] == {"captured_gap": Weight.NOTE}
    assert accepted[0].points == (20, 10)


def test_captures_above_the_total_are_refused_knowingly_or_not():
    for accept in (False, True):
        found = asked("haggis-2", [20, 17], accept_discrepancy=accept)[2]
        assert found == {"captured_above_total": Weight.IMPOSSIBLE}


def test_a_gap_says_how_much_is_missing():
    game = FAMILY["neeps"]
    problems = game.review({"captured": [40, 40]}, game.defaults)[1]
    (gap,) = [problem for problem in problems if problem.code == "captured_gap"]
    assert gap.params == {"found": 80, "total": 84, "gap": 4}


@given(st.lists(st.integers(0, 60), min_size=3, max_size=3), st.booleans())
def test_with_an_unused_haggis_any_sum_up_to_the_total_is_normal(piles: list[int], accept: bool):
    rules = {"haggis": "unused"}
    found = asked("haggis-3", piles, rules=rules, accept_discrepancy=accept)[2]
    assert (found == {}) == (sum(piles) <= 50)


# Piles counted by rank


def test_a_counted_pile_is_worth_its_cards():
    pile = {"2": 4, "3": 3, "4": 4, "5": 2, "7": 1, "9": 4, "10": 1, "J": 1, "Q": 1, "K": 2}
    score, situation, weights = asked("haggis-2", [pile, None])
    assert score.captured == (25, 11)
    assert weights == {}
    assert situation.counts[0] is not None
    assert (situation.counts[0].of("9"), situation.counts[0].of("8")) == (4, 0)
    assert situation.counts[1] is None
    assert [(line.why, line.points) for line in score.lines] == [
        ("counted", 25),
        ("rest_points", 11),
    ]


def test_an_empty_count_is_a_pile_worth_nothing():
    assert asked("haggis-2", [{}, 36])[0].captured == (0, 36)


@pytest.mark.parametrize(("game", "odd", "court"), [("haggis-2", 4, 2), ("haggis-3", 5, 3)])
def test_nobody_captures_more_of_a_rank_than_there_are(game: str, odd: int, court: int):
    sides = FAMILY[game].sides
    for rank, most in (("3", odd), ("2", odd), ("K", court)):
        piles: list[Any] = [{}] * sides
        piles[0] = {rank: most}
        assert "rank_too_many" not in asked(game, piles)[2]
        piles[1] = {rank: 1}
        assert asked(game, piles)[2]["rank_too_many"] is Weight.IMPOSSIBLE


def test_all_cards_counted_are_the_whole_deck():
    for name in ("haggis-2", "haggis-3"):
        game = FAMILY[name]
        whole = {rank: game.cards_of(rank) for rank in game.card_points}
        others = [{}] * (game.sides - 1)
        score, _, weights = asked(name, [whole, *others])
        assert (score.captured[0], weights) == (game.total, {})


# What could be missing


@pytest.mark.parametrize(
    ("gap", "hints"),
    [
        (0, ()),
        (1, (("3",),)),
        (2, (("J",), ("3", "3"))),
        (3, (("Q",), ("3", "J"))),
        (5, (("K",), ("J", "Q"))),
        (8, (("Q", "K"),)),
        (9, ()),
        (10, (("K", "K"),)),
        (-1, ()),
    ],
)
def test_a_gap_hints_at_the_one_or_two_cards_it_could_be(gap: int, hints):
    assert asked("haggis-2", [20, 16 - gap])[1].gap_hints == hints


def test_where_every_card_counts_the_same_there_is_nothing_to_hint_at():
    assert asked("neeps", [40, 43])[1].gap_hints == ()


def test_where_nothing_is_missing_nothing_is_hinted_at():
    assert asked("haggis-2", [20, None])[1].gap_hints == ()
    assert asked("haggis-2", [20, 15], rules={"haggis": "unused"})[1].gap_hints == ()


def test_a_round_in_progress_knows_how_much_is_found():
    _, situation, _ = asked("haggis-3", [12, {"K": 1}, None])
    assert (situation.found, situation.total) == (17, 50)
    assert situation.given == (12, 5, None)


@pytest.mark.parametrize("captured", [[-3, None, 10], [51, None, 0], [30, 30, None]])
def test_nothing_is_made_of_a_number_that_is_refused(captured: list[int | None]):
    _, situation, _ = asked("haggis-3", captured)
    assert situation.found is None
    assert situation.captured == (*captured,)
    assert situation.gap_hints == ()


def test_a_rank_is_counted_when_every_card_of_it_is_in_a_pile():
    assert asked("haggis-2", [{"K": 1, "7": 3}, {"K": 1, "7": 1}])[1].counted == {"K", "7"}
    assert asked("haggis-2", [{"K": 1, "7": 4}, 20])[1].counted == {"7"}
    assert asked("haggis-2", [20, None])[1].counted == frozenset()


# Lines


def test_a_pile_is_a_line_of_its_player_or_of_the_team():
    lines = asked("haggis-2", [20, 16])[0].lines
    found = [(line.side, line.seat, line.kind, line.points, line.why) for line in lines]
    assert found == [(0, 0, Line.CAPTURED, 20, "points"), (1, 1, Line.CAPTURED, 16, "points")]
    lines = asked("neeps", [40, None])[0].lines
    found = [(line.side, line.seat, line.points, line.why) for line in lines]
    assert found == [(0, None, 40, "cards"), (1, None, 44, "rest_cards")]
