"""A round of Haus Euchre as it is played, rule by rule (rules §8)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.euchre_play import (
    DECK,
    JOKER,
    SUITS,
    Card,
    EuchreRound,
    Lay,
    NameTrump,
    PickUp,
    PutAway,
    Stage,
    deal,
    strength,
    suit_led,
    suit_of,
)
from engine.facts import EuchreFacts
from engine.playing import Pass

PASS = Pass()
BY_NAME = {str(card): card for card in DECK}


def cards(written: str) -> tuple[Card, ...]:
    return tuple(BY_NAME[name] for name in written.split())


def bidding(turned: str = "9h", dealer: int = 0) -> EuchreRound:
    """A round just dealt, in which this card is turned up."""
    dealt = (deal(dealer, Random(seed)) for seed in range(10_000))
    return next(played for played in dealt if str(played.turned) == turned)


def tricks(
    *hands: str, trump: str = "hearts", maker: int = 1, alone: bool = False, dealer: int = 3
) -> EuchreRound:
    """A round in which these hands are left and the bidding is over; seat 0 leads."""
    return EuchreRound(
        known=EuchreFacts(dealer, maker, trump, alone, None, False),
        dealer=dealer,
        hands=tuple(cards(hand) for hand in hands),
        turned=BY_NAME["7h"],
        kitty=(BY_NAME["7h"],) * 13,
        led_by=0,
    )


def do(played: EuchreRound, *actions: Any) -> EuchreRound:
    """The round after these actions; what is written is laid."""
    for action in actions:
        done = Lay(BY_NAME[action]) if isinstance(action, str) else action
        played, problems = played.act(done)
        assert not problems, (action, problems)
    return played


def refused(played: EuchreRound, action: Any) -> tuple[str, str]:
    """Why an action may not be done; the round must be the same as before."""
    after, problems = played.act(Lay(BY_NAME[action]) if isinstance(action, str) else action)
    assert after is played
    (problem,) = problems
    return problem.at, problem.code


def may_lay(played: EuchreRound) -> list[str]:
    return [str(action.card) for action in played.legal() if isinstance(action, Lay)]


# The deal


def test_the_deck_has_33_cards_and_each_prints_by_a_name_of_its_own():
    assert len(DECK) == len(BY_NAME) == 33
    assert cards("7h 10s Jd Ac joker")[-1] == JOKER


def test_five_cards_each_and_a_kitty_of_thirteen_with_one_turned_up():
    played = bidding("9h")
    assert [len(hand) for hand in played.hands] == [5] * 4
    assert (len(played.kitty), str(played.kitty[0])) == (13, "9h")
    assert sorted(played.cards) == sorted(DECK)


def test_the_same_seed_deals_the_same_cards():
    assert deal(2, Random(5)) == deal(2, Random(5))
    assert deal(2, Random(5)).hands != deal(2, Random(6)).hands


# Bidding


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealers_left_bids_first_and_the_dealer_last(dealer):
    played = bidding(dealer=dealer)
    for turn in (*range(1, 5), *range(1, 5)):
        assert played.turn == (dealer + turn) % 4
        if played.passed < 7:
            played = do(played, PASS)


def test_picked_up_its_suit_is_trump_and_the_dealer_puts_a_card_away():
    before = bidding("9h", dealer=2)
    played = do(before, PASS, PickUp())
    assert played.facts == EuchreFacts(2, 0, "hearts", False, None, False)
    assert (played.stage, played.turn) == (Stage.PUT_AWAY, 2)
    assert set(played.legal()) == {PutAway(card) for card in (*before.hands[2], before.turned)}
    away = before.hands[2][0]
    after = do(played, PutAway(away))
    assert after.hands[2] == (*before.hands[2][1:], before.turned)
    assert (after.kitty[0], len(after.kitty)) == (away, 13)
    assert (after.stage, after.turn) == (Stage.TRICK, 3)


def test_only_a_card_of_the_dealers_hand_is_put_away():
    played = do(bidding("9h"), PickUp())
    other = next(card for card in played.hands[1])
    assert refused(played, PutAway(other)) == ("/card", "not_in_hand")
    assert do(played, PutAway(played.turned)).kitty[0] == played.turned


def test_trump_is_named_only_after_everybody_passed():
    played = bidding("9h")
    assert refused(played, NameTrump("clubs")) == ("", "not_now")
    played = do(played, PASS, PASS, PASS, PASS)
    assert refused(played, PickUp()) == ("", "not_now")
    assert do(played, NameTrump("clubs")).facts.trump == "clubs"


@pytest.mark.parametrize(
    ("turned", "suit"), [("9h", "hearts"), ("Jd", "diamonds"), ("Ac", "clubs"), ("7s", "spades")]
)
def test_the_suit_turned_down_may_not_be_named(turned, suit):
    played = do(bidding(turned), PASS, PASS, PASS, PASS)
    assert refused(played, NameTrump(suit)) == ("/trump", "suit_turned_down")
    named = {action.trump for action in played.legal() if isinstance(action, NameTrump)}
    assert named == {*SUITS, "none"} - {suit}
    assert refused(played, NameTrump("stars")) == ("/trump", "trump_unknown")


def test_no_trump_may_be_named_and_nobody_picks_the_card_up():
    before = bidding("9h", dealer=1)
    played = do(before, PASS, PASS, PASS, PASS, NameTrump("none"))
    assert played.facts == EuchreFacts(1, 2, "none", False, None, False)
    assert (played.kitty, played.stage, played.turn) == (before.kitty, Stage.TRICK, 2)


def test_the_dealer_is_stuck_after_seven_passes():
    played = do(bidding("9h"), *[PASS] * 7)
    assert played.turn == 0
    assert refused(played, PASS) == ("", "dealer_may_not_pass")
    assert PASS not in played.legal()
    assert do(played, NameTrump("spades")).facts.maker == 0


def test_with_the_joker_turned_up_spades_are_trump_and_nobody_bids():
    played = bidding("joker", dealer=1)
    assert played.facts == EuchreFacts(1, None, "spades", False, None, True)
    assert (played.stage, played.turn, played.claims) == (Stage.TRICK, 2, ())
    assert refused(played, PASS) == ("", "not_now")


# Going alone


def test_the_partner_of_one_who_goes_alone_sits_out():
    played = do(bidding("9h", dealer=3), PickUp(alone=True))
    played = do(played, PutAway(played.turned))
    assert played.facts.alone
    assert played.players == (0, 1, 3)


@pytest.mark.parametrize(("maker", "players"), [(0, (0, 1, 3)), (1, (0, 1, 2)), (2, (1, 2, 3))])
def test_the_lead_moves_on_when_the_first_leader_sits_out(maker, players):
    passes = [PASS] * maker
    played = do(bidding("9h", dealer=3), *passes, PickUp(alone=True))
    played = do(played, PutAway(played.turned))
    assert (played.turn, played.players) == (players[0], players)


def test_three_cards_are_a_trick_of_a_round_that_is_played_alone():
    played = tricks("Ac 8c", "9c 7d", "10c 9d", "7s 8s", maker=1, alone=True)
    after = do(played, "Ac", "9c", "10c")
    assert (after.tricks, after.turn, after.hands[3]) == ((1, 0), 0, cards("7s 8s"))


# Following suit


def test_one_follows_suit_if_one_can_and_else_plays_anything():
    played = do(tricks("Ac 8c", "9c 7d", "10d 9d", "7s 8h"), "Ac")
    assert may_lay(played) == ["9c"]
    assert refused(played, "7d") == ("/card", "follow_suit")
    assert refused(played, "Ac") == ("/card", "not_in_hand")
    played = do(played, "9c")
    assert may_lay(played) == ["10d", "9d"]


def test_the_left_jack_and_the_joker_are_trumps_to_follow_with():
    played = do(tricks("9h 8c", "Jd 7h", "joker 9d", "Jd 8d"), "9h")
    assert may_lay(played) == ["Jd", "7h"]
    assert may_lay(do(played, "7h")) == ["joker"]


def test_the_left_jack_does_not_follow_its_printed_suit():
    played = do(tricks("Ad 8c", "Jd 7d", "Jd 9c", "7s 8h"), "Ad")
    assert may_lay(played) == ["7d"]
    assert may_lay(do(played, "7d")) == ["Jd", "9c"]


def test_a_trump_that_is_led_is_followed_by_the_suit_it_belongs_to():
    played = do(tricks("Jd 8c", "8h 7d", "7d 9d", "joker 8s"), "Jd")
    assert may_lay(played) == ["8h"]
    assert may_lay(do(played, "8h", "7d")) == ["joker"]


# Who wins a trick


@pytest.mark.parametrize("trump", SUITS)
def test_trumps_rank_from_the_joker_down_to_the_seven(trump):
    other = {"hearts": "d", "diamonds": "h", "clubs": "s", "spades": "c"}[trump]
    own = trump[0]
    names = [
        "joker",
        f"J{own}",
        f"J{other}",
        *(f"{rank}{own}" for rank in ["A", "K", "Q", "10", "9", "8", "7"]),
    ]
    found = [strength(BY_NAME[name], "stars", trump) for name in names]
    assert found == sorted(set(found), reverse=True)
    assert all(suit_of(BY_NAME[name], trump) == trump for name in names)


def test_other_suits_rank_from_the_ace_and_count_only_when_led():
    names = [f"{rank}c" for rank in ["A", "K", "Q", "J", "10", "9", "8", "7"]]
    found = [strength(BY_NAME[name], "clubs", "hearts") for name in names]
    assert found == sorted(set(found), reverse=True)
    assert {strength(BY_NAME[name], "spades", "hearts") for name in names} == {0}
    assert max(found) < strength(BY_NAME["7h"], "clubs", "hearts")


@pytest.mark.parametrize(
    ("laid", "winner"),
    [
        ("8c Ac 10c Kc", 1),
        ("8c As Ad 9c", 3),
        ("8c Ac 7h Kc", 2),
        ("8c Jd Jh joker", 3),
        ("8c Jd Ah Kh", 1),
        ("8c Jh Jd Ah", 1),
        ("8c As Ad Ks", 0),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(laid, winner):
    played = do(tricks(*laid.split()), *laid.split())
    assert played.led_by == winner
    assert played.tricks[winner % 2] == 1


def test_the_winner_leads_the_next_trick():
    played = do(tricks("8c 7c", "Ac Kc", "10c 9c", "Qc Jc"), "8c", "Ac", "10c", "Qc")
    assert (played.turn, played.trick, len(played.played)) == (1, (), 4)


# No-trump


def test_at_no_trump_an_ace_is_high_and_jacks_keep_their_suits():
    laid = ["Jh", "Ah", "Jd", "Kh"]
    assert do(tricks(*laid, trump="none"), *laid).led_by == 1
    assert suit_of(BY_NAME["Jd"], "none") == "diamonds"


def test_at_no_trump_the_joker_is_only_for_one_who_cannot_follow():
    played = do(tricks("Ac 8c", "joker 7c", "joker 9d", "7s 8h", trump="none"), "Ac")
    assert may_lay(played) == ["7c"]
    assert refused(played, "joker") == ("/card", "follow_suit")
    assert may_lay(do(played, "7c")) == ["joker", "9d"]


def test_at_no_trump_the_joker_is_the_lowest_card():
    laid = ["7c", "joker", "7d", "8s"]
    assert do(tricks(*laid, trump="none"), *laid).led_by == 0


def test_at_no_trump_the_joker_is_led_only_as_a_last_card():
    played = tricks("joker 7c", "8c", "9c", "10c", trump="none")
    assert may_lay(played) == ["7c"]
    assert refused(played, "joker") == ("/card", "joker_last")
    assert may_lay(tricks("joker", "8c", "9c", "10c", trump="none")) == ["joker"]


@pytest.mark.parametrize(("laid", "winner"), [("joker 7c Ad 8c", 3), ("joker 7c Ad As", 1)])
def test_every_card_beats_a_joker_that_is_led_and_the_next_card_sets_the_suit(laid, winner):
    assert suit_led(cards("joker"), "none") == ""
    played = do(tricks(*laid.split(), trump="none"), *laid.split())
    assert played.led_by == winner


def test_with_a_trump_the_joker_is_led_at_any_time():
    assert may_lay(tricks("joker 7c", "8c", "9c", "10c")) == ["joker", "7c"]


# The end


def last_trick(taken: tuple[int, int], maker: int, alone: bool = False) -> EuchreRound:
    """A round with one trick to play, which seat 0 takes."""
    played = tricks("Ah", "8h", "9h", "10h", maker=maker, alone=alone)
    return replace(played, tricks=taken)


def test_five_tricks_are_a_round_and_its_facts():
    played = last_trick((2, 2), maker=1)
    assert (played.over, played.facts.tricks) == (False, None)
    over = do(played, "Ah", "8h", "9h", "10h")
    assert (over.over, over.turn, over.legal()) == (True, None, ())
    assert over.facts == EuchreFacts(3, 1, "hearts", False, (3, 2), False)
    assert refused(over, PASS) == ("", "not_now")


@pytest.mark.parametrize(("maker", "made"), [(0, True), (1, False), (2, True), (3, False)])
def test_a_maker_claims_three_tricks_for_the_team(maker, made):
    over = do(last_trick((2, 2), maker), "Ah", "8h", "9h", "10h")
    assert [(c.who, c.seat, c.made) for c in over.claims] == [("maker", maker, made)]
