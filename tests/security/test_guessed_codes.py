"""Codes cannot be found by trying: misses are limited, and whoever finds a table never is."""

import pytest
from flask.testing import FlaskClient

from companion import scorers, tables
from tests.api.scorer import Scorer, opened, problems
from tests.web.phone import Page

MISSES = 60  # a minute
GUESSES = (
    *("/t/{}", "/t/{}/history", "/t/{}/live", "/t/{}/score/x", "/t/{}/rounds/1", "/join?code={}"),
    *("/rules/haggis-2?code={}", "/api/v1/tables/{}", "/api/v1/tables/{}/history"),
)


@pytest.fixture
def here(strict_app) -> FlaskClient:
    """A phone in a house; every test client shares its address."""
    return strict_app.test_client()


@pytest.fixture
def scorer(here: FlaskClient) -> Scorer:
    return opened(here)


def guess(client: FlaskClient, path: str = "/t/AAAAAA", times: int = MISSES, **more: str) -> int:
    """The answer to the last of so many guesses."""
    return [client.get(path, **more).status_code for _ in range(times)][-1]


def test_every_way_to_ask_for_a_code_counts_its_misses(scorer, here):
    asked = [here.get(GUESSES[n % len(GUESSES)].format("AAAAAA")) for n in range(MISSES)]
    assert {answer.status_code for answer in asked} == {404}
    stranger = scorer.client.application.test_client()
    for path in GUESSES:
        for code in ("AAAAAA", scorer.code):
            assert stranger.get(path.format(code)).status_code == 429, path
    assert here.post(f"/api/v1/tables/{scorer.code}/rounds", json={}).status_code == 429


def test_too_many_misses_are_refused_in_words(scorer, here):
    assert guess(here) == 404
    answer = here.get("/t/AAAAAA")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert "Wait a minute" in Page(answer).text
    assert problems(here.get("/api/v1/tables/AAAAAA"), 429) == {"": "too_many_requests"}


def test_whoever_finds_a_table_is_never_stopped(scorer, here):
    strangers = here.application.test_client(use_cookies=False)
    for path, status in ((f"/join?code={scorer.code}", 302), (f"/t/{scorer.code}/history", 200)):
        assert guess(strangers, path, MISSES + 1) == status
    assert [scorer.record().status_code for _ in range(3)] == [201, 201, 201]
    assert guess(here) == 404


def test_a_phone_that_was_at_the_table_plays_on_while_another_guesses(scorer, here):
    here.get(f"/t/{scorer.code}/score/{scorer.token}")
    assert guess(here.application.test_client(), times=MISSES + 1) == 429
    assert here.get(f"/t/{scorer.code}").status_code == 200
    assert here.get(f"/join?code={scorer.code.lower()}").status_code == 302
    assert here.get(f"/t/{scorer.code}/rounds/7").status_code == 404
    assert here.get("/t/AAAAAA").status_code == 429
    assert here.get("/").status_code == here.get("/rules/tatties").status_code == 200


def test_a_round_that_is_not_there_yet_is_no_guess(scorer, here):
    assert guess(here, f"/api/v1/tables/{scorer.code}/rounds/9", MISSES + 10) == 404
    assert guess(here) == 404


def test_another_house_is_not_stopped(scorer, here):
    other = here.application.test_client()
    assert guess(here, times=MISSES + 1) == 429
    there = {"REMOTE_ADDR": "192.0.2.7"}
    assert other.get(f"/t/{scorer.code}", environ_overrides=there).status_code == 200


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::3", "2001:db8:1:2:ffff::4", True),  # a house has a whole network
        ("2001:db8:1:2::3", "2001:db8:1:3::3", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("unknown", "unknown", True),
    ],
)
def test_an_address_stands_for_a_house(scorer, here, one, other, same):
    for _ in range(MISSES):
        here.get("/t/AAAAAA", environ_overrides={"REMOTE_ADDR": one})
    answer = here.get("/t/AAAAAA", environ_overrides={"REMOTE_ADDR": other})
    assert answer.status_code == (429 if same else 404)


def test_no_answer_tells_a_wrong_token_from_a_wrong_code(scorer, here):
    stranger = here.application.test_client()
    withdrawn = scorer.token
    with here.application.test_request_context():
        table = tables.find(scorer.code)
        assert table
        [first] = scorers.of_table(table)
        scorers.withdraw_others(table, first)
    code = scorer.code
    texts = set()
    for path in (f"/t/{code}/score/{withdrawn}", f"/t/{code}/score/x", "/t/AAAAAA/score/x"):
        answer = stranger.get(path)
        assert answer.status_code == 404
        assert "Set-Cookie" not in answer.headers or "score=" not in answer.headers["Set-Cookie"]
        texts.add(Page(answer).text)
    assert len(texts) == 1
