"""Whoever may not score a table cannot change it, whichever way they ask and whatever they hold."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import tables
from companion.models import Table
from tests.api.scorer import A_ROUND, Scorer, opened
from tests.evening import seated
from tests.security.routes import writes


def phone(app: Flask, code: str = "", cookie: str = "") -> FlaskClient:
    """A phone that holds a scorer's cookie for the table of the code."""
    client = app.test_client()
    if cookie:
        client.set_cookie("score", cookie, path=f"/t/{code}")
    return client


def cookie_of(scorer: Scorer) -> str:
    cookie = scorer.client.get_cookie("score", path=f"/t/{scorer.code}")
    assert cookie is not None
    return cookie.value


@pytest.fixture
def played(app: Flask) -> Scorer:
    """A table with a round, one that is entered, and a scorer's cookie as well as a token."""
    scorer = opened(app.test_client(), "haggis-3")
    page = seated(scorer)
    assert scorer.record().status_code == 201
    assert scorer.client.post(f"{page}/tap", data={"/leader": "1"}).status_code == 303
    return scorer


def withdrawn(app: Flask, scorer: Scorer) -> tuple[str, str]:
    """A token and a cookie that let one score the table once, and no longer do."""
    own = Scorer(app.test_client(), scorer.game, scorer.code, scorer.token)
    page = seated(own)
    cookie = cookie_of(own)
    gone = {"who": "others"}
    assert scorer.client.post(f"{page}/withdraw", data=gone).status_code == 303
    return scorer.token, cookie


def everything(app: Flask, scorer: Scorer) -> Any:
    """All that can be read of the table, and how many tables there are."""
    with app.app_context():
        number = tables.db.session.query(Table).count()
    return scorer.table(), scorer.history(), number


def test_nobody_but_its_scorers_can_change_a_table(app: Flask, played: Scorer):
    code = played.code
    other = opened(app.test_client(), "haggis-3")
    seated(other)
    token, cookie = withdrawn(app, played)
    watcher = phone(app)
    assert watcher.get(f"/t/{code}").status_code == 200
    before = everything(app, played)
    pages = {
        "nobody": phone(app),
        "a watcher": watcher,
        "the scorer of another table": phone(app, code, cookie_of(other)),
        "a scorer who was withdrawn": phone(app, code, cookie),
        "a token that was withdrawn": phone(app, code, token),
        "a watcher who sends the code for a token": phone(app, code, code),
    }
    for who, client in pages.items():
        for method, path in writes(app, code, api=False):
            answer = client.open(path, method=method, data={"/leader": "0", "version": "2"})
            assert answer.status_code == 403, (who, method, path)
    callers = {
        "nobody": (phone(app), "", 401),
        "a scorer's cookie, which the API does not trust": (played.client, "", 401),
        "the scorer of another table": (phone(app), other.token, 403),
        "a scorer who was withdrawn": (phone(app), token, 403),
        "the code for a token": (phone(app), code, 403),
    }
    for who, (client, bearer, status) in callers.items():
        for method, path in writes(app, code, api=True):
            headers = {"If-Match": "*"} | ({"Authorization": f"Bearer {bearer}"} if bearer else {})
            query = {"token": played.token, "Authorization": f"Bearer {played.token}"}
            answer = client.open(
                path, method=method, headers=headers, json=A_ROUND["haggis-3"], query_string=query
            )
            assert answer.status_code == status, (who, method, path)
    assert everything(app, played) == before


def test_a_scorer_is_let_through_every_door(sqlite_app: Flask):
    doors = [*writes(sqlite_app, "AAAAAA", api=False), *writes(sqlite_app, "AAAAAA", api=True)]
    assert len(doors) >= 15
    for method, path in doors:
        scorer = opened(sqlite_app.test_client(), "haggis-3")
        seated(scorer)
        scorer.record()
        by_call = "/api/" in path
        answer = scorer.client.open(
            path.replace("AAAAAA", scorer.code),
            method=method,
            headers={"Authorization": f"Bearer {scorer.token}", "If-Match": "*"},
            json=A_ROUND["haggis-3"] if by_call else None,
            data=None if by_call else {"/leader": "1"},
        )
        assert answer.status_code not in (401, 403), (method, path)
        assert answer.status_code < 500, (method, path)
