"""The Tatties auction: whose turn it is, what may be said, who becomes the Shepherd (rules §4)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.auction import BIDS, Auction, auction_of
from engine.facts import Call
from tests.engine.strategies import auctions

LEVEL = (0, 0, 0)
THREE_TOTALS = st.tuples(*[st.integers(-20, 20)] * 3)


def auction(*calls: tuple[int, int], leader: int | None = 0, totals=LEVEL) -> Auction:
    return auction_of([Call(*call) for call in calls], leader, totals)


def wrong(told: Auction) -> list[tuple[str, str]]:
    return [(problem.at, problem.code) for problem in told.problems()]


def refusals(told: Auction) -> dict[int, str | None]:
    return {c.bid: c.refused.code if c.refused else None for c in told.choices}


# Whose turn it is


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_the_lead_players_left_speaks_first_and_the_lead_player_last(leader: int):
    told = auction(leader=leader)
    assert told.turn == (leader + 1) % 3
    assert told.order[-1] == leader


def test_whoever_spoke_first_sits_on_the_left_of_an_unknown_lead_player():
    told = auction((0, 15), leader=None)
    assert told.order == (0, 1, 2)
    assert told.turn == 1
    assert wrong(told) == []


def test_a_lead_player_who_is_not_there_puts_nobody_out_of_turn():
    assert wrong(auction((2, 15), leader=7)) == []


def test_one_who_dropped_out_is_not_asked_again():
    assert auction((1, 15), (2, 0), (0, 30)).turn == 1
    assert auction((1, 0), (2, 15), (0, 30)).turn == 2


def test_the_holder_is_not_asked_to_bid_against_themself():
    told = auction((1, 15), (2, 30), (0, 0))
    assert told.turn == 1
    assert auction((1, 30), (2, 0), (0, 45)).turn == 1
    told = auction((1, 15), (2, 0), (0, 30), (0, 45))
    assert wrong(told) == [("/auction/3/seat", "not_your_turn")]


def test_the_last_one_left_without_a_bid_may_still_bid():
    told = auction((1, 0), (2, 0))
    assert (told.over, told.turn) == (False, 0)
    told = auction((1, 0), (2, 0), (0, 15))
    assert (told.over, told.shepherd, told.bid) == (True, 0, 15)


# What may be said


def test_at_first_everything_may_be_said():
    assert refusals(auction()) == {15: None, 30: None, 45: None, 0: None}
    assert [choice.matches for choice in auction().choices] == [False] * 4


def test_a_bid_below_the_standing_one_is_too_low():
    assert refusals(auction((1, 30)))[15] == "bid_too_low"


@pytest.mark.parametrize(
    ("totals", "refused"),
    [
        ((0, 50, 49), None),
        ((0, 50, 50), "match_not_behind"),
        ((0, 50, 51), "match_not_behind"),
        ((-9, -5, -6), None),
        ((0, 0, -1), None),
    ],
)
def test_only_one_strictly_behind_the_holder_may_match(totals, refused):
    told = auction((1, 30), totals=totals)
    assert told.turn == 2
    assert refusals(told) == {15: "bid_too_low", 30: refused, 45: None, 0: None}
    assert [choice.bid for choice in told.choices if choice.matches] == [30]


def test_a_refused_match_says_who_holds_it_and_both_totals():
    told = auction((1, 30), (2, 30), totals=(0, 50, 51))
    (problem,) = told.problems()
    assert problem.at == "/auction/1/bid"
    assert problem.params == {"holder": 1, "own": 51, "total": 50, "bid": 30}


def test_a_match_is_measured_against_the_holder_not_the_first_to_bid_it():
    """Seat 2 is behind seat 1, seat 0 behind seat 1 but not behind seat 2."""
    told = auction((1, 15), (2, 15), (0, 15), totals=(40, 50, 30))
    assert wrong(told) == [("/auction/2/bid", "match_not_behind")]


def test_matching_makes_one_the_holder():
    told = auction((1, 45), (2, 45), totals=(0, 50, 49))
    assert (told.holder, told.bid) == (2, 45)
    assert [matched for _, matched in told.said()] == [False, True]


def test_one_who_was_matched_may_not_match_back_but_raise():
    told = auction((1, 15), (2, 15), (0, 0), totals=(0, 50, 49))
    assert told.turn == 1
    assert refusals(told) == {15: "match_not_behind", 30: None, 45: None, 0: None}


@pytest.mark.parametrize("bid", [5, 14, 60, -15, 10_000])
def test_only_15_30_and_45_are_bids(bid: int):
    assert wrong(auction((1, bid))) == [("/auction/0/bid", "bid_not_offered")]


def test_nothing_is_said_after_the_end():
    told = auction((1, 15), (2, 0), (0, 0), (1, 30))
    assert wrong(told) == [("/auction/3", "auction_over")]


def test_what_was_refused_does_not_stand():
    told = auction((1, 30), (2, 15))
    assert (told.bid, told.holder) == (30, 1)
    assert wrong(auction((1, 60), (2, 15), (0, 30))) == [("/auction/0/bid", "bid_not_offered")]


# How it ends


def test_when_all_others_have_dropped_out_the_holder_is_the_shepherd():
    told = auction((1, 15), (2, 0))
    assert (told.over, told.shepherd, told.swaps) == (False, None, 0)
    told = auction((1, 15), (2, 0), (0, 0))
    assert (told.over, told.shepherd, told.turn, told.choices) == (True, 1, None, ())


@pytest.mark.parametrize(("bid", "cards"), [(15, 3), (30, 2), (45, 1)])
def test_the_smaller_the_bid_the_more_cards_the_shepherd_swaps(bid: int, cards: int):
    assert auction((1, bid), (2, 0), (0, 0)).swaps == cards


def test_when_all_drop_out_there_is_no_shepherd():
    told = auction((1, 0), (2, 0), (0, 0))
    assert (told.over, told.shepherd, told.swaps, told.holder, told.bid) == (True, None, 0, None, 0)


def test_nobody_spoke_yet_and_it_is_not_over():
    told = auction()
    assert (told.over, told.shepherd, told.holder, told.dropped) == (False, None, None, frozenset())


def test_seats_that_are_not_there_break_nothing():
    told = auction((1, 0), (2, 0), (0, 0), (7, 15))
    assert (told.over, told.turn, told.choices) == (True, None, ())
    assert auction((7, 15)).turn in range(3)
    assert auction((-1, 15)).choices


# Laws


@given(st.integers(0, 2), THREE_TOTALS, st.data())
def test_an_auction_said_at_a_table_is_legal_and_ends(leader: int, totals, data: st.DataObject):
    calls = data.draw(auctions(leader, totals))
    told = auction_of(calls, leader, totals)
    assert wrong(told) == []
    assert told.over
    bids = [call for call in calls if call.bid]
    assert told.shepherd == (bids[-1].seat if bids else None)
    unknown_leader = auction_of(calls, None, totals)
    assert wrong(unknown_leader) == []
    assert unknown_leader.shepherd == told.shepherd


@given(st.integers(0, 2), THREE_TOTALS, st.data())
def test_whatever_is_offered_and_chosen_the_auction_ends_without_a_problem(
    leader: int, totals, data: st.DataObject
):
    told = auction_of((), leader, totals)
    while (turn := told.turn) is not None:
        may = [choice.bid for choice in told.choices if choice.refused is None]
        assert 0 in may
        said = Call(turn, data.draw(st.sampled_from(may)))
        told = replace(told, calls=(*told.calls, said))
        assert len(told.calls) < 16
    assert wrong(told) == []


@given(st.integers(0, 2), THREE_TOTALS, st.data())
def test_what_is_refused_as_a_choice_is_a_problem_once_said(
    leader: int, totals, data: st.DataObject
):
    told = auction_of(data.draw(auctions(leader, totals, whole=False)), leader, totals)
    for choice in told.choices:
        said = replace(told, calls=(*told.calls, Call(told.turn or 0, choice.bid)))
        codes = [] if choice.refused is None else [choice.refused.code]
        assert [code for _, code in wrong(said)] == codes


@given(st.integers(0, 2), THREE_TOTALS, st.data())
def test_the_first_call_against_the_rules_is_found_where_it_was_said(
    leader: int, totals, data: st.DataObject
):
    """One call of a legal auction is replaced by any other; an obvious referee judges it."""
    calls = list(data.draw(auctions(leader, totals)))
    index = data.draw(st.integers(0, len(calls) - 1))
    calls[index] = Call(data.draw(st.integers(-1, 3)), data.draw(st.sampled_from((0, 7, *BIDS))))
    first = referee(calls, leader, totals)
    found = wrong(auction_of(calls, leader, totals))
    if first is None:
        assert found == []
    else:
        assert found[0][0].startswith(f"/auction/{first}")


def referee(calls: list[Call], leader: int, totals: tuple[int, ...]) -> int | None:
    """The index of the first call that may not be said, told as the rule is told."""
    waiting, bid, holder = [(leader + i) % 3 for i in (1, 2, 3)], 0, None
    for index, call in enumerate(calls):
        if waiting and waiting[0] == holder:
            waiting.append(waiting.pop(0))
        if not [seat for seat in waiting if seat != holder] or call.seat != waiting[0]:
            return index
        waiting.pop(0)
        if call.bid == 0:
            continue
        behind = holder is not None and totals[call.seat] < totals[holder]
        if call.bid not in BIDS or call.bid < bid or (call.bid == bid and not behind):
            return index
        bid, holder = call.bid, call.seat
        waiting.append(call.seat)
    return None
