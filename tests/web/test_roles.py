"""Who may do what: nobody without a code, watchers read, scorers write, strangers' forms never."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.web.phone import Phone

ROUND = {"outs": [{"seat": 1, "cards": 10}], "captured": [20, 16]}
SCORERS_PAGES = ("rounds.correcting", "players.players", "keeping.ask")


def addresses(app: Flask, code: str, method: str) -> Iterator[tuple[str, str]]:
    """Every page of a table that answers this method: its endpoint and its path.

    Its stream, which never ends, is no page.
    """
    values = {"code": code, "number": "1", "seat": "0"}
    for rule in app.url_map.iter_rules():
        known = rule.arguments <= {*values}
        page = not rule.endpoint.startswith("api.") and rule.endpoint != "live.stream"
        if known and "code" in rule.arguments and page and method in (rule.methods or ()):
            yield rule.endpoint, re.sub(r"<(?:\w+:)?(\w+)>", lambda m: values[m[1]], rule.rule)


def at_a_table(phone: Phone) -> Phone:
    phone.start("haggis-2")
    phone.round(ROUND)
    return phone


def test_a_code_nobody_has_leads_nowhere(app: Flask):
    for method in ("GET", "POST"):
        for endpoint, path in addresses(app, "AAAAAA", method):
            status = app.test_client().open(path, method=method).status_code
            assert status == 404, (endpoint, method)


def test_who_watches_can_read_all_and_write_nothing(app: Flask, scorer: Phone):
    at_a_table(scorer)
    watcher = scorer.another()
    read = dict(addresses(app, scorer.code, "GET"))
    for endpoint, path in read.items():
        status = watcher.client.get(path).status_code
        assert status == (403 if endpoint in SCORERS_PAGES else 200), endpoint
    for endpoint, path in addresses(app, scorer.code, "POST"):
        assert watcher.client.post(path).status_code == 403, endpoint
    scorer.open()
    assert "Ada 20 Ben 66" in scorer.page.text
    assert {*SCORERS_PAGES} <= {*read}


def test_a_watchers_pages_have_nothing_to_press(app: Flask, scorer: Phone):
    at_a_table(scorer)
    watcher = scorer.another()
    for endpoint, path in addresses(app, scorer.code, "GET"):
        watcher.open(path)
        posting = {name for name, form in watcher.page.forms.items() if form.method == "post"}
        assert [b.words for b in watcher.page.buttons if b.form in posting] == [], endpoint


def test_whoever_scores_may_do_everything(app: Flask, scorer: Phone):
    at_a_table(scorer)
    for endpoint, path in addresses(app, scorer.code, "GET"):
        assert scorer.client.get(path).status_code == 200, endpoint
    for endpoint, path in addresses(app, scorer.code, "POST"):
        status = scorer.client.post(path).status_code
        assert status != 403, endpoint
        assert status < 500, endpoint


def test_the_right_to_score_one_table_is_none_at_another(scorer: Phone):
    at_a_table(scorer)
    cookie = scorer.client.get_cookie("score", path=f"/t/{scorer.code}")
    assert cookie is not None
    other = Phone(scorer.client.application.test_client())
    other.start("haggis-2")
    stranger = scorer.another()
    stranger.code = other.code
    stranger.client.set_cookie("score", cookie.value, path=f"/t/{other.code}")
    assert stranger.send("undo").status == 403


def test_the_scorers_link_lets_a_second_phone_score(scorer: Phone):
    at_a_table(scorer)
    partner = scorer.partner()
    assert "Undo: round 1 recorded" in [button.words for button in partner.page.buttons]
    partner.press("Undo: round 1 recorded")
    assert "Taken back: round 1 recorded." in partner.page.text


def test_a_wrong_scorers_link_leads_nowhere(scorer: Phone):
    scorer.start()
    assert scorer.another().open("score/wrong").status == 404


def test_who_was_withdrawn_only_watches(scorer: Phone):
    at_a_table(scorer)
    partner = scorer.partner()
    scorer.open("share")
    scorer.press("Withdraw every other scorer")
    assert partner.send("undo").status == 403
    partner.open()
    assert "you are watching" in partner.page.text
    scorer.open()
    scorer.press("Undo: round 1 recorded")
    assert "Taken back: round 1 recorded." in scorer.page.text


def test_a_link_that_was_seen_too_often_is_withdrawn_by_the_only_scorer(scorer: Phone):
    at_a_table(scorer)
    page = scorer.open("share")
    assert "every other scorer" not in page.text
    link = next(a["value"] for tag, a in page.elements if a.get("id") == "score-url")
    scorer.press("Withdraw the links shown so far")
    late = scorer.another()
    assert late.open(link.partition("localhost")[2]).status == 404
    scorer.open()
    scorer.press("Undo: round 1 recorded")
    assert "Taken back: round 1 recorded." in scorer.page.text


def test_another_scorer_can_be_withdrawn_once_there_is_one(scorer: Phone):
    at_a_table(scorer)
    assert "only watch" not in scorer.open("share").text
    scorer.partner()
    page = scorer.open("share")
    assert "Withdraw every other scorer" in page.text
    assert "Hand scoring over and only watch" in page.text


def test_the_scorers_cookie_goes_to_this_table_only_and_to_no_script(sqlite_scorer: Phone):
    sqlite_scorer.start()
    cookie = sqlite_scorer.client.get_cookie("score", path=f"/t/{sqlite_scorer.code}")
    assert cookie is not None
    assert cookie.http_only
    assert cookie.same_site == "Lax"
    assert cookie.value not in sqlite_scorer.page.text


@pytest.fixture
def guarded(sqlite_app: Flask) -> Flask:
    """The app with its guard against forms of other sites, which other tests do without."""
    sqlite_app.config["WTF_CSRF_ENABLED"] = True
    return sqlite_app


def test_the_apps_own_forms_pass_the_guard_against_foreign_ones(guarded: Flask):
    scorer = at_a_table(Phone(guarded.test_client()))
    assert "Ada 20 Ben 66" in scorer.page.text


def test_a_form_of_another_site_is_refused(guarded: Flask):
    scorer = Phone(guarded.test_client())
    scorer.start("haggis-2")
    posts = [path for _, path in addresses(guarded, scorer.code, "POST")]
    for path in ("/new", "/import", *posts):
        scorer.send(path, [("csrf_token", "made up")])
        assert scorer.page.status == 400, path
        assert "This page was too old to be sent." in scorer.page.text


def test_a_phone_that_lost_its_cookies_keeps_what_it_typed_for_a_new_table(guarded: Flask):
    phone = Phone(guarded.test_client())
    phone.open("/new?game=haggis-2")
    phone.client = guarded.test_client()
    typed = {"/players/0": "Zoë", "/players/1": "Bo", "/rules/target": "333"}
    page = phone.press("Start the table", typed)
    assert page.status == 400
    assert "Look it over and start the table once more." in page.text
    page = phone.press("Start the table")
    assert (page.status, phone.page.path.startswith("/t/")) == (200, True)
    assert "Zoë 0 Bo 0" in page.text
    assert "to 333" in page.text
