"""A round of the Haggis family as it is played, rule by rule (rules §3, §4)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.cards import Card, parse_cards
from engine.combinations import Kind
from engine.facts import Bet, Call, HaggisFacts, Out
from engine.games import GAMES as ALL
from engine.haggis import Haggis
from engine.play import (
    ChooseLeader,
    GiveTrick,
    HaggisRound,
    Lay,
    PassCard,
    PutBack,
    Stage,
)
from engine.playing import Pass

GAMES: dict[str, Haggis] = {name: g for name, g in ALL.items() if isinstance(g, Haggis)}
PASS = Pass()


def cards(game: str, written: str) -> tuple[Card, ...]:
    found, problems = parse_cards(written.split(), GAMES[game].deck)
    assert not problems
    return found


def table(game: str, *hands: str, at: int = 0, haggis: str = "", **rules: Any) -> HaggisRound:
    """A round in which these hands are left and everybody has played a card before."""
    found, wrong = GAMES[game].rules(None, rules)
    assert not wrong
    seats, sides = GAMES[game].seats, GAMES[game].sides
    return HaggisRound(
        game=GAMES[game],
        rules=found,
        totals=(0,) * sides,
        known=GAMES[game].begin(at),
        hands=tuple(cards(game, hand) for hand in hands),
        haggis=cards(game, haggis),
        piles=((),) * sides,
        at=at,
        begun=frozenset(range(seats)),
    )


def dealt(
    game: str, leader: int = 0, totals: tuple[int, ...] | None = None, seed: int = 1
) -> HaggisRound:
    """A round of which only the cards are dealt."""
    one = GAMES[game]
    return one.deal(one.defaults, leader, totals or (0,) * one.sides, Random(seed))


def do(played: HaggisRound, *actions: Any) -> HaggisRound:
    """The round after these actions; what is written is laid."""
    for action in actions:
        laid = isinstance(action, str)
        done = Lay(cards(played.game.id, action)) if laid else action
        played, problems = played.act(done)
        assert not problems, (action, problems)
    return played


def refused(played: HaggisRound, action: Any) -> list[tuple[str, str]]:
    """Why an action may not be done; the round must be the same as before."""
    laid = isinstance(action, str)
    after, problems = played.act(Lay(cards(played.game.id, action)) if laid else action)
    assert after is played
    assert problems
    return [(problem.at, problem.code) for problem in problems]


def pile(played: HaggisRound, side: int) -> list[str]:
    return sorted(str(card) for card in played.piles[side])


# The deal


@pytest.mark.parametrize(
    ("game", "hand", "haggis"),
    [("haggis-2", 17, 8), ("haggis-3", 17, 3), ("tatties", 17, 3), ("neeps", 21, 0)],
)
def test_everybody_gets_a_hand_with_three_courts_and_the_rest_is_the_haggis(game, hand, haggis):
    played = dealt(game)
    assert [len(cards) for cards in played.hands] == [hand] * GAMES[game].seats
    assert all({"J", "Q", "K"} <= {str(card) for card in cards} for cards in played.hands)
    assert len(played.haggis) == haggis


def test_the_same_seed_deals_the_same_cards():
    assert dealt("neeps", seed=5) == dealt("neeps", seed=5)
    assert dealt("neeps", seed=5).hands != dealt("neeps", seed=6).hands


# A trick


def test_the_leader_plays_any_combination_and_may_not_pass():
    played = table("haggis-3", "4r 5r 6r 9b", "10g 2r", "9y 2y")
    assert refused(played, PASS) == [("", "must_lead")]
    assert do(played, "4r 5r 6r").turn == 1


@pytest.mark.parametrize(
    ("play", "problem"),
    [
        ("10g", ("/cards", "not_in_hand")),
        ("4r 9b", ("/cards", "ranks_differ")),
        ("", ("/cards", "no_cards")),
    ],
)
def test_what_is_no_combination_of_the_hand_is_refused(play, problem):
    played = table("haggis-3", "4r 5r 6r 9b", "10g 2r", "9y 2y")
    assert refused(played, play) == [problem]


@pytest.mark.parametrize(
    ("play", "why"),
    [("4r", "not_higher"), ("3r", "not_higher"), ("9r 9y", "different_shape")],
)
def test_a_play_has_to_beat_the_table(play, why):
    played = do(table("haggis-3", "4g 2g", "4r 3r 9r 9y 6b", "2r"), "4g")
    assert refused(played, play) == [("/cards", why)]
    assert do(played, "6b").turn == 2


def test_a_bomb_beats_anything_and_only_a_stronger_bomb_beats_it():
    played = do(table("haggis-3", "4g 4r 2g", "J Q 2r", "J K 10r", at=0), "4g 4r", "J Q")
    assert refused(played, "10r") == [("/cards", "bomb_needed")]
    assert do(played, "J K").trick.bombed


def test_only_the_readings_that_beat_the_table_stand():
    played = table("haggis-3", "4r J Q 2r", "5g 6g 7g 8b 8r 8g 2y", "9g 9r 9b 3r 3b 3g 2b")
    led = do(played, "4r J Q")
    assert {one.kind for one in led.trick.standing or ()} == {Kind.SET, Kind.SEQUENCE}
    narrowed = do(led, "5g 6g 7g")
    assert {one.kind for one in narrowed.trick.standing or ()} == {Kind.SEQUENCE}
    assert refused(narrowed, "9g 9r 9b") == [("/cards", "different_kind")]
    assert do(led, "8b 8r 8g", "9g 9r 9b").turn == 0


def test_one_who_passed_may_play_later_in_the_same_trick():
    played = table("haggis-3", "4r 9r", "6r 7r", "5r 2r")
    back_in = do(played, "4r", PASS, "5r", PASS, "6r")
    assert [laid.seat for laid in back_in.trick.plays] == [0, 2, 1]


def test_when_all_others_passed_the_last_to_play_captures_and_leads():
    played = do(table("haggis-3", "4r 9r", "6r 7r", "5r 2r"), "4r", "6r", PASS)
    assert played.turn == 0
    won = do(played, PASS)
    assert (pile(won, 1), won.turn, won.trick.plays) == (["4r", "6r"], 1, ())


def test_passes_count_only_since_the_last_play():
    played = do(table("haggis-3", "4r 9r", "6r 7r", "5r 2r"), "4r", PASS, "5r", PASS)
    assert (played.stage, played.turn) == (Stage.TRICK, 1)


def test_between_two_players_one_pass_ends_the_trick():
    played = do(table("haggis-2", "4r 9r", "6r 7r"), "4r", "6r", PASS)
    assert (pile(played, 1), played.turn) == (["4r", "6r"], 1)


def test_what_is_not_asked_for_now_is_refused():
    played = table("haggis-3", "4r 9r", "6r 7r", "5r 2r")
    for action in (GiveTrick(1), ChooseLeader(0), PassCard(Card(4, "r")), PutBack(()), Call(0, 15)):
        assert refused(played, action) == [("", "not_now")]


# A bombed trick


def bombed(game: str, **rules: Any) -> HaggisRound:
    """Seat 0 led a 4, seat 1 laid a 5, seat 2 a bomb, and all others passed."""
    hands = ("4r 2r", "5r 2y", "J Q 2g 3g", "6r 2b")[: GAMES[game].seats]
    passes = [PASS] * (GAMES[game].seats - 1)
    return do(table(game, *hands, **rules), "4r", "5r", "J Q", *passes)


def test_opponent_the_bomber_gives_the_trick_to_one_and_leads():
    played = bombed("haggis-3")
    assert (played.stage, played.turn) == (Stage.GIVE_TRICK, 2)
    assert set(played.legal()) == {GiveTrick(0), GiveTrick(1)}
    assert refused(played, GiveTrick(2)) == [("/side", "side_not_allowed")]
    assert refused(played, PASS) == [("", "not_now")]
    given = do(played, GiveTrick(1))
    assert (pile(given, 1), given.turn) == (["4r", "5r", "J", "Q"], 2)


def test_opponent_with_two_players_it_is_the_other():
    played = do(table("haggis-2", "4r 2r", "J Q 2y"), "4r", "J Q", PASS)
    assert (pile(played, 0), played.turn) == (["4r", "J", "Q"], 1)


def test_second_highest_the_trick_goes_to_the_owner_of_the_play_before():
    played = bombed("haggis-3", bombed_trick="second_highest")
    assert (pile(played, 1), played.turn) == (["4r", "5r", "J", "Q"], 2)


def test_second_highest_may_be_a_weaker_bomb():
    played = table("haggis-3", "4r 2r", "J Q 2y", "J K 2g", bombed_trick="second_highest")
    played = do(played, "4r", "J Q", "J K", PASS, PASS)
    assert pile(played, 1) == ["4r", "J", "J", "K", "Q"]


def test_second_highest_a_bomb_that_was_led_goes_to_an_opponent():
    played = table("haggis-3", "J Q 2r", "2y 3y", "2g 3g", bombed_trick="second_highest")
    played = do(played, "J Q", PASS, PASS)
    assert set(played.legal()) == {GiveTrick(1), GiveTrick(2)}


@pytest.mark.parametrize(("game", "side"), [("haggis-3", 2), ("tatties", 2), ("neeps", 0)])
def test_keep_the_bomber_captures_the_trick_and_leads(game, side):
    played = bombed(game, bombed_trick="keep")
    assert (pile(played, side), played.turn) == (["4r", "5r", "J", "Q"], 2)


def test_opposing_team_the_others_capture_and_the_bomber_says_which_partner_leads():
    played = bombed("neeps")
    assert pile(played, 1) == ["4r", "5r", "J", "Q"]
    assert (played.stage, played.turn) == (Stage.CHOOSE_LEADER, 2)
    assert set(played.legal()) == {ChooseLeader(0), ChooseLeader(2)}
    assert refused(played, ChooseLeader(1)) == [("/seat", "leader_not_allowed")]
    assert [do(played, ChooseLeader(seat)).turn for seat in (0, 2)] == [0, 2]


def test_opposing_team_a_bomber_who_is_out_leaves_the_lead_to_the_partner():
    played = do(table("neeps", "J Q", "5r 2y", "2g 3g", "6r 2b"), "J Q", PASS, PASS, PASS)
    assert (pile(played, 1), played.stage, played.turn) == (["J", "Q"], Stage.TRICK, 2)


def test_opposing_team_with_the_partner_out_the_bomber_leads():
    played = table("neeps", "J Q 2r", "5r 2y", "", "6r 2b")
    known = replace(played.known, outs=(Out(2, 5),))
    played = do(replace(played, known=known), "J Q", PASS, PASS)
    assert (played.stage, played.turn) == (Stage.TRICK, 0)


def test_a_bomb_that_is_not_the_last_play_is_no_bombed_trick():
    played = table("haggis-2", "J Q 2r", "3r 5r 7r 9r 2y", bombed_trick="keep")
    played = do(played, "J Q", "3r 5r 7r 9r", PASS)
    assert len(pile(played, 1)) == 6


def test_a_trick_won_by_the_last_bomb_of_the_round_is_given_before_it_is_over():
    played = table("haggis-3", "", "J Q", "5r 2y")
    played = replace(played, at=1, known=replace(played.known, outs=(Out(0, 5),)))
    played = do(played, "J Q")
    assert (played.stage, played.turn, played.over) == (Stage.GIVE_TRICK, 1, False)
    over = do(played, GiveTrick(2))
    assert over.over
    assert (pile(over, 2), pile(over, 0)) == (["J", "Q"], ["2y", "5r"])


# Going out


def test_going_out_counts_the_largest_hand_of_the_opponents():
    played = do(table("haggis-3", "4r", "6r 7r 8r", "5r 2r"), "4r")
    assert played.facts.outs == (Out(0, 3),)
    team = do(table("neeps", "4r", "6r", "5r 2r 3r", "7r 7y"), "4r")
    assert team.facts.outs == (Out(0, 2),)


def test_courts_are_cards_of_the_hand():
    played = do(table("haggis-3", "4r K", "6r J Q K", "5r 2r"), "4r")
    assert played.facts.outs == ()
    assert do(played, PASS, PASS, "K").facts.outs == (Out(0, 4),)


def test_after_a_going_out_the_trick_goes_on_among_the_others():
    played = do(table("haggis-3", "4r", "6r 7r", "5r 2r"), "4r", "6r", PASS)
    assert (pile(played, 1), played.turn) == (["4r", "6r"], 1)


def test_one_who_is_out_captures_the_trick_and_the_next_with_cards_leads():
    played = do(table("haggis-3", "4r", "6r 7r", "5r 2r"), "4r", PASS)
    assert played.turn == 2
    won = do(played, PASS)
    assert (pile(won, 0), won.turn) == (["4r"], 1)


def test_the_lead_skips_everybody_who_is_out():
    played = table("neeps", "", "4r", "6r 7r 8r", "5r 2r", at=1)
    played = replace(played, known=replace(played.known, outs=(Out(0, 5),)))
    played = do(played, "4r", PASS, PASS)
    assert (pile(played, 1), played.turn) == (["4r"], 2)
    last = table("neeps", "", "2r 2y", "6r 7r 8r", "4r", at=3)
    last = replace(last, known=replace(last.known, outs=(Out(0, 5),)))
    assert do(last, "4r", PASS, PASS).turn == 1


# The end of a round


def test_with_two_players_the_round_ends_when_the_first_is_out():
    played = do(table("haggis-2", "4r", "6r J 9y", haggis="3r 5r"), "4r")
    assert played.over
    assert (played.turn, played.legal()) == (None, ())
    assert pile(played, 0) == ["3r", "4r", "5r", "6r", "9y", "J"]
    assert refused(played, "6r") == [("", "not_now")]
    assert refused(played, Bet(1, 15)) == [("", "not_now")]


def test_the_last_trick_goes_to_its_last_play_and_the_rest_to_the_first_out():
    played = table("haggis-3", "4r", "6r 7r", "5r 2r", haggis="3b")
    played = do(played, "4r", "6r", PASS, "7r")
    assert played.over
    assert played.facts.outs == (Out(0, 2), Out(1, 2))
    assert (pile(played, 1), pile(played, 0)) == (["4r", "6r", "7r"], ["2r", "3b", "5r"])


def test_an_unused_haggis_goes_to_nobody():
    played = table("haggis-2", "4r", "6r 5g", haggis="3r 5r")
    played = do(replace(played, rules=replace(played.rules, haggis="unused")), "4r")
    assert pile(played, 0) == ["4r", "5g", "6r"]
    assert [str(card) for card in played.haggis] == ["3r", "5r"]
    assert played.game.score(played.facts, played.rules).captured == (1, 0)


def test_three_go_out_in_neeps_when_opponents_are_first_and_second():
    played = do(table("neeps", "4r", "6r", "5r 2r", "7r"), "4r", "6r")
    assert not played.over
    over = do(played, PASS, "7r")
    assert over.over
    assert over.facts.outs == (Out(0, 1), Out(1, 2), Out(3, 2))
    assert (pile(over, 0), pile(over, 1)) == (["2r", "5r"], ["4r", "6r", "7r"])


def test_a_slam_ends_the_round_at_once():
    played = do(table("neeps", "4r", "6r 7r", "5r", "7r 8r 9r"), "4r", PASS, "5r")
    assert played.over
    assert played.facts.outs == (Out(0, 3), Out(2, None))
    assert pile(played, 0) == ["4r", "5r", "6r", "7r", "7r", "8r", "9r"]
    score = played.game.score(played.facts, played.rules)
    assert (score.slam, score.captured) == (True, (7, 0))


def test_a_slam_won_by_a_bomb_gives_the_trick_away_first():
    played = do(table("neeps", "4r", "6r 7r", "J Q", "7r 8r"), "4r", PASS, "J Q")
    assert played.over
    assert pile(played, 1) == ["4r", "J", "Q"]


def test_base_games_count_piles_by_rank_and_the_others_by_card():
    over = do(table("haggis-2", "4r", "6r J 9y", haggis="3r 5r"), "4r")
    assert over.game.facts_json(over.facts)["captured"] == [
        {"3": 1, "5": 1, "7": 0, "9": 1, "J": 1, "Q": 0, "K": 0},
        dict.fromkeys("3579JQK", 0),
    ]
    tatties = do(table("tatties", "4r", "6r", "2r 3r"), "4r", "6r")
    assert tatties.facts.captured == (2, 2, 0)


def test_facts_of_a_round_in_progress_have_no_captures_yet():
    played = do(table("haggis-3", "4r", "6r 7r 8r", "5r 2r"), "4r")
    assert played.facts == HaggisFacts(0, (), (), (Out(0, 3),), (None, None, None))


# Bets


def lowest(played: HaggisRound, seat: int) -> Lay:
    return Lay((played.hands[seat][0],))


def test_a_bet_is_made_in_or_out_of_turn_before_ones_own_first_card():
    played = do(dealt("haggis-3"), Bet(2, 30))
    assert played.turn == 0
    played = do(played, lowest(played, 0), Bet(1, 5))
    assert played.facts.bets == (Bet(2, 30), Bet(1, 5))
    assert refused(played, Bet(0, 15)) == [("/bets/2", "bet_too_late")]


@pytest.mark.parametrize(
    ("bet", "problem"),
    [
        (Bet(1, 10), ("/bets/1/amount", "bet_not_offered")),
        (Bet(0, 30), ("/bets/1/seat", "bet_twice")),
        (Bet(3, 15), ("/bets/1/seat", "unknown_seat")),
        (Bet(-1, 15), ("/bets/1/seat", "unknown_seat")),
    ],
)
def test_a_bet_is_judged_as_a_recorded_one_is(bet, problem):
    assert refused(do(dealt("haggis-3"), Bet(0, 15)), bet) == [problem]


def test_nobody_bets_on_being_first_once_somebody_is_out():
    played = replace(table("haggis-3", "4r", "6r 7r", "5r 2r"), begun=frozenset({1}))
    assert refused(do(played, "4r"), Bet(2, 15)) == [("/bets/0", "bet_too_late")]


def test_bets_on_offer_are_those_that_may_be_made():
    played = do(dealt("haggis-3"), Bet(1, 15))
    offered = {Bet(seat, amount) for seat in (0, 2) for amount in (5, 15, 30)}
    assert set(played.bets_on_offer()) == offered
    assert offered < set(played.legal())


def test_a_partner_takes_a_bet_over_only_with_a_larger_one_and_before_playing():
    played = do(dealt("neeps"), Bet(0, 15))
    assert refused(played, Bet(2, 15)) == [("/bets/1/amount", "takeover_too_small")]
    taken = do(played, Bet(3, 5), Bet(2, 30))
    assert taken.facts.bets == (Bet(0, 15), Bet(3, 5), Bet(2, 30))
    assert [(claim.who, claim.seat) for claim in taken.claims] == [("bettor", 2), ("bettor", 3)]
    assert not {Bet(0, 5), Bet(0, 15), Bet(0, 30)} & set(taken.bets_on_offer())
    begun = replace(played, begun=frozenset({2}))
    assert refused(begun, Bet(2, 30)) == [("/bets/1", "bet_too_late")]


# The auction and the swap


def test_the_auction_runs_from_the_left_of_the_lead_player():
    played = dealt("tatties", leader=1, totals=(0, 50, 20))
    assert (played.stage, played.turn) == (Stage.AUCTION, 2)
    assert set(played.legal()) == {Call(2, bid) for bid in (15, 30, 45, 0)}
    assert refused(played, Call(0, 15)) == [("/auction/0/seat", "not_your_turn")]
    assert refused(played, Call(2, 20)) == [("/auction/0/bid", "bid_not_offered")]
    assert refused(played, lowest(played, 1)) == [("", "not_now")]
    played = do(played, Call(2, 30))
    assert set(played.legal()) == {Call(0, 30), Call(0, 45), Call(0, 0)}
    played = do(played, Call(0, 30))
    assert refused(played, Call(1, 30)) == [("/auction/2/bid", "match_not_behind")]


def test_nobody_bets_where_there_is_an_auction():
    played = dealt("tatties")
    assert refused(played, Bet(0, 15)) == [("/bets", "no_bets_here")]
    assert played.bets_on_offer() == ()


def test_without_a_bid_the_lead_player_leads_and_nobody_swaps():
    played = do(dealt("tatties", leader=2), Call(0, 0), Call(1, 0), Call(2, 0))
    assert (played.stage, played.turn, len(played.haggis)) == (Stage.TRICK, 2, 3)
    assert played.claims == ()


@pytest.mark.parametrize(("bid", "count"), [(15, 3), (30, 2), (45, 1)])
def test_the_shepherd_swaps_cards_with_the_haggis_and_leads(bid, count):
    before = dealt("tatties")
    played = do(before, Call(1, bid), Call(2, 0), Call(0, 0))
    assert (played.stage, played.turn) == (Stage.PUT_BACK, 1)
    assert played.hands[1] == before.hands[1] + before.haggis[:count]
    own = [card for card in before.hands[1] if card.suit]
    for wrong in (count - 1, count + 1):
        problem = [("/cards", "put_back_count")]
        assert refused(played, PutBack(tuple(own[:wrong]))) == problem
    after = do(played, PutBack(tuple(own[:count])))
    assert (after.stage, after.turn, len(after.hands[1])) == (Stage.TRICK, 1, 17)
    assert sorted(after.haggis) == sorted((*own[:count], *before.haggis[count:]))
    same = do(played, PutBack(before.haggis[:count]))
    assert same.hands == before.hands


def test_a_court_does_not_go_into_the_haggis():
    played = do(dealt("tatties"), Call(1, 45), Call(2, 0), Call(0, 0))
    assert refused(played, PutBack((Card(11),))) == [("/cards", "court_stays")]
    assert refused(played, PutBack((Card(14, "r"),))) == [("/cards", "not_in_hand")]
    assert len(played.legal()) == 15


def test_a_shepherd_who_is_first_out_made_the_bid():
    played = do(dealt("tatties"), Call(1, 15), Call(2, 0), Call(0, 0))
    for seat, made in ((1, True), (2, False)):
        done = replace(played, known=replace(played.known, outs=(Out(seat, 4),)))
        assert [(c.who, c.seat, c.made) for c in done.claims] == [("shepherd", 1, made)]


# Passing cards in Neeps


def first_card(played: HaggisRound) -> PassCard:
    return PassCard(played.hands[played.turn or 0][0])


def test_partners_pass_a_card_twice_before_the_first_trick():
    played = dealt("neeps", leader=3)
    turns = []
    while played.stage is Stage.PASS_CARDS:
        turns.append(played.turn)
        played = do(played, first_card(played))
    assert turns == [3, 0, 1, 2, 3, 0, 1, 2]
    assert (played.stage, played.turn) == (Stage.TRICK, 3)
    assert [len(hand) for hand in played.hands] == [21] * 4


def test_nothing_arrives_before_all_four_cards_are_in():
    before = dealt("neeps")
    played = before
    for count in range(3):
        played = do(played, first_card(played))
        assert [len(hand) for hand in played.hands] == [20] * (count + 1) + [21] * (3 - count)
        assert len(played.cards) == 84
    played = do(played, first_card(played))
    for seat in range(4):
        assert played.hands[seat][-1] == before.hands[(seat + 2) % 4][0]


def test_courts_are_not_passed_nor_cards_one_does_not_have():
    played = dealt("neeps")
    assert refused(played, PassCard(Card(11))) == [("/card", "court_stays")]
    foreign = next(c for hand in played.hands for c in hand if c not in played.hands[0])
    assert refused(played, PassCard(foreign)) == [("/card", "not_in_hand")]
    assert all(action.card.suit for action in played.legal() if isinstance(action, PassCard))


def test_the_second_card_may_be_the_one_that_came():
    before = dealt("neeps")
    played = before
    for _ in range(4):
        played = do(played, first_card(played))
    for seat in range(4):
        played = do(played, PassCard(played.hands[seat][-1]))
    assert [sorted(hand) for hand in played.hands] == [sorted(hand) for hand in before.hands]


def test_a_bet_may_be_made_while_cards_are_passed():
    played = do(dealt("neeps"), Bet(3, 15))
    assert (played.stage, played.facts.bets) == (Stage.PASS_CARDS, (Bet(3, 15),))
