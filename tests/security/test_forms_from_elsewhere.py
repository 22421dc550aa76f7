"""No other site can make a scorer's phone write."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.security.routes import writes

NAMES = {"/players/0": "Ann", "/players/1": "Bob"}


def form_token(client: FlaskClient) -> str:
    """What the forms on this phone send along."""
    found = re.search('name="csrf_token" value="([^"]+)"', client.get("/new?game=haggis-2").text)
    assert found
    return found.group(1)


@pytest.fixture
def phone(strict_app: Flask) -> FlaskClient:
    return strict_app.test_client()


def test_every_form_needs_the_token_of_its_own_phone(strict_app: Flask, phone: FlaskClient):
    own = form_token(phone)
    started = {"game": "haggis-2", "csrf_token": own, **NAMES}
    page = phone.post("/new", data=started).headers["Location"]
    code = page.rpartition("/")[2]
    before = phone.get(f"/api/v1/tables/{code}").json
    forms = [("POST", "/new"), ("POST", "/import"), *writes(strict_app, code, api=False)]
    for token in ("", "made up", form_token(strict_app.test_client())):
        for method, path in forms:
            answer = phone.open(path, method=method, data={"csrf_token": token, "/leader": "1"})
            assert answer.status_code == 400, (token, path)
            assert "too old to be sent" in answer.text, (token, path)
    assert phone.get(f"/api/v1/tables/{code}").json == before
    for method, path in forms:
        if not path.endswith("/archive"):
            answer = phone.open(path, method=method, data={"csrf_token": own})
            assert "too old to be sent" not in answer.text, path


def test_no_page_writes_but_by_a_form(strict_app: Flask):
    """Writing takes a method that other sites' pages cannot send unseen, except a form's POST."""
    ways = [*writes(strict_app, api=False)]
    assert {method for method, _ in ways} == {"POST"}
    assert {path for _, path in ways} >= {"/new", "/import"}


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "", "text/json"]
)
def test_the_api_reads_nothing_that_a_form_can_send(phone: FlaskClient, kind: str):
    wish = '{"game": "haggis-2", "players": ["Ann", "Bob"]}'
    answer = phone.post("/api/v1/tables", data=wish, content_type=kind)
    assert answer.status_code == 415


def test_no_other_site_may_read_the_api(phone: FlaskClient):
    asked = {"Origin": "https://evil.example.org", "Access-Control-Request-Method": "POST"}
    for method in ("GET", "OPTIONS"):
        answer = phone.open("/api/v1/games", method=method, headers=asked)
        assert not [name for name, _ in answer.headers if "allow-" in name.lower()]
