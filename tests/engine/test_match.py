"""A match: totals, the end, shared wins, voids and corrections, who starts next (rules §3, §6)."""

from typing import Any

import pytest

from engine.games import GAMES
from engine.match import Recorded, Standing, leaders, standing

STARTS = {game.id: game.starts for game in GAMES.values()}


def worth(*points: int, starter: int | None = 0, void: bool = False) -> Recorded:
    """A recorded round that is worth these points, as adjustments of the first seats."""
    by_hand = [{"seat": side, "points": n} for side, n in enumerate(points)]
    return Recorded({"leader": starter, "adjustments": by_hand}, void)


def stand(game: str, *rounds: Recorded, first: int = 0, **house_rules: Any) -> Standing:
    rules, wrong = GAMES[game].rules(None, house_rules)
    assert wrong == ()
    return standing(GAMES[game], rules, rounds, first)


# Rounds and totals


@pytest.mark.parametrize("game", GAMES)
def test_before_the_first_round_all_are_level_and_the_first_starter_starts(game: str):
    found = stand(game, first=1)
    assert found.rounds == ()
    assert found.totals == (0,) * GAMES[game].sides
    assert (found.next.seat, found.next.why) == (1, "first_round")
    assert (found.finished, found.winners, found.reached_in) == (False, (), None)


def test_after_one_round_its_points_are_the_totals():
    found = stand("haggis-3", worth(10, 20, 30))
    assert found.totals == (10, 20, 30)
    (only,) = found.rounds
    assert (only.number, only.before, only.totals) == (1, (0, 0, 0), (10, 20, 30))


def test_each_round_knows_the_totals_before_and_after_it():
    found = stand("haggis-2", worth(10, 20), worth(-5, 7))
    assert [played.before for played in found.rounds] == [(0, 0), (10, 20)]
    assert [played.totals for played in found.rounds] == [(10, 20), (5, 27)]
    assert [played.number for played in found.rounds] == [1, 2]


def test_sixty_rounds_add_up():
    found = stand("neeps", *[worth(n, 1) for n in range(60)], target=10_000)
    assert found.totals == (sum(range(60)), 60)
    assert len(found.rounds) == 60
    assert not found.finished


def test_a_whole_round_is_scored_by_its_rules():
    document = {"outs": [{"seat": 1, "cards": 7}], "captured": [20, None]}
    found = stand("haggis-2", Recorded(document))
    assert found.totals == (20, 51)
    assert found.rounds[0].problems == ()


# The end


def test_exactly_250_reaches_the_target_but_does_not_exceed_it():
    rounds = [worth(200, 100), worth(50, 100)]
    assert stand("haggis-2", *rounds).winners == (0,)
    exceed = stand("haggis-2", *rounds, target_rule="exceed")
    assert (exceed.finished, exceed.winners, exceed.reached_in) == (False, (), None)
    assert stand("haggis-2", *rounds, worth(1, 0), target_rule="exceed").winners == (0,)


def test_one_below_the_target_it_goes_on():
    assert not stand("haggis-2", worth(249, 248)).finished


def test_of_two_past_the_target_the_higher_wins():
    found = stand("haggis-3", worth(240, 245, 10), worth(30, 20, 0))
    assert found.totals == (270, 265, 10)
    assert (found.finished, found.winners, found.reached_in) == (True, (0,), 2)


def test_equal_totals_share_the_win():
    found = stand("haggis-3", worth(250, 100, 250))
    assert (found.finished, found.winners) == (True, (0, 2))


def test_equal_totals_are_played_on_until_broken():
    rounds = [worth(250, 100, 250), worth(5, 300, 5)]
    assert not stand("haggis-3", *rounds[:1], tie="play_on").finished
    found = stand("haggis-3", *rounds, tie="play_on")
    assert (found.finished, found.winners, found.reached_in) == (True, (1,), 2)


def test_a_tie_below_the_highest_is_no_tie():
    assert stand("haggis-3", worth(260, 255, 255), tie="play_on").winners == (0,)


