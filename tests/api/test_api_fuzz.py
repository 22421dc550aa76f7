"""Rounds that are nearly right, or not at all, get an answer that says so."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from engine.games import GAMES
from tests.api.scorer import SLOW, opened
from tests.engine.strategies import almost_rounds, any_json, documents

Send = Callable[[Any], TestResponse]


def holds_for(strategy: Any, check: Callable[[Any], None], examples: int = 50) -> None:
    """The check holds for whatever is drawn; one app serves all of it."""
    quick = settings(max_examples=examples, deadline=None, suppress_health_check=SLOW)
    quick(given(strategy)(check))()


@pytest.fixture
def post(sqlite_app: Flask) -> Callable[..., TestResponse]:
    """Sends anything as JSON, also what is none."""
    client = sqlite_app.test_client()

    def post(path: str, value: Any, **headers: str) -> TestResponse:
        data = json.dumps(value)
        return client.post(path, data=data, headers=headers, content_type="application/json")

    return post


def answered(response: TestResponse, *statuses: int) -> None:
    """It has one of the statuses, and every problem is said in a sentence."""
    assert response.status_code in statuses, response.get_data(as_text=True)
    errors = (response.json or {}).get("errors", [])
    assert all(error["message"].endswith((".", "?")) for error in errors), errors


@pytest.mark.parametrize("game", GAMES)
def test_a_damaged_round_is_scored_or_refused(post, game):
    def check(facts: Any) -> None:
        answered(post("/api/v1/score", {"game": game, "round": facts}), 200, 400, 422)

    holds_for(almost_rounds(GAMES[game]), check)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_that_can_have_happened_is_recorded_and_read_back(sqlite_app, game):
    def check(facts: Any) -> None:
        scorer = opened(sqlite_app.test_client(), game)
        recorded = scorer.record(facts)
        answered(recorded, 201)
        assert scorer.table()["rounds"] == [recorded.json]
        again = scorer.ask("PUT", "/rounds/1", recorded.json["facts"], If_Match="*")
        assert (again.status_code, again.json) == (200, recorded.json)

    holds_for(documents(GAMES[game]), check, examples=15)


@pytest.mark.parametrize("path", ["score", "bets", "combinations", "tables"])
def test_any_json_is_answered(post, path):
    holds_for(any_json(), lambda value: answered(post(f"/api/v1/{path}", value), 400, 422))


@pytest.mark.parametrize("game", GAMES)
def test_any_part_of_a_request_may_be_wrong(post, game):
    def check(parts: Any) -> None:
        answered(post("/api/v1/bets", {"game": game} | parts), 200, 400, 422)

    parts = ("bets", "auction", "leader", "totals", "rules", "preset")
    holds_for(st.fixed_dictionaries({}, optional=dict.fromkeys(parts, any_json())), check)
