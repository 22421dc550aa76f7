"""Whatever a client sends, it gets problem details and never a failure of ours."""

import json
from io import BytesIO

import pytest

from companion import create_app, tables
from tests.api.scorer import A_ROUND, opened, problems

POSTS = ["/score", "/bets", "/tables"]


def send(client, path, body, content_type="application/json"):
    return client.post(f"/api/v1{path}", data=body, content_type=content_type)


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/v1", "/api/v2/games", "/api/v1/games/x"])
def test_a_path_that_is_not_there_is_not_found(sqlite_client, path):
    assert problems(sqlite_client.get(path), 404) == {"": "not_found"}


def test_a_method_that_is_not_there_says_which_are(sqlite_client):
    response = sqlite_client.delete("/api/v1/games")
    assert problems(response, 405) == {"": "method_not_allowed"}
    assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_other_pages_keep_their_own_errors(sqlite_client):
    response = sqlite_client.get("/apiary")
    assert (response.status_code, response.mimetype) == (404, "text/html")


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "not_json"),
        (b"{", "not_json"),
        (b"{'game': 1}", "not_json"),
        (b'{"game": "\xff"}', "not_json"),
        (b'\xef\xbb\xbf{"game": ""}', "not_json"),
        ('{"game": "haggis-2"}'.encode("utf-16"), "not_json"),
        (b'{"totals": [NaN, 0]}', "not_json"),
        (b'{"totals": [Infinity, 0]}', "not_json"),
        (b'{"totals": [-Infinity, 0]}', "not_json"),
        (b'{"totals": [1e400, 0]}', "not_json"),
        (b'{"totals": [' + b"9" * 5000 + b", 0]}", "not_json"),
        (b'{"game": "haggis-2", "game": "haggis-3"}', "repeated_key"),
        (b'{"round": {"outs": [], "outs": []}}', "repeated_key"),
        (b'{"game": "\\u0000"}', "unfit_text"),
        (b'{"\\u0000": 1}', "unfit_text"),
        (b'{"game": "\\ud800"}', "unfit_text"),
        (b'{"round": {"adjustments": [{"note": "\\udfff"}]}}', "unfit_text"),
        (b"[" * 30 + b"]" * 30, "too_deep"),
        (b"[" * 30000 + b"]" * 30000, "not_json"),
        (b'{"a":' * 10000 + b"1" + b"}" * 10000, "not_json"),
    ],
)
def test_what_is_not_json_for_everybody_is_malformed(sqlite_client, path, body, code):
    assert problems(send(sqlite_client, path, body), 400) == {"": code}


def test_rounds_are_read_as_strictly(scorer):
    headers = {"Authorization": f"Bearer {scorer.token}", "If-Match": "*"}
    scorer.record()
    url = f"/api/v1/tables/{scorer.code}/rounds"
    body = b'{"adjustments": [{"seat": 0, "points": 1, "note": "\\u0000"}]}'
    for method, path in (("POST", url), ("PUT", f"{url}/1")):
        sent = {"method": method, "headers": headers, "content_type": "application/json"}
        answer = scorer.client.open(path, data=body, **sent)
        assert problems(answer, 400) == {"": "unfit_text"}


@pytest.mark.parametrize("content_type", [None, "text/plain", "application/x-www-form-urlencoded"])
def test_only_json_is_taken(sqlite_client, content_type):
    response = send(sqlite_client, "/score", b"{}", content_type)
    assert problems(response, 415) == {"": "unsupported_media_type"}


def test_a_kind_of_json_is_taken(sqlite_client):
    body = json.dumps({"game": "haggis-2", "round": A_ROUND["haggis-2"]})
    kind = "application/vnd.table+json; charset=utf-8"
    assert send(sqlite_client, "/score", body, kind).status_code == 200


def test_more_than_a_score_sheet_holds_is_too_large(sqlite_client):
    response = send(sqlite_client, "/score", b'{"game": "' + b"a" * 70_000 + b'"}')
    assert problems(response, 413) == {"": "request_entity_too_large"}


@pytest.mark.parametrize("number", ["1" * 4000, "1e-400", "0.5", "-0.0"])
def test_no_number_is_too_strange_to_be_refused(sqlite_client, number):
    facts = json.dumps(A_ROUND["haggis-2"]).replace("7", number)
    answer = send(sqlite_client, "/score", f'{{"game": "haggis-2", "round": {facts}}}')
    assert list(problems(answer, 422)) == ["/outs/0/cards"]
    totals = f'{{"game": "haggis-2", "round": {{}}, "totals": [{number}, 0]}}'
    assert problems(send(sqlite_client, "/score", totals), 400).keys() == {"/totals/0"}
    target = f'{{"game": "haggis-2", "round": {{}}, "rules": {{"target": {number}}}}}'
    assert problems(send(sqlite_client, "/score", target), 422).keys() == {"/rules/target"}


def test_a_body_that_does_not_arrive_whole_is_malformed(sqlite_app):
    class Broken(BytesIO):
        def read(self, *_sizes):
            raise RuntimeError("a server's own error")

    scorer = opened(sqlite_app.test_client())
    scorer.record()
    headers = {"Authorization": f"Bearer {scorer.token}", "Idempotency-Key": "a"}
    for path in ("/api/v1/score", f"/api/v1/tables/{scorer.code}/undo"):
        response = scorer.client.post(
            path,
            headers=headers,
            content_type="application/json",
            environ_overrides={"wsgi.input": Broken(), "CONTENT_LENGTH": "10"},
        )
        assert problems(response, 400) == {"": "body_broken"}
    assert len(scorer.table()["rounds"]) == 1


def test_names_in_any_script_are_kept_and_told_apart(client):
    scorer = opened(client, players=["رنا", "رنا"])
    assert scorer.table()["players"] == ["رنا", "رنا"]
    bets = [{"seat": 0, "amount": 15}]
    assert scorer.record(A_ROUND["haggis-2"] | {"bets": bets}).status_code == 201


def test_a_failure_of_ours_tells_nothing_about_itself(sqlite_app, monkeypatch):
    def broken(*_args, **_named):
        raise RuntimeError("a secret")

    monkeypatch.setattr(tables, "find", broken)
    sqlite_app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    response = sqlite_app.test_client().get("/api/v1/tables/AAAAAA")
    assert problems(response, 500) == {"": "internal_server_error"}
    assert "secret" not in response.get_data(as_text=True)


def test_too_many_new_tables_in_a_minute_are_refused(sqlite_url):
    settings = {"SQLALCHEMY_DATABASE_URI": sqlite_url, "SECRET_KEY": "not a secret"}
    client = create_app(settings | {"TESTING": True, "RATELIMIT_ENABLED": True}).test_client()
    wrong = [client.post("/api/v1/tables", json={}) for _ in range(301)]
    assert problems(wrong[0], 400)
    assert problems(wrong[-1], 429) == {"": "too_many_requests"}