def test_after_as_many_rounds_as_agreed_the_highest_wins():
    rounds = [worth(10, 20), worth(10, 5)]
    assert not stand("haggis-2", rounds[0], rounds=2).finished
    found = stand("haggis-2", *rounds, rounds=2)
    assert (found.finished, found.winners, found.reached_in) == (True, (1,), 2)


def test_the_target_ends_it_before_the_agreed_rounds():
    assert stand("haggis-2", worth(250, 0), rounds=9).finished


def test_a_tie_after_the_agreed_rounds_is_shared_or_played_on():
    assert stand("haggis-2", worth(10, 10), rounds=1).winners == (0, 1)
    assert not stand("haggis-2", worth(10, 10), rounds=1, tie="play_on").finished
    broken = stand("haggis-2", worth(10, 10), worth(0, 1), rounds=1, tie="play_on")
    assert broken.winners == (1,)


def test_euchre_is_won_at_ten_or_more():
    assert not stand("haus-euchre", Recorded({"adjustments": [{"seat": 0, "points": 9}]})).finished
    found = stand("haus-euchre", Recorded({"adjustments": [{"seat": 2, "points": 11}]}))
    assert found.winners == (0,)


def test_below_zero_the_highest_still_leads():
    assert leaders((-5, -3, -3)) == (1, 2)


# Voids and corrections


def test_a_void_round_counts_for_nothing_and_stays():
    rounds = [worth(10, 20), worth(300, 0, starter=1, void=True), worth(1, 2)]
    found = stand("haggis-2", *rounds)
    assert found.totals == (11, 22)
    assert not found.finished
    assert found.rounds[1].void
    assert found.rounds[1].score.points == (300, 0)
    assert found.rounds[1].totals == found.rounds[1].before == (10, 20)


def test_a_void_round_is_none_of_the_agreed_rounds():
    found = stand("haggis-2", worth(1, 0), worth(1, 0, void=True), rounds=2)
    assert not found.finished


def test_whoever_led_a_void_round_did_not_lead():
    rounds = [worth(10, 10, 10, starter=2), worth(0, 0, 0, starter=1, void=True)]
    assert stand("haggis-3", *rounds).next.seat == 2


def test_only_void_rounds_are_as_none():
    found = stand("haggis-3", worth(300, 0, 0, void=True), first=2)
    assert (found.next.seat, found.next.why) == (2, "first_round")
    assert (found.finished, found.totals) == (False, (0, 0, 0))


def test_a_correction_or_a_void_reopens_a_finished_match():
    assert stand("haggis-2", worth(200, 0), worth(60, 0)).finished
    assert not stand("haggis-2", worth(180, 0), worth(60, 0)).finished
    assert not stand("haggis-2", worth(200, 0), worth(60, 0, void=True)).finished


def test_all_rounds_count_where_the_target_was_reached_before_the_last():
    found = stand("haggis-2", worth(250, 200), worth(0, 70))
    assert (found.reached_in, found.totals, found.winners) == (1, (250, 270), (1,))


def test_a_correction_can_make_a_later_match_of_a_bid_illegal_and_says_so():
    auction = [{"seat": 1, "bid": 15}, {"seat": 2, "bid": 15}, {"seat": 0, "bid": 0}]
    later = Recorded({"leader": 0, "auction": [*auction, {"seat": 1, "bid": 0}]})

    def codes(first: Recorded) -> set[str]:
        return {problem.code for problem in stand("tatties", first, later).rounds[1].problems}

    assert "match_not_behind" not in codes(worth(0, 20, 10))
    assert "match_not_behind" in codes(worth(0, 20, 20))


# Who starts next: individual games


@pytest.mark.parametrize("game", ["haggis-3", "tatties"])
@pytest.mark.parametrize(
    ("totals", "before", "seat", "why"),
    [
        ((30, 10, 20), 0, 1, "lowest"),
        ((30, 10, 20), 1, 1, "lowest"),
        ((10, 10, 20), 0, 0, "level_previous"),
        ((10, 10, 20), 1, 1, "level_previous"),
        ((10, 10, 20), 2, 0, "level_next"),
        ((10, 20, 10), 1, 2, "level_next"),
        ((20, 10, 10), 0, 1, "level_next"),
        ((0, 0, 0), 2, 2, "level_previous"),
        ((-5, 0, 0), 2, 0, "lowest"),
    ],
)
def test_the_lowest_leads_or_of_several_the_previous_leader_or_the_next(
    game: str, totals, before: int, seat: int, why: str
):
    found = stand(game, worth(*totals, starter=before)).next
    assert (found.seat, found.why) == (seat, why)


