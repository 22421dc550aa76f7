"""How much anybody can ask of the app: by which host, how large, how deep, how many, how long."""

import json

import pytest
from flask.testing import FlaskClient

from companion import create_app, tables
from tests.api.scorer import A_ROUND, Scorer, opened, problems
from tests.web.phone import Page

KB = 1024
WISH = {"game": "haggis-2", "players": ["Ann", "Bob"]}


@pytest.fixture
def hosted(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """The app where it answers to its own names only."""
    monkeypatch.setenv("TRUSTED_HOSTS", "scores.example.org,.example.net")
    config = {"SQLALCHEMY_DATABASE_URI": sqlite_url, "SECRET_KEY": "not a secret"}
    return create_app(config).test_client()


@pytest.mark.parametrize("host", ["scores.example.org", "scores.example.org:8000", "a.example.net"])
def test_the_app_answers_to_its_own_names(hosted, host):
    for path in ("/", "/healthz", "/api/v1/games"):
        assert hosted.get(path, headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["localhost", "scores.example.org.evil", "evil/a.example.net"])
def test_no_other_name_gets_a_page_or_its_links(hosted, host):
    for method, path in (("GET", "/"), ("GET", "/healthz"), ("GET", "/t/AAAAAA"), ("POST", "/new")):
        answer = hosted.open(path, method=method, headers={"Host": host})
        assert answer.status_code == 400, path
        assert "evil" not in answer.text
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    answer = hosted.post("/api/v1/tables", json=WISH, headers={"Host": host})
    assert problems(answer, 400) == {"": "bad_request"}


def test_whatever_is_larger_than_a_form_is_refused(scorer: Scorer):
    page, client = f"/t/{scorer.code}", scorer.client
    for path in (f"{page}/tap", f"{page}/scorer", f"{page}/players", "/new"):
        answer = client.post(path, data={"/leader": "1" * 65 * KB})
        assert answer.status_code == 413, path
    large = json.dumps(A_ROUND["haggis-3"] | {"x": "1" * 65 * KB})
    for path in ("/tables", f"/tables/{scorer.code}/rounds", "/score", "/bets", "/combinations"):
        answer = client.post(
            f"/api/v1{path}",
            data=large,
            content_type="application/json",
            headers={"Authorization": f"Bearer {scorer.token}"},
        )
        assert problems(answer, 413) == {"": "request_entity_too_large"}, path
    assert scorer.table()["version"] == 1


def test_a_kept_table_may_be_larger_but_not_without_end(sqlite_client):
    for size, status in ((65 * KB, 400), (5 * KB * KB, 413)):
        answer = sqlite_client.post(
            "/api/v1/tables/import", data=b" " * size, content_type="application/json"
        )
        assert problems(answer, status)


@pytest.mark.parametrize("value", ["[" * 21 + "]" * 21, '{"a":' * 21 + "1" + "}" * 21])
def test_nothing_is_read_that_is_nested_beyond_use(sqlite_client, value):
    body = f'{{"game": "haggis-2", "round": {value}}}'
    answer = sqlite_client.post("/api/v1/score", data=body, content_type="application/json")
    assert problems(answer, 400) == {"": "too_deep"}


def test_a_table_has_so_many_rounds_at_most(sqlite_client, monkeypatch):
    monkeypatch.setattr(tables, "MOST_ROUNDS", 2)
    scorer = opened(sqlite_client, "haggis-3", rules={"target": 5000})
    page = f"/t/{scorer.code}"
    sqlite_client.get(f"{page}/score/{scorer.token}")
    assert [scorer.record().status_code for _ in range(2)] == [201, 201]
    assert problems(scorer.record(), 409) == {"": "too_many_rounds"}
    facts = {f"/{name}": json.dumps(value) for name, value in A_ROUND["haggis-3"].items()}
    sqlite_client.post(f"{page}/tap?typed=1", data=facts)
    seen = Page(sqlite_client.get(page)).field("seen")["value"]
    answer = sqlite_client.post(f"{page}/record", data={"seen": seen})
    assert answer.status_code == 409
    assert len(scorer.table()["rounds"]) == 2


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("x" * 40, "x" * 40),
        ("  Ann \t of\n  Bath ", "Ann of Bath"),
        ("A\u202enna\u2066", "Anna"),
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
        ("x" * 41, None),
        ("😀" * 41, None),
        ("\u202e\u200b\0 ", None),
        ("", None),
    ],
)
def test_names_are_short_and_on_one_line_at_every_door(client, name, kept):
    by_form = client.post("/new", data={"game": "haggis-2", "/players/0": name, "/players/1": "B"})
    by_call = client.post("/api/v1/tables", json=WISH | {"players": [name, "B"]})
    assert by_form.status_code == (303 if kept else 422)
    assert by_call.status_code in ((201,) if kept else (400, 422))
    if kept:
        code = by_form.headers["Location"].rpartition("/")[2]
        found = client.get(f"/api/v1/tables/{code}").json["players"]
        assert found == [kept, "B"]


def test_a_note_is_short(scorer: Scorer):
    for note, status in (("x" * 200, 303), ("x" * 201, 422), ("a\0b", 422)):
        sent = {
            "/adjustments/-/seat": "0",
            "/adjustments/-/points": "5",
            "/adjustments/-/note": note,
        }
        assert scorer.client.post(f"/t/{scorer.code}/tap", data=sent).status_code == status
    assert len(scorer.table()["in_progress"]["adjustments"]) == 1
