"""Whatever a table has been through, no page of it holds anything that could run or call out."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.games import GAMES
from tests.api.scorer import A_ROUND, Scorer, opened
from tests.evening import evening, seated

LINKS = ("action", "cite", "data", "formaction", "href", "poster", "src", "srcset")
HTMX_LINKS = ("hx-get", "hx-post", "hx-sse:connect")
PLACES = (
    *("", "?open=outs", "/tv", "/share", "/history", "/export", "/archive", "/players"),
    *("/stakes/1", "/rounds/1", "/rounds/2", "/rounds/3", "/rounds/1/correct", "/rounds/3/correct"),
    *("/rounds/9", "/rounds/3/stakes/1"),
)
ELSEWHERE = (
    *("/", "/join?code=AAAAAA", "/join?code=%22%3E%3Cb%20onclick=x%3E", "/new", "/rules"),
    *("/offline", "/t/AAAAAA", "/nothing%22%3E%3Cscript%3E", "/rules?q=%3Cscript%3E", "/rules/x"),
)
A_GAMES = ("/new?game={}&/players/0=%22%3E%3Cimg%20onerror=x%3E", "/rules/{}?q=%3Cb%3Ebet")
NAMES = ("<script>alert(1)</script>", '"><img src=x onerror=x>', "' onclick='x", "{{ 7 * 7 }}")


class Strict(HTMLParser):
    """Finds what a policy of `default-src 'self'` forbids, or would have to be loosened for."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        self.tags += 1
        if tag in ("style", "iframe", "object", "embed", "base", "img"):
            self.found.append(f"<{tag}>")
        if tag == "script" and not own.get("src"):
            self.found.append("a script inside the page")
        for name, value in own.items():
            if name == "style" or name.startswith(("on", "hx-on", "srcdoc")):
                self.found.append(f"{tag} {name}={value}")
            if name in LINKS or name in HTMX_LINKS:
                parts = urlsplit(value.strip())
                if parts.scheme or parts.netloc:
                    self.found.append(f"{tag} {name}={value}")
            if name.startswith("hx-") and "js:" in value.replace(" ", ""):
                self.found.append(f"{tag} {name}={value}")
            if name.startswith("hx-trigger") and "[" in value:
                self.found.append(f"{tag} {name}={value}")


def assert_strict(html: str, where: object) -> None:
    page = Strict()
    page.feed(html)
    page.close()
    assert page.tags > 3, where
    assert page.found == [], where


def assert_page(answer: Any, where: object) -> None:
    policy = answer.headers["Content-Security-Policy"]
    assert re.match(r"default-src 'self';", policy), where
    assert "unsafe" not in policy, where
    assert "*" not in policy, where
    assert answer.mimetype == "text/html", where
    assert_strict(answer.text, where)


def over(client: FlaskClient, game: str) -> Scorer:
    """A match that is over."""
    scorer = opened(client, game, rules={"target": 1}, players=[*NAMES[: GAMES[game].seats]])
    seated(scorer)
    scorer.record()
    assert scorer.table()["finished"]
    return scorer


def hostile(client: FlaskClient, game: str) -> Scorer:
    """A table of people with hostile names, and a note like them."""
    scorer = opened(client, game, players=[*NAMES[: GAMES[game].seats]])
    page = seated(scorer)
    client.post(f"{page}/scorer", data={"/scorer": NAMES[1]})
    scorer.record(A_ROUND[game] | {"adjustments": [{"seat": 0, "points": 5, "note": NAMES[0]}]})
    return scorer


def refusals(scorer: Scorer) -> Iterator[Any]:
    """Pages that say that something was refused, with what was typed."""
    page, post = f"/t/{scorer.code}", scorer.client.post
    for typed in (NAMES[0], NAMES[1], "99999999"):
        yield post(f"{page}/tap?typed=1", data={"/captured/0": typed, "/outs/-": typed})
        yield post(f"{page}/record", data={"/adjustments/-/points": typed})
        yield post(f"{page}/players", data={"seen": typed, "/players/0": typed})
        yield post(f"{page}/scorer", data={"/scorer": typed * 9})
        yield post("/new", data={"game": "haggis-3", "/players/0": typed, "/rules/target": typed})
    yield post("/import", data={})
    yield post("/new", data={"/x": "1" * 70_000})
    yield post(f"{page}/rounds/9/void")
    yield scorer.client.application.test_client().post(f"{page}/undo")


@pytest.mark.parametrize("make", [evening, over, hostile], ids=lambda make: make.__name__)
@pytest.mark.parametrize("game", GAMES)
def test_no_page_of_a_table_needs_an_exception(sqlite_app: Flask, game: str, make: Any):
    scorer = make(sqlite_app.test_client(), game)
    watcher = sqlite_app.test_client()
    for client in (scorer.client, watcher):
        for place in PLACES:
            assert_page(client.get(f"/t/{scorer.code}{place}"), (client is watcher, place))
    for path in A_GAMES:
        assert_page(watcher.get(path.format(game)), path)


def test_no_refusal_needs_an_exception(sqlite_app: Flask):
    scorer = hostile(sqlite_app.test_client(), "haggis-3")
    for number, answer in enumerate(refusals(scorer)):
        assert answer.status_code >= 400, number
        assert_page(answer, number)
    for path in ELSEWHERE:
        assert_page(scorer.client.get(path), path)


def test_no_message_of_a_stream_needs_an_exception(sqlite_app: Flask):
    scorer = hostile(sqlite_app.test_client(), "haggis-3")
    for view in ("watch", "tv"):
        with sqlite_app.test_client().get(f"/t/{scorer.code}/live?view={view}") as answer:
            first = next(iter(answer.iter_encoded())).decode()
        html = "\n".join(line[6:] for line in first.splitlines() if line.startswith("data: "))
        assert "&lt;script&gt;" in html
        assert_strict(html, view)
