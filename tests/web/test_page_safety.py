"""What keeps every page safe: its headers, and that nothing in it needs an exception to them."""

from collections import Counter

import pytest
from flask import Flask

from engine.games import GAMES
from tests.web.phone import Page, Phone
from tests.web.test_roles import addresses

PUBLIC = ("/", "/join", "/new", "/new?game=neeps", "/rules", "/rules/tatties", "/healthz")


def assert_guarded(headers) -> None:
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_every_page_is_guarded(sqlite_app: Flask, sqlite_scorer: Phone):
    sqlite_scorer.start()
    pages = [path for _, path in addresses(sqlite_app, sqlite_scorer.code, "GET")]
    for path in (*PUBLIC, *pages, f"/t/{sqlite_scorer.code}/live", "/static/app.css"):
        with sqlite_scorer.client.get(path) as answer:
            assert_guarded(answer.headers)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/t/AAAAAA", 404),
        ("GET", "/join?code=AAAAAA", 404),
        ("DELETE", "/new", 405),
        ("POST", "/new", 404),
    ],
)
def test_every_error_is_guarded_and_leads_on(sqlite_client, method, path, status):
    answer = sqlite_client.open(path, method=method)
    assert answer.status_code == status
    assert_guarded(answer.headers)
    assert ("a", "/") in {(tag, own.get("href")) for tag, own in Page(answer).elements}


def test_too_large_a_form_is_refused_politely(sqlite_scorer: Phone):
    sqlite_scorer.start()
    answer = sqlite_scorer.client.post(f"/t/{sqlite_scorer.code}/tap", data={"/a": "1" * 100_000})
    assert answer.status_code == 413
    assert_guarded(answer.headers)
    assert "That was more than a score sheet holds." in Page(answer).text


def test_a_fault_of_the_app_is_owned_up_to(sqlite_app: Flask):
    def broken() -> str:
        raise RuntimeError("a secret of the house")

    sqlite_app.config["PROPAGATE_EXCEPTIONS"] = False
    sqlite_app.view_functions["home.home"] = broken
    answer = sqlite_app.test_client().get("/")
    assert answer.status_code == 500
    assert_guarded(answer.headers)
    page = Page(answer)
    assert "Something broke on our side. What was recorded before is safe." in page.text
    assert "secret" not in page.text


@pytest.mark.parametrize("game", GAMES)
def test_no_page_has_a_script_or_a_style_within(sqlite_app: Flask, sqlite_scorer: Phone, game):
    sqlite_scorer.start(game)
    pages = [
        path for _, path in addresses(sqlite_app, sqlite_scorer.code, "GET") if "live" not in path
    ]
    for path in (*PUBLIC[:-1], *pages):
        page = sqlite_scorer.open(path)
        for tag, own in page.elements:
            assert tag != "style", path
            assert tag != "script" or own.get("src") or own.get("type") == "application/json", path
            assert not [name for name in own if name == "style" or name.startswith(("on", "hx-on"))]
            assert not own.get("href", "").startswith("javascript:"), path


@pytest.mark.parametrize("game", GAMES)
def test_every_field_has_a_label_and_no_name_is_given_twice(
    sqlite_app: Flask, sqlite_scorer: Phone, game
):
    sqlite_scorer.start(game)
    pages = [
        path for _, path in addresses(sqlite_app, sqlite_scorer.code, "GET") if "live" not in path
    ]
    for path in (*PUBLIC[:-1], *pages):
        page = sqlite_scorer.open(path)
        ids = Counter(own["id"] for _, own in page.elements if "id" in own)
        assert [one for one, number in ids.items() if number > 1] == [], path
        labelled = {own.get("for") for tag, own in page.elements if tag == "label"}
        kinds = ("hidden", "checkbox", "radio")  # a tick stands inside its label
        for tag, own in page.elements:
            if tag in ("input", "select", "textarea") and own.get("type") not in kinds:
                assert own.get("id") in labelled or "aria-label" in own, (path, own)
        for button in page.buttons:
            assert button.words.strip(), (path, button)
        for _, own in page.elements:
            for refers in ("aria-describedby", "aria-labelledby", "for", "form"):
                assert {*own.get(refers, "").split()} <= {*ids}, (path, refers, own)
