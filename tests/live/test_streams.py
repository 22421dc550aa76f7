"""Streams say everything that happens, once; they cost little and hold nothing."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import live, tables, words
from companion.api import live as api_live
from companion.db import db
from companion.drafts import Tap
from companion.models import Table
from companion.views import board
from companion.views import live as pages
from tests.api.scorer import A_ROUND, Scorer, opened, problems
from tests.live.client import Event, events, of_table

BEAT = 0.05  # seconds
SECONDS_UNTIL_A_PROXY_CUTS = 60


@pytest.fixture(autouse=True)
def quick_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEAT_SECONDS", BEAT)


@pytest.fixture
def scorer(client: FlaskClient) -> Scorer:
    return opened(client, rules={"target": 10_000})


def listen(client: FlaskClient, path: str, seen: object = None) -> Any:
    """The answer of a stream, of which nothing but its first message has been made yet."""
    headers = {} if seen is None else {"Last-Event-ID": str(seen)}
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200
    return answer


def messages(answer: Any) -> Iterator[str]:
    return (message.decode() for message in answer.iter_encoded())


def said(answer: Any) -> Iterator[Event]:
    """The events of a stream."""
    return events(line for message in messages(answer) for line in message.splitlines(True))


def page_of(scorer: Scorer, view: str = "watch", have: int = 0) -> str:
    return f"/t/{scorer.code}/live?view={view}&have={have}"


# What the API tells


def test_every_change_is_told_once_and_in_order(scorer, client):
    stream = said(listen(client, of_table(scorer), seen=1))
    scorer.record()
    scorer.record()
    scorer.ask("POST", "/undo")
    told = [*islice(stream, 3)]
    assert [one.id for one in told] == [2, 3, 4]
    assert [one.json for one in told] == scorer.history()
    scorer.record()
    assert next(stream).id == 5


def test_a_stream_begins_with_what_comes_after_it(scorer, client):
    scorer.record()
    stream = listen(client, of_table(scorer))
    assert next(messages(stream)) == live.BEAT.decode()
    scorer.record()
    assert next(said(stream)).id == 3


def test_it_goes_on_after_the_last_event_that_was_heard(scorer, client, monkeypatch):
    monkeypatch.setattr(api_live, "AT_ONCE", 2)
    for _ in range(5):
        scorer.record()
    told = [*islice(said(listen(client, of_table(scorer), seen=2)), 4)]
    assert [one.json for one in told] == scorer.history()[1:]


@pytest.mark.parametrize("seen", ["", "x", "-1", "²", "99", "9" * 5000])
def test_a_last_event_that_never_was_loses_nothing_to_come(scorer, client, seen):
    stream = said(listen(client, of_table(scorer), seen=seen))
    scorer.record()
    assert next(stream).id == 2


def test_the_stream_of_a_table_that_is_put_away_ends(scorer, client, app: Flask):
    stream = listen(client, of_table(scorer))
    with app.app_context():
        tables.archive(db.session.scalars(db.select(Table)).one())
    assert list(said(stream)) == []
    assert problems(client.get(of_table(scorer)), 410) == {"": "archived"}


def test_there_is_no_stream_of_a_table_that_is_not_there(sqlite_client):
    answer = sqlite_client.get("/api/v1/tables/AAAAAA/live")
    assert problems(answer, 404) == {"": "no_such_table"}
    assert sqlite_client.get("/t/AAAAAA/live").status_code == 404


def test_who_only_asks_for_the_headers_gets_no_stream(sqlite_client):
    scorer = opened(sqlite_client)
    assert sqlite_client.head(of_table(scorer)).data == b""
    assert live.hub.listeners == 0


# What pages are told


def test_the_board_is_drawn_once_for_all_who_watch(scorer, client, monkeypatch):
    drawn, draw = [], board.render_template

    def draws(template: str, **values: object) -> str:
        drawn.append(template)
        return draw(template, **values)

    monkeypatch.setattr(board, "render_template", draws)
    watching = [said(listen(client, page_of(scorer))) for _ in range(30)]
    assert len({next(stream) for stream in watching}) == 1
    parts = ["parts/heading.html", "parts/totals.html", "table/more.html"]
    assert drawn == ["table/table.html", *parts]
    drawn.clear()
    scorer.record()
    assert len({next(stream) for stream in watching}) == 1
    parts = ["parts/chart.html", "parts/sheet.html", "parts/totals.html"]
    assert sorted(drawn) == [*parts, "table/table.html"]


def test_a_page_shows_the_board_of_the_streams_and_its_own_time(scorer, client, monkeypatch):
    times = iter(["then", "now"])
    monkeypatch.setattr(words, "drawn_at", lambda: next(times))
    first, second = (client.get(f"/t/{scorer.code}").text for _ in range(2))
    assert 'data-at="then"' in first
    assert 'data-at="now"' in second
    streamed = next(said(listen(client, page_of(scorer)))).data
    assert shown_in(streamed) == shown_in(second)


def shown_in(html: str) -> list[str]:
    """The lines of what changes of a page."""
    return html.partition("<main")[2].partition("</main>")[0].rstrip().split("\n")[1:]


@pytest.mark.parametrize("name", ["haggis.example.org", ".example.org"])
def test_a_site_that_answers_to_its_own_name_only_is_live_too(
    sqlite_app: Flask, monkeypatch, name: str
):
    scorer = opened(sqlite_app.test_client())
    monkeypatch.setitem(sqlite_app.config, "TRUSTED_HOSTS", [name])
    url = "https://haggis.example.org"
    for path in (page_of(scorer), page_of(scorer, "tv"), of_table(scorer)):
        answer = sqlite_app.test_client().get(path, base_url=url)
        assert answer.status_code == 200
        assert next(messages(answer))
    assert sqlite_app.test_client().get(f"/t/{scorer.code}", base_url=url).status_code == 200


def test_what_has_not_changed_is_not_drawn_again(scorer, client, monkeypatch):
    watching = messages(listen(client, page_of(scorer)))
    assert "<main" in next(watching)
    monkeypatch.delattr(board, "render_template")
    assert [*islice(watching, 3)] == [pages.BEAT.decode()] * 3


def test_who_watches_gets_the_board_and_who_scores_a_word(scorer, client):
    scorer.record()
    shown = next(said(listen(client, page_of(scorer))))
    assert (shown.id, shown.name) == (2, "")
    assert "<main" in shown.data
    assert "csrf_token" not in shown.data
    client.get(f"/t/{scorer.code}/score/{scorer.token}")
    word = next(said(listen(client, page_of(scorer, "score"))))
    assert (word.id, word.name) == (2, "changed")
    assert word.json == {"said": "round 1 recorded"}


def test_a_page_that_is_current_is_told_nothing_but_that_the_stream_flows(scorer, client):
    stream = messages(listen(client, page_of(scorer, have=1)))
    assert [*islice(stream, 2)] == [pages.BEAT.decode()] * 2


def test_what_stayed_the_same_is_left_out_for_who_has_it(scorer, client, app: Flask):
    scorer.record()
    brief, whole = page_of(scorer, have=2) + "&brief=1", page_of(scorer, have=2)
    streams = {path: messages(listen(client, path)) for path in (brief, whole)}
    assert {next(stream) for stream in streams.values()} == {pages.BEAT.decode()}
    enter(app, Tap("set", "/captured/0", 3))
    told = {path: next(stream) for path, stream in streams.items()}
    for part in ("rounds", "chart"):
        assert f'<div id="{part}" data-same="2"></div>' in told[brief]
        assert f'<div id="{part}">' in told[whole]
    scorer.record()
    assert "data-same" not in next(streams[brief])


@pytest.mark.parametrize("view", ["watch", "tv"])
def test_a_sheet_of_void_rounds_is_told_like_any_other(scorer, client, app: Flask, view: str):
    scorer.record()
    assert scorer.ask("DELETE", "/rounds/1").status_code == 200
    stream = messages(listen(client, page_of(scorer, view, have=3) + "&brief=1"))
    assert next(stream) == pages.BEAT.decode()
    enter(app, Tap("set", "/captured/0", 3))
    assert 'data-version="4"' in next(stream)


def enter(app: Flask, tap: Tap) -> None:
    """A tap on some phone."""
    with app.app_context():
        table = db.session.scalars(db.select(Table)).one()
        assert tables.tap(tables.Sheet(table), 0, [tap]) == ()


def test_who_is_slow_gets_the_newest_and_nothing_in_between(scorer, client):
    watching = messages(listen(client, page_of(scorer, have=1)))
    next(watching)
    for _ in range(5):
        scorer.record()
    (shown,) = events(iter(next(watching).splitlines(True)))
    assert shown.id == 6
    assert next(watching) == pages.BEAT.decode()


# What streams cost


@pytest.mark.parametrize("path", [of_table, page_of])
def test_streams_hold_no_connection_to_the_database(scorer, client, app: Flask, path):
    streams = [said(listen(client, path(scorer), seen=0)) for _ in range(40)]
    scorer.record()
    for stream in streams:
        next(stream)
    assert live.hub.listeners == 40
    asked = [scorer.ask("GET").status_code for _ in range(20)]
    assert asked == [200] * 20
    with app.app_context():
        assert "Current Checked out connections: 0" in db.engine.pool.status()


def test_who_leaves_is_forgotten(scorer, client):
    streams = [listen(client, page_of(scorer)) for _ in range(3)]
    assert live.hub.listeners == 3
    streams[0].close()
    assert live.hub.listeners == 2
    for stream in streams:
        stream.close()
    assert live.hub.listeners == 0
    assert not live.hub._rooms


def test_beyond_the_most_streams_one_is_asked_to_come_back(scorer, client, monkeypatch):
    monkeypatch.setattr(live, "MOST_STREAMS", 1)
    stream = listen(client, page_of(scorer))
    refused = client.get(of_table(scorer))
    assert problems(refused, 503) == {"": "service_unavailable"}
    assert refused.headers["Retry-After"] == "10"
    assert client.get(page_of(scorer)).status_code == 503
    stream.close()
    assert client.get(page_of(scorer)).status_code == 200


@pytest.mark.parametrize("path", [of_table, page_of])
def test_no_proxy_keeps_a_stream_back_or_a_copy_of_it(sqlite_client, path):
    headers = listen(sqlite_client, path(opened(sqlite_client))).headers
    assert headers["Content-Type"].startswith("text/event-stream")
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Accel-Buffering"] == "no"


def test_a_stream_is_heard_before_any_proxy_would_cut_it(monkeypatch):
    monkeypatch.undo()
    assert live.BEAT_SECONDS * 3 < SECONDS_UNTIL_A_PROXY_CUTS


def test_a_round_that_is_refused_tells_nobody(scorer, client):
    stream = messages(listen(client, of_table(scorer)))
    next(stream)
    assert scorer.record(A_ROUND["haggis-2"] | {"outs": []}).status_code == 422
    assert next(stream) == live.BEAT.decode()