@pytest.mark.parametrize(
    ("totals", "before", "seat"), [((5, 9), 0, 0), ((5, 9), 1, 0), ((9, 9), 0, 0), ((9, 9), 1, 1)]
)
def test_of_two_the_lower_leads_or_the_same_again(totals, before: int, seat: int):
    assert stand("haggis-2", worth(*totals, starter=before)).next.seat == seat


def test_a_leader_nobody_noted_is_the_one_whose_turn_it_was():
    """Round 1: the first leader, 2. Round 2: seat 1 was lowest. All level then: seat 1 stays."""
    rounds = [worth(9, 0, 9, starter=None), worth(0, 9, 0, starter=None)]
    assert stand("haggis-3", rounds[0], first=2).next.seat == 1
    found = stand("haggis-3", *rounds, first=2).next
    assert (found.seat, found.why) == (1, "level_previous")


def test_an_auction_shows_who_was_lead_player():
    """Seat 0 spoke first, so seat 2 was lead player, whoever's turn it was."""
    calls = [{"seat": 0, "bid": 0}, {"seat": 1, "bid": 0}, {"seat": 2, "bid": 0}]
    found = stand("tatties", Recorded({"auction": calls}), first=0).next
    assert (found.seat, found.why) == (2, "level_previous")


# Who starts next: teams


def led(*starters: int, last: tuple[int, int]) -> tuple[int, str]:
    """Who leads next in Neeps after rounds led by these seats, the last of them worth `last`."""
    *early, final = starters
    rounds = [worth(0, 0, starter=seat) for seat in early]
    found = stand("neeps", *rounds, worth(*last, starter=final)).next
    return found.seat, found.why


def test_the_trailing_team_leads_by_the_partner_who_did_not_when_it_last_did():
    assert led(0, 1, last=(5, 9)) == (2, "lowest_in_turn")
    assert led(2, 1, last=(5, 9)) == (0, "lowest_in_turn")
    assert led(0, 2, 1, last=(5, 9)) == (0, "lowest_in_turn")
    assert led(3, 0, last=(9, 5)) == (1, "lowest_in_turn")


def test_a_team_that_leads_again_and_again_takes_turns():
    assert led(0, last=(5, 9)) == (2, "lowest_in_turn")
    assert led(0, 2, last=(5, 9)) == (0, "lowest_in_turn")


@pytest.mark.parametrize(("before", "seat"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_a_team_that_has_not_led_yet_begins_left_of_the_previous_leader(before: int, seat: int):
    last = (9, 5) if before % 2 == 0 else (5, 9)
    assert led(before, last=last) == (seat, "lowest_in_turn")


@pytest.mark.parametrize(("before", "seat"), [(0, 2), (1, 3), (2, 0), (3, 1)])
def test_level_teams_leave_the_lead_with_the_team_that_had_it(before: int, seat: int):
    assert led(before, last=(9, 9)) == (seat, "level_previous_in_turn")


# Who starts next: Haus Euchre


def test_the_deal_goes_round_the_table_also_past_rounds_that_do_not_say_who_dealt():
    def dealt(*dealers: int | None, first: int = 0) -> int:
        rounds = [Recorded({"dealer": dealer}) for dealer in dealers]
        return stand("haus-euchre", *rounds, first=first).next.seat

    assert [dealt(dealer) for dealer in range(4)] == [1, 2, 3, 0]
    assert dealt(None, None, None, first=2) == 1
    assert dealt(None, 0, None) == 2


def test_a_void_deal_is_dealt_again_by_the_same_dealer():
    rounds = [Recorded({"dealer": 1}), Recorded({"dealer": 2}, void=True)]
    assert stand("haus-euchre", *rounds).next.seat == 2
