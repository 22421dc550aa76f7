"""Going out: who can, against how many cards, the Slam, and what is handed over (rules §3, §5)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest

from engine.games import GAMES
from engine.haggis import Haggis, Handover, MayGoOut, Situation
from engine.lines import Line
from engine.problems import Problem

Outs = list[tuple[int, int | None]]
FAMILY = {name: game for name, game in GAMES.items() if isinstance(game, Haggis)}


def review(game: Haggis, outs: Outs) -> tuple[Any, tuple[Problem, ...]]:
    document = {"outs": [{"seat": seat, "cards": cards} for seat, cards in outs]}
    return game.review(document, game.defaults)


def wrong(game: str, *outs: tuple[int, int | None]) -> dict[str, str]:
    problems = review(FAMILY[game], list(outs))[1]
    return {p.at: p.code for p in problems if p.at.startswith("/outs")}


def paid(game: str, *outs: tuple[int, int | None]) -> list[tuple[int, int | None, int, str]]:
    one = FAMILY[game]
    lines = one.score(review(one, list(outs))[0], one.defaults).lines
    return [(n.side, n.seat, n.points, n.why) for n in lines if n.kind is Line.GOING_OUT]


def situation(game: str, *outs: tuple[int, int | None], **house_rules: Any) -> Situation:
    one = FAMILY[game]
    rules = one.rules(None, house_rules)[0]
    return one.situation(review(one, list(outs))[0], rules, (0,) * one.sides)


# What it pays


def test_going_out_pays_five_for_each_card_of_the_largest_hand_against():
    assert paid("haggis-2", (1, 7)) == [(1, 1, 35, "hand")]


def test_each_player_who_goes_out_is_paid_not_only_the_first():
    assert paid("haggis-3", (2, 12), (0, 5)) == [(2, 2, 60, "hand"), (0, 0, 25, "hand")]
    assert paid("neeps", (1, 10), (0, 7), (3, 2)) == [
        (1, 1, 50, "hand"),
        (0, 0, 35, "hand"),
        (1, 3, 10, "hand"),
    ]


def test_a_hand_not_counted_yet_pays_nothing_yet():
    assert paid("haggis-3", (2, None)) == []
    assert paid("haggis-3", (2, None), (0, 5)) == [(0, 0, 25, "hand")]


def test_the_extra_is_paid_to_the_first_out_also_before_the_hand_is_counted():
    game = FAMILY["haggis-3"]
    rules = game.rules(None, {"first_out_extra": 5})[0]
    lines = game.score(review(game, [(2, None), (0, 5)])[0], rules).lines
    assert [(n.side, n.seat, n.points) for n in lines if n.kind is Line.FIRST_OUT] == [(2, 2, 5)]


# Hands only shrink


@pytest.mark.parametrize("game", ["haggis-3", "tatties"])
def test_of_three_players_the_second_is_out_against_no_more_than_the_first(game: str):
    for first, second in permutations(range(3), 2):
        assert wrong(game, (first, 9), (second, 9)) == {}
        assert wrong(game, (first, 9), (second, 10)) == {"/outs/1/cards": "hand_grew"}


@pytest.mark.parametrize("order", list(permutations(range(4), 3)))
def test_of_four_the_third_is_out_against_no_more_than_their_partner(order: tuple[int, ...]):
    """A B C: C against D, whom A was measured against; A B D: D against C, whom B was."""
    first, second, third = order
    if (first - second) % 2 == 0:  # a Slam: there is no third
        assert wrong("neeps", (first, 9), (second, None)) == {}
        return
    counts = (5, 9) if (first - third) % 2 == 0 else (9, 5)
    outs = list(zip((first, second), counts, strict=True))
    assert wrong("neeps", *outs, (third, 5)) == {}
    assert wrong("neeps", *outs, (third, 6)) == {"/outs/2/cards": "hand_grew"}


def test_of_four_the_second_may_be_out_against_more_than_the_first():
    """They are measured against different hands."""
    assert wrong("neeps", (0, 3), (1, 21), (2, 3)) == {}
    assert wrong("neeps", (0, 3), (1, 21), (3, 21)) == {}


def test_a_hand_that_grew_says_how_many_there_can_be():
    problems = review(FAMILY["haggis-3"], [(0, 5), (1, 6)])[1]
    assert [p.params for p in problems if p.code == "hand_grew"] == [{"most": 5}]


Course = tuple[dict[int, int], ...]  # the hands that are left each time somebody goes out


def played_out(hands: dict[int, int], order: tuple[int, ...]) -> Iterator[Course]:
    """Every course that these hands can take when played down, out in this order."""
    if len(hands) == 1 or not order:
        yield ()
        return
    out, *later = order
    rest = [seat for seat in hands if seat != out]
    for left in product(*[range(1, hands[seat] + 1) for seat in rest]):
        now = dict(zip(rest, left, strict=True))
        yield from ((now, *more) for more in played_out(now, tuple(later)))


@pytest.mark.parametrize("game", ["haggis-3", "neeps"])
def test_counts_are_refused_exactly_when_no_hands_could_have_given_them(game: str):
    """With hands of three cards every course of a round is tried."""
    small = replace(FAMILY[game], hand=3)
    for order in permutations(range(small.seats), small.seats - 1):
        if small.side(order[0]) == small.side(order[1]):
            continue
        hands = dict.fromkeys(range(small.seats), 3)
        possible = set()
        for course in played_out(hands, order):
            against = [
                [now[s] for s in now if small.side(s) != small.side(seat)]
                for seat, now in zip(order, course, strict=True)
            ]
            possible.add(tuple(max(cards) for cards in against))
        for counts in product(range(5), repeat=len(order)):
            problems = review(small, list(zip(order, counts, strict=True)))[1]
            refused = any(problem.refused for problem in problems)
            assert refused == (counts not in possible), (order, counts)


# The Slam


@pytest.mark.parametrize(("first", "second"), [(0, 2), (2, 0), (1, 3), (3, 1)])
def test_both_partners_first_out_are_a_slam_and_the_second_scores_as_the_first(first, second):
    assert paid("neeps", (first, 13), (second, None)) == [
        (first % 2, first, 65, "hand"),
        (first % 2, second, 65, "slam"),
    ]
    assert situation("neeps", (first, 13), (second, None)).slam


def test_the_second_count_of_a_slam_is_ignored():
    for cards in (None, 0, 1, 21, 99, -5):
        assert wrong("neeps", (2, 13), (0, cards)) == {}
        assert sum(points for _, _, points, _ in paid("neeps", (2, 13), (0, cards))) == 130


def test_a_slam_whose_first_hand_is_not_counted_pays_nothing_yet():
    assert paid("neeps", (2, None), (0, 9)) == []
    assert wrong("neeps", (2, None), (0, 9)) == {"/outs/0/cards": "hand_missing"}


def test_nobody_goes_out_after_a_slam():
    assert wrong("neeps", (2, 13), (0, None), (1, 5)) == {"/outs/2": "out_after_slam"}
    assert len(paid("neeps", (2, 13), (0, None), (1, 5))) == 2


def test_partners_out_second_and_third_are_no_slam():
    assert not situation("neeps", (1, 13), (0, 9), (2, 5)).slam
    assert not situation("neeps", (0, 13), (1, 9), (2, 5)).slam


@pytest.mark.parametrize("game", ["haggis-3", "tatties"])
def test_without_partners_there_is_no_slam(game: str):
    for first, second in permutations(range(3), 2):
        assert not situation(game, (first, 9), (second, 5)).slam


def test_one_player_out_twice_is_no_slam():
    assert not situation("neeps", (0, 9), (0, 9)).slam


# What the form of a round in progress offers


def test_at_first_anyone_may_go_out_against_a_whole_hand():
    for name, most in (("haggis-2", 17), ("haggis-3", 17), ("tatties", 17), ("neeps", 21)):
        seats = range(FAMILY[name].seats)
        assert situation(name).may_go_out == tuple(MayGoOut(seat, most) for seat in seats)


def test_after_the_first_the_others_may_against_no_more_than_was_counted():
    assert situation("haggis-3", (1, 6)).may_go_out == (MayGoOut(0, 6), MayGoOut(2, 6))
    assert situation("haggis-3", (1, None)).may_go_out == (MayGoOut(0, 17), MayGoOut(2, 17))


def test_a_partner_next_out_would_be_a_slam_and_is_not_measured():
    assert situation("neeps", (1, 6)).may_go_out == (
        MayGoOut(0, 21),
        MayGoOut(2, 21),
        MayGoOut(3, 0),
    )
    assert situation("neeps", (1, 6), (0, 9)).may_go_out == (MayGoOut(2, 9), MayGoOut(3, 6))


@pytest.mark.parametrize(
    ("game", "outs", "over"),
    [
        ("haggis-2", [], False),
        ("haggis-2", [(0, 5)], True),
        ("haggis-3", [(0, 5)], False),
        ("haggis-3", [(0, 5), (1, 5)], True),
        ("neeps", [(0, 5), (1, 5)], False),
        ("neeps", [(0, 5), (2, None)], True),
        ("neeps", [(0, 5), (1, 5), (3, 5)], True),
    ],
)
def test_the_round_is_over_when_all_but_one_are_out_or_at_a_slam(game, outs, over):
    found = situation(game, *outs)
    assert found.over is over
    assert found.stage == ("captured" if over else "outs" if outs else "bets")
    assert (found.may_go_out == ()) is over


# What is handed over


def test_the_first_out_gets_the_haggis_and_the_hand_of_the_last():
    assert situation("haggis-3", (2, 9), (0, 5)).handovers == (
        Handover("haggis", (), 2),
        Handover("hands", (1,), 2),
    )
    assert situation("haggis-2", (1, 9)).handovers == (
        Handover("haggis", (), 1),
        Handover("hands", (0,), 1),
    )


def test_an_unused_haggis_goes_to_nobody_the_last_hand_still_to_the_first_out():
    assert situation("haggis-3", (2, 9), (0, 5), haggis="unused").handovers == (
        Handover("haggis", (), None),
        Handover("hands", (1,), 2),
    )


def test_in_neeps_there_is_no_haggis():
    assert situation("neeps", (2, 9), (1, 5), (3, 5)).handovers == (Handover("hands", (0,), 2),)


def test_at_a_slam_the_first_out_gets_both_hands_that_are_left():
    assert situation("neeps", (3, 9), (1, None)).handovers == (Handover("hands", (0, 2), 3),)


def test_nothing_is_handed_over_before_the_round_is_over():
    assert situation("haggis-3", (2, 9)).handovers == ()
