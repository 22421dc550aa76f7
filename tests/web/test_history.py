"""The history in words: who, what, before and after, in which round, by the names of that round."""

import re

import pytest

from tests.web.phone import Phone

TRICKS = {"trump": "hearts", "tricks": [3, 2]}


def newest(phone: Phone) -> str:
    """The newest entry of the history, without the time."""
    entries = phone.open("history").text.partition("correct the round instead. ")[2]
    return re.split(r" \d+ \w{3} \d{4}, \d\d:\d\d", entries)[0]


# --- what a tap entered


@pytest.mark.parametrize(
    ("game", "taps", "said"),
    [
        ("haggis-3", {"/bets/-": {"seat": 1, "amount": 15}}, "bet of Ben: nothing → 15"),
        ("haggis-3", {"/outs/-": {"seat": 2}}, "Cleo went out: no → yes"),
        (
            "haggis-3",
            {"/outs/-": {"seat": 2, "cards": 4}},
            "cards left when Cleo went out: nothing → 4",
        ),
        ("haggis-3", {"/captured/1": 20}, "captures of Ben: nothing → 20"),
        ("haggis-3", {"/captured/1": {"7": 2, "K": 1}}, "captures of Ben: nothing → 2 × 7, 1 × K"),
        ("haggis-3", {"/leader": 2}, "who leads: nothing → Cleo"),
        (
            "haggis-3",
            {"/adjustments/-": {"seat": 0, "points": -5, "note": "late"}},
            "points by hand: nothing → Ada: −5, late",
        ),
        ("tatties", {"/auction/-": {"seat": 1, "bid": 15}}, "a call: nothing → Ben: 15"),
        ("tatties", {"/auction/-": {"seat": 1, "bid": 0}}, "a call: nothing → Ben: drops out"),
        ("haus-euchre", {"/maker": 0}, "the maker: nothing → Ada"),
        ("haus-euchre", {"/dealer": 3}, "who deals: nothing → Dan"),
        ("haus-euchre", {"/trump": "none"}, "trump: nothing → no-trump"),
        ("haus-euchre", {"/tricks": [3, 2]}, "tricks: nothing → 3 – 2"),
        ("haus-euchre", {"/joker_up": True}, "the joker: no → yes"),
    ],
)
def test_the_first_tap_of_a_round_says_who_and_what(sqlite_scorer: Phone, game, taps, said):
    sqlite_scorer.start(game)
    sqlite_scorer.tap(taps)
    assert newest(sqlite_scorer) == f"round 1 {said}"


def test_another_maker_or_trump_is_told_by_name(sqlite_scorer: Phone):
    sqlite_scorer.start("haus-euchre")
    sqlite_scorer.tap({"/maker": 0, "/trump": "hearts"})
    sqlite_scorer.tap({"/maker": 1, "/trump": "none"})
    assert newest(sqlite_scorer).startswith("round 1 the maker: Ada → Ben")
    assert newest(sqlite_scorer).endswith("trump: hearts → no-trump")


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ({"/maker": 0}, {"/maker": 1}, "the maker: Ada was entered, you entered Ben."),
        ({"/dealer": 1}, {"/dealer": 2}, "who deals: Ben was entered, you entered Cleo."),
        ({"/trump": "hearts"}, {"/trump": "none"}, "hearts was entered, you entered no-trump."),
    ],
)
def test_two_phones_that_differ_are_told_by_names(sqlite_scorer: Phone, first, second, said):
    sqlite_scorer.start("haus-euchre")
    partner = sqlite_scorer.partner()
    sqlite_scorer.tap(first)
    page = partner.tap(second)
    assert page.status == 409
    assert said in page.text


# --- in which round, and what was taken back


def test_every_entry_says_which_round_it_is_about(sqlite_scorer: Phone):
    sqlite_scorer.start("haus-euchre")
    for number in (1, 2):
        sqlite_scorer.tap({"/maker": 0})
        assert newest(sqlite_scorer).startswith(f"round {number} the maker")
        sqlite_scorer.open()
        sqlite_scorer.round(TRICKS)
    sqlite_scorer.open("rounds/1/correct")
    sqlite_scorer.send("rounds/1/tap", [("/maker", "1")])
    assert newest(sqlite_scorer) == "correction of round 1 the maker: Ada → Ben"


def test_what_was_taken_back_is_told(sqlite_scorer: Phone):
    sqlite_scorer.start("haus-euchre")
    sqlite_scorer.tap({"/maker": 0})
    sqlite_scorer.send("undo")
    assert newest(sqlite_scorer) == "taken back in round 1 the maker: Ada → nothing"
    sqlite_scorer.open()
    sqlite_scorer.tap({"/maker": 2})
    sqlite_scorer.round(TRICKS)
    sqlite_scorer.send("undo")
    sqlite_scorer.open("history")
    assert "taken back: round 1 recorded" in sqlite_scorer.page.text


def test_what_was_reverted_is_told(sqlite_scorer: Phone):
    sqlite_scorer.start("haus-euchre")
    sqlite_scorer.tap({"/maker": 0})
    sqlite_scorer.open("history")
    sqlite_scorer.press("Revert: round 1, the maker")
    assert newest(sqlite_scorer) == "reverted in round 1 the maker: Ada → nothing"
    sqlite_scorer.open()
    sqlite_scorer.round({"maker": 0} | TRICKS)
    sqlite_scorer.send("rounds/1/void")
    sqlite_scorer.open("history")
    sqlite_scorer.press("Revert: round 1 void")
    sqlite_scorer.open("history")
    assert "reverted: round 1 void" in sqlite_scorer.page.text


# --- by the names of the round


def test_a_change_reverted_with_two_taps_is_reverted_once_and_stays_in_sight(sqlite_scorer: Phone):
    sqlite_scorer.start("haus-euchre")
    sqlite_scorer.tap({"/maker": 0})
    page = sqlite_scorer.open("history")
    for _ in range(2):
        sqlite_scorer.page = page
        sqlite_scorer.press("Revert: round 1, the maker")
        assert sqlite_scorer.page.path.endswith("/history")
    assert "That was sent twice, and counted once." in sqlite_scorer.page.text
    assert sqlite_scorer.page.text.count("reverted in round 1") == 1


def test_who_was_replaced_keeps_their_entries(sqlite_scorer: Phone):
    sqlite_scorer.start("haus-euchre")
    sqlite_scorer.tap({"/maker": 1})
    sqlite_scorer.round(TRICKS)
    sqlite_scorer.open("players")
    sqlite_scorer.press("Save", {"/players/1": "Dora", "/marks/0": "4", "/new/1": "1"})
    sqlite_scorer.tap({"/maker": 1})
    entries = sqlite_scorer.open("history").text
    assert "round 2 the maker: nothing → Dora" in entries
    assert "Seat 2: Ben → Dora" in entries
    assert "round 1 the maker: nothing → Ben" in entries
