"""A form that is sent twice makes one table: a double tap, a reload, an answer that was lost."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.db import db
from companion.models import Table
from tests.api.scorer import A_ROUND, Scorer, opened
from tests.evening import evening, seated
from tests.web.phone import Page

Sent = dict[str, str]
NAMES = {"/players/0": "Ann", "/players/1": "Bob"}


def filled(client: FlaskClient, names: Sent) -> Sent:
    """The form of a new table, filled in."""
    form = Page(client.get("/new?game=haggis-2")).forms["new"]
    return dict(form.fields) | names


def start(client: FlaskClient, form: Sent) -> str:
    """The code of the table the form leads to."""
    answer = client.post("/new", data=form)
    assert answer.status_code == 303
    return answer.headers["Location"].rpartition("/")[2]


def may_score(client: FlaskClient, code: str) -> bool:
    return client.post(f"/t/{code}/tap", data={"/leader": "1"}).status_code == 303


def number_of_tables(app: Flask) -> int:
    with app.app_context():
        return db.session.query(Table).count()


def test_a_form_sent_twice_starts_one_table(app: Flask, client: FlaskClient):
    form = filled(client, NAMES)
    code = start(client, form)
    lost = app.test_client()  # whose first answer, with its cookies, never arrived
    assert start(lost, form) == code
    assert number_of_tables(app) == 1
    assert may_score(client, code)
    assert may_score(lost, code)


def test_a_form_sent_twice_at_the_same_moment_starts_one_table(app: Flask, client: FlaskClient):
    form = filled(client, NAMES)
    with ThreadPoolExecutor(4) as phones:
        codes = [*phones.map(lambda _: start(app.test_client(), form), range(4))]
    assert len({*codes}) == 1
    assert number_of_tables(app) == 1


def test_another_form_starts_another_table(sqlite_app: Flask, sqlite_client: FlaskClient):
    form = filled(sqlite_client, NAMES)
    codes = [
        start(sqlite_client, form),
        start(sqlite_client, form | {"/players/0": "Zoe"}),
        start(sqlite_client, filled(sqlite_client, NAMES)),
        start(sqlite_client, {"game": "haggis-2", **NAMES}),
        start(sqlite_client, {"game": "haggis-2", **NAMES}),
    ]
    assert len({*codes}) == number_of_tables(sqlite_app) == 5


@pytest.mark.parametrize("used", ["tap", "archive"])
def test_a_form_kept_from_an_evening_starts_the_next_ones_table(client: FlaskClient, used: str):
    form = filled(client, NAMES)
    first = start(client, form)
    assert client.post(f"/t/{first}/{used}", data={"/captured/0": "5"}).status_code == 303
    second = start(client, form)
    assert second != first
    assert start(client, form) == second


def test_a_wrong_form_may_be_put_right(client: FlaskClient):
    form = filled(client, NAMES | {"/players/0": ""})
    assert client.post("/new", data=form).status_code == 422
    assert len(start(client, form | NAMES)) == 6


@pytest.fixture
def over(client: FlaskClient) -> Scorer:
    """A match that is over, seen by its scorer's phone."""
    scorer = opened(client, "haggis-2", rules={"target": 50})
    seated(scorer)
    assert scorer.record(A_ROUND["haggis-2"]).status_code == 201
    assert scorer.table()["finished"]
    return scorer


def rematches(clients: Sequence[FlaskClient], over: Scorer, form: Sent) -> list[str]:
    with ThreadPoolExecutor(len(clients)) as phones:
        address = f"/t/{over.code}/rematch"
        sent = phones.map(lambda c: c.post(address, data=form, follow_redirects=True), clients)
        return [answer.request.path.rpartition("/")[2] for answer in sent]


def test_a_rematch_asked_for_twice_is_one_table(app: Flask, over: Scorer):
    form = dict(Page(over.client.get(f"/t/{over.code}")).forms["rematch"].fields)
    cookie = over.client.get_cookie("score", path=f"/t/{over.code}")
    assert cookie is not None
    phones = [app.test_client() for _ in range(3)]
    for phone in phones:
        phone.set_cookie("score", cookie.value, path=f"/t/{over.code}")
    [code] = {*rematches(phones, over, form)}
    assert code != over.code
    assert number_of_tables(app) == 2
    assert all(may_score(phone, code) for phone in phones)


def test_only_a_scorer_gets_to_the_table_of_a_rematch(app: Flask, over: Scorer):
    form = dict(Page(over.client.get(f"/t/{over.code}")).forms["rematch"].fields)
    assert over.client.post(f"/t/{over.code}/rematch", data=form).status_code == 303
    answer = app.test_client().post(f"/t/{over.code}/rematch", data=form)
    assert answer.status_code == 403
    assert "Location" not in answer.headers


@pytest.mark.parametrize("place", ["", "history", "players", "rounds/2", "rounds/3/correct"])
def test_whatever_a_scorer_sends_twice_is_answered_twice_and_done_once(
    sqlite_app: Flask, place: str
):
    """The first answer was lost, or the thumb was quick."""
    scorer = evening(sqlite_app.test_client())
    page = Page(scorer.client.get(f"/t/{scorer.code}/{place}".rstrip("/")))
    kinds = {(one.form, *(name for name, _ in one.sends)): one for one in reversed(page.buttons)}
    done = 0
    for button in kinds.values():
        form = page.forms.get(button.form)
        if button.off or form is None or form.method != "post":
            continue
        sent = dict([*form.fields, *button.sends])
        sent |= {at: "Zed" for at in sent if at == "/players/0"}
        before = scorer.table()["version"]
        assert scorer.client.post(form.action, data=sent).status_code in (303, 409, 422)
        after = scorer.table()["version"]
        again = scorer.client.post(form.action, data=sent)
        assert again.status_code in (303, 409, 422), form.action
        assert scorer.table()["version"] == after, form.action
        done += after > before
    assert done
