"""A message is for whoever asked for what it is about: nothing that happens meanwhile loses it."""

import pytest

from tests.web.phone import Phone

SAID = "Taken back:"


@pytest.fixture
def scorer(sqlite_scorer: Phone) -> Phone:
    """A phone that has just undone a tap and not yet seen the page that says so."""
    sqlite_scorer.start()
    sqlite_scorer.tap({"/leader": 1})
    assert sqlite_scorer.client.post(f"/t/{sqlite_scorer.code}/undo").status_code == 303
    return sqlite_scorer


def test_a_message_is_said_once(scorer: Phone):
    assert SAID in scorer.open().text
    assert SAID not in scorer.open().text


def test_a_page_that_is_kept_for_later_says_no_message(scorer: Phone):
    for path in ("/", f"/t/{scorer.code}"):
        assert SAID not in scorer.client.get(path, headers={"Kept-For-Later": "1"}).text
    assert SAID in scorer.open().text


def test_an_answer_that_changes_nothing_brings_no_old_cookie_back(scorer: Phone):
    """It may come late, after one whose cookie has a message."""
    scorer.open()
    for path in ("/", "/rules", f"/t/{scorer.code}", f"/t/{scorer.code}/history"):
        assert not scorer.client.get(path).headers.getlist("Set-Cookie"), path
