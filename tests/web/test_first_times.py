"""Hints for the first time: they leave once what they tell of was done on this phone."""

import pytest

from tests.api.scorer import A_ROUND
from tests.web.phone import Phone

TAP = "Tap things as they happen."
SHARE = "Others can watch on their own phones"
ROUND = "Tap a round to see how it was scored."


@pytest.fixture
def scorer(sqlite_scorer: Phone) -> Phone:
    sqlite_scorer.start()
    return sqlite_scorer


def hints(phone: Phone) -> list[str]:
    return [hint for hint in (TAP, SHARE, ROUND) if hint in phone.open().text]


def test_hints_come_one_after_the_other_and_leave_after_use(scorer: Phone):
    assert hints(scorer) == [TAP]
    scorer.tap({"/nothing": 1})
    assert hints(scorer) == [TAP]
    scorer.tap({"/leader": 1})
    assert hints(scorer) == [SHARE]
    scorer.open("share")
    assert hints(scorer) == []
    scorer.round(A_ROUND["haggis-3"])
    assert hints(scorer) == [ROUND]
    scorer.open("rounds/1")
    assert hints(scorer) == []


def test_a_phone_that_knows_is_not_told_at_its_next_table(scorer: Phone):
    scorer.tap({"/leader": 1})
    scorer.start("neeps")
    assert hints(scorer) == [SHARE]


def test_another_phone_is_told_what_it_can_do_itself(scorer: Phone):
    scorer.round(A_ROUND["haggis-3"])
    assert hints(scorer.partner()) == [TAP, ROUND]
    assert hints(scorer.another()) == [ROUND]


def test_a_correction_needs_no_hint(scorer: Phone):
    scorer.round(A_ROUND["haggis-3"])
    other = scorer.partner()
    assert TAP not in other.open("rounds/1/correct").text
