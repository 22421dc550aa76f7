"""Reverting an earlier change takes back what it was about, and never what came after it."""

import json

import pytest
from flask import Flask

from tests.api.scorer import Scorer
from tests.evening import evening
from tests.web.phone import Page


def tap(scorer: Scorer, **fields: object) -> int:
    """Taps values in, named without the first slash; answers the version that made."""
    said = {f"/{at}" if at != "remove" else at: value for at, value in fields.items()}
    sent = {at: v if isinstance(v, str) else json.dumps(v) for at, v in said.items()}
    answer = scorer.client.post(f"/t/{scorer.code}/tap?typed=1", data=sent)
    assert answer.status_code == 303, sent
    return scorer.table()["version"]


def revert(scorer: Scorer, version: int) -> bool:
    """Whether the change of this version could be reverted."""
    before = scorer.table()["version"]
    data = {"version": str(version)}
    assert scorer.client.post(f"/t/{scorer.code}/revert", data=data).status_code == 303
    return scorer.table()["version"] > before


def bets(scorer: Scorer) -> dict[int, int]:
    return {bet["seat"]: bet["amount"] for bet in scorer.table()["in_progress"]["bets"]}


def bet(scorer: Scorer, seat: int, amount: int) -> int:
    return tap(scorer, **{"bets/-": {"seat": seat, "amount": amount}})


def test_a_bet_is_reverted_wherever_it_stands_now(scorer):
    bet(scorer, 0, 15)
    second = bet(scorer, 1, 30)
    tap(scorer, remove="/bets/0")
    bet(scorer, 2, 5)
    assert revert(scorer, second)
    assert bets(scorer) == {2: 5}


def test_a_bet_that_is_gone_cannot_be_reverted(scorer):
    bet(scorer, 0, 15)
    second = bet(scorer, 1, 30)
    tap(scorer, remove="/bets/1")
    bet(scorer, 2, 5)
    assert not revert(scorer, second)
    assert bets(scorer) == {0: 15, 2: 5}


def test_a_change_of_a_bet_that_was_changed_since_cannot_be_reverted(scorer):
    bet(scorer, 0, 15)
    changed = tap(scorer, **{"bets/0/amount": 30})
    tap(scorer, **{"bets/0/amount": 5})
    assert not revert(scorer, changed)
    assert bets(scorer) == {0: 5}


def test_a_bet_taken_away_comes_back_beside_the_later_ones(scorer):
    bet(scorer, 0, 15)
    gone = tap(scorer, remove="/bets/0")
    bet(scorer, 1, 30)
    assert revert(scorer, gone)
    assert bets(scorer) == {0: 15, 1: 30}


def test_a_bet_does_not_come_back_beside_another_of_the_same_player(scorer):
    bet(scorer, 0, 15)
    gone = tap(scorer, remove="/bets/0")
    bet(scorer, 0, 30)
    assert not revert(scorer, gone)
    assert bets(scorer) == {0: 30}


def test_a_pile_is_reverted_beside_the_others(scorer):
    first = tap(scorer, **{"captured/0": 10})
    tap(scorer, **{"captured/1": 20})
    assert revert(scorer, first)
    assert scorer.table()["in_progress"]["captured"] == [None, 20, None]


def test_one_of_two_equal_adjustments_is_reverted(scorer):
    five = {"adjustments/-/seat": 0, "adjustments/-/points": 5}
    tap(scorer, **five)
    second = tap(scorer, **five)
    tap(scorer, **{"adjustments/-/seat": 1, "adjustments/-/points": 7})
    assert revert(scorer, second)
    found = scorer.table()["in_progress"]["adjustments"]
    assert [one["points"] for one in found] == [5, 7]


def test_a_bet_of_a_round_that_was_recorded_takes_none_from_the_next(scorer):
    first = bet(scorer, 0, 15)
    scorer.record()
    bet(scorer, 0, 15)
    assert not revert(scorer, first)
    assert bets(scorer) == {0: 15}


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_revert_can_itself_be_reverted(scorer, times):
    version = bet(scorer, 0, 15)
    for _ in range(times):
        assert revert(scorer, version)
        version = scorer.table()["version"]
    assert bets(scorer) == ({} if times % 2 else {0: 15})


@pytest.mark.parametrize("game", ["haggis-2", "haggis-3", "tatties", "neeps", "haus-euchre"])
def test_revert_is_offered_just_where_it_can_be_done(sqlite_app: Flask, game: str):
    scorer = evening(sqlite_app.test_client(), game)
    page = Page(scorer.client.get(f"/t/{scorer.code}/history"))
    offered = {int(v) for b in page.buttons for name, v in b.sends if name == "version"}
    assert offered
    undone = {one["version"] for one in scorer.history() if one["undone_by"]}
    versions = range(2, scorer.table()["version"] + 1)
    done = {one for one in versions if revert(evening(sqlite_app.test_client(), game), one)}
    assert offered == done - undone
