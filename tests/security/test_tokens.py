"""A scorer's token is known to the scorer's phone and to nobody else."""

import base64
import json
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from flask.testing import FlaskClient

from companion import create_app, keys, scorers
from scripts.local import Server
from tests.api.scorer import A_ROUND, opened

NAMES = {"/players/0": "Ann", "/players/1": "Bob"}


def cookies_of(answer) -> dict[str, str]:
    """The cookies an answer sets, as it says it, by their names."""
    return {said.partition("=")[0]: said for said in answer.headers.getlist("Set-Cookie")}


def started(client: FlaskClient, **headers: str):
    return client.post("/new", data={"game": "haggis-2", **NAMES}, headers=headers)


def test_a_token_has_128_random_bits_at_least():
    tokens = {keys.new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert all(len(base64.urlsafe_b64decode(token)) * 8 >= 128 for token in tokens)
    assert all(len({token[place] for token in tokens}) > 32 for place in range(20))


def test_a_phone_keeps_its_token_from_scripts_and_from_other_sites(sqlite_client):
    cookie = cookies_of(started(sqlite_client))["score"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Path=/t/" in cookie
    assert "Domain" not in cookie


@pytest.fixture
def proxied(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """The app behind one proxy it trusts."""
    monkeypatch.setenv("TRUSTED_PROXIES", "1")
    config = {"SQLALCHEMY_DATABASE_URI": sqlite_url, "SECRET_KEY": "not a secret"}
    return create_app(config | {"WTF_CSRF_ENABLED": False}).test_client()


def test_behind_https_no_cookie_ever_goes_out_in_the_clear(proxied):
    answer = started(proxied, X_Forwarded_Proto="https", X_Forwarded_Host="scores.example.org")
    cookies = cookies_of(answer)
    assert {*cookies} == {"score", "session"}
    assert all("Secure" in said for said in cookies.values())
    page = proxied.get("/t/AAAAAA/score/x", headers={"X-Forwarded-Proto": "https"})
    assert "http://" not in page.text
    assert all("Secure" not in said for said in cookies_of(started(proxied)).values())


def test_without_a_proxy_nobody_is_believed_to_be_one(sqlite_client):
    told = {"X_Forwarded_Proto": "https", "X_Forwarded_Host": "evil.example.org"}
    answer = started(sqlite_client, **told)
    assert all("Secure" not in said for said in cookies_of(answer).values())
    page = sqlite_client.get(f"{answer.headers['Location']}/share", headers=told).text
    assert "evil.example.org" not in page


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Server]:
    """The real server on a database of its own."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


def test_neither_the_database_nor_the_log_ever_holds_a_token(served: Server, tmp_path: Path):
    jar = CookieJar()
    phone = build_opener(HTTPCookieProcessor(jar))

    def send(path: str, value: object = None, **headers: str) -> str:
        data = None if value is None else json.dumps(value).encode()
        headers["Content-Type"] = "application/json"
        with phone.open(Request(f"{served.url}{path}", data, headers)) as answer:
            return answer.read().decode()

    wish = {"game": "haggis-2", "players": ["Ann", "Bob"]}
    table = json.loads(send("/api/v1/tables", wish))
    code, token = table["code"], table["token"]
    send(f"/t/{code}/score/{token}")
    send(f"/t/{code}/share")
    bearer = {"Authorization": f"Bearer {token}"}
    send(f"/api/v1/tables/{code}/rounds", A_ROUND["haggis-2"], **bearer)
    for path in ("history", "export"):
        assert token not in send(f"/api/v1/tables/{code}/{path}")
    with pytest.raises(HTTPError, match="400"):
        send(f"/t/{code}/undo", {})
    with pytest.raises(HTTPError, match="404"):
        send(f"/t/{code}/score/{token}x")
    phones_own = next(cookie.value for cookie in jar if cookie.name == "score")
    assert phones_own
    served.stop()
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert keys.hash_token(token).encode() in written
    assert keys.hash_token(phones_own).encode() in written
    assert token.encode() not in written
    assert phones_own.encode() not in written


def test_a_fault_on_a_scorers_link_is_logged_without_the_token(sqlite_app, monkeypatch, caplog):
    def broken(*_args: object) -> None:
        raise RuntimeError("the disk is full")

    scorer = opened(sqlite_app.test_client())
    monkeypatch.setattr(scorers, "let_another", broken)
    sqlite_app.config["PROPAGATE_EXCEPTIONS"] = False
    assert scorer.client.get(f"/t/{scorer.code}/score/{scorer.token}").status_code == 500
    assert "the disk is full" in caplog.text
    assert f"/t/{scorer.code}/score/… [GET]" in caplog.text
    assert scorer.token not in caplog.text


def test_the_servers_own_log_leaves_tokens_out_too(sqlite_app, caplog):
    logging.getLogger("gunicorn.error").error("Error handling %s", "/t/AAAAAA/score/abc-_1?x=y")
    assert caplog.messages == ["Error handling /t/AAAAAA/score/…?x=y"]


def test_no_page_tells_another_site_where_one_came_from(sqlite_client):
    scorer = opened(sqlite_client)
    link = f"/t/{scorer.code}/score/{scorer.token}"
    for path in (link, f"{link}x", f"/t/{scorer.code}/share", "/"):
        assert sqlite_client.get(path).headers["Referrer-Policy"] == "same-origin"


def test_an_error_leads_back_to_pages_of_ours_only(sqlite_client):
    for came, leads in (
        ("https://evil.example.org/", False),
        ("http://localhost.example.org/", False),
        ("javascript:alert(1)", False),
        ("http://localhost/new?game=neeps", True),
    ):
        answer = sqlite_client.post("/new", data={"game": "x"}, headers={"Referer": came})
        assert answer.status_code == 404
        assert (came in answer.text) == leads


def test_phones_that_open_the_scorers_link_at_the_same_moment_all_may_score(app):
    scorer = opened(app.test_client())

    def opened_by(_phone: int) -> str | None:
        client = app.test_client()
        answer = client.get(f"/t/{scorer.code}/score/{scorer.token}")
        assert answer.status_code == 302
        cookie = client.get_cookie("score", path=f"/t/{scorer.code}")
        return cookie and cookie.value

    with ThreadPoolExecutor(8) as phones:
        tokens = {*phones.map(opened_by, range(16))}
    assert len(tokens - {None}) == 16
